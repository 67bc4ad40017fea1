"""What a tokenizer makes of a text, in numbers: compression, tokens per word, where two of them differ."""

from collections.abc import Sequence
from typing import NamedTuple

from tokcore.alphabet import well_formed
from tokcore.encoding import Span
from tokcore.tokenizer import BPETokenizer
from tokcore.words import WordBPE, words


class Difference(NamedTuple):
    """Where two tokenizers first cut a text differently.

    `start` is the last place before it at which both end a token, `end` the next one at which both do, in
    bytes of the text; `left` and `right` are the spans that each puts between.
    """

    start: int
    end: int
    left: tuple[Span, ...]
    right: tuple[Span, ...]


def bytes_per_token(text: str, tokens: int) -> float | None:
    """UTF-8 bytes of the text divided by the number of tokens; None without tokens."""
    return len(well_formed(text).encode()) / tokens if tokens else None


def tokens_per_word(text: str, tokens: int) -> float | None:
    """Tokens divided by words (runs of characters between white space); None without words."""
    count = len(words(text))
    return tokens / count if count else None


def disputed_cuts(rows: Sequence[Sequence[Span]]) -> list[frozenset[int]]:
    """For each tokenizer's spans, the token ends (in bytes) that at least one of the others does not have."""
    ends = [frozenset(span.end for span in row) for row in rows]
    agreed = frozenset.intersection(*ends) if ends else frozenset()
    return [cuts - agreed for cuts in ends]


def first_difference(
    left: BPETokenizer | WordBPE, right: BPETokenizer | WordBPE, text: str
) -> Difference | None:
    """Where two tokenizers first cut the text differently, or None when they cut it alike.

    Only the cuts count: two vocabularies may number the same token differently.
    """
    return first_different_cut(left.spans(text), right.spans(text))


def first_different_cut(left: Sequence[Span], right: Sequence[Span]) -> Difference | None:
    """The same for two tokenizers' spans of one text."""
    rows = [left, right]
    ends = [{span.end for span in row} for row in rows]
    if ends[0] == ends[1]:
        return None
    disputed = min(ends[0] ^ ends[1])
    shared = ends[0] & ends[1]
    start = max((end for end in shared if end < disputed), default=0)
    end = min((end for end in shared if end > disputed), default=max(ends[0] | ends[1]))
    between = [tuple(span for span in row if start < span.end <= end) for row in rows]
    return Difference(start, end, *between)
