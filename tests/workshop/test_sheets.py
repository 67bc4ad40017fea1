"""Sheets for groups: whose they are on every sheet, room to write, and names that tell of answers."""

import html
from html.parser import HTMLParser

import pytest

from tests.workshop.asking import ALL
from workshop.catalogue import KINDS, task
from workshop.exercise import Choice
from workshop.groups import seed
from workshop.handout import answer
from workshop.pictures import Table
from workshop.sheets import file_name, page, title


class Read(HTMLParser):
    """The tags, the looks and the text of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.looks, self.texts = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.looks += dict(attrs).get("class", "").split()
        assert {name for name, _ in attrs} <= {"class", "lang", "charset", "name", "content"}

    def handle_data(self, data):
        self.texts.append(data)


def test_the_page_to_print_needs_no_network_and_holds_no_markup_of_texts():
    written = page(["inject", "typed_special", "next_merge"], range(1, 4), True)
    known = "html head meta title style body h1 h2 table thead tbody tr th td div span p pre code b"
    assert set(Read(written).tags) <= set(known.split())
    assert "<|im_start|>" not in written and html.escape("<|im_start|>") in written
    assert "<|im_start|>" in "".join(Read(written).texts)
    assert "url(" not in written and "@import" not in written


@pytest.mark.parametrize("kind", [kind for kind in ALL if KINDS[kind].minutes < 8])
def test_a_task_has_its_tables_and_room_for_every_answer(kind):
    one, read = task(kind, seed(1)), Read(page([kind], [1], False))
    boxes = sum(len(asked.options) for asked in one.inputs if isinstance(asked, Choice))
    assert read.looks.count("box") == boxes
    assert read.looks.count("write") == sum(not isinstance(asked, Choice) for asked in one.inputs)
    assert {asked.label.rstrip(":") for asked in one.inputs} <= {text.rstrip(":") for text in read.texts}
    tables = [picture for picture in one.given if isinstance(picture, Table)]
    rows = sum(len(picture.rows) + 1 for picture in tables)
    assert read.tags.count("tr") == 2 + rows, "the head, the task, and its tables"
    assert "**" not in "".join(read.texts) and "`" not in "".join(read.texts)


def test_answers_are_left_out_unless_asked_for_and_the_page_says_so():
    kinds = ["next_merge", "encode_by_hand"]
    told = ["".join(Read(page(kinds, range(1, 4), answers)).texts) for answers in (False, True)]
    assert [text.count("Answer.") for text in told] == [0, 6]
    assert [text.count("with answers") for text in told] == [0, 3]
    assert [text.count("Answers to the exercises, groups 1 to 3") for text in told] == [0, 2]
    for group in range(1, 4):
        assert [answer(task("next_merge", seed(group))) in text for text in told] == [False, True]


@pytest.mark.parametrize(
    ("groups", "answers", "file", "named"),
    [
        (range(1, 7), False, "exercises-groups-1-to-6.html", "Exercises, groups 1 to 6"),
        (range(1, 7), True, "exercises-groups-1-to-6-with-answers.html",
         "Answers to the exercises, groups 1 to 6"),
        (range(9, 10), False, "exercises-group-9.html", "Exercises, group 9"),
    ],
)  # fmt: skip
def test_the_file_and_the_title_tell_groups_and_answers(groups, answers, file, named):
    assert (file_name(groups, answers), title(groups, answers)) == (file, named)
