"""A chart saved as a file: the picture, its title, its fonts, and nothing that needs the network."""

import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from tests.browser.app import open_page

SVG = "{http://www.w3.org/2000/svg}"
CHARTS = {"vocab_size": 3, "fertility": 2}
"""Page -> the level of the heading over its first chart."""


def saved(tab, server, page, kind):
    """Open a page's first chart to its files and save one; the title that stands over it and the file."""
    title = open_page(tab, server, page).get_by_role("heading", level=CHARTS[page]).first
    expect(tab.locator("[role=graphics-document]").first).to_be_visible()
    tab.get_by_text("The figures behind this chart").first.click()
    with tab.expect_download() as started:
        # By its key: what opens above moves the button, and a click may end beside it.
        tab.get_by_role("button", name=kind, exact=True).first.press("Enter")
    return title.inner_text(), started.value


@pytest.mark.parametrize("page", CHARTS)
def test_an_svg_brings_its_title_and_its_fonts(tab, server, page):
    title, file = saved(tab, server, page, "SVG")
    assert file.suggested_filename.endswith(".svg")
    text = Path(file.path()).read_text("utf-8")
    drawn = ElementTree.fromstring(text)
    words = [" ".join(node.itertext()) for node in drawn.iter(f"{SVG}text")]
    assert title.split()[0] in " ".join(words)
    assert all(word in " ".join(words).split() for word in title.split())
    assert text.count("@font-face") == text.count("data:font/woff2") + text.count(
        "data:application/octet-stream"
    )
    assert "url(http" not in text and 'url("http' not in text
    assert drawn.findall(f".//{SVG}path")


@pytest.mark.parametrize("page", CHARTS)
def test_a_png_is_the_same_picture_at_twice_its_size(tab, server, page):
    _, file = saved(tab, server, page, "PNG")
    data = Path(file.path()).read_bytes()
    assert data.startswith(b"\x89PNG") and file.suggested_filename.endswith(".png")
    frame = tab.locator("[role=graphics-document]").first.bounding_box()
    width, height = struct.unpack(">II", data[16:24])
    assert width > 2 * frame["width"] and height > 2 * frame["height"]
    assert len(data) > 20_000
