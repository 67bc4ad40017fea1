"""Characters, words, bytes on a text of one's own: typed, brought along, read from a file, or none."""

import io
import random

import pytest

import tokcore
from tests.bad_input import files
from tests.pages import labels
from tests.pages.characters_words_bytes import LINES, PAGE, cells, figures, headings, own, table
from tests.pages.reading import (
    answers,
    choose,
    components,
    has_button,
    open_page,
    press,
    run_in_code,
    sentences,
    write,
)
from tokcore.corpora import held_out

CHINESE = "我们的时间机器停在河边。\n天气很好。\n他说他去过未来。\n你好，世界。\n" * 3


def test_an_own_text_joins_the_texts_where_words_are_right_or_not():
    rows = table(own(LINES), "closed")
    mine = rows[rows["text"] == "Your text"].iloc[0]
    learned, held = held_out(LINES)
    counted = sum(word not in learned.split() for word in held.split())
    assert (mine["unseen words"], mine["held-out words"]) == (counted, len(held.split()))
    assert len(rows) == 8


def test_a_text_in_a_script_without_spaces_says_that_its_words_are_phrases():
    visit = own(CHINESE)
    assert "puts no spaces between words" in sentences(visit)
    assert sentences(own(LINES)) == ""


def test_a_text_of_many_characters_is_not_called_shorter_in_bpe():
    text = "\n".join("".join(chr(0x4E00 + 100 * row + place) for place in range(100)) for row in range(20))
    bpe = tokcore.BPETokenizer.train(text, 512, tokcore.GPT2_PATTERN)
    longer = len(bpe.encode(text)) / len(text)
    assert longer > 1.5
    assert f"BPE of 512 tokens: {longer:.1f} times longer, and it can write any text" in headings(own(text))


@pytest.mark.parametrize(
    "text, said",
    [
        ("a\nb\n", "Words: 2.0 times shorter than characters. BPE of 256 tokens: about as long, and"),
        ("a", "Words: about as long as characters. BPE of 256 tokens: about as long, and"),
    ],
)
def test_what_is_about_as_long_is_called_so(text, said):
    assert headings(own(text)).startswith(f"### {said}")


def test_normalising_a_text_without_latin_letters_gets_a_sentence_and_keeps_the_page():
    visit = own(CHINESE, normalised=True)
    assert "Nothing is left of this text" in sentences(visit)
    assert components(visit)[f"{PAGE}.text.box"]["text"] == CHINESE
    assert figures(visit)["bytes in UTF-8"] == "32"
    assert [head.value for head in visit.header][-5:] == list(labels.PARTS)
    shown = choose(visit, PAGE, normalised=False)
    assert f"characters, {len(set(CHINESE))} different, as written" in figures(shown)


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_no_text_gets_a_sentence_and_the_foot_stays(text):
    visit = own(text)
    assert "Type a text to learn from" in sentences(visit)
    assert figures(visit)["bytes in UTF-8"] == "32"
    assert [head.value for head in visit.header][-5:] == list(labels.PARTS)
    assert run_in_code(visit)[-1][0] == ("H", [72])
    press(visit, labels.RESET)
    assert figures(visit)["words, 6,949 different, as written"] == "32,306"
    assert sentences(visit) == ""


@pytest.mark.parametrize(
    "text", ["a", "one line of text", "🤗\n🤗", "\x00\x04\n\x7f", "<unk>\n<unk>\n{x}", "你好\n" * 50]
)
@pytest.mark.parametrize("letters_only", [False, True])
def test_small_and_strange_texts_leave_a_page_that_works(text, letters_only):
    visit = own(text, normalised=letters_only)
    for switch in answers(visit):
        switch.set_value(True)
    visit.run()
    assert not visit.exception, visit.exception
    assert [head.value for head in visit.header][-5:] == list(labels.PARTS)
    letters = any(one.isascii() and one.isalpha() for one in text)
    assert ("Nothing is left" in sentences(visit)) == (letters_only and not letters)
    if not letters_only:
        assert ("has one line" in sentences(visit)) == ("\n" not in text)
        shown = figures(visit)
        assert shown[f"characters, {len(set(text)):,} different, as written"] == f"{len(text):,}"


