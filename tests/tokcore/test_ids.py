"""Ids that tokenizers share, and tokenizers that come back from another process."""

import pickle
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from tokcore import GPT2_PATTERN, BPETokenizer, WordBPE, ids, load

TEXT = "hug pug pun bun hugs hug hug pug 12 34 né 你好 " * 3


def pairs_from(first):
    return ((first + 104, first + 117), (first + 256, first + 103))


BYTES = {
    "trained": BPETokenizer.train(TEXT, 280, GPT2_PATTERN),
    "without a pattern": BPETokenizer.train(TEXT, 270),
    "stopped early": BPETokenizer.train("abab", 900, r"\w+"),
    "without a merge": BPETokenizer.train("", 256),
    "from merges": BPETokenizer.from_merges([(104, 117), (256, 103)], specials=["<end>"]),
    "cut down": BPETokenizer.train(TEXT, 280, GPT2_PATTERN).truncate(265),
    "published": load("gpt2").truncate(3_000),
    "published with gaps": load("smollm2").truncate(3_000),
}
WORDS = {
    "words": WordBPE.train(Counter(TEXT.split()), 20),
    "no words": WordBPE.train({}, 20),
    "words cut down": WordBPE.train(Counter(TEXT.split()), 20).truncate(7),
}


ENDS = [(0, 0), (0, 300), (250, 70_000), (17, 48_917), (0, 10), (10**12, 10**12 + 3), (-5, 10), (-9, -2)]


@pytest.mark.parametrize(("first", "end"), ENDS)
def test_ids_are_numbers_in_order(first, end):
    assert ids.shared_ids(first, end) == tuple(range(first, end))


def test_an_id_is_one_object_for_all_tokenizers():
    first, last = ids.shared_ids(0, 60_000), ids.shared_ids(40_000, 60_000)
    assert all(one is other for one, other in zip(first[40_000:], last, strict=True))
    assert load("gpt2").token_id(b" hugs") is first[load("gpt2").token_id(b" hugs")]
    assert ids.shared_pairs([(41_000, 59_999)], 40_000, 60_000)[0][1] is first[59_999]


@pytest.mark.parametrize("first", [-1_000, -5, 0, 3, ids.SHARED - 100, 50_000_000, 10**12])
def test_ids_that_start_anywhere_take_no_memory(first):
    """A tokenizer.json may number its tokens from any id."""
    alphabet = [bytes([byte]) for byte in range(256)]
    here = BPETokenizer([*alphabet, b"hu", b"hug"], GPT2_PATTERN, first_id=first, merges=pairs_from(first))
    there = pickle.loads(pickle.dumps(here))
    assert there.encode("hug hu") == here.encode("hug hu") == [first + 257, first + 32, first + 256]
    assert there.merges == pairs_from(first) and len(ids._known) <= ids.SHARED
    assert ids.shared_ids(0, ids.SHARED)[-1] is ids.shared_ids(0, ids.SHARED)[-1]


def test_ids_are_right_whoever_asks_at_once(monkeypatch):
    monkeypatch.setattr(ids, "_known", ())
    ends = [1_000 * (1 + place * 7 % 40) for place in range(200)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda end: ids.shared_ids(5, end), ends))
    assert found == [tuple(range(5, end)) for end in ends]


@pytest.mark.parametrize("name", BYTES)
def test_a_tokenizer_comes_back_as_it_was(name):
    here = BYTES[name]
    there = pickle.loads(pickle.dumps(here))
    for what in (
        "name",
        "pattern",
        "rules",
        "specials",
        "vocab_size",
        "first_id",
        "byte_ids",
        "first_merged",
    ):
        assert getattr(there, what) == getattr(here, what), what
    for what in ("missing_bytes", "stopped_early", "id_limit", "merges", "fingerprint"):
        assert getattr(there, what) == getattr(here, what), what
    assert there.encode(TEXT) == here.encode(TEXT)
    assert [there.token_bytes(i) for i in there.encode(TEXT)] == [
        here.token_bytes(i) for i in here.encode(TEXT)
    ]
    smaller = here.first_merged - here.first_id + 3
    if smaller <= here.vocab_size:
        assert there.truncate(smaller).specials == here.truncate(smaller).specials
        assert there.truncate(smaller).fingerprint == here.truncate(smaller).fingerprint


@pytest.mark.parametrize("name", WORDS)
def test_a_tokenizer_of_words_comes_back_as_it_was(name):
    here = WORDS[name]
    there = pickle.loads(pickle.dumps(here))
    for what in ("name", "vocabulary", "vocab_size", "merges", "unknown_id", "first_merged"):
        assert getattr(there, what) == getattr(here, what), what
    assert there.encode_ids(f"{TEXT} xyz") == here.encode_ids(f"{TEXT} xyz")
    assert [there.parents(i) for i in range(there.vocab_size)] == [
        here.parents(i) for i in range(here.vocab_size)
    ]


def test_ids_of_a_tokenizer_that_comes_back_are_shared_again():
    there = pickle.loads(pickle.dumps(BYTES["trained"]))
    known = ids.shared_ids(0, there.vocab_size)
    assert all(token_id is known[token_id] for pair in there.merges for token_id in pair)
    assert there.token_id(b"hug") is known[there.token_id(b"hug")]


def test_what_a_tokenizer_remembers_is_not_sent_along():
    here = BPETokenizer.train(TEXT, 280, GPT2_PATTERN)
    before = len(pickle.dumps(here))
    here.encode("".join(f" never{number}" for number in range(1_000)))
    assert here.fingerprint and len(pickle.dumps(here)) == before
