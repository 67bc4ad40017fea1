"""Presenter mode: a clicker's keys lead through a page, typing keeps its keys, and Escape leads out."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.app import IN_SCHEME, at_step, finished, open_page, player, settled, text_box
from tests.pages import labels
from tests.pages.labels import COMPARE, EXAMPLE, PLAYER, TRACE

PRESENTED = "?present=true"
KEYS = Path(__file__).parents[2] / "ui/components/keys.js"
MOST = 30
ON_THE_WAY = "on the way"
ROOT = "() => parseFloat(getComputedStyle(document.documentElement).fontSize)"
IN_WINDOW = """(part) => {
  const { top } = part.getBoundingClientRect();
  return top >= 0 && top < innerHeight / 2;
}"""


@pytest.fixture
def room(new_tab):
    """A browser that prefers dark, in a window as large as a projector's picture."""
    return new_tab(color_scheme="dark", viewport={"width": 1280, "height": 720})


def stage(tab):
    """What stands below the picture: a question, its answer, or the rule."""
    return tab.locator(".st-key-presented")


AT_THE_FOOT = """() => {
  const { top, bottom } = document.querySelector(".st-key-presented").getBoundingClientRect();
  return top > innerHeight / 2 && Math.abs(bottom - innerHeight) < 2;
}"""


def on_until(tab, there, key):
    """Press a key until something is there; how often."""
    for times in range(1, MOST):
        before = state(tab)
        tab.keyboard.press(key)
        tab.wait_for_function(f"(before) => ![before, '{ON_THE_WAY}'].includes(({STATE})())", arg=before)
        settled(tab)
        if there.count():
            return times
    raise AssertionError(f"{MOST} times {key} lead nowhere")


STATE = """() => {
  const all = (what) => [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")]
    .flatMap((host) => [...host.shadowRoot.querySelectorAll(what)]);
  const steps = all(".player").map((one) => one.dataset.at), { stage, shown } = all(".keys")[0].dataset;
  const moves = stage === "0" ? "[data-testid=stMain]" : ".st-key-presented";
  if (stage !== shown) return "on the way";
  return JSON.stringify([steps, stage, document.querySelector(moves).scrollTop]);
}"""
"""Where a presentation stands: the players' steps, the stage, and how far picture or answer are scrolled."""


def state(tab):
    return tab.evaluate(STATE)


def test_a_clicker_leads_through_players_predictions_and_the_rule(room, server):
    open_page(room, server, TRACE, PRESENTED)
    room.wait_for_function(IN_SCHEME, arg="light")
    assert room.evaluate(ROOT) >= 20
    training, encoding = player(room, PLAYER[TRACE]), player(room, labels.ENCODING)
    at_step(training, 0, 3)
    at_step(encoding, 0, 6)
    for key, step in (("PageDown", 1), ("ArrowRight", 2), ("PageUp", 1), ("Space", 2), ("PageDown", 3)):
        room.keyboard.press(key)
        at_step(training, step)
        assert training.evaluate(IN_WINDOW)
    at_step(encoding, 0)
    forth = on_until(room, stage(room), "PageDown")
    at_step(encoding, 6)
    assert forth >= 6
    expect(stage(room)).to_contain_text("Which pair would the next merge take?")
    expect(stage(room)).not_to_contain_text("which stands 2 times")
    assert training.evaluate(IN_WINDOW), "the question stands below what it asks about"
    assert room.evaluate(AT_THE_FOOT)
    for key in ("ArrowRight", "PageUp", "PageDown"):
        room.keyboard.press(key)
        answered = expect(stage(room).get_by_text("which stands 2 times"))
        answered.to_be_visible() if key != "PageUp" else answered.to_have_count(0)
    rule = room.get_by_role("heading", name="Remember")
    assert on_until(room, rule, "Space") == 5, "two more questions with their answers, then the rule"
    room.keyboard.press("PageDown")
    expect(rule).to_be_visible()
    room.keyboard.press("PageUp")
    expect(rule).to_have_count(0)
    for part in ("In code", "Share", "Download"):
        expect(room.get_by_role("heading", name=part, exact=True)).to_have_count(0)


def test_a_page_without_a_player_is_shown_screen_by_screen(room, server):
    open_page(room, server, COMPARE, PRESENTED)
    ids = room.get_by_role("heading", name="Ids back to text")
    expect(ids).not_to_be_in_viewport()
    strip = room.locator(".strip").first
    assert (
        on_until(room, room.locator("[data-testid=stMain]").get_by_text("First different"), "PageDown") == 1
    )
    assert abs(strip.bounding_box()["y"] - 12) < 3, "what the window cut through begins the next one"
    assert on_until(room, stage(room), "PageDown") > 1
    expect(strip).to_be_in_viewport()
    assert on_until(room, room.get_by_text("to choose from"), "PageDown") == 1
    for _ in range(2):
        room.keyboard.press("ArrowLeft")
    expect(stage(room)).to_have_count(0)
    expect(ids).to_be_in_viewport()


