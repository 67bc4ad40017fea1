"""Tokens as people type them: with the quotation marks in which they read them, or without."""

import pytest

from workshop.exercise import Text


@pytest.mark.parametrize(
    ("reads", "typed", "read"),
    [
        ("token", "“p”", "p"),
        ("token", "„p“", "p"),
        ("token", "'p'", "p"),
        ("token", '"p"', "p"),
        ("token", " ‘·p’ ", " p"),
        ("token", "`p`", "p"),
        ("token", "«p»", "p"),
        ("token", "'s", "'s"),
        ("token", "p'", "p'"),
        ("token", '"', '"'),
        ("token", "''", "''"),
        ("token", " p", " p"),
        ("tokens", "“pu | pu | lug”", ("pu", "pu", "lug")),
        ("tokens", '"pu" | "pu" | "lug"', ("pu", "pu", "lug")),
        ("tokens", "'pu', 'pu', 'lug'", ("pu", "pu", "lug")),
        ("tokens", "'pu pu", ("'pu", "pu")),
        ("plain", "“p”", "“p”"),
    ],
)
def test_quotation_marks_around_tokens_do_not_count(reads, typed, read):
    assert Text("name", "Label", 40, reads).read(typed) == read
