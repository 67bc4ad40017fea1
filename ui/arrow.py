"""Rows as Arrow, in which Streamlit sends figures to the browser: for charts, and as a table to read."""

import json
from collections.abc import Mapping, Sequence

import pyarrow as pa
import streamlit as st
from pyarrow.json import ParseOptions, ReadOptions, read_json

from ui.rows import names_of

_KINDS = {
    frozenset(): pa.null(),
    frozenset([bool]): pa.bool_(),
    frozenset([int]): pa.int64(),
    frozenset([float]): pa.float64(),
    frozenset([int, float]): pa.float64(),
    frozenset([str]): pa.string(),
}


def arrow_table(rows: Sequence[Mapping[str, object]]) -> pa.Table:
    """The rows as columns; a row without a column has nothing there.

    Handed anything else Streamlit loads pandas, as does `pyarrow.array`: 30 MB in every process.
    Raises KeyError for a column that is of no one kind.
    """
    if not rows:
        return pa.schema([]).empty_table()
    kinds = {
        name: _KINDS[frozenset(type(row[name]) for row in rows if row.get(name) is not None)]
        for name in names_of(rows)
    }
    lines = pa.py_buffer("\n".join(map(json.dumps, rows)).encode())
    return read_json(
        lines,
        # All in one piece: a row must not be cut at the end of one, and threads would take longer to start.
        read_options=ReadOptions(use_threads=False, block_size=lines.size),
        parse_options=ParseOptions(explicit_schema=pa.schema(kinds.items())),
    )


def show_table(rows: Sequence[Mapping[str, object]], columns: Mapping[str, object] | None = None) -> None:
    """Draw the rows as a table to read; `columns` says how it writes some of its columns."""
    st.dataframe(
        arrow_table(rows),
        hide_index=True,
        width="stretch",
        placeholder="–",
        column_config=columns,
        lazy=False,  # or it would look whether the table is one of pandas'
    )
