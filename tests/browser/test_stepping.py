"""Stepping: by keyboard, buttons, slider and table, all in the browser, and it ends where it should."""

import pytest
from playwright.sync_api import expect

from tests.browser.app import at_step, open_page, player, press, settled, show_answers, until, write
from tests.pages import labels
from tests.pages.labels import MERGES, PLAYER, TRACE

STEPPED = (TRACE, MERGES)
COUNT_SLIDES = """
window.slides = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { window.slides += 1; return animate.apply(this, how); };
"""


def stepper(tab, page):
    group = player(tab, PLAYER[page])
    return group, int(group.get_by_role("slider").get_attribute("max"))


@pytest.fixture(scope="module")
def opened(lasting_tab, server):
    return open_page(lasting_tab, server, TRACE)


@pytest.mark.parametrize("page", STEPPED)
def test_keys_step_and_nothing_is_sent(tab, server, page):
    sent = []
    tab.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    group, last = stepper(open_page(tab, server, page), page)
    at_step(group, last)
    group.focus()
    before = len(sent)
    assert before > 0, "the counter sees the page's own frames"
    for key, step in (
        ("ArrowRight", last),
        ("ArrowLeft", last - 1),
        ("ArrowLeft", last - 2),
        ("ArrowRight", last - 1),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("ArrowRight", 1),
        ("End", last),
    ):
        tab.keyboard.press(key)
        at_step(group, step)
    tab.keyboard.press("Home")
    tab.keyboard.press("Space")
    expect(group.get_by_role("button", name="Pause")).to_be_visible()
    at_step(group, 1)
    tab.keyboard.press("Space")
    expect(group.get_by_role("button", name="Play")).to_be_visible()
    group.get_by_role("slider").fill("2")
    at_step(group, 2)
    group.get_by_role("button", name="First step").click()
    at_step(group, 0)
    group.get_by_role("button", name="Go to").nth(1).click()  # in the table of steps
    at_step(group, {TRACE: 1, MERGES: 2}[page])
    assert len(sent) == before


def test_the_keys_do_not_scroll_or_leave_the_page(tab, server):
    group, last = stepper(open_page(tab, server, MERGES), MERGES)
    group.focus()
    tab.keyboard.press("Home")
    before = group.bounding_box()["y"]
    tab.keyboard.press("End")
    at_step(group, last)
    assert group.bounding_box()["y"] == before
    tab.keyboard.press("Alt+ArrowLeft")
    at_step(group, last)


def test_each_step_shows_the_chapters_corpus(opened):
    group, _ = stepper(opened, TRACE)
    group.focus()
    opened.keyboard.press("Home")
    for tokens in (32, 26, 22, 19):
        expect(group.get_by_role("heading", name=f"The corpus, {tokens} tokens")).to_be_visible()
        expect(group.get_by_role("status")).to_contain_text(f"{tokens} tokens")
        opened.keyboard.press("ArrowRight")


def test_playing_ends_at_the_last_step(opened):
    group, last = stepper(opened, TRACE)
    group.press("End")
    at_step(group, last)
    group.get_by_role("button", name="Play").click()
    at_step(group, 0)
    at_step(group, last)
    expect(group.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.parametrize("page", STEPPED)
def test_the_step_stays_while_the_trace_does(tab, server, page):
    group, last = stepper(open_page(tab, server, page), page)
    group.focus()
    tab.keyboard.press("Home")
    tab.keyboard.press("ArrowRight")
    show_answers(tab)
    at_step(group, 1, last)
    write(tab, page, "hug the barstools hugs")
    _, last = stepper(tab, page)
    at_step(group, last, last)


def test_the_two_players_of_a_page_step_by_themselves(tab, server):
    open_page(tab, server, TRACE)
    training, encoding = player(tab, PLAYER[TRACE]), player(tab, labels.ENCODING)
    training.get_by_role("button", name="First step").click()
    encoding.get_by_role("button", name="One step back").click()
    at_step(training, 0, 3)
    tab.get_by_role("textbox", name=labels.OTHER_TEXT).fill("pug")
    tab.get_by_role("textbox", name=labels.OTHER_TEXT).press("Enter")
    at_step(encoding, 1, 1)
    at_step(training, 0, 3)


def test_changing_the_run_while_it_plays_stops_it(tab, server):
    open_page(tab, server, TRACE)
    group = player(tab, PLAYER[TRACE])
    group.get_by_role("button", name="Play").click()
    at_step(group, 1)
    write(tab, TRACE, "hug pug hug pug hug")
    expect(group.get_by_role("button", name="Play")).to_be_visible()
    at_step(group, 3, 3)


@pytest.mark.parametrize("page", STEPPED)
def test_tiles_slide_unless_motion_is_unwanted(tab, server, page):
    tab.add_init_script(COUNT_SLIDES)
    group, last = stepper(open_page(tab, server, page), page)
    group.focus()
    for motion, moves in (("no-preference", True), ("reduce", False)):
        tab.emulate_media(reduced_motion=motion)
        tab.keyboard.press("Home")
        at_step(group, 0)
        tab.evaluate("window.slides = 0")
        for step in range(1, last + 1):
            tab.keyboard.press("ArrowRight")
            at_step(group, step)
        assert (tab.evaluate("window.slides") > 0) == moves
    until(tab, "() => !document.getAnimations().some((one) => one.playState === 'running')")
    assert group.evaluate("(element) => element.getAnimations({ subtree: true }).length") == 0


def test_a_text_without_merges_leaves_a_player_at_zero(tab, server):
    open_page(tab, server, MERGES)
    write(tab, MERGES, "1")
    at_step(player(tab, PLAYER[MERGES]), 0, 0)
    player(tab, PLAYER[MERGES]).focus()
    for key in ("ArrowRight", "End", "Space", "Home"):
        tab.keyboard.press(key)
    press(tab, labels.RESET)
    expect(player(settled(tab), PLAYER[MERGES]).get_by_role("slider")).not_to_have_attribute("max", "0")
