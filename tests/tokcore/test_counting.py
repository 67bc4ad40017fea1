"""Counting chunks: block by block as in one go, and enough to train from."""

import io
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tokcore.oracle import byte_chunks
from tests.tokcore.samples import AWKWARD, CODE_POINTS, TEXTS, declarations, random_texts, small_corpora
from tokcore import GPT2_PATTERN, PATTERNS, BPETokenizer, CorpusError, LimitError, VocabularyError, load
from tokcore.corpora import SOURCES, corpus
from tokcore.counting import add_counts, blocks, count_chunks
from tokcore.limits import MAX_COUNTED_CHARACTERS, MAX_TRAIN_CHARACTERS, MAX_VOCAB_SIZE
from tokcore.pretokenize import as_pattern
from tokcore.training import TIES, learn_merges, merges_of_counts

NAMED = [name for name in PATTERNS if name != "none"]
BUNDLED = [name for name, source in SOURCES.items() if source.url is None]
SPACED = st.text(st.sampled_from(" \n\r\t/.a1'sé\x1c\x85\u2028\u3000好\u0301🤗"), max_size=60)
"""Texts in which every kind of white space meets every kind of sign."""


def chunk_by_chunk(pattern, text, size):
    """The chunks of every block, one after the other; the blocks must be the text again."""
    cut = list(blocks(text, pattern, size))
    assert "".join(cut) == text
    assert all(cut)
    return [chunk for block in cut for chunk in pattern.cut(block)]


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("text", [*BUNDLED, "time_machine"])
def test_blocks_of_the_bundled_texts_cut_like_the_whole(request, name, text):
    whole = request.getfixturevalue(text) if text == "time_machine" else corpus(text).text
    chunks = PATTERNS[name].cut(whole)
    for size in (1_000, 50_000):
        assert chunk_by_chunk(PATTERNS[name], whole, size) == chunks
    windows = whole.replace("\n", "\r\n")
    assert chunk_by_chunk(PATTERNS[name], windows, 1_000) == PATTERNS[name].cut(windows)


@pytest.mark.parametrize("name", NAMED)
def test_blocks_of_all_declarations_cut_like_the_whole(name):
    text = "\n".join(declarations())
    assert chunk_by_chunk(PATTERNS[name], text, 200) == PATTERNS[name].cut(text)


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize(
    "texts", [TEXTS, SPACED, st.text(st.sampled_from(AWKWARD))], ids="any spaced awkward".split()
)
def test_blocks_of_drawn_texts_cut_like_the_whole(name, texts):
    @given(text=texts, size=st.integers(1, 30))
    def equal(text, size):
        assert chunk_by_chunk(PATTERNS[name], text, size) == PATTERNS[name].cut(text)

    equal()


@pytest.mark.parametrize("name", NAMED)
def test_blocks_of_random_texts_cut_like_the_whole(name):
    chance = random.Random(5)
    signs = " \n\r\t/.,a1'sé好"
    spaced = ("".join(chance.choices(signs, k=chance.randint(1, 30))) for _ in range(20_000))
    for text in (*random_texts(5_000), *spaced):
        assert chunk_by_chunk(PATTERNS[name], text, 1) == PATTERNS[name].cut(text), text


@pytest.mark.parametrize("name", NAMED)
def test_any_code_point_may_stand_beside_a_cut(name):
    # Beyond plane 1, classes change so seldom that one code point in 61 meets every stretch of them.
    near = [c for c in CODE_POINTS if c < 0x20000 or c % 61 == 0]
    for first in range(0, len(near), 500):
        text = "".join(f"a{c} {c}.\n{c}\r\n{c}\t\n" for c in map(chr, near[first : first + 500]))
        assert chunk_by_chunk(PATTERNS[name], text, 1) == PATTERNS[name].cut(text), hex(near[first])


