"""Rows of figures: the names of their columns, and the file that they make."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence


def names_of(rows: Sequence[Mapping[str, object]]) -> list[str]:
    """The names of the columns: those of the first row first, then what later rows have besides."""
    return list(dict.fromkeys(name for row in rows for name in row))


def csv_of(rows: Sequence[Mapping[str, object]]) -> str:
    """Rows as CSV under the names of their columns; a row without a column has nothing there."""
    names = names_of(rows)
    return csv_text(names, [[row.get(name) for name in names] for row in rows])


def csv_text(header: Sequence[str], rows: Iterable[Sequence]) -> str:
    """A table as CSV, with quotes where they are needed."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows([header, *rows])
    return written.getvalue()
