"""Answers on the exercises page: right, wrong in a known way, missing, hostile; hints, and what explains."""

import ast

import pytest

from tests.pages import labels
from tests.pages.exercises import FIRST, HINTS, LABS, PAGE, at, check, results, successes, told
from tests.pages.reading import components, has_button, press, sentences
from workshop.catalogue import KINDS, task
from workshop.exercise import Number, Text
from workshop.groups import seed


@pytest.mark.parametrize("kind", KINDS)
def test_every_exercise_is_solved_with_hints_and_picture(kind):
    visit = at(kind, 5)
    one = task(kind, seed(5))
    assert one.question in [text.value for text in visit.markdown]
    for place, label in enumerate(HINTS):
        assert one.hints[place] not in told(visit)
        press(visit, label)
        assert one.hints[place] in told(visit)
    assert not [label for label in HINTS if has_button(visit, label)]
    check(visit, one.right, kind, 5)
    assert successes(visit) == ["Right, at try 1."]
    before = len(components(visit)) + len(visit.code)
    press(visit, "Show me")
    assert len(components(visit)) + len(visit.code) > before
    assert one.because in told(visit) and not has_button(visit, "Show me")
    assert visit.code[-2].value == one.code
    (record,) = [record for record in results(visit) if record.kind == kind]
    assert (record.seed, record.tries, record.hints, record.right_at) == (seed(5), 1, 3, 1)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in LABS])
def test_a_known_mistake_is_named_and_what_was_typed_stays(kind):
    one = task(kind, seed(2))
    visit = at(kind, 2)
    trap = one.traps[0]
    wrong = {**one.right, **trap.values}
    check(visit, wrong, kind, 2)
    assert "Not yet." in sentences(visit) and not successes(visit)
    assert f"What happened: {trap.name}." in [caption.value for caption in visit.caption]
    feedback = one.check({name: "|".join(v) if isinstance(v, tuple) else v for name, v in wrong.items()})
    assert feedback.sentence in told(visit)
    check(visit, one.right, kind, 2)
    assert successes(visit) == ["Right, at try 2."]
    assert results(visit)[0].misconceptions == (trap.name,)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if task(kind, seed(1)).yours])
def test_an_open_answer_is_drawn(kind):
    visit = at(kind, 1)
    assert "What your answer does" not in [heading.value for heading in visit.header]
    check(visit, task(kind, seed(1)).right, kind, 1)
    assert "What your answer does" in [heading.value for heading in visit.header]
    assert any(".yours0" in key for key in components(visit))


def test_the_code_gives_the_answer_on_screen():
    visit = press(at("how_many_tokens"), "Show me")
    *lines, last = ast.parse(visit.code[-2].value).body
    namespace = {}
    exec(compile(ast.Module(lines, []), "<code>", "exec"), namespace)
    count = eval(compile(ast.Expression(last.value), "<code>", "eval"), namespace)
    assert f"{count} tokens:" in told(visit)
    assert components(visit)[f"{PAGE}.how_many_tokens.shown0.strips"]["strips"][0]["count"] == f"{count:,}"


def test_nothing_typed_is_no_try():
    visit = press(at(), "Check")
    assert "No answer yet." in sentences(visit)
    assert "Fill in every field first." in told(visit)
    assert not results(visit) and "No answer checked yet." in told(visit)


def test_an_answer_that_was_sent_before_is_no_new_try():
    one = task(FIRST, seed(0))
    wrong, other = {**one.right, **one.traps[0].values}, {"left": "zz", "right": "y"}
    visit = check(at(), wrong)
    assert "Not yet. That was try 1." in sentences(visit)
    press(visit, "Check")
    assert "Not yet. You have sent this answer already." in sentences(visit)
    check(visit, other)
    assert "Not yet. That was try 2." in sentences(visit)
    check(press(visit, labels.RESET), {name: f"“{value}”" for name, value in wrong.items()})
    assert "You have sent this answer already." in sentences(visit)
    (record,) = results(visit)
    assert (record.tries, record.misconceptions) == (2, (one.traps[0].name,))
    press(check(visit, one.right), "Check")
    assert successes(visit) == ["Right, at try 3."] and results(visit)[0].tries == 3


def test_looking_at_the_answer_ends_the_task():
    visit = press(at(), "Show me")
    check(visit, task(FIRST, seed(0)).right)
    assert successes(visit) == ["Right. The answer was shown before, so it does not count."]
    assert results(visit)[0].state == "answer shown"
    assert "0 of 1 right, 0 at the first try." in told(visit)


WRITTEN = [kind for kind in KINDS if any(isinstance(asked, Text) for asked in task(kind, seed(0)).inputs)]
NUMBERED = [kind for kind in KINDS if any(isinstance(asked, Number) for asked in task(kind, seed(0)).inputs)]


@pytest.mark.parametrize("kind", WRITTEN)
def test_hostile_answers_leave_a_page_that_works(kind):
    one, visit = task(kind, seed(0)), at(kind)
    fields = [asked for asked in one.inputs if isinstance(asked, Text)]
    for text in (
        "<script>alert(1)</script>",
        "**b** [x](http://y)",
        "\0\x7f",
        "\u202e你好👩‍🚀",
        "(a+)+$",
        "[",
    ):
        check(visit, {**one.right, **{asked.name: text[: asked.limit] for asked in fields}}, kind)
        assert visit.header[0].value == KINDS[kind].title and not successes(visit)
        spoken = [*visit.markdown, *visit.caption, *visit.get("warning"), *visit.get("info")]
        assert not [part for part in spoken if text in part.value]
    check(visit, one.right, kind)
    assert successes(visit)


@pytest.mark.parametrize("kind", NUMBERED)
def test_extreme_numbers_leave_a_page_that_works(kind):
    one, visit = task(kind, seed(0)), at(kind)
    for asked in (asked for asked in one.inputs if isinstance(asked, Number)):
        for extreme in (0, asked.high):
            whole = not asked.tolerance or asked.tolerance >= 1
            check(visit, {**one.right, asked.name: extreme if whole else float(extreme)}, kind)
            assert "Not yet." in sentences(visit) or one.judge
    check(visit, one.right, kind)
    assert successes(visit)


def test_capitals_that_a_phone_wrote_are_no_try():
    one = task(FIRST, seed(0))
    visit = check(at(), {name: value.capitalize() for name, value in one.right.items()})
    assert "No answer yet." in sentences(visit) and "but for capital letters" in told(visit)
    assert not results(visit)
    assert successes(check(visit, one.right)) == ["Right, at try 1."]


def test_after_a_right_answer_the_next_exercise_is_offered_and_no_hint():
    visit = check(at(), task(FIRST, seed(0)).right)
    assert has_button(visit, "Next exercise") and not has_button(visit, HINTS[0])
    press(visit, "Next exercise")
    kinds = list(KINDS)
    assert visit.selectbox(key=f"{PAGE}.exercise").value == kinds[kinds.index(FIRST) + 1]
    assert visit.get("expander")[0].label.startswith(f"All exercises: 1 of {len(KINDS)} done")
    visit.number_input(key=f"{PAGE}.variant").set_value(2).run()
    assert visit.get("expander")[0].label.startswith(f"All exercises: 1 of {len(KINDS)} done")
