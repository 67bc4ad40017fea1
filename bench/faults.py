"""Faults on purpose: what a person sees, and the seconds until the page works again. Asserts nothing.

python -m bench.faults [fault ...]    all of them when none is named, in about six minutes; needs a Chromium

The app runs as in its container. `line` and `process` go through a line of their own, which is cut;
`disk` needs a system on which a small file system may be mounted.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from bench.load import long_text
from bench.visitors import Visitor, until_ready, workers_of
from tests.browser.app import (
    Server,
    at_step,
    code,
    finished,
    go_by_menu,
    open_browser,
    open_page,
    player,
    press,
    settled,
    shared_address,
    text_box,
    write,
)
from tests.browser.line import Line
from tests.container import App, image, running
from tests.pages import labels
from tests.pages.labels import COMPARE, LISTED, TRACE
from tests.test_surroundings import NOWHERE, OFFLINE, READY
from tokcore.integrity import REMAKE

BREAK = 30
"""For how many seconds the line is cut."""

CLASS = 200
SIZES = "vocab_size"
FILE = labels.link(SIZES, {"corpus": labels.OWN_TEXT, "way": "Upload a file"})
CONNECTED = "[data-testid=stApp][data-test-connection-state=CONNECTED]"
PATIENCE = 120


def told(fault: str, what: str, seconds: float | None) -> None:
    """Print one line."""
    print(f"{fault:44} {what:66} {'' if seconds is None else f'{seconds:6.1f}'}", flush=True)


def since(started: float) -> float:
    """Seconds that have passed."""
    return time.perf_counter() - started


@contextmanager
def tab_at(address: str, app: App, page: str, link: str = "") -> Iterator[Page]:
    """A page in a tab of its own."""
    with sync_playwright() as playwright:
        browser = open_browser(playwright)
        yield open_page(browser.new_page(), Server(address, app.log), page, link)
        browser.close()


def worker(folder: Path) -> None:
    """Kill the worker in the middle of training on the longest file."""
    with running(folder) as app:
        until_ready(app.log, READY)
        with tab_at(app.url, app, SIZES, FILE) as tab:
            file = {"name": "long.txt", "mimeType": "text/plain", "buffer": long_text(1)}
            tab.locator("input[type=file]").set_input_files(file)
            tab.get_by_text("Training …").wait_for()
            time.sleep(2)
            started = time.perf_counter()
            for one in workers_of(app):
                os.kill(one, 9)
            tab.get_by_text("The work was interrupted").wait_for()
            told("worker killed in the middle of training", "a sentence and “Try again”", since(started))
            started = time.perf_counter()
            press(tab, "Try again")
            tab.get_by_text("bytes per token, training").first.wait_for(timeout=1000 * PATIENCE)
            told("", "tried again: the whole training and its picture", since(started))


def line(folder: Path) -> None:
    """Cut the line, type into the break, and mend it."""
    with running(folder) as app, Line(app.port) as led:
        until_ready(app.log, READY)
        with tab_at(led.url, app, TRACE) as tab:
            write(tab, TRACE, "hug hugs hug")
            press(tab, labels.KEEP)
            expect(tab.get_by_role("link", name=labels.KEPT)).to_be_visible()
            led.cut()
            expect(tab.locator(CONNECTED)).to_have_count(0)
            text_box(tab, TRACE).fill("hug hugs pug")
            time.sleep(BREAK)
            led.mend()
            started = time.perf_counter()
            expect(code(tab)).to_contain_text("text = 'hug hugs pug'", timeout=1000 * PATIENCE)
            passed = since(started)
            kept = go_by_menu(settled(tab), COMPARE).get_by_role("button", name="mine: ").count()
            told(
                f"connection cut for {BREAK} s",
                f"text of the break taken, {kept} of 1 tokenizers kept",
                passed,
            )


def process(folder: Path) -> None:
    """Kill the app, start another, and follow the link."""
    with running(folder) as app, Line(app.port) as led, tab_at(led.url, app, TRACE) as tab:
        until_ready(app.log, READY)
        write(tab, TRACE, "hug hugs pug")
        tab.get_by_text(labels.SHARE_TEXT, exact=True).click()
        expect(tab.get_by_test_id("stCode").filter(has_text="text=hug")).to_be_visible()
        link = f"{shared_address(settled(tab))}&step=1"
        visit = text_box(tab, TRACE).get_attribute("data-visit")
        app.process.kill()
        led.cut()
        started = time.perf_counter()
        with running(folder) as other:
            told("app killed, and started again", "it answers", since(started))
            led.mend(other.port)
            box = text_box(tab, TRACE)
            expect(box).not_to_have_attribute("data-visit", visit, timeout=1000 * PATIENCE)
            expect(code(tab)).to_contain_text("text = 'hug hugs pug'")
            told("", "the open tab is connected, and its text drawn", since(started))
            started = time.perf_counter()
            tab.goto(link)
            expect(text_box(finished(tab, TRACE), TRACE)).to_have_value("hug hugs pug")
            at_step(player(tab, labels.PLAYER[TRACE]), 1)
            told("", "its link: the same page, text and step", since(started))


def whole_class(folder: Path) -> None:
    """Cut everybody's connection at once."""

    async def visits(port: int) -> tuple[int, float]:
        people = [Visitor(port) for _ in range(CLASS)]
        for person in people:
            await person.__aenter__()
            await person.run()
        before = [person.session for person in people]
        await asyncio.gather(*(person.__aexit__() for person in people))
        await asyncio.sleep(BREAK)
        started = time.perf_counter()
        await asyncio.gather(*(person.__aenter__() for person in people))
        await asyncio.gather(*(person.run() for person in people))
        same = sum(person.session == session for person, session in zip(people, before))
        await asyncio.gather(*(person.__aexit__() for person in people))
        return same, since(started)

    with running(folder) as app:
        until_ready(app.log, READY)
        same, seconds = asyncio.run(visits(app.port))
        told(
            f"{CLASS} connections cut for {BREAK} s at once",
            f"{same} visits go on, each page drawn anew",
            seconds,
        )


