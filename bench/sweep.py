"""What every vocabulary size at once costs beyond one training and one encoding. Run: python bench/sweep.py

The sweep is timed whole, from the text to the points of all sizes, next to the training and the encoding that
it is made of; the row is what is left, in milliseconds of CPU time.
"""

from timing import TURNS, novel, print_versions, require_same, seconds_of  # isort: skip - puts us on the path

from statistics import median

from tokcore import GPT2_PATTERN, BPETokenizer
from tokcore.sweep import sweep

SIZE = 4_096


def main() -> None:
    text = novel()
    tok = BPETokenizer.train(text, SIZE, GPT2_PATTERN)
    for size in (256, 1_000, 4_000):
        require_same(
            f"{size:,} tokens", sweep(tok, text).at(size).tokens, len(tok.truncate(size).encode(text))
        )

    def whole() -> None:
        sweep(BPETokenizer.train(text, SIZE, GPT2_PATTERN), text)

    def parts() -> None:
        BPETokenizer.train(text, SIZE, GPT2_PATTERN).encode(text)

    more = [(seconds_of(whole), seconds_of(parts)) for _ in range(TURNS)]
    all_sizes, made_of = (list(column) for column in zip(*more))
    print_versions()
    print("| novel, all sizes to 4,096, GPT-2 pattern | median, ms above | least, ms above | target |")
    print("| --- | ---: | ---: | ---: |")
    above = 1000 * median(one - other for one, other in more), 1000 * (min(all_sizes) - min(made_of))
    print(f"| sweep − (one training + one encoding) | {above[0]:.1f} | {above[1]:.1f} | ≤ 20 |")


if __name__ == "__main__":
    main()
