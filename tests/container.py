"""The container without a container engine: its files, its command and its user, as the Dockerfile says."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]


class App(NamedTuple):
    """A running app: its port, its process, the file its messages go to, and how it was started."""

    port: int
    process: subprocess.Popen
    log: Path
    environment: dict[str, str]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def instructions(name: str) -> list[str]:
    """What stands after each instruction of that name in the Dockerfile, continued lines joined."""
    lines = re.sub(r"(?m)^#.*\n", "", (ROOT / "Dockerfile").read_text("utf-8")).replace("\\\n", " ")
    return re.findall(rf"(?m)^{name}\s+(.*?)\s*$", lines)


def command() -> list[str]:
    """The words that start the app."""
    (entry,) = instructions("ENTRYPOINT")
    return json.loads(entry)


def health_check() -> list[str]:
    """The words that ask whether the app is well."""
    (check,) = instructions("HEALTHCHECK")
    return json.loads(check.partition("CMD")[2])


def environment() -> dict[str, str]:
    """The variables that the image sets."""
    return dict(pair.split("=", 1) for line in instructions("ENV") for pair in line.split())


def user() -> int:
    """The number of the user under which the app runs."""
    return int(instructions("USER")[-1].partition(":")[0])


def ignored(path: str, rules: Sequence[str]) -> bool:
    """Whether rules of a .dockerignore leave a path out: the last rule that names it or a folder above it."""
    left_out = False
    for rule in rules:
        pattern = re.escape(rule.removeprefix("!")).replace(r"\*\*/", "(.*/)?").replace(r"\*", "[^/]*")
        if re.fullmatch(f"{pattern}(/.*)?", path):
            left_out = not rule.startswith("!")
    return left_out


def context() -> list[str]:
    """The files that .dockerignore lets through."""
    lines = [line.strip() for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()]
    rules = [line for line in lines if line and not line.startswith("#")]
    found = []
    for folder, inside, names in os.walk(ROOT):
        here = Path(folder).relative_to(ROOT)
        paths = {name: (here / name).as_posix() for name in (*inside, *names)}
        inside[:] = [
            name
            for name in inside
            if not ignored(paths[name], rules) or any(rule.startswith(f"!{paths[name]}/") for rule in rules)
        ]
        found += [paths[name] for name in names if not ignored(paths[name], rules)]
    return found


def copied() -> dict[str, str]:
    """Path in the image's folder -> file of the project, as the COPY instructions say.

    Raises ValueError for a source that is not there.
    """
    files = context()
    found = {}
    for line in instructions("COPY"):
        *sources, target = line.split()
        for source in sources:
            matching = [path for path in files if path == source or path.startswith(f"{source}/")]
            if not matching:
                raise ValueError(f"The Dockerfile copies {source}, which is not there.")
            for path in matching:
                inside = Path(path).relative_to(source) if path != source else Path(path).name
                found[(Path(target) / inside).as_posix()] = path
    return found


@contextmanager
def image() -> Iterator[Path]:
    """A folder with exactly the files of the image, which nobody may write to."""
    folder = Path(tempfile.mkdtemp(prefix="image-"))
    try:
        for inside, path in copied().items():
            (folder / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, folder / inside)
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        yield folder
    finally:
        for path in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
            path.chmod(0o755)
        shutil.rmtree(folder)


def as_the_user(words: Sequence[str]) -> list[str]:
    """A command that runs as the image's user; who is not root stays who they are.

    The interpreter of a checkout may lie in a folder that is root's alone, so the right to read goes along.
    It brings no right to write.
    """
    if os.geteuid() != 0:
        return list(words)
    reading = "+dac_read_search"
    return [
        "setpriv",
        *(f"--reuid={user()}", f"--regid={user()}", "--clear-groups", "--no-new-privs"),
        *(f"--inh-caps=-all,{reading}", f"--ambient-caps=-all,{reading}", f"--bounding-set=-all,{reading}"),
        *words,
    ]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextmanager
def running(folder: Path, port: int | None = None, **more: str) -> Iterator[App]:
    """The image's command in its folder, with the image's variables and those given, until it answers."""
    port = port or free_port()
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        home.chmod(0o777)  # as /tmp is in the container
        temporary = {
            name: value.replace("/tmp", place, 1)
            for name, value in environment().items()
            if value.startswith("/tmp")
        }
        variables = environment() | temporary | {"TMPDIR": place, "STREAMLIT_SERVER_PORT": str(port)} | more
        variables |= {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "LANG": "C.UTF-8"}
        log = home / "log"
        with log.open("w") as output:
            process = subprocess.Popen(
                as_the_user(command()), cwd=folder, env=variables, stdout=output, stderr=subprocess.STDOUT
            )
        app = App(port, process, log, variables)
        try:
            wait_until_healthy(app)
            yield app
        finally:
            process.terminate()
            process.wait(20)


def wait_until_healthy(app: App) -> None:
    """Returns when the app answers. Raises RuntimeError with its messages when it ends or takes a minute."""
    deadline = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(f"{app.url}/_stcore/health", timeout=2):
                return
        except OSError:
            if app.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The app did not start: {app.log.read_text()}") from None
            time.sleep(0.05)
