"""What the code may not do: evaluate, unpickle, write markup, ask other hosts, or bring a secret along."""

import ast
import re
import tomllib

import pytest

from tests.container import ROOT

APP = [
    ROOT / "streamlit_app.py",
    *(path for part in ("pages", "ui", "workshop", "tokcore") for path in (ROOT / part).rglob("*.py")),
]
SCRIPTS = sorted((ROOT / "ui").rglob("*.js"))
CALLS = {
    "eval",
    "exec",
    "compile",
    "__import__",
    "os.system",
    "os.popen",
    "marshal.loads",
    "pickle.load",
    "pickle.loads",
}
ALLOWED = {("tokcore/elsewhere.py", "pickle.loads")}
"""What two processes of the app say to each other."""

NEVER_IN_SCRIPTS = (
    *(
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "createContextualFragment",
        "DOMParser",
    ),
    *("eval(", "new Function", "XMLHttpRequest", "sendBeacon", "WebSocket", "EventSource", "localStorage"),
)
SECRET = re.compile(
    r"BEGIN [A-Z ]*PRIVATE KEY|\b(ghp|gho|github_pat|hf|sk|xox[bp]|AKIA)[_-]?[A-Za-z0-9]{20,}"
    r"|(?i:password|passwd|api_?key|secret|token) *= *[\"'][A-Za-z0-9+/]{16,}[\"']"
)
REQUIREMENTS = [*ROOT.glob("requirements*.txt"), ROOT / "bench/requirements.txt"]


def forbidden(source):
    """The calls in a script that it may not make."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            found |= {ast.unparse(node.func)} & CALLS
            found |= {f"{one.arg}=True" for one in node.keywords if one.arg in ("unsafe_allow_html", "shell")}
    return found


def test_forbidden_calls_are_found():
    assert forbidden("eval('1')\nre.compile('a')\npickle.loads(b'')") == {"eval", "pickle.loads"}
    assert forbidden("st.markdown(text, unsafe_allow_html=True)") == {"unsafe_allow_html=True"}


def test_nothing_that_comes_from_outside_is_run_or_written_as_markup():
    made = {
        (path.relative_to(ROOT).as_posix(), call)
        for path in APP
        for call in forbidden(path.read_text("utf-8"))
    }
    assert made == ALLOWED


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_component_makes_text_and_asks_nobody(path):
    text = path.read_text("utf-8")
    assert [word for word in NEVER_IN_SCRIPTS if word in text] == []


def test_every_dependency_is_pinned():
    lines = [line for path in REQUIREMENTS for line in path.read_text("utf-8").splitlines()]
    named = [line for line in lines if line and not line.startswith(("#", "-r "))]
    assert len(named) > 15
    assert [line for line in named if not re.fullmatch(r"[\w.-]+(\[\w+\])?==[\w.]+( *#.*)?", line)] == []


def test_no_statistics_no_details_of_errors_and_no_secret():
    settings = tomllib.loads((ROOT / ".streamlit/config.toml").read_text("utf-8"))
    assert settings["browser"]["gatherUsageStats"] is False
    assert settings["client"]["showErrorDetails"] == "none"
    assert not (ROOT / ".streamlit/secrets.toml").exists()
    assert SECRET.search(f'API_KEY = "{"a1" * 10}"') and SECRET.search(f"hf_{'a1' * 15}")
    parts = ("pages", "ui", "workshop", "tokcore", "tests", "bench", "deploy", "docs", ".ci", ".streamlit")
    texts = [
        path
        for part in parts
        for path in (ROOT / part).rglob("*")
        if path.suffix in (".py", ".md", ".toml", ".yaml", ".conf", ".js", "")
    ]
    assert [
        path.name for path in texts if path.is_file() and SECRET.search(path.read_text("utf-8", "replace"))
    ] == []
