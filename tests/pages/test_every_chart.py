"""Every chart: a title over it, axes that say what they count, words for who cannot see it, files."""

import csv
import io
import json

import pytest
import streamlit as st

from tests.pages.labels import PAGES, ROWS
from tests.pages.reading import open_page
from ui import charts as charts_module
from ui.rows import names_of

VIEWS = [(page, view) for page in PAGES for view in ({}, *ROWS[page].views)]
DRAWN_ON = "characters_words_bytes pretokenization vocab_size vocabulary fertility digit_chunking".split()
FILES = "The figures behind this chart, and files to save"


def charts(visit):
    return [json.loads(chart.proto.spec) for chart in visit.get("vega_lite_chart")]


def axes(part):
    """The axes of a chart and its layers: (channel, how it is drawn)."""
    for channel in ("x", "y"):
        if drawn := part.get("encoding", {}).get(channel):
            yield channel, drawn
    for kind in ("layer", "hconcat", "vconcat"):
        for inner in part.get(kind, ()):
            yield from axes(inner)


@pytest.fixture(
    scope="module", params=VIEWS, ids=lambda view: "-".join([view[0], *map(str, view[1].values())])
)
def seen(request):
    """A page in one of its views."""
    page, view = request.param
    tables, files = [], []
    offer, show = st.download_button, charts_module.show_table

    def offering(label, **given):
        if label == "CSV":
            files.append(given["data"]())
        return offer(label, **given)

    def showing(rows, columns=None):
        tables.append(rows)
        show(rows, columns)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(st, "download_button", offering)
        patch.setattr(charts_module, "show_table", showing)
        visit = open_page(page, link={f"{page}.{name}": value for name, value in view.items()})
    return page, view, visit, list(zip(tables, files, strict=True))


def test_it_is_described_in_a_sentence(seen):
    page, view, visit, _ = seen
    assert charts(visit) or page not in DRAWN_ON or view
    for chart in charts(visit):
        assert len(chart["description"].split()) > 6


def test_every_axis_of_quantities_says_what_it_counts(seen):
    for chart in charts(seen[2]):
        titles, kinds = {}, {}
        for channel, drawn in axes(chart):
            title = drawn.get("title") or (drawn.get("axis") or {}).get("title")
            titles.setdefault(channel, set()).add(title)
            kinds.setdefault(channel, set()).add(drawn.get("type"))
        said = {channel for channel in titles if titles[channel] - {None, ""}}
        assert said >= {channel for channel in kinds if "quantitative" in kinds[channel]}
        assert said, chart["description"]


def test_a_title_stands_over_it_and_files_stand_under_it(seen):
    visit = seen[2]
    kinds = [
        element.type
        if element.type != "markdown"
        else f"h{len(element.value) - len(element.value.lstrip('#'))}"
        for element in visit.main
        if element.type in ("markdown", "vega_lite_chart")
    ]
    before = [kinds[place - 1] for place, kind in enumerate(kinds) if kind == "vega_lite_chart"]
    assert set(before) <= {"h2", "h3"}
    assert sum(block.label == FILES for block in visit.expander) == len(charts(visit))
    names = [button.proto.label for button in visit.get("download_button")]
    assert names.count("CSV") == len(charts(visit))


def test_its_file_holds_the_table_behind_it(seen):
    assert len(seen[3]) == len(charts(seen[2]))
    for rows, file in seen[3]:
        head, *saved = csv.reader(io.StringIO(file))
        assert head == names_of(rows)
        assert saved == [["" if row.get(name) is None else str(row[name]) for name in head] for row in rows]
