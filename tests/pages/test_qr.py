"""QR codes: an independent reader reads the exact address, and one too long gets a sentence with numbers."""

import pytest
import zxingcpp
from PIL import Image

from tests.pages import labels
from tests.pages.labels import COMPARE, TRACE
from tests.pages.reading import components, open_page
from ui import qr

ADDRESSES = (
    "http://a",
    "http://localhost:8501/bpe_trace?bpe_trace.merges=5&step=3",
    "https://course.example.org/?text=na%C3%AFve+%E4%BD%A0%E5%A5%BD+%F0%9F%A4%97&compare.marks=false",
    "https://course.example.org/compare?text=" + "%E4%BD%A0" * 62 + "xx",
)


def read(rows):
    """What a reader sees in a code, drawn with its margin at three pixels a square."""
    size = len(rows) + 8
    image = Image.new("L", (size, size), 255)
    for y, row in enumerate(rows):
        for x, square in enumerate(row):
            if square == "1":
                image.putpixel((x + 4, y + 4), 0)
    return [found.text for found in zxingcpp.read_barcodes(image.resize((3 * size, 3 * size)))]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_reader_reads_the_exact_address(address):
    assert qr.refusal(address) is None
    assert read(qr.matrix(address)) == [address]


def test_the_longest_address_has_a_code_and_one_more_sign_a_sentence():
    longest = ADDRESSES[-1].ljust(qr.MOST_CHARACTERS, "x")
    assert len(longest) == 600 and qr.refusal(longest) is None
    assert read(qr.matrix(longest)) == [longest]
    assert "up to 600 characters" in qr.refusal(longest + "x") and "601" in qr.refusal(longest + "x")


@pytest.mark.parametrize(
    ("host", "only"),
    [
        ("localhost", True),
        ("localhost:8501", True),
        ("LOCALHOST.", True),
        ("127.0.0.1:8501", True),
        ("127.1.2.3", True),
        ("[::1]:8501", True),
        ("192.168.1.20:8501", False),
        ("[fe80::1]:8501", False),
        ("playground.example.org", False),
        ("localhost.example.org", False),
    ],
)
def test_a_code_that_leads_a_phone_to_itself_says_so(host, only):
    assert bool(qr.here_only(f"http://{host}/bpe_trace?step=3")) is only


def test_the_sentence_stands_under_the_code(monkeypatch):
    for url, shown in (("http://localhost:8501/", 1), ("http://192.168.1.20:8501/", 0)):
        monkeypatch.setattr("ui.share.address", lambda query, url=url: url)
        said = [caption.value for caption in open_page(COMPARE).caption]
        assert sum("works on this computer only" in one for one in said) == shown


def test_the_code_follows_the_text_into_the_link():
    visit = open_page(COMPARE, "my own & text")
    next(box for box in visit.checkbox if box.label == labels.SHARE_TEXT).set_value(True).run()
    assert "my+own" in visit.code[-1].value
    assert components(visit)["compare.qr"]["rows"] == qr.matrix(visit.code[-1].value)


def test_a_link_too_long_for_a_code_says_so_and_stays():
    visit = open_page(TRACE, "你好" * 100)
    next(box for box in visit.checkbox if box.label == labels.SHARE_TEXT).set_value(True).run()
    link = visit.code[-1].value
    assert len(link) > 1_000 and "bpe_trace.qr" not in components(visit)
    assert f"{len(link):,}" in "\n".join(caption.value for caption in visit.caption)
