"""deploy/nginx.conf in front of two real processes of the app; only addresses and folders are put in."""

import http.client
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.container import ROOT, App, free_port

CONFIGURATION = ROOT / "deploy" / "nginx.conf"


class Answer(NamedTuple):
    """What came back: `headers` is read without regard to case, and `get_all` gives one that stands twice."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


class Proxy(NamedTuple):
    """A running nginx: its address, its access log, what it says about itself, and the apps behind it."""

    url: str
    access: Path
    log: Path
    apps: tuple[App, App]

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        """One request on a connection of its own, with nothing decoded and no cookie kept."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            got = connection.getresponse()
            return Answer(got.status, got.msg, got.read())
        finally:
            connection.close()

    def served(self) -> list[dict]:
        """What the access log says, a row for each request that has ended."""
        return [json.loads(line) for line in self.access.read_text("utf-8").splitlines()]

    def upstream(self, request: str) -> str:
        """Which app answered the request of that id; nginx writes it down a moment after the answer."""
        deadline = time.monotonic() + 10
        while True:
            for row in self.served():
                if row["id"] == request:
                    return row["upstream"]
            if time.monotonic() > deadline:
                raise RuntimeError(f"The access log has no request {request}.")
            time.sleep(0.01)


def nginx() -> str:
    """The nginx of this machine; a test without one is skipped."""
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found is None:
        pytest.skip("There is no nginx on this machine: install one (apt-get install nginx-light).")
    return found


def configuration(port: int, apps: tuple[int, int], folder: str, frame_ancestors: str = "'self'") -> str:
    """The configuration with these ports, a folder for what nginx writes, and the sites that may frame it."""
    text = CONFIGURATION.read_text("utf-8")
    for old, new in (
        ("listen 8080;", f"listen 127.0.0.1:{port};"),
        ("server app1:8501 ", f"server 127.0.0.1:{apps[0]} "),
        ("server app2:8501 ", f"server 127.0.0.1:{apps[1]} "),
        ("/dev/stdout", f"{folder}/access"),
    ):
        if old not in text:
            raise ValueError(f"deploy/nginx.conf does not hold {old!r}.")
        text = text.replace(old, new)
    text = re.sub(r"/tmp/(nginx[-.])", rf"{folder}/\1", text)
    return re.sub(r"(?m)^(?!#)(.*)\$\{FRAME_ANCESTORS\}", lambda line: line[1] + frame_ancestors, text)


@contextmanager
def proxied(apps: tuple[App, App], frame_ancestors: str = "'self'") -> Iterator[Proxy]:
    """nginx before two running apps, until it answers."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # nginx works as a user of its own
        port = free_port()
        file, log = Path(folder) / "nginx.conf", Path(folder) / "log"
        file.write_text(configuration(port, (apps[0].port, apps[1].port), folder, frame_ancestors), "utf-8")
        with log.open("w") as output:
            process = subprocess.Popen(
                [nginx(), "-c", file, "-g", "daemon off;"], stdout=output, stderr=subprocess.STDOUT
            )
        try:
            _wait_until_it_answers(port, process, log)
            yield Proxy(f"http://127.0.0.1:{port}", Path(folder) / "access", log, apps)
        finally:
            process.terminate()
            process.wait(20)


def _wait_until_it_answers(port: int, process: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + 20
    while True:
        try:
            http.client.HTTPConnection("127.0.0.1", port, timeout=2).connect()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"nginx did not start: {log.read_text()}") from None
            time.sleep(0.05)
