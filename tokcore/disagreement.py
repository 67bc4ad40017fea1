"""Why two tokenizers cut a text differently, place by place.

Two tokenizers disagree at a byte where one ends a token and the other does not. There are few reasons for
that: one takes a special string for a token, drops a byte, changes the text first, or ends a piece there
that no merge crosses; or both work on the same piece and their merges differ. Each is looked for in this
order, and told with the merge, the rank or the rule that it was.
"""

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

import regex

from tokcore.alphabet import well_formed
from tokcore.encoding import Span
from tokcore.measures import Difference
from tokcore.tokenizer import BPETokenizer
from tokcore.uploaded import Reading

KINDS = ("special token", "dropped byte", "normalisation", "pattern", "model", "merge")
"""What may part two tokenizers, in the order in which it is looked for."""


class Piece(NamedTuple):
    """A chunk of the text in bytes, with the name of the alternative that cut it."""

    start: int
    end: int
    rule: str


class Join(NamedTuple):
    """A merge while encoding, by the places of its two tokens: [start, cut) and [cut, end) in bytes."""

    rank: int
    start: int
    cut: int
    end: int


class Side(NamedTuple):
    """A text under one tokenizer, in bytes; what is not known (None) is left out of an explanation.

    `specials` are the spans taken as special tokens, `dropped` the places of bytes that no token stands for,
    `plain` the spans that the tokenizer gives when it leaves the text unchanged.
    """

    name: str
    spans: tuple[Span, ...]
    pieces: tuple[Piece, ...] | None
    specials: frozenset[Span]
    dropped: frozenset[int]
    tokenizer: BPETokenizer | None = None
    plain: tuple[Span, ...] | None = None
    model: str = "BPE"


class Cause(NamedTuple):
    """One disagreement: where, which of KINDS parts the two, and why, in a sentence that quotes the text."""

    difference: Difference
    kind: str
    sentence: str


class Disagreement(NamedTuple):
    """How many places two tokenizers cut differently, and the causes of the first of them."""

    places: int
    causes: list[Cause]


# --- a text under one tokenizer -------------------------------------------------------------------------


def side(tokenizer: BPETokenizer, text: str, name: str | None = None, specials: bool = False) -> Side:
    """The text under a tokenizer; with `specials`, special strings in it are their tokens."""
    text = well_formed(text)
    spans, pieces, special, done = [], [], set(), 0
    for part in _parts(tokenizer, text) if specials else [text]:
        size = len(part.encode())
        if specials and part in tokenizer.specials:
            spans.append(Span(tokenizer.specials[part], done, done + size))
            pieces.append(Piece(done, done + size, "special token"))
            special.add(spans[-1])
        else:
            spans += [Span(i, done + start, done + end) for i, start, end in tokenizer.spans(part)]
            place = done
            for chunk in tokenizer.rules.chunks(part):
                pieces.append(Piece(place, place + len(chunk.text.encode()), chunk.rule))
                place = pieces[-1].end
        done += size
    dropped = {at for at, byte in enumerate(text.encode()) if byte in tokenizer.missing_bytes}
    dropped -= {at for span in special for at in range(span.start, span.end)}
    name = name or tokenizer.name
    return Side(name, tuple(spans), tuple(pieces), frozenset(special), frozenset(dropped), tokenizer)


def _parts(tokenizer: BPETokenizer, text: str) -> list[str]:
    if not tokenizer.specials:
        return [text]
    either = "|".join(regex.escape(special) for special in sorted(tokenizer.specials, key=len, reverse=True))
    return [part for part in regex.split(f"({either})", text) if part]


def side_of_reading(reading: Reading, name: str) -> Side:
    """The text under a person's own file, as its library read it."""
    covered = {at for span in reading.found for at in range(span.start, span.end)}
    changed = reading.normalized != reading.text
    ends = (0, *reading.pieces)
    pieces = [Piece(start, end, "its pre-tokenizer") for start, end in zip(ends, ends[1:]) if start < end]
    return Side(
        name,
        reading.found,
        tuple(pieces) or None,
        frozenset(span for span in reading.found if span.token_id in reading.always),
        frozenset() if changed else frozenset(range(len(reading.text.encode()))) - covered,
        plain=reading.as_it_is if changed else None,
        model=reading.facts.model,
    )


# --- two of them ----------------------------------------------------------------------------------------


def differences(left: Sequence[Span], right: Sequence[Span]) -> list[Difference]:
    """Every place where two tokenizers' spans of one text differ, from the start; see `first_difference`."""
    ends = [{span.end for span in row} for row in (left, right)]
    shared = sorted({0, *(ends[0] & ends[1])})
    last = max(ends[0] | ends[1], default=0)
    if shared[-1] < last:
        shared.append(last)
    # Place k of `shared` ends stretch k, and each cut lies in one stretch: a text has thousands of both.
    parted = {bisect_left(shared, cut) for cut in ends[0] ^ ends[1] if cut}
    rows = [{stretch: [] for stretch in parted} for _ in (left, right)]
    for stretches, spans in zip(rows, (left, right)):
        for span in spans:
            if (stretch := bisect_left(shared, span.end)) in parted:
                stretches[stretch].append(span)
    return [
        Difference(shared[k - 1], shared[k], tuple(rows[0][k]), tuple(rows[1][k])) for k in sorted(parted)
    ]


