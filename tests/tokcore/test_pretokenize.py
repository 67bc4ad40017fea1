"""Where text may be cut: the published patterns, a person's own, and what is refused."""

import time

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, pre_tokenizers

import tokcore
from tests.tokcore.samples import AWKWARD, TEXTS
from tokcore import PATTERNS, LimitError, PatternError
from tokcore.limits import MAX_PATTERN_CHARACTERS, MAX_PATTERN_REPEATS
from tokcore.pretokenize import GPT2, NONE, SMOLLM2, SMOLLM2_DIGITS, as_pattern
from tokcore.published import FILES

SMOLLM2_FILE = Tokenizer.from_file(str(FILES / "smollm2.json"))
SENTENCE = "I'LL pay 12345  now,\n\n don't!"


@pytest.mark.parametrize(
    "name, text, chunks",
    [
        ("none", SENTENCE, SENTENCE),
        ("gpt2", SENTENCE, "I|'|LL| pay| 12345| | now|,|\n\n| don|'t|!"),
        ("cl100k", SENTENCE, "I|'LL| pay| |123|45| | now|,\n\n| don|'t|!"),
        ("o200k", SENTENCE, "I'LL| pay| |123|45| | now|,\n\n| don't|!"),
        ("smollm2", SENTENCE, "I|'|LL| pay| |1|2|3|4|5| | now|,|\n\n| don|'t|!"),
        ("gpt2", "a   b", "a|  | b"),
        ("gpt2", "a  ", "a|  "),
        ("gpt2", "a \n1", "a| |\n|1"),
        ("smollm2", "a  1", "a|  |1"),
        ("smollm2", "a  .", "a| | ."),
        ("cl100k", "x  \n y  ", "x|  \n| y|  "),
        ("o200k", "camelCase HTTPServer", "camel|Case| HTTPServer"),
        ("cl100k", "'ſ it'ſ", "'ſ| it|'ſ"),
        ("gpt2", "'ſ", "'|ſ"),
        ("o200k", "a/b//\n", "a|/b|//\n"),
    ],
)
def test_published_patterns_cut_like_this(name, text, chunks):
    assert PATTERNS[name].cut(text) == chunks.split("|")


@pytest.mark.parametrize(
    "name, text, rules",
    [
        (
            "gpt2",
            "it's 5!\n",
            ["letters", "contraction", "numbers", "other signs", "white space before text"],
        ),
        ("gpt2", "a b\n.", ["letters", "letters", "white space", "other signs"]),
        ("gpt2", "a  b", ["letters", "white space before text", "letters"]),
        ("cl100k", "a 12", ["letters", "white space", "up to three numbers"]),
        ("cl100k", "\n b  ", ["line break", "letters", "white space at the end"]),
        ("o200k", "word WORD", ["word", "capitals"]),
        ("smollm2", "a1", ["letters", "digit"]),
        ("none", "a b", ["the whole text"]),
    ],
)
def test_chunks_name_the_alternative_that_matched(name, text, rules):
    assert [chunk.rule for chunk in PATTERNS[name].chunks(text)] == rules


@pytest.mark.parametrize("name", PATTERNS)
@given(text=TEXTS)
def test_chunks_are_the_whole_text_at_their_places(name, text):
    chunks = PATTERNS[name].chunks(text)
    assert PATTERNS[name].cut(text) == [chunk.text for chunk in chunks]
    assert "".join(chunk.text for chunk in chunks) == text
    assert all(text.startswith(chunk.text, chunk.start) and chunk.text for chunk in chunks)


@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k"])
@given(text=st.text(st.sampled_from([c for c in AWKWARD if c != "ſ"])))
def test_measured_classes_cut_as_the_written_pattern_does(name, text):
    assert PATTERNS[name].cut(text) == regex.findall(PATTERNS[name].source.replace(r"\Z", "$(?!\n)"), text)


@given(text=TEXTS)
def test_smollm2_cuts_where_the_two_steps_of_its_file_cut(text):
    expected = [text[start:end] for _, (start, end) in SMOLLM2_FILE.pre_tokenizer.pre_tokenize_str(text)]
    assert SMOLLM2.cut(text) == expected


@given(text=TEXTS)
def test_smollm2_digits_are_the_first_step_alone(text):
    library = pre_tokenizers.Digits(individual_digits=True)
    assert SMOLLM2_DIGITS.cut(text) == [piece for piece, _ in library.pre_tokenize_str(text)]


