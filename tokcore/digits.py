"""Numbers as tokens: how a run of digits is cut, and what the cuts do to the columns of a sum.

A digit's place is how many digits stand to its right in its number: 0 for the ones, 1 for the tens. A cut is
named by its place too: how many digits stand to its right. A rule here works on one run of digits, which is
how the patterns of gpt2, cl100k_base, o200k_base and smollm2 hand numbers over: no sign is joined to them.
Chunks from the right are cut in code, because as a look-ahead pattern they take quadratic time.
"""

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from tokcore.limits import PATTERN_SECONDS, PatternError, TokcoreError, require_at_most
from tokcore.pretokenize import UNMATCHED, as_pattern
from tokcore.published import load
from tokcore.sweep import RARE_BELOW
from tokcore.tokenizer import BPETokenizer

Pieces = tuple[str, ...]
Cut = Callable[[str], Pieces]
"""From a run of digits to its pieces; a separator that a rule writes is a piece of its own."""

MOST_DIGITS, MOST_NUMBERS = 12, 4
SEPARATOR = ","
UP_TO = 10_000
ADDITIONS = 1_000
_NAMES = ("ones", "tens", "hundreds")
_POWERS = ("", "thousands", "millions", "billions", "trillions")


class NumbersError(TokcoreError):
    """A text that is neither a whole number nor an addition of whole numbers."""


# --- rules ------------------------------------------------------------------------------------------------


def single_digits(run: str) -> Pieces:
    """Every digit a piece."""
    return tuple(run)


def from_left(run: str, size: int = 3) -> Pieces:
    """Pieces of `size` digits from the left; the last one may be shorter."""
    return tuple(run[start : start + size] for start in range(0, len(run), size))


def from_right(run: str, size: int = 3) -> Pieces:
    """Pieces of `size` digits from the right; the first one may be shorter."""
    first = len(run) % size
    return tuple(filter(None, (run[:first], *from_left(run[first:], size))))


def with_separators(run: str) -> Pieces:
    """Pieces of three digits from the right, and the separators that are written between them."""
    first, *others = from_right(run) or ("",)
    return (first, *(piece for group in others for piece in (SEPARATOR, group)))


class Rule(NamedTuple):
    """A way to cut every run of digits, and in one sentence what it costs."""

    cut: Cut
    drawback: str


RULES = {
    "single digits": Rule(
        single_digits, "Long: a number costs as many tokens as it has digits, and so does every answer."
    ),
    "up to three from the left": Rule(
        from_left,
        "The pieces start at the wrong end: in numbers of different length the same token counts hundreds "
        "here and tens or ones there.",
    ),
    "three from the right": Rule(
        from_right,
        "Where the first cut falls depends on how long the number is, so the whole number must be known "
        "before it can be cut. A number written digit by digit moves its cuts.",
    ),
    "with separators": Rule(
        with_separators,
        "The text changes and grows by a token for each separator; years, codes and decimals are not "
        "written this way, and languages disagree on the sign.",
    ),
}


def by_tokenizer(tokenizer: BPETokenizer) -> Cut:
    """How a tokenizer cuts a run of digits."""
    return lambda run: tuple(tokenizer.token_bytes(token_id).decode() for token_id in tokenizer.encode(run))


def by_pattern(source: str) -> Cut:
    """A rule of one's own as a regular expression, each match a piece; `(?r)` searches from the right.

    What it does not match stays a piece. Raises PatternError or LimitError as `as_pattern` does.
    """
    pattern = as_pattern(source)
    return lambda run: tuple(pattern.cut(run))


def matches(source: str, runs: Iterable[str]) -> bool:
    """Whether a rule of one's own matches anything in these runs; errors as in `by_pattern`."""
    pattern = as_pattern(source)
    return any(chunk.rule != UNMATCHED for run in runs for chunk in pattern.chunks(run))


def cut_of(name: str) -> Cut:
    """The rule of that name, or the cuts of the published tokenizer of that name."""
    return RULES[name].cut if name in RULES else by_tokenizer(load(name))


# --- one number, one sum ----------------------------------------------------------------------------------


class Prompt(NamedTuple):
    """Whole numbers that stand in a text, as written, and the digits of their sum (None for one number)."""

    numbers: tuple[str, ...]
    total: str | None

    @property
    def rows(self) -> tuple[str, ...]:
        """The numbers and, when there are several, their sum."""
        return (*self.numbers, self.total) if self.total else self.numbers

    @property
    def text(self) -> str:
        """The numbers as a prompt, without spaces."""
        return "+".join(self.numbers) + ("=" if self.total else "")


