"""When tokenizers go wrong: every control acts, links restore, Reset, answers, and any text is taken."""

import json

import pytest

from tests.pages import labels
from tests.pages.production import EXAMPLE, KINDS, PAGE, charts, everything, figures, look, table, texts
from tests.pages.reading import (
    answers,
    choose,
    go_to,
    open_page,
    press,
    run_in_code,
    sentences,
    shared_link,
    write,
)
from tokcore import PatternError
from tokcore.published import reference
from ui.production import swapped


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        ("swapped", "kind", "parted"),
        ("swapped", "swapped0", "cl100k_base"),
        ("swapped", "swapped1", "o200k_base"),
        ("parted", "parted0", "smollm2"),
        ("parted", "parted1", "cl100k_base"),
        ("parted", "specials", True),
        ("drift", "learned", "botchan"),
        ("drift", "merges", 1_024),
        ("drift", "beside", "smollm2"),
        ("drift", "measure", "bytes per token"),
        ("bill", "names", ["gpt2"]),
        ("bill", "price", 3.0),
        ("bill", "calls", 5),
        ("returned", "added", ["a control character"]),
        ("file", "source", "nfc"),
        ("file", "published", ["smollm2"]),
    ],
)
def test_a_control_changes_the_picture_and_reset_brings_it_back(kind, name, value):
    visit = look(kind)
    before = everything(visit)
    choose(visit, PAGE, **{name: value})
    assert everything(visit) != before
    press(visit, labels.RESET)
    assert everything(visit) == everything(look("swapped"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_of_ones_own_changes_every_view(kind):
    visit = look(kind)
    before = everything(visit)
    write(visit, PAGE, "Δεν είναι αυτό")
    assert not visit.exception
    assert everything(visit) != before


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", ["", "\n", "\x00\x04", "<b>x</b> {y}", "a" * 300, "🤗" * 9], ids=ascii)
def test_unusual_texts_leave_a_page_that_works(kind, text):
    visit = look(kind, text)
    for switch in answers(visit):
        switch.set_value(True)
    visit.run()
    assert not visit.exception
    assert [heading.value for heading in visit.header][-5:] == list(labels.PARTS)
    run_in_code(visit)


def test_a_long_text_is_shortened_with_a_sentence():
    assert labels.LONG_TEXT in sentences(look("parted", "word " * 5_000))


@pytest.mark.parametrize("kind", KINDS)
def test_a_shared_link_brings_the_view_and_when_asked_the_text(kind):
    visit = look(kind, "hug naïve 你好")
    assert "text" not in shared_link(visit)
    visit.checkbox(key=f"{PAGE}.share").set_value(True).run()
    query = shared_link(visit)
    assert query["text"] == ["hug naïve 你好"]
    again = open_page(PAGE, link={name: values[0] for name, values in query.items()})
    assert everything(again) == everything(visit)


def test_a_link_restores_choices():
    made = choose(look("bill"), PAGE, price=2.5, calls=7, names=["gpt2", "smollm2"])
    link = {"price": "2.5", "calls": "7", "names": ["gpt2", "smollm2"]}
    assert everything(look("bill", **link)) == everything(made)


@pytest.mark.parametrize(
    "link", [{"price": "-3"}, {"price": "nan"}, {"price": "x"}, {"calls": "1e99"}, {"names": "no such"}]
)
def test_a_damaged_link_opens_a_working_page(link):
    visit = look("bill", **link)
    assert not visit.exception
    assert [heading.value for heading in visit.header][-5:] == list(labels.PARTS)


def test_answers_are_computed():
    visit = look("swapped")
    for switch in answers(visit):
        switch.set_value(True)
    visit.run()
    shown = texts(visit)
    ids = reference("o200k_base")(EXAMPLE)
    assert f"o200k_base read by gpt2: {sum(i > 50_256 for i in ids)} ids missing" in shown
    assert "gpt2 read by cl100k_base: no error" in shown
    assert "No: one tokenizer under two names" in shown
    assert f"524,294 of {0x110000 - 0x800:,} code points: 6 control characters and 524,288 of planes" in shown


@pytest.mark.parametrize("kind", KINDS)
def test_a_persons_text_stays_out_of_markdown_and_charts(kind):
    visit = look(kind, "zzyzx **bold** ![](x)")
    for element in ("markdown", "caption", "title", "header", "metric", "subheader"):
        assert "zzyzx" not in str([found.value for found in visit.get(element)])
    assert "zzyzx" not in str(charts(visit))


def test_a_kept_tokenizer_can_be_swapped_parted_and_billed():
    visit = press(open_page(labels.TRACE), labels.KEEP)
    go_to(visit, PAGE)
    name = visit.selectbox(key=f"{PAGE}.swapped1").options[-1]
    assert name.startswith("mine")
    choose(visit, PAGE, swapped1=name)
    assert f"fingerprint of {name}" in figures(visit)
    run_in_code(visit)
    choose(visit, PAGE, kind="parted", parted1=name)
    assert [row[3] for row in table(visit, "causes")]
    choose(visit, PAGE, kind="bill", names=[name])
    assert table(visit, "costs")[0][0] == name
    assert name not in json.dumps(shared_link(visit))


def test_a_kept_word_tokenizer_is_not_offered():
    visit = choose(open_page(labels.TRACE), labels.TRACE, scheme="words")
    go_to(press(visit, labels.KEEP), PAGE)
    assert len(visit.selectbox(key=f"{PAGE}.swapped1").options) == 4


def test_what_cannot_be_worked_out_is_a_sentence_above_the_foot(monkeypatch):
    def stopped(*given, **named):
        raise PatternError("This pattern ran for too long on 'zzyzx'.")

    monkeypatch.setattr(swapped, "strips", stopped)
    visit = look("swapped", "my text")
    assert [error.value for error in visit.error] == ["This cannot be worked out. What stands in the way:"]
    assert "This pattern ran for too long on 'zzyzx'." in texts(visit)
    assert [heading.value for heading in visit.header] == list(labels.PARTS)
    run_in_code(visit)
