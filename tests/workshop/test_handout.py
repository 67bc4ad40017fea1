"""The list of groups' tasks: complete, with tables in columns, and what all groups share said once."""

import re

import pytest

from tests.workshop.asking import ALL
from workshop.catalogue import KINDS, task
from workshop.exercise import Choice
from workshop.groups import seed
from workshop.handout import answer, cell, given, lines, shared
from workshop.pictures import Source, Table

LIGHT = [kind for kind in ALL if KINDS[kind].minutes < 8]


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
                start = line.given.index(f"{picture.label}:") + 1
                rows = line.given[start : start + len(picture.rows) + 1]
                cells = [list(picture.columns), *(list(map(cell, row)) for row in picture.rows)]
                assert [re.split("  +", row.strip()) for row in rows] == cells
                figures = [row for row in rows if picture.columns[-1] in picture.figures]
                assert len(set(map(len, figures))) <= 1, "figures end below each other"
        for asked in one.inputs:
            if isinstance(asked, Choice):
                assert all(f"( ) {option}" in line.options for option in asked.options)
                assert str(one.right[asked.name]) in line.answer
        assert line.answer.startswith("For example: ") == bool(one.judge)


def test_spaces_in_tokens_are_marked_in_answers():
    for group in range(20):
        one = task("next_merge", seed(group))
        left, right = (one.right[side].replace(" ", "·") for side in ("left", "right"))
        assert answer(one) == f"First token: {left}; Second token: {right}"


def test_given_lines_are_text():
    for kind in LIGHT:
        assert all(isinstance(line, str) for line in given(task(kind, seed(0))))


@pytest.mark.parametrize(
    ("questions", "common", "own"),
    [
        (["One. Two “a”? Three.", "One. Two “b”? Three."], "One. Three.", ["Two “a”?", "Two “b”?"]),
        (["One. Two.", "One. Two."], "One. Two.", ["", ""]),
        (["One.", "Other."], "", ["One.", "Other."]),
        (["One. Two.", "One."], "", ["One. Two.", "One."]),
        (["At 2.5 x?", "At 3.5 x?"], "", ["At 2.5 x?", "At 3.5 x?"]),
    ],
)
def test_what_all_groups_are_asked_is_told_once(questions, common, own):
    assert shared(questions) == (common, own)


def test_of_a_word_to_encode_only_the_word_differs():
    common, own = shared([one.question for one in lines("encode_by_hand", range(1, 5))])
    assert common == "These are all the merges of a small tokenizer. Write them with | or a space between."
    assert len(set(own)) == 4
    assert all(re.fullmatch("Which tokens does the word “[a-z]+” become[?]", one) for one in own)