@pytest.mark.parametrize(
    "name, text, cut",
    [
        ("gpt2", "ab cd", "ab| cd"),
        ("gpt2", "ab\r\n\ncd", "ab|\r\n\ncd"),
        ("gpt2", "ab.\n/cd", "ab.|\n/cd"),
        ("smollm2", "1  2\t3", "1|  2|\t3"),
        ("cl100k", "ab.\ncd", "ab.\n|cd"),
        ("cl100k", "ab \r\n\r\ncd", "ab| \r\n\r\n|cd"),
        ("o200k", "ab.\n/cd", "ab.\n/cd"),
        ("o200k", "你。\r\n好", "你。\r\n|好"),
        ("o200k", "ab\u2028cd", "ab\u2028cd"),
        ("gpt2", "a\x1c b", "a\x1c| b"),
    ],
)
def test_blocks_are_cut_here(name, text, cut):
    assert list(blocks(text, PATTERNS[name], 1)) == cut.split("|")


@pytest.mark.parametrize("name", NAMED)
def test_blocks_do_not_depend_on_how_the_text_arrives(name):
    text = corpus("botchan").text[:20_000]
    parts = [text[place : place + 7] for place in range(0, len(text), 7)]
    for stream in (text, parts, io.StringIO(text), iter(parts)):
        found = list(blocks(stream, PATTERNS[name], 300))
        assert "".join(found) == text
        assert 100 < len(text) / len(found) < 400
        assert max(map(len, found)) < 700
        assert [chunk for block in found for chunk in PATTERNS[name].cut(block)] == PATTERNS[name].cut(text)


def test_only_what_has_no_place_to_be_cut_is_read_ahead():
    taken = 0

    def endless():
        nonlocal taken
        while True:
            taken += 10
            yield "some words"

    stream = blocks(endless(), GPT2_PATTERN, 1_000)
    for _ in range(50):
        next(stream)
    assert 50_000 - 1_000 < taken < 60_000


@pytest.mark.parametrize("pattern", [None, r"\w+", "x"])
def test_without_a_named_pattern_a_text_is_one_block(pattern):
    assert list(blocks(["one two\n", "three"], pattern, 3)) == ["one two\nthree"]
    assert list(blocks(["", ""], pattern)) == list(blocks("", pattern)) == []


