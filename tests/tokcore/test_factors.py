"""What a chunk may hold: the machines against the patterns they are read from, and against real chunks."""

from itertools import product

import pytest

from tests.tokcore.samples import declarations, random_texts
from tokcore.factors import PART, Machine, could_be, could_hold, smallest_missing
from tokcore.pretokenize import CL100K, GPT2, NONE, O200K, SMOLLM2, as_pattern

PATTERNS = (GPT2, CL100K, O200K, SMOLLM2)
TYPICAL = "aA1 .'\n/s你\t"

HOLDS = {
    # text: gpt2, cl100k, o200k, smollm2
    "e ": (False, False, False, False),
    "e t": (False, False, False, False),
    " a": (True, True, True, True),
    "  a": (False, False, False, False),
    "\ta": (False, True, True, False),
    "I'": (False, False, True, False),
    "s'": (False, False, True, False),
    "'s": (True, True, True, True),
    "'S": (False, True, True, False),
    "12": (True, True, True, False),
    "1234": (True, False, False, False),
    " 1": (True, False, False, False),
    "1a": (False, False, False, False),
    ".\n": (False, True, True, False),
    "\n/": (False, False, True, False),
    "aA": (True, True, False, True),
    "Aa": (True, True, True, True),
    "你AV": (True, True, True, True),
    " \n": (True, True, True, True),
    "a.": (False, False, False, False),
}


@pytest.mark.parametrize("text", HOLDS, ids=ascii)
def test_what_a_chunk_may_hold(text):
    assert tuple(could_hold(pattern, text) for pattern in PATTERNS) == HOLDS[text]


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_nothing_that_a_chunk_holds_is_said_to_be_missing(pattern):
    for text in [*random_texts(300, seed=9), *(text[:1_500] for text in declarations())]:
        for chunk in pattern.cut(text):
            assert could_be(pattern, chunk), chunk
            assert could_hold(pattern, chunk), chunk
            assert could_hold(pattern, PART + chunk[1:]), chunk


# Earlier alternatives take these apart, which is not looked at; everything else is told exactly.
NOT_TOLD = {"cl100k": {"'sa", "'sA", "'ss", "'s你"}, "o200k": {"你A'"}}


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_short_texts_that_no_chunk_holds_are_found_almost_all(pattern):
    held = set()
    for text in map("".join, product(TYPICAL, repeat=4)):
        for chunk in pattern.cut(text):
            held |= {chunk[i:j] for i in range(len(chunk)) for j in range(i + 1, i + 4)}
    texts = {"".join(text) for size in (1, 2, 3) for text in product(TYPICAL, repeat=size)}
    told = {text for text in texts if could_hold(pattern, text)}
    assert held & texts <= told
    assert told - held == NOT_TOLD.get(pattern.name, set())


@pytest.mark.parametrize("pattern", [NONE, as_pattern(r"\w+")], ids=["none", "own"])
def test_nothing_is_proved_about_one_chunk_or_a_persons_pattern(pattern):
    assert (
        could_hold(pattern, "a b") and could_be(pattern, "a b") and smallest_missing(pattern, "a b") is None
    )


@pytest.mark.parametrize(
    "pattern, text, run",
    [(GPT2, "the end", (2, 4)), (GPT2, "  a", (0, 3)), (GPT2, "the", None), (CL100K, "1234", (0, 4))],
)
def test_the_smallest_run_that_no_chunk_holds(pattern, text, run):
    assert smallest_missing(pattern, text) == run


@pytest.mark.parametrize(
    "expression, held, whole",
    [
        ("ab?c", ["abc", "ac", "b", "bc"], ["abc", "ac"]),
        ("a{1,3}b", ["aaa", "aaab", "ab"], ["ab", "aab", "aaab"]),
        ("a*(?:x|yz)+", ["aax", "yzx", "zy", "xx"], ["x", "yz", "ayzx"]),
        ("(?i:a|bc)d(?!e)", ["Ad", "cd", "Bc"], ["ad", "BCd"]),
        (r"[^\s\p{L}]+\Z", ["1.", "."], ["1."]),
    ],
)
def test_machines_read_an_expression(expression, held, whole):
    machine = Machine(expression, "tiktoken")
    alphabet = "abcdexyzABCD1."
    texts = ["".join(text) for size in (1, 2, 3) for text in product(alphabet, repeat=size)] + [
        "aaab",
        "ayzx",
    ]
    told = {text for text in texts if machine.holds(text)}
    complete = {text for text in texts if machine.is_whole(text)}
    assert set(held) <= told and set(whole) <= complete
    compiled = as_pattern(expression)._written
    assert {text for text in texts if compiled.fullmatch(text)} <= complete
    assert {"e", "ba", "dd"} & told <= {"ba"} & complete


@pytest.mark.parametrize("expression", ["a|(?<=b)c", "a.", "(a", "a)", "^a", "a{2}"])
def test_machines_refuse_what_they_cannot_read(expression):
    with pytest.raises(ValueError):
        Machine(expression, "tiktoken")


def test_dropped_characters_may_stand_between():
    machine = Machine("a-+b", "tiktoken")
    assert not machine.holds("ab")
    assert machine.holds("ab", dropped="-")
    assert not machine.holds("ba", dropped="-")
