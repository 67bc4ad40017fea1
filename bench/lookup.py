"""How long a search through a vocabulary takes: every kind of filter, the first time and again.

Run: python bench/lookup.py
"""

from timing import print_table, take_turns  # isort: skip - puts the project on the path

from time import perf_counter

from tokcore import load
from tokcore.lookup import Lookup

SEARCHES = {
    "bytes, anywhere": {"data": b"chair"},
    "bytes, capitals and small letters alike": {"data": b"chair", "any_case": True},
    "bytes at the start": {"data": b" the", "where": "start"},
    "one script": {"script": "Cyrillic"},
    "one kind": {"kind": "part"},
    "a length in characters": {"shortest": 5, "longest": 9},
    "all filters at once": {
        "data": b"e",
        "any_case": True,
        "kind": "merged",
        "script": "Latin",
        "shortest": 2,
        "longest": 100,
    },
}


def main() -> None:
    for name in ("gpt2", "o200k_base"):
        tokenizer = load(name)
        lookup = Lookup(tokenizer)
        cold = {"preparing the vocabulary": lambda tokenizer=tokenizer: Lookup(tokenizer)}
        contestants = {
            search: lambda lookup=lookup, options=options: lookup.search(**options)
            for search, options in SEARCHES.items()
        }
        print_table(
            f"{name}, {len(lookup):,} tokens", take_turns(cold | contestants), "preparing the vocabulary"
        )
        print("  each of them first, in a vocabulary never searched before")
        for search, options in SEARCHES.items():
            fresh = Lookup(tokenizer)
            started = perf_counter()
            fresh.search(**options)
            print(f"  {search:<42} {(perf_counter() - started) * 1000:>10,.1f} ms")
        print()


if __name__ == "__main__":
    main()
