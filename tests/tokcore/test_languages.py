"""Languages: every count equals the libraries' own, and the declaration is read as its package has it."""

import json
import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import tokenizers

import tokcore
from tokcore import languages as subject
from tokcore.alphabet import from_printable
from tokcore.languages import PARTS, UNSPACED, cost, count_words, declaration, declaration_cost, languages
from tokcore.published import FILES, reference

DATA = json.loads((Path(__file__).parents[2] / "data" / "udhr.json").read_text("utf-8"))
NAMES = ("gpt2", "cl100k_base", "o200k_base", "smollm2")
WITHOUT_WORDS = {"tha", "lao", "khm", "mya", "bod", "cmn_hans", "cmn_hant", "jpn"}
RIGHT_TO_LEFT = {"heb", "arb", "pes_1", "urd"}
SENTENCES = {
    "English": "The time traveller returned after many years.",
    "German": "Der Zeitreisende kehrte nach vielen Jahren zurück.",
    "Greek": "Ο ταξιδιώτης του χρόνου επέστρεψε μετά από πολλά χρόνια.",
}
FIRST_IN_WORDS = {
    "fra": "Article premier",
    "por_BR": "Artigo I.",
    "heb": "סעיף א.",
    "pes_1": "مادهٔ اول",
    "khk": "Нэгдүгээр зүйл",
    "som": "Qod I",
    "yor": "Abala kìíní.",
    "lat": "I",
    "bod": "དོན་ཚན་དང་པོ།",
    "nav": "Łáaʼii Góneʼ Biyiʼ Yisdzohígíí",
}
"""Headings of article 1 that have no digit one: ordinals, and the letters that count as one."""


@cache
def library_bytes(name: str):
    """Id -> the token's bytes, as the library itself gives them."""
    if name == "smollm2":
        library = tokenizers.Tokenizer.from_file(str(FILES / "smollm2.json"))
        return lambda token_id: from_printable(library.id_to_token(token_id))
    return reference(name).__self__.decode_single_token_bytes


def is_whole(token: bytes) -> bool:
    return "\ufffd" not in token.decode("utf-8", "replace")


def direct_words(code: str, text: str) -> int | None:
    if code in WITHOUT_WORDS:
        return None
    return len((text.replace("፡", " ") if code == "amh" else text).split())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("part", PARTS)
def test_costs_of_all_languages_equal_a_direct_count_with_the_library(name, part):
    base = len(reference(name)(declaration("eng", part)))
    for code in DATA:
        text = declaration(code, part)
        ids = reference(name)(text)
        found = declaration_cost(name, code, part)
        words = direct_words(code, text)
        partial = sum(not is_whole(library_bytes(name)(token_id)) for token_id in ids)
        assert found == (len(ids), words, len(text), len(text.encode()), partial), code
        assert found.premium(declaration_cost(name, "eng", part)) == len(ids) / base
        assert found.per_word == (len(ids) / words if words else None)
        assert found.per_character == len(ids) / len(text)
        assert found.bytes_per_token == len(text.encode()) / len(ids)
        assert found.partial_share == partial / len(ids)
        assert found.window_share(1_024) == len(ids) / 1_024


@pytest.mark.parametrize(
    ("code", "premiums", "decimals"),
    [
        ("deu_1996", (2.24, 1.63, 1.26), 2),
        ("hin", (8.3, 5.3, 1.6), 1),
        ("mya", (20.5, 14.5, 3.9), 1),
    ],
)
def test_premiums_on_the_whole_declaration(code, premiums, decimals):
    for name, premium in zip(NAMES, premiums):
        base = declaration_cost(name, "eng", "whole")
        assert round(declaration_cost(name, code, "whole").premium(base), decimals) == premium


@pytest.mark.parametrize(
    ("language", "name", "tokens", "words"),
    [
        ("English", "gpt2", 8, 7),
        ("English", "o200k_base", 8, 7),
        ("German", "gpt2", 20, 7),
        ("German", "o200k_base", 11, 7),
        ("Greek", "gpt2", 66, 9),
        ("Greek", "o200k_base", 17, 9),
    ],
)
def test_the_three_sentences(language, name, tokens, words):
    found = cost(tokcore.load(name), SENTENCES[language])
    assert (found.tokens, found.words) == (tokens, words)
    assert found.per_word == tokens / words


def test_a_base_other_than_english():
    base = declaration_cost("gpt2", "hin", "whole")
    assert declaration_cost("gpt2", "hin", "whole").premium(base) == 1
    assert declaration_cost("gpt2", "eng", "whole").premium(base) < 1


