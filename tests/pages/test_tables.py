"""Tables of words and tokens: under each of them a button saves what it shows."""

import csv
import io

import pytest
import streamlit as st

from tests.pages.reading import components, open_page
from tokcore import load
from ui import listing

GPT2 = load("gpt2")
SAVE = "Table as CSV"
TABLES = {
    "vocabulary": {},
    "special_tokens": {},
    "glitch_tokens": {},
    "production": {"production.kind": "Price"},
    "characters_words_bytes": {"characters_words_bytes.look": "bytes"},
}


def tables(visit):
    """Key -> the data of every table on the page."""
    return {key: data for key, data in components(visit).items() if {"columns", "rows", "visible"} <= {*data}}


def buttons(visit):
    return [button.proto.id for button in visit.get("download_button") if button.proto.label == SAVE]


@pytest.fixture
def files(monkeypatch):
    """Name -> the content of every file that a page offers."""
    offered, really = {}, st.download_button

    def noting(label, **given):
        offered[given["file_name"]] = given["data"]() if label == SAVE else None
        return really(label, **given)

    monkeypatch.setattr(st, "download_button", noting)
    return offered


@pytest.mark.parametrize("page", TABLES)
def test_every_table_can_be_saved_as_it_is(page, files):
    visit = open_page(page, link=TABLES[page])
    drawn = tables(visit)
    assert drawn and len(buttons(visit)) == len(drawn)
    for key, data in drawn.items():
        head, *rows = csv.reader(io.StringIO(files[f"{key}.csv"]))
        assert head == [column["name"] for column in data["columns"]]
        assert len(rows) == len(data["rows"])
        for row, cells in zip(rows, data["rows"]):
            for saved, cell in zip(row, cells):
                if "tokens" not in cell:
                    assert saved == str(cell.get("value", cell["words"]))
                    assert cell["words"] in (saved, f"{cell.get('value', 0):,}")


@pytest.mark.parametrize(
    "cell, saved",
    [
        (listing.words(1_234_567), 1_234_567),
        (listing.words("1,5 %"), "1,5 %"),
        (listing.lines(["a b", "c"]), "a b\nc"),
        (listing.texts([" a", 'b"']), "' a' 'b\"'"),
        (
            listing.tiles(load("gpt2"), load("gpt2").encode(" chairs 椅")),
            r"' chairs' b' \xe6' b'\xa4' b'\x85'",
        ),
        (listing.tiles(GPT2, []), ""),
    ],
)
def test_a_cell_in_a_file(cell, saved):
    assert listing.plain(cell) == saved


def test_a_room_has_no_use_for_files():
    visit = open_page("special_tokens", link={"present": "true"})
    assert tables(visit) and not buttons(visit)
