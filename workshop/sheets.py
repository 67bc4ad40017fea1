"""Sheets of paper for groups: a sheet each to write on, or all tasks with answers for the instructor."""

import re
from collections.abc import Iterable, Sequence

from workshop import paper
from workshop.catalogue import KINDS, task
from workshop.exercise import Choice, Task, Text
from workshop.groups import seed
from workshop.handout import answer, cell
from workshop.paper import Html, element, table, tile, tiles
from workshop.pictures import Columns, Source, Stages, Table

_STYLE = (
    "body{font-size:11pt}h2{font-size:12.5pt;margin:0 0 1.5mm}pre,.g table{font-size:10pt}"
    # Only the head of a table is repeated on every page that the table goes on to.
    ".sheet{font-size:11pt;margin:0;border-collapse:separate;border-spacing:0}"
    ".sheet>thead>tr>th{padding:0 0 2mm;border-bottom:.5mm solid #15130f}"
    ".sheet>tbody>tr>td{padding:4mm 0 5mm;border-bottom:.2mm solid #999}"
    ".sheet>tbody>tr:last-child>td{border-bottom:0}"
    ".alone+.alone{break-before:page}.answers{margin-bottom:6mm}"
    ".head{display:flex;align-items:baseline;gap:6mm;font-weight:400}.head b{font-size:16pt}"
    ".head .line{flex:1}"
    ".g{margin:0 0 2mm}.g table{width:auto}.g .n{width:auto}.g td,.g th{padding-right:7mm}"
    # In a frame a space at the beginning of a text can be seen.
    ".g pre{border:.2mm solid #bbb;padding:1.2mm 2mm;width:fit-content}"
    ".cap{color:#555;font-size:9.5pt;margin:0 0 .5mm}.ask{margin:5mm 0 1.5mm}"
    ".write{display:flex;align-items:flex-end;gap:3mm;margin:0;padding-top:6mm}"
    ".line{display:block;flex:1;border-bottom:.25mm solid #555;min-height:3mm}"
    ".more{height:9mm}.pick{margin:0 0 1mm;padding-left:7mm;text-indent:-6mm}"
    ".box{display:inline-block;width:3.2mm;height:3.2mm;border:.25mm solid #333;margin-right:2.6mm;"
    "vertical-align:-.4mm}.right{border-left:1mm solid #15130f;padding-left:3mm;margin-top:3mm}"
)
_MARK = re.compile(r"(\*\*.+?\*\*|`.+?`)")


def title(groups: Sequence[int], answers: bool) -> str:
    """What a page of these groups is called, also in the list of printed things."""
    return f"{'Answers to the exercises' if answers else 'Exercises'}, {_groups(groups)}"


def file_name(groups: Sequence[int], answers: bool) -> str:
    """The file of these groups; with answers it says so."""
    told = _groups(groups).replace(" ", "-")
    return f"exercises-{told}{'-with-answers' if answers else ''}.html"


def _groups(groups: Sequence[int]) -> str:
    first, last = groups[0], groups[-1]
    return f"group {first}" if first == last else f"groups {first} to {last}"


def page(kinds: Sequence[str], groups: Sequence[int], answers: bool) -> str:
    """The tasks as an HTML page of its own, to print; every text in it is escaped.

    Without answers each group begins on a new sheet of paper, with lines to write on; with answers the groups
    follow each other under a headline that says what the page holds. The number of a group stands at the top
    of every sheet that its tasks go on to.
    """
    parts = []
    if answers:
        parts = [
            element("h1", title(groups, True)),
            element("p", "With the answers: for the instructor, not to hand out.", look="q"),
        ]
    for group in groups:
        rows = [element("tr", element("td", *_task(kind, group, answers))) for kind in kinds]
        head = element("thead", element("tr", element("th", _head(group, answers))))
        look = "sheet answers" if answers else "sheet alone"
        parts.append(element("table", head, element("tbody", *rows), look=look))
    return paper.page(title(groups, answers), parts, _STYLE)


def _head(group: int, answers: bool) -> Html:
    named = element("b", f"Group {group}")
    if answers:
        return element("div", named, element("span", "Exercises, with answers"), look="head")
    name = element("span", look="line")
    return element("div", named, element("span", "Exercises"), element("span", "Names:"), name, look="head")


def _task(kind: str, group: int, answers: bool) -> Iterable[Html]:
    one = task(kind, seed(group))
    yield element("h2", f"{KINDS[kind].title} ({KINDS[kind].minutes} min)")
    yield element("p", *_rich(one.question))
    yield from (_given(picture) for picture in one.given if not isinstance(picture, Stages))
    yield from (_stages(picture) for picture in one.given if isinstance(picture, Stages))
    if answers:
        yield element("p", element("b", "Answer."), f" {answer(one)}", look="right")
    else:
        yield from _room(one)


def _rich(question: str) -> Iterable[str]:
    """A question with what is bold or code in it as markup."""
    for part in _MARK.split(question):
        if part.startswith("**") and part.endswith("**") and len(part) > 4:
            yield element("b", *_rich(part[2:-2]))
        elif part.startswith("`") and part.endswith("`") and len(part) > 2:
            yield element("code", part[1:-1])
        else:
            yield part


def _given(picture: object) -> Html:
    if isinstance(picture, Source):
        return element("div", _caption(picture.label), element("pre", picture.text), look="g")
    if isinstance(picture, Table):
        rows = [[_cell(value) for value in row] for row in picture.rows]
        return element("div", _caption(picture.label), table(picture.columns, rows), look="g")
    if isinstance(picture, Columns):
        return element("div", element("pre", picture.prompt), look="g")
    raise TypeError(f"A picture that cannot be printed: {type(picture).__name__}")


def _stages(picture: Stages) -> Html:
    rows = (element("div", _caption(name), tiles(parts), look="g") for name, _, parts in picture.rows)
    return element("div", *rows)


def _caption(label: str) -> Html:
    return element("p", label, look="cap")


def _cell(value: object) -> str | int:
    if isinstance(value, bytes):
        return tile(value)
    if isinstance(value, tuple):
        return tiles(value)
    return value if isinstance(value, int) else cell(value)


def _room(one: Task) -> Iterable[Html]:
    """Boxes to tick, and lines to write on: one for an answer of a line, more for a longer one."""
    for asked in one.inputs:
        if isinstance(asked, Choice):
            yield element("p", asked.label, look="ask")
            box = element("span", look="box")
            yield from (element("p", box, option, look="pick") for option in asked.options)
            continue
        label = element("span", f"{asked.label}:")
        yield element("div", label, element("span", look="line"), look="write")
        for _ in range(asked.rows - 1 if isinstance(asked, Text) else 0):
            yield element("span", look="line more")
