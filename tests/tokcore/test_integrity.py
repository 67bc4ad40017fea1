"""Damaged data files are found and named, with the expected hash and the command that makes them anew."""

import hashlib

import pytest

from tokcore import integrity
from tokcore.integrity import damaged

GOOD = b"the right content"
SUM = hashlib.sha256(GOOD).hexdigest()


@pytest.fixture
def project(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "sha256.txt").write_text(f"{SUM}  data/one.json\n{SUM}  data/two.json\n")
    for name in ("one.json", "two.json"):
        (tmp_path / "data" / name).write_bytes(GOOD)
    return tmp_path


def test_the_files_of_the_project_are_whole():
    assert damaged() == []


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda file: file.unlink(), "is missing or cannot be read"),
        (lambda file: file.write_bytes(GOOD[:-1]), hashlib.sha256(GOOD[:-1]).hexdigest()),
        (lambda file: file.write_bytes(b""), hashlib.sha256(b"").hexdigest()),
        (lambda file: (file.unlink(), file.mkdir()), "is missing or cannot be read"),
    ],
    ids=["missing", "cut off", "empty", "a folder"],
)
def test_a_damaged_file_is_named_with_its_hash_and_the_remedy(project, spoil, says):
    assert damaged(project) == []
    spoil(project / "data" / "two.json")
    (found,) = damaged(project)
    for part in ("data/two.json", says, SUM, integrity.REMAKE):
        assert part in found.sentence
    assert str(project) not in found.sentence


def test_without_its_list_nothing_can_be_checked(project):
    for spoil in (lambda file: file.write_bytes(b"\xff"), lambda file: file.unlink()):
        spoil(project / "data" / "sha256.txt")
        (found,) = damaged(project)
        assert found.path == "data/sha256.txt"
