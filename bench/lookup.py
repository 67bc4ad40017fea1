"""How long a search through a vocabulary takes: every kind of filter, the first time and again.

The unit is the preparation of the vocabulary, which is done once. Run: python bench/lookup.py
"""

from timing import compare, print_table  # isort: skip - puts the project on the path

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
    table = []
    for name in ("gpt2", "o200k_base"):
        tokenizer = load(name)
        lookup = Lookup(tokenizer)
        unit = {"preparing": (lambda tokenizer=tokenizer: Lookup(tokenizer), None)}
        for search, options in SEARCHES.items():
            again = lambda lookup=lookup, options=options: lookup.search(**options)  # noqa: E731
            table += compare(f"{name}, {search}, again", again, unit)
            fresh = iter([Lookup(tokenizer) for _ in range(5)])
            first = lambda fresh=fresh, options=options: next(fresh).search(**options)  # noqa: E731
            table += compare(f"{name}, {search}, the first time", first, unit, turns=5, warm_up=0)
    print_table(table)


if __name__ == "__main__":
    main()
