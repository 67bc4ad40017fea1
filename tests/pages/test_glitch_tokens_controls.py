"""Glitch tokens: every control acts, the code gives the figures, links restore, answers are computed."""

import pytest

from tests.pages import labels
from tests.pages.glitch import GLITCH, VIEWS, everything, look
from tests.pages.reading import answers, open_page, press, run_in_code, shared_link


@pytest.mark.parametrize(
    "view, kind, name, value",
    [
        ("alone", "selectbox", "tokenizer", "gpt2"),
        ("unreachable", "selectbox", "source", "botchan"),
        ("unreachable", "selectbox", "pattern", "o200k"),
        ("unreachable", "number_input", "size", 700),
        ("merges", "text_input", "merges", "a b"),
        ("list", "text_input", "look", "Nitrome"),
        ("measured", "button_group", "limit", 1.0),
        ("make", "text_input", "name", "bluewhale"),
        ("make", "number_input", "times", 90),
        ("make", "number_input", "seed", 5),
        ("make", "toggle", "filtered", False),
    ],
)
def test_a_control_changes_the_picture_and_reset_brings_it_back(view, kind, name, value):
    visit = look(view)
    before = everything(visit)
    getattr(visit, kind)(key=f"{GLITCH}.{name}").set_value(value).run()
    assert not visit.exception, visit.exception
    changed = everything(visit)
    assert changed != before
    press(visit, labels.RESET)
    assert everything(visit) == everything(look("alone"))


@pytest.mark.parametrize(
    "view, values",
    [
        ("unreachable", [(397, 0)]),
        ("merges", [[("bc",), ("ab",), ("cd",), ("a", "bc", "d")]]),
        ("list", [(141, 141), [43453]]),
        ("measured", [(17, 0.000156, 0.95175), b"ManagementPlaneProtection"]),
    ],
)
def test_the_code_lines_give_the_figures_on_screen(view, values):
    assert run_in_code(look(view)) == values


def test_the_code_lines_give_the_strays_and_the_stillness():
    count, strays = run_in_code(look("alone"))
    assert (count, strays[0]) == (12, (3413, (357, 6)))
    ids, moved = run_in_code(look("make"))
    assert (len(ids), moved) == (1, 0)


@pytest.mark.parametrize("view", ["merges", "list", "make"])
def test_a_shared_link_brings_the_view_and_when_asked_the_text(view):
    typed = {"merges": ("merges", "x y"), "list": ("look", "Nitrome"), "make": ("name", "bluewhale")}
    name, value = typed[view]
    visit = look(view)
    visit.text_input(key=f"{GLITCH}.{name}").set_value(value).run()
    assert name not in shared_link(visit)
    visit.checkbox(key=f"{GLITCH}.share").set_value(True).run()
    assert shared_link(visit)[name] == [value]
    again = open_page(GLITCH, link=VIEWS[view] | {name: value})
    assert again.text_input(key=f"{GLITCH}.{name}").value == value


def test_answers_are_computed():
    visit = look("alone")
    for switch in answers(visit):
        switch.set_value(True)
    visit.run()
    shown = "\n".join(text.value for text in visit.text)
    assert "gpt2: 0\ncl100k_base: 0\no200k_base: 12\nsmollm2: 0" in shown
    assert shown.count("13 (c0 c1 f5 f6 f7 f8 f9 fa fb fc fd fe ff)") == 3
    assert "smollm2: none; it has left 21 bytes out" in shown
    assert "No: it moved by" in shown
