"""A text typed on one page can be brought to every other page, and is seen there."""

import pytest

from tests.pages import labels
from tests.pages.labels import COMPARE, PAGES, ROWS
from tests.pages.reading import components, go_to, has_button, open_page, picture, press, write

MINE = "9407+61="
NAME = {page: row.name for page, row in ROWS.items()} | {"characters_words_bytes": "text"}
"""The input that takes it: where a page has two boxes, the one that its first picture is drawn from."""
LONG = f"{MINE}{'0' * 100}\nsecond line"


def shown(visit, page):
    """What stands in the page's input for a person's own text."""
    name = NAME[page]
    if box := components(visit).get(f"{page}.{name}.box"):
        return box["text"]
    return visit.text_input(key=f"{page}.{name}").value


def brought(page, text):
    elsewhere = next(other for other in (COMPARE, "special_tokens") if other != page)
    visit = write(open_page(elsewhere), elsewhere, text)
    return press(go_to(visit, page), labels.USE_MY_TEXT)


@pytest.mark.parametrize("page", PAGES)
def test_the_text_stands_in_an_input_that_can_be_seen(page):
    visit = brought(page, MINE)
    assert shown(visit, page) == MINE
    assert not has_button(visit, labels.USE_MY_TEXT)


@pytest.mark.parametrize(
    ("page", "most"), [("digit_chunking", 60), ("glitch_tokens", 80), ("vocabulary", 40)]
)
def test_an_input_of_one_line_takes_the_first_line_up_to_its_limit(page, most):
    assert shown(brought(page, LONG), page) == LONG[:most]


@pytest.mark.parametrize("page", PAGES)
def test_reset_brings_the_example_back_after_it(page):
    visit = press(brought(page, MINE), labels.RESET)
    assert MINE not in str(visit.session_state[f"{page}.{NAME[page]}"])
    fresh = open_page(page)
    assert picture(visit) == picture(fresh)
