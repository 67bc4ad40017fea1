"""How long a tokenizer takes to load in a new process. Run: python bench/loading.py

Each turn is a new process, which imports its library, reads the same rank file from the disk and encodes one
word; its CPU time counts from the first import. tiktoken reads the file with its own reader.
"""

from timing import ROOT, compare, print_table, require_same  # isort: skip - puts the project on the path

import os
import subprocess
import sys

from tokcore.published import FILES, PUBLISHED, library_pattern

CHILD = """
from time import process_time
started = process_time()
{}
ids = encode("tokenizers")
print(process_time() - started, list(ids))
"""
OURS = "from tokcore import load\nencode = load({name!r}).encode"
TIKTOKEN = """
import tiktoken
from tiktoken.load import load_tiktoken_bpe
ranks = load_tiktoken_bpe({file!r})
encode = tiktoken.Encoding({name!r}, pat_str={pattern!r}, mergeable_ranks=ranks,
                           special_tokens={specials!r}).encode_ordinary
"""


def answer(code: str) -> tuple[float, str]:
    """The CPU seconds and the ids that a new process reports."""
    # With an empty name tiktoken keeps no copies of what it reads.
    environment = os.environ | {"TIKTOKEN_CACHE_DIR": "", "PYTHONPATH": str(ROOT)}
    said = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    seconds, ids = said.stdout.split(" ", 1)
    return float(seconds), ids


def main() -> None:
    table = []
    for name in ("gpt2", "o200k_base"):
        published = PUBLISHED[name]
        ours = CHILD.format(OURS.format(name=name))
        peer = CHILD.format(
            TIKTOKEN.format(
                name=name,
                file=str(FILES / published.file),
                pattern=library_pattern(name),
                specials=published.specials,
            )
        )
        work = f'load("{name}") in a new process'
        require_same(work, answer(ours)[1], answer(peer)[1])
        table += compare(
            work,
            lambda ours=ours: answer(ours)[0],
            {"tiktoken": (lambda peer=peer: answer(peer)[0], 2.0)},
            seconds=lambda run: run(),
        )
    print_table(table, "tiktoken")


if __name__ == "__main__":
    main()
