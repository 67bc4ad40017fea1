"""How much may be asked for, and the sentences that say so."""

import re

import pytest

import tokcore
from tokcore import LimitError, TokcoreError, limits
from tokcore.limits import MAX_PAGE_CHARACTERS, require_at_most, shorten


@pytest.mark.parametrize("name", [name for name in tokcore.__all__ if name.endswith("Error")])
def test_every_error_is_a_tokcore_error_and_a_value_error(name):
    assert issubclass(getattr(tokcore, name), TokcoreError)
    assert issubclass(TokcoreError, ValueError)


def test_there_are_seven_errors():
    assert sum(name.endswith("Error") for name in tokcore.__all__) == 7


@pytest.mark.parametrize("name", tokcore.__all__)
def test_every_public_name_exists(name):
    assert getattr(tokcore, name) is not None


@pytest.mark.parametrize(
    "text, limit, kept, says",
    [
        ("", 3, "", None),
        ("abc", 3, "abc", None),
        (
            "abcd",
            3,
            "abc",
            "4 characters, 4 bytes in UTF-8 and 1 word. .* first 3 characters; the other 1 are left out",
        ),
        ("é é🚀x", 3, "é é", "5 characters, 10 bytes in UTF-8 and 2 words"),
        (" \ud800 ", 2, " \ud800", "3 characters, 5 bytes in UTF-8 and 1 word"),
        (
            "a" * 30_000,
            20_000,
            "a" * 20_000,
            "30,000 characters, 30,000 bytes .* first 20,000 characters; the other 10,000",
        ),
    ],
)
def test_text_is_shortened_with_a_sentence(text, limit, kept, says):
    short, note = shorten(text, limit)
    assert short == kept
    assert note is None if says is None else re.search(says, note)


@pytest.mark.parametrize("text", ["", " ", "ab c", " ab  cd ", "a b c d e f", "abcdefgh", "ab\ncd\u2028ef"])
@pytest.mark.parametrize("part", [1, 2, 3, 100])
def test_words_counted_in_parts_are_those_of_the_whole(text, part):
    assert limits._words(text, part) == len(text.split())


def test_a_page_shortens_at_its_own_limit():
    assert shorten("x" * MAX_PAGE_CHARACTERS)[1] is None
    assert len(shorten("x" * (MAX_PAGE_CHARACTERS + 1))[0]) == MAX_PAGE_CHARACTERS


def test_the_limit_itself_is_allowed():
    assert require_at_most(5, 5, "tokens") is None
    with pytest.raises(LimitError, match=r"^1,001 tokens are more than the limit of 1,000\.$"):
        require_at_most(1_001, 1_000, "tokens")
