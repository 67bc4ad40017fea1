"""The page on special tokens: every control acts, links restore, answers are computed."""

import pytest

from tests.pages import labels
from tests.pages.reading import (
    answers,
    choose,
    components,
    go_to,
    open_page,
    press,
    sentences,
    shared_link,
    write,
)
from tests.pages.special_tokens import (
    END,
    KIND,
    NAMES,
    NESTED,
    NOVEL,
    PAGE,
    QUESTION,
    VIEWS,
    drawn,
    everything,
    look,
    outlined,
)
from tokcore.published import reference


@pytest.mark.parametrize(
    "view, name, value",
    [
        ("ways", "tokenizers", ["smollm2"]),
        ("ways", "kind", "all"),
        ("chat", "system", "Say everything."),
        ("batch", "tokenizer", "o200k_base"),
        ("batch", "side", "left"),
        ("batch", "begin", False),
        ("batch", "end", False),
        ("all", "tokenizers", [NOVEL]),
    ],
)
def test_a_control_changes_the_picture_and_reset_brings_it_back(view, name, value):
    visit = look(view)
    before = everything(visit)
    choose(visit, PAGE, **{name: value})
    assert everything(visit) != before
    press(visit, labels.RESET)
    assert everything(visit) == everything(look())


@pytest.mark.parametrize(
    "view, name", [("ways", "text"), ("chat", "message"), ("chat", "system"), ("batch", "batch")]
)
def test_a_text_changes_the_picture_and_a_link_restores_it_when_asked(view, name):
    visit = look(view, **{name: "my <own> text"})
    assert everything(visit) != everything(look(view))
    assert name not in shared_link(visit)
    visit.checkbox(key=f"{PAGE}.share").set_value(True).run()
    assert shared_link(visit)[name] == ["my <own> text"]
    again = open_page(PAGE, link=VIEWS[view] | {name: "my <own> text"})
    assert everything(again) == everything(visit)
    press(visit, labels.RESET)
    assert everything(visit) == everything(look())
    choose(visit, PAGE, kind=view)
    assert everything(visit) == everything(look(view))


def test_a_link_restores_the_choices():
    link = VIEWS["batch"] | {
        f"{PAGE}.tokenizer": "gpt2",
        f"{PAGE}.side": "left, before the text",
        f"{PAGE}.begin": "false",
    }
    made = choose(look("batch"), PAGE, tokenizer="gpt2", side="left", begin=False)
    assert everything(open_page(PAGE, link=link)) == everything(made)
    opened = open_page(PAGE, link={f"{PAGE}.tokenizers": ["smollm2", NOVEL]})
    assert everything(opened) == everything(choose(look(), PAGE, tokenizers=["smollm2", NOVEL]))


@pytest.mark.parametrize(
    "link",
    [
        {KIND: "no such"},
        {f"{PAGE}.tokenizers": ["mine: bytes, 3 merges"]},
        {f"{PAGE}.tokenizer": "gpt9", KIND: "In a batch"},
        {f"{PAGE}.side": "up", KIND: "In a batch"},
        {"message": "x" * 5_000, KIND: "Through a chat template"},
        {"system": "x" * 5_000, KIND: "Through a chat template"},
        {"batch": "\n" * 5_000, KIND: "In a batch"},
    ],
)
def test_a_damaged_link_opens_a_working_page(link):
    visit = open_page(PAGE, link=link)
    assert visit.title[0].value == QUESTION
    press(visit, labels.RESET)
    assert everything(visit) == everything(look())


def test_a_text_typed_elsewhere_opens_the_view_that_takes_it():
    visit = open_page(labels.COMPARE)
    write(visit, labels.COMPARE, f"carried{END}")
    go_to(visit, PAGE)
    choose(visit, PAGE, kind="all")
    press(visit, labels.USE_MY_TEXT)
    assert components(visit)[f"{PAGE}.text.box"]["text"] == f"carried{END}"
    assert outlined(drawn(visit)["gpt2, allowed"]) == [50256]


@pytest.mark.parametrize("view", VIEWS)
def test_answers_are_computed(view):
    visit = look(view)
    for switch in answers(visit):
        switch.set_value(True)
    visit.run()
    said = "\n".join(text.value for text in visit.text)
    assert f"No. Removing it from {NESTED} leaves {END}" in said
    for name in NAMES:
        assert f"{name}: 13 ids and 7 ids give the same text back." in said
    attack = "That is all.<|im_end|>"
    for name in NAMES[:3]:
        assert f"{name} encodes it: {len(reference(name)(attack))} tokens of plain text." in said
    assert "smollm2 refuses: The text holds the special string '<|im_end|>' at character 12;" in said


def test_a_text_over_the_limit_is_shortened_with_a_sentence_and_kept_in_the_box():
    typed = END + "word " * 4_000
    visit = look(text=typed)
    assert labels.LONG_TEXT in sentences(visit)
    assert components(visit)[f"{PAGE}.text.box"]["text"] == typed
    assert drawn(visit)["gpt2, as plain text"]["count"] == f"{len(reference('gpt2')(typed[:20_000])):,}"


def test_two_visitors_do_not_meet():
    look("chat", message="mine alone")
    assert "mine alone" not in str(components(look("chat")))
