"""Links: choices always, a text only when asked and when it fits, and nothing in a link can break a page."""

import pytest

from tests.pages import labels
from tests.pages.labels import COMPARE, EXAMPLE, LIVE, MERGES, ROWS, TRACE
from tests.pages.reading import (
    choose,
    components,
    has_button,
    last_row,
    open_page,
    picture,
    press,
    sentences,
    shared_link,
    strips,
)

STEPS = {TRACE: ("step", "bpe_trace.training"), MERGES: ("step", "smollm2_merges.step")}


def ask_for_text(visit):
    next(box for box in visit.checkbox if box.label == labels.SHARE_TEXT).set_value(True).run()
    return visit


@pytest.mark.parametrize("page", LIVE)
def test_a_link_restores_a_text_and_takes_it_out_of_the_address(page):
    visit = open_page(page, link={"text": "hug naïve 你好 🤗"})
    box = components(visit)[f"{page}.text.box"]
    assert box["text"] == "hug naïve 你好 🤗"
    assert box["version"] == 1
    assert "text" not in visit.query_params


@pytest.mark.parametrize("page", LIVE)
def test_a_text_enters_the_link_only_when_asked(page):
    visit = open_page(page)
    assert not [box for box in visit.checkbox if box.label == labels.SHARE_TEXT], "the example needs none"
    visit = open_page(page, "my own & secret=1 text")
    assert "text" not in shared_link(visit)
    ask_for_text(visit)
    assert shared_link(visit)["text"] == ["my own & secret=1 text"]


@pytest.mark.parametrize("page", LIVE)
@pytest.mark.parametrize(
    "text", ["plain", "a\nb\r\n\tc", "#&=?+%20 /", "😀 e\u0301 \u202e", "x" * 1_000], ids=ascii
)
def test_a_shared_text_comes_back_as_it_was(page, text):
    visit = ask_for_text(open_page(page, text))
    again = open_page(page, link=shared_link(visit))
    assert picture(again) == picture(visit)


@pytest.mark.parametrize("page", LIVE)
def test_a_text_too_long_for_a_link_is_refused_with_a_sentence(page):
    visit = open_page(page, "x" * 1_001)
    assert labels.LONG_LINK in "\n".join(caption.value for caption in visit.caption)
    assert not [box for box in visit.checkbox if box.label == labels.SHARE_TEXT]
    assert "text" not in shared_link(visit)


@pytest.mark.parametrize("page", [TRACE, MERGES])
def test_the_link_of_a_step_is_refused_for_a_text_too_long(page):
    _, key = STEPS[page]
    assert components(open_page(page))[key]["link"]["refused"] is None
    assert labels.LONG_LINK in components(open_page(page, "ab " * 400))[key]["link"]["refused"]


@pytest.mark.parametrize("page", [TRACE, MERGES])
@pytest.mark.parametrize(
    ("step", "start"), [("0", 0), ("2", 2), ("-1", None), ("x", None), ("9" * 99, None), ("²", None)]
)
def test_a_link_says_at_which_step_to_start(page, step, start):
    name, key = STEPS[page]
    visit = open_page(page, link={name: step})
    assert components(visit)[key]["start"] == start
    assert name not in visit.query_params


def test_a_link_restores_the_choices_of_the_comparing_page():
    choices = {"tokenizers": ["cl100k_base", "smollm2"], "show": ["text", "ids"]}
    made = choose(open_page(COMPARE), COMPARE, **choices, marks=False)
    link = {f"compare.{name}": value for name, value in choices.items()} | {"compare.marks": "false"}
    opened = open_page(COMPARE, link=link)
    assert list(strips(opened)) == ["cl100k_base", "smollm2"]
    assert picture(opened) == picture(made)


@pytest.mark.parametrize(
    ("choices", "link"),
    [
        ({"merges": 4, "scheme": "words"}, {"merges": "4", "scheme": labels.WORDS_SCHEME}),
        ({"merges": 6, "ties": "smallest-id"}, {"merges": "6", "ties": labels.SMALLEST_IDS}),
        ({"pattern": "gpt2"}, {"pattern": "gpt2"}),
        ({"corpus": "botchan"}, {"corpus": labels.BOTCHAN}),
    ],
)
def test_a_link_restores_the_choices_of_a_training_run(choices, link):
    made = choose(open_page(TRACE), TRACE, **choices)
    opened = open_page(TRACE, link={f"bpe_trace.{name}": value for name, value in link.items()})
    assert picture(opened) == picture(made)


def test_a_link_restores_every_line_of_a_training_run():
    visit = ask_for_text(open_page(TRACE, "zy zy ba ba", word="zy", other="bazy"))
    assert picture(open_page(TRACE, link=shared_link(visit))) == picture(visit)


def test_a_link_restores_an_own_pattern():
    visit = choose(open_page(TRACE, "hug hug pug"), TRACE, pattern="my own", regex="[hp]|ug| ")
    link = shared_link(ask_for_text(visit)) | {"bpe_trace.pattern": "my own"}
    assert picture(open_page(TRACE, link=link)) == picture(visit)


