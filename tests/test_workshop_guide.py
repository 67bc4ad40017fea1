"""docs/workshop.md: each link opens what it names, and each figure that it puts on a screen stands there."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import labels
from tests.pages.reading import answers, components, has_button, open_page, sentences
from tokcore import load, training_steps
from tokcore.limits import MAX_RESULT_FILES
from ui.instructor.tasks import MOST_GROUPS_LISTED, MOST_KINDS
from workshop.catalogue import KINDS, task
from workshop.groups import seed
from workshop.handout import answer

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "workshop.md").read_text("utf-8")
DOCUMENTS = ("README.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))))
BASE = "http://localhost:8501"
TITLED = labels.QUESTION | {
    "exercises": "What do you expect, and why?",
    "instructor": "Where does the class struggle?",
    "glossary": "What do the words mean?",
}
LINKS = sorted(
    {
        found
        for name in DOCUMENTS
        for found in re.findall(rf"\]\({BASE}(/[^)]*)\)", (ROOT / name).read_text("utf-8"))
    }
)
SCREENS = dict(re.findall(rf"^### ([A-Z])\. \[[^\]]*\]\({BASE}(/[^)]*)\)$", GUIDE, re.MULTILINE))
"""Letter -> address of each screen that has a part of its own."""


class Opened(NamedTuple):
    """A page as a link opened it, with the part of its name in the address and the choices of the link."""

    page: str
    link: dict[str, list[str]]
    visit: AppTest


@cache
def opened(address: str) -> Opened:
    parts = urlsplit(address)
    page, link = parts.path.strip("/") or labels.COMPARE, parse_qs(parts.query, keep_blank_values=True)
    return Opened(page, link, open_page(page, link=link))


def applied(address: str, name: str) -> list[str]:
    """What a page holds for a name in its link, as the page shows it."""
    page, _, visit = opened(address)
    if name == "step":
        key = {"bpe_trace": "bpe_trace.training", "smollm2_merges": "smollm2_merges.step"}[page]
        return [str(components(visit)[key]["start"])]
    if name == "present":
        return [str(has_button(visit, labels.LEAVE)).lower()]
    if not name.startswith(f"{page}."):
        return [str(visit.session_state[f"{page}.{name}"])]
    widgets = [*visit.selectbox, *visit.button_group, *visit.multiselect, *visit.number_input, *visit.toggle]
    (widget,) = [one for one in widgets if one.key == name]
    if isinstance(widget.value, bool):
        return [str(widget.value).lower()]
    shown = getattr(widget, "format_func", str)
    return [shown(one) for one in (widget.value if isinstance(widget.value, list) else [widget.value])]


@pytest.mark.parametrize("address", LINKS)
def test_a_link_opens_its_page_with_its_choices_and_no_notice(address):
    page, link, visit = opened(address)
    assert visit.title[0].value == TITLED[page]
    assert sentences(visit) == ""
    assert {name: applied(address, name) for name in link} == link


# --- figures ------------------------------------------------------------------------------------------------


def metrics(visit: AppTest) -> dict[str, str]:
    return {one.label: one.value for one in visit.metric}


def strips(visit: AppTest, key: str) -> list[str]:
    return [f"{strip['name']}: {strip['count']}" for strip in components(visit)[key]["strips"]]


def cut(visit: AppTest, name: str) -> str:
    strip = next(one for one in components(visit)["compare.strips"]["strips"] if one["name"] == name)
    return " | ".join(bytes(token["bytes"]).decode().replace(" ", "·") for token in strip["tokens"])


def parted(name: str) -> str:
    """The characters of screen A's line that a tokenizer cuts into pieces."""
    strip = next(
        one for one in components(opened("/").visit)["compare.strips"]["strips"] if one["name"] == name
    )
    cuts = {token["end"] for token in strip["tokens"]}
    line = b"".join(bytes(token["bytes"]) for token in strip["tokens"]).decode()
    starts = [len(line[:place].encode()) for place in range(len(line) + 1)]
    return "".join(
        one for one, *ends in zip(line, starts, starts[1:]) if cuts & set(range(ends[0] + 1, ends[1]))
    )


