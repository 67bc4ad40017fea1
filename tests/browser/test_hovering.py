"""Linked pictures on the comparing page: pointing at a token or its id lights what belongs to it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.app import open_page, press, settled, strip, tokens, write
from tests.pages import labels
from tests.pages.labels import COMPARE

LIT = re.compile(r"\blit\b")
ALL_LINES = "?compare.show=text&compare.show=ids&compare.show=bytes"


QUERY = f"{ALL_LINES}&text=12345678"


@pytest.fixture
def compared(tab, server):
    """gpt2 cuts 123·45·678, o200k_base 123·456·78; all three lines are shown."""
    return open_page(tab, server, COMPARE, QUERY)


@pytest.fixture(scope="module")
def opened(lasting_tab, server):
    return open_page(lasting_tab, server, COMPARE, QUERY)


@pytest.fixture
def looked_at(opened):
    """The same page for tests that ask the server for nothing; at first nothing on it is lit."""
    opened.mouse.move(0, 0)
    opened.evaluate("document.activeElement.blur()")
    expect(tokens(opened, "gpt2").nth(1)).not_to_have_class(LIT)
    return opened


def lit(tab, name, line="text"):
    """The tokens of a line that are lit, by their position."""
    marks = tokens(tab, name, line).evaluate_all("all => all.map((one) => one.classList.contains('lit'))")
    return [place for place, on in enumerate(marks) if on]


def expect_second_token_lit(tab):
    for line in ("text", "ids", "bytes"):
        expect(tokens(tab, "gpt2", line).nth(1)).to_have_class(LIT)
        assert lit(tab, "gpt2", line) == [1]
        assert lit(tab, "o200k_base", line) == [1], "45 lies in 456"
        assert lit(tab, "smollm2", line) == [3, 4], "4 and 5 stand alone"
    detail = strip(tab, "gpt2").locator("xpath=..").get_by_role("status")
    expect(detail).to_contain_text("gpt2, token 2: 45")
    expect(detail).to_contain_text("id 2231")
    expect(detail).to_contain_text("bytes 34 35")


@pytest.mark.parametrize("line", ["text", "ids", "bytes"])
def test_pointing_at_a_token_lights_its_lines_and_what_overlaps(looked_at, line):
    tokens(looked_at, "gpt2", line).nth(1).hover()
    expect_second_token_lit(looked_at)
    looked_at.get_by_role("heading", name=labels.QUESTION[COMPARE]).hover()
    expect(tokens(looked_at, "gpt2").nth(1)).not_to_have_class(LIT)
    assert lit(looked_at, "o200k_base") == []


@pytest.mark.parametrize("line", ["text", "ids", "bytes"])
def test_the_keyboard_lights_the_same(looked_at, line):
    tokens(looked_at, "gpt2", line).first.focus()
    looked_at.keyboard.press("ArrowRight")
    expect(tokens(looked_at, "gpt2", line).nth(1)).to_be_focused()
    expect_second_token_lit(looked_at)


def test_a_line_is_one_stop_for_tab_and_arrows_walk_it(compared):
    line = tokens(compared, "gpt2")
    line.first.focus()
    for key, place in (("ArrowLeft", 0), ("End", 2), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        compared.keyboard.press(key)
        expect(line.nth(place)).to_be_focused()
    compared.keyboard.press("Tab")
    expect(tokens(compared, "gpt2", "ids").first).to_be_focused()


def test_nothing_stays_lit_when_the_keyboard_goes_elsewhere(looked_at):
    tokens(looked_at, "gpt2").first.focus()
    expect(tokens(looked_at, "gpt2").first).to_have_class(LIT)
    looked_at.get_by_role("textbox", name=labels.IDS).focus()
    expect(tokens(looked_at, "gpt2").first).not_to_have_class(LIT)


@pytest.mark.parametrize("way", ["click", "key"])
def test_a_token_opens_its_card(compared, way):
    """The keyboard stays on the token; Reset brings the first card back."""
    token = tokens(compared, "o200k_base").nth(1)
    if way == "click":
        token.click()
    else:
        token.focus()
        compared.keyboard.press("Enter")
    expect(compared.get_by_text("token 19,354 of o200k_base")).to_be_visible()
    expect(compared.get_by_role("img", name="Merge tree of token 19354")).to_be_visible()
    if way == "key":
        settled(compared)
        expect(tokens(compared, "o200k_base").nth(1)).to_be_focused()
    else:
        press(settled(compared), labels.RESET)
        expect(compared.get_by_text(re.compile("^token .* of gpt2$"))).to_be_visible()


def test_the_card_stays_when_the_text_changes_and_goes_with_its_tokenizer(compared):
    tokens(compared, "o200k_base").nth(1).click()
    card = compared.get_by_text("token 19,354 of o200k_base")
    expect(card).to_be_visible()
    write(compared, COMPARE, "another text")
    expect(card).to_be_visible()
    press(compared, "o200k_base")
    expect(compared.get_by_text(re.compile("^token .* of gpt2$"))).to_be_visible()


def test_tokens_that_split_a_character_stand_under_it(tab, server):
    open_page(tab, server, COMPARE, "?text=🤗")
    expect(strip(tab, "gpt2").locator(".group-of")).to_have_text("🤗")
    expect(tokens(tab, "gpt2").first).to_have_text("f0 9f")
    assert "\ufffd" not in tab.locator("[data-testid=stMain]").inner_text()
