"""docs/numbers.md names what exists, for every page; and numbers typed into a page's sentences are right."""

import ast
import pkgutil
import re
from functools import cache
from pathlib import Path

import pytest

from tests.pages import labels
from tokcore import load
from tokcore.digits import cut_of
from tokcore.lookup import byte_runs

ROOT = Path(__file__).parents[1]
NUMBERS = (ROOT / "docs" / "numbers.md").read_text("utf-8")
MARKED = sorted(set(re.findall("`([^`]+)`", NUMBERS)))
FUNCTIONS = [name for name in MARKED if re.fullmatch(r"(tokcore|workshop)(\.\w+)+", name)]
FILES = [name for name in MARKED if name.startswith("data/")]
TESTS = [name for name in MARKED if name.startswith("test_")]
OTHERS = ["<unk>", "file::name", "tests/"]
PARTS = dict(re.findall(r"^## (.*?)$\n(.*?)(?=^## |\Z)", NUMBERS, re.MULTILINE | re.DOTALL))


@cache
def functions_in(file: str) -> set[str]:
    (path,) = (ROOT / "tests").rglob(file)
    tree = ast.parse(path.read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_name_in_code_marks_is_of_a_known_sort():
    assert set(MARKED) == {*FUNCTIONS, *FILES, *TESTS, *OTHERS}
    assert min(len(FUNCTIONS), len(TESTS)) > 50 and len(FILES) > 8


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_that_is_named_exists(name):
    assert pkgutil.resolve_name(name) is not None


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_named_exists(name):
    assert (ROOT / name).is_file()
    assert f"`{name}`" in (ROOT / "data" / "SOURCES.md").read_text("utf-8") or name == "data/build.py"


@pytest.mark.parametrize("name", TESTS)
def test_a_test_that_is_named_exists(name):
    file, _, test = name.partition("::")
    assert test in functions_in(file)


def test_every_page_of_the_menu_has_its_part_in_the_order_of_the_menu():
    assert list(PARTS) == list(labels.TITLE.values())
    for page in labels.PAGES:
        rows = re.findall(r"^\| (?!number|-)(.*) \|$", PARTS[labels.TITLE[page]], re.MULTILINE)
        assert rows and all(re.search(r"`test_\w+\.py::test_\w+`[^|]*$", row) for row in rows), page


# --- numbers in sentences -----------------------------------------------------------------------------------


def source_of(name: str) -> str:
    """A page's lines of text, with the breaks between its strings taken out."""
    return re.sub(r'"\s+f?"', "", (ROOT / name).read_text("utf-8"))


def test_bytes_that_print_as_themselves_come_first():
    assert "(21–7e, a1–ac, ae–ff) stand before the others" in source_of("pages/vocabulary.py")
    for name in ("gpt2", "cl100k_base", "o200k_base"):
        runs = sorted((run for run in byte_runs(load(name))), key=lambda run: run.first_id)
        assert [(run.first, run.last) for run in runs[:3]] == [(0x21, 0x7E), (0xA1, 0xAC), (0xAE, 0xFF)]


def test_the_two_numbers_that_gpt2_is_said_to_cut_differently():
    assert "so 520 is one token and 521 is two" in source_of("ui/digit_chunking/columns.py")
    assert [len(cut_of("gpt2")(number)) for number in ("520", "521")] == [1, 2]


def test_the_marks_of_a_turn_have_the_ids_that_the_page_names():
    assert "`<|im_start|>`, id 1, and `<|im_end|>`, id 2" in source_of("pages/special_tokens.py")
    assert [load("smollm2").specials[mark] for mark in ("<|im_start|>", "<|im_end|>")] == [1, 2]
