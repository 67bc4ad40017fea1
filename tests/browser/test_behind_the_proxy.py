"""Two processes of the app behind nginx, as deploy/ puts them: who is sent where, and pages that work there.

The tabs of `tab` and `new_tab` fail a test for anything on the console, and so for every breach of the
Content-Security-Policy.
"""

import os
import re
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect

from tests.browser.app import (
    PATHS,
    Server,
    at_step,
    code,
    finished,
    open_page,
    pictured,
    player,
    settled,
    shared_address,
    text_box,
    tokens,
    write,
)
from tests.browser.conftest import TROUBLE
from tests.container import image, running
from tests.pages import labels
from tests.pages.labels import COMPARE, TRACE
from tests.proxy import proxied
from tests.tokcore.tokenizer_files import small
from tokcore import load
from ui.ready import HOW_MUCH

GLITCH, PRODUCTION = "glitch_tokens", "production"
SHOWN = (COMPARE, TRACE, GLITCH)

KEEP_SOCKETS = """() => {
  const Plain = window.WebSocket;
  window.sockets = [];
  window.WebSocket = class extends Plain {
    constructor(...given) { super(...given); window.sockets.push(this); }
  };
}"""
"""Remember each connection to the app, so that a test can cut it."""

CONNECTED_AGAIN = "() => window.sockets.length > 1 && window.sockets.at(-1).readyState === 1"


@pytest.fixture(scope="module")
def folder():
    with image() as made:
        yield made


@pytest.fixture(scope="module")
def behind(folder):
    """Starts two apps and a proxy before them."""
    with ExitStack() as opened:

        def start(**options):
            given = {"STREAMLIT_SERVER_COOKIE_SECRET": "the same for both", HOW_MUCH: "none"}
            given |= {name: os.environ[name] for name in ("TOKCORE_TEXTS",) if name in os.environ}
            apps = tuple(opened.enter_context(running(folder, **given)) for _ in range(2))
            return opened.enter_context(proxied(apps, **options))

        yield start


@pytest.fixture(scope="module")
def proxy(behind):
    return behind()


@pytest.fixture(scope="module")
def server(proxy):
    """The proxy instead of the one server of the other tests; `trouble` reads the log of one app."""
    return Server(proxy.url, proxy.apps[0].log)


@pytest.fixture(autouse=True)
def other_log(proxy):
    """The log of the other app, which must be as quiet."""
    said = proxy.apps[1].log.stat().st_size
    yield
    with proxy.apps[1].log.open() as log:
        log.seek(said)
        assert [line for line in log if any(word in line for word in TROUBLE)] == []


def upstream_of(proxy, answer):
    """Which app sent the page that a tab went to."""
    return proxy.upstream(answer.headers["x-request-id"])


def sockets_served(proxy, ended):
    """Which app each connection went to, when that many have ended: nginx writes one down at its end."""
    for _ in range(1_000):
        rows = [row for row in proxy.served() if row["path"] == "/_stcore/stream" and row["status"] == 101]
        if len(rows) >= ended:
            return [row["upstream"] for row in rows]
        proxy.ask("/_stcore/health")
    raise AssertionError(f"{len(rows)} connections ended, not {ended}")


@pytest.mark.parametrize("page", SHOWN)
def test_pages_work_behind_the_proxy(tab, server, page):
    open_page(tab, server, page)
    if page == COMPARE:
        write(tab, page, "naïve chairs")
        expect(tokens(tab, "gpt2")).to_have_count(len(load("gpt2").encode("naïve chairs")))
        tokens(tab, "gpt2").last.click()
        expect(tab.get_by_role("heading", name="One token, up close")).to_be_visible()
    elif page == TRACE:
        write(tab, page, "hug hugs hug")
        group = player(tab, labels.PLAYER[TRACE])
        group.focus()
        group.press("Home")
        group.press("ArrowRight")
        at_step(group, 1)
    else:
        for kind in ("Unreachable", "Under-trained", "Make one"):
            tab.get_by_text(kind, exact=True).first.click()
            expect(tab).to_have_url(re.compile(kind.split()[0]))
            pictured(settled(tab))


@pytest.mark.parametrize("page", SHOWN)
def test_pages_work_in_a_frame_of_ones_own_site(tab, server, page):
    slides = f"{server.url}/slides"
    body = slide(f"{server.url}/{PATHS[page]}?embed=true")
    tab.route(slides, lambda asked: asked.fulfill(content_type="text/html", body=body))
    tab.goto(slides, wait_until="commit")
    frame = finished(framed(tab), page)
    expect(frame.get_by_test_id("stApp")).to_contain_class("streamlit-embedded")
    if page == GLITCH:
        return
    text_box(frame, page).fill("hug hugs hug")
    if page == COMPARE:
        expect(tokens(frame, "gpt2")).to_have_count(len(load("gpt2").encode("hug hugs hug")))
    else:
        expect(player(frame, labels.PLAYER[TRACE])).to_contain_text("The corpus, 4 tokens")
        player(frame, labels.PLAYER[TRACE]).get_by_role("button", name="One step back").click()
    with tab.expect_popup() as opened:
        settled(frame).get_by_role("link", name=labels.FULL_PAGE).click()
    full = finished(opened.value, page)
    expect(text_box(full, page)).to_have_value("hug hugs hug")
    expect(full.get_by_role("heading", name="Try this")).to_be_visible()
    if page == TRACE:
        at_step(player(full, labels.PLAYER[TRACE]), 2)


