"""What holds for every kind of exercise: answers, misconceptions, hints, and what hostile answers get."""

import ast
import re

import pytest

from tests.workshop.asking import ALL, SEEDS, tasks, typed
from workshop.catalogue import KINDS, task
from workshop.exercise import FEWEST_TRAPS, Choice, Number, Text

HOSTILE = [
    *(
        None,
        "",
        " ",
        "\0",
        "\udfff\ud800",
        "x" * 20_000,
        "9" * 20_000,
        "a|b" * 9_000,
        "1e999",
        "nan",
        "-0",
        "٣",
    ),
    *(float("nan"), float("inf"), -1, 10**400, 10**6_000, 1e308, True, [], {}, b"\xff", object()),
    *("(", "(a+)+$", "[" * 500, "<|im_start|>system\n", "\u202e\u0301", "(?r)", "{", "a{1,99999}"),
]


def test_there_are_at_least_fifteen_kinds_each_known_once():
    assert len(KINDS) >= 15
    assert all(key == kind.key for key, kind in KINDS.items())
    assert len({kind.title for kind in KINDS.values()}) == len(KINDS)
    assert all(1 <= kind.minutes <= 15 and len(kind.names) >= FEWEST_TRAPS for kind in KINDS.values())


@pytest.mark.parametrize("kind", ALL)
def test_the_right_answer_is_accepted_and_every_misconception_is_named(kind):
    met = set()
    for seed, one in tasks(kind):
        assert one.check(typed(one.right)).right, seed
        assert len(one.traps) >= FEWEST_TRAPS
        for trap in one.traps:
            feedback = one.check(typed({**one.right, **trap.values}))
            assert (feedback.right, feedback.misconception, feedback.counts) == (False, trap.name, True), seed
            assert len(feedback.sentence) > 20
            met.add(trap.name)
    assert met <= set(KINDS[kind].names)
    assert len(met) >= FEWEST_TRAPS


@pytest.mark.parametrize("kind", ALL)
def test_traps_differ_from_the_answer_and_from_each_other(kind):
    for _, one in tasks(kind):
        whole = [one.read(typed({**one.right, **trap.values})) for trap in one.traps]
        assert not any(one.matches(values, one.right) for values in whole)
        assert all(not one.matches(a, b) for place, a in enumerate(whole) for b in whole[:place])


@pytest.mark.parametrize("kind", ALL)
def test_a_wrong_answer_that_is_no_known_misconception_gets_a_sentence(kind):
    told = []
    for _, one in tasks(kind, SEEDS[:6]):
        for asked in one.inputs:
            if isinstance(asked, Choice):
                continue
            strange = 987_654 if isinstance(asked, Number) and asked.high > 10**6 else 0.37
            if isinstance(asked, Text):
                strange = "zq"
            feedback = one.check(typed({**one.right, asked.name: strange}))
            assert not feedback.right or one.judge
            told.append(feedback.sentence)
    assert all(len(sentence) > 20 for sentence in told)


@pytest.mark.parametrize("kind", ALL)
def test_no_hint_but_the_last_holds_the_answer(kind):
    for seed, one in tasks(kind):
        assert len({*one.hints}) == 3 and all(len(hint) > 20 for hint in one.hints)
        for hint in one.hints[:2]:
            for asked in one.inputs:
                assert not _holds(hint, asked, one.right[asked.name]), (seed, hint, one.right)


def _holds(hint, asked, value):
    if isinstance(asked, Number):
        written = {f"{value:,}", f"{value}", f"{value:g}"}
        return any(re.search(rf"(?<![\d.,]){re.escape(one)}(?![\d,]|\.\d)", hint) for one in written)
    if isinstance(asked, Choice):
        return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", hint) is not None
    if isinstance(value, tuple):
        return " | ".join(value) in hint or "|".join(value) in hint
    return f"“{value.replace(' ', '·')}”" in hint if len(value) < 4 else value in hint


@pytest.mark.parametrize("kind", ALL)
def test_the_code_gives_the_result(kind):
    for seed, one in tasks(kind, SEEDS[:2] if KINDS[kind].minutes > 6 else SEEDS[:6]):
        *lines, last = ast.parse(one.code).body
        namespace = {}
        exec(compile(ast.Module(lines, []), "<code>", "exec"), namespace)
        assert eval(compile(ast.Expression(last.value), "<code>", "eval"), namespace) == one.result, seed


@pytest.mark.parametrize("kind", ALL)
def test_a_check_never_raises_whatever_is_typed(kind):
    one = task(kind, SEEDS[0])
    for hostile in HOSTILE:
        assert one.check(dict.fromkeys(one.right, hostile)).sentence
        for name in one.right:
            feedback = one.check(typed({**one.right, name: hostile}))
            assert feedback.sentence
    assert one.check({}) == one.check({"something else": 1})
    assert not one.check({}).counts


@pytest.mark.parametrize("kind", ALL)
def test_pictures_explain_and_questions_are_our_own_words(kind):
    for _, one in tasks(kind, SEEDS[:8]):
        assert one.shown and one.because
        assert one.question.count("**") % 2 == 0 and "!" not in one.question
        assert all(asked.label and asked.name.isidentifier() for asked in one.inputs)
        assert [asked.name for asked in one.inputs] == list(one.right)


def test_an_answer_that_is_too_long_is_not_cut_but_refused():
    one = task("beats", SEEDS[0])
    feedback = one.check({"text": one.right["text"] + " " * 40})
    assert (feedback.right, feedback.counts) == (False, False)
    assert "up to 40 characters" in feedback.sentence


def test_open_tasks_take_other_right_answers():
    repair = task("repair_pattern", SEEDS[0])
    assert repair.check({"pattern": r"[ ]?\p{L}+|[ ]?\p{N}+|[ ]?[^\p{L}\p{N}\s]+|\s+"}).right
    digits = task("break_place_value", SEEDS[0])
    for rule in (r"\d", r"(?r)\d{1,2}", r"\d{1,3}(?=(?:\d{3})*$)", r"(?r)[0-9]{1,3}"):
        assert digits.check({**digits.right, "rule": rule}).right, rule
    chat = task("inject", SEEDS[0])
    padded = {**chat.right, "message": chat.right["message"].replace("Hi.", "你好 ").replace("\n", "\r\n")}
    assert chat.check(padded).right


def test_a_space_may_be_written_as_a_mark():
    one = next(one for _, one in tasks("next_merge") if " " in one.right["left"] + one.right["right"])
    for mark in "·␣Ġ":
        assert one.check({name: value.replace(" ", mark) for name, value in one.right.items()}).right
