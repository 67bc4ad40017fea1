r"""What a chunk may hold: a pattern's alternatives read as machines that are asked for characters in a row.

A chunk is a match of one alternative. Read without its look-aheads, an alternative is a row of character
classes with repeats, and whether any match of it has given characters side by side is a question about
those classes alone. So "no chunk holds these" is proved for every text there is, without trying any. The
answer "could hold" is no proof of anything: look-aheads, greed and earlier alternatives may still forbid it.
"""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from tokcore.pretokenize import Pattern

PART = "\udfff"
"""Stands among characters for one of which only some bytes are known (no text holds a lone surrogate)."""

_ITEM = re.compile(r"\[(?:\\p\{\w+\}|\\.|[^\]\\])*\]|\\p\{\w+\}|\\[^Z]|[^\\()\[\]|?*+{}.^$]", re.DOTALL)
_TIMES = re.compile(r"[?*+]|\{(\d+),(\d+)\}")
_GROUPS = {"(?!": None, "(?i:": True, "(?:": False}
_REMEMBERED = 1 << 12


class _Part(NamedTuple):
    """A piece of an expression: may it be empty, and the places it may begin and end with, as bits."""

    empty: bool
    first: int
    last: int


_NOTHING = _Part(True, 0, 0)


class Machine:
    """One alternative: a class of characters at every place, and which places may follow which.

    Raises ValueError for an expression with anything but classes, groups, `|`, repeats and look-aheads.
    """

    def __init__(self, expression: str, engine: str):
        self._source, self._at = expression, 0
        self._classes: list[Pattern] = []
        self._follow: list[int] = []
        self._engine = engine
        self._whole = self._either(fold=False)
        if self._at < len(expression):
            raise ValueError(f"{expression!r} cannot be read from character {self._at} on")
        self._live = self._whole.first  # the places of look-aheads are not among these
        while (more := self._live | self._after(self._live)) != self._live:
            self._live = more
        self._accepts = lru_cache(_REMEMBERED)(self._accepting)

    def holds(self, characters: str, dropped: str = "") -> bool:
        """Whether a match may have these characters in a row, with `dropped` ones anywhere between."""
        places = self._live & self._accepts(characters[0])
        for character in characters[1:]:
            places = self._after(self._passing(places, dropped)) & self._accepts(character)
        return bool(places)

    def is_whole(self, characters: str) -> bool:
        """Whether a match may be exactly these characters."""
        places = self._whole.first & self._accepts(characters[0])
        for character in characters[1:]:
            places = self._after(places) & self._accepts(character)
        return bool(places & self._whole.last)

    def _passing(self, places: int, dropped: str) -> int:
        """These places and those reached from them over dropped characters."""
        while dropped:
            onward = self._after(places)
            more = places
            for character in dropped:
                more |= onward & self._accepts(character)
            if more == places:
                break
            places = more
        return places

    def _accepting(self, character: str) -> int:
        if character == PART:
            return self._live
        has = (kind.cut(character) == [character] for kind in self._classes)
        return sum(1 << place for place, found in enumerate(has) if found)

    def _after(self, places: int) -> int:
        reached, place = 0, 0
        while places:
            if places & 1:
                reached |= self._follow[place]
            places, place = places >> 1, place + 1
        return reached

    # --- reading the expression ---------------------------------------------------------------------------

    def _either(self, fold: bool) -> _Part:
        whole = self._row(fold)
        while self._source.startswith("|", self._at):
            self._at += 1
            other = self._row(fold)
            whole = _Part(whole.empty or other.empty, whole.first | other.first, whole.last | other.last)
        return whole

    def _row(self, fold: bool) -> _Part:
        row = _NOTHING
        while self._at < len(self._source) and self._source[self._at] not in "|)":
            row = self._joined(row, self._repeated(fold))
        return row

    def _joined(self, left: _Part, right: _Part) -> _Part:
        self._link(left.last, right.first)
        return _Part(
            left.empty and right.empty,
            left.first | right.first * left.empty,
            right.last | left.last * right.empty,
        )

    def _link(self, from_places: int, to_places: int) -> None:
        for place in range(from_places.bit_length()):
            if from_places >> place & 1:
                self._follow[place] |= to_places

    def _repeated(self, fold: bool) -> _Part:
        start = self._at
        part = self._atom(fold)
        if not (times := _TIMES.match(self._source, self._at)):
            return part
        if times[1]:
            least, most = int(times[1]), int(times[2])
            part = part._replace(empty=part.empty or least == 0)
            for copy in range(1, most):
                self._at = start
                further = self._atom(fold)
                part = self._joined(part, further._replace(empty=further.empty or copy >= least))
        elif times[0] == "?":
            part = part._replace(empty=True)
        else:
            self._link(part.last, part.first)
            part = part._replace(empty=part.empty or times[0] == "*")
        self._at = times.end()
        return part

    def _atom(self, fold: bool) -> _Part:
        for opening, folds in _GROUPS.items():
            if self._source.startswith(opening, self._at):
                self._at += len(opening)
                inside = self._either(fold or bool(folds))
                self._at += 1
                return _NOTHING if folds is None else inside
        if self._source.startswith(r"\Z", self._at):
            self._at += 2
            return _NOTHING
        if not (item := _ITEM.match(self._source, self._at)):
            raise ValueError(f"{self._source!r} cannot be read from character {self._at} on")
        self._at = item.end()
        kind = f"(?i:{item[0]})" if fold else item[0]
        place = len(self._classes)
        self._classes.append(Pattern(kind, ((kind, kind),), self._engine))
        self._follow.append(0)
        return _Part(False, 1 << place, 1 << place)


@cache
def _machines(pattern: Pattern) -> tuple[Machine, ...]:
    """The alternatives of a published pattern."""
    return tuple(Machine(expression, pattern.engine) for _, expression in pattern.alternatives)


def could_hold(pattern: Pattern, characters: str, dropped: str = "") -> bool:
    """False only when no chunk of any text has these characters (or PART) in a row.

    `dropped` are characters that may stand between them unseen. A pattern that a person wrote leaves what it
    does not match as chunks too, so nothing is proved about it, nor about text that is one chunk.
    """
    if not pattern.engine or not characters:
        return True
    return any(machine.holds(characters, dropped) for machine in _machines(pattern))


def could_be(pattern: Pattern, characters: str) -> bool:
    """False only when no chunk of any text is exactly these characters."""
    if PART in characters:
        return False
    return not pattern.engine or any(machine.is_whole(characters) for machine in _machines(pattern))


def smallest_missing(pattern: Pattern, characters: str, dropped: str = "") -> tuple[int, int] | None:
    """The shortest run [start, end) of these characters that no chunk holds, the first of equals, or None."""
    if could_hold(pattern, characters, dropped):
        return None
    for size in range(1, len(characters) + 1):
        for start in range(len(characters) - size + 1):
            if not could_hold(pattern, characters[start : start + size], dropped):
                return start, start + size
    return None