OVERTAKEN = """async (script) => {
  const module = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: keys } = await import(module);
  const run = () => keys({ data: { stage: 0, last: 0 }, parentElement: document.querySelector("div") });
  const [overtaken, last] = [run(), run()];
  overtaken();
  window.gone = () => { document.querySelector("div").remove(); last(); };
}"""
"""Two runs of the keys so close to each other that the first is cleaned up after the second."""


def test_the_keys_are_heard_until_they_have_gone_from_the_page(tab):
    tab.set_content("<div><span class=keys></span></div><textarea></textarea>")
    tab.evaluate(OVERTAKEN, KEYS.read_text())
    box = tab.locator("textarea")
    box.press("Escape")
    expect(box).not_to_be_focused()
    tab.evaluate("gone()")
    box.press("Escape")
    expect(box).to_be_focused()


def test_who_types_keeps_every_key_and_escape_leads_out(room, server):
    open_page(room, server, TRACE)
    room.get_by_role("button", name=labels.PRESENT).focus()
    room.keyboard.press("Enter")
    room.wait_for_url("**?present=true")
    room.wait_for_function(IN_SCHEME, arg="light")
    at_step(player(settled(room), PLAYER[TRACE]), 0, 3)
    at_step(player(room, labels.ENCODING), 0, 6)
    live, line = text_box(room, TRACE), room.get_by_role("textbox", name=labels.OTHER_TEXT)
    for box, text in ((live, EXAMPLE[TRACE]), (line, "hugs bun hug pug")):
        box.focus()
        for key in ("PageDown", "PageUp", "Control+End", "ArrowLeft", "Space", "ArrowRight", "ArrowLeft"):
            room.keyboard.press(key)
        expect(box).to_have_value(f"{text[:-1]} {text[-1]}")
        room.keyboard.press("Escape")
        expect(box).not_to_be_focused()
        assert room.url.endswith(PRESENTED)
        assert json.loads(state(settled(room)))[:2] == [["0", "0"], "0"]
    room.get_by_role("button", name=labels.KEEP).press("Space")
    expect(room.get_by_role("link", name=labels.KEPT)).to_be_visible()
    assert json.loads(state(settled(room)))[:2] == [["0", "0"], "0"]
    assert on_until(room, stage(room), "PageDown") > 6
    room.keyboard.press("Escape")
    room.wait_for_url(lambda url: "present" not in url)
    expect(room.get_by_role("heading", name="Share")).to_be_visible()
    room.wait_for_function(IN_SCHEME, arg="dark")
    assert room.evaluate(ROOT) == 16
    finished(room, TRACE)


def test_the_mode_ends_on_another_page(room, server):
    open_page(room, server, "exercises", PRESENTED)
    room.get_by_role("link", name="Study it on its page").click()
    expect(room.get_by_role("button", name=labels.PRESENT)).to_be_visible()
    assert "present" not in room.url


GUIDE = (Path(__file__).parents[2] / "docs" / "workshop.md").read_text("utf-8")
PRESSES = re.findall(
    r"\[screen ([A-Z])\]\(http://localhost:8501/([^?)]*)(\?[^)]*)\),[^:]*press (\d+):", GUIDE
)
"""Of each screen that the workshop guide has presented: its letter, page, query, and where to stop."""


def test_the_guide_says_at_which_press_to_stop(room, server):
    there = {
        "A": lambda: room.locator(".strip").nth(2),
        "B": lambda: room.locator(".strip").nth(2),
        "D": lambda: room.get_by_role("heading", name="The corpus, 19 tokens"),
        "H": lambda: room.get_by_test_id("stMetric").filter(has_text="8.97 ×"),
    }
    assert [letter for letter, *_ in PRESSES] == list(there)
    for letter, page, query, times in PRESSES:
        open_page(room, server, page or COMPARE, query)
        for _ in range(int(times)):
            expect(there[letter]()).not_to_be_in_viewport(ratio=1)
            before = state(room)
            room.keyboard.press("PageDown")
            room.wait_for_function(f"(before) => before !== ({STATE})()", arg=before)
        expect(there[letter]()).to_be_in_viewport(ratio=1)
