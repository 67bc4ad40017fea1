"""Looking inside a vocabulary in the browser: a hit opens its card, by mouse and by keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.app import fill_line, open_page, settled

PAGE = "vocabulary"


@pytest.fixture
def looked(tab, server):
    return open_page(tab, server, PAGE)


def hit(tab, token_id: int):
    return tab.locator(f".hit[data-id='{token_id}']")


def expect_arrows_to_stay_inside_and_one_stop_for_tab(looked):
    first, last = looked.locator(".hit").first, looked.locator(".hit").last
    first.focus()
    for key, place in (
        ("ArrowLeft", first),
        ("ArrowUp", first),
        ("End", last),
        ("ArrowDown", last),
        ("Home", first),
    ):
        looked.keyboard.press(key)
        expect(place).to_be_focused()
    looked.keyboard.press("Tab")
    expect(looked.locator(".hit:focus")).to_have_count(0)


@pytest.mark.parametrize("way", ["click", "key"])
def test_a_hit_opens_its_card_and_stands_in_the_address(looked, way):
    if way == "click":
        hit(looked, 9369).click()
    else:
        expect_arrows_to_stay_inside_and_one_stop_for_tab(looked)
        hit(looked, 5118).focus()
        looked.keyboard.press("ArrowRight")
        looked.keyboard.press("ArrowRight")
        expect(hit(looked, 9369)).to_be_focused()
        looked.keyboard.press("Enter")
    expect(looked.get_by_text("token 9,369 of gpt2")).to_be_visible()
    expect(looked.get_by_label("Id of the token")).to_have_value("9369")
    expect(hit(looked, 9369)).to_have_attribute("aria-pressed", "true")
    expect(hit(looked, 5118)).to_have_attribute("aria-pressed", "false")
    assert "vocabulary.id=9369" in settled(looked).url


def test_a_space_in_the_query_counts_and_is_visible(looked):
    fill_line(looked, "Tokens that hold", " the")
    expect(looked.locator(".asked")).to_have_text("Searched for ·the 4 bytes: 20 74 68 65")
    expect(looked.locator(".hit").first).to_contain_text("·the")
    expect(looked.get_by_text("token 262 of gpt2")).to_be_visible()