def slide(address):
    """A page that shows an address in a frame."""
    return (
        f"<!doctype html><link rel=icon href=data:,><iframe width=1200 height=800 src='{address}'></iframe>"
    )


def framed(tab):
    return tab.locator("iframe").element_handle().content_frame()


@contextmanager
def another_site(body):
    """A page on localhost, which to a browser is another site than 127.0.0.1."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *said):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://localhost:{site.server_port}"
        site.shutdown()


def test_another_site_may_frame_the_app_only_when_it_is_named(browser, proxy):
    with proxied(proxy.apps, "'self' http://localhost:*") as named:
        for address, allowed in ((proxy.url, False), (named.url, True)):
            with (
                another_site(slide(f"{address}/?embed=true")) as site,
                browser.new_context() as context,
                context.new_page() as tab,
            ):
                if allowed:
                    tab.goto(site, wait_until="commit")
                    finished(framed(tab), COMPARE)
                else:
                    with tab.expect_event("requestfailed") as refused:
                        tab.goto(site, wait_until="commit")
                    assert refused.value.url.startswith(address)
                    assert refused.value.failure == "net::ERR_BLOCKED_BY_RESPONSE"


def test_visitors_from_one_address_land_on_both_replicas(new_tab, proxy):
    homes = set()
    for _ in range(30):
        homes.add(upstream_of(proxy, new_tab().goto(proxy.url, wait_until="commit")))
        if len(homes) == 2:
            break
    assert homes == {f"127.0.0.1:{app.port}" for app in proxy.apps}


def test_a_visitor_stays_with_one_replica_over_a_cut_connection_and_a_reload(browser, proxy):
    with proxied(proxy.apps) as own, browser.new_context() as context:  # a log of this visitor alone
        context.add_init_script(f"({KEEP_SOCKETS})()")
        tab = context.new_page()
        home = upstream_of(own, tab.goto(own.url))
        write(finished(tab, COMPARE), COMPARE, "hug hugs")
        tab.evaluate("window.sockets.at(-1).close()")
        tab.wait_for_function(CONNECTED_AGAIN)
        expect(text_box(settled(tab), COMPARE)).to_have_value("hug hugs")
        write(tab, COMPARE, "hug hugs pug")
        assert upstream_of(own, tab.reload()) == home
        finished(tab, COMPARE)
        tab.close()
        assert sockets_served(own, 3) == [home] * 3


def test_a_file_of_ones_own_reaches_the_replica_that_shows_it(tab, server):
    """The file comes by another way than the page's connection; both must end at one process."""
    choices = {"kind": "Your own file", "source": "Upload a file"}
    open_page(tab, server, PRODUCTION, labels.link(PRODUCTION, choices, text="hug hugs"))
    file = {"name": "tokenizer.json", "mimeType": "application/json", "buffer": small()}
    tab.locator("input[type=file]").set_input_files(file)
    expect(tokens(tab, "your file")).to_have_text(["hug·", "hug", "s"])


def test_when_a_replica_dies_the_other_one_goes_on_and_the_link_brings_the_page_back(browser, behind):
    proxy = behind()
    with browser.new_context() as context:
        context.add_init_script(f"({KEEP_SOCKETS})()")
        tab = context.new_page()
        home = upstream_of(proxy, tab.goto(f"{proxy.url}/{TRACE}"))
        write(finished(tab, TRACE), TRACE, "hug hugs hug")
        tab.get_by_text(labels.SHARE_TEXT, exact=True).click()
        expect(code(tab)).to_contain_text("hug hugs hug")
        expect(tab.get_by_test_id("stCode").filter(has_text="text=hug")).to_be_visible()
        link, lines = shared_address(tab), code(tab).inner_text()

        dead, living = sorted(proxy.apps, key=lambda app: not home.endswith(f":{app.port}"))
        dead.process.kill()
        dead.process.wait()
        tab.wait_for_function(CONNECTED_AGAIN)
        expect(code(tab)).to_contain_text("hug hugs hug")  # what stood there still stands

        wrong = []
        tab.on("pageerror", lambda error: wrong.append(str(error)))
        tab.on("console", lambda said: wrong.append(said.text) if "violates" in said.text else None)
        assert upstream_of(proxy, tab.goto(link)).endswith(f":{living.port}")
        assert code(finished(tab, TRACE)).inner_text() == lines
        write(tab, TRACE, "pug pugs pug")
        assert wrong == []