@pytest.mark.parametrize(
    ("box", "key"), [("word", "training"), ("other", "encode_step"), ("text", "encode_step")]
)
def test_the_link_of_a_step_carries_the_texts_in_its_picture(box, key):
    typed = {box: "bug"}
    query = components(open_page(TRACE, **typed))[f"bpe_trace.{key}"]["link"]["query"]
    again = open_page(TRACE, link={name: value for name, value in query.items() if value is not None})
    assert (
        picture(again)[f"bpe_trace.{key}"]["trace"]
        == picture(open_page(TRACE, **typed))[f"bpe_trace.{key}"]["trace"]
    )


@pytest.mark.parametrize(
    ("page", "link"),
    [
        (COMPARE, {"compare.tokenizers": ["gpt2", "no such"]}),
        (COMPARE, {"compare.tokenizers": "mine: bytes, 3 merges"}),
        (COMPARE, {"compare.tokenizers": ""}),
        (COMPARE, {"compare.show": "<b>"}),
        (COMPARE, {"compare.marks": "perhaps"}),
        (COMPARE, {"ids": "x" * 5_000}),
        (TRACE, {"bpe_trace.merges": "99999999"}),
        (TRACE, {"bpe_trace.merges": "nan"}),
        (TRACE, {"bpe_trace.merges": "1e3"}),
        (TRACE, {"bpe_trace.scheme": "runes"}),
        (TRACE, {"bpe_trace.corpus": "../../etc/passwd"}),
        (TRACE, {"bpe_trace.pattern": "none", "bpe_trace.ties": "luck"}),
        (TRACE, {"word": "w" * 5_000, "other": "o" * 5_000}),
        (TRACE, {"step": "999999", "encode_step": "999999"}),
        (MERGES, {"text": "x" * 50_000}),
        (MERGES, {"no.such.input": "1"}),
    ],
)
def test_a_damaged_link_opens_a_working_page(page, link):
    visit = open_page(page, link=link)
    assert visit.title[0].value == labels.QUESTION[page]
    if labels.PICK_SOMETHING not in sentences(visit):
        assert has_button(visit, labels.RESET)
    press(visit, labels.RESET)
    assert components(visit)[f"{page}.text.box"]["text"] == EXAMPLE[page]
    assert sentences(visit) == ""


BAD = ("", "inf", "\x00\u202e<b>%\U0010ffff", "x" * 100_000)
MODES = ("group", "term", "step", "encode_step", "no.such")


@pytest.mark.parametrize("page", labels.LISTED)
def test_no_value_in_a_link_breaks_a_page(page):
    """Every input of a page, its texts too, gets every bad value once, each input another one at a time."""
    views = ROWS[page].views[-1:] if page in ROWS else ()
    choices = {f"{page}.{name}": chosen for view in views for name, chosen in view.items()}
    visit = open_page(page, link=choices)
    names = [name for name in visit.session_state["defaults"] if name not in choices]
    names = [name for name in names if name.startswith(f"{page}.")]
    names += [*MODES, *(name.removeprefix(f"{page}.") for name in names)]
    for turn in range(len(BAD)):
        damaged = {name: BAD[(place + turn) % len(BAD)] for place, name in enumerate(names)}
        opened = open_page(page, link=choices | damaged)
        assert opened.title[0].value == visit.title[0].value
        assert has_button(press(opened, labels.RESET), labels.RESET)


@pytest.mark.parametrize(
    ("page", "name", "takes"), [(COMPARE, "text", 1_000), (COMPARE, "ids", 2_000), (TRACE, "word", 40)]
)
def test_what_a_link_holds_beyond_its_limit_is_told_until_another_text_is_there(page, name, takes):
    visit = open_page(page, link={name: "x" * 100_000})
    told = f"The link holds 100,000 characters for this box, which takes {takes:,} of them."
    assert told in sentences(visit.run()), "also after the next run"
    assert told not in sentences(press(visit, labels.RESET))
    assert told not in sentences(open_page(page, link={name: "x" * takes}))


@pytest.mark.parametrize(
    ("page", "link", "widget"),
    [
        ("vocab_size", {"width": "1e400"}, "number_input"),
        ("vocabulary", {"id": "-inf"}, "number_input"),
        ("fertility", {"source": ""}, "button_group"),
        (TRACE, {"scheme": ""}, "button_group"),
    ],
)
def test_a_value_that_means_nothing_leaves_the_example(page, link, widget):
    damaged = open_page(page, link={f"{page}.{name}": value for name, value in link.items()})
    assert picture(damaged) == picture(open_page(page))
    (name,) = link
    assert next(one for one in getattr(damaged, widget) if one.key == f"{page}.{name}").value is not None


def test_a_link_made_with_a_kept_tokenizer_opens_without_it():
    visit = open_page(COMPARE, link={"compare.tokenizers": ["gpt2", "mine: bytes, 3 merges"]})
    assert list(strips(visit)) == ["gpt2"]


def test_the_encoding_of_a_linked_text_is_that_texts():
    visit = open_page(TRACE, link={"other": "pug"})
    assert last_row(components(visit)["bpe_trace.encode_step"]) == [b"p", b"ug"]
