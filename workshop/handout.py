"""Tasks of several groups on paper: each task as plain lines, and a page that prints without a network."""

from collections.abc import Sequence
from typing import NamedTuple

from workshop import paper
from workshop.catalogue import KINDS, task
from workshop.exercise import Choice, Task, Text
from workshop.groups import seed
from workshop.paper import element
from workshop.pictures import Columns, Source, Stages, Table


class Line(NamedTuple):
    """A group's task on paper: the question, what is given with it line by line, and the answer."""

    group: int
    question: str
    given: tuple[str, ...]
    answer: str


def lines(kind: str, groups: Sequence[int]) -> list[Line]:
    """The tasks of a kind for these groups."""
    found = []
    for group in groups:
        one = task(kind, seed(group))
        found.append(Line(group, plain(one.question), tuple(given(one)), answer(one)))
    return found


def plain(question: str) -> str:
    """A question without the marks that make it bold or code."""
    return question.replace("**", "").replace("`", "")


def given(one: Task) -> list[str]:
    """What is given with a task, as lines of plain text."""
    found: list[str] = []
    for picture in one.given:
        if isinstance(picture, Source):
            found += [f"{picture.label}:", *picture.text.split("\n")]
        elif isinstance(picture, Stages):
            found += [f"{name}: {_cell(parts)}" for name, _, parts in picture.rows]
        elif isinstance(picture, Table):
            found += [f"{picture.label}:", " / ".join(picture.columns)]
            found += [" / ".join(map(_cell, row)) for row in picture.rows]
        elif isinstance(picture, Columns):
            found.append(picture.prompt)
    for one_input in one.inputs:
        if isinstance(one_input, Choice):
            found += [f"{one_input.label}:", *(f"( ) {option}" for option in one_input.options)]
    return found


def answer(one: Task, between: str = "; ") -> str:
    """The answer input by input; of many possible ones, one."""
    parts = []
    for one_input in one.inputs:
        value = one.right[one_input.name]
        if isinstance(one_input, Text) and one_input.reads == "token":
            value = value.encode()  # so that its spaces are marked
        parts.append(f"{one_input.label}: {_cell(value)}" if len(one.inputs) > 1 else _cell(value))
    return ("For example: " if one.judge else "") + between.join(parts)


def _cell(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace").replace(" ", "·").replace("\n", "↵")
    if isinstance(value, tuple):
        return " | ".join(map(_cell, value))
    if isinstance(value, float) and value == int(value):
        return f"{int(value):,}"
    return f"{value:,}" if isinstance(value, int | float) else str(value).replace("\n", "↵")


_STYLE = (
    "body{font-size:12pt}h2{font-size:13pt}pre{font-size:10pt}"
    "section{break-inside:avoid;border-top:.2mm solid #999}"
)


def page(kinds: Sequence[str], groups: Sequence[int], answers: bool) -> str:
    """The tasks as an HTML page of its own, group by group, to print; every text in it is escaped."""
    parts = []
    for group in groups:
        parts.append(element("h1", f"Group {group}"))
        for kind in kinds:
            (one,) = lines(kind, [group])
            told = [element("p", one.question), element("pre", "\n".join(one.given))]
            if answers:
                told.append(element("p", element("b", "Answer."), f" {one.answer}"))
            head = element("h2", f"{KINDS[kind].title} ({KINDS[kind].minutes} min)")
            parts.append(element("section", head, *told))
    return paper.page("Exercises", parts, _STYLE)
