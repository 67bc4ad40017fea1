"""Every vocabulary size at once: what a text costs with the first 256, 257, ... tokens of one tokenizer.

A tokenizer with fewer merges is a prefix of one with more, so one encoding with all of them is enough: undo
the merges from the last to the first, giving each token's count back to the two it was made from.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tokcore.limits import VocabularyError
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

    @property
    def rare_share(self) -> float:
        """The share of the token types used that are rare; 0 without tokens."""
        return self.rare / self.types if self.types else 0.0


class Sweep(Sequence):
    """The points of one text, smallest vocabulary first, in 16 bytes a point."""

    def __init__(self, first_size: int, columns: Iterable[Iterable[int]]):
        self.first_size = first_size
        self._columns = tuple(array("L", column) for column in columns)

    def __len__(self) -> int:
        return len(self._columns[0])

    def __getitem__(self, place: int) -> SweepPoint:
        size = self.first_size + (place if place >= 0 else place + len(self))
        return SweepPoint(size, *(column[place] for column in self._columns))

    def at(self, vocab_size: int) -> SweepPoint:
        """The point of one vocabulary size. Raises VocabularyError for a size that there is not."""
        if not 0 <= vocab_size - self.first_size < len(self):
            last = self.first_size + len(self) - 1
            raise VocabularyError(
                f"The sizes go from {self.first_size:,} to {last:,}, so not to {vocab_size:,}."
            )
        return self[vocab_size - self.first_size]


def mostly_rare_from(points: Sweep) -> int | None:
    """The vocabulary size from which on over half of the types used are rare; None when there is none."""
    last_below = max((point.vocab_size for point in points if point.rare_share <= 0.5), default=0)
    return None if last_below == points[-1].vocab_size else max(last_below + 1, points.first_size)


def sweep(
    tokenizer: BPETokenizer | WordBPE, text: str | Iterable[str], rare_below: int = RARE_BELOW
) -> Sweep:
    """The text at every vocabulary size (without specials; `<unk>` counts as one), from one encoding.

    Several texts, such as the lines of a list, are encoded one by one and counted together. A type is rare
    when the text has it at least once and fewer than `rare_below` times.
    """
    encode = tokenizer.encode if isinstance(tokenizer, BPETokenizer) else tokenizer.encode_ids
    counts: Counter[int] = Counter()
    for part in [text] if isinstance(text, str) else text:
        counts.update(encode(part))
    tokens = counts.total()
    types, rare = len(counts), sum(count < rare_below for count in counts.values())
    points = []

    def change(token_id: int, by: int) -> None:
        nonlocal types, rare
        before = counts[token_id]
        after = counts[token_id] = before + by
        types += (after > 0) - (before > 0)
        rare += (0 < after < rare_below) - (0 < before < rare_below)

    last = tokenizer.first_merged + len(tokenizer.merges)
    for token_id in range(last - 1, tokenizer.first_merged - 1, -1):
        points.append((tokens, types, rare))
        if count := counts[token_id]:
            change(token_id, -count)
            for parent in tokenizer.parents(token_id):
                change(parent, count)
            tokens += count
    points.append((tokens, types, rare))
    return Sweep(tokenizer.vocab_size - len(points) + 1, zip(*reversed(points)))


def vocab_size_sweep(tokenizer: BPETokenizer | WordBPE, text: str) -> dict[int, int]:
    """{vocabulary size: tokens of the text} for every size, from one encoding."""
    return {point.vocab_size: point.tokens for point in sweep(tokenizer, text)}