def data(folder: Path) -> None:
    """Cut each data file short, one start for each, and then take their folder away."""
    sums = (folder / "data/sha256.txt").read_text().splitlines()
    paths = [path for _, path in (line.split("  ") for line in sums)]
    files = [folder / path for path in paths if path.startswith("data/") and "licences" not in path]
    named, started = 0, time.perf_counter()
    for file in files:
        with damage(file, file.read_bytes()[:-1]):
            named += said(folder, file)
    each = since(started) / len(files)
    told(
        f"each of {len(files)} data files cut short",
        f"{named} starts named it, its hash and the remedy",
        each,
    )
    with tempfile.TemporaryDirectory() as away:
        shutil.copytree(folder, f"{away}/app", ignore=shutil.ignore_patterns("data"))
        started = time.perf_counter()
        named = said(Path(away) / "app", Path(away) / "app/data/sha256.txt")
        told("no folder of data", f"{named} start named its list and the remedy", since(started))


@contextmanager
def damage(file: Path, content: bytes) -> Iterator[None]:
    """The file with another content."""
    good = file.read_bytes()
    file.chmod(0o644)
    file.write_bytes(content)
    try:
        yield
    finally:
        file.write_bytes(good)


def said(folder: Path, file: Path) -> int:
    """1 when a start names the file and the remedy without a traceback, and a page opens all the same."""
    with running(folder) as app:
        until_ready(app.log, READY)
        errors, log = asyncio.run(visit(app, COMPARE)), app.log.read_text()
        named = f"The file {file.relative_to(folder)} " in log and f"“{REMAKE}”" in log
        return int(named and not errors and "Traceback" not in log)


async def visit(app: App, page: str, link: str = "", upload: bytes = b"") -> list[str]:
    """Open a page, with a file when one is given; the errors that it showed."""
    async with Visitor(app.port, page) as visitor:
        await visitor.run(link)
        if upload:
            await visitor.run(link, await visitor.upload("a.txt", upload))
        return visitor.errors


def surrounded(fault: str, folder: Path, **variables: str) -> None:
    """Start where something is missing, open every page, and read a file of 4 MB."""
    with running(folder, **variables) as app:
        started = time.perf_counter()
        until_ready(app.log, READY)
        seconds = since(started)
        errors = [error for page in LISTED for error in asyncio.run(visit(app, page))]
        errors += asyncio.run(visit(app, SIZES, FILE, b"a line of some length\n" * 200_000))
        more = sum("pages were opened" not in line for line in app.log.read_text().splitlines())
        told(
            fault,
            f"{len(LISTED)} pages and a file: {len(errors)} errors, {more} complaints in the log",
            seconds,
        )


def network(folder: Path) -> None:
    """Refuse every connection to another host."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        (Path(place) / "sitecustomize.py").write_text(OFFLINE)
        surrounded("no network", folder, PYTHONPATH=place)


def home(folder: Path) -> None:
    """A home and a temporary folder that cannot be written to, and then some that are not there."""
    surrounded(
        "read-only home and temporary folder", folder, HOME="/sys", XDG_CACHE_HOME="/sys", TMPDIR="/sys"
    )
    surrounded(
        "home and temporary folder not there", folder, HOME=NOWHERE, XDG_CACHE_HOME=NOWHERE, TMPDIR=NOWHERE
    )


def disk(folder: Path) -> None:
    """A home and a temporary folder on a file system that is full."""
    with tempfile.TemporaryDirectory() as place:
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k,mode=1777", "tmpfs", place]
        if subprocess.run(mount, capture_output=True).returncode:
            return told("full disk", "not tried: no file system may be mounted here", None)
        try:
            subprocess.run(["dd", "if=/dev/zero", f"of={place}/full"], capture_output=True)
            surrounded("full disk", folder, HOME=place, XDG_CACHE_HOME=f"{place}/cache", TMPDIR=place)
        finally:
            subprocess.run(["umount", place], check=True)


FAULTS: dict[str, Callable[[Path], None]] = {
    "worker": worker,
    "line": line,
    "process": process,
    "class": whole_class,
    "data": data,
    "network": network,
    "home": home,
    "disk": disk,
}


def main() -> None:
    expect.set_options(timeout=30_000)
    with image() as folder:
        for name in sys.argv[1:] or FAULTS:
            FAULTS[name](folder)


if __name__ == "__main__":
    main()