def test_there_are_the_languages_of_the_file_with_their_tags_and_directions():
    assert list(languages()) == list(DATA)
    for code, language in languages().items():
        assert (language.code, language.tag) == (code, DATA[code]["bcp47"])
        assert language.direction == ("rtl" if code in RIGHT_TO_LEFT else "ltr")
    names = [language.name for language in languages().values()]
    assert len(set(names)) == len(DATA)
    assert subject.language_name("mya") == "Burmese"


def test_a_languages_own_name_is_written_in_its_script():
    for language in languages().values():
        script = subject.script_of(language.own_name)
        # Japanese is named with Han characters alone.
        assert script == language.script or (script, language.script) == ("Han", "Japanese"), language


def letters_by_name(text: str) -> Counter:
    """The first word of the Unicode names of the text's letters."""
    return Counter(unicodedata.name(char).split()[0].split("-")[0] for char in text if char.isalpha())


def test_scripts_are_those_that_the_letters_names_say():
    for code, language in languages().items():
        (first, _), *_ = letters_by_name(DATA[code]["text"]).most_common(1)
        expected = {"CJK": "Han", "HIRAGANA": "Japanese"}.get(first, first.title())
        assert language.script == expected, code


def test_article_one_stands_under_a_heading_of_number_one():
    for code, row in DATA.items():
        lines = row["text"].splitlines()
        heading = lines[lines.index(declaration(code)) - 1]
        numbers = {unicodedata.numeric(char, None) for char in heading} - {None}
        assert numbers == (set() if code in FIRST_IN_WORDS else {1.0}), (code, heading)
        assert heading == FIRST_IN_WORDS.get(code, heading)


@pytest.mark.parametrize(
    ("code", "start"),
    [
        ("eng", "All human beings are born free and equal in dignity and rights."),
        ("deu_1996", "Alle Menschen sind frei und gleich an Würde und Rechten geboren."),
        ("fra", "Tous les êtres humains naissent libres et égaux en dignité et en droits."),
        ("hin", "सभी मनुष्यों को गौरव और अधिकारों के मामले में"),
        ("jpn", "すべての人間は、生まれながらにして自由であり"),
        ("haw", "Hānau kū’oko’a ‘ia nā kānaka apau loa"),
        ("amh", "የሰው፡ልጅ፡ሁሉ፡ሲወለድ፡ነጻና፡በክብርና"),
    ],
)
def test_article_one_is_its_text_without_heading(code, start):
    assert declaration(code).startswith(start)
    assert "\n" not in declaration(code)


def test_the_whole_is_the_files_text():
    assert declaration("mya", "whole") == DATA["mya"]["text"]


def test_what_makes_lengths_differ_apart_from_the_language_is_noted():
    noted = {code: language.note for code, language in languages().items() if language.note}
    assert set(noted) == {"amh", "vie"}
    assert "no preamble" in noted["amh"]
    assert "marks apart" in noted["vie"]
    shortest = {len(row["text"].splitlines()) for code, row in DATA.items() if code != "amh"}
    assert len(DATA["amh"]["text"].splitlines()) < min(shortest)
    for code, row in DATA.items():
        composed = unicodedata.normalize("NFC", row["text"])
        assert (len(composed) < 0.95 * len(row["text"])) == (code == "vie")


@pytest.mark.parametrize(
    ("text", "script", "words"),
    [
        ("", "none", 0),
        ("123 …", "none", 2),
        ("hello  world\n", "Latin", 2),
        ("Ελλάδα and more Greek: Ελληνικά, ελληνικά", "Greek", 6),
        ("สวัสดี ชาวโลก", "Thai", None),
        ("你好 世界", "Han", None),
        ("日本語のテキスト", "Japanese", None),
        ("カタカナ", "Japanese", None),
        ("日本", "Han", None),
        ("안녕 세상", "Hangul", 2),
        ("ሰው፡ሁሉ ሲወለድ፡", "Ethiopic", 3),
        ("mostly Latin with の in it", "Latin", 6),
        ("\ud800 a", "Latin", 2),
    ],
)
def test_scripts_and_words_of_any_text(text, script, words):
    assert subject.script_of(text) == script
    assert count_words(text) == words
    assert (script in UNSPACED) == (words is None)


def test_nothing_to_divide_by_gives_none():
    empty = cost(tokcore.load("gpt2"), "")
    assert empty == (0, 0, 0, 0, 0)
    assert (empty.per_word, empty.per_character, empty.bytes_per_token, empty.partial_share) == (None,) * 4
    assert cost(tokcore.load("gpt2"), "a").premium(empty) is None
    assert empty.window_share(1_024) == 0


@pytest.mark.parametrize(("code", "part"), [("xxx", "whole"), ("", "whole"), ("eng", "article 2")])
def test_an_unknown_language_or_part_is_named(code, part):
    with pytest.raises(tokcore.UnknownTokenError, match=repr(code if code != "eng" else part)):
        declaration(code, part)
