"""What the server opens when it starts. That it does so tests/test_surroundings.py sees."""

import asyncio
from urllib.parse import parse_qsl

import pytest

from tests.pages.labels import LISTED
from tests.pages.reading import open_page
from tokcore.corpora import SOURCES
from ui import ready

PATHS = list(LISTED)


@pytest.fixture
def opened(monkeypatch):
    """The pages that are opened: path, query, and whether only while nobody is there."""
    seen = []

    async def opening(path, query, turn, alone=False):
        async with turn:
            seen.append((path, query, alone))
        return True

    monkeypatch.setattr(ready, "_open", opening)
    monkeypatch.setattr(ready, "QUIET", 0)
    return seen


def test_every_page_once_and_the_slowest_with_every_text(opened, capsys):
    asyncio.run(ready._open_all(PATHS, "texts"))
    pages, choices = opened[: len(PATHS)], opened[len(PATHS) :]
    assert {path for path, _, _ in pages[: len(ready.SLOW)]} == {*ready.SLOW}
    assert {path for path, query, alone in pages if not query and not alone} == {*PATHS}
    asked = [(path, dict(parse_qsl(query))) for path, query, alone in choices if alone]
    texts = [{f"{path}.corpus": source.title} for path in ready.SLOW for source in SOURCES.values()]
    assert asked == [(next(iter(link)).split(".")[0], link) for link in (*texts, *ready.CHOICES)]
    assert len(choices) == len(asked)
    said = capsys.readouterr().err.splitlines()
    assert [line.split(", in")[0] for line in said] == [
        f"{len(PATHS)} of {len(PATHS)} pages were opened once",
        f"{len(choices)} of {len(choices)} pages were opened with a choice",
    ]


@pytest.mark.parametrize("how_much, count", [("pages", len(PATHS)), ("none", 0)])
def test_less_can_be_asked_for(opened, how_much, count):
    asyncio.run(ready._open_all(PATHS, how_much))
    assert len(opened) == count


@pytest.mark.parametrize("link", ready.CHOICES, ids=str)
def test_the_choices_are_those_of_the_page(link):
    (page,) = {name.split(".")[0] for name in link}
    taken, plain = (
        {one.key: one.value for one in (*visit.get("button_group"), *visit.selectbox)}
        for visit in (open_page(page, link=given) for given in (link, {}))
    )
    assert all(taken[name] != plain.get(name) for name in link), "the page took the link"
