"""The published vocabularies: their sizes, every one of their tokens, the libraries' own definitions."""

import hashlib
import inspect
import re
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiktoken_ext import openai_public

import tokcore
from tests.tokcore.samples import TEXTS
from tokcore import UnknownTokenError, published
from tokcore.alphabet import from_printable
from tokcore.encoding import merge_by_scan
from tokcore.published import FILES, PUBLISHED, library_pattern, load, reference, tokenizer_file

DISTINCT = ["gpt2", "cl100k_base", "o200k_base", "smollm2"]
SIZES = {  # tokens, tokens with specials, largest id + 1, merges
    "gpt2": (50_256, 50_257, 50_257, 50_000),
    "r50k_base": (50_256, 50_257, 50_257, 50_000),
    "cl100k_base": (100_256, 100_261, 100_277, 100_000),
    "o200k_base": (199_998, 200_000, 200_019, 199_742),
    "smollm2": (49_135, 49_152, 49_152, 48_900),
}
# Six control characters, and bytes that UTF-8 never uses or keeps for planes without common characters.
MISSING = bytes.fromhex("04 06 13 14 16 1d c0 c1 f1 f2 f5 f6 f7 f8 f9 fa fb fc fd fe ff")


@pytest.mark.parametrize("name", SIZES)
def test_sizes(name):
    tok = load(name)
    assert (tok.vocab_size, len(tok), tok.id_limit, len(tok.merges)) == SIZES[name]
    assert tok.name == name
    assert load(name) is tok


@pytest.mark.parametrize("name", DISTINCT)
def test_every_token_is_what_the_merges_of_its_own_bytes_make(name):
    tok = load(name)
    tokens = {tok.token_bytes(i): i for i in range(tok.first_id, tok.first_id + tok.vocab_size)}
    wrong = [token for token, token_id in tokens.items() if merge_by_scan(tokens, token) != (token_id,)]
    assert wrong == []
    assert len(tokens) == tok.vocab_size


@pytest.mark.parametrize("name", DISTINCT)
def test_every_token_has_two_parents_with_lower_ids(name):
    tok = load(name)
    assert len(tok.merges) == tok.vocab_size - 256 + len(tok.missing_bytes)
    for token_id, (left, right) in enumerate(tok.merges, tok.first_merged):
        assert max(left, right) < token_id
        assert tok.token_bytes(left) + tok.token_bytes(right) == tok.token_bytes(token_id)


def test_recovered_merges_are_those_of_the_file():
    tok, model = load("smollm2"), tokenizer_file("smollm2")["model"]
    pairs = [pair.split(" ") if isinstance(pair, str) else pair for pair in model["merges"]]
    assert [tuple(map(model["vocab"].get, pair)) for pair in pairs] == list(tok.merges)
    assert {tok.token_id(from_printable(left + right)) for left, right in pairs} == set(range(252, 49_152))


def test_byte_ids():
    for name in DISTINCT[:3]:
        tok = load(name)
        assert sorted(tok.byte_ids) == list(range(256))
        assert (tok.missing_bytes, tok.first_merged) == (b"", 256)
        assert [tok.byte_ids[byte] for byte in b"!~ \x00\xff"] == [0, 93, 220, 188, 187]
    tok = load("smollm2")
    assert sorted(filter(None, tok.byte_ids)) == list(range(17, 252))
    assert (tok.first_id, tok.first_merged) == (17, 252)


def test_smollm2_lacks_21_bytes():
    assert len(MISSING) == 21
    assert load("smollm2").missing_bytes == MISSING
    vocabulary = tokenizer_file("smollm2")["model"]["vocab"]
    held = {from_printable(token) for token in vocabulary if len(token) == 1}
    assert {bytes([byte]) for byte in MISSING} == {bytes([byte]) for byte in range(256)} - held


def test_a_missing_byte_is_dropped_before_merging_and_the_steps_say_so():
    tok, text = load("smollm2"), ".\x04."
    assert tok.encode(text) == reference("smollm2")(text) == [950]
    (chunk,) = tok.encode_steps(text)
    assert (chunk.text, chunk.dropped, chunk.result) == (text, b"\x04", (950,))
    assert tok.spans(text) == [(950, 0, 3)]
    assert tok.encode("\x04") == reference("smollm2")("\x04") == []
    assert [len(part.dropped) for part in tok.encode_steps("no byte is missing")] == [0] * 4


@pytest.mark.parametrize("name", DISTINCT)
@given(text=st.one_of(TEXTS, st.text()))
def test_steps_end_in_what_encode_and_the_library_give(name, text):
    tok = load(name)
    ids = tok.encode(text)
    assert [token_id for chunk in tok.encode_steps(text) for token_id in chunk.result] == ids
    assert reference(name)(text) == ids


@pytest.mark.parametrize("name", DISTINCT)
def test_special_strings_are_plain_text_as_in_the_library(name):
    tok = load(name)
    for special, token_id in tok.specials.items():
        text = f"a{special} b"
        assert tok.encode(text) == reference(name)(text)
        assert token_id not in tok.encode(text)
        assert tok.encode(special, allowed_special="all") == [token_id]
        assert tok.token_bytes(token_id) == special.encode()


@pytest.mark.parametrize("name", PUBLISHED)
def test_sameness_is_found_out_now(monkeypatch, name):
    texts = ["", "hug pug", "a\ud800b", "\ud83e\udd17", "<|endoftext|>", ".\x04."]
    assert all(published.same_as_library(name, text) for text in texts)
    monkeypatch.setattr(published, "reference", lambda name: lambda text: [1])
    assert not published.same_as_library(name, "hug pug")


@pytest.fixture
def tiktoken_cache(monkeypatch, tmp_path):
    """The rank files under the names by which tiktoken looks for downloads it has made before."""
    source = inspect.getsource(openai_public)
    for url in re.findall(r'"(https://\S+/(?:r50k|cl100k|o200k)_base\.tiktoken)"', source):
        copy = tmp_path / hashlib.sha1(url.encode()).hexdigest()
        shutil.copyfile(FILES / url.rpartition("/")[2], copy)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", ["r50k_base", "cl100k_base", "o200k_base"])
def test_the_reference_is_built_from_the_librarys_own_definition(tiktoken_cache, name):
    assert len(list(tiktoken_cache.iterdir())) == 3
    definition = getattr(openai_public, name)()
    assert library_pattern(name) == definition["pat_str"]
    ranks = {token: rank for rank, token in enumerate(published._tokens(PUBLISHED[name].file))}
    assert ranks == definition["mergeable_ranks"]
    assert load(name).specials == definition["special_tokens"]
    assert {load(name).token_bytes(i): i for i in range(load(name).vocab_size)} == definition[
        "mergeable_ranks"
    ]


def test_gpt2_and_r50k_are_one_table_and_one_pattern():
    gpt2, r50k = load("gpt2"), load("r50k_base")
    assert gpt2.fingerprint == r50k.fingerprint
    assert inspect.getsource(openai_public.gpt2).count("r50k_pat_str") == 1


@pytest.mark.parametrize("call", [load, reference, library_pattern, tokenizer_file])
def test_an_unknown_name_is_refused_with_the_known_ones(call):
    with pytest.raises(UnknownTokenError, match="no tokenizer 'gpt9' here; there are gpt2, r50k_base"):
        call("gpt9")


def test_load_is_public():
    assert tokcore.load is load
    assert {published.used_by for published in PUBLISHED.values()} == {
        "GPT-2",
        "GPT-3",
        "GPT-3.5 and GPT-4",
        "GPT-4o",
        "SmolLM2",
    }
