"""A fresh process opens its pages itself, and its first visitor gets the page of their link and the menu."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser import app
from tests.browser.app import menu, open_page
from tests.pages import labels
from tests.pages.labels import COMPARE, LISTED, TRACE
from tokcore.corpora import SOURCES
from ui.ready import CHOICES, SLOW


@pytest.fixture
def server():
    """Another server than the one all other tests use: nobody has been here yet."""
    with app.serve() as fresh:
        yield fresh


def test_the_first_visitor_may_come_by_a_link(tab, server):
    open_page(tab, server, TRACE, "?text=first&bpe_trace.merges=1&step=0")
    for group in {labels.GROUP[page] for page in labels.PAGES}:
        expect(menu(tab).get_by_role("button", name=group)).to_be_visible()
    expect(tab.get_by_test_id("stSidebarNav")).to_have_count(0)
    expect(app.text_box(tab, TRACE)).to_have_value("first")
    app.at_step(app.player(tab, labels.PLAYER[TRACE]), 0, 1)
    app.go_by_menu(tab, COMPARE)
    assert tab.url.startswith(server.url)


def test_the_app_opens_every_page_once_when_it_starts_and_the_slowest_with_every_text():
    slow = len(SLOW) * len(SOURCES) + len(CHOICES)
    with app.serve(ready="texts") as fresh:
        deadline = time.monotonic() + 90
        while len(told := re.sub(r"in [\d.]+ s", "in time", fresh.log.read_text()).splitlines()) < 2:
            assert time.monotonic() < deadline, told
            time.sleep(0.1)
    assert told == [
        f"{len(LISTED)} of {len(LISTED)} pages were opened once, in time.",
        f"{slow} of {slow} pages were opened with a choice, in time.",
    ]
