"""The guide to large corpora: its example runs on a local cluster and learns what one machine learns."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tokcore import GPT2_PATTERN, BPETokenizer, load_tokenizer_json
from tokcore.corpora import corpus
from tokcore.counting import blocks
from tokcore.limits import MAX_COUNTED_CHARACTERS, MAX_TRAIN_CHARACTERS

ROOT = Path(__file__).resolve().parents[1]
GUIDE = (ROOT / "docs" / "large-corpora.md").read_text("utf-8")


@pytest.fixture(scope="module")
def example():
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    return code


def test_the_example_learns_what_one_machine_learns(example, tmp_path):
    text = corpus("northanger_abbey").text.replace("\n", "\r\n") + corpus("botchan").text
    parts = list(blocks(text, GPT2_PATTERN, 40_000))  # no chunk crosses, so the files have the text's chunks
    names = [f"{place}.txt" for place in range(len(parts))]
    for name, part in zip(names, parts):
        (tmp_path / name).write_bytes(part.encode())
    (tmp_path / "train_on_dask.py").write_text(example)
    done = subprocess.run(
        [sys.executable, "train_on_dask.py", *names],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    learned = load_tokenizer_json(tmp_path / "tokenizer.json")
    expected = BPETokenizer.train(text, 4096, GPT2_PATTERN)
    assert len(names) > 16  # so that counts are added up in more than one round
    assert learned.merges == expected.merges
    assert learned.encode(text) == expected.encode(text)


def test_the_limits_in_the_guide_are_those_of_the_package():
    assert f"most {MAX_TRAIN_CHARACTERS:,} characters" in " ".join(GUIDE.split())
    assert f"accepts {MAX_COUNTED_CHARACTERS:,} of them" in GUIDE


def test_tokcore_does_not_import_dask():
    for path in (ROOT / "tokcore").glob("*.py"):
        assert not re.search(r"^\s*(import|from) (dask|distributed)\b", path.read_text("utf-8"), re.MULTILINE)
