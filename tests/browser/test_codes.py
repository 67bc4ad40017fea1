"""QR codes on the screen, read by a reader of their own from what is painted; and ids that are copied."""

import io
import json

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from tests.browser.app import at_step, finished, open_page, player, shared_address, strip, text_box, write
from tests.pages import labels
from tests.pages.labels import COMPARE, EXAMPLE, MERGES, PLAYER, TRACE
from tokcore import load


def read(tab, code):
    """What a camera would read where a code is painted."""
    expect(code).to_be_visible()
    code.scroll_into_view_if_needed()
    picture = Image.open(io.BytesIO(code.screenshot()))
    return [found.text for found in zxingcpp.read_barcodes(picture)]


def codes(part):
    return part.get_by_role("img", name="QR code of http")


def test_the_code_of_a_step_opens_the_page_at_that_step(tab, another_tab, server):
    tab.emulate_media(color_scheme="dark")
    open_page(tab, server, TRACE)
    write(tab, TRACE, "hug & <b>bug</b> hug")
    group = player(tab, PLAYER[TRACE])
    group.focus()
    group.press("Home")
    group.press("ArrowRight")
    group.get_by_role("button", name=labels.QR_CODE).press("Enter")
    large = tab.get_by_role("dialog")
    (address,) = read(tab, codes(large))
    assert codes(large).bounding_box()["height"] > 500
    tab.keyboard.press("Escape")
    expect(large).to_have_count(0)
    at_step(group, 1)
    friend = another_tab()
    friend.goto(address)
    at_step(player(finished(friend, TRACE), PLAYER[TRACE]), 1)
    expect(text_box(friend, TRACE)).to_have_value("hug & <b>bug</b> hug")


def test_the_code_under_share_is_that_of_the_link_and_can_be_enlarged(tab, server):
    tab.emulate_media(color_scheme="dark")
    open_page(tab, server, COMPARE, "?compare.marks=false")
    assert read(tab, codes(tab)) == [shared_address(tab)]
    write(tab, COMPARE, "naïve <b>")
    tab.get_by_text(labels.SHARE_TEXT, exact=True).click()
    expect(tab.get_by_test_id("stCode").filter(has_text="text=na")).to_be_visible()
    link = shared_address(tab)
    expect(tab.get_by_role("img", name=f"QR code of {link}", exact=True)).to_be_visible()
    tab.get_by_role("button", name=labels.ENLARGE).press("Enter")
    assert read(tab, codes(tab.get_by_role("dialog"))) == [link]


@pytest.mark.parametrize(("page", "name"), [(COMPARE, "gpt2"), (MERGES, "smollm2")])
def test_the_ids_of_a_text_are_copied(tab, server, page, name):
    open_page(tab, server, page)
    part = strip(tab, name) if page == COMPARE else tab
    part.get_by_role("button", name=labels.COPY_IDS).press("Enter")
    expect(part.get_by_role("button", name=labels.COPIED)).to_be_visible()
    copied = json.loads(tab.evaluate("navigator.clipboard.readText()"))
    assert copied == load(name).encode(EXAMPLE[page])
