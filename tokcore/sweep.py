"""Every vocabulary size at once: what a text costs with the first 256, 257, ... tokens of one tokenizer.

A tokenizer with fewer merges is a prefix of one with more, so one encoding with all of them is enough: undo
the merges from the last to the first, giving each token's count back to the two it was made from.
"""

from collections import Counter
from typing import NamedTuple

from tokcore.tokenizer import BPETokenizer
from tokcore.words import WordBPE

RARE_BELOW = 20
"""A token type seen fewer times than this in the training text gives a model little to learn from."""


class SweepPoint(NamedTuple):
    """A text under one vocabulary size: `tokens` in all, `types` used, and how many of them are `rare`."""

    vocab_size: int
    tokens: int
    types: int
    rare: int


def sweep(tokenizer: BPETokenizer | WordBPE, text: str, rare_below: int = RARE_BELOW) -> list[SweepPoint]:
    """The text at every vocabulary size, smallest first (sizes without specials; `<unk>` counts as one).

    A type is rare when the text has it at least once and fewer than `rare_below` times.
    """
    ids = tokenizer.encode(text) if isinstance(tokenizer, BPETokenizer) else tokenizer.encode_ids(text)
    counts = Counter(ids)
    tokens = len(ids)
    types, rare = len(counts), sum(count < rare_below for count in counts.values())
    points = []

    def change(token_id: int, by: int) -> None:
        nonlocal types, rare
        before = counts[token_id]
        after = counts[token_id] = before + by
        types += (after > 0) - (before > 0)
        rare += (0 < after < rare_below) - (0 < before < rare_below)

    size = tokenizer.vocab_size
    last = tokenizer.first_merged + len(tokenizer.merges)
    for token_id in range(last - 1, tokenizer.first_merged - 1, -1):
        points.append(SweepPoint(size, tokens, types, rare))
        if count := counts[token_id]:
            change(token_id, -count)
            for parent in tokenizer.parents(token_id):
                change(parent, count)
            tokens += count
        size -= 1
    points.append(SweepPoint(size, tokens, types, rare))
    return points[::-1]


def vocab_size_sweep(tokenizer: BPETokenizer | WordBPE, text: str) -> dict[int, int]:
    """{vocabulary size: tokens of the text} for every size, from one encoding."""
    return {point.vocab_size: point.tokens for point in sweep(tokenizer, text)}
