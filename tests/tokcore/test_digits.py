"""Digits: cuts equal the libraries' tokens, and what they do to columns equals a recount digit by digit."""

import random
import re
from collections import Counter

import pytest

import tokcore
from tokcore import digits as subject
from tokcore.digits import (
    RULES,
    by_pattern,
    cut_of,
    cuts,
    from_left,
    from_right,
    matches,
    out_of_line,
    place_name,
    places,
    read_prompt,
    sharing_a_token,
    single_digits,
    survey,
    survey_of,
    with_separators,
)
from tokcore.published import reference

NAMES = ("gpt2", "cl100k_base", "o200k_base", "smollm2")
NUMBERS = [str(number) for number in (*range(1_001), *random.Random(1).sample(range(10**12), 500))]


def library_cuts(name: str, text: str) -> list[str]:
    """The text's tokens under the library, as text."""
    tokenizer = tokcore.load(name)
    return [tokenizer.token_bytes(token_id).decode() for token_id in reference(name)(text)]


@pytest.mark.parametrize(
    ("rule", "run", "pieces"),
    [
        ("single digits", "12345678", "1 2 3 4 5 6 7 8"),
        ("up to three from the left", "12345678", "123 456 78"),
        ("three from the right", "12345678", "12 345 678"),
        ("with separators", "12345678", "12 , 345 , 678"),
        ("gpt2", "12345678", "123 45 678"),
        ("cl100k_base", "12345678", "123 456 78"),
        ("o200k_base", "12345678", "123 456 78"),
        ("smollm2", "12345678", "1 2 3 4 5 6 7 8"),
        ("up to three from the left", "123456", "123 456"),
        ("three from the right", "123456", "123 456"),
        ("three from the right", "1", "1"),
        ("three from the right", "0012", "0 012"),
        ("with separators", "123", "123"),
        ("with separators", "0012", "0 , 012"),
    ],
)
def test_a_run_of_digits_is_cut(rule, run, pieces):
    assert cut_of(rule)(run) == tuple(pieces.split())


def test_rules_equal_python_own_grouping():
    for run in NUMBERS:
        separated = f"{int(run):,}"
        assert "".join(with_separators(run)) == separated
        assert list(from_right(run)) == separated.split(",")
        assert list(from_left(run)) == re.findall(".{1,3}", run)
        assert list(single_digits(run)) == [*run]


@pytest.mark.parametrize("size", [1, 2, 4, 7])
def test_other_sizes(size):
    for run in NUMBERS:
        assert "".join(from_left(run, size)) == "".join(from_right(run, size)) == run
        assert {len(piece) for piece in from_left(run, size)[:-1]} <= {size}
        assert {len(piece) for piece in from_right(run, size)[1:]} <= {size}
        assert 0 < len(from_right(run, size)[0]) <= size


def test_no_digits_have_no_pieces():
    for name in (*RULES, *NAMES):
        assert "".join(cut_of(name)("")) == ""
    assert places(()) == []
    assert sharing_a_token(()) == []


@pytest.mark.parametrize("name", NAMES)
def test_numbers_are_cut_in_a_sum_as_they_are_alone(name):
    cut = cut_of(name)
    chance = random.Random(2)
    prompts = ["123+456=579", "1234+5678=6912", "4815+16234=21049", "999+1=1000"]
    prompts += [f"{a}+{b}={a + b}" for a, b in (chance.sample(range(10**9), 2) for _ in range(300))]
    for prompt in prompts:
        left, right = prompt.split("+")
        right, total = right.split("=")
        assert library_cuts(name, prompt) == [*cut(left), "+", *cut(right), "=", *cut(total)]


@pytest.mark.parametrize(
    ("name", "prompt", "tokens"),
    [
        ("gpt2", "123+456=", "123 + 456 ="),
        ("gpt2", "1234+5678=", "12 34 + 5 678 ="),
        ("o200k_base", "123+456=", "123 + 456 ="),
        ("o200k_base", "1234+5678=", "123 4 + 567 8 ="),
        ("cl100k_base", "1234+5678=", "123 4 + 567 8 ="),
        ("smollm2", "1234+5678=", "1 2 3 4 + 5 6 7 8 ="),
        ("gpt2", "12,345,678", "12 , 345 , 678"),
        ("o200k_base", "12,345,678", "12 , 345 , 678"),
    ],
)
def test_the_prompts_under_the_libraries(name, prompt, tokens):
    assert library_cuts(name, prompt) == tokens.split()


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
def test_two_tokenizers_cut_up_to_three_from_the_left(name):
    assert all(cut_of(name)(run) == from_left(run) for run in NUMBERS)


