"""The first visitor of a fresh process, who comes by a link, gets its page and the whole menu."""

import pytest
from playwright.sync_api import expect

from tests.browser import app
from tests.browser.app import menu, open_page
from tests.pages import labels
from tests.pages.labels import COMPARE, TRACE


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
