"""What a person did with the exercises: a score, and a result file to hand in, read back with sentences."""

import csv
import io
import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from tokcore.alphabet import well_formed
from tokcore.files import encoding_of
from tokcore.limits import MAX_RESULT_FILE_BYTES, LimitError, TokcoreError, require_at_most
from workshop.catalogue import KINDS
from workshop.exercise import Feedback
from workshop.groups import read_seed

FORMAT, VERSION = "tokenizer playground exercises", 1
MOST_RECORDS = 200
MOST_NAME = 60
_MOST = 100_000
_MOST_NAMED, _MOST_GROUPS_NAMED = 40, 3
_MISSING = "-"
_COLUMNS = ("kind", "seed", "tries", "hints", "right_at", "shown", "seconds", "misconceptions")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "'")


class ResultError(TokcoreError):
    """A file that is no result file; its text says what is wrong with it."""


class Record(NamedTuple):
    """One task as it went: `right_at` is the try that was right, None when none was.

    `shown` is whether the answer was looked at first; `seconds` runs from the first sight to the last check.
    """

    kind: str
    seed: str
    tries: int = 0
    hints: int = 0
    right_at: int | None = None
    shown: bool = False
    seconds: int = 0
    misconceptions: tuple[str, ...] = ()

    @property
    def group(self) -> int:
        """The group whose numbers the task had."""
        return read_seed(self.seed)[0]

    @property
    def begun(self) -> bool:
        """Whether an answer was checked or shown: only then the task counts."""
        return bool(self.tries or self.shown)

    @property
    def state(self) -> str:
        """The record in a word or two."""
        if self.right_at == 1 and not self.hints:
            return "right at once"
        if self.right_at:
            return f"right at try {self.right_at}"
        return "answer shown" if self.shown else "begun" if self.tries or self.hints else "seen"

    def checked(self, feedback: Feedback, seconds: float) -> "Record":
        """The record after one more answer; nothing changes once it was right or the answer was shown."""
        if self.right_at or self.shown or not feedback.counts or self.tries >= _MOST:
            return self
        named = (feedback.misconception,) if feedback.misconception else ()
        return self._replace(
            tries=self.tries + 1,
            right_at=self.tries + 1 if feedback.right else None,
            seconds=min(int(seconds), _MOST),
            misconceptions=(*self.misconceptions, *named)[-20:],
        )


class Score(NamedTuple):
    """How many tasks were `begun`, solved (`right`), and solved at the `first` try."""

    begun: int
    right: int
    first: int

    @property
    def sentence(self) -> str:
        """The score as a line."""
        if not self.begun:
            return "No answer checked yet."
        return f"{self.right} of {self.begun} right, {self.first} at the first try."


def score(records: Iterable[Record]) -> Score:
    """The score of some records; a task counts once an answer was checked or shown."""
    begun = [one for one in records if one.begun]
    return Score(
        len(begun), sum(one.right_at is not None for one in begun), sum(one.right_at == 1 for one in begun)
    )


# --- writing ------------------------------------------------------------------------------------------------


class ResultFile(NamedTuple):
    """The records of one person or group, under the name that they typed, which may be empty."""

    name: str
    records: tuple[Record, ...]

    @property
    def groups(self) -> tuple[int, ...]:
        """The groups whose tasks were begun, or seen when none was begun."""
        begun = [one for one in self.records if one.begun]
        return tuple(sorted({one.group for one in begun or self.records}))

    def file_name(self, ending: str) -> str:
        """A name under which the files of a class can lie side by side: its letters and digits are harmless
        everywhere. Without a typed name some digits of the results tell it from others."""
        groups = "-".join(map(str, self.groups[:_MOST_GROUPS_NAMED]))
        letters = unicodedata.normalize("NFC", self.name)
        kept = "".join(one if unicodedata.category(one)[0] in "LMN" else " " for one in letters)
        told = "-".join(kept.split())[:_MOST_NAMED] or sha256(repr(self.records).encode()).hexdigest()[:6]
        return f"exercises-group-{groups}-{told}.{ending}"


def to_json(file: ResultFile) -> str:
    """The result file as JSON."""
    rows = [{"group": one.group, **one._asdict()} for one in file.records]
    return json.dumps(
        {"format": FORMAT, "version": VERSION, "name": file.name, "results": rows},
        ensure_ascii=False,
        indent=1,
    )


