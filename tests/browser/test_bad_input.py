"""Bad input in a real browser: what is too large is refused with the limit, and the page goes on."""

import http.client
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.bad_input import TEXTS
from tests.browser.app import code, count, open_page, text_box
from tests.pages import labels
from tests.pages.labels import COMPARE
from tokcore.limits import MAX_BOX_CHARACTERS

UPLOADERS = [
    ("vocab_size", {"corpus": labels.OWN_TEXT, "way": "Upload a file"}, "txt", "5MB"),
    ("production", {"kind": "Your own file", "source": "Upload a file"}, "json", "20MB"),
    ("instructor", {}, "json", "1MB"),
]


@pytest.mark.parametrize(("page", "choices", "ending", "limit"), UPLOADERS, ids=[row[0] for row in UPLOADERS])
def test_a_file_of_50_megabytes_is_refused_by_the_browser_with_the_limit(
    tab, server, tmp_path, page, choices, ending, limit
):
    file = tmp_path / f"large.{ending}"
    with file.open("wb") as written:
        written.truncate(50_000_000)
    open_page(tab, server, page, labels.link(page, choices))
    uploader = tab.get_by_test_id("stFileUploader")
    uploader.locator("input[type=file]").set_input_files(file)
    refused = uploader.get_by_text("must be")
    expect(refused).to_contain_text(limit[:-2])
    expect(tab.get_by_role("heading", level=1)).to_be_visible()


def test_a_long_text_is_drawn_in_part_and_the_page_goes_on(tab, server):
    box = text_box(open_page(tab, server, COMPARE), COMPARE)
    box.fill(TEXTS["1 MB of random letters"])
    expect(tab.get_by_text(labels.LONG_TEXT)).to_be_visible(timeout=30_000)
    expect(tab.get_by_text("The first 2,000 of").first).to_be_visible()
    assert box.evaluate("(box) => box.value.length") == 1_000_000
    box.fill("hug")
    expect(count(tab, "gpt2")).to_have_text("2", timeout=30_000)


def test_more_marks_on_a_letter_than_browsers_draw_are_kept_out_of_the_box(tab, server):
    box = text_box(open_page(tab, server, COMPARE), COMPARE)
    example = box.input_value()
    tab.evaluate("(text) => navigator.clipboard.writeText(text)", TEXTS["200 kB of combining marks"])
    box.press("End")
    box.press("ControlOrMeta+v")
    expect(tab.get_by_text("1,000 marks or more on one letter")).to_be_visible()
    assert box.input_value() == example
    box.press_sequentially("!")
    expect(code(tab)).to_contain_text(repr(f"{example}!"))
    expect(tab.get_by_text("1,000 marks or more on one letter")).to_have_count(0)


def test_a_box_beyond_its_limit_says_so_keeps_the_text_and_takes_a_shorter_one(tab, server):
    box = text_box(open_page(tab, server, COMPARE), COMPARE)
    before = count(tab, "gpt2").inner_text()
    much = MAX_BOX_CHARACTERS + 7
    box.evaluate(
        "(box, much) => { box.value = '🤗'.repeat(much); box.dispatchEvent(new Event('input')); }", much
    )
    told = tab.get_by_role("status").filter(has_text="This box holds")
    expect(told).to_have_text(
        f"This box holds {much:,} characters and hands on up to {MAX_BOX_CHARACTERS:,}, so the page "
        "still shows the text from before. Take a part of it."
    )
    assert count(tab, "gpt2").inner_text() == before
    assert box.evaluate("(box) => box.value.length") == 2 * much
    box.fill("hug")
    expect(count(tab, "gpt2")).to_have_text("2")
    expect(told).to_have_count(0)


def test_a_long_address_opens_a_page_that_says_what_it_left_out_and_a_longer_one_is_refused(tab, server):
    open_page(tab, server, COMPARE, f"?text={'x' * 50_000}")
    expect(
        tab.get_by_text("The link holds 50,000 characters for this box, which takes 1,000")
    ).to_be_visible()
    expect(code(tab)).to_contain_text("x" * 1_000)
    connection = http.client.HTTPConnection("127.0.0.1", urlsplit(server.url).port, timeout=30)
    connection.request("GET", f"/?text={'x' * 100_000}")
    assert connection.getresponse().status in (200, 400)  # 400 unless all of it comes in one piece
    connection.close()
    open_page(tab, server, COMPARE)