def test_a_character_outside_the_basic_plane_changes_no_other_chunk():
    for pattern in PATTERNS.values():
        if pattern is not NONE:
            assert [*pattern.cut(SENTENCE + "\n"), "🚀"] == pattern.cut(SENTENCE + "\n🚀"), pattern.name


@pytest.mark.parametrize(
    "pattern, text, chunks",
    [
        (r"\d+", "ab12cd", "ab|12|cd"),
        (r"\d+", "12", "12"),
        (r"x", "abc", "abc"),
        (r"\w+|\s", "a, b", "a|,| |b"),
        (r"(a)(b)", "abab", "ab|ab"),
        (r"a\Kb", "abc", "a|b|c"),
        (r"(?i:the) ?", "THE the", "THE |the"),
        (r"(?r)\d{1,3}", "n=1234567", "n=|1|234|567"),
        (r"\d*", "a12b", "a|12|b"),
        (r"\p{Han}", "a你好b", "a|你|好|b"),
    ],
)
def test_own_patterns_keep_what_they_do_not_match(pattern, text, chunks):
    assert as_pattern(pattern).cut(text) == chunks.split("|")


@pytest.mark.parametrize("pattern", [r"\w+", r"", r"(?r)..", r"(?<= )\w", r"a|(?=b)", r"[^a]+?", r"\X"])
@given(text=TEXTS)
def test_own_patterns_lose_and_double_nothing(pattern, text):
    chunks = as_pattern(pattern).chunks(text)
    assert "".join(chunk.text for chunk in chunks) == text
    assert all(text.startswith(chunk.text, chunk.start) and chunk.text for chunk in chunks)


def test_gaps_are_named_as_gaps():
    assert [chunk.rule for chunk in as_pattern("b").chunks("abc")] == [
        "no alternative",
        "your pattern",
        "no alternative",
    ]


def test_a_published_source_keeps_the_classes_of_its_library():
    for pattern in PATTERNS.values():
        assert as_pattern(pattern.source) is pattern is as_pattern(pattern)
    assert as_pattern(None) is NONE
    assert as_pattern(tokcore.GPT2_PATTERN) is GPT2
    assert as_pattern(tokcore.GPT2_PATTERN + "|x").engine is None


@pytest.mark.parametrize(
    "pattern",
    ["(", "[", "a{2,1}", "*", r"\p{Nonsense}", "(?<=", "(?V0)(?V1)a", "(?a)(?u)a", "(?L)é(?a)"],
)
def test_what_is_no_regular_expression_is_refused(pattern):
    with pytest.raises(PatternError, match="This is not a regular expression: "):
        as_pattern(pattern)


@pytest.mark.parametrize("pattern", [r"(a|aa)+$", r"(?:a|a?a)+\d", r"(a+)+[bd]", r"(?:\w|\w\w)+(?=!)"])
def test_a_pattern_without_an_end_is_stopped(monkeypatch, pattern):
    monkeypatch.setattr("tokcore.pretokenize.PATTERN_SECONDS", 0.2)
    started = time.monotonic()
    with pytest.raises(PatternError, match=r"ran for more than 0\.2 seconds and was stopped"):
        as_pattern(pattern).cut("a" * 5_000 + "c")
    assert time.monotonic() - started < 10


def test_a_pattern_that_calls_itself_is_stopped():
    with pytest.raises(PatternError, match="was stopped"):
        as_pattern("(?R)").cut("aaa")


@pytest.mark.parametrize("pattern", ["a{20000}", "(a{200}){200}", "(a{200},b){200}", "(?x)a{ 200 00 }"])
def test_repeats_that_would_fill_the_memory_are_refused(pattern):
    with pytest.raises(LimitError, match=f"repeats .* more than the limit of {MAX_PATTERN_REPEATS:,}"):
        as_pattern(pattern)


def test_ordinary_repeats_are_welcome():
    assert as_pattern(r"\d{4}-\d{2}-\d{2}|(?:ab{3}){10}|\w{0,50000}").cut("2024-01-31") == ["2024-01-31"]


def test_a_pattern_has_a_length_limit():
    as_pattern("a" * MAX_PATTERN_CHARACTERS)
    with pytest.raises(LimitError, match="2,001 characters of pattern"):
        as_pattern("a" * (MAX_PATTERN_CHARACTERS + 1))


def test_published_patterns_cut_a_million_characters():
    for pattern in PATTERNS.values():
        for text in ("a" * 1_000_000, " " * 1_000_000, "\n" * 1_000_000):
            assert "".join(pattern.cut(text)) == text
