"""Named texts: checked by hash, looked for in folders, downloaded, and replaced when they cannot be had."""

import errno
import hashlib
import os
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tokcore import CorpusError, UnknownTokenError, corpora
from tokcore.corpora import SOURCES, Source, corpus, held_out

TEXT = "A short text for a test.\nIt has two lines and an é.\n"
CLOSED = "http://127.0.0.1:9/closed.txt"
RIGHT = hashlib.sha1(TEXT.encode()).hexdigest()


@contextmanager
def server(answer):
    """A web server on this machine that calls `answer` for every request; gives its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            answer(self)

        def log_message(self, *_):
            pass

    web = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    web.daemon_threads = True
    threading.Thread(target=web.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{web.server_port}/text.txt"
    finally:
        web.shutdown()
        web.server_close()


def sending(data, status=200):
    def answer(request):
        request.send_response(status)
        request.send_header("Content-Length", str(len(data)))
        request.end_headers()
        request.wfile.write(data)

    return answer


@pytest.fixture
def cache(monkeypatch, tmp_path):
    """An empty cache, and no folder of texts; gives the place where a download is kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("TOKCORE_TEXTS", raising=False)
    for proxy in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(proxy, raising=False)
    return tmp_path / "tokcore" / "short.txt"


@pytest.fixture
def short(monkeypatch, cache):
    """Adds a downloadable text at an address."""

    def at(url):
        monkeypatch.setitem(SOURCES, "short", Source("Short", "short.txt", RIGHT, url))

    at(CLOSED)
    return at


@pytest.mark.parametrize(
    "name, title",
    [
        ("botchan", "Botchan, Natsume Soseki (in English)"),
        ("northanger_abbey", "Northanger Abbey, Jane Austen"),
    ],
)
def test_bundled_texts_have_their_hash_and_no_note(name, title):
    found = corpus(name)
    assert (found.title, found.note) == (title, None)
    assert hashlib.sha1(found.text.encode()).hexdigest() == SOURCES[name].sha1
    assert corpus(name).text is found.text


def test_the_default_text_is_the_time_machine(time_machine):
    assert corpus() == corpus("time_machine") == (SOURCES["time_machine"].title, time_machine, None)
    assert hashlib.sha1(time_machine.encode()).hexdigest() == SOURCES["time_machine"].sha1


def test_an_unknown_text_is_refused_with_the_known_ones():
    with pytest.raises(
        UnknownTokenError, match="no text 'ulysses'; there are time_machine, botchan, northanger"
    ):
        corpus("ulysses")


def test_a_damaged_bundled_text_is_an_error(monkeypatch, tmp_path):
    monkeypatch.setattr(corpora, "_BUNDLED", tmp_path)
    with pytest.raises(CorpusError, match=r"The file botchan\.txt cannot be read"):
        corpus("botchan")
    (tmp_path / "botchan.txt").write_text("something else")
    with pytest.raises(CorpusError, match=r"The file botchan\.txt is not the text that it should be"):
        corpus("botchan")


def test_without_a_network_botchan_is_used_and_a_sentence_says_so(short, cache):
    found = corpus("short")
    assert (found.title, found.text) == corpus("botchan")[:2]
    assert found.note == (
        "Short could not be downloaded just now. "
        "The text used instead is Botchan, Natsume Soseki (in English)."
    )
    assert not cache.exists()


def test_a_download_is_checked_kept_and_not_made_again(short, cache):
    asked = []

    def answer(request):
        asked.append(request.path)
        sending(TEXT.encode())(request)

    with server(answer) as url:
        short(url)
        assert corpus("short") == corpus("short") == ("Short", TEXT, None)
    assert corpus("short").text == TEXT
    assert asked == ["/text.txt"]
    assert [path.name for path in cache.parent.iterdir()] == ["short.txt"]


@pytest.mark.parametrize(
    "data, status, says",
    [
        (TEXT.encode() + b"more", 200, "What was downloaded as Short is a different text."),
        (b"", 200, "What was downloaded as Short is a different text."),
        (b"not here", 404, "Short could not be downloaded just now."),
    ],
)
def test_a_wrong_answer_is_not_kept(short, cache, data, status, says):
    with server(sending(data, status)) as url:
        short(url)
        found = corpus("short")
    assert found.title == SOURCES["botchan"].title
    assert found.note.startswith(says)
    assert not cache.exists()


def test_a_wrong_file_in_the_cache_is_ignored_and_replaced(short, cache):
    cache.parent.mkdir()
    cache.write_text("wrong")
    assert corpus("short").title == SOURCES["botchan"].title
    with server(sending(TEXT.encode())) as url:
        short(url)
        assert corpus("short").text == TEXT
    assert cache.read_text("utf-8") == TEXT


