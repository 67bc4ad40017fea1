"""Which text a page learns from: a public one, or a person's own, typed or uploaded."""

import csv
import hashlib
import io
import re
from typing import NamedTuple

import streamlit as st

from tokcore import CorpusError, LimitError, TokcoreError
from tokcore.alphabet import well_formed
from tokcore.corpora import SOURCES, corpus
from tokcore.limits import MAX_FILE_CHARACTERS, MAX_PAGE_CHARACTERS, shorten
from ui import inputs

OWN = "own"
_NOTHING = {
    "typed": "Type a text to learn from: a few lines are enough to see something.",
    "file": "There is no text in this file, or in the column chosen from it. Choose another one.",
}
PLACE = inputs.Place("text", {"corpus": OWN, "way": "typed"})
"""Where a page with a list of texts takes a person's own."""

_WAYS = {"typed": "Type or paste", "file": "Upload a file"}


class Text(NamedTuple):
    """A text with what a page says about it: `key` tells it from others, `code` is the line that gives it.

    `own` texts are a person's: their title is ours, and their content is never shared.
    """

    title: str
    text: str
    key: str
    own: bool
    code: str

    @property
    def short(self) -> str:
        """The title without author and remarks."""
        return re.split(r", | \(", self.title)[0]


def public(name: str) -> Text:
    """A text that everybody has."""
    title, text, _ = corpus(name)
    return Text(title, text, title, False, f'text = corpora.corpus("{name}").text')


def source(page: str, label: str, name: str = "corpus", default: str = "time_machine") -> str:
    """The list of texts to choose from: the name of a public one, or OWN."""
    return inputs.one_of(
        page,
        name,
        label,
        [*SOURCES, OWN],
        default,
        lambda one: "My own text" if one == OWN else SOURCES[one].title,
    )


def chosen(page: str, source: str, example: str) -> Text:
    """The text that a source stands for, with what must be known about it.

    For an own text these are the controls; the page stops with a sentence while there is none.
    """
    return chosen_if_any(page, source, example) or st.stop()


def chosen_if_any(page: str, source: str, example: str) -> Text | None:
    """The same for a page that goes on without a text: None, with the sentence, while there is none."""
    if source == OWN:
        return _own(page, example)
    if note := corpus(source).note:
        st.caption(note)
    return public(source)


def _own(page: str, example: str) -> Text | None:
    way = inputs.choice(page, "way", "Your text", list(_WAYS), "typed", _WAYS.get)
    if way == "typed":
        text = inputs.text(page, f"Your text, up to {MAX_PAGE_CHARACTERS:,} characters", example, rows=5)
        code = f"text = {text!r}"
    else:
        if (text := _uploaded(page)) is None:
            return None
        code = 'text = open("your_file.txt", encoding="utf-8", newline="").read()'
    if not text.strip():
        st.info(_NOTHING[way])
        return None
    return Text("Your text", text, hashlib.sha256(text.encode()).hexdigest(), True, code)


def _uploaded(page: str) -> str | None:
    file = st.file_uploader(
        f"Plain text in UTF-8, or a CSV file with a header; {MAX_FILE_CHARACTERS:,} characters are used",
        ["txt", "csv", "md"],
        key=inputs.key(page, "file"),
        max_upload_size=5,
    )
    if file is None:
        st.info("Choose a file. Until then there is nothing to draw.")
        return None
    try:
        if not file.name.lower().endswith(".csv"):
            text = read_text(file.getvalue())
        else:
            table = read_table(file.getvalue())
            column = st.selectbox(
                "Column to read, a line for each row (the first line names the columns)",
                list(table),
                key=inputs.key(page, "column"),
            )
            text = table[column]
    except TokcoreError as error:
        st.error(str(error))
        return None
    st.caption("A file is read for this visit only: it is kept nowhere, and a link does not carry it.")
    text, sentence = shorten(text, MAX_FILE_CHARACTERS)
    if sentence:
        st.warning(sentence, icon=":material/content_cut:")
    return text


def read_text(data: bytes) -> str:
    """The text of a file, without the mark that some editors put first. Raises CorpusError."""
    try:
        return well_formed(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise CorpusError(
            f"This file is not UTF-8: byte {error.start:,} does not fit. Save it as UTF-8 and try again."
        ) from None


def read_table(data: bytes) -> dict[str, str]:
    """The columns of a CSV file by their names in the header, each as lines. Raises CorpusError, LimitError.

    White space inside a cell becomes single spaces, so that a row is a line; empty cells give none.
    """
    try:
        rows = list(csv.reader(io.StringIO(read_text(data), newline="")))
    except csv.Error as error:
        raise CorpusError(f"This file is not a CSV table: {error}.") from None
    if not rows or not any(name.strip() for name in rows[0]):
        raise CorpusError("This CSV file has no header: its first line must name the columns.")
    if len(rows[0]) > 200:
        raise LimitError(f"This CSV file has {len(rows[0]):,} columns; 200 are the most that can be offered.")
    columns: dict[str, str] = {}
    for place, written in enumerate(rows[0]):
        name = written.strip() or f"column {place + 1}"
        while name in columns:
            name += " (again)"
        cells = (" ".join(row[place].split()) for row in rows[1:] if place < len(row))
        columns[name] = "".join(f"{cell}\n" for cell in cells if cell)
    return columns
