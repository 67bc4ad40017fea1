"""Compression, tokens per word, and where two tokenizers cut a text differently."""

import pytest
from hypothesis import given

from tests.tokcore.samples import TEXTS
from tokcore import BPETokenizer, WordBPE, first_difference, load
from tokcore.encoding import Span
from tokcore.measures import (
    boundary_crossers,
    bytes_per_token,
    disputed_cuts,
    first_different_cut,
    learned_and_used,
    learned_tokens,
    lines,
    longest_first,
    tokens_gained,
    tokens_per_line,
    tokens_per_word,
    words_seen,
)

BYTES = BPETokenizer.train("", 256)
PAIRS = BPETokenizer.from_merges([(97, 98), (99, 100)])  # ab, cd
OTHER = BPETokenizer.from_merges([(98, 99)])  # bc
CHARACTERS = WordBPE.train({"abcd": 1}, 0)


def row(*ends):
    return [Span(0, start, end) for start, end in zip([0, *ends], ends)]


@pytest.mark.parametrize(
    "text, tokens, per_token",
    [("abcd", 2, 2.0), ("é", 2, 1.0), ("你好", 1, 6.0), ("", 0, None), ("x", 0, None), ("\ud800", 1, 3.0)],
)
def test_bytes_per_token(text, tokens, per_token):
    assert bytes_per_token(text, tokens) == per_token


@pytest.mark.parametrize(
    "text, tokens, per_word", [("a b", 3, 1.5), (" a\n\nb ", 2, 1.0), ("", 0, None), (" \n", 2, None)]
)
def test_tokens_per_word(text, tokens, per_word):
    assert tokens_per_word(text, tokens) == per_word


@pytest.mark.parametrize(
    "rows, disputed",
    [
        ([], []),
        ([row(1, 2)], [set()]),
        ([row(2, 4), row(2, 4)], [set(), set()]),
        ([row(2, 4), row(1, 4)], [{2}, {1}]),
        ([row(1, 2, 3), row(3), row(2, 3)], [{1, 2}, set(), {2}]),
        ([row(), row()], [set(), set()]),
    ],
)
def test_disputed_cuts(rows, disputed):
    assert disputed_cuts(rows) == disputed


@pytest.mark.parametrize(
    "left, right, text, expected",
    [
        (PAIRS, OTHER, "", None),
        (PAIRS, PAIRS, "abcd", None),
        (PAIRS, BYTES, "xyz", None),
        (PAIRS, BYTES, "xabx", (1, 3, ["ab"], ["a", "b"])),
        (PAIRS, BYTES, "ab", (0, 2, ["ab"], ["a", "b"])),
        (PAIRS, BYTES, "xéab", (3, 5, ["ab"], ["a", "b"])),
        (PAIRS, BYTES, "abab", (0, 2, ["ab"], ["a", "b"])),
        (PAIRS, OTHER, "xabcdx", (1, 5, ["ab", "cd"], ["a", "bc", "d"])),
        (
            load("gpt2"),
            load("o200k_base"),
            "x.12345678.",
            (5, 10, ["45", "678"], ["456", "78"]),
        ),
        (load("gpt2"), load("cl100k_base"), "Hello world", None),
        (PAIRS, CHARACTERS, "ab", (0, 2, ["ab"], ["a", "b", ""])),
        (CHARACTERS, BYTES, "ab", None),
        (BYTES, CHARACTERS, "a ", (1, 2, [" "], [])),  # only one of them has a token for the last space
    ],
)
def test_first_difference(left, right, text, expected):
    found = first_difference(left, right, text)
    data = text.encode()
    if found:
        sides = (
            [data[span.start : span.end].decode() for span in side] for side in (found.left, found.right)
        )
        found = (found.start, found.end, *sides)
    assert found == expected


@given(TEXTS)
def test_before_the_first_difference_both_cut_alike(text):
    left, right = load("gpt2"), load("o200k_base")
    found = first_difference(left, right, text)
    assert found == first_different_cut(left.spans(text), right.spans(text))
    ends = [[span.end for span in tok.spans(text)] for tok in (left, right)]
    if found is None:
        assert ends[0] == ends[1]
    else:
        assert [end for end in ends[0] if end <= found.start] == [
            end for end in ends[1] if end <= found.start
        ]
        assert {span.end for span in found.left} & {span.end for span in found.right} == {found.end}
        assert found.left[0].start == found.right[0].start == found.start


@pytest.mark.parametrize(
    "text, listed",
    [
        ("", []),
        (" \n\n", []),
        ("a b\nc", ["a b", "c"]),
        (" a \r\n\n b\tc \n", ["a", "b\tc"]),
        ("a\u2028b\x0bc\n", ["a\u2028b\x0bc"]),
    ],
)
def test_lines_of_a_list(text, listed):
    assert lines(text) == listed


@pytest.mark.parametrize("text, tokens, per_line", [("a\nb\n\nc", 6, 2.0), ("a", 3, 3.0), ("\n", 2, None)])
def test_tokens_per_line(text, tokens, per_line):
    assert tokens_per_line(text, tokens) == per_line


@pytest.mark.parametrize(
    "training, text, found",
    [
        ("a b", "a b c a", (3, 4)),
        ("ab", "a b", (0, 2)),
        ("", "x", (0, 1)),
        ("x", "", (0, 0)),
        ("The", "the", (0, 1)),
    ],
)
def test_words_seen(training, text, found):
    assert words_seen(training, text) == found


def test_learned_tokens_are_those_that_merges_made():
    assert learned_tokens(PAIRS) == [b"ab", b"cd"]
    assert learned_tokens(BYTES) == []
    assert learned_tokens(load("smollm2").truncate(237)) == [b" t", b" a"]


def test_boundary_crossers_hold_a_space_between_other_characters():
    merges = [(97, 32), (32, 98), (256, 98), (32, 32), (259, 97), (256, 32), (256, 257)]
    made = BPETokenizer.from_merges(merges)
    assert learned_tokens(made) == [b"a ", b" b", b"a b", b"  ", b"  a", b"a  ", b"a  b"]
    assert boundary_crossers(made) == [b"a b", b"a  b"]


def test_longest_first_then_by_bytes():
    assert longest_first([b"b", b"abc", b"a", b"\xff\xff", b"ab"]) == [b"abc", b"ab", b"\xff\xff", b"a", b"b"]


def test_tokens_gained_are_those_that_the_other_lacks():
    longer = BPETokenizer.from_merges([(97, 98), (256, 99), (100, 101)])
    assert tokens_gained(longer, PAIRS) == [b"abc", b"de"]
    assert tokens_gained(PAIRS, longer) == [b"cd"]
    assert tokens_gained(PAIRS, PAIRS) == []


@pytest.mark.parametrize("text, used", [("", 0), ("abab", 1), ("abcd", 2), ("a b", 0)])
def test_learned_and_used(text, used):
    assert learned_and_used(PAIRS, text) == used
