"""The list of groups' tasks: complete, escaped, and with answers only when asked for."""

import html
import re
from html.parser import HTMLParser

import pytest

from tests.workshop.asking import ALL
from workshop.catalogue import KINDS, task
from workshop.exercise import Choice
from workshop.groups import seed
from workshop.handout import answer, given, lines, page
from workshop.pictures import Source, Table

LIGHT = [kind for kind in ALL if KINDS[kind].minutes < 8]


class Read(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        assert not [name for name, _ in attrs if name in ("src", "href", "onload", "onclick")]

    def handle_data(self, data):
        self.texts.append(data)


@pytest.mark.parametrize("kind", LIGHT)
def test_a_line_holds_the_question_what_is_given_and_the_answer(kind):
    for line in lines(kind, range(3)):
        one = task(kind, seed(line.group))
        told = "\n".join(line.given)
        assert re.sub("[*`]", "", one.question) == line.question
        for picture in one.given:
            if isinstance(picture, Source):
                assert picture.text in told
            if isinstance(picture, Table):
                assert told.count(" / ") >= len(picture.rows)
        for asked in one.inputs:
            if isinstance(asked, Choice):
                assert all(f"( ) {option}" in told for option in asked.options)
                assert str(one.right[asked.name]) in line.answer
        assert line.answer.startswith("For example: ") == bool(one.judge)


def test_spaces_in_tokens_are_marked_in_answers():
    for group in range(20):
        one = task("next_merge", seed(group))
        left, right = (one.right[side].replace(" ", "·") for side in ("left", "right"))
        assert answer(one) == f"First token: {left}; Second token: {right}"


def test_the_page_to_print_needs_no_network_and_holds_no_markup_of_texts():
    written = page(["inject", "typed_special", "next_merge"], range(1, 4), True)
    read = Read(written)
    assert set(read.tags) <= set("html head meta title style body h1 h2 section p pre b".split())
    assert read.tags.count("section") == 9
    assert "<|im_start|>" not in written and html.escape("<|im_start|>") in written
    assert "<|im_start|>" in "".join(read.texts)
    assert "url(" not in written and "@import" not in written


def test_answers_are_left_out_unless_asked_for():
    assert page(["next_merge"], range(1, 4), False).count("Answer.") == 0
    assert page(["next_merge"], range(1, 4), True).count("Answer.") == 3
    for group in range(1, 4):
        assert answer(task("next_merge", seed(group))) in page(["next_merge"], [group], True)
        assert answer(task("next_merge", seed(group))) not in page(["next_merge"], [group], False)


def test_given_lines_are_text():
    for kind in LIGHT:
        assert all(isinstance(line, str) for line in given(task(kind, seed(0))))
