"""How long a person waits for the pages: loading, stepping, typing. Prints tables and asserts nothing.

python bench/pages.py          needs Playwright and a Chromium (apt-get install chromium, or set CHROMIUM)
"""

import sys
import time
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.app import PATHS, Server, open_browser, player, serve, settled, time_to_picture
from tests.pages import labels

LOADS, STEPS, KEYS = 5, 50, "the quick brown fox jumps"
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


def has_content(tab: Page, page: str) -> None:
    """Wait until the question, the picture and the last part of a page are there."""
    tab.get_by_role("heading", name=labels.PARTS[-1]).wait_for()
    if page == labels.COMPARE:
        tab.locator(".strip .tile").first.wait_for()
    else:
        tab.get_by_role("slider", name="Step").first.wait_for()


def load(browser: Browser, server: Server, page: str) -> float:
    """Seconds from navigation to content, in a profile that has never seen the app."""
    with browser.new_context() as context:
        tab = context.new_page()
        started = time.perf_counter()
        tab.goto(f"{server.url}/{PATHS[page]}", wait_until="commit")
        has_content(tab, page)
        return time.perf_counter() - started


def step_times(browser: Browser, server: Server, page: str, query: str) -> list[float]:
    """Milliseconds from each press of a step key to the painted picture."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        tab = context.new_page()
        tab.goto(f"{server.url}/{PATHS[page]}{query}")
        has_content(tab, page)
        settled(tab)
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
        tab = context.new_page()
        tab.goto(server.url)
        has_content(tab, labels.COMPARE)
        settled(tab)
        times = [time_to_picture(tab, key) for key in KEYS.replace(" ", "")]
        return times, median(tab.evaluate(TWO_FRAMES) for _ in range(20))


def row(name: str, times: list[float], unit: str) -> None:
    digits = 2 if unit == "s" else 0
    print(f"{name:36} {median(times):9.{digits}f} {unit:2} {max(times):9.{digits}f} {unit}")


def main() -> None:
    with sync_playwright() as playwright:
        browser = open_browser(playwright)
        with serve() as server:
            print(f"{'from navigation to content':36} {'median':>12} {'worst':>12}")
            row("compare, first of a fresh process", [load(browser, server, labels.COMPARE)], "s")
            for page in labels.PAGES:
                row(
                    f"{page}, {LOADS} fresh profiles",
                    [load(browser, server, page) for _ in range(LOADS)],
                    "s",
                )
            print(f"\n{'from step key to painted picture':36} {'median':>12} {'worst':>12}")
            for name, page, query in STEPPED:
                row(name, step_times(browser, server, page, query), "ms")
            times, frames = typing_times(browser, server)
            print(f"\n{'from last key to painted picture':36} {'median':>12} {'worst':>12}")
            row("compare, 160 ms pause included", times, "ms")
            print(
                f"\nThe painted picture is taken two frames on; two empty frames took {frames:.0f} ms here."
            )
        browser.close()


if __name__ == "__main__":
    main()
