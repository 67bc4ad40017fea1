"""How much may be asked for, and the sentences that say so."""

import re

import pytest

import tokcore
from tokcore import LimitError, TokcoreError
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
        ("abcd", 3, "abc", "4 characters. The page works with the first 3; the other 1 are left out"),
        ("éé🚀x", 3, "éé🚀", "4 characters"),
        ("a" * 30_000, 20_000, "a" * 20_000, "30,000 characters. .* first 20,000; the other 10,000"),
    ],
)
def test_text_is_shortened_with_a_sentence(text, limit, kept, says):
    short, note = shorten(text, limit)
    assert short == kept
    assert note is None if says is None else re.search(says, note)


def test_a_page_shortens_at_its_own_limit():
    assert shorten("x" * MAX_PAGE_CHARACTERS)[1] is None
    assert len(shorten("x" * (MAX_PAGE_CHARACTERS + 1))[0]) == MAX_PAGE_CHARACTERS


def test_the_limit_itself_is_allowed():
    assert require_at_most(5, 5, "tokens") is None
    with pytest.raises(LimitError, match=r"^1,001 tokens are more than the limit of 1,000\.$"):
        require_at_most(1_001, 1_000, "tokens")
