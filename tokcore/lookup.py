"""A vocabulary as a list to search: which tokens hold these bytes, how long, in which script, of which kind.

Also what the list says about itself: in which order its bytes stand, and how long the tokens are that early
and late merges make.
"""

import re
import unicodedata
from array import array
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from statistics import quantiles
from typing import NamedTuple

import regex

from tokcore import languages
from tokcore.limits import TokcoreError, VocabularyError
from tokcore.tokenizer import BPETokenizer
from tokcore.words import WordBPE


class QueryError(TokcoreError):
    """A query whose backslashes stand for no bytes."""


KINDS = ("single", "merged", "special", "part")
"""What a token can be: a unit that merges start from (a byte, or a character or the end mark of a word
tokenizer), made by a merge, or special; "part" are those whose bytes are not whole characters, single or
merged."""

PLACES: dict[str, Callable[[bytes, bytes], bool]] = {
    "anywhere": bytes.__contains__,
    "start": bytes.startswith,
    "end": bytes.endswith,
    "whole": bytes.__eq__,
}
"""Where in a token the bytes may stand."""

UNITS = ("characters", "bytes")
OTHER, NO_LETTERS = "other letters", "no letters"
SCRIPTS = (*languages.SCRIPTS, "Oriya", OTHER, NO_LETTERS)
"""Scripts by their Unicode names; OTHER are letters and marks of none of them, such as µ and ー."""

_ESCAPE = re.compile(r"\\(?:([ntr\\])|x([0-9a-fA-F]{2})|(.?.?.?))", re.DOTALL)
_NAMED = {"n": b"\n", "t": b"\t", "r": b"\r", "\\": b"\\"}
_SCRIPT = regex.compile("|".join(rf"(\p{{Script={name}}})" for name in SCRIPTS[:-2]))
_LATIN = re.compile(b"[A-Za-z]")


def read_bytes(written: str) -> bytes:
    r"""The bytes that a query stands for: its UTF-8, with \n, \t, \r, \\ and \xNN for single bytes.

    Raises QueryError for any other backslash.
    """

    def read(found: re.Match) -> bytes:
        named, number, unknown = found.groups()
        if unknown is not None:
            raise QueryError(
                f"A backslash begins \\n, \\t, \\r, \\\\ or \\x with two hexadecimal digits; {found[0]!r} is "
                "none of them. Write \\\\ for a backslash itself."
            )
        return _NAMED[named] if named else bytes([int(number, 16)])

    parts, done = [], 0
    for found in _ESCAPE.finditer(written):
        parts += [written[done : found.start()].encode(), read(found)]
        done = found.end()
    return b"".join([*parts, written[done:].encode()])


class Entry(NamedTuple):
    """A token as the list has it. `data` are its bytes, a special's or a word tokenizer's those of its
    characters; `kind` is one of KINDS but "part"; `rank` counts merges from 0 and is None for what no merge
    made; `characters` is None for bytes that are not whole characters."""

    token_id: int
    data: bytes
    kind: str
    rank: int | None
    characters: int | None
    scripts: frozenset[str]


class Lookup:
    """The tokens of a tokenizer, specials among them, in the order of their ids.

    What a search needs is worked out when first asked for and kept with this object.
    """

    def __init__(self, tokenizer: BPETokenizer | WordBPE):
        self._tokenizer = tokenizer
        if isinstance(tokenizer, BPETokenizer):
            first = tokenizer.first_id
            own = range(first, first + tokenizer.vocab_size)
            self._specials = frozenset(tokenizer.specials.values())
            self.ids: Sequence[int] = sorted(self._specials.union(own))
        else:
            self._specials = frozenset({tokenizer.unknown_id})
            self.ids = range(tokenizer.unknown_id + 1)
        self._data = [content(tokenizer, token_id) for token_id in self.ids]

    def __len__(self) -> int:
        return len(self.ids)

    def entry(self, token_id: int) -> Entry:
        """One token with everything that can be searched for. Raises UnknownTokenError."""
        data = content(self._tokenizer, token_id)
        kind = self._kind(token_id)
        rank = token_id - self._tokenizer.first_merged if kind == "merged" else None
        count = _characters(data)
        return Entry(token_id, data, kind, rank, None if count < 0 else count, scripts_of(data))

    def search(
        self,
        data: bytes = b"",
        where: str = "anywhere",
        any_case: bool = False,
        kind: str | None = None,
        script: str | None = None,
        unit: str = "characters",
        shortest: int = 0,
        longest: int | None = None,
    ) -> list[int]:
        """The ids of the tokens that hold `data` and are what else is asked for, in rising order.

        `where` is one of PLACES, `kind` of KINDS, `script` of SCRIPTS. `any_case` takes capital and small
        letters for the same, unless `data` is no whole text. Lengths count `unit`, one of UNITS; a token that
        is not whole characters has no length in characters. Raises VocabularyError for another word.
        """
        for value, known in ((where, PLACES), (kind, KINDS), (script, SCRIPTS), (unit, UNITS)):
            if value is not None and value not in known:
                raise VocabularyError(
                    f"Tokens cannot be searched by {value!r}; there are {', '.join(known)}."
                )
        found: Sequence[int] = range(len(self.ids))
        if data:
            alike = any_case and _characters(data) >= 0
            needle, stack = (_small(data), self._small) if alike else (data, self._data)
            if where == "anywhere":  # the common case, in the fastest form
                found = [place for place, token in enumerate(stack) if needle in token]
            else:
                test = PLACES[where]
                found = [place for place, token in enumerate(stack) if test(token, needle)]
        if kind == "part":
            found = [place for place in found if self._lengths[place] < 0]
        elif kind:
            found = [place for place in found if self._kind(self.ids[place]) == kind]
        if script:
            found = [place for place in found if script in self._scripts[place]]
        if shortest > 0 or longest is not None:
            most = float("inf") if longest is None else longest
            if unit == "bytes":
                found = [place for place in found if shortest <= len(self._data[place]) <= most]
            else:
                least = max(shortest, 0)
                found = [place for place in found if least <= self._lengths[place] <= most]
        return [self.ids[place] for place in found]

    def _kind(self, token_id: int) -> str:
        if token_id in self._specials:
            return "special"
        return "merged" if token_id >= self._tokenizer.first_merged else "single"

    @cached_property
    def _small(self) -> list[bytes]:
        return list(map(_small, self._data))

    @cached_property
    def _lengths(self) -> array:
        return array("i", map(_characters, self._data))

    @cached_property
    def _scripts(self) -> list[frozenset[str]]:
        seen: dict[frozenset[str], frozenset[str]] = {}  # one object for each combination
        return [seen.setdefault(found, found) for found in map(scripts_of, self._data)]


