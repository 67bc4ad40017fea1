"""Where a class struggled: the result files of many people, kind by kind, hardest first."""

import random
from collections import Counter
from collections.abc import Iterable
from statistics import median
from typing import NamedTuple

from workshop.catalogue import KINDS
from workshop.groups import seed
from workshop.results import Record, ResultFile


class Struggle(NamedTuple):
    """A kind of exercise in a class: how many `tasks` were tried, and the shares of them, 0 to 1, that were
    right at the `first` try and `right` at all; the median of `tries`, `hints` per task, and the
    misconception met most often, with how many times."""

    kind: str
    tasks: int
    first: float
    right: float
    tries: float
    hints: float
    misconception: str | None
    times: int

    @property
    def title(self) -> str:
        """The exercise by its title."""
        return KINDS[self.kind].title

    @property
    def page(self) -> str:
        """The page to revisit."""
        return KINDS[self.kind].page


def struggles(files: Iterable[ResultFile]) -> list[Struggle]:
    """Every kind that somebody tried, the one with the smallest share right at the first try first.

    A task counts once an answer was checked or shown. Of equal shares the one comes first that fewer solved
    in the end, and then the one with more tries.
    """
    by_kind: dict[str, list[Record]] = {}
    for file in files:
        for one in file.records:
            if one.begun:
                by_kind.setdefault(one.kind, []).append(one)
    return sorted(
        (_of(kind, records) for kind, records in by_kind.items()),
        key=lambda one: (one.first, one.right, -one.tries, list(KINDS).index(one.kind)),
    )


def _of(kind: str, records: list[Record]) -> Struggle:
    named = Counter(name for one in records for name in one.misconceptions)
    # The most frequent, of equals the first in the alphabet.
    name, times = min(named.items(), key=lambda item: (-item[1], item[0]), default=(None, 0))
    count = len(records)
    return Struggle(
        kind,
        count,
        sum(one.right_at == 1 for one in records) / count,
        sum(one.right_at is not None for one in records) / count,
        median(one.tries for one in records),
        sum(one.hints for one in records) / count,
        name,
        times,
    )


def example_class(people: int = 12) -> list[ResultFile]:
    """A class that is made up, to show what the table looks like before any file is there."""
    chance, kinds = random.Random("an example class"), list(KINDS.values())[:9]
    ease = {kind.key: chance.uniform(0.15, 0.9) for kind in kinds}
    files = []
    for person in range(people):
        records = []
        for kind in kinds:
            tries = 1
            while chance.random() > ease[kind.key] and tries < 4:
                tries += 1
            right = tries < 4
            names = tuple(chance.choice(kind.names[:2]) for _ in range(tries - 1))
            records.append(
                Record(
                    kind.key,
                    seed(person + 1),
                    tries,
                    min(tries - 1, 3),
                    tries if right else None,
                    False,
                    60,
                    names,
                )
            )
        files.append(ResultFile(f"group {person + 1}", tuple(records)))
    return files
