"""Characters, words, bytes: any text spelled in bytes, and what controls, code, Reset and links do."""

import unicodedata

import pytest

import tokcore
from tests.pages import labels
from tests.pages.characters_words_bytes import GREETING, LINES, PAGE, cells, figures, stages, table
from tests.pages.reading import (
    answers,
    choose,
    components,
    open_page,
    press,
    run_in_code,
    sentences,
    shared_link,
)
from tokcore.corpora import held_out


@pytest.mark.parametrize(
    "string",
    [
        GREETING,
        "",
        "e\u0301 n\u0303",
        "👨\u200d👩\u200d👧 👍🏽",
        "\x00\x07\x7f\x85",
        "a\r\nb\tc",
        "\u202egnp.exe\u2066",
        "שָׁלוֹם हिन्दी ﷽",
        "<img src=x>",
        "\ue000\ufffe\u0378",
    ],
    ids=ascii,
)
def test_every_character_is_spelled(string):
    visit = open_page(PAGE, string=string)
    rows = cells(visit, "bytes")
    assert len(rows) == len(string)
    for character, row in zip(string, rows):
        data = character.encode()
        assert row[0] == [character]
        assert row[1] == f"U+{ord(character):04X}"
        assert row[2] == unicodedata.name(character, row[2]).lower()
        assert row[3] == [f"{byte:02x}" for byte in data]
        assert row[4] == " ".join(map(str, data))
        assert row[5] == str(len(data))
    shown = stages(visit, "spelled")
    assert shown["Characters"] == list(string)
    assert [byte for part in shown["Bytes"] for byte in part["bytes"]] == list(string.encode())
    assert figures(visit)["characters"] == str(len(string))
    assert figures(visit)["bytes in UTF-8"] == str(len(string.encode()))


def test_the_whole_greeting_stands_in_its_table_without_scrolling():
    table = components(open_page(PAGE))[f"{PAGE}.bytes"]
    assert len(table["rows"]) == len(GREETING) <= table["visible"]


def test_the_bytes_of_the_greeting_are_those_of_its_chapter():
    rows = {row[0][0]: row[4] for row in cells(open_page(PAGE), "bytes")}
    assert (rows["é"], rows["你"], rows["🚀"]) == ("195 169", "228 189 160", "240 159 154 128")


@pytest.mark.parametrize(
    "string, count, together",
    [
        ("ab", 2, None),
        ("ae\u0301", 2, ["", "e\u0301", "with the one above"]),
        ("👨\u200d👧", 1, ["👨\u200d👧", *["with the one above"] * 2]),
        ("\r\n", 1, [["\r\n"], "with the one above"]),
    ],
)
def test_characters_drawn_together_are_shown_together(string, count, together):
    visit = open_page(PAGE, string=string)
    assert figures(visit)["as a reader counts"] == str(count)
    assert [row[6] if len(row) > 6 else None for row in cells(visit, "bytes")] == (together or [None] * 2)


def test_a_long_string_is_cut_with_a_sentence_and_kept_in_the_box():
    visit = open_page(PAGE, string="é" * 401)
    assert labels.LONG_TEXT in sentences(visit)
    assert figures(visit)["bytes in UTF-8"] == "800"
    assert components(visit)[f"{PAGE}.string.box"]["text"] == "é" * 401


@pytest.mark.parametrize(
    "control, value, seen",
    [
        ("corpus", "botchan", lambda visit: table(visit, "schemes").to_dict()),
        ("normalised", True, lambda visit: table(visit, "schemes").to_dict()),
        ("normalised", True, lambda visit: cells(visit, "unseen")),
        ("min_freq", 5, lambda visit: cells(visit, "unknown")),
        ("unit", "words", lambda visit: stages(visit, "pipeline")),
    ],
)
def test_every_control_changes_the_picture(control, value, seen):
    visit = open_page(PAGE)
    before = seen(visit)
    assert seen(choose(visit, PAGE, **{control: value})) != before