def to_csv(file: ResultFile) -> str:
    """The result file as CSV: a line for each task, with format, version, name and group on each.

    A name that a spreadsheet would take for a formula gets an apostrophe in front, which reading takes away.
    """
    name = f"'{file.name}" if file.name.startswith(_FORMULA) else file.name
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(("format", "version", "name", "group", *_COLUMNS))
    for one in file.records:
        cells = [
            "; ".join(value) if isinstance(value, tuple) else _MISSING if value is None else str(value)
            for value in one
        ]
        writer.writerow((FORMAT, VERSION, name, one.group, *cells))
    return written.getvalue()


# --- reading ------------------------------------------------------------------------------------------------


def read_results(data: bytes) -> ResultFile:
    """The result file in these bytes, JSON or CSV, also one of before groups had a column of their own.

    Raises ResultError or LimitError with a sentence.
    """
    require_at_most(len(data), MAX_RESULT_FILE_BYTES, "bytes in one result file")
    encoding = encoding_of(data)  # a spreadsheet may have saved it anew
    try:
        text = data.decode("utf-8-sig" if encoding == "utf-8" else encoding)
    except UnicodeDecodeError as error:
        named = f"not {encoding.upper()}, as its byte {error.start:,} shows"
        raise ResultError(f"This file is {named}, so it is no result file of the exercises.") from None
    found = _from_json(text) if text.lstrip().startswith("{") else _from_csv(text)
    if len(found.records) > MOST_RECORDS:
        raise LimitError(f"This file has {len(found.records):,} results; {MOST_RECORDS} are the most.")
    if not found.records:
        raise ResultError("This file has no results in it.")
    return found


def _from_json(text: str) -> ResultFile:
    try:
        file = json.loads(text)
    except (ValueError, RecursionError):
        raise ResultError("This file begins like JSON but cannot be read as JSON.") from None
    _require_format(file.get("format"), file.get("version"))
    rows = file.get("results")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ResultError("This file has no list of results.")
    records = tuple(_record(place, row, tuple) for place, row in enumerate(rows[: MOST_RECORDS + 1], 1))
    return ResultFile(_name(file.get("name", "")), records)


def _from_csv(text: str) -> ResultFile:
    try:
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
    except csv.Error as error:
        raise ResultError(f"This file is not a CSV table: {error}.") from None
    if not rows or None in rows[0] or not set(_COLUMNS) <= set(rows[0]):
        raise ResultError("This file is no result file of the exercises: its first line names other columns.")
    _require_format(rows[0].get("format"), rows[0].get("version"))
    records = tuple(_record(place, row, _split) for place, row in enumerate(rows[: MOST_RECORDS + 1], 1))
    return ResultFile(_name((rows[0].get("name") or "").removeprefix("'")), records)


def _split(cell: object) -> tuple[str, ...]:
    return tuple(cell.split("; ")) if isinstance(cell, str) else ()


def _require_format(written: object, version: object) -> None:
    if written != FORMAT:
        raise ResultError("This is no result file of the exercises: it does not say so.")
    if str(version) != str(VERSION):
        raise ResultError(f"This result file has another version than {VERSION}: take it from the same app.")


def _name(written: object) -> str:
    return " ".join(well_formed(written).split())[:MOST_NAME] if isinstance(written, str) else ""


def _record(place: int, row: Mapping[str, Any], read_names: Callable) -> Record:
    kind, seed = row.get("kind"), row.get("seed")
    if not isinstance(kind, str) or kind not in KINDS:
        raise ResultError(f"Result {place} is of a kind that there is not.")
    if read_seed(seed) is None:
        raise ResultError(f"Result {place} has no group and round that can be read.")
    right_at = row.get("right_at")
    right_at = None if right_at in (None, _MISSING) else _count(place, "right_at", right_at)
    tries = _count(place, "tries", row.get("tries"))
    if right_at is not None and not 1 <= right_at <= tries:
        raise ResultError(f"Result {place} is right at a try that was not made.")
    try:
        names = read_names(row.get("misconceptions") or ())
    except TypeError:
        names = (None,)
    if len(names) > 20 or not all(isinstance(name, str) and name in KINDS[kind].names for name in names):
        raise ResultError(f"Result {place} names a misconception that its exercise does not know.")
    return Record(
        kind,
        seed,
        tries,
        _count(place, "hints", row.get("hints"), 3),
        right_at,
        str(row.get("shown")) == "True",
        _count(place, "seconds", row.get("seconds")),
        names,
    )


def _count(place: int, what: str, value: object, most: int = _MOST) -> int:
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    if not (text.isascii() and text.isdecimal() and len(text) < 7 and int(text) <= most):
        raise ResultError(f"Result {place} has no number from 0 to {most:,} as its {what}.")
    return int(text)
