"""The data files: their checksums, their description, and the facts they claim about other libraries."""

import hashlib
import importlib.util
import inspect
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tokcore import WordBPE, words
from tokcore.corpora import corpus, held_out

ROOT = Path(__file__).resolve().parent.parent
DATA, FONTS = ROOT / "data", ROOT / "static" / "fonts"
CHECKSUMS = {
    path: checksum
    for checksum, path in (line.split("  ") for line in (DATA / "sha256.txt").read_text("ascii").splitlines())
}
SOURCES = (DATA / "SOURCES.md").read_text("utf-8")
CODE_AND_LISTS = {".py", ".md"}
TIME_MACHINE_SHA1 = "090b5e7e70c295757f55df93cb0a180b9691891a"


def files_below(*folders: Path) -> set[str]:
    """The paths of all files below the folders, from the project's root, without Python's own caches."""
    return {
        file.relative_to(ROOT).as_posix()
        for folder in folders
        for file in folder.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


def project_files() -> list[str]:
    """The files that git tracks or would track."""
    listed = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        output = subprocess.run(listed, capture_output=True, check=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("the project is not in a git repository")
    return [path for path in output.split("\0") if (ROOT / path).is_file()]


def load_module(path: Path):
    """The Python file as a module, without a lasting change to the import path."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def probe_classes():
    """The module data/probe_classes.py."""
    return load_module(DATA / "probe_classes.py")


@pytest.mark.parametrize("path", CHECKSUMS)
def test_file_has_its_checksum_and_its_row_in_sources(path):
    content = (ROOT / path).read_bytes()
    assert hashlib.sha256(content).hexdigest() == CHECKSUMS[path]
    (row,) = [line for line in SOURCES.splitlines() if line.startswith(f"| `{path}` |")]
    assert row.endswith(f"| {len(content):,} | `{CHECKSUMS[path]}` |")


def test_checksums_cover_exactly_the_data_files():
    data_files = {
        path
        for path in files_below(DATA, FONTS) - {"data/sha256.txt"}
        if Path(path).suffix not in CODE_AND_LISTS
    }
    assert data_files == set(CHECKSUMS)


def test_sources_names_every_file():
    unnamed = [path for path in files_below(DATA, FONTS) if Path(path).name not in SOURCES]
    assert set(unnamed) <= {"data/SOURCES.md"}


def test_build_check_accepts_the_files_in_place():
    done = subprocess.run([sys.executable, DATA / "build.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{len(CHECKSUMS)} files have the expected sha256\n"


def test_build_refuses_an_unknown_source():
    done = subprocess.run([sys.executable, DATA / "build.py", "gpt9"], capture_output=True, text=True)
    assert done.returncode == 2
    assert "no source named gpt9" in done.stderr


def test_build_writes_nothing_when_one_file_differs(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(str(DATA))
    build = load_module(DATA / "build.py")
    right, wrong = "data/udhr.json", "data/texts/botchan.txt"
    made = {right: (ROOT / right).read_bytes(), wrong: b"another text"}
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setitem(build.SOURCES, "udhr", lambda registries: made)
    assert build.main(["udhr"]) == 1
    assert list(tmp_path.iterdir()) == []
    made.pop(wrong)
    assert build.main(["udhr"]) == 0
    assert (tmp_path / right).read_bytes() == made[right]


@pytest.mark.parametrize("name", ["r50k_base", "cl100k_base", "o200k_base"])
def test_rank_files_are_those_tiktoken_expects(name):
    from tiktoken_ext import openai_public

    stated = re.findall(
        r'/(\w+)\.tiktoken",\s*expected_hash="([0-9a-f]{64})"', inspect.getsource(openai_public)
    )
    assert dict(stated)[name] == CHECKSUMS[f"data/tokenizers/{name}.tiktoken"]


def test_probing_again_gives_the_character_classes(probe_classes):
    probed = probe_classes.character_classes()
    stored = (DATA / "char_classes.json").read_text("utf-8")
    assert probed == json.loads(stored)
    assert probe_classes.as_json(probed) == stored


def test_probes_keep_what_matches_and_nothing_else(probe_classes):
    assert probe_classes.matched_by_tiktoken("[bé中𐐀]", "abcéè中文𐐀x") == "bé中𐐀"
    assert probe_classes.matched_by_oniguruma("[bé中𐐀]", "abcéè中文𐐀x") == "bé中𐐀"
    assert (
        probe_classes.matched_by_tiktoken("[bé]", "xyz")
        == probe_classes.matched_by_oniguruma("[bé]", "xyz")
        == ""
    )
    assert probe_classes.isolated_by_digits("0a1²x½٣ aa.") == "01²½٣"
    assert probe_classes.ranges("dabxfz") == [97, 98, 100, 100, 102, 102, 120, 120, 122, 122]


@pytest.mark.parametrize("pattern", [r"\p{L}", r"\p{N}"])
@pytest.mark.parametrize("engine", ["tiktoken", "oniguruma"])
def test_classes_do_not_depend_on_neighbours(probe_classes, engine, pattern):
    matched = {"tiktoken": probe_classes.matched_by_tiktoken, "oniguruma": probe_classes.matched_by_oniguruma}
    stored = json.loads((DATA / "char_classes.json").read_text("utf-8"))[engine][pattern[3]]
    edges = {code + step for code in stored for step in (-1, 0, 1)} - set(probe_classes.SURROGATES)
    apart = ".".join(map(chr, sorted(edges, reverse=True)))
    inside = set(matched[engine](pattern, apart))
    in_ranges = {
        chr(code)
        for code in edges
        if any(low <= code <= high for low, high in zip(stored[::2], stored[1::2], strict=True))
    }
    assert inside == in_ranges


def test_declarations_are_complete():
    declarations = json.loads((DATA / "udhr.json").read_text("utf-8"))
    assert len(declarations) == 82
    for declaration in declarations.values():
        assert set(declaration) == {"name", "bcp47", "iso6393", "direction", "articles", "text"}
        assert declaration["articles"] == 30
        assert declaration["direction"] in ("ltr", "rtl", "ttb")
        assert len(declaration["text"].splitlines()) > 30


def test_the_catalogue_is_what_its_generator_writes(monkeypatch):
    monkeypatch.syspath_prepend(str(DATA))
    build = load_module(DATA / "build.py")
    ((path, content),) = build.SOURCES["furniture_catalogue"](None).items()
    assert (ROOT / path).read_bytes() == content
    assert len(content) < 2_000_000


@pytest.mark.parametrize("part", ["all lines", "the lines to learn from"])
def test_the_catalogue_has_16000_merges_of_words(part):
    text = corpus("furniture_catalogue").text
    if part != "all lines":
        text = held_out(text).training
    assert len(WordBPE.train(Counter(words(text)), 16_000).merges) == 16_000


def test_the_catalogue_has_a_long_tail_of_rare_words():
    counts = Counter(words(corpus("furniture_catalogue").text))
    once = sum(count == 1 for count in counts.values())
    assert once / len(counts) > 0.5


def test_product_lines_are_long_enough_to_be_nobodys_name(monkeypatch):
    monkeypatch.syspath_prepend(str(DATA))
    names = corpus("furniture_names").text.splitlines()
    lines = {word for name in names for word in name.split() if word[0].isupper() and word.isalpha()}
    assert len(lines) > 1_000
    assert min(map(len, lines)) >= 6


def test_fonts_stay_small_and_are_woff2():
    fonts = list(FONTS.glob("*.woff2"))
    assert sum(font.stat().st_size for font in fonts) < 700_000
    assert all(font.read_bytes().startswith(b"wOF2") for font in fonts)


def test_the_time_machine_is_not_in_the_project():
    files = project_files()
    assert [path for path in files if re.search(r"time[-_ ]?machine", path, re.IGNORECASE)] == []
    assert [
        path for path in files if hashlib.sha1((ROOT / path).read_bytes()).hexdigest() == TIME_MACHINE_SHA1
    ] == []
