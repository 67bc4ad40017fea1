"""Bytes, their printable forms, and text that UTF-8 can hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import pre_tokenizers

from tokcore.alphabet import HUGGINGFACE_ORDER, NOT_IN_UTF8, PRINTABLE, from_printable, printable, well_formed


@pytest.mark.parametrize(
    "data, form",
    [
        (b"", ""),
        (b" the", "Ġthe"),
        (b"\n\t\r", "Ċĉč"),
        (b"\x00\x7f\xad\xff", "ĀġŃÿ"),
        ("é".encode(), "Ã©"),
        ("你".encode(), "ä½ł"),
    ],
)
def test_printable_forms(data, form):
    assert printable(data) == form
    assert from_printable(form) == data


def test_the_printable_characters_are_those_of_the_byte_level_library():
    assert set(PRINTABLE) == set(pre_tokenizers.ByteLevel.alphabet())
    assert len(set(PRINTABLE)) == 256
    every = bytes(range(256))
    assert from_printable(printable(every)) == every


def test_each_ascii_byte_prints_as_the_library_prints_it():
    library = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    text = "".join(map(chr, range(128))) + "éß你🤗"
    ((form, _),) = library.pre_tokenize_str(text)
    assert printable(text.encode()) == form


def test_the_huggingface_order_starts_with_signs_and_ends_with_hidden_bytes():
    assert HUGGINGFACE_ORDER[:3] == (0x21, 0x22, 0x23)
    assert HUGGINGFACE_ORDER[188:191] == (0x00, 0x01, 0x02)
    assert HUGGINGFACE_ORDER[-1] == 0xAD
    assert sorted(HUGGINGFACE_ORDER) == list(range(256))


@pytest.mark.parametrize("text", [" ", "a b", "日", "\n"])
def test_a_character_that_stands_for_no_byte_is_a_key_error(text):
    with pytest.raises(KeyError):
        from_printable(text)


@pytest.mark.parametrize(
    "text, read_as",
    [
        ("plain", "plain"),
        ("naïve 🚀", "naïve 🚀"),
        ("\ud83d\ude80", "🚀"),
        ("\ud83d", "\ufffd"),
        ("\ude80", "\ufffd"),
        ("\ude80\ud83d", "\ufffd\ufffd"),
        ("a\ud83db\ud83d\ude80", "a\ufffdb🚀"),
        ("\ud83d\ud83d\ude80", "\ufffd🚀"),
    ],
)
def test_surrogates_become_what_utf8_can_hold(text, read_as):
    assert well_formed(text) == read_as


@given(st.text(st.one_of(st.sampled_from("a\ud800\udbff\udc00\udfff"), st.characters())))
def test_well_formed_text_is_encodable_and_stays_as_it_is(text):
    once = well_formed(text)
    assert once.encode().decode() == once == well_formed(once)
    kept = [character for character in text if not "\ud800" <= character <= "\udfff"]
    assert [character for character in once if character in kept] == kept or "\ufffd" in kept


def test_some_bytes_are_in_no_text():
    every = "".join(chr(point) for point in range(0x110000) if not 0xD800 <= point < 0xE000)
    assert set(NOT_IN_UTF8) == set(range(256)) - set(every.encode())