def learned(visit: AppTest) -> list[str]:
    data = components(visit)["bpe_trace.training"]
    steps = [
        f"{bytes(step['token']['bytes']).decode().replace(' ', '·')}: {step['count']}"
        for step in data["steps"]
    ]
    return [*steps, " → ".join(str(n) for n in (data["length"], *(s["length"] for s in data["steps"])))]


def by_hand(visit: AppTest) -> list[str]:
    shown = components(visit)
    first = shown["smollm2_merges.step"]["steps"][0]
    tokens, start, after = (
        " | ".join(stage["parts"])
        for stage in (
            shown["smollm2_merges.pieces"]["stages"][3],
            *shown["smollm2_merges.start"]["stages"],
        )
    )
    count = visit.text[0].value.split()[0]
    return [tokens, count, bytes(first["token"]["bytes"]).decode(), str(first["rank"]), start, after]


def sums(visit: AppTest) -> list[str]:
    blocks = components(visit)["digit_chunking.columns"]["blocks"]
    return [
        f"{block['name']}: "
        + ", ".join(" | ".join(tile["text"] for tile in row["tokens"]) for row in block["rows"][:2])
        for block in blocks
    ]


def cells(visit: AppTest, key: str, column: int) -> list[str]:
    return [row[column]["words"] for row in components(visit)[key]["rows"]]


def chart(visit: AppTest, key: str) -> str:
    return components(visit)[f"{key}.picture"]["title"]


ON_SCREEN: dict[str, Callable[[AppTest], list[str]]] = {
    "A": lambda v: [v.text[0].value, *strips(v, "compare.strips")],
    "B": lambda v: [
        *strips(v, "compare.strips"),
        cut(v, "gpt2"),
        str(components(v)["compare.strips"]["strips"][0]["tokens"][3]["id"]),
    ],
    "C": lambda v: [
        f"{name}: {metrics(v)[name]}"
        for name in ("characters", "bytes in UTF-8", "held-out words never seen")
    ],
    "D": learned,
    "E": lambda v: [
        str(len(components(v)["pretokenization.chunks"]["chunks"])),
        metrics(v)["tokens across words, without"],
        metrics(v)["with the pattern"],
        *re.findall(r"\d+\.\d %", chart(v, "pretokenization.trade")),
    ],
    "F": by_hand,
    "G": sums,
    "H": lambda v: [
        *(f"{name}: {value}" for name, value in metrics(v).items()),
        *re.findall(r"[\d.]+(?= times)|[\d.]+(?= under o)", chart(v, "fertility.chart")),
    ],
    "I": lambda v: strips(v, "special_tokens.strips")[:2],
    "J": lambda v: list(metrics(v).values()),
    "K": lambda v: [*metrics(v).values(), *cells(v, "glitch_tokens.looked_up", 2)],
    "L": lambda v: [metrics(v)[name] for name in ("ids", "unknown to smollm2", "with the same meaning")],
    "M": lambda v: list(metrics(v).values())[:4],
}
"""Letter of a screen -> what the page shows there, as the guide writes it after *On screen*."""


def part(letter: str) -> str:
    """What the guide says of a screen."""
    return re.search(rf"^### {letter}\. .*?(?=^##)", GUIDE, re.MULTILINE | re.DOTALL)[0]


def item(letter: str, name: str) -> str:
    """One item of it, such as *On screen*, on one line; empty when it has none."""
    found = re.search(rf"^- \*{name}\*(.*?)(?=^- |^$)", part(letter), re.MULTILINE | re.DOTALL)
    return " ".join(found[1].split()) if found else ""


def written(text: str) -> list[str]:
    """The figures of a text: what stands in code marks."""
    return re.findall("`([^`]*)`", text)


@pytest.mark.parametrize("letter", sorted(SCREENS))
def test_what_the_guide_puts_on_a_screen_stands_there(letter):
    visit = opened(SCREENS[letter]).visit
    said = item(letter, "On screen")
    assert written(said) == ON_SCREEN[letter](visit)
    assert not re.search(r"\d", re.sub("`[^`]*`|gpt2|cl100k_base|o200k_base|smollm2", "", said))
    if revealed := written(item(letter, "Answer")):
        for switch in answers(visit):
            switch.set_value(True)
        told = "\n".join(one.value for one in visit.run().text)
        assert [figure for figure in revealed if figure not in told] == []


