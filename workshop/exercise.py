"""What an exercise is: a question with numbers of its own, a check that names mistakes, hints, pictures."""

import math
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tokcore.alphabet import well_formed
from tokcore.limits import TokcoreError
from workshop.pictures import Picture

Values = Mapping[str, Any]
"""Input name -> what was put in; after reading, in the form in which it is compared."""

FEWEST_TRAPS = 2
_MOST_DRAWS = 400
_SPACES = str.maketrans("·␣Ġ", "   ")
_QUOTED = re.compile(
    r"\s*(?:“([^“”]+)[”“]|„([^„“”]+)[“”]|‘([^‘’]+)’|«([^«»]+)»|\"([^\"]+)\"|'([^']+)'|`([^`]+)`)\s*"
)
_NOTHING = "Fill in every field first. This does not count as a try."
_CAPITALS = (
    "That is the answer but for capital letters, which are other tokens. Phones write them unasked: change "
    "them and check again. This does not count as a try."
)


def unquoted(text: str) -> str:
    """A text without quotation marks around all of it: sentences here write tokens so, and people do too."""
    found = _QUOTED.fullmatch(text)
    return next(filter(None, found.groups())) if found else text


# --- inputs -------------------------------------------------------------------------------------------------


class Choice(NamedTuple):
    """One of a few options."""

    name: str
    label: str
    options: tuple[str, ...]

    def read(self, value: object) -> str | None:
        """The option, or None for anything else."""
        return value if isinstance(value, str) and value in self.options else None

    def same(self, left: str, right: str) -> bool:
        """Whether two answers are one."""
        return left == right


class Number(NamedTuple):
    """A number from 0 to a billion, whole when it has no `tolerance`; answers within it are the same."""

    name: str
    label: str
    tolerance: float = 0.0
    high: int = 1_000_000_000

    def read(self, value: object) -> float | None:
        """The number, or None for anything that is none or too large to be meant."""
        if isinstance(value, str):
            value = value.strip() if len(value) < 40 else ""
            value = float(value) if re.fullmatch(r"[0-9]+(\.[0-9]+)?", value) else None
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
            return None
        return float(value) if 0 <= value <= self.high else None

    def same(self, left: float, right: float) -> bool:
        """Whether two answers are one."""
        return math.isclose(left, right, rel_tol=0, abs_tol=self.tolerance + 1e-9)


class Text(NamedTuple):
    """A text of one line, or of several with `rows`; up to `limit` characters.

    `reads` is "plain", "token" (a space may be written ·) or "tokens" (| or spaces between them); quotation
    marks around tokens do not count.
    """

    name: str
    label: str
    limit: int = 60
    reads: str = "plain"
    rows: int = 1
    start: str = ""

    def read(self, value: object) -> str | tuple[str, ...] | None:
        """The text, the token or the tokens; None for nothing at all, or for too much."""
        if not isinstance(value, str) or len(value) > self.limit:
            return None
        value = well_formed(value)
        if self.reads == "tokens":
            parts = re.split(r"[\s|·,]+", unquoted(value))
            return tuple(unquoted(part) for part in parts if part) or None
        if self.reads == "token":
            value = unquoted(value).translate(_SPACES)
        return value or None

    def same(self, left: object, right: object) -> bool:
        """Whether two answers are one."""
        return left == right


Input = Choice | Number | Text


def _too_long(one: Input, value: object) -> bool:
    return isinstance(one, Text) and isinstance(value, str) and len(value) > one.limit


def pair(first: str = "First token", second: str = "Second token") -> tuple[Text, Text]:
    """The inputs of a pair of tokens."""
    return Text("left", first, 24, "token"), Text("right", second, 24, "token")


# --- tasks --------------------------------------------------------------------------------------------------


class Trap(NamedTuple):
    """A wrong answer that is known by its reason: the `values` that differ, and a sentence about them."""

    name: str
    values: Values
    sentence: str


class Feedback(NamedTuple):
    """What comes of an answer; `counts` is False when it was none yet, or could not be worked out."""

    right: bool
    sentence: str
    misconception: str | None = None
    counts: bool = True


