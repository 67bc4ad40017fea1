"""Hosting: the image holds what the app needs and runs it as nobody; the proxy keeps its word."""

import base64
import gzip
import hashlib
import os
import re
import subprocess
import time
import tomllib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import streamlit
import yaml

from tests import container
from tests.container import ROOT, as_the_user, ignored, image, running
from tests.proxy import CONFIGURATION, proxied
from tokcore import corpora
from ui.ready import HOW_MUCH

COLD, PAGES_ONLY = {HOW_MUCH: "none"}, {HOW_MUCH: "pages"}
UPLOAD = "/_stcore/upload_file/session/file"
SERVICES = ("app1", "app2", "proxy")
PAGE = ROOT.joinpath(streamlit.__path__[0], "static", "index.html").read_text("utf-8")
SCRIPT = re.search(r'src="\./(static/js/index\.[\w-]+\.js)"', PAGE)[1]
STYLE = re.search(r'href="\./(static/css/[\w.-]+\.css)"', PAGE)[1]
STREAMLIT_FONT = re.search(r'href="\./(static/media/[\w.-]+\.woff2)"', PAGE)[1]
FONT = "app/static/fonts/ibm-plex-mono-latin-400-normal.woff2"


@pytest.fixture(scope="module")
def folder():
    with image() as made:
        yield made


@pytest.fixture(scope="module")
def app(folder):
    with running(folder, STREAMLIT_SERVER_COOKIE_SECRET="the same for both", **COLD) as started:
        yield started


@pytest.fixture(scope="module")
def proxy(folder, app):
    with (
        running(folder, STREAMLIT_SERVER_COOKIE_SECRET="the same for both", **COLD) as other,
        proxied((app, other)) as started,
    ):
        yield started


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))


# The image


def test_rules_of_a_dockerignore_are_read_as_docker_reads_them():
    rules = ["*", "!kept", "!data", "data/*.py", "**/__pycache__", "**/*.pyc"]
    for path in ("README.md", "tests/a.py", "data/build.py", "kept/__pycache__/a.txt", "kept/b/c.pyc"):
        assert ignored(path, rules), path
    for path in ("kept", "kept/a.py", "kept/b/c.py", "data/a.txt", "data/recipes/a.py"):
        assert not ignored(path, rules), path


def test_the_image_holds_the_app_and_nothing_else():
    found = container.copied()
    assert {path.split("/")[0] for path in found} == {
        *("LICENSE", "requirements.txt", "streamlit_app.py", ".streamlit", "static"),
        *("data", "tokcore", "workshop", "ui", "pages"),
    }
    assert all(inside == path for inside, path in found.items()), "every file lies where it lay"
    for name in ("data/SOURCES.md", "data/licences/smollm2-Apache-2.0.txt", "static/fonts/OFL.txt"):
        assert name in found, "what is passed on keeps its licence"
    assert not [path for path in found if path.endswith(".pyc") or "recipes" in path or "secrets" in path]
    assert "tokcore/published.py" in found and "data/tokenizers/o200k_base.tiktoken" in found


def test_a_source_that_is_not_there_is_noticed(monkeypatch):
    monkeypatch.setattr(container, "instructions", lambda name: ["requirements.txt ./", "missing missing"])
    with pytest.raises(ValueError, match="copies missing"):
        container.copied()


def test_dependencies_are_a_layer_of_their_own_and_the_base_is_pinned():
    (base,) = container.instructions("FROM")
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+", base)
    (install,) = (line for line in container.instructions("RUN") if "pip install" in line)
    assert install.endswith("-r requirements.txt")
    text = (ROOT / "Dockerfile").read_text("utf-8")
    assert text.index("COPY requirements.txt") < text.index("pip install") < text.index("COPY tokcore")


def test_the_app_runs_as_a_user_who_may_write_nothing(app, folder):
    """Only as root can a test become somebody else; who is not root already is somebody else."""
    assert container.user() > 0
    if os.geteuid() == 0:
        status = Path(f"/proc/{app.process.pid}/status").read_text()
        assert re.search(r"(?m)^Uid:\s+(.*)$", status)[1].split() == [str(container.user())] * 4
    write = "open('tokcore/new.py', 'w')"
    done = subprocess.run(
        as_the_user(["python", "-c", write]), cwd=folder, env=app.environment, capture_output=True, text=True
    )
    assert "PermissionError" in done.stderr


def test_the_health_check_knows_a_running_app_from_none(app):
    def checked(port):
        variables = app.environment | {"STREAMLIT_SERVER_PORT": str(port), "http_proxy": "http://127.0.0.1:9"}
        return subprocess.run(as_the_user(container.health_check()), env=variables, stderr=subprocess.DEVNULL)

    assert checked(app.port).returncode == 0
    assert checked(container.free_port()).returncode == 1


class Outside(BaseHTTPRequestHandler):
    """A proxy that lets nothing through and notes what was asked for."""

    def refuse(self):
        self.server.asked.add(self.path)
        self.send_error(503)

    do_GET = do_CONNECT = refuse

    def log_message(self, *arguments):
        pass


