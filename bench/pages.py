"""How long a person waits for the pages: loading, changing an input, stepping, typing. Asserts nothing.

python bench/pages.py [page ...]    all pages when none is named; needs a Chromium, see the README
"""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, sync_playwright

from bench.redraws import redraws
from bench.visitors import until_ready
from tests.browser.app import (
    PATHS,
    Server,
    finished,
    open_browser,
    open_page,
    player,
    serve,
    settled,
    time_to_picture,
)
from tests.pages import labels

FIRST_PAINT, REDRAW = 2.5, 1.0
"""What a person should wait at most, in seconds, for a finished page and for a new picture."""

FIRST_LOADS, LOADS, STEPS, KEYS = 3, 5, 50, "the quick brown fox jumps"
LONG_RUN = "?" + urlencode({"bpe_trace.corpus": labels.BOTCHAN, "bpe_trace.merges": 600})
STEPPED = (
    ("bpe_trace, the example", labels.TRACE, ""),
    ("bpe_trace, 600 merges of Botchan", labels.TRACE, LONG_RUN),
    ("smollm2_merges, the example", labels.MERGES, ""),
    ("smollm2_merges, 400 characters", labels.MERGES, "?" + urlencode({"text": "sleds for barstools " * 20})),
)

# For every key: the time from the event to the frame after the one that paints what it changed.
TIME_STEPS = """() => {
  window.steps = [];
  window.addEventListener("keydown", (event) => {
    requestAnimationFrame(() => requestAnimationFrame((frame) => window.steps.push(frame - event.timeStamp)));
  }, true);
}"""
TWO_FRAMES = """() => new Promise((answer) => {
  const start = performance.now();
  requestAnimationFrame(() => requestAnimationFrame((frame) => answer(frame - start)));
})"""


def load(browser: Browser, server: Server, page: str) -> float:
    """Seconds from navigation to the finished page, in a profile that has never seen the app."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        tab = context.new_page()
        started = time.perf_counter()
        tab.goto(f"{server.url}/{PATHS[page]}", wait_until="commit")
        finished(tab, page)
        return time.perf_counter() - started


@contextmanager
def ready() -> Iterator[Server]:
    """A server that has opened its pages, as it has a little while after its start."""
    with serve(ready="texts") as server:
        until_ready(server.log)
        yield server


def first_load(browser: Browser, page: str) -> float:
    """The same for the first visitor of a fresh process."""
    with serve(ready="texts") as server:
        return load(browser, server, page)


def step_times(browser: Browser, server: Server, page: str, query: str) -> list[float]:
    """Milliseconds from each press of a step key to the painted picture."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        tab = open_page(context.new_page(), server, page, query)
        group = player(tab, labels.PLAYER[page])
        last = int(group.get_by_role("slider").get_attribute("max"))
        group.focus()
        tab.evaluate(TIME_STEPS)
        for number in range(STEPS):
            tab.keyboard.press("ArrowLeft" if number // last % 2 == 0 else "ArrowRight")
            tab.wait_for_function("(done) => window.steps.length > done", arg=number)
        return tab.evaluate("window.steps")


def typing_times(browser: Browser, server: Server) -> tuple[list[float], float]:
    """Milliseconds from each key to the new strips, and from one frame to the one after the next."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        tab = settled(open_page(context.new_page(), server, labels.COMPARE))
        times = [time_to_picture(tab, key) for key in KEYS.replace(" ", "")]
        return times, median(tab.evaluate(TWO_FRAMES) for _ in range(20))


def row(name: str, times: list[float], unit: str) -> None:
    digits = 2 if unit == "s" else 0
    print(f"{name:36} {median(times):9.{digits}f} {unit:2} {max(times):9.{digits}f} {unit}")


def mark(seconds: float, most: float) -> str:
    return f"  over {most:g} s" if seconds > most else ""


def loads(browser: Browser, pages: Sequence[str]) -> None:
    """Every page for the first visitor of a process, and for later ones."""
    head = "from navigation to the finished page"
    print(f"{head:36} {'fresh process':>14} {'worst':>8} {'later, median':>14} {'worst':>8}")
    for page in pages:
        firsts = [first_load(browser, page) for _ in range(FIRST_LOADS)]
        first = median(firsts)
        with ready() as server:
            load(browser, server, page)
            later = [load(browser, server, page) for _ in range(LOADS)]
        print(
            f"{page:36} {first:12.2f} s {max(firsts):6.2f} s {median(later):12.2f} s {max(later):6.2f} s"
            f"{mark(first, FIRST_PAINT)}",
            flush=True,
        )


def changes(browser: Browser, pages: Sequence[str]) -> None:
    """Every control of every page, each to some other values, in a process that has only opened the page."""
    print(f"\n{'from a changed input to the painted picture':76} {'first time':>11} {'again':>9}")
    for page in pages:
        with ready() as server, browser.new_context(viewport={"width": 1280, "height": 900}) as context:
            for change in redraws(open_page(context.new_page(), server, page)):
                way = change.way
                told = f"{page}: {way.control}, {way.before} → {way.after}"
                late = mark(max(change.first, change.again), REDRAW)
                print(f"{told[:76]:76} {change.first:9.2f} s {change.again:7.2f} s{late}", flush=True)


def main() -> None:
    pages = sys.argv[1:] or list(labels.PAGES)
    with sync_playwright() as playwright:
        browser = open_browser(playwright)
        loads(browser, pages)
        changes(browser, pages)
        with ready() as server:
            print(f"\n{'from step key to painted picture':36} {'median':>12} {'worst':>12}")
            for name, page, query in STEPPED:
                if page in pages:
                    row(name, step_times(browser, server, page, query), "ms")
            if labels.COMPARE in pages:
                times, frames = typing_times(browser, server)
                print(f"\n{'from last key to painted picture':36} {'median':>12} {'worst':>12}")
                row("compare, 160 ms pause included", times, "ms")
                print(f"\nA picture is painted two frames on; two empty frames took {frames:.0f} ms here.")
        browser.close()


if __name__ == "__main__":
    main()
