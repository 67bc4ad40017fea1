"""Characters one by one: what they are called, their bytes, and which are drawn as one."""

import unicodedata

import pytest
from hypothesis import given

from tests.tokcore.samples import TEXTS
from tokcore.alphabet import well_formed
from tokcore.spelling import character_name, clusters, code_point, composed, spelled

FAMILY = "👨\u200d👩\u200d👧"


def test_every_name_leads_back_to_its_character():
    assigned = [chr(n) for n in range(0x110000) if unicodedata.category(chr(n)) not in ("Cn", "Co", "Cs")]
    assert len(assigned) > 140_000
    tangut = [chr(n) for first, end in ((0x17000, 0x187F8), (0x18D00, 0x18D09)) for n in range(first, end)]
    others = set(assigned) - set(tangut)
    assert [one for one in others if unicodedata.lookup(character_name(one)) != one] == []
    assert [character_name(one) for one in tangut] == [f"TANGUT IDEOGRAPH-{ord(one):X}" for one in tangut]


@pytest.mark.parametrize(
    "character, written, name",
    [
        ("é", "U+00E9", "LATIN SMALL LETTER E WITH ACUTE"),
        ("你", "U+4F60", "CJK UNIFIED IDEOGRAPH-4F60"),
        ("🚀", "U+1F680", "ROCKET"),
        ("\u0301", "U+0301", "COMBINING ACUTE ACCENT"),
        ("\u200d", "U+200D", "ZERO WIDTH JOINER"),
        ("\u00ad", "U+00AD", "SOFT HYPHEN"),
        ("\u0163", "U+0163", "LATIN SMALL LETTER T WITH CEDILLA"),
        ("\x00", "U+0000", "NULL"),
        ("\x07", "U+0007", "ALERT"),
        ("\t", "U+0009", "CHARACTER TABULATION"),
        ("\n", "U+000A", "LINE FEED"),
        ("\x7f", "U+007F", "DELETE"),
        ("\x85", "U+0085", "NEXT LINE"),
        ("\x9f", "U+009F", "APPLICATION PROGRAM COMMAND"),
        ("\U00017000", "U+17000", "TANGUT IDEOGRAPH-17000"),
        ("\ue000", "U+E000", "private use"),
        ("\ufdd0", "U+FDD0", "not a character, by definition"),
        ("\U0001ffff", "U+1FFFF", "not a character, by definition"),
        ("\U0010ffff", "U+10FFFF", "not a character, by definition"),
        ("\u0378", "U+0378", f"no name in Unicode {unicodedata.unidata_version}"),
        ("\ud800", "U+D800", "half of a surrogate pair"),
    ],
)
def test_names_and_code_points(character, written, name):
    assert (code_point(character), character_name(character)) == (written, name)


@pytest.mark.parametrize(
    "text, drawn",
    [
        ("", []),
        ("ab", ["a", "b"]),
        ("e\u0301o", ["e\u0301", "o"]),
        (FAMILY + "!", [FAMILY, "!"]),
        ("👍🏽🇺🇳🇫🇷", ["👍🏽", "🇺🇳", "🇫🇷"]),
        ("a\r\nb", ["a", "\r\n", "b"]),
        ("\u0301", ["\u0301"]),
        ("한\u1112\u1161\u11ab", ["한", "\u1112\u1161\u11ab"]),
        ("\x00\u200b", ["\x00", "\u200b"]),
        ("\ud83d\ude80\ud800", ["🚀", "\ufffd"]),
    ],
)
def test_what_is_drawn_as_one(text, drawn):
    assert clusters(text) == drawn


@given(TEXTS)
def test_a_text_comes_back_from_its_characters(text):
    found = spelled(text)
    assert "".join(one.character for one in found) == well_formed(text)
    assert b"".join(one.data for one in found) == well_formed(text).encode()
    assert all(one.cluster[one.place] == one.character for one in found)
    assert [one.cluster for one in found if one.place == 0] == clusters(text)


def test_the_bytes_of_a_greeting():
    found = spelled("Hello, naïve café: 你好 🚀")
    assert (len(found), sum(len(one.data) for one in found)) == (23, 32)
    data = {one.character: list(one.data) for one in found}
    assert data["é"] == [195, 169]
    assert data["你"] == [228, 189, 160]
    assert data["🚀"] == [240, 159, 154, 128]
    assert [one.code_point for one in found][-4:] == ["U+4F60", "U+597D", "U+0020", "U+1F680"]


@pytest.mark.parametrize(
    "text, changed",
    [
        ("", {}),
        ("é", {}),
        ("ae\u0301o", {1: ("e\u0301", "é")}),
        ("e\u0301e\u0301", {0: ("e\u0301", "é"), 2: ("e\u0301", "é")}),
        ("\u1112\u1161\u11ab", {0: ("\u1112\u1161\u11ab", "한")}),
        ("1 \u212b", {2: ("\u212b", "Å")}),
        ("x\u0301", {}),
        ("a\u0301\u0323", {0: ("a\u0301\u0323", "ạ\u0301")}),
    ],
)
def test_what_composing_changes(text, changed):
    assert composed(text) == changed


@given(TEXTS)
def test_pieces_composed_are_the_text_composed(text):
    pieces, place = [], 0
    changed = composed(text)
    for cluster in clusters(text):
        pieces.append(changed.get(place, (cluster, cluster))[1])
        place += len(cluster)
    assert all(unicodedata.is_normalized("NFC", piece) for piece in pieces)
    assert unicodedata.normalize("NFC", "".join(pieces)) == unicodedata.normalize("NFC", well_formed(text))
