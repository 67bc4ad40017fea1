"""Text of files, and counting it in several processes: the same counts, the same merges, named failures."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tokcore import GPT2_PATTERN, PATTERNS, BPETokenizer, CorpusError, LimitError, PatternError
from tokcore.corpora import corpus
from tokcore.counting import add_counts, blocks, count_chunks
from tokcore.files import READ_BYTES, characters_of, file_blocks
from tokcore.limits import MAX_TRAIN_CHARACTERS
from tokcore.parallel import count_file, count_files
from tokcore.training import TIES

ROOT = Path(__file__).resolve().parents[2]
NOVEL = corpus("northanger_abbey").text


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A novel in six files, cut where no chunk crosses, so that the joined text has the same chunks."""
    folder = tmp_path_factory.mktemp("corpus")
    parts = list(blocks(NOVEL, GPT2_PATTERN, len(NOVEL) // 5))
    paths = [folder / f"{place}.txt" for place in range(len(parts))]
    for path, part in zip(paths, parts):
        path.write_bytes(part.encode())
    assert len(parts) == 6
    return paths


@pytest.mark.parametrize("processes", [1, 2])
def test_counts_and_merges_are_those_of_the_joined_text(files, processes):
    done = []
    counts = count_files(files, GPT2_PATTERN, processes, done.append)
    assert list(counts.items()) == list(count_chunks(NOVEL, GPT2_PATTERN).items())
    assert sum(done) == len(NOVEL.encode())
    for ties in TIES:
        tok = BPETokenizer.train_from_counts(counts, 2_000, GPT2_PATTERN, ties)
        assert tok.fingerprint == BPETokenizer.train(NOVEL, 2_000, GPT2_PATTERN, ties).fingerprint


@pytest.mark.parametrize("pattern", [*PATTERNS, r"\w+|\W"])
def test_a_file_is_counted_as_its_text(files, pattern):
    pattern = PATTERNS.get(pattern, pattern)
    text = files[1].read_text("utf-8")
    counts = count_file(files[1], pattern, 1_000)
    assert list(counts.items()) == list(count_chunks(text, pattern).items())


def test_no_chunk_crosses_from_file_to_file(tmp_path):
    for name, text in (("a", "to"), ("b", "day")):
        (tmp_path / name).write_text(text)
    paths = [tmp_path / "b", tmp_path / "a", tmp_path / "b"]
    assert list(count_files(paths, GPT2_PATTERN, 2).items()) == [("day", 2), ("to", 1)]
    assert list(count_files(paths, None, 1).items()) == [("day", 2), ("to", 1)]


@pytest.mark.parametrize(
    "text", ["", "\ufeffa\r\nb\rc\n", "x" * (READ_BYTES - 1) + "é🚀", "🚀" * (READ_BYTES // 2), "\x00\u2028"]
)
def test_files_are_read_as_they_are(tmp_path, text):
    path, done = tmp_path / "text", []
    path.write_bytes(text.encode())
    assert "".join(characters_of(path, done.append)) == "".join(file_blocks(path, GPT2_PATTERN, 9)) == text
    assert sum(done) == len(text.encode())


@pytest.mark.parametrize(
    "data, place, byte",
    [
        (b"ab\xffc", "2", "0xFF"),
        (b"abc\xc3", "3", "0xC3"),
        (b"a" * (READ_BYTES - 1) + b"\xf0\x9f\x9fx", "262,143", "0xF0"),
        (b"\xed\xa0\x80", "0", "0xED"),
        (b"ab " * READ_BYTES + b"\x80", "786,432", "0x80"),
    ],
)
@pytest.mark.parametrize("processes", [1, 2])
def test_what_is_not_utf8_is_refused_by_file_and_byte(tmp_path, data, place, byte, processes):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text("good")
    bad.write_bytes(data)
    with pytest.raises(CorpusError, match=f"^{bad} is not UTF-8: its byte {place} is {byte}\\.$"):
        count_files([good, bad, good], GPT2_PATTERN, processes)


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize(
    "name, says",
    [("nothing.txt", "nothing.txt cannot be read: No such file"), ("", "cannot be read: Is a directory")],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path, files, processes, name, says):
    with pytest.raises(CorpusError, match=f"^{tmp_path}.*{says}"):
        count_files([*files, tmp_path / name], GPT2_PATTERN, processes)


def test_other_failures_name_the_file_too(tmp_path):
    path = tmp_path / "long.txt"
    path.write_text("word" * (MAX_TRAIN_CHARACTERS // 4 + 1))
    with pytest.raises(LimitError, match=f"^{path}: Without a pattern a text is taken as one piece"):
        count_file(path)
    with pytest.raises(CorpusError, match="cannot be the name of a file"):
        count_file("a\0b")
    with pytest.raises(PatternError, match="not a regular expression"):
        count_files([path], "(")


def test_a_script_without_a_guard_is_told_so(tmp_path, files):
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\nfrom tokcore import TokcoreError\nfrom tokcore.parallel import count_files\n"
        "try:\n    count_files(sys.argv[1:], processes=2)\n"
        "except TokcoreError as error:\n    print(type(error).__name__, error)\n"
    )
    done = subprocess.run(
        [sys.executable, script, *files],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout.startswith("LimitError A counting process ended early")
    assert 'if __name__ == "__main__"' in done.stdout
    assert done.returncode == 0


def test_counting_nothing_gives_nothing():
    assert count_files([], GPT2_PATTERN, 2) == add_counts([]) == {}
