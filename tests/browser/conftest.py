"""One server and one browser for all tests; every tab reports errors and calls for other hosts."""

import os
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.app import CHROMIUM, open_browser, serve

DIRECT_LOAD = ("/_stcore/health", "/_stcore/host-config")
"""What Streamlit first looks for below the page's own path when a page is opened by its address."""

TROUBLE = ("Traceback", "Exception", "WARNING", "Session State API")


@pytest.fixture(scope="session")
def server():
    with serve() as running:
        yield running


@pytest.fixture(scope="session")
def browser():
    if not os.path.exists(CHROMIUM):
        pytest.skip(
            f"There is no browser at {CHROMIUM}: install one (apt-get install chromium), "
            "or set CHROMIUM to where it is."
        )
    with sync_playwright() as playwright:
        running = open_browser(playwright)
        yield running
        running.close()


@pytest.fixture(scope="session")
def profile(browser):
    """The profile that ordinary tabs share, so that only the first of them loads every file anew."""
    with browser.new_context(
        viewport={"width": 1280, "height": 900}, permissions=["clipboard-read", "clipboard-write"]
    ) as context:
        yield context


@contextmanager
def _nothing_wrong(server):
    """A list for what goes wrong in tabs, which must stay empty; the server must be as quiet."""
    seen = []
    said = server.log.stat().st_size
    yield seen
    with server.log.open() as log:
        log.seek(said)
        seen += [line for line in log if any(word in line for word in TROUBLE)]
    assert seen == []


@pytest.fixture
def trouble(server):
    """What goes wrong in the tabs or on the server during a test, which fails it."""
    with _nothing_wrong(server) as seen:
        yield seen


@pytest.fixture(scope="module")
def lasting_tab(profile, server):
    """One tab for tests of a file that leave nothing behind for each other; trouble in it fails the last."""
    with _nothing_wrong(server) as seen, profile.new_page() as page:
        _watch(page, seen)
        yield page


@pytest.fixture
def tab(profile, trouble):
    """An ordinary tab, a visitor of its own to the app."""
    with profile.new_page() as page:
        _watch(page, trouble)
        yield page


@pytest.fixture
def another_tab(profile, trouble):
    """Makes more ordinary tabs, each a visitor of its own."""
    with ExitStack() as opened:

        def make():
            page = opened.enter_context(profile.new_page())
            _watch(page, trouble)
            return page

        yield make


@pytest.fixture
def new_tab(browser, trouble):
    """Makes tabs with a fresh profile and options of their own."""
    with ExitStack() as opened:

        def make(**options):
            options = {"viewport": {"width": 1280, "height": 900}} | options
            page = opened.enter_context(browser.new_context(**options)).new_page()
            _watch(page, trouble)
            return page

        yield make


def _watch(tab, trouble):
    def console(message):
        expected = urlsplit(message.location.get("url", "")).path.endswith(DIRECT_LOAD)
        if message.type == "error" and not ("404" in message.text and expected):
            trouble.append(f"console: {message.text} {message.location}")

    def request(url):
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1":
            trouble.append(f"request to another host: {url}")

    def dialog(shown):
        trouble.append(f"dialog: {shown.message}")
        shown.dismiss()

    tab.on("pageerror", lambda error: trouble.append(f"uncaught: {error}"))
    tab.on("console", console)
    tab.on("dialog", dialog)
    tab.on("request", lambda made: request(made.url))
    tab.on("websocket", lambda made: request(made.url))
