"""Every vocabulary size from one encoding: equal to encoding with each truncated tokenizer."""

import random
from collections import Counter

import pytest

from tokcore import GPT2_PATTERN, BPETokenizer, VocabularyError, WordBPE, load, vocab_size_sweep, words
from tokcore.corpora import corpus, held_out
from tokcore.measures import lines, tokens_per_word
from tokcore.sweep import RARE_BELOW, Sweep, mostly_rare_from, sweep
from tokcore.training import training_lengths

SPLIT = held_out(corpus("botchan").text[:60_000])
TRAINED = {
    "bytes, pattern": BPETokenizer.train(SPLIT.training, 16_384, GPT2_PATTERN),
    "bytes, no pattern": BPETokenizer.train(SPLIT.training, 3_000),
    "words": WordBPE.train(Counter(words(SPLIT.training)), 16_000),
}
TEXTS = {
    "training": SPLIT.training,
    "held out": SPLIT.held_out,
    "strange": "naïve 你好 🤗 Botchan\n",
    "empty": "",
}


def encoded(tokenizer, text):
    return tokenizer.encode(text) if isinstance(tokenizer, BPETokenizer) else tokenizer.encode_ids(text)


def cut_to(tokenizer, merges):
    return tokenizer.truncate(merges + 256 if isinstance(tokenizer, BPETokenizer) else merges)


def thirty_sizes(tokenizer):
    """Numbers of merges: both ends, their neighbours, and seeded ones between."""
    most = len(tokenizer.merges)
    between = random.Random(7).sample(range(2, most - 1), 26)
    return sorted([0, 1, most - 1, most, *between])


@pytest.mark.parametrize("name", TRAINED)
@pytest.mark.parametrize("text", ["training", "held out"])
def test_thirty_sizes_equal_encoding_with_each_truncated_tokenizer(name, text):
    tokenizer = TRAINED[name]
    by_size, points = vocab_size_sweep(tokenizer, TEXTS[text]), sweep(tokenizer, TEXTS[text])
    sizes = thirty_sizes(tokenizer)
    assert len(sizes) == 30
    for merges in sizes:
        cut = cut_to(tokenizer, merges)
        ids = encoded(cut, TEXTS[text])
        counts = Counter(ids)
        rare = sum(count < RARE_BELOW for count in counts.values())
        assert points[merges] == points.at(cut.vocab_size) == (cut.vocab_size, len(ids), len(counts), rare)
        assert points[merges].rare_share == rare / len(counts)
        assert by_size[cut.vocab_size] == len(ids)
        in_words = len(ids) / len(TEXTS[text].split())
        assert tokens_per_word(TEXTS[text], by_size[cut.vocab_size]) == in_words


@pytest.mark.parametrize("name", TRAINED)
@pytest.mark.parametrize("text", ["strange", "empty"])
def test_texts_that_training_never_saw(name, text):
    tokenizer = TRAINED[name]
    points = sweep(tokenizer, TEXTS[text])
    for merges in (0, len(tokenizer.merges) // 2, len(tokenizer.merges)):
        ids = encoded(cut_to(tokenizer, merges), TEXTS[text])
        assert points[merges][1:] == (len(ids), len(set(ids)), len(set(ids)))
        assert points[merges].rare_share == (1 if ids else 0)


def test_a_sweep_holds_every_size_once():
    for tokenizer in TRAINED.values():
        sizes = [point.vocab_size for point in sweep(tokenizer, SPLIT.held_out)]
        assert sizes == list(range(cut_to(tokenizer, 0).vocab_size, tokenizer.vocab_size + 1))
        assert list(vocab_size_sweep(tokenizer, SPLIT.held_out)) == sizes


def test_a_published_tokenizer_can_be_swept():
    gpt2, text = load("gpt2"), SPLIT.held_out[:2_000]
    by_size = vocab_size_sweep(gpt2, text)
    for size in (256, 300, 1_000, 5_000, 20_000, 50_256):
        assert by_size[size] == len(gpt2.truncate(size).encode(text))


@pytest.mark.parametrize("name", TRAINED)
def test_several_texts_are_encoded_one_by_one(name):
    tokenizer = TRAINED[name]
    listed = lines("Red tie\n\n  a red tie \nTIE\n")
    together = sweep(tokenizer, listed)
    for merges in (0, 100, 1_000):
        cut = cut_to(tokenizer, merges)
        assert together[merges].tokens == sum(len(encoded(cut, line)) for line in listed)


@pytest.mark.parametrize("rare_below, rare", [(0, 0), (1, 0), (2, 2), (3, 3), (99, 3)])
def test_rare_means_seen_but_fewer_times_than_said(rare_below, rare):
    point = sweep(BPETokenizer.train("", 256), "aab c"[:5].replace(" ", ""), rare_below)[0]
    assert point == (256, 4, 3, rare)


@pytest.mark.parametrize("size", [255, 0, -1, 16_385])
def test_a_size_that_there_is_not_is_refused(size):
    points = sweep(TRAINED["bytes, pattern"], "x")
    with pytest.raises(VocabularyError, match="The sizes go from 256 to"):
        points.at(size)


def test_places_count_from_either_end():
    points = sweep(TRAINED["words"], "x")
    assert points[-1].vocab_size == points.at(points[-1].vocab_size).vocab_size == TRAINED["words"].vocab_size
    assert points[-len(points)] == points[0]
    with pytest.raises(IndexError):
        points[len(points)]


@pytest.mark.parametrize(
    "rare, expected",
    [
        ([0, 5, 6, 7], 102),  # of 10 types: half is not more than half
        ([9, 2, 6, 6], 102),  # a size below half comes later
        ([9, 8, 7, 6], 100),
        ([9, 9, 9, 5], None),
    ],
)
def test_from_which_size_on_most_types_are_rare(rare, expected):
    points = Sweep(100, [[40] * 4, [10] * 4, rare])
    assert mostly_rare_from(points) == expected


@pytest.mark.parametrize("pattern", [None, GPT2_PATTERN])
def test_the_lengths_of_a_training_are_what_encoding_its_text_gives(pattern):
    text = SPLIT.training[:20_000]
    lengths = training_lengths(text, 1_500, pattern)
    tokenizer = BPETokenizer.train(text, 1_756, pattern)
    assert len(lengths) == len(tokenizer.merges) + 1
    for merges in (0, 1, 2, 50, 500, 1_499, 1_500):
        assert lengths[merges] == len(tokenizer.truncate(256 + merges).encode(text))


def test_lengths_stop_where_the_pairs_run_out():
    assert training_lengths("abab", 9) == [4, 2, 1]
    assert training_lengths("", 9) == [0]