def test_smollm2_cuts_single_digits():
    assert all(cut_of("smollm2")(run) == single_digits(run) for run in NUMBERS)


def test_a_rule_of_ones_own():
    right = by_pattern(r"(?r)\d{1,3}")
    assert all(right(run) == from_right(run) for run in NUMBERS)
    assert by_pattern("5")("15501") == ("1", "5", "5", "01")
    assert by_pattern(r"\d+")("15501") == ("15501",)
    assert matches("5", ("1", "15")) and not matches("[a-z]", ("1", "15"))
    with pytest.raises(tokcore.PatternError, match="not a regular expression"):
        by_pattern("(")
    with pytest.raises(tokcore.LimitError):
        by_pattern("1" * 2_001)


@pytest.mark.parametrize(
    ("place", "name"),
    list(
        enumerate(
            [
                "ones",
                "tens",
                "hundreds",
                "thousands",
                "ten thousands",
                "hundred thousands",
                "millions",
                "ten millions",
                "hundred millions",
                "billions",
                "ten billions",
                "hundred billions",
                "trillions",
            ]
        )
    ),
)
def test_places_have_names(place, name):
    assert place_name(place) == name


@pytest.mark.parametrize(
    ("pieces", "where", "cut", "named"),
    [
        ("123 4", [(3, 1), (0, 0)], {1}, "thousands to tens · ones"),
        ("567 8", [(3, 1), (0, 0)], {1}, "thousands to tens · ones"),
        ("123", [(2, 0)], set(), "hundreds to ones"),
        ("12 34", [(3, 2), (1, 0)], {2}, "thousands to hundreds · tens to ones"),
        ("5 678", [(3, 3), (2, 0)], {3}, "thousands · hundreds to ones"),
        ("12 , 345 , 678", [(7, 6), (5, 3), (2, 0)], {3, 6}, None),
    ],
)
def test_where_pieces_stand(pieces, where, cut, named):
    pieces = tuple(pieces.split())
    assert places(pieces) == where
    assert cuts(pieces) == cut
    assert named is None or " · ".join(sharing_a_token(pieces)) == named


@pytest.mark.parametrize(
    ("rows", "out"),
    [
        (["123", "456", "579"], [set(), set(), set()]),
        (["123 4", "567 8", "691 2"], [set(), set(), set()]),
        (["12 34", "5 678", "69 12"], [{2}, {3}, {2}]),
        (["481 5", "162 34", "210 49"], [{1}, {2}, {2}]),
        (["4 815", "16 234", "21 049"], [set(), set(), set()]),
        (["4 , 815", "16 , 234", "21 , 049"], [set(), set(), set()]),
        (["999", "1", "100 0"], [set(), set(), {1}]),
        (["999", "1", "1 000"], [set(), set(), set()]),
        (["567 8", "987 65", "104 443"], [{1}, {2}, {3}]),
        (["123 45"], [set()]),
    ],
)
def test_cuts_out_of_line(rows, out):
    assert out_of_line([tuple(row.split()) for row in rows]) == out


def parted(pieces, place) -> bool | None:
    """Whether the digits at `place` and `place - 1` are in different pieces; None where one is missing."""
    owners = [number for number, piece in enumerate(p for p in pieces if p != ",") for _ in piece][::-1]
    return None if place >= len(owners) else owners[place] != owners[place - 1]


@pytest.mark.parametrize("name", [*RULES, *NAMES])
def test_out_of_line_equals_comparing_neighbouring_digits(name):
    cut, chance = cut_of(name), random.Random(3)
    for _ in range(200):
        a, b = (chance.randrange(10 ** chance.randint(1, 12)) for _ in range(2))
        rows = [cut(str(number)) for number in (a, b, a + b)]
        for row, out in zip(rows, out_of_line(rows)):
            expected = {
                place
                for place in range(1, 13)
                if parted(row, place) and any(parted(other, place) is False for other in rows)
            }
            assert out == expected, (a, b)


GPT2_SPLITS = {
    "1": 9, "2": 90, "3": 719, "1 2": 163, "2 1": 18, "2 2": 5_807, "1 3": 2_538, "3 1": 538,
    "4": 88, "1 2 1": 29, "5": 1,
}  # fmt: skip


