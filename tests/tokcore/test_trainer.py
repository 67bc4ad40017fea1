"""The incremental trainer on units of any kind: what is best, what a merge changes, what stands next."""

import pytest

from tokcore.limits import LimitError
from tokcore.trainer import BASE, Trainer, split_key
from tokcore.training import learn_merges


def trainer_of(*chunks, order=None):
    """A trainer over letters; a chunk is a string, or a string and how often it occurs."""
    counted = [chunk if isinstance(chunk, tuple) else (chunk, 1) for chunk in chunks]
    letters = sorted({letter for chunk, _ in counted for letter in chunk})
    units = [([letters.index(letter) for letter in chunk], times) for chunk, times in counted]
    return Trainer(letters, units, order)


def run(trainer):
    """Every merge until the pairs run out: (left, right, count, replaced, length)."""
    steps = []
    while found := trainer.best():
        key, count = found
        left, right = (trainer.tokens[token_id] for token_id in split_key(key))
        steps.append((left, right, count, trainer.merge(key), trainer.length))
    return steps


@pytest.mark.parametrize(
    "chunks, steps",
    [
        ([], []),
        (["a"], []),
        (["a", "b", "ab"], [("a", "b", 1, 1, 3)]),
        (["abab"], [("a", "b", 2, 2, 2), ("ab", "ab", 1, 1, 1)]),
        # Three pairs overlap in four letters, and two of them can be merged.
        (["aaaa"], [("a", "a", 3, 2, 2), ("aa", "aa", 1, 1, 1)]),
        (["aaaaa"], [("a", "a", 4, 2, 3), ("aa", "aa", 1, 1, 2), ("aaaa", "a", 1, 1, 1)]),
        (["aaa", "aaa"], [("a", "a", 4, 2, 4), ("aa", "a", 2, 2, 2)]),
        # The weight of a chunk counts in the count, in what is replaced and in the length.
        ([("ab", 5), ("bc", 6)], [("b", "c", 6, 6, 16), ("a", "b", 5, 5, 11)]),
        ([("aaa", 3)], [("a", "a", 6, 3, 6), ("aa", "a", 3, 3, 3)]),
        # A merge beside a copy of itself makes pairs of two new tokens.
        (["babab"], [("b", "a", 2, 2, 3), ("ba", "ba", 1, 1, 2), ("baba", "b", 1, 1, 1)]),
    ],
)
def test_merges_until_the_pairs_run_out(chunks, steps):
    assert run(trainer_of(*chunks)) == steps


def test_a_gap_between_chunks_is_never_merged_over():
    assert run(trainer_of("a", "b", "a", "b")) == []


@pytest.mark.parametrize(
    "order, first",
    [(None, ("b", "a")), (int, ("a", "c")), (lambda key: -key, ("b", "a"))],
)
def test_the_order_decides_between_equal_counts_only(order, first):
    trainer = trainer_of("ba", "ac", order=order)
    left, right = split_key(trainer.best()[0])
    assert (trainer.tokens[left], trainer.tokens[right]) == first


def test_best_changes_nothing():
    trainer = trainer_of("abcabc")
    assert trainer.best() == trainer.best() == trainer.best()
    assert run(trainer) == run(trainer_of("abcabc"))


def test_runners_up_come_in_winning_order_with_the_number_of_ties():
    trainer = trainer_of("ab", "cd", "ef", "ab", ("gh", 1))
    found, tied = trainer.runners_up(2)
    shown = [tuple(trainer.tokens[token_id] for token_id in split_key(key)) for key, _ in found]
    assert (shown, [count for _, count in found], tied) == ([("c", "d"), ("e", "f")], [1, 1], 0)
    trainer.merge(trainer.best()[0])
    found, tied = trainer.runners_up(1)
    assert (len(found), tied) == (1, 2)


@pytest.mark.parametrize("limit", [0, 1, 8, 100])
def test_looking_at_runners_up_does_not_change_the_merges(limit):
    watched, alone = trainer_of("hug pug pun bun hugs"), trainer_of("hug pug pun bun hugs")
    steps = []
    while found := watched.best():
        watched.runners_up(limit)
        steps.append(watched.merge(found[0]))
    assert steps == [replaced for *_, replaced, _ in run(alone)]


def test_there_are_no_runners_up_without_a_pair():
    assert trainer_of("a").runners_up(8) == ([], 0)


@pytest.mark.parametrize("pair", [(0, 0), (1, 2), (65_535, 3), (3, 65_535)])
def test_a_packed_pair_splits_and_sorts_like_its_ids(pair):
    key = pair[0] * BASE + pair[1]
    assert split_key(key) == pair
    assert (key < BASE + 3) == (pair < (1, 3))


def test_tokens_that_grow_without_end_are_stopped(monkeypatch):
    monkeypatch.setattr("tokcore.trainer.MAX_SPELLED_BYTES", 1_000)
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 400)))  # every pair stands once
    with pytest.raises(LimitError, match="grow without end"):
        learn_merges(text, 1_000)
    assert len(learn_merges(text, 40)) == 40
