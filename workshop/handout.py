"""Tasks of several groups as plain lines: the question, what is given with it, and the answer."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from workshop.catalogue import task
from workshop.exercise import Choice, Task, Text
from workshop.groups import seed
from workshop.pictures import Columns, Source, Stages, Table

_ONE_LINE = 60
"""A given text of up to so many characters stands in a line with its label."""


class Line(NamedTuple):
    """A group's task: the question, what is given with it and its options line by line, and the answer."""

    group: int
    question: str
    given: tuple[str, ...]
    options: tuple[str, ...]
    answer: str


def lines(kind: str, groups: Sequence[int]) -> list[Line]:
    """The tasks of a kind for these groups."""
    found = []
    for group in groups:
        one = task(kind, seed(group))
        found.append(Line(group, plain(one.question), tuple(given(one)), tuple(options(one)), answer(one)))
    return found


def plain(question: str) -> str:
    """A question without the marks that make it bold or code."""
    return question.replace("**", "").replace("`", "")


def shared(questions: Sequence[str]) -> tuple[str, list[str]]:
    """What all questions say, and what each says besides; whole sentences, so that both can be read alone."""
    parts = [re.split(r"(?<=[.?!]) (?=[^a-z])", question) for question in questions]
    if len({len(sentences) for sentences in parts}) != 1:
        return "", list(questions)
    alike = [len(set(place)) == 1 for place in zip(*parts)]
    own = [" ".join(s for s, same in zip(sentences, alike) if not same) for sentences in parts]
    return " ".join(s for s, same in zip(parts[0], alike) if same), own


def given(one: Task) -> list[str]:
    """What is given with a task, as lines of plain text; a table has its columns below each other."""
    found: list[str] = []
    for picture in one.given:
        if isinstance(picture, Source):
            told = picture.text.split("\n")
            short = len(told) == 1 and len(picture.text) <= _ONE_LINE
            found += [f"{picture.label}: {picture.text}"] if short else [f"{picture.label}:", *told]
        elif isinstance(picture, Stages):
            found += [f"{name}: {cell(parts)}" for name, _, parts in picture.rows]
        elif isinstance(picture, Table):
            found += [f"{picture.label}:", *_in_columns(picture)]
        elif isinstance(picture, Columns):
            found.append(picture.prompt)
    return found


def options(one: Task) -> list[str]:
    """What can be chosen, as lines of plain text."""
    found: list[str] = []
    for asked in one.inputs:
        if isinstance(asked, Choice):
            found += [f"{asked.label}:", *(f"( ) {option}" for option in asked.options)]
    return found


def answer(one: Task, between: str = "; ") -> str:
    """The answer input by input; of many possible ones, one."""
    parts = []
    for one_input in one.inputs:
        value = one.right[one_input.name]
        if isinstance(one_input, Text) and one_input.reads == "token":
            value = value.encode()  # so that its spaces are marked
        parts.append(f"{one_input.label}: {cell(value)}" if len(one.inputs) > 1 else cell(value))
    return ("For example: " if one.judge else "") + between.join(parts)


def cell(value: object) -> str:
    """A value as it is written: spaces of tokens as ·, a bar between tokens, commas in large numbers."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace").replace(" ", "·").replace("\n", "↵")
    if isinstance(value, tuple):
        return " | ".join(map(cell, value))
    if isinstance(value, float) and value == int(value):
        return f"{int(value):,}"
    return f"{value:,}" if isinstance(value, int | float) else str(value).replace("\n", "↵")


def _in_columns(table: Table) -> Iterator[str]:
    """The rows of a table below its heads, for type in which every letter has one width."""
    rows = [table.columns, *(tuple(map(cell, row)) for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        padded = [
            value.rjust(width) if name in table.figures else value.ljust(width)
            for name, value, width in zip(table.columns, row, widths)
        ]
        yield "  ".join(padded).rstrip()