def asked_outside(folder, expected, **variables):
    """What an app asks other hosts for, until it has asked for all that is expected and has been stopped."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Outside) as outside:
        outside.asked = set()
        Thread(target=outside.serve_forever, daemon=True).start()
        way_out = f"http://127.0.0.1:{outside.server_port}"
        with running(folder, http_proxy=way_out, https_proxy=way_out, **PAGES_ONLY, **variables) as started:
            deadline = time.monotonic() + 20
            while not outside.asked >= expected and time.monotonic() < deadline:
                time.sleep(0.05)
            started.process.terminate()
            started.process.wait(20)
        outside.shutdown()
        return outside.asked


def test_the_app_asks_for_one_text_when_it_starts_and_for_nothing_else(folder):
    texts = {source.url for source in corpora.SOURCES.values() if source.url}
    assert len(texts) == 1
    own = {"http://checkip.amazonaws.com/"}
    asked = asked_outside(folder, texts | own, STREAMLIT_LOGGER_HIDE_WELCOME_MESSAGE="false")
    assert asked == texts | own, "as Streamlit does by itself"
    assert asked_outside(folder, texts) == texts


# The two replicas


def test_both_replicas_are_the_same_and_their_secret_has_no_default(compose):
    one, two = (compose["services"][name] for name in SERVICES[:2])
    assert {**one, "networks": None} == {**two, "networks": None}
    secret = one["environment"]["STREAMLIT_SERVER_COOKIE_SECRET"]
    assert re.fullmatch(r"\$\{COOKIE_SECRET:\?[^}]+\}", secret), "compose stops when it is not set"


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_confined(compose, name):
    service = compose["services"][name]
    assert service["read_only"] is True and service["tmpfs"][0].startswith("/tmp:")
    assert service["cap_drop"] == ["ALL"] and service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == "unless-stopped"
    assert service["mem_limit"] == service["memswap_limit"]
    assert "privileged" not in service and ("ports" in service) == (name == "proxy")


def test_compose_image_and_proxy_speak_of_the_same_addresses(compose):
    text = CONFIGURATION.read_text("utf-8")
    port = container.environment()["STREAMLIT_SERVER_PORT"]
    assert container.instructions("EXPOSE") == [port]
    for group in re.findall(r"upstream \w+ \{(.*?)\}", text, re.S):
        assert re.findall(r"server (\S+) ", group) == [f"{name}:{port}" for name in SERVICES[:2]]
    proxy = compose["services"]["proxy"]
    addresses = {
        name: compose["services"][name]["networks"]["inside"]["ipv4_address"] for name in SERVICES[:2]
    }
    assert proxy["extra_hosts"] == [f"{name}:{address}" for name, address in addresses.items()]
    assert proxy["ports"][0].endswith(":" + re.search(r"listen (\d+);", text)[1])
    variables = set(re.findall(r"\$\{(\w+)\}", text))
    assert variables == {"FRAME_ANCESTORS"} and variables < set(proxy["environment"])
    assert proxy["environment"]["NGINX_ENVSUBST_FILTER"] == "^FRAME_ANCESTORS$$"


# The proxy


def test_the_proxy_takes_files_as_large_as_the_app_does(proxy):
    largest = tomllib.loads((ROOT / ".streamlit/config.toml").read_text("utf-8"))["server"]["maxUploadSize"]
    (block,) = re.findall(r"location /_stcore/upload_file/ \{(.*?)\}", CONFIGURATION.read_text("utf-8"), re.S)
    assert f"client_max_body_size {largest}m;" in block
    assert proxy.ask(UPLOAD, "PUT", b"x" * (largest << 20)).status != 413
    assert proxy.ask(UPLOAD, "PUT", b"x" * (largest << 20) + b"x").status == 413
    assert proxy.ask("/", "POST", b"x" * (1 << 20)).status == 413


def test_refused_files_cut_nobody_off(proxy):
    """The app hangs up on a file that comes without its token, which nginx takes for a failure of the app."""
    for _ in range(8):
        assert proxy.ask(UPLOAD, "PUT", b"x" * (20 << 20)).status in (403, 502)
    assert {proxy.ask("/_stcore/health").status for _ in range(20)} == {200}
    homes = {proxy.upstream(proxy.ask("/").headers["X-Request-ID"]) for _ in range(30)}
    assert homes == {f"127.0.0.1:{app.port}" for app in proxy.apps}


def test_a_file_goes_where_its_page_is(proxy):
    for number in range(10):
        page, file = (proxy.ask(path, Cookie=f"route=visitor{number}") for path in ("/", UPLOAD))
        page, file = (proxy.upstream(answer.headers["X-Request-ID"]) for answer in (page, file))
        assert page == file


@pytest.mark.parametrize("path", ["/", "/bpe_trace?embed=true", f"/{SCRIPT}", f"/{FONT}", "/_stcore/metrics"])
def test_every_answer_carries_the_headers_once(proxy, path):
    answer = proxy.ask(path)
    assert answer.status == (404 if "metrics" in path else 200)
    once = {name: answer.headers.get_all(name) for name in ("X-Content-Type-Options", "Referrer-Policy")}
    assert once == {"X-Content-Type-Options": ["nosniff"], "Referrer-Policy": ["same-origin"]}
    (policy,) = answer.headers.get_all("Content-Security-Policy")
    assert policy.startswith("default-src 'none'; ") and policy.endswith("; frame-ancestors 'self'")
    assert "unsafe-eval" not in policy and "unsafe-inline" not in policy.split("style-src")[0]
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert "nginx/" not in str(answer.headers), "no version"
    assert answer.headers["X-Request-ID"] != proxy.ask(path).headers["X-Request-ID"]


def test_the_policy_knows_the_one_script_in_streamlits_page():
    scripts = re.findall(r"<script>(.*?)</script>", PAGE, re.S)
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in scripts]
    assert re.findall(r"'sha256-([^']+)'", CONFIGURATION.read_text("utf-8")) == hashes


def test_who_may_frame_the_app_is_a_setting(proxy):
    with proxied(proxy.apps, "'self' https://course.example.org") as other:
        policy = other.ask("/").headers["Content-Security-Policy"]
    assert policy.endswith("; frame-ancestors 'self' https://course.example.org")


@pytest.mark.parametrize("path", [SCRIPT, STYLE])
def test_what_is_text_is_sent_compressed(proxy, path):
    plain = proxy.ask(f"/{path}")
    packed = proxy.ask(f"/{path}", Accept_Encoding="gzip")
    assert (plain.headers["Content-Encoding"], packed.headers["Content-Encoding"]) == (None, "gzip")
    assert gzip.decompress(packed.body) == plain.body and len(packed.body) < len(plain.body) / 2
    assert "Accept-Encoding" in packed.headers["Vary"]


@pytest.mark.parametrize("path", [FONT, STREAMLIT_FONT])
def test_fonts_are_compressed_already(proxy, path):
    answer = proxy.ask(f"/{path}", Accept_Encoding="gzip")
    assert answer.headers["Content-Encoding"] is None and answer.body.startswith(b"wOF2")


def test_only_what_never_changes_is_kept_for_long(proxy):
    for path in (SCRIPT, STYLE, STREAMLIT_FONT):
        kept = proxy.ask(f"/{path}").headers.get_all("Cache-Control")
        assert kept == ["public, immutable, max-age=31536000"]
    assert proxy.ask(f"/{FONT}").headers.get_all("Cache-Control") == ["public, max-age=86400"]
    for path in ("/", "/compare", f"/{SCRIPT.replace('index', 'of_the_next_version')}"):
        assert proxy.ask(path).headers.get_all("Cache-Control") == ["no-cache"], path


def test_a_file_that_was_asked_for_is_kept_by_the_proxy(proxy):
    first, second = (proxy.ask(f"/{SCRIPT}") for _ in range(2))
    assert second.body == first.body
    assert proxy.upstream(second.headers["X-Request-ID"]) == "", "no app was asked"


def test_visitors_from_one_address_are_shared_out_and_each_stays(proxy):
    homes = []
    for _ in range(40):
        first = proxy.ask("/")
        (cookie,) = (given for given in first.headers.get_all("Set-Cookie") if given.startswith("route="))
        assert cookie.endswith("; Path=/; HttpOnly; SameSite=Lax")
        homes.append(proxy.upstream(first.headers["X-Request-ID"]))
        again = proxy.ask("/_stcore/health", Cookie=cookie.partition(";")[0])
        assert proxy.upstream(again.headers["X-Request-ID"]) == homes[-1]
        assert "route=" not in str(again.headers), "a cookie that is there stays as it is"
    assert set(homes) == {f"127.0.0.1:{app.port}" for app in proxy.apps}
    assert min(map(homes.count, set(homes))) >= 5


def test_behind_https_the_cookie_also_lives_in_a_frame_on_another_site(proxy):
    (cookie,) = (
        given
        for given in proxy.ask("/", X_Forwarded_Proto="https").headers.get_all("Set-Cookie")
        if given.startswith("route=")
    )
    assert cookie.endswith("; HttpOnly; SameSite=None; Secure; Partitioned")


def test_no_log_holds_what_stands_in_a_link(proxy):
    said = proxy.ask("/bpe_trace?text=thesecret", Referer=f"{proxy.url}/?text=thesecret")
    assert said.status == 200
    nobody = tuple(app._replace(port=container.free_port()) for app in proxy.apps)
    with proxied(nobody) as broken:
        failed = broken.ask("/bpe_trace?text=thesecret", Referer=f"{proxy.url}/?text=thesecret")
        assert failed.status == 502
        broken.upstream(failed.headers["X-Request-ID"])
        (row,) = broken.served()
        assert (row["path"], row["status"], row["upstream_status"]) == ("/bpe_trace", 502, "502, 502")
        logs = broken.access.read_text("utf-8") + broken.log.read_text("utf-8")
    proxy.upstream(said.headers["X-Request-ID"])
    logs += proxy.access.read_text("utf-8") + proxy.log.read_text("utf-8")
    assert "/bpe_trace" in logs and "thesecret" not in logs
    assert "thesecret" not in "".join(app.log.read_text("utf-8") for app in proxy.apps)
