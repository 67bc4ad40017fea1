"""Searching a vocabulary: every answer against a recount over the published files, and what the list says."""

import base64
import json
import unicodedata
from functools import cache

import pytest
import regex

from tokcore import BPETokenizer, UnknownTokenError, VocabularyError, WordBPE, load
from tokcore.alphabet import from_printable
from tokcore.lookup import (
    KINDS,
    NO_LETTERS,
    OTHER,
    PLACES,
    SCRIPTS,
    Entry,
    Lookup,
    QueryError,
    read_bytes,
    scripts_of,
)
from tokcore.published import FILES, PUBLISHED

NAMES = ("gpt2", "cl100k_base", "o200k_base", "smollm2")
WORD = WordBPE.train({"hug": 10, "pug": 5, "hugs": 5, "né": 2}, 3)


@cache
def listed(name: str) -> dict[int, bytes]:
    """Id -> bytes, read from the published file without the package's reader; specials left out."""
    file = FILES / PUBLISHED[name].file
    if file.suffix == ".tiktoken":
        rows = (line.split() for line in file.read_text().splitlines())
        return {int(rank): base64.b64decode(token) for token, rank in rows}
    found = json.loads(file.read_text("utf-8"))
    specials = {token["content"] for token in found["added_tokens"]}
    vocabulary = found["model"]["vocab"].items()
    return {place: from_printable(token) for token, place in vocabulary if token not in specials}


@cache
def lookup(name: str) -> Lookup:
    return Lookup(load(name))


def text_of(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def recount(name: str, holds) -> list[int]:
    """The ids of the file whose bytes `holds`, in order, then those of specials."""
    specials = {special.encode(): i for special, i in load(name).specials.items()}
    return sorted(
        [i for i, data in listed(name).items() if holds(data)]
        + [i for data, i in specials.items() if holds(data)]
    )


# --- the query ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written, data",
    [
        ("", b""),
        (" the", b" the"),
        (" a ", b" a "),
        ("né", b"n\xc3\xa9"),
        (r"\n", b"\n"),
        (r"\x0a", b"\n"),
        (r"\x0A\xe4\xBd", b"\n\xe4\xbd"),
        (r"a\tb\r\n", b"a\tb\r\n"),
        (r"\\n", b"\\n"),
        (r"\\\n", b"\\\n"),
        ("\n", b"\n"),
        (r"C:\\x41", rb"C:\x41"),
        ("x41", b"x41"),
    ],
)
def test_a_query_is_read_as_bytes(written, data):
    assert read_bytes(written) == data


@pytest.mark.parametrize("written", ["\\", "\\q", r"\x", r"\x0", r"\xg0", r"\u0041", "a\\", "\\ n", "\\\n"])
def test_other_backslashes_are_refused_with_a_sentence(written):
    with pytest.raises(QueryError, match=r"A backslash begins .* for a backslash itself\.$"):
        read_bytes(written)


# --- the search ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("data", [b"chair", b" the", b"\n", b"\xe4\xbd", "é".encode(), b"<|"])
@pytest.mark.parametrize("where", PLACES)
def test_the_tokens_found_are_those_of_a_recount(name, data, where):
    tests = {
        "anywhere": lambda token: data in token,
        "start": lambda token: token[: len(data)] == data,
        "end": lambda token: token[-len(data) :] == data,
        "whole": lambda token: token == data,
    }
    assert lookup(name).search(data, where) == recount(name, tests[where])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ["chair", " THE", "É", "ΚΑΙ", "straße"])
def test_capital_and_small_letters_may_count_the_same(name, text):
    small = text.lower()
    expected = recount(name, lambda data: small in data.decode(errors="surrogateescape").lower())
    assert lookup(name).search(text.encode(), any_case=True) == expected
    assert set(lookup(name).search(text.encode())) <= set(expected)


def test_bytes_that_are_no_text_have_no_case():
    for data in (b"\xc3", b"\x89", b"\xe4\xbd"):
        assert lookup("gpt2").search(data, any_case=True) == lookup("gpt2").search(data) != []


@pytest.mark.parametrize(
    "name, counts",
    [("gpt2", (7, 10)), ("cl100k_base", (7, 11)), ("o200k_base", (8, 12)), ("smollm2", (6, 8))],
)
def test_entries_that_hold_chair(name, counts):
    exact, alike = (lookup(name).search(b"chair", any_case=alike) for alike in (False, True))
    assert (len(exact), len(alike)) == counts


def test_the_family_of_chair_in_gpt2():
    found = lookup("gpt2").search(b"chair", any_case=True)
    assert [load("gpt2").token_bytes(i) for i in found[:4]] == [
        b" chair",
        b" chairman",
        b" Chair",
        b" Chairman",
    ]
    assert found[:4] == [5118, 8900, 9369, 12787]


@pytest.mark.parametrize(
    "name, single, merged, special, part",
    [
        ("gpt2", 256, 50_000, 1, 344),
        ("cl100k_base", 256, 100_000, 5, 773),
        ("o200k_base", 256, 199_742, 2, 1_562),
        ("smollm2", 235, 48_900, 17, 313),
    ],
)
def test_kinds_are_counted(name, single, merged, special, part):
    found = {kind: lookup(name).search(kind=kind) for kind in KINDS}
    assert [len(ids) for ids in found.values()] == [single, merged, special, part]
    assert len(lookup(name)) == single + merged + special == len(load(name))
    assert found["part"] == [i for i, data in sorted(listed(name).items()) if text_of(data) is None]
    assert found["special"] == sorted(load(name).specials.values())
    assert sorted(found["single"] + found["merged"] + found["special"]) == lookup(name).search()


