"""Generated strings of every kind: equal ids, the run that compares them, and its last record."""

import re
from pathlib import Path

import pytest

from bench import parity
from bench.strings import KINDS, strings
from tokcore import verified
from tokcore.published import load

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", parity.NAMES)
def test_generated_strings_have_the_librarys_ids_and_come_back(name):
    assert parity.differences(name, list(strings(20_000, "suite"))) == []


def test_strings_are_the_same_for_a_seed_and_of_many_kinds():
    texts = list(strings(3_000, "a"))
    assert texts == list(strings(3_000, "a")) != list(strings(3_000, "b"))
    assert len(set(texts)) > 2_900 and max(map(len, texts)) < 1_000
    assert len(KINDS) == 15
    for part in ["\x00", "\u200d", "\u0301", *"\r\n;  ;https://;<|endoftext|>;def ;🤗;ש;ก".split(";")]:
        assert any(part in text for text in texts), ascii(part)
    assert any(ord(max(text)) > 0x20000 for text in texts if text)


def run(capsys, *arguments):
    code = parity.main(list(map(str, arguments)))
    return code, capsys.readouterr().out.splitlines()


def test_a_run_goes_on_where_it_stopped(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(parity, "BLOCK", 20)
    notes = tmp_path / "notes"
    code, lines = run(capsys, "--strings", 40, "--notes", notes)
    assert (code, len(lines), lines[-1]) == (0, 3, "40 strings x 4 tokenizers: 0 differences")
    code, lines = run(capsys, "--strings", 50, "--notes", notes)
    assert [line.split(":")[0] for line in lines] == ["block    2", "50 strings x 4 tokenizers"]


def test_a_difference_is_counted_shown_and_never_recorded(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(verified, "_FILE", tmp_path / "verified.json")
    monkeypatch.setattr(parity, "NAMES", ("gpt2",))
    monkeypatch.setattr(parity, "reference", lambda name: lambda text: [*load(name).encode(text), 0])
    code, lines = run(capsys, "--strings", 3, "--notes", tmp_path / "notes", "--record")
    assert (code, lines[-1]) == (1, "3 strings x 1 tokenizers: 3 differences")
    assert [line.split(":")[0] for line in lines[1:-1]] == ["gpt2"] * 3
    assert not (tmp_path / "verified.json").exists()


def test_a_run_without_difference_is_recorded(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(verified, "_FILE", tmp_path / "verified.json")
    run(capsys, "--strings", 3, "--seed", 5, "--notes", tmp_path / "notes", "--record")
    found = verified.verified.__wrapped__()
    assert (found.strings, found.seed) == (3, 5)
    assert found.fingerprints["gpt2"] == load("gpt2").fingerprint


@pytest.mark.parametrize("count", [0, -1, parity.MOST_STRINGS + 1])
def test_a_count_outside_the_limits_is_refused(capsys, count):
    with pytest.raises(SystemExit):
        parity.main(["--strings", str(count)])
    assert "--strings goes from 1 to 10,000,000." in capsys.readouterr().err


def test_the_record_is_of_these_tokenizers_these_libraries_and_a_million_strings():
    found = verified.verified()
    assert found.strings >= 1_000_000
    assert found.fingerprints == {name: load(name).fingerprint for name in parity.NAMES}
    pinned = dict(re.findall(r"^(tiktoken|tokenizers)==(\S+)", (ROOT / "requirements.txt").read_text(), re.M))
    assert found.libraries == pinned
    assert found.sentence in " ".join((ROOT / "README.md").read_text("utf-8").replace("\n> ", " ").split())