def test_the_unknown_token_typed_as_a_word_is_no_entry_of_its_own():
    visit = own("<unk> a\n" * 10, min_freq=1)
    assert figures(visit)["entries learned from the training lines"] == "2"
    assert cells(visit, "unknown") == [["<unk> a", ["<unk>", "a"]]]


def uploaded(name, data):
    visit = choose(open_page(PAGE), PAGE, corpus="own", way="file")
    assert "Choose a file" in sentences(visit)
    assert [head.value for head in visit.header][-5:] == list(labels.PARTS)
    visit.file_uploader[0].set_value((name, data, "text/plain")).run()
    assert not visit.exception, visit.exception
    return visit


def test_a_file_is_measured_like_a_typed_text():
    assert figures(uploaded("names.txt", LINES.encode())) == figures(own(LINES))
    visit = uploaded("names.csv", io.BytesIO(b"name\n" + LINES.encode()).getvalue())
    assert figures(visit) == figures(own(LINES))


@pytest.mark.parametrize("what", files(""))
def test_a_file_is_measured_or_refused_with_its_byte_and_the_foot_stays(what):
    data, says = files(LINES)[what]
    visit = uploaded("x.txt", data)
    assert [says in error.value for error in visit.error] == ([True] if says else [])
    assert says or figures(visit) == figures(own(LINES))
    assert [head.value for head in visit.header][-5:] == list(labels.PARTS)


def test_a_file_with_an_endless_word_is_drawn_with_the_word_cut_short():
    text = "".join("ab"[(n * n // 7) % 2] for n in range(60_000)) + "\n" + "ab" * 100
    visit = uploaded("word.txt", text.encode())
    assert sentences(visit) == ""
    assert figures(visit)["words, 2 different, as written"] == "2"
    assert cells(visit, "unseen")[0][0] == ["ab" * 20 + "…"]


def test_a_file_that_cannot_be_learned_from_gets_a_sentence_and_the_foot_stays():
    chance = random.Random(3)
    word = "".join(chance.choice("ab") for _ in range(60_000))
    visit = uploaded("word.txt", f"{word}\nab".encode())
    assert "the tokens grow without end" in sentences(visit)
    assert [head.value for head in visit.header][-5:] == list(labels.PARTS)
    assert figures(visit)["bytes in UTF-8"] == "32"


def test_a_text_typed_elsewhere_is_measured_when_it_is_brought_here():
    visit = open_page("compare")
    write(visit, "compare", LINES)
    visit.switch_page(f"pages/{PAGE}.py").run()
    assert figures(visit)["words, 6,949 different, as written"] == "32,306"
    press(visit, labels.USE_MY_TEXT)
    assert figures(visit)[f"characters, {len(set(LINES))} different, as written"] == str(len(LINES))
    assert not has_button(visit, labels.USE_MY_TEXT)


def test_an_own_text_stays_out_of_what_everybody_shares():
    own("a secret that nobody else types\n" * 3)
    assert "secret" not in str(components(open_page(PAGE)))
    assert "Your text" not in str(table(open_page(PAGE), "closed"))


def test_the_novel_that_cannot_be_had_is_replaced_with_a_sentence(monkeypatch, tmp_path):
    from tokcore.corpora import SOURCES

    monkeypatch.setenv("TOKCORE_TEXTS", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    source = SOURCES["time_machine"]._replace(url="http://127.0.0.1:9/no-novel.txt")
    monkeypatch.setattr("tokcore.corpora.SOURCES", SOURCES | {"time_machine": source})
    visit = open_page(PAGE)
    assert any("The text used instead is Botchan" in caption.value for caption in visit.caption)
    assert figures(visit)["bytes, 256 different, as written"] == "255,212"
    assert (
        figures(visit)["of them rare words"]
        == figures(choose(visit, PAGE, corpus="botchan"))["of them rare words"]
    )
    assert list(table(visit, "closed")["text"]).count("Botchan") == 1
