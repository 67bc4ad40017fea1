"""Bad texts, numbers and patterns in every box of every page: the page stands, and what was typed stays."""

import pytest

from tests.bad_input import BOXES, PATTERNS, SLOW_TEXT, TEXTS
from tests.pages import labels
from tests.pages.reading import choose, components, open_page, press, sentences
from tokcore.alphabet import well_formed


def opened(page, choices, **typed):
    return open_page(page, link={f"{page}.{name}": value for name, value in choices.items()}, **typed)


@pytest.mark.parametrize(
    ("page", "choices", "name", "limit"), BOXES, ids=lambda part: str(part).replace("{}", "at first")
)
def test_a_bad_text_is_taken_whole_and_what_is_left_out_is_told(page, choices, name, limit):
    visit = opened(page, choices)
    for what, text in TEXTS.items():
        visit.session_state[f"{page}.{name}"] = well_formed(text)  # as the box does
        visit.run()
        assert not visit.exception, (what, visit.exception)
        assert visit.title[0].value == labels.QUESTION[page]
        assert components(visit)[f"{page}.{name}.box"]["text"] == well_formed(text), what
        cut = f"has {len(text):,} characters"
        assert (cut in sentences(visit)) == (len(text) > limit), what
        assert (f"works with the first {limit:,} characters" in sentences(visit)) == (len(text) > limit), what
    press(visit, labels.RESET)
    assert sentences(visit) == ""


LINES = [
    (labels.TRACE, {"pattern": labels.OWN_PATTERN}),
    ("vocabulary", {"pair": "my own"}),
    ("digit_chunking", {"prompt": "my own", "ways": ["my own rule", "smollm2"]}),
    ("special_tokens", {"kind": "Through a chat template"}),
    *(("glitch_tokens", view) for view in labels.ROWS["glitch_tokens"].views),
    (labels.COMPARE, {}),
    ("glossary", {}),
    ("exercises", {}),
]
"""Pages and choices under which there are boxes of one line."""


@pytest.mark.parametrize(("page", "choices"), LINES, ids=str)
def test_a_bad_text_in_every_line_leaves_a_page_that_works(page, choices, monkeypatch):
    monkeypatch.setattr("ui.page.PATTERN_SECONDS", 0.2)
    visit = opened(page, choices)
    for what, text in TEXTS.items():
        typed = {line.key for line in visit.text_input if not line.form_id}
        for line in visit.text_input:
            line.set_value(well_formed(text))
        visit.run()
        assert not visit.exception, (what, visit.exception)
        for line in [line for line in visit.text_input if line.key in typed]:
            assert 0 < line.proto.max_chars <= 2_000, f"{line.label} has no limit"
            assert line.value == well_formed(text)[: line.proto.max_chars], (what, line.label)
        assert visit.title[0].value == labels.QUESTION.get(page, visit.title[0].value)


@pytest.mark.parametrize("page", [labels.TRACE, "pretokenization"])
def test_a_bad_pattern_gets_a_sentence_and_stays(page, monkeypatch):
    monkeypatch.setattr("ui.page.PATTERN_SECONDS", 0.2)
    visit = opened(page, {"pattern": labels.OWN_PATTERN}, text=SLOW_TEXT)
    for what, pattern in PATTERNS.items():
        choose(visit, page, regex=pattern)
        assert [error.value[-1] for error in visit.error] == ["."], what
        assert visit.text_input(key=f"{page}.regex").value == pattern
        assert components(visit)[f"{page}.text.box"]["text"] == SLOW_TEXT


def test_a_bad_rule_for_digits_gets_a_sentence_and_stays(monkeypatch):
    monkeypatch.setattr("ui.page.PATTERN_SECONDS", 0.2)
    visit = opened("digit_chunking", {"ways": ["my own rule"]})
    for rule in (r"(\d+)+$x", r"(?:\d|\d\d)+x", "(?R)", *list(PATTERNS.values())[-2:]):
        choose(visit, "digit_chunking", rule=rule)
        assert sentences(visit).endswith(".")
        assert visit.text_input(key="digit_chunking.rule").value == rule


@pytest.mark.parametrize("page", labels.LISTED)
def test_numbers_beyond_their_limits_leave_a_page_that_works(page):
    views = [{}, *labels.ROWS[page].views] if page in labels.ROWS else [{}]
    for view in views:
        visit = opened(page, view)
        for number in (0, -1, 255, 10**9, -(10**15)):
            for box in visit.number_input:
                box.set_value(type(box.value)(number))
            visit.run()
            assert not visit.exception, (view, number, visit.exception)
        assert visit.title[0].value == labels.QUESTION.get(page, visit.title[0].value)