def disagreement(left: Side, right: Side, text: str, most: int = 20) -> Disagreement:
    """Where the two sides of a text part, and why they do at the first `most` places."""
    data = well_formed(text).encode()
    found = differences(left.spans, right.spans)
    return Disagreement(len(found), [_cause(left, right, one, data) for one in found[:most]])


def _cause(left: Side, right: Side, found: Difference, data: bytes) -> Cause:
    ends = [{span.end for span in row} for row in (found.left, found.right)]
    place = min(ends[0] ^ ends[1])
    cutting, joining = (left, right) if place in ends[0] else (right, left)
    across = next((span for span in joining.spans if span.start < place < span.end), None)
    start, end = (across.start, across.end) if across else (found.start, place)
    both = ((cutting, joining), (joining, cutting))

    for one, other in both:
        for span in sorted(one.specials - other.specials, key=lambda span: span.start):
            if span.start < end and start < span.end:
                what = _quoted(data[span.start : span.end])
                said = f"{what} is one special token to {one.name} and plain text to {other.name}."
                return Cause(found, "special token", said)
    for one, _ in both:
        if lost := [at for at in range(found.start, max(end, place)) if at in one.dropped]:
            what = bytes(data[at] for at in lost).hex(" ")
            said = f"{one.name} has no token for what is here (bytes {what}) and drops it before it merges."
            return Cause(found, "dropped byte", said)
    for one, _ in both:
        if one.plain is not None and _cuts(one.spans, found) != _cuts(one.plain, found):
            said = f"{one.name} changes the text before it cuts it; without that it would cut here otherwise."
            return Cause(found, "normalisation", said)
    if wall := next((piece for piece in cutting.pieces or () if start < piece.end < end), None):
        return Cause(found, "pattern", _pattern_sentence(cutting, joining, wall, data))
    for one, _ in both:
        if one.model != "BPE":
            return Cause(found, "model", f"{one.name} does not merge: its model is {one.model}.")
    return Cause(found, "merge", _merge_sentence(cutting, joining, place, (start, end), data))


def _cuts(spans: Sequence[Span], found: Difference) -> set[int]:
    return {span.end for span in spans if found.start < span.end <= found.end}


def _pattern_sentence(cutting: Side, joining: Side, wall: Piece, data: bytes) -> str:
    after = next((piece for piece in cutting.pieces or () if piece.start == wall.end), None)
    said = f"{cutting.name} ends a piece after {_quoted(data[wall.start : wall.end])} (“{wall.rule}”)"
    if after:
        said += f" and begins another with {_quoted(data[after.start : after.end])} (“{after.rule}”)"
    said += "; no merge crosses that cut."
    if whole := next((p for p in joining.pieces or () if p.start < wall.end < p.end), None):
        said += (
            f" {joining.name} keeps {_quoted(data[whole.start : whole.end])} in one piece (“{whole.rule}”)."
        )
    return said


def _merge_sentence(cutting: Side, joining: Side, place: int, token: tuple[int, int], data: bytes) -> str:
    merging, blocking = (_joins(one, place, data) for one in (joining, cutting))
    join = next((join for join in merging or () if join.cut == place), None)
    start, end = (join.start, join.end) if join else token
    made = _quoted(data[start:end])
    how = f"{joining.name} has the token {made}"
    if join:
        left, right = _quoted(data[start:place]), _quoted(data[place:end])
        how = f"{joining.name} joins {left} and {right} to {made} (rank {join.rank:,})"
    if cutting.tokenizer is None:
        return f"{how}; {cutting.name} cuts inside it."
    known = cutting.tokenizer.token_id(data[start:end])
    if known is None:
        return f"{how}; {cutting.name} never learned {made}."
    own = known - cutting.tokenizer.first_merged
    said = f"{how}; {cutting.name} knows {made} too (rank {own:,})"
    first = next((one for one in blocking or () if one.cut in (start, end)), None)
    if first is None:
        return f"{said}, but other merges come first there."
    left, right = _quoted(data[first.start : first.cut]), _quoted(data[first.cut : first.end])
    return f"{said}, but joins {left} and {right} before it (rank {first.rank:,})."


def _joins(one: Side, place: int, data: bytes) -> list[Join] | None:
    """The merges of the piece that holds this place, in their order; None where they are not known."""
    piece = next((piece for piece in one.pieces or () if piece.start < place <= piece.end), None)
    if one.tokenizer is None or piece is None:
        return None
    own = data[piece.start : piece.end]
    try:
        (chunk,) = one.tokenizer.encode_steps(own.decode())
    except ValueError:  # too long to list its merges, or cut again when it stands alone
        return None
    kept = [piece.start + i for i, byte in enumerate(own) if byte not in one.tokenizer.missing_bytes]
    starts, joins = [*kept, piece.end], []
    for rank, at, _ in chunk.steps:
        joins.append(Join(rank, *starts[at : at + 3]))
        del starts[at + 1]
    return joins


def _quoted(data: bytes) -> str:
    """The bytes as Python writes their text, shortened, a mark alone on a circle; no text as numbers."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return f"[{data.hex(' ')}]"
    if unicodedata.category(text[:1] or " ").startswith("M"):
        text = f"◌{text}"
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