@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"normalised": True, "min_freq": 5, "unit": "words"},
        {"corpus": "furniture_catalogue", "min_freq": 1},
        {"corpus": "northanger_abbey", "normalised": True},
        {"corpus": "own"},
    ],
)
def test_the_code_gives_the_figures_on_screen(choices):
    visit = choose(open_page(PAGE), PAGE, **choices)
    (length, entries, first), plain, (data, bpe), seen, (rare, most, _), (price,), spelled = run_in_code(
        visit
    )
    shown = figures(visit)
    unit = choices.get("unit", "characters")
    read = "normalised" if choices.get("normalised") else "as written"
    assert shown[f"{unit}, {entries - 1:,} different, normalised"] == f"{length:,}"
    assert shown["entries of the vocabulary, normalised, with `<unk>`"] == f"{entries:,}"
    assert stages(visit, "pipeline")["Ids"][: len(first)] == list(map(str, first))
    for name, (different, tokens) in zip(("characters", "words"), plain):
        assert shown[f"{name}, {different:,} different, {read}"] == f"{tokens:,}"
    assert shown[f"bytes, 256 different, {read}"] == f"{data:,}"
    assert next(value for name, value in shown.items() if name.startswith("BPE")) == f"{bpe:,}"
    rate, distinct, once, characters, per_word = seen
    assert shown["held-out words never seen"] == f"{rate:.1%}"
    assert shown["of them rare words"] == f"{rare:.0%}"
    assert shown["different training words"] == f"{distinct:,}"
    assert shown["of them seen once"] == f"{once:,}"
    assert shown["different training characters"] == f"{characters:,}"
    assert shown["characters per held-out word"] == f"{per_word:.1f}"
    assert [[word] for word, _ in most] == [row[0] for row in cells(visit, "unseen")]
    assert shown["entries learned from the training lines"] == f"{price.entries:,}"
    assert shown["held-out words that become `<unk>`"] == f"{price.held_out:.1%}"
    assert [[one, " ".join(map(str, data))] for one, data in spelled] == [
        [row[0][0], row[4]] for row in cells(visit, "bytes")
    ]


def test_the_answers_are_counted(time_machine):
    visit = open_page(PAGE)
    for switch in answers(visit):
        switch.set_value(True)
    lost, twice, languages = (text.value for text in visit.run().text)
    learned, held = held_out(time_machine)
    different = set(held.split()) - set(learned.split())
    assert lost.startswith(f"0 of {len(different):,} different ones.")
    bpe = tokcore.BPETokenizer.train(learned, 4_096, tokcore.GPT2_PATTERN)
    each = sum(len(bpe.encode(f" {word}")) for word in different) / len(different)
    assert f" {each:.1f} tokens for one" in lost
    for line, text in zip(twice.splitlines(), (learned[: len(learned) // 2], learned)):
        known = set(text.split())
        unseen = sum(word not in known for word in held.split()) / len(held.split())
        assert f"{len(known):,} different words, {unseen:.1%}" in line
    assert languages.splitlines()[0] == "English: 170 characters, 170 bytes"
    assert languages.splitlines()[3] == "Chinese (simplified): 43 characters, 125 bytes"


def test_reset_brings_every_input_back():
    visit = open_page(PAGE)
    fresh = figures(visit)
    visit = choose(visit, PAGE, corpus="botchan", normalised=True, min_freq=9, unit="words")
    visit.session_state[f"{PAGE}.string"] = "é"
    assert figures(visit.run()) != fresh
    press(visit, labels.RESET)
    assert figures(visit) == fresh
    assert components(visit)[f"{PAGE}.string.box"]["text"] == GREETING


def test_a_link_restores_the_page():
    made = choose(open_page(PAGE), PAGE, corpus="botchan", normalised=True, min_freq=9, unit="words")
    link = {"corpus": labels.BOTCHAN, "normalised": "true", "min_freq": "9", "unit": "words"}
    opened = open_page(PAGE, link={f"{PAGE}.{name}": value for name, value in link.items()})
    assert figures(opened) == figures(made)
    assert stages(opened, "pipeline") == stages(made, "pipeline")


def test_a_link_carries_both_texts_when_asked():
    visit = choose(open_page(PAGE, LINES, string="naïve"), PAGE, corpus="own")
    assert "text" not in shared_link(visit)
    next(box for box in visit.checkbox if box.label == labels.SHARE_TEXT).set_value(True).run()
    link = shared_link(visit)
    assert (link["text"], link["string"]) == ([LINES], ["naïve"])
    again = choose(open_page(PAGE, link=link), PAGE, corpus="own")
    assert figures(again) == figures(visit)


@pytest.mark.parametrize(
    "link",
    [
        {f"{PAGE}.corpus": "../../etc/passwd"},
        {f"{PAGE}.min_freq": "99999"},
        {f"{PAGE}.min_freq": "nan"},
        {f"{PAGE}.normalised": "perhaps"},
        {f"{PAGE}.unit": "runes"},
        {"string": "x" * 50_000},
        {"text": "x" * 50_000},
    ],
)
def test_a_damaged_link_opens_a_working_page(link):
    visit = open_page(PAGE, link=link)
    assert visit.title[0].value.startswith("What should a token be")
    press(visit, labels.RESET)
    assert figures(visit)["words, 6,949 different, as written"] == "32,306"
    assert sentences(visit) == ""
