"""How long texts take that have no short chunks. Run: python bench/worst_cases.py

Every text is also timed at half its length: a ratio of 2 between the two is linear, one of 4 quadratic.
"""

from timing import compare, print_table, require_same  # isort: skip - puts the project on the path

import base64
import random
import string

from tokcore import load
from tokcore.published import reference

_RANDOM = random.Random(1)
TEXTS = {
    "100,000 × a": "a" * 100_000,
    "100,000 spaces": " " * 100_000,
    "1 MB of base64": base64.b64encode(_RANDOM.randbytes(750_000)).decode(),
    "1 MB of random letters": "".join(_RANDOM.choices(string.ascii_lowercase, k=1_000_000)),
    "100,000 emoji": "".join(map(chr, _RANDOM.choices(range(0x1F600, 0x1F650), k=100_000))),
    "54,000 Chinese characters": "".join(map(chr, _RANDOM.choices(range(0x4E00, 0xA000), k=54_000))),
    "40,000 digits": "".join(_RANDOM.choices(string.digits, k=40_000)),
}


def main() -> None:
    table = []
    for name in ("gpt2", "o200k_base"):
        tok, tiktoken = load(name), reference(name)

        def cold(text, tok=tok):
            tok._encoder.clear()
            return tok.encode(text)

        for what, text in TEXTS.items():
            work, half = f"{name}, {what}", text[: len(text) // 2]
            require_same(work, cold(text), tiktoken(text))
            peers = {
                "tiktoken": (lambda text=text, run=tiktoken: run(text), 10),
                "ours on half of it": (lambda half=half: cold(half), 3),
            }
            table += compare(work, lambda text=text: cold(text), peers, turns=5)
    print_table(table, "tiktoken")


if __name__ == "__main__":
    main()
