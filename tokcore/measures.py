"""A tokenizer in numbers: compression, tokens per word or line, what it learned, where two of them differ."""

from collections.abc import Iterable, Sequence
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


def lines(text: str) -> list[str]:
    """The lines of a list: those that hold more than white space, without the white space around them."""
    return [stripped for line in text.split("\n") if (stripped := line.strip())]


def tokens_per_line(text: str, tokens: int) -> float | None:
    """Tokens divided by the lines of a list, such as names; None without lines.

    The tokens are meant to be those of the `lines`, each encoded alone: line ends are no part of a name.
    """
    count = len(lines(text))
    return tokens / count if count else None


def words_seen(training: str, text: str) -> tuple[int, int]:
    """How many of the text's words, each counted as often as it stands there, the training text has too, and
    how many words there are."""
    known = set(words(training))
    counted = words(text)
    return sum(word in known for word in counted), len(counted)


def learned_tokens(tokenizer: BPETokenizer) -> list[bytes]:
    """The bytes of the tokens that merges made, in the order in which they were learned."""
    first = tokenizer.first_merged
    return [tokenizer.token_bytes(first + rank) for rank in range(len(tokenizer.merges))]


def boundary_crossers(tokenizer: BPETokenizer) -> list[bytes]:
    """The learned tokens that reach across a word boundary, in the order in which they were learned.

    They hold a space that is neither among their first nor among their last characters.
    """
    return [token for token in learned_tokens(tokenizer) if b" " in token.strip(b" ")]


def longest_first(tokens: Iterable[bytes]) -> list[bytes]:
    """The tokens by falling length in bytes, equal lengths in the order of their bytes."""
    return sorted(tokens, key=lambda token: (-len(token), token))


def tokens_gained(tokenizer: BPETokenizer, over: BPETokenizer) -> list[bytes]:
    """The learned tokens of one tokenizer that the other has not, longest first."""
    return longest_first(set(learned_tokens(tokenizer)) - set(learned_tokens(over)))


def learned_and_used(tokenizer: BPETokenizer, text: str) -> int:
    """How many of the learned tokens stand in the encoding of a text."""
    return sum(token_id >= tokenizer.first_merged for token_id in set(tokenizer.encode(text)))


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
