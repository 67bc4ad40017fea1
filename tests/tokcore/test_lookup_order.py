"""What a vocabulary says about itself: the order of its bytes, and how long tokens become, recounted."""

from collections import Counter

import numpy
import pytest

from tests.tokcore.test_lookup import NAMES, WORD, listed, text_of
from tokcore import BPETokenizer, load
from tokcore.lookup import ByteRun, byte_runs, lengths_by_rank

# --- bytes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, count", [("gpt2", 6), ("cl100k_base", 6), ("o200k_base", 6), ("smollm2", 21)])
def test_runs_of_bytes_are_the_map_again_and_as_few_as_can_be(name, count):
    runs = byte_runs(load(name))
    assert len(runs) == count
    spread = [
        None if run.first_id is None else run.first_id + byte - run.first
        for run in runs
        for byte in range(run.first, run.last + 1)
    ]
    alone = {data: i for i, data in listed(name).items() if len(data) == 1}
    assert spread == [alone.get(bytes([byte])) for byte in range(256)]
    for run, after in zip(runs, runs[1:]):
        joins = None if run.first_id is None else run.first_id + after.first - run.first
        assert after.first_id != joins


def test_gpt2_permutes_the_bytes_and_smollm2_lacks_some():
    assert byte_runs(load("gpt2"))[:2] == [ByteRun(0, 0x20, 188), ByteRun(0x21, 0x7E, 0)]
    missing = [run for run in byte_runs(load("smollm2")) if run.first_id is None]
    assert sum(run.last + 1 - run.first for run in missing) == 21
    there = [i for i in load("smollm2").byte_ids if i is not None]
    assert (min(there), max(there), len(there)) == (17, 251, 235)


def test_a_trained_tokenizer_has_every_byte_in_its_own_place():
    assert byte_runs(BPETokenizer.train("hug pug", 257)) == [ByteRun(0, 255, 0)]


# --- lengths ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("unit", ["bytes", "characters"])
def test_lengths_by_rank_are_those_of_a_recount(name, unit):
    first, groups = load(name).first_merged, lengths_by_rank(load(name), unit)
    assert groups[0][:2] == (0, 255)
    assert groups[-1].last == len(listed(name)) - (first - min(listed(name))) - 1
    for number, group in enumerate(groups):
        assert group.first == (0 if number == 0 else 256 * 2 ** (number - 1))
        tokens = [listed(name)[first + rank] for rank in range(group.first, group.last + 1)]
        units = tokens if unit == "bytes" else [text for text in map(text_of, tokens) if text is not None]
        lengths = list(map(len, units))
        assert group.tokens == len(lengths)
        assert group[3:8] == pytest.approx(tuple(numpy.quantile(lengths, [0.1, 0.25, 0.5, 0.75, 0.9])))
        assert group.longest == max(lengths)


def test_small_vocabularies_have_lengths_too():
    assert lengths_by_rank(BPETokenizer.train("", 256)) == []
    assert lengths_by_rank(BPETokenizer.train("aaa", 257)) == [(0, 0, 1, 2, 2, 2, 2, 2, 2)]
    assert lengths_by_rank(BPETokenizer.train("é", 257), "characters") == [(0, 0, 1, 1, 1, 1, 1, 1, 1)]
    halves = BPETokenizer.from_merges([(0xBD, 0xA0)])
    assert lengths_by_rank(halves, "characters") == [(0, 0, 0, *[None] * 6)]
    (group,) = lengths_by_rank(WORD, "characters")
    assert (group.tokens, group.longest) == (3, 3)
    assert Counter(len(WORD.spelling(WORD.first_merged + k)[0]) for k in range(3))[group.longest] >= 1
