"""Charts with one look: a title that says the finding, axes with units, a description, a table behind."""

from collections.abc import Mapping, Sequence

import altair as alt
import streamlit as st

from ui import mode
from ui.arrow import show_table
from ui.component import component
from ui.palette import colour
from ui.rows import csv_of

_IN_PIXELS = set("fontSize labelFontSize titleFontSize labelLimit labelPadding height step dx dy".split())

_picture = component("picture", "tiles picture", "tiles picture", "<div class='picture root'></div>")


def tokenizer_colours(names: Sequence[str], title: str = "tokenizer", legend: bool = True) -> alt.Color:
    """The colour channel of a column called `tokenizer`: every tokenizer in its own colour."""
    scale = alt.Scale(domain=list(names), range=[colour(name, place) for place, name in enumerate(names)])
    return alt.Color(
        "tokenizer:N", title=title, scale=scale, legend=alt.Legend(orient="top") if legend else None
    )


def tips(*said: str | alt.Tooltip) -> list[alt.Tooltip]:
    """What a mark says when pointed at. A list of bare names costs Altair milliseconds for each of them."""
    return [one if isinstance(one, alt.Tooltip) else alt.Tooltip(one) for one in said]


def ink() -> str:
    """The colour of words and rules inside a chart, quiet and legible on the paper of the theme in use."""
    if mode.presented():
        return "#000000"
    return "#A9A79F" if st.context.theme.type == "dark" else "#655E52"


def _enlarged(spec, grows: bool = False):
    """A chart's description with its sizes in pixels made fit for a room; Streamlit's grow by themselves."""
    if isinstance(spec, dict):
        return {
            name: part if name in ("data", "datasets") else _enlarged(part, grows or name in _IN_PIXELS)
            for name, part in spec.items()
        }
    if isinstance(spec, list):
        return [_enlarged(part) for part in spec]
    return spec * 1.5 if grows and isinstance(spec, int | float) and not isinstance(spec, bool) else spec


def show(
    chart: alt.TopLevelMixin,
    title: str,
    description: str,
    rows: Sequence[Mapping[str, object]],
    key: str,
    level: int = 3,
    columns: Mapping[str, object] | None = None,
) -> None:
    """Draw a chart under its title; `description` is read aloud, `rows` stand behind it as table and CSV.

    `columns` says how the table writes some of its columns. The chart itself can be saved as SVG or PNG.
    `level` is that of its heading: 2 for a chart that no header stands above.
    Title and description are our own words and computed figures, never a person's text.
    """
    st.markdown(f"{'#' * level} {title}")
    frame = f"{key}.frame"
    with st.container(key=frame):
        words = {"labelColor": ink(), "titleColor": ink()}
        legible = chart.properties(description=description).configure_axis(**words).configure_legend(**words)
        if mode.presented():
            legible = alt.Chart.from_dict(_enlarged(legible.to_dict()) | {"background": "white"})
        st.altair_chart(legible, key=key, width="stretch")
    if mode.presented() or mode.embedded():
        return  # there is no room for tables and files
    with st.expander("The figures behind this chart, and files to save"):
        show_table(rows, columns)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.download_button(
                "CSV",
                data=lambda: csv_of(rows),
                file_name=f"{key}.csv",
                mime="text/csv",
                icon=":material/download:",
                key=f"{key}.csv",
                on_click="ignore",
            )
            _picture(
                data={"frame": frame, "file": key, "title": title}, key=f"{key}.picture", width="content"
            )
