"""Ids as numbers that all tokenizers share.

In Python a number above 256 is an object of 32 bytes, and every tokenizer would have its own of each: 12 MB
for the published ones, a third of each that is trained.
"""

from collections.abc import Iterable

SHARED = 2**18
"""Ids from here on are each tokenizer's own: a file of somebody's may start at any id."""

_known: tuple[int, ...] = ()


def shared_ids(first: int, end: int) -> tuple[int, ...]:
    """The numbers from `first` up to `end` - 1, each the same object every time if from 0 to SHARED."""
    global _known
    if first < 0 or end > SHARED:
        return tuple(range(first, end))
    known = _known  # another thread may replace it by a longer one, or by a shorter one: both are right
    if len(known) < end:
        _known = known = (*known, *range(len(known), end))
    return known[first:end]


def shared_pairs(pairs: Iterable[tuple[int, int]], first: int, end: int) -> tuple[tuple[int, int], ...]:
    """Pairs of numbers from `first` up to `end` - 1, as pairs of those objects."""
    ids = shared_ids(first, end)
    return tuple((ids[left - first], ids[right - first]) for left, right in pairs)
