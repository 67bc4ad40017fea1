"""One word, many tokens: spellings, and the ids that they and related words share, against the libraries."""

import pytest

from tokcore import WordBPE, load
from tokcore.family import ids_of, plural, shared_ids, spellings
from tokcore.published import reference

NAMES = ("gpt2", "cl100k_base", "o200k_base", "smollm2")


def test_the_spellings_of_a_word():
    assert spellings("chair") == {
        "at the start": "chair",
        "after a space": " chair",
        "capitalised": " Chair",
        "plural": " chairs",
        "hyphenated": " chair-like",
    }
    assert spellings("éclair")["capitalised"] == " Éclair"
    assert spellings("")["after a space"] == " "


@pytest.mark.parametrize(
    "word, many",
    [
        ("chair", "chairs"),
        ("bench", "benches"),
        ("brush", "brushes"),
        ("glass", "glasses"),
        ("box", "boxes"),
        ("city", "cities"),
        ("boy", "boys"),
        ("y", "ys"),
        ("", "s"),
    ],
)
def test_the_regular_plural(word, many):
    assert plural(word) == many


@pytest.mark.parametrize(
    "rows, shared",
    [
        ([], []),
        ([[1, 2]], []),
        ([[1, 1]], []),
        ([[1], [2]], []),
        ([[3, 1], [1, 3]], [3, 1]),
        ([[1, 2], [2, 3], [3, 1]], [1, 2, 3]),
        ([[5, 5], [5]], [5]),
    ],
)
def test_ids_in_more_than_one_row(rows, shared):
    assert shared_ids(*rows) == shared


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("word", ["chair", "noise", "μέλισσα", "椅子", "don't"])
def test_spellings_have_the_librarys_ids(name, word):
    for text in spellings(word).values():
        assert ids_of(load(name), text) == reference(name)(text)


@pytest.mark.parametrize("name", NAMES)
def test_one_word_has_four_tokens_that_share_nothing(name):
    start, space, capital, many, hyphen = (reference(name)(text) for text in spellings("chair").values())
    assert [len(ids) for ids in (start, space, capital, many)] == [1, 1, 1, 1]
    assert shared_ids(start, space, capital, many) == []
    assert shared_ids(space, hyphen) == space


@pytest.mark.parametrize(
    "left, right, shared",
    [
        ("chair", "chairs", ["", "", "", ""]),
        ("48", "49", ["", "", "", "4"]),
        ("noise", "noise-free", ["no|ise", "noise", "noise", "noise"]),
        ("barstools", "barometer", ["bar", "bar", "bar", "bar"]),
        (" chair", " chairs", ["", "", "", ""]),
        (" 48", " 49", ["", " ", " ", " |4"]),
        (" noise", " noise-free", [" noise", " noise", " noise", " noise"]),
    ],
)
def test_what_two_words_share(left, right, shared):
    for name, tokens in zip(NAMES, shared):
        found = shared_ids(ids_of(load(name), left), ids_of(load(name), right))
        assert found == [i for i in reference(name)(left) if i in reference(name)(right)]
        assert "|".join(load(name).token_bytes(i).decode() for i in found) == tokens


def test_whole_words_with_an_end_mark_share_nothing():
    word = WordBPE.train({"chair": 40, "chairs": 20, "48": 9, "49": 5}, 30)
    for left, right in (("chair", "chairs"), ("48", "49")):
        assert word.encode(left) == [f"{left}</w>"]
        assert ids_of(word, left) == word.encode_ids(left) != ids_of(word, right)
        assert shared_ids(ids_of(word, left), ids_of(word, right)) == []
