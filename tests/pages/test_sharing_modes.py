"""Embedded in a slide and presented to a room: what every page draws and leaves out, and what links say."""

from functools import cache

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import labels
from tests.pages.labels import COMPARE, LISTED, LIVE, PAGES, TRACE
from tests.pages.reading import (
    APP,
    answers,
    components,
    go_to,
    has_button,
    open_page,
    picture,
    press,
    shared_link,
)
from ui import qr

FOOT = {*labels.PARTS}


def embedded(page, **link):
    visit = AppTest.from_file(APP, default_timeout=30)
    visit.context["is_embedded"] = True
    for name, value in link.items():
        visit.query_params[name] = value
    return go_to(visit, page)


def presented(page, **link):
    return open_page(page, link={"present": "true"} | link)


@cache
def as_read(page):
    """The page in neither mode; nothing may be done on it."""
    return open_page(page)


def headings(visit):
    return {heading.value for heading in visit.header}


def drawn(visit):
    """The picture, without the parts that belong to a way of showing the page."""
    ours = ("full", "presenting", "paper", "arrive")
    shown = {key: data for key, data in picture(visit).items() if not key.endswith(ours)}
    differs = ("rows", "presented", "start", "hint")
    return {key: {**data, **dict.fromkeys(differs)} for key, data in shown.items()}


@pytest.mark.parametrize("page", LISTED)
def test_a_page_on_a_slide_has_question_inputs_and_picture_and_no_foot(page):
    visit, read = embedded(page), as_read(page)
    assert [title.value for title in visit.title] == [title.value for title in read.title]
    assert headings(visit) == headings(read) - FOOT
    for kind in ("selectbox", "button_group", "number_input", "text_input"):
        assert [one.key for one in visit.get(kind)] == [one.key for one in read.get(kind)]
    assert components(visit)[f"{page}.full"]["refused"] is None
    assert {key for key in components(visit) if not key.endswith((".full", ".picture"))} == {
        key for key in components(read) if not key.endswith((".qr", ".picture", ".arrive"))
    }
    assert not answers(visit)
    for label in (labels.RESET, labels.PRESENT, labels.LEAVE, labels.ENLARGE):
        assert not has_button(visit, label)


@pytest.mark.parametrize("page", LISTED)
def test_a_presented_page_has_the_picture_and_its_foot_waits(page):
    visit, read = presented(page), as_read(page)
    assert [title.value for title in visit.title] == [title.value for title in read.title]
    assert headings(visit) == headings(read) - FOOT
    assert has_button(visit, labels.LEAVE) and not has_button(visit, labels.PRESENT)
    waiting = components(visit)[f"{page}.presenting"]
    tries = len(answers(read))
    assert waiting == {"stage": 0, "last": 2 * tries + 1 if page in PAGES else 0}
    assert drawn(visit) == {key: data for key, data in drawn(read).items() if not key.endswith("picture")}
    press(visit, labels.LEAVE)
    assert headings(visit) == headings(read)
    assert "present" not in visit.query_params


def test_without_the_lead_the_hint_explains_the_mark_where_cuts_differ():
    mark = "marks a cut that not all"
    visits = {
        presented(COMPARE): True,
        embedded(COMPARE): True,
        presented(COMPARE, text="the"): False,
        open_page(COMPARE): False,
    }
    for visit, there in visits.items():
        assert (mark in components(visit)["compare.strips"]["hint"]) is there


def test_present_stands_in_the_address():
    visit = press(open_page(COMPARE), labels.PRESENT)
    assert visit.query_params["present"] in ("true", ["true"])
    assert has_button(visit, labels.LEAVE)


@pytest.mark.parametrize("asked", ["false", "", "1", "TRUE"])
def test_only_true_presents(asked):
    assert has_button(open_page(COMPARE, link={"present": asked}), labels.PRESENT)


def test_a_presented_player_starts_before_its_first_merge_or_where_the_link_says():
    training = f"{TRACE}.training"
    for link, start in (({}, None), ({"step": "2"}, 2)):
        data = components(presented(TRACE, **link))[training]
        assert (data["presented"], data["start"]) == (True, start)
    assert components(open_page(TRACE))[training]["presented"] is False


@pytest.mark.parametrize("page", LIVE)
def test_the_way_from_a_slide_to_the_page_carries_the_text_that_fits(page):
    assert components(embedded(page, text="my own"))[f"{page}.full"]["query"]["text"] == "my own"
    visit = embedded(page)
    visit.session_state[f"{page}.text"] = "x" * 1_001
    full = components(visit.run())[f"{page}.full"]
    assert full["query"] == {} and labels.LONG_LINK in full["refused"]


def test_a_page_that_asks_for_something_can_be_left_all_the_same():
    visit = presented(COMPARE, **{"compare.tokenizers": ""})
    assert labels.PICK_SOMETHING in visit.info[0].value
    press(visit, labels.LEAVE)
    assert has_button(visit, labels.PRESENT)


@pytest.mark.parametrize("page", LISTED)
def test_every_page_has_the_code_of_the_link_it_shows(page):
    link = as_read(page).code[-1].value
    code = components(as_read(page))[f"{page}.qr"]
    assert code == {"rows": qr.matrix(link), "label": f"QR code of {link}", "large": False}


def test_the_shared_link_leads_to_the_page_as_it_is_read():
    visit = open_page(COMPARE, link={"present": "no", "compare.marks": "false"})
    assert shared_link(visit) == {"compare.marks": ["false"]}
