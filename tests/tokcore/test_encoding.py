"""Applying merges: by scan, by heap, step by step, and back to a token's parents."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tokcore
from tokcore import BPETokenizer, LimitError
from tokcore.encoding import (
    CACHED_CHUNK_CHARACTERS,
    HEAP_FROM,
    ChunkEncoder,
    ChunkSteps,
    merge_by_heap,
    merge_by_scan,
    merge_steps,
    parents,
)

TOY = {b"a": 0, b"b": 1, b"c": 2, b"ab": 3, b"bc": 4, b"abc": 5, b"aa": 6, b"aaa": 7}
TOKENIZERS = {
    "words": BPETokenizer.train("hug pug pun bun hugs hug hug pug", 270),
    "runs": BPETokenizer.train("a" * 600 + "ab" * 200 + "aab" * 90, 300),
    "gpt2": tokcore.load("gpt2"),
}


@cache
def table(name):
    """The bytes of every token of one of the tokenizers -> its id."""
    tok = TOKENIZERS[name]
    return {tok.token_bytes(token_id): token_id for token_id in range(tok.vocab_size)}


@pytest.mark.parametrize("merge", [merge_by_scan, merge_by_heap])
@pytest.mark.parametrize(
    "data, ids",
    [
        (b"", ()),
        (b"a", (0,)),
        (b"ab", (3,)),
        (b"abc", (5,)),
        (b"bc", (4,)),
        (b"cba", (2, 1, 0)),
        (b"aabc", (0, 5)),
        (b"aaaa", (6, 6)),
        (b"aaaaa", (6, 7)),  # aa aa a: the last two make aaa
        (b"abab", (3, 3)),
    ],
)
def test_the_lowest_rank_merges_first_and_the_leftmost_of_equals(merge, data, ids):
    assert merge(TOY, data) == ids


@pytest.mark.parametrize("name", TOKENIZERS)
@given(data=st.one_of(st.text("abhugpns ", max_size=300), st.text(max_size=200)).map(str.encode))
def test_the_heap_gives_what_the_scan_gives(name, data):
    id_of = table(name)
    ids = merge_by_heap(id_of, data)
    assert ids == merge_by_scan(id_of, data)
    assert b"".join(TOKENIZERS[name].token_bytes(token_id) for token_id in ids) == data


@pytest.mark.parametrize("below, ids", [(3, (0, 1, 2)), (4, (3, 2)), (5, (3, 2)), (6, (5,))])
def test_a_scan_may_stop_below_a_rank(below, ids):
    assert merge_by_scan(TOY, b"abc", below) == ids


@pytest.mark.parametrize(
    "token, pair", [(b"ab", (0, 1)), (b"abc", (3, 2)), (b"aaa", (6, 0)), (b"bc", (1, 2))]
)
def test_parents_are_the_last_two_parts(token, pair):
    assert parents(TOY, token) == pair


def test_a_token_that_no_merge_makes_has_no_parents():
    assert parents({b"a": 0, b"b": 1, b"c": 2, b"abc": 3}, b"abc") is None


@pytest.mark.parametrize(
    "data, steps",
    [
        (b"", []),
        (b"ba", []),
        (b"abc", [(0, 0, (3, 2)), (2, 0, (5,))]),
        (b"abab", [(0, 0, (3, 0, 1)), (0, 1, (3, 3))]),
        (b"aaaaa", [(3, 0, (6, 0, 0, 0)), (3, 1, (6, 6, 0)), (4, 1, (6, 7))]),
    ],
)
def test_steps_say_rank_place_and_what_is_left(data, steps):
    units = {token_id: token for token, token_id in TOY.items()}
    ids = tuple(TOY[bytes([byte])] for byte in data)
    assert list(merge_steps(TOY, units.__getitem__, ids, first_merged=3)) == steps


def test_the_result_of_a_chunk_without_merges_is_its_units():
    assert ChunkSteps("ba", 0, "", b"", (1, 0), ()).result == (1, 0)


def test_a_chunk_too_long_to_list_is_refused():
    with pytest.raises(LimitError, match="4,001 bytes in one chunk shown step by step"):
        merge_steps({}, {}.get, (0,) * 4_001, 1)
    assert merge_steps({}, lambda token_id: b"a", (0,) * 4_000, 1) == ()


def test_a_whole_chunk_in_the_table_is_one_token_even_when_merges_do_not_make_it():
    encoder = ChunkEncoder({b"a": 0, b"b": 1, b"c": 2, b"abc": 3}, str.encode)
    assert encoder["abc"] == (3,)
    assert encoder["abca"] == (0, 1, 2, 0)


def test_the_cache_keeps_short_chunks_up_to_its_bound(monkeypatch):
    monkeypatch.setattr("tokcore.encoding.CACHED_CHUNKS", 3)
    encoder = ChunkEncoder(TOY, str.encode)
    for chunk in ("a", "b", "c", "ab", "bc", "a" * (CACHED_CHUNK_CHARACTERS + 1)):
        assert encoder[chunk] == merge_by_scan(TOY, chunk.encode())
        assert len(encoder) <= 3
    assert set(encoder) == {"ab", "bc"}


@pytest.mark.parametrize("size", [HEAP_FROM - 1, HEAP_FROM, HEAP_FROM + 1])
def test_both_ways_meet_at_the_length_where_they_change(size):
    tok = TOKENIZERS["runs"]
    data = (b"aab" * size)[:size]
    assert tuple(tok.encode(data.decode())) == merge_by_scan(table("runs"), data)


@pytest.mark.parametrize("unit", ["a", "ab", "é", "🤗", "hug "])
def test_a_million_characters_in_one_chunk_come_back(unit):
    text = unit * (1_000_000 // len(unit))
    tok = TOKENIZERS["runs"]
    assert tok.decode(tok.encode(text)) == text
