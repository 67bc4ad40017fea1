"""What holds on every page: its anatomy, its worked example, and how it takes bad or long texts."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import labels
from tests.pages.labels import COMPARE, EXAMPLE, LISTED, LIVE, MERGES, PAGES, TRACE
from tests.pages.reading import (
    APP,
    answers,
    components,
    go_to,
    has_button,
    open_page,
    picture,
    press,
    sentences,
    write,
)
from tokcore.limits import MAX_PAGE_CHARACTERS

TOO_LONG = {MERGES: 400}
UNUSUAL = [
    " ",
    "\n",
    "a",
    "\x00\x04\x7f\x85",
    "e\u0301\u0327\u0301 👨‍👩‍👧‍👦 ﷽ \u202egnirts",
    "<|endoftext|>",
    "<script>alert(1)</script>",
    "{text!r} %s \\n '\" \\",
    "a" * 390,
    "🤗" * 390,
]


def test_the_app_opens_on_the_comparing_page():
    visit = AppTest.from_file(APP, default_timeout=30).run()
    assert not visit.exception
    assert visit.title[0].value == labels.QUESTION[COMPARE]


def test_the_tests_know_every_page_of_the_menu():
    assert {*labels.ROWS, *labels.REFERENCE} == set(LISTED)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_its_anatomy_and_no_notice(page):
    visit = open_page(page)
    assert [title.value for title in visit.title] == [labels.QUESTION[page]]
    assert visit.caption[0].value == f"{labels.GROUP[page]} · {labels.TITLE[page]}"
    headings = [heading.value for heading in visit.header]
    assert headings[-len(labels.PARTS) :] == list(labels.PARTS)
    assert sentences(visit) == ""
    assert has_button(visit, labels.RESET)
    assert visit.get("download_button")


@pytest.mark.parametrize("page", LIVE)
def test_the_first_look_holds_the_worked_example(page):
    box = components(open_page(page))[f"{page}.text.box"]
    assert box["label"] == labels.TEXT_BOX[page]
    assert box["text"] == EXAMPLE[page]


@pytest.mark.parametrize("page", PAGES)
def test_answers_are_hidden_until_asked_for_one_by_one(page):
    visit = open_page(page)
    already = [text.value for text in visit.text]
    assert 2 <= len(answers(visit)) <= 3
    for place in range(len(answers(visit))):
        answers(visit)[place].set_value(True).run()
        shown = [text.value for text in visit.text if text.value not in already]
        assert len(shown) == 1, "exactly the answer that was asked for"
        assert shown[0].strip()
        answers(visit)[place].set_value(False).run()
        assert [text.value for text in visit.text] == already


@pytest.mark.parametrize("page", LIVE)
@pytest.mark.parametrize("text", UNUSUAL, ids=ascii)
def test_any_text_is_shown_without_an_exception(page, text):
    visit = open_page(page, text)
    for switch in answers(visit):
        switch.set_value(True)
    visit.run()
    assert not visit.exception, visit.exception
    assert visit.title[0].value == labels.QUESTION[page]


@pytest.mark.parametrize("page", LIVE)
def test_an_empty_text_leaves_a_page_that_works(page):
    visit = open_page(page, "")
    for switch in answers(visit):
        switch.set_value(True)
    visit.run()
    assert not visit.exception, visit.exception
    press(visit, labels.RESET)
    assert components(visit)[f"{page}.text.box"]["text"] == EXAMPLE[page]
    assert sentences(visit) == ""


def test_a_text_with_nothing_to_merge_says_so():
    for text in ("", "a"):
        assert labels.NOTHING_TO_MERGE in sentences(open_page(TRACE, text))


@pytest.mark.parametrize("page", LIVE)
def test_a_text_over_the_limit_is_shortened_with_a_sentence_and_kept_in_the_box(page):
    limit = TOO_LONG.get(page, MAX_PAGE_CHARACTERS)
    typed = "word " * (limit // 5) + "and seven"
    visit = open_page(page, typed)
    assert labels.LONG_TEXT in sentences(visit)
    assert f"{limit:,}" in sentences(visit)
    assert components(visit)[f"{page}.text.box"]["text"] == typed
    write(visit, page, typed[:limit])
    assert sentences(visit) == ""


@pytest.mark.parametrize("page", LIVE)
def test_reset_brings_the_text_back(page):
    visit = open_page(page)
    fresh = picture(visit)
    write(visit, page, "something else entirely")
    assert picture(visit) != fresh
    press(visit, labels.RESET)
    assert picture(visit) == fresh


@pytest.mark.parametrize("page", LIVE)
def test_a_text_typed_elsewhere_comes_over_only_when_asked(page):
    elsewhere = next(other for other in LIVE if other != page)
    visit = open_page(elsewhere)
    write(visit, elsewhere, "carried along")
    go_to(visit, page)
    assert components(visit)[f"{page}.text.box"]["text"] == EXAMPLE[page]
    before = components(visit)[f"{page}.text.box"]["version"]
    press(visit, labels.USE_MY_TEXT)
    box = components(visit)[f"{page}.text.box"]
    assert box["text"] == "carried along"
    assert box["version"] > before, "the box in the browser takes the new text over"
    assert not has_button(visit, labels.USE_MY_TEXT)
    go_to(visit, elsewhere)
    assert components(visit)[f"{elsewhere}.text.box"]["text"] == "carried along"


@pytest.mark.parametrize("page", PAGES)
def test_there_is_nothing_to_carry_over_at_first(page):
    assert not has_button(open_page(page), labels.USE_MY_TEXT)


@pytest.mark.parametrize("page", LIVE)
def test_a_text_survives_a_visit_to_another_page(page):
    visit = open_page(page, "still here")
    for other in PAGES:
        go_to(visit, other)
    go_to(visit, page)
    assert components(visit)[f"{page}.text.box"]["text"] == "still here"
