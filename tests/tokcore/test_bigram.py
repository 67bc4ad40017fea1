"""The bigram model: probabilities that add up, a count by hand, and perplexity beside bits per byte."""

import math
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokcore import GPT2_PATTERN, BPETokenizer, WordBPE, words
from tokcore.bigram import DISCOUNT, Bigram, Prediction, predict
from tokcore.corpora import corpus, held_out

IDS = st.lists(st.integers(0, 5), max_size=40)


def by_the_formula(training, vocab_size, token, after):
    """P(token | after) counted again from the docstring's formula."""
    alone = (training.count(token) + 1) / (len(training) + vocab_size)
    following = [right for left, right in pairwise(training) if left == after]
    if not following:
        return alone
    kept = max(following.count(token) - DISCOUNT, 0) / len(following)
    return kept + DISCOUNT * len(set(following)) / len(following) * alone


@given(IDS, st.integers(6, 9))
def test_every_context_shares_out_all_of_the_probability(ids, vocab_size):
    model = Bigram(ids, vocab_size)
    for after in [None, *range(vocab_size)]:
        given_after = [model.probability(token, after) for token in range(vocab_size)]
        assert all(value > 0 for value in given_after)
        assert math.isclose(sum(given_after), 1)


@given(IDS, st.lists(st.integers(0, 5), min_size=1, max_size=12))
def test_probabilities_and_bits_are_those_of_the_formula(ids, text):
    model = Bigram(ids, 6)
    bits = 0
    for after, token in zip([None, *text], text):
        expected = by_the_formula(ids, 6, token, after)
        assert math.isclose(model.probability(token, after), expected)
        bits -= math.log2(expected)
    assert math.isclose(model.bits(text), bits)


@pytest.mark.parametrize(
    "token, after, expected",
    [
        (1, None, (2 + 1) / (5 + 3)),  # 0 1 0 1 2 over three tokens: 1 stands twice
        (1, 0, (2 - 0.75) / 2 + 0.75 * 1 / 2 * 3 / 8),  # 0 is followed twice, by 1 alone
        (2, 0, 0.75 * 1 / 2 * 2 / 8),
        (0, 1, (1 - 0.75) / 2 + 0.75 * 2 / 2 * 3 / 8),  # 1 is followed by 0 and by 2
        (0, 2, 3 / 8),  # nothing follows 2
        (0, 9, 3 / 8),  # never seen
    ],
)
def test_a_count_by_hand(token, after, expected):
    assert Bigram([0, 1, 0, 1, 2], 3).probability(token, after) == pytest.approx(expected, rel=1e-12)


def test_the_discount_can_be_chosen():
    assert Bigram([0, 1, 0, 1], 2, discount=0.5).probability(1, 0) == 1.5 / 2 + 0.5 / 2 * 0.5


@pytest.mark.parametrize(
    "made, perplexity, bits_per_byte",
    [
        (Prediction(4, 8, 12.0), 8.0, 1.5),
        (Prediction(1, 3, 0.0), 1.0, 0.0),
        (Prediction(0, 0, 0.0), None, None),
        (Prediction(0, 2, 0.0), None, 0.0),
    ],
)
def test_perplexity_is_per_token_and_bits_are_per_byte(made, perplexity, bits_per_byte):
    assert (made.perplexity, made.bits_per_byte) == (perplexity, bits_per_byte)


@pytest.mark.parametrize("size", [256, 600, 2_000])
def test_a_prediction_covers_the_whole_text(size):
    learned, held = held_out(corpus("botchan").text[:40_000])
    tok = BPETokenizer.train(learned, size, GPT2_PATTERN)
    made = predict(tok, learned, held)
    ids = tok.encode(held)
    assert (made.tokens, made.bytes) == (len(ids), len(held.encode()))
    model = Bigram(tok.encode(learned), size)
    spent = [-math.log2(model.probability(token, after)) for after, token in zip([None, *ids], ids)]
    assert made.bits == pytest.approx(sum(spent))
    assert made.perplexity == pytest.approx(2 ** (sum(spent) / len(ids)))


def test_without_merges_both_figures_say_the_same():
    made = predict(BPETokenizer.train("", 256), "abcabd" * 20, "abcabcabd")
    assert made.tokens == made.bytes
    assert made.perplexity == pytest.approx(2**made.bits_per_byte)


def test_per_token_the_larger_vocabulary_looks_worse_and_per_byte_it_is_better(time_machine):
    learned, held = held_out(time_machine)
    tok = BPETokenizer.train(learned, 2_048, GPT2_PATTERN)
    small, large = (predict(tok.truncate(size), learned, held) for size in (512, 2_048))
    assert large.perplexity > 2.5 * small.perplexity
    assert large.bits_per_byte < 0.9 * small.bits_per_byte


def test_words_with_an_end_mark_are_predicted_too():
    learned, held = held_out(corpus("furniture_names").text)
    word = WordBPE.train(Counter(words(learned)), 500)
    made = predict(word, learned, held)
    assert made.tokens == len(word.encode(held))
    assert made.bytes == len(held.encode())
    assert 1 < made.bits_per_byte < 8


def test_an_empty_text_costs_nothing():
    assert predict(BPETokenizer.train("", 256), "", "") == (0, 0, 0)
