"""`BPETokenizer`: made by training or from merges, cut shorter, asked for ids and for text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tokcore
from tests.tokcore.samples import TEXTS
from tokcore import (
    GPT2_PATTERN,
    BPETokenizer,
    LimitError,
    PatternError,
    SpecialTokenError,
    UnknownTokenError,
    VocabularyError,
)
from tokcore.corpora import corpus
from tokcore.training import TIES

TOY = "hug pug pun bun hugs hug hug pug"
BOTCHAN = corpus("botchan").text[:60_000]
NESTED = ("<a>", "<a><b>", "<b>", "<|end|>", "a.b*")
TRAINED = {
    "plain": BPETokenizer.train(BOTCHAN, 600),
    "gpt2": BPETokenizer.train(BOTCHAN, 600, GPT2_PATTERN, ties="huggingface"),
    "own": BPETokenizer.train(BOTCHAN, 400, r"\w+", ties="smallest-id"),
    "bytes": BPETokenizer.train("", 256),
    "nested": BPETokenizer.train(TOY + "<a><b>" * 5, 270, specials=NESTED),
}
NAMES = [*TRAINED, "gpt2 itself", "cl100k_base", "o200k_base"]


def tokenizer(name):
    return TRAINED.get(name) or tokcore.load(name.removesuffix(" itself"))


@pytest.mark.parametrize("name", NAMES)
@given(text=TEXTS)
def test_text_comes_back_and_steps_and_spans_agree_with_encode(name, text):
    tok = tokenizer(name)
    ids = tok.encode(text)
    assert tok.decode(ids) == text
    assert tok.decode_bytes(ids) == text.encode()
    assert [token_id for chunk in tok.encode_steps(text) for token_id in chunk.result] == ids
    spans = tok.spans(text)
    assert [span.token_id for span in spans] == ids
    assert [span.start for span in spans] == [0, *(span.end for span in spans)][: len(spans)]
    assert b"".join(text.encode()[span.start : span.end] for span in spans) == text.encode()
    assert all(tok.token_bytes(token) == text.encode()[start:end] for token, start, end in spans)


@pytest.mark.parametrize("name", TRAINED)
@given(text=TEXTS)
def test_steps_are_merges_of_the_tokenizer_in_turn(name, text):
    tok = tokenizer(name)
    for chunk in tok.encode_steps(text):
        row = chunk.ids
        assert row == tuple(tok.byte_ids[byte] for byte in chunk.text.encode())
        for rank, place, ids in chunk.steps:
            assert tok.merges[rank] == row[place : place + 2]
            row = (*row[:place], 256 + rank, *row[place + 2 :])
            assert ids == row


@given(
    text=st.text(st.sampled_from("ab c"), max_size=60), size=st.integers(256, 290), ties=st.sampled_from(TIES)
)
def test_the_training_text_encodes_to_the_length_that_training_reached(text, size, ties):
    tok = BPETokenizer.train(text, size, GPT2_PATTERN, ties)
    steps = tokcore.training_steps(text, size - 256, GPT2_PATTERN, ties)
    assert len(tok.encode(text)) == (steps[-1].length if steps else len(text))
    assert [tok.token_bytes(256 + step.rank) for step in steps] == [step.merged for step in steps]
    assert tok.stopped_early == (len(steps) < size - 256)


@pytest.mark.parametrize(
    "name, size", [(name, size) for name in ("plain", "gpt2") for size in (256, 257, 400, 600)]
)
def test_truncating_gives_what_training_to_that_size_gives(name, size):
    tok, rules = TRAINED[name], {"plain": (None, "first"), "gpt2": (GPT2_PATTERN, "huggingface")}[name]
    shorter, trained = tok.truncate(size), BPETokenizer.train(BOTCHAN, size, *rules)
    assert shorter.fingerprint == trained.fingerprint
    assert (shorter.merges, shorter.specials) == (trained.merges, trained.specials)
    assert shorter.encode(BOTCHAN) == trained.encode(BOTCHAN)
    assert shorter.specials == {"<pad>": size, "<bos>": size + 1, "<eos>": size + 2}


@pytest.mark.parametrize("name, alphabet", [("gpt2", 256), ("smollm2", 235)])
def test_published_tokenizers_keep_their_special_ids_when_truncated(name, alphabet):
    tok = tokcore.load(name)
    shorter = tok.truncate(alphabet + 100)
    assert shorter.specials == tok.specials
    assert shorter.merges == tok.merges[:100]
    assert shorter.id_limit == max(max(tok.specials.values()) + 1, tok.first_id + alphabet + 100)
    assert tok.truncate(alphabet).merges == ()
    with pytest.raises(
        VocabularyError, match=f"from {alphabet} to {tok.vocab_size} tokens, not {alphabet - 1}"
    ):
        tok.truncate(alphabet - 1)
    with pytest.raises(VocabularyError, match=f"not {tok.vocab_size + 1}"):
        tok.truncate(tok.vocab_size + 1)


@pytest.mark.parametrize(
    "allowed, tokens",
    [
        ((), "< a > < b > x"),
        ("all", "<a><b> x"),  # the longest first
        ({"<a>", "<b>"}, "<a> <b> x"),
        (["<b>"], "< a > <b> x"),
        ("<b>", "< a > <b> x"),
    ],
)
def test_specials_are_read_when_allowed(allowed, tokens):
    tok = BPETokenizer.train("", 256, specials=NESTED)
    ids = tok.encode("<a><b>x", allowed_special=allowed)
    assert [tok.token_bytes(token_id).decode() for token_id in ids] == tokens.split()
    assert tok.decode(ids) == "<a><b>x"


@given(st.lists(st.sampled_from([*NESTED, "hug", "<", ">", "aXb*", "a.b"])).map("".join))
def test_text_with_specials_comes_back(text):
    tok = TRAINED["nested"]
    for allowed in ((), "all", {"<a>"}):
        assert tok.decode(tok.encode(text, allowed_special=allowed)) == text
    assert not set(tok.encode(text)) & set(tok.specials.values())


@pytest.mark.parametrize(
    "text, options, error, says",
    [
        ("ok<b>", {"disallowed_special": "all"}, SpecialTokenError, "special string '<b>' at character 2;"),
        ("é🚀<|end|><a>", {"disallowed_special": "all"}, SpecialTokenError, r"'<\|end\|>' at character 2"),
        ("<a> <b>", {"disallowed_special": {"<b>"}}, SpecialTokenError, "'<b>' at character 4"),
        ("<a> <b>", {"disallowed_special": "all", "allowed_special": {"<a>"}}, SpecialTokenError, "'<b>'"),
        ("x", {"allowed_special": {"<c>"}}, UnknownTokenError, "trained here has no special token '<c>'"),
        ("x", {"disallowed_special": ["<c>"]}, UnknownTokenError, "has no special token '<c>'"),
    ],
)
def test_specials_are_refused_by_name_and_place(text, options, error, says):
    with pytest.raises(error, match=says):
        TRAINED["nested"].encode(text, **options)


def test_what_is_allowed_is_not_disallowed():
    tok = TRAINED["nested"]
    assert tok.encode("<b>", allowed_special="all", disallowed_special="all") == [tok.specials["<b>"]]
    assert tok.encode("x<c>", disallowed_special="all") == list(b"x<c>")


@pytest.mark.parametrize("token_id", [-1, 603, 10**9])
def test_an_id_without_a_token_is_refused_everywhere(token_id):
    tok = TRAINED["plain"]
    for call in (
        lambda i: tok.decode([97, i]),
        lambda i: tok.decode_bytes([i]),
        tok.token_bytes,
        tok.parents,
    ):
        with pytest.raises(UnknownTokenError, match=f"trained here has no token with the id {token_id}"):
            call(token_id)
    assert tok.decode([602]) == "<eos>"


def test_broken_characters_decode_to_the_replacement_character():
    tok = TRAINED["bytes"]
    assert tok.decode([0xF0, 0x9F, 97]) == "\ufffda"
    assert tok.decode_bytes([0xF0, 0x9F, 97]) == b"\xf0\x9fa"
    assert tok.decode([]) == ""


@pytest.mark.parametrize(
    "text, same", [("a\ud83d", "a\ufffd"), ("\ud83d\ude80!", "🚀!"), ("\udc00\ud800", "\ufffd\ufffd")]
)
def test_surrogates_are_read_as_what_utf8_can_hold(text, same):
    for name in NAMES:
        tok = tokenizer(name)
        assert tok.encode(text) == tok.encode(same)
        assert tok.encode_steps(text) == tok.encode_steps(same)
        assert tok.spans(text) == tok.spans(same)


@given(
    text=st.text(st.sampled_from("ab c"), max_size=80), size=st.integers(256, 300), ties=st.sampled_from(TIES)
)
def test_learned_merges_make_the_same_tokenizer_again(text, size, ties):
    tok = BPETokenizer.train(text, size, GPT2_PATTERN, ties)
    again = BPETokenizer.from_merges(tok.merges, GPT2_PATTERN, specials=tuple(tok.specials))
    assert again.fingerprint == tok.fingerprint
    assert [again.parents(256 + rank) for rank in range(len(tok.merges))] == list(tok.merges)


@pytest.mark.parametrize(
    "merges, says",
    [
        ([(97, 256)], "Merge 0 joins ids 97 and 256, of which one is not made yet"),
        ([(97, 98), (256, 258)], "Merge 1 joins ids 256 and 258"),
        ([(-1, 97)], "Merge 0 joins ids -1 and 97"),
        ([(97, 98), (97, 98)], "same bytes"),
        ([(97, 98), (98, 99), (256, 99), (97, 257)], "same bytes"),
        (
            [(97, 98), (98, 99), (97, 257)],
            "Merge 2 can never happen: earlier merges cut its token differently",
        ),
        ([(97, 97), (97, 256)], "Merge 1 can never happen"),
    ],
)
def test_merges_that_cannot_be_are_refused(merges, says):
    with pytest.raises(VocabularyError, match=says):
        BPETokenizer.from_merges(merges)


@pytest.mark.parametrize(
    "call, error, says",
    [
        (lambda: BPETokenizer.train("a", 255), VocabularyError, "cannot have 255 tokens"),
        (lambda: BPETokenizer.train("a", 70_000), LimitError, "70,000 tokens"),
        (lambda: BPETokenizer.train("a", 300, "["), PatternError, "not a regular expression"),
        (lambda: BPETokenizer.train("a", 300, ties="x"), VocabularyError, "no tie rule 'x'"),
        (lambda: BPETokenizer([b"a", b"a"]), VocabularyError, "the same bytes"),
        (lambda: BPETokenizer.train("a", 300, specials=["<a>", ""]), VocabularyError, "must not be empty"),
        (lambda: BPETokenizer.train("a", 300, specials=["\ud800"]), VocabularyError, "lone surrogate"),
        (lambda: TRAINED["plain"].encode_steps("x" * 5_000), LimitError, "5,000 bytes in one chunk"),
    ],
)
def test_what_cannot_be_had_is_refused_with_a_reason(call, error, says):
    with pytest.raises(error, match=says):
        call()


def test_a_fingerprint_changes_with_each_part_and_with_nothing_else():
    base = BPETokenizer.from_merges([(97, 98)], GPT2_PATTERN, ["<a>"])
    same = BPETokenizer.train("abab", 257, GPT2_PATTERN, specials=["<a>"], name="another name")
    others = [
        BPETokenizer.from_merges([(97, 98)], None, ["<a>"]),
        BPETokenizer.from_merges([(97, 99)], GPT2_PATTERN, ["<a>"]),
        BPETokenizer.from_merges([], GPT2_PATTERN, ["<a>"]),
        BPETokenizer.from_merges([(97, 98)], GPT2_PATTERN, ["<b>"]),
        BPETokenizer.from_merges([(97, 98)], GPT2_PATTERN, ["<a>", "<b>"]),
        BPETokenizer([bytes([255 - byte]) for byte in range(256)] + [b"ab"], GPT2_PATTERN, {"<a>": 257}),
    ]
    assert base.fingerprint == same.fingerprint
    assert len({base.fingerprint, *(tok.fingerprint for tok in others)}) == 1 + len(others)
    assert base.fingerprint == "f8aec611389e45ace228cc22da1b008a759c92f8ddbcae78bdd848ed70b58a73"


def test_small_facts():
    tok = BPETokenizer.train(TOY, 259, specials=["<x>"])
    assert (tok.vocab_size, len(tok), tok.id_limit, tok.stopped_early) == (259, 260, 260, False)
    assert repr(tok) == "<BPETokenizer trained here: 259 tokens and 1 specials>"
    assert tok.merges == ((117, 103), (104, 256), (257, 32))
    assert [tok.token_id(token) for token in (b"hug", b"hugs", b"<x>")] == [257, None, None]
    assert [tok.parents(i) for i in (97, 256, 259)] == [None, (117, 103), None]
    assert tok.byte_ids == tuple(range(256))
    assert tok.pattern is None
    assert BPETokenizer.train(TOY, 259, GPT2_PATTERN).pattern == GPT2_PATTERN
    assert len(BPETokenizer.train(TOY, 259, specials=())) == 259