def content(tokenizer: BPETokenizer | WordBPE, token_id: int) -> bytes:
    """A token's bytes; of a word tokenizer's token those of its characters, without the end mark."""
    if isinstance(tokenizer, BPETokenizer):
        return tokenizer.token_bytes(token_id)
    return tokenizer.spelling(token_id)[0].encode()


def _characters(data: bytes) -> int:
    """How many characters the bytes are, -1 when they are not whole ones."""
    try:
        return len(data if data.isascii() else data.decode())
    except UnicodeDecodeError:
        return -1


def _small(data: bytes) -> bytes:
    """The bytes with every whole character in lower case, the same object where none changes."""
    if data.isascii():
        small = data.lower()
    else:
        small = data.decode(errors="surrogateescape").lower().encode(errors="surrogateescape")
    return data if small == data else small


def scripts_of(data: bytes) -> frozenset[str]:
    """The scripts, of SCRIPTS, in which the bytes have letters or marks; parts of characters count for none.

    A token may have several; one without letters has NO_LETTERS alone.
    """
    if data.isascii():
        return _ONLY_LATIN if _LATIN.search(data) else _NONE
    found = {_script_of(character) for character in set(data.decode(errors="ignore"))} - {None}
    return frozenset(found) if found else _NONE


_ONLY_LATIN, _NONE = frozenset({"Latin"}), frozenset({NO_LETTERS})


@lru_cache(maxsize=32_768)
def _script_of(character: str) -> str | None:
    if not unicodedata.category(character).startswith(("L", "M")):
        return None
    match = _SCRIPT.match(character)
    return SCRIPTS[match.lastindex - 1] if match else OTHER


# --- what the list says about itself ------------------------------------------------------------------------


class ByteRun(NamedTuple):
    """Neighbouring byte values `first` to `last` whose ids rise with them from `first_id`; None: no ids."""

    first: int
    last: int
    first_id: int | None


def byte_runs(tokenizer: BPETokenizer) -> list[ByteRun]:
    """The map from bytes to ids in as few runs as it has: one, from id 0, when every byte is its own id."""
    runs: list[ByteRun] = []
    for byte, token_id in enumerate(tokenizer.byte_ids):
        first, _, first_id = runs[-1] if runs else (byte, byte, -1)
        if token_id == (None if first_id is None else first_id + byte - first):
            runs[-1] = ByteRun(first, byte, first_id)
        else:
            runs.append(ByteRun(byte, byte, token_id))
    return runs


class Lengths(NamedTuple):
    """The tokens of merges `first` to `last` (ranks): how many have a length, its deciles 1 and 9, quartiles
    and median, and the longest. The figures are None where no token has one."""

    first: int
    last: int
    tokens: int
    low: float | None
    lower: float | None
    median: float | None
    upper: float | None
    high: float | None
    longest: int | None


def lengths_by_rank(
    tokenizer: BPETokenizer | WordBPE, unit: str = "bytes", first_group: int = 256
) -> list[Lengths]:
    """How long learned tokens are: in the first `first_group` merges, then in as many again at every step.

    Lengths count `unit`, one of UNITS; an end mark counts for nothing, and a token that is not whole
    characters has no length in them. Quantiles include the ends (linear between neighbours).
    """
    first, groups, start = tokenizer.first_merged, [], 0
    end_id = (
        tokenizer.first_id + tokenizer.vocab_size
        if isinstance(tokenizer, BPETokenizer)
        else tokenizer.unknown_id
    )
    measure = len if unit == "bytes" else _characters
    while start < end_id - first:
        end = min(end_id - first, max(first_group, 2 * start))
        lengths = [measure(content(tokenizer, first + rank)) for rank in range(start, end)]
        groups.append(Lengths(start, end - 1, *_spread(sorted(length for length in lengths if length >= 0))))
        start = end
    return groups


def _spread(lengths: list[int]) -> tuple:
    if not lengths:
        return 0, *[None] * 6
    cuts = quantiles(lengths * 2 if len(lengths) == 1 else lengths, n=20, method="inclusive")
    return len(lengths), *(cuts[place] for place in (1, 4, 9, 14, 17)), lengths[-1]
