"""A table whose cells hold figures, words, lines, or tokens drawn as tiles."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import streamlit as st

from tokcore import BPETokenizer
from tokcore.glitch import obscene
from ui import mode
from ui.component import component
from ui.rows import csv_text
from ui.tokens import token

HIDDEN = "not shown: obscene"
MOST_ROWS = 120
VISIBLE = 14

_listing = component("listing", "tiles listing", "tiles table listing", "<div class='listing root'></div>")


class Column(NamedTuple):
    """The head of a column; `figures` sets its numbers to the right."""

    name: str
    figures: bool = False


def words(value: object, quiet: bool = False) -> dict:
    """A cell of words or figures; a whole number is drawn with commas and saved as it is."""
    if isinstance(value, int):
        return {"words": f"{value:,}", "value": value, "quiet": quiet}
    return {"words": str(value), "quiet": quiet}


def lines(told: Iterable[str]) -> dict:
    """A cell of lines in type in which every letter has one width, so that columns in them stay columns."""
    return {"words": "\n".join(told), "lines": True}


def tiles(tokenizer: BPETokenizer, ids: Iterable[int], outlined: int | None = None) -> dict:
    """A cell of tokens; the one with the id `outlined` stands out."""
    drawn = [token(tokenizer, i) | ({"outlined": True} if i == outlined else {}) for i in ids]
    return {"tokens": drawn}


def texts(parts: Iterable[str]) -> dict:
    """A cell of tiles that are plain text."""
    return {"tokens": [{"text": part} for part in parts]}


def listing(
    columns: Sequence[Column],
    rows: Sequence[Sequence[dict]],
    label: str,
    key: str,
    visible: int = VISIBLE,
) -> None:
    """Draw the table; `label` is read aloud as its name. Below it stands a button that saves it as CSV.

    A table of more than `visible` rows scrolls in a frame of its own.
    """
    _listing(
        data={
            "columns": [column._asdict() for column in columns],
            "rows": [list(row) for row in rows],
            "label": label,
            "visible": visible,
        },
        key=key,
    )
    if not (mode.presented() or mode.embedded()):
        st.download_button(
            "Table as CSV",
            data=lambda: csv_text([column.name for column in columns], [[*map(plain, row)] for row in rows]),
            file_name=f"{key}.csv",
            mime="text/csv",
            icon=":material/download:",
            key=f"{key}.csv",
            type="tertiary",
            help=f"Save this table: {label}",
            on_click="ignore",
        )


def plain(cell: dict) -> int | str:
    """A cell as a file of plain text has it: tokens as Python writes them, as text where they are text."""
    if "words" in cell:
        return cell.get("value", cell["words"])
    return " ".join(map(_written, cell["tokens"]))


def _written(drawn: dict) -> str:
    if "text" in drawn:
        return repr(drawn["text"])
    data = bytes(drawn["bytes"])
    try:
        return repr(data.decode())
    except UnicodeDecodeError:
        return repr(data)


def figures(pairs: dict[str, str]) -> None:
    """A few large figures in a row."""
    with st.container(horizontal=True, gap="medium"):
        for name, value in pairs.items():
            st.metric(name, value, width="content")


def written(tokenizer: BPETokenizer, token_id: int) -> str:
    """A token for a table of plain text: as Python writes it, or HIDDEN."""
    text = tokenizer.token_bytes(token_id).decode(errors="backslashreplace")
    return HIDDEN if obscene(text) else repr(text)
