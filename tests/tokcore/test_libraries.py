"""Equality with the libraries on novels, in 82 languages and on every character."""

import pytest

from tests.tokcore.samples import code_points_in_context, declarations
from tokcore.corpora import corpus
from tokcore.published import load, reference

NAMES = ["o200k_base", "cl100k_base", "gpt2", "smollm2"]


def differences(name, texts):
    """The texts that we and the library encode differently, the first few of them."""
    encode, expected = load(name).encode, reference(name)
    return [text for text in texts if encode(text) != expected(text)][:5]


@pytest.mark.parametrize("name", NAMES)
def test_every_character_in_three_contexts(name):
    assert differences(name, code_points_in_context()) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_declaration_in_every_language(name):
    assert len(declarations()) == 82
    assert differences(name, declarations()) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_novels(name, time_machine):
    texts = [time_machine, corpus("botchan").text, corpus("northanger_abbey").text]
    assert differences(name, texts) == []
    assert all(load(name).decode(load(name).encode(text)) == text for text in texts)


@pytest.mark.parametrize("name", NAMES)
def test_awkward_single_chunks(name):
    units = [
        "a",
        "A",
        " ",
        "\n",
        "\r\n",
        "1",
        "٣",
        "é",
        "你",
        "🤗",
        "!",
        "^",
        "'s",
        "'S",
        "\u0301",
        "\x04",
        "\t ",
    ]
    texts = [
        before + unit * times for unit in units for times in (1, 2, 3, 95, 96, 97, 1000) for before in "x ."
    ]
    assert differences(name, texts) == []
