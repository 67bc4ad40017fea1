"""Inputs from public bug reports of other tokenizers, with the right values (`tests/cases`)."""

import json
from pathlib import Path

import pytest

import tokcore
from tokcore import BPETokenizer, UnknownTokenError, VocabularyError, training_steps
from tokcore.published import reference

FILE = Path(__file__).resolve().parents[1] / "cases" / "public_reports.json"
REPORTS = json.loads(FILE.read_text("utf-8"))
USED = {"encode", "repeat", "train", "train-edge", "decode-edge", "bytes", "encode-merges"}


def of_kind(kind):
    return [pytest.param(report, id=report["id"]) for report in REPORTS if report["kind"] == kind]


def case(name):
    (report,) = [report for report in REPORTS if report["id"] == name]
    return report


def text_of(report):
    return report.get("text") or "".join(map(chr, report.get("code_units", ())))


def test_every_report_is_used_below():
    assert {report["kind"] for report in REPORTS} == USED
    assert len({report["id"] for report in REPORTS}) == len(REPORTS) == 45


@pytest.mark.parametrize("report", of_kind("encode"))
def test_encode_gives_these_ids(report):
    text = text_of(report)
    for name, ids in report["ids"].items():
        tok = tokcore.load(name)
        assert tok.encode(text) == ids, name
        assert [token_id for chunk in tok.encode_steps(text) for token_id in chunk.result] == ids, name
        if "code_units" not in report:
            assert reference(name)(text) == ids, name
            assert tok.decode(ids) == text


@pytest.mark.parametrize("report", of_kind("repeat"))
def test_long_repeats_end_and_give_these_ids(report):
    text = report["unit"] * report["times"]
    for name, result in report["result"].items():
        ids = tokcore.load(name).encode(text)
        assert (len(ids), sorted(set(ids))) == (result["count"], result["distinct"]), name
        assert tokcore.load(name).decode(ids) == text


@pytest.mark.parametrize("report", of_kind("train"))
def test_training_makes_these_tokens_under_each_tie_rule(report):
    for ties, tokens in report["new_tokens"].items():
        steps = training_steps(report["text"], report["merges"], report["pattern"], ties)
        assert [step.merged.decode() for step in steps] == tokens, ties


def test_training_on_nothing_leaves_the_256_bytes():
    report = case("train-empty")
    tok = BPETokenizer.train(report["text"], report["vocab_size"])
    assert (tok.vocab_size, tok.merges, tok.stopped_early) == (256, (), True)
    assert training_steps(report["text"], 44) == []


def test_training_on_two_bytes_stops_after_one_merge_and_says_so():
    report = case("train-short")
    tok = BPETokenizer.train(report["text"], report["vocab_size"])
    assert (tok.vocab_size, tok.stopped_early) == (257, True)
    assert tok.encode(report["text"]) == [256]


def test_a_vocabulary_below_256_is_refused_with_a_reason():
    report = case("vocab-255")
    with pytest.raises(VocabularyError, match="starts with the 256 bytes, so it cannot have 255 tokens"):
        BPETokenizer.train(report["text"], report["vocab_size"])


@pytest.mark.parametrize("report", of_kind("decode-edge"))
def test_decoding_a_hole_names_the_id(report):
    with pytest.raises(UnknownTokenError, match=f"{report['tokenizer']} has no token with the id 100256"):
        tokcore.load(report["tokenizer"]).decode(report["ids"])


@pytest.mark.parametrize("report", of_kind("bytes"))
def test_bytes_keep_the_leading_space(report):
    assert BPETokenizer.train("", 256).encode(report["text"]) == report["bytes"]


@pytest.mark.parametrize("report", of_kind("encode-merges"))
def test_merges_are_replayed_by_rank(report):
    ids = {chr(byte): byte for byte in range(256)}
    merges = []
    for left, right in report["merges"]:
        merges.append((ids[left], ids[right]))
        ids[left + right] = len(ids)
    tok = BPETokenizer.from_merges(merges)
    for word, tokens in report["words"].items():
        assert [tok.token_bytes(token_id).decode() for token_id in tok.encode(word)] == tokens
