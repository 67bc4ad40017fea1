"""From page to page: at its top, at the term that was asked for, and back with the choices one left."""

import re

from playwright.sync_api import expect

from tests.browser.app import code, finished, open_page, settled
from tests.pages.labels import MERGE_COUNT, TRACE, link

AT_THE_TOP = "() => document.querySelector('[data-testid=stMain]').scrollTop === 0"


def merges(tab):
    return tab.get_by_role("spinbutton", name=MERGE_COUNT, exact=True)


def test_a_term_is_in_sight_and_back_brings_the_choices_one_left(tab, server):
    open_page(tab, server, TRACE)
    merges(tab).fill("5")
    merges(tab).press("Enter")
    expect(code(settled(tab))).to_contain_text("261")
    tab.get_by_role("link", name="tie rule", exact=True).click()
    expect(tab).to_have_url(re.compile("/glossary"))
    term = settled(tab).get_by_test_id("stMain").get_by_role("link", name="tie rule", exact=True)
    expect(term).to_be_focused()
    expect(term).to_be_in_viewport()
    tab.go_back()
    expect(merges(finished(tab, TRACE))).to_have_value("5")
    expect(code(tab)).to_contain_text("261")


def test_back_from_the_page_of_an_exercise_brings_group_and_exercise(tab, server):
    open_page(tab, server, "exercises", link("exercises", {"exercise": "How much a merge saves"}, group="7"))
    tab.get_by_role("link", name="Study it on its page").scroll_into_view_if_needed()
    tab.get_by_role("link", name="Study it on its page").click()
    finished(tab, TRACE).wait_for_function(AT_THE_TOP)
    tab.go_back()
    expect(settled(tab).get_by_role("spinbutton", name="Group", exact=True)).to_have_value("7")
    expect(tab.get_by_role("heading", level=2, name="How much a merge saves")).to_be_visible()


def test_following_another_word_keeps_the_step(tab, server):
    open_page(tab, server, TRACE, "?step=1")
    slider = tab.get_by_role("group", name="Training, merge by merge").get_by_role("slider")
    expect(slider).to_have_value("1")
    word = tab.get_by_role("textbox", name="Follow one word", exact=True)
    word.fill("pug")
    word.press("Enter")
    expect(code(tab)).to_contain_text("train")
    expect(settled(tab).locator(".word").first).to_contain_text("p")
    expect(slider).to_have_value("1")
