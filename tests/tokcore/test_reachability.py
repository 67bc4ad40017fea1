"""Tokens that are not themselves when alone, and proofs that no text gives a token: against the libraries."""

import random
from itertools import product

import pytest
import tiktoken
import tokenizers

from tests.tokcore.samples import declarations, random_texts
from tokcore import BPETokenizer, PatternError, TokcoreError, load, reachability
from tokcore.pretokenize import GPT2
from tokcore.published import library_pattern, reference
from tokcore.reachability import (
    context_of,
    listed,
    not_itself,
    read_merges,
    survey,
    unreachable,
    without_text,
)

IMPOSSIBLE_BYTES = [0xC0, 0xC1, *range(0xF5, 0x100)]


def text_of(tokenizer, token_id):
    try:
        return tokenizer.token_bytes(token_id).decode()
    except UnicodeDecodeError:
        return None


def all_ids(tokenizer):
    return range(tokenizer.first_id, tokenizer.first_id + tokenizer.vocab_size)


def rank_file(tokenizer, pattern):
    """tiktoken with the same tokens, as the oracle for a tokenizer of ours."""
    ranks = {tokenizer.token_bytes(i): i for i in all_ids(tokenizer)}
    return tiktoken.Encoding("oracle", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})


@pytest.fixture(scope="module")
def used(time_machine):
    """The Time Machine as one chunk makes 1,024 tokens; GPT-2's pattern is used with them."""
    trained = BPETokenizer.train(time_machine, 1024, specials=())
    return BPETokenizer.from_merges(trained.merges, GPT2)


# --- not itself when alone ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, strays, parts",
    [("gpt2", 0, 344), ("cl100k_base", 0, 773), ("o200k_base", 12, 1562), ("smollm2", 0, 313)],
)
def test_tokens_that_are_not_themselves_are_those_of_the_library(name, strays, parts):
    tokenizer, encode = load(name), reference(name)
    expected = {}
    for token_id in all_ids(tokenizer):
        text = text_of(tokenizer, token_id)
        if text is not None and (ids := encode(text)) != [token_id]:
            expected[token_id] = tuple(ids)
    found = not_itself(tokenizer)
    assert {stray.token_id: stray.alone for stray in found} == expected
    assert len(found) == strays
    assert without_text(tokenizer) == parts


def test_every_stray_of_o200k_appears_in_its_context():
    encode = reference("o200k_base")
    for stray in not_itself(load("o200k_base")):
        assert stray.token_id in encode(stray.context)
        assert stray.token_id not in encode(text_of(load("o200k_base"), stray.token_id))
    assert 3413 in encode(" I'LL")
    assert 3914 in encode("#\n//")


def test_a_tokenizer_trained_here_can_have_strays_too():
    tokenizer = BPETokenizer.train("I'M I'M I'M", 260, r"(?s)[A-Z]'[A-Z]|.", specials=())
    (stray,) = [stray for stray in not_itself(tokenizer) if tokenizer.token_bytes(stray.token_id) == b"I'"]
    assert stray.alone == tuple(b"I'")
    assert stray.token_id in tokenizer.encode(stray.context)


def test_a_slow_pattern_of_ones_own_is_stopped(monkeypatch):
    monkeypatch.setattr(reachability, "PATTERN_SECONDS", -1)
    with pytest.raises(PatternError, match="takes more than"):
        not_itself(BPETokenizer.train("ab", 257, r"\w+", specials=()))
    assert not_itself(BPETokenizer.train("ab", 257, None, specials=())) == []
    assert not_itself(BPETokenizer.train("ab", 257, GPT2, specials=())) == []


# --- unreachable --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base"])
def test_every_token_of_a_published_vocabulary_is_given_by_some_text_or_is_a_byte_of_none(name):
    tokenizer, encode = load(name), reference(name)
    found = survey(tokenizer)
    assert sorted(tokenizer.token_bytes(i)[0] for i in found.unreachable) == IMPOSSIBLE_BYTES
    assert {proof.kind for proof in found.unreachable.values()} == {"bytes"}
    assert found.open == []
    assert len(found.reached) == tokenizer.vocab_size - 13
    for token_id, text in found.reached.items():
        if text != text_of(tokenizer, token_id):
            assert token_id in encode(text)


def test_nothing_is_claimed_of_smollm2_whose_dropped_bytes_bring_others_together():
    assert survey(load("smollm2"), search=False).unreachable == {}


def test_o200k_has_no_proof_but_for_the_bytes_of_no_text():
    found = survey(load("o200k_base"), search=False)
    assert set(found.unreachable) == {load("o200k_base").byte_ids[byte] for byte in IMPOSSIBLE_BYTES}


def test_training_without_a_pattern_makes_tokens_that_a_pattern_puts_out_of_reach(used, time_machine):
    found = survey(used)
    learned = [i for i in found.unreachable if i >= 256]
    assert (len(learned), len(found.unreachable), found.open) == (384, 397, [])
    assert {found.unreachable[i].kind for i in learned} == {"pattern"}
    assert len(found.reached) + len(found.unreachable) == 1024
    encode = rank_file(used, library_pattern("gpt2")).encode_ordinary
    given = set(encode(time_machine))
    for text in declarations():
        given |= set(encode(text))
    for text in random_texts(2_000, seed=3):
        given |= set(encode(text))
    assert given & set(found.unreachable) == set()
    for token_id, text in found.reached.items():
        assert token_id in encode(text)