@pytest.mark.parametrize(
    "pattern, part, says",
    [
        (
            None,
            "a b\n",
            "^Without a pattern a text is taken as one piece, .* limit of 5,000,000 characters",
        ),
        (r"\w+", "a b\n", "^With a pattern of one's own a text is taken as one piece"),
        (GPT2_PATTERN, "word", "^This text has more than the limit of 5,000,000 .* where every chunk ends"),
    ],
)
def test_a_block_has_a_limit(pattern, part, says):
    stream = (part * 50_000 for _ in range(MAX_TRAIN_CHARACTERS // len(part) // 50_000 + 1))
    with pytest.raises(LimitError, match=says):
        for block in blocks(stream, pattern):
            assert not block


def test_a_text_over_the_limit_is_cut_where_it_can_be():
    long = "word" * (MAX_TRAIN_CHARACTERS // 4 - 1)
    assert [len(block) for block in blocks([long, " a b" * 9], GPT2_PATTERN)] == [len(long), 36]
    assert sum(map(len, blocks("some words " * 600_000, GPT2_PATTERN))) == 6_600_000


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base", "smollm2"])
def test_blocks_encode_like_the_whole(name):
    tok, text = load(name), "".join(declarations()[::9])
    assert [i for block in blocks(text, tok.rules, 500) for i in tok.encode(block)] == tok.encode(text)


@pytest.mark.parametrize("name", PATTERNS)
def test_counts_are_those_of_the_chunks_in_order_of_first_appearance(name):
    pattern, text = PATTERNS[name], corpus("botchan").text[:50_000] + "\ud800 \ud83d\ude80"
    counts = (
        count_chunks(text, name if name == "none" else pattern.source)
        if name != "none"
        else count_chunks(text)
    )
    same = text.replace("\ud800", "\ufffd").replace("\ud83d\ude80", "🚀")
    assert list(counts.items()) == list(Counter(pattern.cut(same)).items())
    assert "".join(counts.elements()) != "" and sum(len(c) * n for c, n in counts.items()) == len(same)
    in_parts = add_counts(count_chunks(block, pattern) for block in blocks(text, pattern, 999))
    assert list(in_parts.items()) == list(counts.items())


def test_counts_equal_those_of_the_pattern_as_it_is_written():
    text = corpus("botchan").text
    counted = {chunk.encode(): times for chunk, times in count_chunks(text, GPT2_PATTERN).items()}
    assert counted == byte_chunks(text, GPT2_PATTERN)


def test_adding_keeps_the_order_and_the_parts():
    parts = [Counter({"b": 2, "a": 1}), {"c": 1, "a": 5}, Counter()]
    assert list(add_counts(parts).items()) == [("b", 2), ("a", 6), ("c", 1)]
    assert parts == [Counter({"b": 2, "a": 1}), {"c": 1, "a": 5}, Counter()]
    assert add_counts([]) == Counter()


# --- training from counts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("name", PATTERNS)
def test_training_from_counts_is_training_from_the_text(name, ties):
    text, pattern = corpus("botchan").text[:60_000], PATTERNS[name]
    counts = add_counts(count_chunks(block, pattern) for block in blocks(text, pattern, 2_000))
    tok = BPETokenizer.train(text, 1_000, pattern, ties, ("<a>",))
    same = BPETokenizer.train_from_counts(counts, 1_000, pattern, ties, ("<a>",))
    assert same.merges == tok.merges
    assert same.fingerprint == tok.fingerprint
    assert (same.stopped_early, len(same.merges)) == (False, 744)


@pytest.mark.parametrize("ties", TIES)
def test_training_from_counts_on_thousands_of_small_texts(ties):
    for chance, text in small_corpora(1_500, seed=3):
        pattern = as_pattern(chance.choice([None, GPT2_PATTERN, r"\w+"]))
        merges = learn_merges(text, 20, pattern, ties)
        counts = count_chunks(text, pattern)
        assert merges_of_counts(counts, 20, ties) == merges_of_counts(dict(counts), 20, ties) == merges, text


def test_the_order_of_counts_decides_ties_by_first_appearance():
    counts = {"cd": 2, "ab": 2}
    assert merges_of_counts(counts, 1) == [(99, 100)]
    assert merges_of_counts(dict(reversed(counts.items())), 1) == [(97, 98)]
    assert merges_of_counts(counts, 1, "smallest-id") == [(97, 98)]


def test_training_from_counts_says_when_the_pairs_ran_out_and_how_far_it_is():
    made = []
    tok = BPETokenizer.train_from_counts({"abc": 3}, 300, progress=made.append)
    assert (tok.vocab_size, tok.stopped_early, made) == (258, True, [1, 1])
    assert BPETokenizer.train_from_counts({}, 256).merges == ()
    assert merges_of_counts({"\ud800x": 2}, 3) == merges_of_counts({"\ufffdx": 2}, 3)


@pytest.mark.parametrize(
    "call, error, says",
    [
        (
            lambda: merges_of_counts({"ab": 0}, 1),
            CorpusError,
            "chunk 'ab' has the count 0, not a whole number",
        ),
        (lambda: merges_of_counts({"ab": -1}, 1), CorpusError, "the count -1"),
        (lambda: merges_of_counts({"ab": 1.5}, 1), CorpusError, "the count 1.5"),
        (lambda: merges_of_counts({"ab": 1}, 1, "last"), VocabularyError, "no tie rule 'last'"),
        (lambda: merges_of_counts({}, MAX_VOCAB_SIZE), LimitError, "65,792 tokens"),
        (
            lambda: merges_of_counts({"a" * (MAX_COUNTED_CHARACTERS + 1): 1}, 1),
            LimitError,
            "50,000,001 characters of distinct chunks are more than the limit of 50,000,000",
        ),
        (lambda: BPETokenizer.train_from_counts({}, 255), VocabularyError, "cannot have 255 tokens"),
    ],
)
def test_counts_that_cannot_be_learned_from_are_refused(call, error, says):
    with pytest.raises(error, match=says):
        call()
