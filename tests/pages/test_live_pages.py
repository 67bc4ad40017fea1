"""Live pages: a new text runs the picture alone, and nothing else on the page is ever out of date."""

from urllib.parse import quote_plus, urlencode

import pytest

from tests.pages import labels
from tests.pages.labels import COMPARE, MERGES, TRACE
from tests.pages.visits import house

ALONE, WHOLE = ["FINISHED_FRAGMENT_RUN_SUCCESSFULLY"], ["FINISHED_EARLY_FOR_RERUN", "FINISHED_SUCCESSFULLY"]
FILES = {COMPARE: "Tokens (CSV)", TRACE: "Steps (CSV)", MERGES: "Merges (CSV)"}
LIVE = tuple(FILES)


@pytest.fixture(scope="module")
def at_home():
    with house() as running:
        yield running


@pytest.fixture
def tab(at_home):
    one = at_home.tab()
    yield one
    one.leave()


@pytest.mark.parametrize("page", LIVE)
def test_a_new_text_runs_the_picture_alone_and_its_code_is_new(tab, page):
    tab.open(page)
    assert not tab.was_sent(labels.SHARE_TEXT), "there is no text of one's own yet"
    for text in ("hug pug one", "hug pug two", "hug pug three"):
        assert tab.write(text).runs == ALONE
        assert f"text = {text!r}" in tab.shown()[-1]
        assert tab.was_sent(labels.SHARE_TEXT, "Remember", labels.SHOW_ANSWER, "Download") == [
            labels.SHARE_TEXT
        ]


@pytest.mark.parametrize("page", LIVE)
def test_an_open_answer_and_a_file_are_those_of_the_text_by_now(tab, at_home, page):
    file = tab.open(page).file(FILES[page])
    assert tab.write("Tokenizers in 2048").runs == ALONE
    held = file()
    tab.open(page).switch(labels.SHOW_ANSWER)
    assert tab.write("hug").runs == WHOLE
    before = tab.shown()[-1]
    assert tab.write("Tokenizers in 2048").runs == WHOLE
    fresh = at_home.tab().open(page, labels.link(page, {}, text="Tokenizers in 2048"))
    assert held == fresh.file(FILES[page])() != at_home.tab().open(page).file(FILES[page])()
    assert before != tab.shown()[-1] == fresh.switch(labels.SHOW_ANSWER).shown()[-1]


@pytest.mark.parametrize("page", LIVE)
def test_a_link_with_the_text_follows_the_text(tab, page):
    tab.open(page)
    tab.write("hug pug one").switch(labels.SHARE_TEXT)
    for text in ("hug pug two", "hug pug three"):
        assert tab.write(text).runs == WHOLE
        assert tab.was_sent(f"text={quote_plus(text)}")
    assert tab.write("long " * 300).runs == WHOLE, "it cannot go into the link"
    assert tab.was_sent("A link carries up to", labels.SHARE_TEXT) == ["A link carries up to"]
    assert tab.write("hug pug four").runs == WHOLE
    assert tab.was_sent(labels.SHARE_TEXT, "text=hug+pug+four") == [labels.SHARE_TEXT, "text=hug+pug+four"]


@pytest.mark.parametrize(
    ("page", "same"), [(COMPARE, "Ids back to text"), (MERGES, "The parts of the file that matter")]
)
@pytest.mark.parametrize("mode", [{}, {"present": "true"}, {"embed": "true"}], ids=str)
def test_what_is_the_same_for_every_text_stands_until_a_choice_changes(tab, page, same, mode):
    link = f"?{urlencode(mode)}"
    assert tab.open(page, link).was_sent(same)
    assert tab.write("hug pug one", link).runs == ALONE
    assert not tab.was_sent(same)
    other = f"{link}&another=choice"
    assert tab.write("hug pug two", other).runs == WHOLE
    assert tab.was_sent(same)
    assert tab.write("hug pug three", other).runs == ALONE


def test_a_link_follows_the_choices(tab):
    assert not tab.open(COMPARE).was_sent("compare.marks=false")
    assert tab.switch("Mark white space", False, "?compare.marks=false").runs == WHOLE
    assert tab.was_sent("compare.marks=false")


def test_without_a_picture_nothing_stands_below_it_and_both_come_back(tab):
    tab.open(TRACE).write("hug pug one")
    assert tab.write("a").runs == WHOLE
    assert tab.was_sent("There is no pair of neighbours", "Remember", "In code") == [
        "There is no pair of neighbours"
    ]
    assert tab.write("b").runs == ALONE
    assert tab.write("hug pug two").runs == WHOLE
    assert tab.was_sent("hug pug two", "Remember", "In code") == ["hug pug two", "Remember", "In code"]
