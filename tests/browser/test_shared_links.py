"""Links opened by somebody else: the same step, text and choices, and no text that was not meant."""

import re
from urllib.parse import parse_qs, quote_plus, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.app import (
    at_step,
    choose_from_list,
    code,
    copied_link,
    enter,
    fill_line,
    finished,
    go_by_menu,
    open_box,
    open_page,
    player,
    press,
    settled,
    shared_address,
    strip,
    text_box,
    what_is_drawn,
    write,
)
from tests.pages import labels
from tests.pages.labels import COMPARE, EXAMPLE, MERGES, PAGES, PLAYER, TRACE


def opened_elsewhere(another_tab, link, page):
    tab = another_tab()
    tab.goto(link)
    return finished(tab, page)


def seen(group):
    """Everything a player says, apart from the thanks for copying."""
    return group.inner_text().replace(labels.COPIED, labels.COPY_LINK)


def step_to(group, step):
    group.focus()
    group.press("Home")
    for _ in range(step):
        group.press("ArrowRight")
    at_step(group, step)


@pytest.mark.parametrize("page", [TRACE, MERGES])
def test_a_copied_link_shows_the_same_step_of_the_same_text(tab, another_tab, server, page):
    open_page(tab, server, page)
    write(tab, page, "hug & <b>bug</b> naïve 你好, hug = 100%")
    group = player(tab, PLAYER[page])
    step_to(group, 2)
    friend = opened_elsewhere(another_tab, copied_link(tab, group), page)
    at_step(player(friend, PLAYER[page]), 2)
    expect(text_box(friend, page)).to_have_value("hug & <b>bug</b> naïve 你好, hug = 100%")
    assert seen(player(friend, PLAYER[page])) == seen(group)
    assert code(friend).inner_text() == code(tab).inner_text()
    assert "hug" not in friend.url, "afterwards the address holds choices only"


def test_a_copied_link_brings_every_choice(tab, another_tab, server):
    open_page(tab, server, TRACE)
    tab.get_by_role("spinbutton", name=labels.MERGE_COUNT).fill("5")
    tab.get_by_role("spinbutton", name=labels.MERGE_COUNT).press("Enter")
    choose_from_list(tab, labels.PATTERN, "gpt2")
    choose_from_list(tab, labels.TIES, labels.SMALLEST_IDS)
    fill_line(tab, labels.OTHER_TEXT, "pug hugs pug")
    fill_line(tab, labels.FOLLOWED_WORD, "bugs")
    group = player(tab, PLAYER[TRACE])
    expect(group.get_by_role("slider")).to_have_attribute("max", "5")
    expect(group).to_contain_text(re.compile(r"start\s*b\s*u\s*g\s*s"))
    step_to(group, 4)
    link = copied_link(tab, group)
    friend = opened_elsewhere(another_tab, link, TRACE)
    at_step(player(friend, PLAYER[TRACE]), 4, 5)
    assert code(friend).inner_text() == code(tab).inner_text()
    assert seen(player(friend, PLAYER[TRACE])) == seen(group)


def test_a_copied_link_of_the_encoding_brings_its_step(tab, another_tab, server):
    open_page(tab, server, TRACE)
    fill_line(tab, labels.OTHER_TEXT, "hug bug")
    tab.get_by_text(labels.WORDS_SCHEME, exact=True).click()
    expect(code(tab)).to_contain_text("WordBPE")
    group = player(settled(tab), labels.ENCODING)
    step_to(group, 1)
    friend = opened_elsewhere(another_tab, copied_link(tab, group), TRACE)
    at_step(player(friend, labels.ENCODING), 1)
    assert code(friend).inner_text() == code(tab).inner_text()


def test_a_text_too_long_for_a_link_is_refused_at_the_button(tab, server):
    open_page(tab, server, TRACE)
    write(tab, TRACE, "hug " * 300)
    button = player(tab, PLAYER[TRACE]).get_by_role("button", name=labels.COPY_LINK)
    button.click()
    expect(player(tab, PLAYER[TRACE])).to_contain_text(labels.LONG_LINK)


@pytest.mark.parametrize("page", PAGES)
def test_a_link_holds_a_text_only_when_asked_and_restores_the_page_elsewhere(tab, another_tab, server, page):
    row = labels.ROWS[page]
    enter(tab, open_box(tab, server, page), row.own)
    for address in (tab.url, shared_address(tab)):
        assert row.name not in parse_qs(urlsplit(address).query)
        assert quote_plus(row.own) not in address
    tab.get_by_text(labels.SHARE_TEXT, exact=True).click()
    expect(tab.get_by_test_id("stCode").filter(has_text=f"{row.name}={quote_plus(row.own)}")).to_be_visible()
    friend = opened_elsewhere(another_tab, shared_address(tab), page)
    expect(text_box(friend, page)).to_have_value(row.own)
    assert code(friend).inner_text() == code(tab).inner_text()
    assert what_is_drawn(friend) == what_is_drawn(tab)
    assert quote_plus(row.own) not in friend.url, "afterwards the address holds choices only"


def test_the_link_of_the_comparing_page_brings_text_and_choices(tab, another_tab, server):
    open_page(tab, server, COMPARE)
    write(tab, COMPARE, "a text & more")
    press(tab, "cl100k_base")
    expect(strip(tab, "cl100k_base")).to_be_visible()
    tab.get_by_text(labels.MARKS, exact=True).click()
    tab.get_by_text(labels.SHARE_TEXT, exact=True).click()
    shown = tab.get_by_test_id("stCode").filter(has_text="text=a+text")
    expect(shown).to_contain_text("compare.marks=false")
    friend = opened_elsewhere(another_tab, shared_address(tab), COMPARE)
    expect(text_box(friend, COMPARE)).to_have_value("a text & more")
    expect(strip(friend, "cl100k_base")).to_be_visible()
    expect(friend.get_by_role("switch", name=labels.MARKS)).not_to_be_checked()
    assert code(friend).inner_text() == code(tab).inner_text()


def test_reset_takes_the_choices_out_of_the_address(tab, server):
    open_page(tab, server, COMPARE, "?compare.marks=false&compare.tokenizers=gpt2&text=abc")
    press(tab, labels.RESET)
    expect(text_box(tab, COMPARE)).to_have_value(EXAMPLE[COMPARE])
    expect(tab.get_by_role("switch", name=labels.MARKS)).to_be_checked()
    tab.wait_for_url(lambda url: urlsplit(url).query == "")


def test_a_kept_tokenizer_is_compared_at_once_and_left_out_of_links(tab, server):
    open_page(tab, server, TRACE)
    press(tab, labels.KEEP)
    tab.get_by_role("link", name=labels.KEPT).click()
    finished(tab, COMPARE)
    expect(tab.get_by_role("region", name="mine:")).not_to_have_count(0)
    assert "mine" not in shared_address(tab)
    go_by_menu(tab, MERGES)
    go_by_menu(tab, COMPARE)
    expect(tab.get_by_role("region", name="mine:")).not_to_have_count(0)


@pytest.mark.parametrize(
    ("page", "label"), [(COMPARE, "Tokens (CSV)"), (TRACE, "Steps (CSV)"), (MERGES, "Merges (CSV)")]
)
def test_a_table_can_be_taken_away(tab, server, page, label):
    open_page(tab, server, page)
    with tab.expect_download() as download:
        press(tab, label)
    lines = download.value.path().read_text("utf-8").splitlines()
    assert len(lines) > 3
    assert all(line.count(",") >= lines[0].count(",") for line in lines)
