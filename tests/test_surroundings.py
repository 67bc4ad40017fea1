"""The app where nothing outside it works: no network, no home, no disk to write to."""

import asyncio
import http.client
import os
import resource
import subprocess
import sys
import threading

import pytest

from bench.visitors import Visitor
from tests.container import ROOT, free_port
from tests.pages import labels
from tests.pages.labels import LISTED
from ui.ready import HOW_MUCH

OFFLINE = """
import errno, os, sys

def refuse(event, given):
    if event == "import" and given[0] == "pandas":
        print("loads pandas, 30 MB for nothing: see ui/arrow.py", file=sys.stderr)
    host = given[0] if event == "socket.getaddrinfo" else None
    if event in ("socket.connect", "socket.sendto") and isinstance(given[1], tuple):
        host = given[1][0]
    if host not in (None, "", "127.0.0.1", b"127.0.0.1", "localhost"):
        print("asked for", host, file=sys.stderr)
        raise OSError(errno.ENETUNREACH, os.strerror(errno.ENETUNREACH))

sys.addaudithook(refuse)
"""
"""For every Python of the app, its workers included: other hosts cannot be reached, and pandas is told of."""

NOWHERE = "/proc/nowhere"  # a folder that not even root can make
READY = f"{len(LISTED)} of {len(LISTED)} pages were opened once"


def no_byte():
    """A disk on which no file grows."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """Its port, and all it has said until its pages were opened once."""
    folder, port = tmp_path_factory.mktemp("offline"), free_port()
    (folder / "sitecustomize.py").write_text(OFFLINE)
    outside = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    homes = dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"), NOWHERE)
    options = {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "STREAMLIT_SERVER_PORT": str(port)}
    options[HOW_MUCH] = "pages"
    command = [sys.executable, "-m", "streamlit", "run", "streamlit_app.py", "--server.headless=true"]
    process = subprocess.Popen(
        [*command, "--server.address=127.0.0.1", "--server.fileWatcherType=none"],
        cwd=ROOT,
        env=outside | homes | options,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=no_byte,
    )
    too_late = threading.Timer(90, process.kill)
    too_late.start()
    said = []
    try:
        for line in process.stdout:
            said.append(line)
            if READY in line:
                break
        yield port, said
    finally:
        too_late.cancel()
        process.kill()
        process.communicate()


def test_the_app_starts_and_opens_all_its_pages_without_a_word_of_complaint(app):
    assert [line for line in app[1] if READY not in line] == []
    assert len(app[1]) == 1


@pytest.mark.parametrize("page", LISTED)
def test_every_page_opens(app, page):
    async def visit():
        async with Visitor(app[0], page) as visitor:
            await visitor.run()
            return visitor.errors

    assert asyncio.run(visit()) == []


def test_a_file_of_ones_own_is_read_without_a_byte_on_a_disk(app):
    async def visit():
        async with Visitor(app[0], "vocab_size") as visitor:
            link = labels.link("vocab_size", {"corpus": labels.OWN_TEXT, "way": "Upload a file"})
            await visitor.run(link)
            file = await visitor.upload("names.txt", b"a line of some length\n" * 200_000)
            await visitor.run(link, file)
            return visitor.errors

    assert asyncio.run(visit()) == []


@pytest.mark.parametrize(
    "path",
    [
        "/app/static/../../streamlit_app.py",
        "/app/static/%2e%2e/%2e%2e/etc/passwd",
        "/app/static/%00",
        "/media/none.png",
        "/_stcore/upload_file/one/two",
        "/component/none/index.html",
        "/static/none.js",
        "/no/such/page",
    ],
)
@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_no_answer_names_a_path_or_a_line(app, method, path):
    connection = http.client.HTTPConnection("127.0.0.1", app[0], timeout=10)
    connection.request(method, path, b"x" if method == "PUT" else None)
    body = connection.getresponse().read()
    connection.close()
    for word in (b"Traceback", b".py", b"root:", str(ROOT).encode(), sys.prefix.encode()):
        assert word not in body
