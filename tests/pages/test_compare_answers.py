"""The answers on Compare: who is cheapest and why, a space in front, capitals; each on the person's text."""

import pytest

import tokcore
from tests.pages.labels import COMPARE, EXAMPLE
from tests.pages.reading import answers, choose, open_page

PUBLISHED = ("gpt2", "cl100k_base", "o200k_base", "smollm2")


def told(text, *names):
    """The three answers on a text under some tokenizers, each as lines."""
    visit = choose(open_page(COMPARE, text), COMPARE, tokenizers=list(names))
    for switch in answers(visit):
        switch.set_value(True)
    return [answer.value.splitlines() for answer in visit.run().text[-3:]]


IDS = {"gpt2": "50,257", "cl100k_base": "100,277", "o200k_base": "200,019", "smollm2": "49,152"}
"""The sizes of the vocabularies as they were published: `n_vocab` of tiktoken, the model card of SmolLM2."""


@pytest.mark.parametrize(
    ("text", "names", "cheapest"),
    [
        (
            EXAMPLE[COMPARE],
            ["gpt2", "o200k_base"],
            "o200k_base, with 23 tokens. Of these it has the most ids",
        ),
        (EXAMPLE[COMPARE], ["gpt2"], "gpt2, with 30 tokens. It is the only one picked."),
        ("the cat", PUBLISHED[:3], "gpt2, cl100k_base and o200k_base, with 2 tokens each. The number of ids"),
        (" naïve", ["gpt2", "cl100k_base"], "gpt2, with 1 token. The number of ids to choose from does not"),
        ("", PUBLISHED, "There is no text to count."),
    ],
)
def test_all_who_need_the_fewest_are_named_and_the_size_only_where_it_explains_it(text, names, cheapest):
    (said,), *_ = told(text, *names)
    assert said.startswith(cheapest)
    if "explain" in said:
        assert said.endswith(": " + ", ".join(f"{name} {IDS[name]}" for name in names) + ".")
    elif "most ids" in said:
        assert said.endswith(f"to choose from: {IDS['o200k_base']}.")


@pytest.mark.parametrize(
    ("text", "names", "says", "word"),
    [
        (
            "strawberry Strawberry",
            ["gpt2", "smollm2"],
            "For “strawberry” in your text it does, under all of these.",
            "strawberry",
        ),
        (EXAMPLE[COMPARE], PUBLISHED[::3], "For “naïve” in your text it does, under 1 of these 2.", "naïve"),
        ("strawberry", ["gpt2"], "For “strawberry” in your text it does, under this one.", "strawberry"),
        ("the cat", ["gpt2"], "For no word in your text. “the” keeps its number and gets other ids.", "the"),
        ("123 你好", ["gpt2"], "Your text has no word of letters, in a script with spaces", None),
    ],
)
def test_what_a_space_in_front_changes_is_shown_on_a_word_of_the_text(text, names, says, word):
    _, (first, *lines), _ = told(text, *names)
    assert first.startswith(says)
    assert len(lines) == (len(names) if word else 0)
    for name, line in zip(names, lines):
        for spelled in (word, f" {word}"):
            ids = tokcore.load(name).encode(spelled)
            written = f"(id{'s' * (len(ids) > 1)} {' '.join(map(str, ids))})"
            assert (
                f"“{spelled.replace(' ', '·')}” takes {len(ids)} token{'s' * (len(ids) > 1)} {written}"
                in line
            )


@pytest.mark.parametrize(
    ("text", "word", "own"), [("a strawberry, OK", "strawberry", True), ("你好 ABC", "chairs", False)]
)
def test_capitals_are_shown_on_a_word_of_the_text_as_it_is_counted(text, word, own):
    *_, lines = told(text, "gpt2", "smollm2")
    assert ("no word of your text" in lines[0]) is not own
    for name, line in zip(("gpt2", "smollm2"), lines[-2:], strict=True):
        small, large = (len(tokcore.load(name).encode(f" {spelled}")) for spelled in (word, word.upper()))
        assert line == (
            f"{name}: “·{word}” takes {small} token{'s' * (small > 1)}, “·{word.upper()}” takes {large}"
        )