def test_a_proof_names_what_no_chunk_holds(used):
    proof = unreachable(used, used.token_id(b"Time Traveller "))
    assert (proof.kind, proof.missing) == ("pattern", b"e ")
    assert proof.reason == (
        "No match of the pattern's alternatives holds a small letter followed by white space."
    )
    assert unreachable(used, 0xFF).reason == "No text in UTF-8 holds the bytes ff."
    assert unreachable(used, used.token_id(b"th")) is None


@pytest.mark.parametrize(
    "token, known",
    [
        (b"\xc0", "bytes"), (b"\xed\xa0", "bytes"), (b"\x80\x80\x80\x80", "bytes"), (b"a\xffb", "bytes"),
        (b"\xf4\x90", "bytes"), (b"\x80\x80\x80", None), (b"\xed\x9f", None), (b"\xe4", None),
        (b"\xa0\xe4", None), (b"a\xe4", None), (b"\xa0 ", None),
        (b"a \xe4", "pattern"), (b"\xa0 a", "pattern"), (b"\xa0  a", "pattern"), (b"a b", "pattern"),
    ],
    ids=ascii,
)  # fmt: skip
def test_tokens_of_bytes(token, known):
    tokens = [bytes([byte]) for byte in range(256)]
    if len(token) > 1:
        tokens += [token[:size] for size in range(2, len(token) + 1)]
    proof = unreachable(BPETokenizer(tokens, GPT2), tokens.index(token))
    assert (proof and proof.kind) == known


def test_merges_that_cannot_make_a_part_of_characters():
    you_and_half = "你好".encode()[:4]
    tokens = [*(bytes([byte]) for byte in range(256)), b"\xbd\xa0", b"\xe4\xbd", b"\xa0\xe5", you_and_half]
    tokenizer = BPETokenizer(tokens, GPT2)
    proof = unreachable(tokenizer, 259)
    assert proof.kind == "merges"
    assert proof.reason == "Merging its bytes ends as e4 bda0 e5, and no chunk is exactly these bytes."
    encode = rank_file(tokenizer, library_pattern("gpt2")).encode_ordinary
    for text in map("".join, product("你好a 佡堀", repeat=4)):
        assert 259 not in encode(text)
    assert context_of(tokenizer, 259) is None


def test_a_token_that_merges_cannot_make_is_still_given_by_a_chunk_of_its_own():
    tokens = [*(bytes([byte]) for byte in range(256)), b"bc", b"ab", b"cd", b"abcd"]
    tokenizer = BPETokenizer(tokens, GPT2)
    assert unreachable(tokenizer, 259) is None
    assert survey(tokenizer).reached[259] == "abcd"
    encode = rank_file(tokenizer, library_pattern("gpt2")).encode_ordinary
    assert encode("abcd") == [259]
    assert 259 not in encode("xabcd") + encode("abcdx")


# --- merges in an impossible order --------------------------------------------------------------------------


def random_merges(chance):
    """Up to six merges over a few letters, each part a letter or made before."""
    parts, merges = list("abc"), []
    for _ in range(chance.randint(1, 6)):
        left, right = chance.choice(parts), chance.choice(parts)
        if left + right not in parts:
            merges.append((left, right))
            parts.append(left + right)
    return merges


def test_possible_and_impossible_merges_are_those_of_the_library():
    chance, impossible = random.Random(4), 0
    texts = ["".join(text) for size in range(1, 7) for text in product("abc", repeat=size)]
    for _ in range(200):
        merges = random_merges(chance)
        vocabulary = {token: i for i, token in enumerate([*"abc", *(left + right for left, right in merges)])}
        library = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, merges))
        given = {token for text in texts for token in library.encode(text).tokens}
        for row in listed(merges):
            token = row.left + row.right
            assert list(row.pieces) == library.encode(token).tokens
            if not row.possible:
                impossible += 1
                assert token not in given
    assert impossible > 20


def test_the_worked_merges():
    rows = listed(read_merges("b c, a b, c d, ab cd"))
    assert [row.pieces for row in rows] == [("bc",), ("ab",), ("cd",), ("a", "bc", "d")]
    assert [row.taken for row in rows] == [None, None, None, 0]
    assert all(row.possible for row in listed(read_merges("a b, c d, ab cd, b c")))
    assert [row.possible for row in listed(read_merges("b c, a b, ab c, abc d"))] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    "written, sentence",
    [
        ("", "two parts"), ("ab", "two parts"), ("a b c", "two parts"), ("a b,", "two parts"),
        ("ab c", "Merge 0 needs 'ab'"), ("a b, ab c, a b", "Merge 2 makes 'ab'"),
        ("a b, bc d", "Merge 1 needs 'bc'"),
        (",".join(f"{chr(0x4E00 + i)} a" for i in range(65)), "more than the limit of 64"),
    ],
    ids=lambda value: value[:12],
)  # fmt: skip
def test_merges_that_cannot_be_read(written, sentence):
    with pytest.raises(TokcoreError, match=sentence):
        read_merges(written)
