"""Special strings in a text and their ids outside the merges, against the libraries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tokcore.samples import TEXTS, declarations
from tests.tokcore.special_strings import END, LIBRARY, NAMES, NESTED, TIKTOKEN
from tokcore import GPT2_PATTERN, BPETokenizer, load
from tokcore.published import reference
from tokcore.specials import (
    allowed_spans,
    ids_by_merging,
    ids_without_token,
    outside,
    places,
    refusal,
)

WRITTEN = [
    "",
    "no special string",
    END,
    END * 3,
    f"The end{END}Once upon a time",
    f"The end. {END}\nnaïve 你好 🤗{END}",
    NESTED,
    "<|endoftext|",
    "|endoftext|><|endoftext",
    "<|im_start|>system\n<|im_end|><|endofprompt|><|fim_prefix|>",
    "<reponame><repo_name><repo",
    "a" * 300 + END + "\x04b",
    "\ufffd" + END,
]
NESTING = BPETokenizer.train("", 256, specials=("<a>", "<a><b>", "b>c"))


# --- in a text ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", WRITTEN, ids=ascii)
def test_plain_and_allowed_are_the_librarys(name, text):
    tok = load(name)
    assert tok.encode(text) == LIBRARY[name, False](text)
    ids = LIBRARY[name, True](text)
    assert tok.encode(text, allowed_special="all") == ids
    spans = allowed_spans(tok, text)
    assert [span.token_id for span in spans] == ids
    specials = [span for span in spans if span.token_id in tok.specials.values()]
    assert [(span.token_id, text.encode()[: span.start].decode()) for span in specials] == [
        (found.token_id, text[: found.start]) for found in places(tok, text)
    ]
    data = text.encode()
    for span in spans:
        kept = data[span.start : span.end].translate(None, tok.missing_bytes)
        assert kept == tok.token_bytes(span.token_id)


@pytest.mark.parametrize("name", TIKTOKEN)
@pytest.mark.parametrize("text", WRITTEN, ids=ascii)
def test_tiktoken_refuses_the_same_texts(name, text):
    encoding = reference(name).__self__
    sentence = refusal(load(name), text)
    if sentence is None:
        assert places(load(name), text) == []
        assert encoding.encode(text) == load(name).encode(text, disallowed_special="all")
    else:
        with pytest.raises(ValueError, match="disallowed special token"):
            encoding.encode(text)
        first = places(load(name), text)[0]
        assert f"{first.special!r} at character {first.start};" in sentence


@given(st.lists(st.one_of(TEXTS, st.sampled_from([END, "<|im_end|>", "<|endof", "|>", NESTED])), max_size=6))
def test_any_text_with_special_strings_in_it_is_read_as_the_library_reads_it(parts):
    text = "".join(parts)
    for name in ("gpt2", "smollm2"):
        ids = [span.token_id for span in allowed_spans(load(name), text)]
        assert ids == load(name).encode(text, allowed_special="all") == LIBRARY[name, True](text)


@pytest.mark.parametrize(
    "tok, text, found",
    [
        (load("gpt2"), NESTED, [(END, 11, 50256)]),
        (load("gpt2"), f"🤗{END}{END}", [(END, 1, 50256), (END, 14, 50256)]),
        (load("gpt2"), "<|im_end|>", []),
        (load("smollm2"), "<|im_end|>", [("<|im_end|>", 0, 2)]),
        (load("o200k_base"), "\ud83e\udd17<|endofprompt|>", [("<|endofprompt|>", 1, 200018)]),
        (load("o200k_base"), "\ud83e<|endofprompt|>", [("<|endofprompt|>", 1, 200018)]),
        (NESTING, "<a><b>c", [("<a><b>", 0, 257)]),
        (NESTING, "<a>b>c<a>", [("<a>", 0, 256), ("b>c", 3, 258), ("<a>", 6, 256)]),
        (BPETokenizer.train("", 256, specials=()), END, []),
    ],
)
def test_places(tok, text, found):
    assert places(tok, text) == found
    ids = [span.token_id for span in allowed_spans(tok, text)]
    assert ids == tok.encode(text, allowed_special="all")
    assert [i for i in ids if i in tok.specials.values()] == [token_id for _, _, token_id in found]


def test_removing_a_special_string_once_can_leave_one():
    assert NESTED.replace(END, "") == END
    assert refusal(load("gpt2"), NESTED.replace(END, "")) is not None


# --- outside the merges -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, count, ids, made, typed",
    [
        ("gpt2", 1, [50256], range(50256), [7]),
        ("cl100k_base", 5, [100257, 100258, 100259, 100260, 100276], range(100256), [7] * 5),
        ("o200k_base", 2, [199999, 200018], range(199998), [7, 7]),
        (
            "smollm2",
            17,
            list(range(17)),
            range(17, 49152),
            [7, 7, 7, 5, 3, 5, 3, 5, 5, 5, 5, 7, 7, 7, 7, 7, 5],
        ),
    ],
)
def test_special_ids_are_none_that_merging_gives(name, count, ids, made, typed):
    tok = load(name)
    found = outside(tok)
    assert len(found) == count
    assert [one.token_id for one in found] == ids
    assert ids_by_merging(tok) == made
    assert set(made) == {tok.token_id(tok.token_bytes(i)) for i in made}
    assert not any(one.by_merging for one in found)
    assert [len(one.typed) for one in found] == typed
    for one in found:
        assert list(one.typed) == LIBRARY[name, False](one.special)
        assert LIBRARY[name, True](one.special) == [one.token_id]
        assert one.twin is None
        assert "".join(piece.text for piece in one.pieces) == one.special
        assert len(one.pieces) >= 3, "the pattern cuts signs from the name"


@pytest.mark.parametrize("name", NAMES)
def test_no_declaration_gives_a_special_id(name):
    ids = {i for text in declarations()[::9] for i in LIBRARY[name, False](text + END)}
    assert ids <= set(ids_by_merging(load(name)))


@pytest.mark.parametrize(
    "name, length, limit, free",
    [
        ("gpt2", 50257, 50257, 0),
        ("cl100k_base", 100261, 100277, 16),
        ("o200k_base", 200000, 200019, 19),
        ("smollm2", 49152, 49152, 0),
    ],
)
def test_ids_without_a_token(name, length, limit, free):
    tok = load(name)
    assert (len(tok), tok.id_limit, ids_without_token(tok)) == (length, limit, free)
    taken = {*ids_by_merging(tok), *tok.specials.values()}
    assert len(set(range(limit)) - taken) == free


def test_an_ordinary_token_may_be_spelled_like_a_special_one_and_is_another():
    tok = BPETokenizer.train("<bos>" * 9, 300, specials=("<bos>",))
    (one,) = outside(tok)
    assert tok.token_bytes(one.twin) == b"<bos>"
    assert one.typed == (one.twin,) != (one.token_id,)
    assert tok.encode("<bos>", allowed_special="all") == [one.token_id]
    assert not one.by_merging


def test_a_tokenizer_trained_on_its_own_special_strings_never_gives_their_ids():
    for pattern in (None, GPT2_PATTERN):
        tok = BPETokenizer.train("<pad><bos>x<eos>" * 20, 320, pattern)
        assert set(tok.encode("<pad><bos><eos>" * 5)) <= set(ids_by_merging(tok))
