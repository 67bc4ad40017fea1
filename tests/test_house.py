"""The house: what each part may import, and what importing the subject loads."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ORDER = (
    "limits integrity alphabet spelling pretokenize elsewhere counting trainer training encoding ids "
    "tokenizer words published export measures sweep bigram languages lookup family digits specials glitch "
    "factors reachability roundtrip verified apart uploaded taken_home disagreement corpora unseen files "
    "parallel terminal subcommands command __main__"
).split()
"""The modules of tokcore in reading order; each imports only those before it."""

BACKWARDS = {"tokenizer": {"export"}}
"""What a method hands on to a later module, and so imports when it is called."""

NEEDED_AT_IMPORT = {"regex", "tokcore"}
LAZY = {
    "published": {"tiktoken", "tiktoken_ext", "tokenizers"},
    "export": {"tiktoken", "tiktoken_ext", "tokenizers"},
    "glitch": {"numpy"},
    "uploaded": {"tokenizers"},
    "taken_home": {"tiktoken", "tokenizers"},
}
NETWORK_AND_THREADS = set(
    "asyncio concurrent ftplib http multiprocessing socket ssl threading urllib".split()
)
PROCESSES = {"parallel": {"concurrent", "multiprocessing"}}
"""The one module that works in several processes at once."""


def scripts(folder):
    return sorted((ROOT / folder).rglob("*.py"))


def imports(path):
    """Every import of a file as (dotted name, whether it stands at the top of the module)."""
    tree = ast.parse(path.read_text("utf-8"))
    inside = {
        node
        for scope in ast.walk(tree)
        if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in ast.walk(scope)
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, node not in inside) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by a relative path"
            found += [(node.module, node not in inside)]
            found += [(f"{node.module}.{alias.name}", node not in inside) for alias in node.names]
    return found


def packages(path):
    """The top-level packages that a file imports."""
    return {name.partition(".")[0] for name, _ in imports(path)}


def own_modules(path, package):
    """The modules of one of the project's packages that a file imports."""
    return {name.split(".")[1] for name, _ in imports(path) if name.startswith(f"{package}.")}


def test_imports_are_found_wherever_they_stand(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import a.b\nfrom c import d\ndef f():\n    from e import g\nif a:\n    import h\n")
    at_the_top = {("a.b", True), ("c", True), ("c.d", True), ("h", True)}
    assert set(imports(script)) == at_the_top | {("e", False), ("e.g", False)}
    assert packages(script) == {"a", "c", "e", "h"}
    assert own_modules(script, "c") == {"d"}


def test_every_module_of_tokcore_has_a_place_in_the_order():
    assert {path.stem for path in scripts("tokcore")} <= {"__init__", *ORDER}


@pytest.mark.parametrize("path", scripts("tokcore"), ids=lambda path: path.stem)
def test_tokcore_needs_only_regex_and_names_other_libraries_where_allowed(path):
    for name, at_the_top in imports(path):
        package = name.partition(".")[0]
        allowed = NEEDED_AT_IMPORT | set(sys.stdlib_module_names)
        if not at_the_top:
            allowed |= LAZY.get(path.stem, set())
        assert package in allowed, f"{path.name} imports {name}"
    assert packages(path) & NETWORK_AND_THREADS == PROCESSES.get(path.stem, set())


@pytest.mark.parametrize(
    "path", [path for path in scripts("tokcore") if path.stem != "__init__"], ids=lambda path: path.stem
)
def test_modules_of_tokcore_import_only_earlier_ones(path):
    earlier = set(ORDER[: ORDER.index(path.stem)])
    at_the_top = {name.split(".")[1] for name, top in imports(path) if top and name.startswith("tokcore.")}
    assert at_the_top <= earlier
    assert own_modules(path, "tokcore") <= earlier | BACKWARDS.get(path.stem, set())


def test_importing_tokcore_loads_no_large_library():
    code = "import sys, tokcore; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {"tokcore", "regex"} <= loaded
    assert (
        loaded & {"tiktoken", "tiktoken_ext", "tokenizers", "numpy", "streamlit", "pandas", "altair"} == set()
    )


@pytest.mark.parametrize("path", scripts("workshop"), ids=lambda path: path.stem)
def test_exercises_need_only_tokcore(path):
    for name, _ in imports(path):
        package = name.partition(".")[0]
        assert package in {"tokcore", "workshop", "regex", *sys.stdlib_module_names}, f"{path.name}: {name}"
    assert packages(path) & NETWORK_AND_THREADS == set()


def test_arrows_run_from_pages_to_ui_to_workshop_to_tokcore():
    for path in scripts("tokcore"):
        assert packages(path) & {"streamlit", "pages", "ui", "workshop", "streamlit_app"} == set(), path
    for path in scripts("workshop"):
        assert packages(path) & {"streamlit", "pages", "ui", "streamlit_app"} == set(), path
    for path in scripts("ui"):
        assert packages(path) & {"pages", "streamlit_app"} == set(), path
    for path in scripts("pages"):
        assert packages(path) & {"pages", "streamlit_app"} == set(), path
        siblings = {page.stem for page in scripts("pages")}
        assert packages(path) & siblings == set(), path