def test_gpt2_splits_the_numbers_up_to_ten_thousand_in_eleven_ways():
    shapes = survey_of("gpt2").shapes
    assert {" ".join(map(str, lengths)): count for lengths, count in shapes.items()} == GPT2_SPLITS
    assert len(shapes) == 11
    direct = Counter(tuple(map(len, library_cuts("gpt2", str(number)))) for number in range(1, 10_001))
    assert shapes == direct


@pytest.mark.parametrize("name", [name for name in (*RULES, *NAMES) if name != "gpt2"])
def test_a_rule_has_one_split_for_each_length(name):
    shapes = survey_of(name).shapes
    assert [sum(lengths) for lengths in shapes] == [1, 2, 3, 4, 5]
    assert list(shapes.values()) == [9, 90, 900, 9_000, 1]


@pytest.mark.parametrize("name", [*RULES, *NAMES])
def test_a_survey_equals_a_recount(name):
    cut, up_to = cut_of(name), 2_000
    found = survey(cut, up_to)
    every = {str(number): cut(str(number)) for number in range(1, up_to + 1)}
    pieces = Counter(piece for split in every.values() for piece in split)
    assert found.pieces == pieces
    assert found.tokens == sum(map(len, every.values()))
    assert found.rare == len([piece for piece in pieces if pieces[piece] < 20])
    moved = 0
    for text, split in every.items():
        if len(text) > 1:
            before, now = (
                [parted(row, place) for place in range(len(text) - 1, 0, -1)][: len(text) - 2]
                for row in ((*every[text[:-1]], "x"), split)
            )
            moved += before != now
    assert found.moved == moved
    assert found.moved_share == moved / (up_to - 9)
    chance = random.Random(0)
    pairs = [(chance.randint(1, up_to), chance.randint(1, up_to)) for _ in range(1_000)]
    sums = ([cut(str(number)) for number in (a, b, a + b)] for a, b in pairs)
    assert found.in_line == sum(out_of_line(rows) == [frozenset()] * 3 for rows in sums)


@pytest.mark.parametrize(
    ("name", "tokens", "moved", "pieces", "rare", "in_line"),
    [
        ("single digits", 38_894, 0, 10, 0, 1_000),
        ("up to three from the left", 19_001, 0, 1_001, 991, 331),
        ("three from the right", 19_001, 9_001, 1_099, 1_090, 1_000),
        ("with separators", 28_002, 9_001, 1_100, 1_090, 1_000),
        ("gpt2", 19_122, 7_350, 941, 837, 239),
    ],
)
def test_every_rule_has_its_price(name, tokens, moved, pieces, rare, in_line):
    found = survey_of(name)
    assert (found.tokens, found.moved, len(found.pieces)) == (tokens, moved, pieces)
    assert (found.rare, found.in_line) == (rare, in_line)


def test_a_rule_that_takes_too_long_is_stopped(monkeypatch):
    monkeypatch.setattr(subject, "PATTERN_SECONDS", -1)
    with pytest.raises(tokcore.PatternError, match="was stopped"):
        survey(single_digits)


@pytest.mark.parametrize(
    ("text", "numbers", "total", "prompt"),
    [
        ("12345678", ("12345678",), None, "12345678"),
        (" 12 345 = ", ("12345",), None, "12345"),
        ("123+456=", ("123", "456"), "579", "123+456="),
        ("1234 + 5678", ("1234", "5678"), "6912", "1234+5678="),
        ("007+1=", ("007", "1"), "8", "007+1="),
        ("1+2+3+4", ("1", "2", "3", "4"), "10", "1+2+3+4="),
        ("9" * 12, ("9" * 12,), None, "9" * 12),
    ],
)
def test_prompts_are_read(text, numbers, total, prompt):
    found = read_prompt(text)
    assert (found.numbers, found.total, found.text) == (numbers, total, prompt)
    assert found.rows == (*numbers, *([total] if total else []))


@pytest.mark.parametrize(
    "text", ["", " ", "+", "1+", "+1", "1++2", "1-2", "1.5", "1,234", "a", "٣", "²", "1=2"]
)
def test_other_texts_are_refused_with_a_sentence(text):
    with pytest.raises(subject.NumbersError, match="Write a whole number or an addition"):
        read_prompt(text)


@pytest.mark.parametrize(("text", "sentence"), [("1" * 13, "13 digits"), ("1+2+3+4+5", "5 numbers")])
def test_too_much_is_refused(text, sentence):
    with pytest.raises(tokcore.LimitError, match=sentence):
        read_prompt(text)