def test_what_the_guide_says_beside_the_figures():
    assert set(SCREENS) == set(ON_SCREEN), "every screen is checked"
    blocks = components(opened(SCREENS["G"]).visit)["digit_chunking.columns"]["blocks"]
    assert [block["wrong"] for block in blocks] == [True, True, False, False]
    leads = {
        row["lines"]: float(row["lead without"].split()[0])
        for _, row in opened(SCREENS["E"]).visit.dataframe[0].value.iterrows()
    }
    home = leads.pop("training lines")
    assert len(leads) > 2 and max(leads.values()) < home, "on every other text the lead is smaller"
    assert answer(task("next_merge", seed(1))) in GUIDE
    assert written(item("A", "Say")) == [parted("gpt2"), parted("o200k_base"), "你好"]
    strip = next(s for s in components(opened("/").visit)["compare.strips"]["strips"] if "o200k" in s["name"])
    assert any(bytes(token["bytes"]).decode("utf-8", "replace") == "你好" for token in strip["tokens"])
    spellings = ["strawberry", " strawberry", " Strawberry", " STRAWBERRY"]
    assert len({tuple(load("gpt2").encode(word)) for word in spellings}) == 4
    step = training_steps("hug pug pun bun hugs hug hug pug", 4)[-1]
    assert (b"p", b"ug", step.count) in step.runners_up, "p and ug stand as often as the winner"
    assert MAX_RESULT_FILES == 200 and MOST_KINDS == 3 and MOST_GROUPS_LISTED == 24


# --- plans and exercises ------------------------------------------------------------------------------------


def minutes_of_round(number: str) -> int:
    table = re.search(rf"^\| round {number} \|.*?(?=^$)", GUIDE, re.MULTILINE | re.DOTALL)[0]
    return sum(map(int, re.findall(r"\) \| (\d+) \|", table)))


@pytest.mark.parametrize("length", [20, 90])
def test_a_plan_has_every_minute_once_and_room_for_its_exercises(length):
    plan = re.search(rf"^## The {length} minutes$.*?(?=^## )", GUIDE, re.MULTILINE | re.DOTALL)[0]
    rows = re.findall(r"^\| (\d+)–(\d+) \| (.*) \| (.*) \|$", plan, re.MULTILINE)
    assert [int(begin) for begin, *_ in rows] == [0, *(int(end) for _, end, *_ in rows)][:-1]
    assert int(rows[-1][1]) == length
    assert {letter for *_, used in rows for letter in re.findall("screen ([A-Z])", used)} <= set(SCREENS)
    for begin, end, _, used in rows:
        if found := re.fullmatch(r"round (\d)", used):
            assert minutes_of_round(found[1]) <= int(end) - int(begin)


def test_the_tables_of_exercises_name_every_kind_with_its_minutes_and_misconceptions():
    titles = {kind.title: kind for kind in KINDS.values()}
    found = []
    for line in GUIDE[GUIDE.index("## Exercises") : GUIDE.index("**Result files.**")].splitlines():
        if not re.search(r"\| \d+ \|", line):
            continue
        first, minutes, wrong = line.strip("| ").split(" | ")[:3]
        linked = re.search(rf"\({BASE}/exercises(\S*)\)$", first)
        kind = titles[parse_qs(linked[1][1:])["exercises.exercise"][0] if linked else first]
        if linked:
            assert first[1:].split("](")[0].casefold() == kind.title.removeprefix("Lab: ").casefold()
        assert int(minutes) == kind.minutes
        names = re.findall("“([^”]*)”", wrong)
        assert names and set(names) <= set(kind.names)
        found.append(kind.key)
    assert sorted(found) == sorted(KINDS)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_links_to_files_and_headings_that_are_there(name):
    here = (ROOT / name).parent
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", (ROOT / name).read_text("utf-8")):
        path, _, anchor = target.partition("#")
        file = here / path if path else ROOT / name
        assert file.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", file.read_text("utf-8"), re.MULTILINE)
            assert anchor in [re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in headings]