@cache
def script_of(letter: str) -> str:
    known = (one for one in SCRIPTS if one not in (OTHER, NO_LETTERS))
    return next((one for one in known if regex.match(rf"\p{{Script={one}}}", letter)), OTHER)


@cache
def scripts_in(data: bytes) -> set[str]:
    letters = [c for c in data.decode(errors="ignore") if unicodedata.category(c)[0] in "LM"]
    return set(map(script_of, letters)) or {NO_LETTERS}


@pytest.mark.parametrize("name", ["gpt2", "o200k_base"])
@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_are_those_of_the_letters_and_marks(name, script):
    assert lookup(name).search(script=script) == recount(name, lambda data: script in scripts_in(data))


def test_o200k_has_letters_of_every_script_but_ethiopic():
    assert [script for script in SCRIPTS if not lookup("o200k_base").search(script=script)] == ["Ethiopic"]


@pytest.mark.parametrize(
    "data, scripts",
    [
        (b" chair", {"Latin"}),
        ("да и yes".encode(), {"Cyrillic", "Latin"}),
        ("食べ".encode(), {"Han", "Hiragana"}),
        ("ー".encode(), {OTHER}),
        ("µ".encode(), {OTHER}),
        ("\u0301".encode(), {OTHER}),
        ("ଓ".encode(), {"Oriya"}),
        (b"12 !?\n", {NO_LETTERS}),
        (b"\xe4\xbd", {NO_LETTERS}),
        (b"\xe4\xbd\xa0\xe5", {"Han"}),
        (b"", {NO_LETTERS}),
    ],
)
def test_the_scripts_of_a_token(data, scripts):
    assert scripts_of(data) == scripts


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shortest, longest", [(0, 1), (2, 2), (5, 9), (17, None), (200, None)])
def test_lengths_are_counted_in_bytes_or_characters(name, shortest, longest):
    most = longest or 10_000
    in_bytes = recount(name, lambda data: shortest <= len(data) <= most)
    in_characters = recount(
        name, lambda data: (text := text_of(data)) is not None and shortest <= len(text) <= most
    )
    bounds = {"shortest": shortest, "longest": longest}
    assert lookup(name).search(unit="bytes", **bounds) == in_bytes
    assert lookup(name).search(unit="characters", **bounds) == in_characters


def test_filters_are_joined():
    options = {"any_case": True, "kind": "merged", "script": "Latin", "shortest": 7, "longest": 7}
    found = lookup("gpt2").search(b"chair", where="end", **options)
    assert [load("gpt2").token_bytes(i) for i in found] == []
    found = lookup("gpt2").search(b"chair", where="start", **options | {"shortest": 6, "longest": 6})
    assert [load("gpt2").token_bytes(i) for i in found] == [b"chairs"]
    assert lookup("gpt2").search(b"chair", kind="special") == []
    assert lookup("gpt2").search(b"endof", kind="special") == [50256]


@pytest.mark.parametrize("option", ["where", "kind", "script", "unit"])
def test_what_cannot_be_searched_by_is_refused(option):
    with pytest.raises(VocabularyError, match="cannot be searched by 'colour'"):
        lookup("gpt2").search(b"a", **{option: "colour"})


# --- one entry ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, token_id, entry",
    [
        ("gpt2", 254, (b"\xa0", "single", None, None, {NO_LETTERS})),
        ("gpt2", 255, (b"\xad", "single", None, None, {NO_LETTERS})),
        ("gpt2", 256, (b" t", "merged", 0, 2, {"Latin"})),
        ("gpt2", 257, (b" a", "merged", 1, 2, {"Latin"})),
        ("gpt2", 258, (b"he", "merged", 2, 2, {"Latin"})),
        ("gpt2", 259, (b"in", "merged", 3, 2, {"Latin"})),
        ("gpt2", 50256, (b"<|endoftext|>", "special", None, 13, {"Latin"})),
        ("smollm2", 0, (b"<|endoftext|>", "special", None, 13, {"Latin"})),
        ("smollm2", 17, (b"!", "single", None, 1, {NO_LETTERS})),
        ("smollm2", 252, (b" t", "merged", 0, 2, {"Latin"})),
        ("smollm2", 49151, (b"ectable", "merged", 48_899, 7, {"Latin"})),
    ],
)
def test_a_token_is_described(name, token_id, entry):
    assert lookup(name).entry(token_id) == Entry(token_id, *entry)


def test_an_id_without_a_token_is_refused():
    for name, token_id in (("gpt2", 50257), ("cl100k_base", 100256), ("gpt2", -1)):
        with pytest.raises(UnknownTokenError, match="has no token with the id"):
            lookup(name).entry(token_id)


def test_a_word_tokenizer_is_searched_by_its_characters():
    found = Lookup(WORD)
    spelled = [WORD.token(i) for i in range(len(found))]
    assert spelled[-1] == "<unk>"
    for text in ("u", "g", "é", "hug"):
        assert [WORD.token(i) for i in found.search(text.encode())] == [
            token for token in spelled[:-1] if text in token.removesuffix("</w>")
        ]
    assert found.search(b"</w>") == []
    assert [WORD.token(i) for i in found.search(kind="merged")] == spelled[-4:-1]
    assert [WORD.token(i) for i in found.search(kind="special")] == ["<unk>"]
    assert found.search(kind="part") == []
    assert found.entry(WORD.first_merged).rank == 0
    assert [found.entry(i).characters for i in found.search("é".encode())] == [1]


def test_specials_of_a_trained_tokenizer_follow_its_tokens():
    found = Lookup(BPETokenizer.train("hug pug hug", 258))
    assert found.search(kind="special") == [258, 259, 260]
    assert found.search(b"<pad>") == [258]
    assert len(found) == 261
