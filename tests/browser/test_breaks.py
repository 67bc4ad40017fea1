"""While a page is open its line breaks, or another process takes over: one goes on where one was.

bench/faults.py cuts the line for longer, and measures how long it takes until the page works again.
"""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser import app
from tests.browser.app import (
    Server,
    at_step,
    code,
    finished,
    go_by_menu,
    open_page,
    player,
    press,
    settled,
    shared_address,
    text_box,
    write,
)
from tests.browser.line import Line
from tests.pages import labels
from tests.pages.labels import COMPARE, TRACE

CONNECTED = "[data-testid=stApp][data-test-connection-state=CONNECTED]"


@pytest.fixture
def line(server):
    with Line(urlsplit(server.url).port) as led:
        yield led


@pytest.fixture
def tab(browser, line, server):
    """A tab whose app is behind the line; that nobody answers there is no trouble."""
    uncaught = []
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context, context.new_page() as page:
        page.on("pageerror", lambda error: uncaught.append(str(error)))
        yield open_page(page, Server(line.url, server.log), TRACE)
    assert uncaught == []


def kept(tab):
    """The tokenizers of one's own on the comparing page."""
    return tab.get_by_role("button", name="mine: ")


def test_a_break_loses_nothing_and_a_new_process_only_what_it_cannot_know(tab, line):
    write(tab, TRACE, "hug hugs hug")
    press(tab, labels.KEEP)
    expect(tab.get_by_role("link", name=labels.KEPT)).to_be_visible()
    line.cut()
    expect(tab.locator(CONNECTED)).to_have_count(0)
    text_box(tab, TRACE).fill("hug hugs pug")  # into the break
    line.mend()
    expect(code(tab)).to_contain_text("text = 'hug hugs pug'")
    settled(tab).get_by_text(labels.SHARE_TEXT, exact=True).click()
    expect(tab.get_by_test_id("stCode").filter(has_text="text=hug")).to_be_visible()
    link = f"{shared_address(settled(tab))}&step=1"
    expect(kept(go_by_menu(tab, COMPARE))).to_have_count(1)
    visit = text_box(go_by_menu(tab, TRACE), TRACE).get_attribute("data-visit")

    with app.serve() as other:
        line.cut()
        line.mend(urlsplit(other.url).port)
        expect(text_box(tab, TRACE)).not_to_have_attribute("data-visit", visit, timeout=20_000)
        expect(code(settled(tab))).to_contain_text("text = 'hug hugs pug'")  # the new process knows
        expect(kept(go_by_menu(settled(tab), COMPARE))).to_have_count(0)
        go_by_menu(tab, TRACE)
        expect(text_box(tab, TRACE)).to_have_value("hug hugs pug")
        expect(code(tab)).to_contain_text("text = 'hug hugs pug'")
        tab.goto(link)
        expect(text_box(finished(tab, TRACE), TRACE)).to_have_value("hug hugs pug")
        at_step(player(tab, labels.PLAYER[TRACE]), 1)


def test_a_page_that_was_cut_on_its_way_comes_whole(tab, line):
    """However far it was, milliseconds after a button was pressed; the press itself may be lost."""
    for wait in (0, 30, 60, 90):
        write(tab, TRACE, f"hug hugs {wait}")
        press(tab, labels.KEEP)
        tab.wait_for_timeout(wait)
        line.cut()
        expect(tab.locator(CONNECTED)).to_have_count(0)
        line.mend()
        expect(tab.locator(CONNECTED)).to_be_visible(timeout=20_000)
        press(tab, labels.KEEP)
        expect(tab.get_by_role("link", name=labels.KEPT)).to_be_visible()
        expect(text_box(finished(tab, TRACE), TRACE)).to_have_value(f"hug hugs {wait}")
