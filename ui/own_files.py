"""A person's own file as text, or as the columns of a table. A worker process reads it, without Streamlit."""

import csv
import io

from tokcore.alphabet import well_formed
from tokcore.files import encoding_of
from tokcore.limits import MAX_COLUMNS, MAX_TEXT_FILE_BYTES, CorpusError, LimitError, require_at_most

_ZIP = b"PK\x03\x04"
_MOST_NAME = 80


def read_text(data: bytes) -> str:
    """The text of a file in UTF-8, or in UTF-16 with its mark, without the mark.

    Raises LimitError above MAX_TEXT_FILE_BYTES, and CorpusError, with the byte, for what is no text.
    """
    require_at_most(len(data), MAX_TEXT_FILE_BYTES, "bytes in a file")
    if data.startswith(_ZIP):
        raise CorpusError(
            "This file is a zip archive, as files of Word and Excel are too, and not plain text. Unpack it, "
            "or save the text itself as UTF-8, and try again."
        )
    encoding = encoding_of(data)
    try:
        return well_formed(data.decode("utf-8-sig" if encoding == "utf-8" else encoding))
    except UnicodeDecodeError as error:
        raise CorpusError(
            f"This file is not {encoding.upper()}: byte {error.start:,}, 0x{data[error.start]:02X}, does not "
            "fit. Save it as UTF-8 and try again."
        ) from None


def read_table(data: bytes, named: bool = True) -> dict[str, str]:
    """The columns of a CSV file, each as lines, under the names in its first line; numbered unless `named`.

    White space inside a cell becomes single spaces, so that a row is a line; empty cells give none. Raises as
    `read_text` does, CorpusError for what is no table, LimitError above MAX_COLUMNS.
    """
    text = read_text(data)
    try:
        rows = list(csv.reader(io.StringIO(text, newline="")))
    except csv.Error as error:
        raise CorpusError(f"This file is not a CSV table: {error}.") from None
    if named and (not rows or not any(name.strip() for name in rows[0])):
        raise CorpusError("This CSV file has no header: its first line must name the columns.")
    header = rows[0] if named else [""] * max(map(len, rows), default=0)
    if len(header) > MAX_COLUMNS:
        raise LimitError(
            f"This CSV file has {len(header):,} columns; {MAX_COLUMNS} are the most that can be offered."
        )
    columns: dict[str, str] = {}
    for place, written in enumerate(header):
        name = written.strip()[:_MOST_NAME] or f"column {place + 1}"
        while name in columns:
            name += " (again)"
        cells = (" ".join(row[place].split()) for row in rows[named:] if place < len(row))
        columns[name] = "".join(f"{cell}\n" for cell in cells if cell)
    return columns
