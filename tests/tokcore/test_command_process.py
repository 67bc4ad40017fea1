"""The command line as a process: pipes, terminals, interrupts, and how much memory it takes."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tokcore import GPT2_PATTERN, BPETokenizer, load
from tokcore.corpora import corpus

ROOT = Path(__file__).resolve().parents[2]
NOVEL = corpus("northanger_abbey").text
COMMAND = [sys.executable, "-m", "tokcore"]
THERE = os.environ | {"PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("texts")
    (folder / "novel.txt").write_bytes(NOVEL.encode())
    return folder


def process(*arguments, **options):
    return subprocess.run([*COMMAND, *arguments], env=THERE, capture_output=True, timeout=120, **options)


@pytest.mark.parametrize("processes", ["1", "2"])
def test_several_files_are_learned_from_in_their_order(processes, tmp_path):
    for name, text in (("a", "ab ab"), ("b", "cd cd"), ("c", "")):
        (tmp_path / name).write_text(text)
    done = process(
        "train", "b", "a", "c", "--vocab-size=999", "--processes", processes, "--json", cwd=tmp_path
    )
    learned = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (learned["vocab_size"], learned["stopped_early"], learned["bytes"]) == (260, True, 10)
    expected = BPETokenizer.train("cd cd\nab ab", 999, r"\S+|\s").merges
    tok = BPETokenizer.train_from_counts({"cd": 1, " cd": 1, "ab": 1, " ab": 1}, 999, GPT2_PATTERN)
    assert learned["fingerprint"] == tok.fingerprint
    assert tok.merges[:2] == expected[:2] == ((99, 100), (97, 98))


def test_a_full_disk_and_a_closed_pipe_leave_no_traceback(folder):
    done = process("encode", "--tokenizer", "gpt2", "novel.txt", cwd=folder)
    assert done.returncode == 0
    ids = done.stdout.split()
    assert list(map(int, ids)) == load("gpt2").encode(NOVEL)
    shell = f"{' '.join(COMMAND)} encode --tokenizer gpt2"
    for after, status, out, says in (
        # More than any pipe holds, so that there is something left to write when its reader has gone.
        (f"{'novel.txt ' * 30}| head -n 2; exit ${{PIPESTATUS[0]}}", 141, b"\n".join(ids[:2]) + b"\n", b""),
        ("novel.txt > /dev/full", 2, b"", b"tokcore: The output cannot be used: No space left on device.\n"),
        ("novel.txt >&-", 0, b"", b""),
        ("- <&-", 2, b"", b"tokcore: standard input cannot be read: it is closed.\n"),
    ):
        done = subprocess.run(
            ["bash", "-c", f"{shell} {after}"],
            env=THERE,
            cwd=folder,
            capture_output=True,
            timeout=120,
        )
        assert (done.returncode, done.stdout, done.stderr) == (status, out, says), after


def test_a_pipe_is_read_as_often_as_it_takes(folder):
    shown = subprocess.run(
        [
            "bash",
            "-c",
            f"{' '.join(COMMAND)} compare --json --tokenizer gpt2 --tokenizer smollm2 <(cat novel.txt) -",
        ],
        env=THERE,
        cwd=folder,
        input=b"hello",
        capture_output=True,
        timeout=120,
    )
    found = [row["tokens"] for row in json.loads(shown.stdout)["files"]]
    assert found == [
        len(load(name).encode(text)) for text in (NOVEL, "hello") for name in ("gpt2", "smollm2")
    ]


def test_pipes_are_counted_beside_files(folder):
    shown = subprocess.run(
        [
            "bash",
            "-c",
            f"{' '.join(COMMAND)} train --json novel.txt <(printf '%s' ' one more') --processes 2",
        ],
        env=THERE,
        cwd=folder,
        capture_output=True,
        timeout=120,
    )
    expected = BPETokenizer.train(NOVEL + " one more", 1024, GPT2_PATTERN)
    assert json.loads(shown.stdout)["fingerprint"] == expected.fingerprint


def test_an_interrupt_is_quiet(folder):
    asked = subprocess.Popen(
        [*COMMAND, "encode", "--tokenizer", "gpt2", "--progress", "always", "-"],
        env=THERE,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    asked.stdin.write(b"word " * 1_000_000)
    asked.stdin.flush()
    first = asked.stderr.read(10)  # it is at work
    asked.send_signal(signal.SIGINT)
    _, err = asked.communicate(timeout=60)
    assert asked.returncode == 130
    assert b"encoding" in first + err
    assert b"Traceback" not in err


def test_a_terminal_sees_a_bar_and_a_pipe_does_not(folder):
    near, far = pty.openpty()
    done = subprocess.run(
        [*COMMAND, "train", "novel.txt", "--json"],
        env=THERE,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=far,
        timeout=120,
    )
    os.close(far)
    shown = os.read(near, 100_000).decode()
    os.close(near)
    assert f"counting: [########################] 100% of {len(NOVEL.encode()):,} bytes" in shown
    assert "merging: [########################] 100% of 768 merges" in shown
    assert json.loads(done.stdout)["merges"] == 768


@pytest.mark.parametrize("tokenizer", ["gpt2", "o200k_base"])
def test_memory_stays_the_same_however_long_the_text_is(tokenizer):
    code = (
        "import sys, tracemalloc, tokcore\nfrom tokcore.command import main\n"
        "tokcore.load(sys.argv[3])\ntracemalloc.start()\nmain(sys.argv[1:])\n"
        "print(tracemalloc.get_traced_memory()[1], file=sys.stderr)"
    )
    peaks, tokens = [], []
    for times in (2, 12):
        done = subprocess.run(
            [sys.executable, "-c", code, "encode", "--tokenizer", tokenizer, "--count", "-"],
            env=THERE,
            input=NOVEL.encode() * times,
            capture_output=True,
            timeout=300,
        )
        tokens.append(int(done.stdout.split()[0]))
        peaks.append(int(done.stderr))
    assert tokens[1] > 5.9 * tokens[0] > 1_000_000
    assert peaks[1] < peaks[0] + 2_000_000  # bytes; the longer text has 4,300,000 more
