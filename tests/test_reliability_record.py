"""docs/reliability.md: the limits that it states are those of the code, and the tests that it names exist."""

import re
from pathlib import Path

import pytest

from tests.bad_input import TEXTS
from tokcore import limits

TESTS = Path(__file__).parent
RECORD = (TESTS.parent / "docs" / "reliability.md").read_text("utf-8")


def rows(section):
    """The rows of the first table in a section, each as its cells, without the head."""
    part = RECORD.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    table = re.search(r"(?:^\|.*\n)+", part, re.MULTILINE)[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()[2:]]


def test_the_limits_are_those_of_the_code_and_none_is_missing():
    stated = {name.strip("`"): limit for _, limit, name, _, _ in rows("Limits")}
    known = {name: value for name, value in vars(limits).items() if name.isupper()}
    assert stated == {name: f"{value:,g}" if value < 10 else f"{value:,}" for name, value in known.items()}


@pytest.mark.parametrize("row", rows("Limits"), ids=lambda row: row[2])
def test_a_limit_is_enforced_where_it_is_said_to_be(row):
    _, limit, name, places, sentence = row
    paths = re.findall(r"`([\w/]+\.(?:py|js))`", places)
    assert paths
    for path in paths:
        source = (TESTS.parent / path).read_text("utf-8")
        assert name.strip("`") in source or (path.endswith(".js") and "data.most" in source), path
    assert limit in sentence or "box takes no larger" in sentence or "as for a text" in sentence


def test_every_test_that_is_named_exists():
    named = re.findall(r"`(?:[a-z]+/)?(test_\w+\.py)(?:::(\w+))?`", RECORD)
    assert len(named) > 80
    written = {path.name: path.read_text("utf-8") for path in TESTS.rglob("test_*.py")}
    for path, test in named:
        assert (f"def {test}(" if test else "def test_") in written.get(path, ""), f"{path}::{test}"


def test_every_bad_input_has_a_test():
    assert [row[0] for row in rows("Bad input") if not re.search(r"`[\w/]+\.py(::\w+)?`", row[3])] == []


def test_every_bad_text_is_in_the_record():
    told = rows("Bad input")[0][0]
    names = {"empty": "nothing", "200 kB of combining marks": "200 kB of combining marks on one letter"}
    assert told == ", ".join(names.get(name, name) for name in TEXTS)
