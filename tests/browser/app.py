"""The app in a real browser: start it, and do what a person does on its pages."""

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright._impl.frame import Frame
from playwright.sync_api import Browser, Locator, Page, Playwright, expect

from tests.pages import labels
from ui.ready import HOW_MUCH

expect.set_options(timeout=10_000)
SHORT = 1_000
_expect = Frame._expect


async def _look_often(frame, selector, expression, options, title):
    """Wait a second at a time: then Playwright looks ten times a second, else soon only twice."""
    left = options["timeout"]
    while True:
        found = await _expect(frame, selector, expression, {**options, "timeout": min(left, SHORT)}, title)
        left -= SHORT
        if left <= 0 or found["matches"] != options["isNot"]:
            return found


Frame._expect = _look_often

ROOT = Path(__file__).parents[2]
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATHS = {page: "" if page == labels.COMPARE else page for page in labels.LISTED}

SETTLED = "() => document.querySelector('[data-testid=stApp][data-test-script-state=notRunning]')"
"""Whether no script is running for the tab."""

PICTURED = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  const all = (what) => [...main.querySelectorAll(what)];
  const drawn = (part) => part.textContent.trim() || part.querySelector("svg, button, [aria-label]");
  return all("[data-testid=stBidiComponentIsolated]").every((host) =>
      [...(host.shadowRoot?.querySelectorAll(":not(style, script)") ?? [])].some(drawn))
    && all("[data-testid=stVegaLiteChart]").every((chart) => chart.querySelector("canvas, svg"))
    && !all("[data-testid=stSkeleton]").length;
}"""
"""Whether every component and chart on the page has something in it."""


IN_SCHEME = """(scheme) => {
  const over = (one) => one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity;
  return getComputedStyle(document.querySelector("[data-testid=stApp]")).colorScheme === scheme
    && document.getAnimations().every(over);
}"""
"""Whether the page has the colours of a scheme, and has finished changing them."""


class Server(NamedTuple):
    """A running app: its address, and the file that its messages go to."""

    url: str
    log: Path


@contextmanager
def serve(ready: str = "none") -> Iterator[Server]:
    """The app in a process of its own on a free port, ready to answer; `ready` is what it opens itself."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"http://127.0.0.1:{port}", Path(folder) / "log")
        with server.log.open("w") as log:
            command = [sys.executable, "-m", "streamlit", "run", "streamlit_app.py"]
            options = [
                "--server.headless=true",
                "--server.fileWatcherType=none",
                "--server.address=127.0.0.1",
            ]
            process = subprocess.Popen(
                [*command, *options, f"--server.port={port}"],
                cwd=ROOT,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=os.environ | {HOW_MUCH: ready},
            )
        try:
            _wait_until_healthy(server, process)
            yield server
        finally:
            process.terminate()
            process.wait(10)


def _wait_until_healthy(server: Server, process: subprocess.Popen) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(f"{server.url}/_stcore/health", timeout=1):
                return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The app did not start: {server.log.read_text()}") from None
            time.sleep(0.05)


def open_browser(playwright: Playwright) -> Browser:
    """The machine's own Chromium, without a window."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


def open_page(tab: Page, server: Server, page: str, query: str = "") -> Page:
    """Go to a page by its address and wait until it is finished."""
    tab.goto(f"{server.url}/{PATHS[page]}{query}")
    return finished(tab, page)


def menu(tab: Page) -> Locator:
    """The navigation at the top."""
    return tab.get_by_role("navigation", name="App pages")


def go_by_menu(tab: Page, page: str) -> Page:
    """Go to a page by the navigation at the top, as a person does."""
    menu(tab).get_by_role("button", name=labels.GROUP[page]).click()
    tab.get_by_role("menuitem", name=labels.TITLE[page]).click()
    return finished(tab, page)


def finished(tab: Page, page: str) -> Page:
    """Wait until the page stands there whole: its question, all that its script draws, and its picture."""
    question = tab.get_by_role("heading", level=1, name=labels.QUESTION.get(page))
    expect(question).to_be_visible(timeout=20_000)
    settled(tab)
    if page == labels.COMPARE:
        expect(strip(tab, "gpt2").get_by_role("heading")).to_be_visible()
    elif page in labels.PLAYER:
        expect(player(tab, labels.PLAYER[page]).get_by_role("slider")).to_be_visible()
    return pictured(tab)


def until(tab: Page, holds: str, arg: str | None = None) -> Page:
    """Wait until a function of the page gives true, and ask it every 50 ms.

    At every frame, which is the default, the page would be painted 60 times a second only for the question.
    """
    tab.wait_for_function(holds, arg=arg, polling=50)
    return tab


def pictured(tab: Page) -> Page:
    """Wait until every component and every chart has been drawn."""
    return until(tab, PICTURED)


def in_scheme(tab: Page, scheme: str) -> Page:
    """The page in the light or the dark scheme, when every colour has changed."""
    tab.emulate_media(color_scheme=scheme)
    return pictured(settled(until(tab, IN_SCHEME, scheme)))


def settled(tab: Page) -> Page:
    """Wait until no script is running on the server for this tab."""
    return until(tab, SETTLED)


def text_box(tab: Page, page: str) -> Locator:
    """The box for a person's own text."""
    return tab.get_by_role("textbox", name=labels.TEXT_BOX[page])


def code(tab: Page) -> Locator:
    """The lines under *In code*."""
    return tab.get_by_test_id("stCode").filter(has_text="import tokcore")


def write(tab: Page, page: str, text: str) -> None:
    """Replace the text in the box and wait until the whole page has followed."""
    text_box(tab, page).fill(text)
    expect(code(tab)).to_contain_text(f"text = {text!r}")
    settled(tab)