def read_prompt(text: str) -> Prompt:
    """The number or addition that a text holds, such as `12345678` or `123+456=`; spaces are ignored.

    Raises NumbersError for anything else, LimitError above MOST_DIGITS digits or MOST_NUMBERS numbers.
    """
    found = re.fullmatch(r"([0-9]+(?:\+[0-9]+)*)=?", re.sub(r"\s", "", text))
    if not found:
        raise NumbersError(
            "Write a whole number or an addition of whole numbers, with the digits 0 to 9 and the sign +, "
            "for example 12345678 or 1234+5678="
        )
    numbers = tuple(found[1].split("+"))
    require_at_most(len(numbers), MOST_NUMBERS, "numbers in one sum")
    require_at_most(max(map(len, numbers)), MOST_DIGITS, "digits in one number")
    return Prompt(numbers, str(sum(map(int, numbers))) if len(numbers) > 1 else None)


def place_name(place: int) -> str:
    """The name of a place: ones, tens, hundreds, thousands, ten thousands, ..."""
    power, within = divmod(place, 3)
    if not power:
        return _NAMES[within]
    return ("", "ten ", "hundred ")[within] + _POWERS[power]


def places(pieces: Pieces) -> list[tuple[int, int]]:
    """The (highest, lowest) place of every piece of digits, in order; separators have none."""
    groups = [piece for piece in pieces if piece != SEPARATOR]
    left, found = sum(map(len, groups)), []
    for piece in groups:
        left -= len(piece)
        found.append((left + len(piece) - 1, left))
    return found


def cuts(pieces: Pieces) -> frozenset[int]:
    """The cuts between pieces, each as the number of digits to its right."""
    return frozenset(lowest for _, lowest in places(pieces)[:-1])


def out_of_line(rows: Sequence[Pieces]) -> list[frozenset[int]]:
    """For each number of a sum, its cuts that another number with digits on both sides does not have.

    A cut is in line when every number long enough is cut at the same place.
    """
    lengths = [sum(len(piece) for piece in row if piece != SEPARATOR) for row in rows]
    made = [cuts(row) for row in rows]
    return [
        frozenset(
            cut
            for cut in own
            if any(cut < length and cut not in other for other, length in zip(made, lengths))
        )
        for own in made
    ]


def sharing_a_token(pieces: Pieces) -> list[str]:
    """The places that each piece holds, in words: `thousands to tens`, `ones`."""
    return [
        place_name(high) if high == low else f"{place_name(high)} to {place_name(low)}"
        for high, low in places(pieces)
    ]


# --- all numbers ------------------------------------------------------------------------------------------


class Survey(NamedTuple):
    """What a rule does to the numbers from 1 to `up_to`.

    `shapes` counts the different splits: lengths of the pieces of digits -> how many numbers. `pieces` counts
    every distinct piece, separators too; `tokens` is their sum. `moved` of the numbers above 9 have an
    earlier cut in another place than the same number without its last digit. `in_line` of `ADDITIONS` seeded
    random additions have no cut out of line.
    """

    up_to: int
    shapes: Counter
    pieces: Counter
    moved: int
    in_line: int

    @property
    def tokens(self) -> int:
        """Tokens of all the numbers together."""
        return self.pieces.total()

    @property
    def rare(self) -> int:
        """How many distinct pieces stand in fewer than RARE_BELOW of the numbers."""
        return sum(count < RARE_BELOW for count in self.pieces.values())

    @property
    def moved_share(self) -> float:
        """The share, from 0 to 1, of the numbers above 9 whose earlier cuts the last digit moves."""
        return self.moved / (self.up_to - 9)


def survey(cut: Cut, up_to: int = UP_TO) -> Survey:
    """Cut every number from 1 to `up_to` (at least 10) and some sums of theirs.

    Raises PatternError when a person's own pattern takes too long over them.
    """
    deadline = time.monotonic() + PATTERN_SECONDS
    shapes, pieces, moved, earlier = Counter(), Counter(), 0, {}
    for number in range(1, up_to + 1):
        if time.monotonic() > deadline:
            raise PatternError(f"This rule took more than {PATTERN_SECONDS:g} seconds and was stopped.")
        split = cut(str(number))
        lengths = tuple(len(piece) for piece in split if piece != SEPARATOR)
        shapes[lengths] += 1
        pieces.update(split)
        ends = earlier[number] = _inner_ends(lengths)
        if number > 9:
            before = sum(lengths) - 1
            moved += {end for end in ends if end < before} != earlier[number // 10]
    chance = random.Random(0)
    pairs = [(chance.randint(1, up_to), chance.randint(1, up_to)) for _ in range(ADDITIONS)]
    in_line = sum(not any(out_of_line([cut(str(a)), cut(str(b)), cut(str(a + b))])) for a, b in pairs)
    return Survey(up_to, shapes, pieces, moved, in_line)


def _inner_ends(lengths: tuple[int, ...]) -> set[int]:
    ends, done = set(), 0
    for length in lengths[:-1]:
        done += length
        ends.add(done)
    return ends


@lru_cache(maxsize=16)
def survey_of(name: str) -> Survey:
    """The survey of a named rule or a published tokenizer, made once and remembered."""
    return survey(cut_of(name))