def test_the_folder_of_texts_comes_before_the_cache_unless_its_file_is_wrong(
    monkeypatch, short, cache, tmp_path
):
    folder = tmp_path / "texts"
    folder.mkdir()
    monkeypatch.setenv("TOKCORE_TEXTS", str(folder))
    (folder / "short.txt").write_text(TEXT, "utf-8")
    assert corpus("short") == ("Short", TEXT, None)
    (folder / "short.txt").write_text("changed since")
    assert corpus("short").note is not None
    cache.parent.mkdir()
    cache.write_text(TEXT, "utf-8")
    assert corpus("short") == ("Short", TEXT, None)


def a_file_in_the_way(monkeypatch, tmp_path):
    (tmp_path / "a file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a file"))


def a_full_disk(monkeypatch, tmp_path):
    def half(path, data):
        with path.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(corpora.Path, "write_bytes", half)


def no_home(monkeypatch, tmp_path):
    def nowhere():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(corpora.Path, "home", nowhere)


def a_forbidden_folder(monkeypatch, tmp_path):
    def forbidden(path, *_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    for asked in ("stat", "mkdir"):
        monkeypatch.setattr(corpora.Path, asked, forbidden)


@pytest.mark.parametrize("fault", [a_file_in_the_way, a_full_disk, no_home, a_forbidden_folder])
def test_where_nothing_can_be_kept_a_process_downloads_once_and_leaves_nothing(
    monkeypatch, short, tmp_path, fault
):
    asked = []

    def answer(request):
        asked.append(request.path)
        sending(TEXT.encode())(request)

    with server(answer) as url, monkeypatch.context() as faulty:
        short(url)
        fault(faulty, tmp_path)
        assert corpus("short") == corpus("short") == ("Short", TEXT, None)
    assert asked == ["/text.txt"]
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] in ([], ["a file"])


def silent(request):
    time.sleep(30)


def trickling(request):
    """Sends a byte now and then, so that no single wait is ever too long."""
    request.send_response(200)
    request.send_header("Content-Length", "1000")
    request.end_headers()
    for _ in range(100):
        request.wfile.write(b".")
        request.wfile.flush()
        time.sleep(0.3)


@pytest.mark.parametrize("answer", [silent, trickling])
def test_a_server_that_never_finishes_is_given_up(monkeypatch, short, answer):
    assert corpora.DOWNLOAD_SECONDS == 5
    monkeypatch.setattr(corpora, "DOWNLOAD_SECONDS", 1)
    with server(answer) as url:
        short(url)
        started = time.monotonic()
        found = corpus("short")
        assert time.monotonic() - started < 10  # the server would take thirty seconds
    assert found.note.startswith("Short could not be downloaded just now.")


@pytest.mark.parametrize(
    "text, share, counts",
    [
        ("", 0.1, (0, 0)),
        ("one line", 0.1, (1, 0)),
        ("a\nb", 0.1, (1, 1)),
        ("a\nb\nc\n", 0.1, (2, 1)),
        ("x\n" * 10, 0.1, (9, 1)),
        ("x\n" * 100, 0.1, (90, 10)),
        ("x\n" * 100, 0.25, (75, 25)),
        ("x\n" * 14, 0.1, (13, 1)),
        ("x\n" * 16, 0.1, (14, 2)),
        ("a\nb\nc\n", 0.99, (1, 2)),
        ("a\nb\nc\n", 0, (3, 0)),
        ("a\nb\nc\n", 1, (0, 3)),
    ],
)
def test_a_share_of_the_lines_is_held_out(text, share, counts):
    parts = held_out(text, share)
    numbers = [part.count("\n") + bool(part and not part.endswith("\n")) for part in parts]
    assert tuple(numbers) == counts


def test_the_two_parts_hold_every_line_once_and_in_order():
    text = "".join(f"line {number}\r\n" for number in range(1_000)) + "the end\x0b\u2028"
    parts = held_out(text)
    numbered = [part.split("\n") for part in parts]
    assert sorted(line for part in numbered for line in part if line) == sorted(
        line for line in text.split("\n")
    )
    for part in numbered:
        places = [int(line.split()[1]) for line in part if line.startswith("line")]
        assert places == sorted(places)


def test_the_seed_alone_decides_which_lines_are_held_out():
    text = "".join(f"{number}\n" for number in range(200))
    assert held_out(text) == held_out(text) == held_out(text, 0.1, 0)
    assert held_out(text, seed=1) != held_out(text)
    assert held_out(text).held_out.split()[:5] == ["10", "24", "35", "55", "64"]


def test_the_catalogue_and_its_names_are_the_same_products():
    catalogue, names = corpus("furniture_catalogue"), corpus("furniture_names")
    assert catalogue.note == names.note
    assert "synthetic" in catalogue.note
    for whole, part in zip(
        (catalogue.text, *held_out(catalogue.text)), (names.text, *held_out(names.text)), strict=True
    ):
        pairs = list(zip(whole.splitlines(), part.splitlines(), strict=True))
        assert pairs and all(product.startswith(f"{name} ") for product, name in pairs)
    assert len(names.text.splitlines()) == 2_800
    assert corpus("furniture_names").text is names.text
