"""Text that does not come back from its own ids, and why.

A vocabulary that lacks a byte drops it without a word, which takes all of a character or leaves a part
of it. Half a surrogate pair, which a Python string can hold, is no character and cannot stand in UTF-8,
so every tokenizer here reads it as U+FFFD, the replacement character.
"""

from itertools import groupby
from typing import NamedTuple

import regex

from tokcore.alphabet import well_formed
from tokcore.tokenizer import BPETokenizer

SURROGATES = range(0xD800, 0xE000)
"""The code points that are no characters: halves of pairs in UTF-16."""


class Loss(NamedTuple):
    """A character that does not come back: its `place` and what it is, what stands there afterwards, and the
    bytes that the vocabulary lacks, which are none for a lone surrogate."""

    place: int
    character: str
    becomes: str
    missing: bytes


def losses(tokenizer: BPETokenizer, text: str) -> list[Loss]:
    """The characters of the text that its own ids do not give back, in their order; none in most cases.

    Half a surrogate pair is no character and cannot stand in UTF-8, so every tokenizer reads it as U+FFFD.
    Bytes that a vocabulary lacks are dropped, which takes all of a character or leaves a part that is none.
    """
    found = []
    for match in _CHARACTER.finditer(text):
        character = match[0]
        read = well_formed(character).encode()
        missing = bytes(byte for byte in read if byte in tokenizer.missing_bytes)
        becomes = read.translate(None, missing).decode("utf-8", "replace")
        if becomes != character and (missing or len(character) == 1):
            found.append(Loss(match.start(), character, becomes, missing))
    return found


_CHARACTER = regex.compile(r"[\ud800-\udbff][\udc00-\udfff]|.", regex.DOTALL)
"""A character, or the two halves of one."""


class Gap(NamedTuple):
    """Code points from `first` to `last` of which none comes back, for want of the bytes `missing`."""

    first: int
    last: int
    missing: bytes


def gaps(tokenizer: BPETokenizer) -> list[Gap]:
    """The characters of Unicode that a vocabulary cannot write, in ranges with the same bytes missing."""
    if not tokenizer.missing_bytes:
        return []
    found: list[tuple[bytes, int]] = []
    for point in range(0x110000):
        if point not in SURROGATES:
            missing = bytes(byte for byte in chr(point).encode() if byte in tokenizer.missing_bytes)
            found += [(missing, point)] if missing else []
    # Neighbours have the same distance from their places in the list.
    runs = groupby(enumerate(found), key=lambda entry: (entry[1][0], entry[1][1] - entry[0]))
    ranges = []
    for (missing, _), run in runs:
        points = [point for _, (_, point) in run]
        ranges.append(Gap(points[0], points[-1], missing))
    return ranges