def open_box(tab: Page, server: Server, page: str, **texts: str) -> Locator:
    """Go to a page by the choices under which it takes a person's own text; returns the box for it."""
    row = labels.ROWS[page]
    open_page(tab, server, page, labels.link(page, row.opens, **texts))
    return text_box(tab, page)


def enter(tab: Page, box: Locator, text: str) -> str:
    """Put a text of one's own into a box that holds the example, and wait until the page has taken it in.

    Then it offers to put the text into the link, or says in a sentence what is wrong with it. Returns what
    the box holds: of a long text only the beginning may fit, and of lines only one.
    """
    answers = _answers(tab)
    if box.evaluate("(box) => box.tagName") == "INPUT":
        text = " ".join(text.split("\n"))
    for most in (len(text), 300, 200, 80, 60, 40, 24):
        box.fill(text[:most])
        if box.input_value() == text[:most]:
            break
    box.blur()
    expect(answers.first).to_be_visible()
    settled(tab)
    return text[:most]


@contextmanager
def entered(tab: Page, box: Locator, text: str) -> Iterator[str]:
    """A text of one's own in a box, as `enter` puts it there; afterwards the page is as it was."""
    before, answers = box.input_value(), _answers(tab)
    yield enter(tab, box, text)
    box.fill(before)
    box.blur()
    expect(answers).to_have_count(0)
    settled(tab)


def _answers(tab: Page) -> Locator:
    """What a page says to a text of one's own, beside the notices that stand there now."""
    notices = tab.get_by_test_id("stAlert")
    if already := notices.all_inner_texts():
        notices = notices.filter(has_not_text=re.compile("|".join(map(re.escape, already))))
    offered = tab.get_by_text(labels.SHARE_TEXT, exact=True).or_(tab.get_by_text(labels.LONG_LINK))
    return offered.or_(notices)


def share(tab: Page) -> Locator:
    """The link under *Share*."""
    return tab.get_by_test_id("stCode").filter(has_text="http://127.0.0.1")


def shared_address(tab: Page) -> str:
    """The address that the link has now."""
    return share(tab).inner_text().strip()


def what_is_drawn(tab: Page) -> list[str]:
    """The words in every component of the page, apart from those in boxes for typing."""
    return pictured(tab).get_by_test_id("stBidiComponentIsolated").all_inner_texts()


def fill_line(tab: Page, label: str, text: str) -> None:
    """Write into a box of one line and press Enter."""
    box = tab.get_by_role("textbox", name=label, exact=True)
    box.fill(text)
    box.press("Enter")
    settled(tab)


def choose_from_list(tab: Page, label: str, option: str) -> None:
    """Open a list of options and take one."""
    tab.get_by_role("combobox", name=label).click()
    tab.get_by_role("option", name=option, exact=True).click()
    settled(tab)


def press(tab: Page, label: str) -> None:
    """Press the button of that name, by its key: while a page grows above it, a click may end beside it."""
    tab.get_by_role("button", name=label).first.press("Enter")


def show_answers(tab: Page) -> None:
    """Ask for every answer of *Try this*."""
    for label in tab.get_by_text(labels.SHOW_ANSWER, exact=True).all():
        label.click()
        settled(tab)


def strip(tab: Page, name: str) -> Locator:
    """A tokenizer's strip over the text."""
    return tab.get_by_role("region", name=name, exact=True).first


def tokens(tab: Page, name: str, line: str = "text") -> Locator:
    """The tiles in one line of a tokenizer's strip: its text, ids or bytes."""
    return tab.get_by_role("group", name=f"{name}, {line}", exact=True).first.get_by_role("button")


def count(tab: Page, name: str) -> Locator:
    """The large number beside a tokenizer's name."""
    return strip(tab, name).locator(".count")


def player(tab: Page, name: str) -> Locator:
    """The group that steps through merges."""
    return tab.get_by_role("group", name=name, exact=True)


def at_step(group: Locator, step: int, last: int | None = None) -> None:
    """Expect a player to stand at a step."""
    slider = group.get_by_role("slider")
    expect(slider).to_have_value(str(step))
    if last is not None:
        expect(slider).to_have_attribute("max", str(last))


def copied_link(tab: Page, group: Locator) -> str:
    """Press *Copy link* and read the clipboard."""
    button = group.get_by_role("button", name=labels.COPY_LINK)
    button.click()
    expect(group.get_by_role("button", name=labels.COPIED)).to_be_visible()
    return tab.evaluate("navigator.clipboard.readText()")


TIME_TO_PICTURE = """async ([box, picture]) => new Promise((answer) => {
  let typed = 0;
  box.addEventListener("input", () => { typed = performance.now(); }, { once: true });
  const seen = new MutationObserver(() => {
    if (!typed) return;
    seen.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => answer(performance.now() - typed)));
  });
  seen.observe(picture, { childList: true, subtree: true, characterData: true });
  box.dispatchEvent(new CustomEvent("ready"));
})"""
"""Milliseconds from the next key in the box until a new picture has been painted."""


def time_to_picture(tab: Page, key: str) -> float:
    """Type one key into the comparing page's box; milliseconds until the strips have been painted anew."""
    box = text_box(tab, labels.COMPARE)
    picture = tab.locator(".strips").first
    arguments = [box.element_handle(), picture.element_handle()]
    tab.evaluate(f"(all) => {{ window.timeToPicture = ({TIME_TO_PICTURE})(all); }}", arguments)
    box.press(key)
    return tab.evaluate("window.timeToPicture")