@dataclass(frozen=True)
class Task:
    """One exercise with its numbers.

    `right` is the answer, or a possible one when there are many: then `judge` says whether another is right.
    `because` says why it is. `hints` go from a nudge to nearly the answer. `given` is shown with the
    question, `shown` explains the answer. `code` are lines whose last value is `result`. `otherwise` makes a
    sentence of a wrong answer that no trap knows. `yours` draws what an answer does, where many are right.
    """

    question: str
    inputs: tuple[Input, ...]
    right: Values
    because: str
    traps: tuple[Trap, ...]
    hints: tuple[str, str, str]
    given: tuple[Picture, ...]
    shown: tuple[Picture, ...]
    code: str
    result: Any
    otherwise: Callable[[Values], str]
    judge: Callable[[Values], Feedback] | None = None
    yours: Callable[[Values], tuple[Picture, ...]] | None = None

    def read(self, answer: Values) -> dict[str, Any] | None:
        """The answer as it is compared, or None while something is missing."""
        values = {one.name: one.read(answer.get(one.name)) for one in self.inputs}
        return None if any(value is None for value in values.values()) else values

    def matches(self, values: Values, wanted: Values) -> bool:
        """Whether the values have everything that is wanted."""
        return all(one.same(values[one.name], wanted[one.name]) for one in self.inputs if one.name in wanted)

    def check(self, answer: Values) -> Feedback:
        """Whether an answer is right, and a sentence that says why not. Never raises, whatever is typed."""
        values = self.read(answer)
        if values is None:
            long = next((one for one in self.inputs if _too_long(one, answer.get(one.name))), None)
            sentence = (
                f"“{long.label}” takes up to {long.limit} characters: shorten it." if long else _NOTHING
            )
            return Feedback(False, sentence, counts=False)
        if self.judge:
            try:
                return self.judge(values)
            except TokcoreError as error:
                return Feedback(False, str(error), counts=False)
        if self.matches(values, self.right):
            return Feedback(True, self.because)
        for trap in self.traps:
            if self.matches(values, trap.values):
                return Feedback(False, trap.sentence, trap.name)
        if self.matches(self._small(values), self._small(self.right)):
            return Feedback(False, _CAPITALS, counts=False)
        return Feedback(False, self.otherwise(values))

    def _small(self, values: Values) -> dict[str, Any]:
        """The values with every token in small letters."""
        tokens = {one.name for one in self.inputs if isinstance(one, Text) and one.reads != "plain"}
        return {
            name: (tuple(map(str.lower, value)) if isinstance(value, tuple) else value.lower())
            if name in tokens
            else value
            for name, value in values.items()
        }

    def distinct(self) -> "Task":
        """The task without traps that are the right answer, or the same as an earlier trap."""
        if self.judge:
            return self
        kept: list[Trap] = []
        for trap in self.traps:
            whole = {**self.right, **trap.values}
            if not self.matches(whole, self.right) and not any(self.matches(whole, k.values) for k in kept):
                kept.append(trap)
        return replace(self, traps=tuple(kept))


@dataclass(frozen=True)
class Kind:
    """A kind of exercise: where it is studied, how long it takes, the misconceptions that it knows by name.

    `draw` makes a task from a source of chance, or None when the numbers drawn make no good one.
    """

    key: str
    title: str
    page: str
    minutes: int
    names: tuple[str, ...]
    draw: Callable[[random.Random], Task | None]

    def make(self, seed: str) -> Task:
        """The task of a seed, the same on every machine."""
        chance = random.Random(f"{self.key}/{seed}")
        for _ in range(_MOST_DRAWS):
            task = self.draw(chance)
            if task and len((task := task.distinct()).traps) >= FEWEST_TRAPS:
                return task
        raise RuntimeError(f"No task of the kind {self.key} in {_MOST_DRAWS} draws for the seed {seed!r}.")


# --- sentences ----------------------------------------------------------------------------------------------


def too_far(task_right: float, thing: str, name: str = "count") -> Callable[[Values], str]:
    """A sentence for a wrong number: whether it is too high or too low."""

    def sentence(values: Values) -> str:
        where = "too many" if values[name] > task_right else "too few"
        near = " You are close." if abs(values[name] - task_right) <= 1 else ""
        return f"That is {where} {thing}.{near} A hint may help."

    return sentence


def quoted(token: str | bytes) -> str:
    """A token in a sentence, with a mark for every space."""
    text = token.decode("utf-8", "backslashreplace") if isinstance(token, bytes) else token
    return f"“{text.replace(' ', '·')}”"


def listed(tokens: Sequence[str | bytes]) -> str:
    """Tokens in a sentence, with a bar between them."""
    return " | ".join(quoted(token)[1:-1] for token in tokens)
