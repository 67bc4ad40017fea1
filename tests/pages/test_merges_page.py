"""SmolLM2's merges by hand: every stage equals the library's, and dropped bytes are told."""

import pytest
from tokenizers import Tokenizer

import tokcore
from tests.pages import labels
from tests.pages.labels import EXAMPLE, MERGES
from tests.pages.reading import (
    answers,
    components,
    last_row,
    open_page,
    picture,
    sentences,
    stages,
    write,
)
from tokcore.published import FILES

LIBRARY = Tokenizer.from_file(str(FILES / "smollm2.json"))
LIBRARY.encode_special_tokens = True


def replay(visit) -> dict:
    return components(visit)["smollm2_merges.step"]


def test_the_first_look_goes_from_text_to_the_librarys_ids():
    visit = open_page(MERGES)
    digits, words, signs, tokens, ids = stages(visit)
    assert digits == ["sled for ", "2", " barstools"]
    assert words == ["sled", " for", " ", "2", " barstools"]
    assert signs == ["sled", "Ġfor", "Ġ", "2", "Ġbarstools"]
    assert tokens == LIBRARY.encode(EXAMPLE[MERGES], add_special_tokens=False).tokens
    assert ids == [str(i) for i in LIBRARY.encode(EXAMPLE[MERGES], add_special_tokens=False).ids]
    assert labels.SAME_BY_HAND in visit.text[0].value


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("set of 2 barstools", "set Ġof Ġ 2 Ġbar st ools"),
        ("6.5 qt . slow cooker", "6 . 5 Ġq t Ġ. Ġslow Ġcooker"),
        (
            "48 '' wide genuine leather wingback chair",
            "4 8 Ġ'' Ġwide Ġgenuine Ġleather Ġwing back Ġchair",
        ),
        ("sled coffee table", "s led Ġcoffee Ġtable"),
        (" sled coffee table", "Ġsled Ġcoffee Ġtable"),
    ],
)
def test_the_chapters_names_come_apart_as_in_the_chapter(text, tokens):
    visit = open_page(MERGES, text)
    assert stages(visit)[3] == tokens.split()
    assert labels.SAME_BY_HAND in visit.text[0].value


@pytest.mark.parametrize(
    "text", ["", "naïve 你好 🤗", "  two\n\nlines ", "<|endoftext|>", "١٢ 34", "a\x04b\x00"]
)
def test_any_text_gets_the_librarys_ids(text):
    visit = open_page(MERGES, text)
    assert stages(visit)[4] == [str(i) for i in LIBRARY.encode(text, add_special_tokens=False).ids]
    assert labels.SAME_BY_HAND in visit.text[0].value


def test_a_wrong_answer_would_be_called_wrong(monkeypatch):
    monkeypatch.setattr("tokcore.published.reference", lambda name: lambda text: [0])
    assert "same as the library: NO" in open_page(MERGES).text[0].value


def test_every_merge_is_a_step_of_the_lowest_rank_in_its_piece():
    visit = open_page(MERGES)
    chunks = tokcore.load("smollm2").encode_steps(EXAMPLE[MERGES])
    expected = [(chunk.text, step.rank) for chunk in chunks for step in chunk.steps]
    steps = replay(visit)["steps"]
    assert [(step["chunk"]["text"], step["rank"]) for step in steps] == expected
    assert all(step["left"]["bytes"] + step["right"]["bytes"] == step["token"]["bytes"] for step in steps)
    tok = tokcore.load("smollm2")
    assert last_row(replay(visit)) == [tok.token_bytes(int(i)) for i in stages(visit)[4]]


def test_the_text_changes_every_picture():
    visit = open_page(MERGES)
    before = picture(visit)
    after = picture(write(visit, MERGES, "chairs for two"))
    assert all(before[key] != after[key] for key in before if not key.endswith("box"))


def test_dropped_bytes_are_told():
    visit = open_page(MERGES, "a\x04b")
    assert labels.BYTES_DROPPED in sentences(visit)
    assert "1 of the 3 bytes (04)" in sentences(visit)
    assert stages(visit)[3] == ["a", "b"]
    assert labels.BYTES_DROPPED not in sentences(write(visit, MERGES, "ab"))


def test_the_first_word_is_shown_at_the_start_and_after_a_space():
    bare, spaced = components(open_page(MERGES))["smollm2_merges.start"]["stages"]
    assert bare["parts"] == ["s", "led"]
    assert spaced["parts"] == ["Ġsled"]


def test_the_file_is_shown_as_it_is():
    visit = open_page(MERGES)
    cut, merges, vocabulary = (block.value for block in visit.code[:3])
    assert '"individual_digits": true' in cut
    assert merges.splitlines()[0].split(maxsplit=1) == ["0", "Ġ t"]
    assert vocabulary.splitlines()[17].split()[0] == "17"
    assert "<|endoftext|>" in vocabulary.splitlines()[0]
    for heading, lines in (("the first 200 of 48,900", merges), ("the first 400 of 49,152 ids", vocabulary)):
        assert any(heading in markdown.value for markdown in visit.markdown)
        assert heading.split()[2] == str(len(lines.splitlines()))


def test_the_answers_are_computed_from_this_text():
    visit = open_page(MERGES, "chairs 12")
    for switch in answers(visit):
        switch.set_value(True)
    shown = "\n".join(text.value for text in visit.run().text)
    chunks = tokcore.load("smollm2").encode_steps("chairs 12")
    assert f"{sum(len(chunk.steps) for chunk in chunks)} merges, in {len(chunks)} pieces" in shown
    assert " ".join(LIBRARY.encode("in 2048 we", add_special_tokens=False).tokens) in shown
    assert "No. 21 of the 256" in shown
    for byte in "04 06 13 14 16 1d".split():
        assert not LIBRARY.encode(chr(int(byte, 16)), add_special_tokens=False).ids
    assert shown.endswith(
        "UTF-8 uses 8 of these, so a text may hold them and lose them: 04 06 13 14 16 1d f1 f2."
    )
