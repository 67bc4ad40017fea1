"""Which text a page learns from: a public one, or a person's own, typed or uploaded."""

import hashlib
import re
from typing import NamedTuple

import streamlit as st

from tokcore import TokcoreError
from tokcore.corpora import SOURCES, corpus
from tokcore.files import encoding_of
from tokcore.limits import MAX_FILE_CHARACTERS, MAX_PAGE_CHARACTERS, MAX_TEXT_FILE_BYTES, shorten
from ui import inputs, jobs
from ui.own_files import read_table, read_text

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
        if (found := _uploaded(page)) is None:
            return None
        text, code = found
    if not text.strip():
        st.info(_NOTHING[way])
        return None
    return Text("Your text", text, hashlib.sha256(text.encode()).hexdigest(), True, code)


def _uploaded(page: str) -> tuple[str, str] | None:
    """The text of a file with the line of Python that gives it; None, with a sentence, without one."""
    file = st.file_uploader(
        f"Plain text, or a CSV table; {MAX_FILE_CHARACTERS:,} characters are used",
        ["txt", "csv", "md"],
        key=inputs.key(page, "file"),
        max_upload_size=MAX_TEXT_FILE_BYTES // 1_000_000,
    )
    if file is None:
        st.info("Choose a file. Until then there is nothing to draw.")
        return None
    data, table = file.getvalue(), file.name.lower().endswith(".csv")
    try:
        text = _column(page, data) if table else read_text(data)
    except TokcoreError as error:
        st.error(str(error))
        return None
    st.caption("A file is read for this visit only: it is kept nowhere, and a link does not carry it.")
    text, sentence = shorten(text, MAX_FILE_CHARACTERS)
    if sentence:
        st.warning(sentence, icon=":material/content_cut:")
    return text, f'text = open("your_file.txt", encoding="{encoding_of(data)}", newline="").read()'


def _column(page: str, data: bytes) -> str:
    """One column of a table, chosen by its name. Raises TokcoreError."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        named = inputs.switch(page, "header", "The first line names the columns", True)
        columns = jobs.or_again(_columns, hashlib.sha256(data).hexdigest(), named, data)
        column = st.selectbox(
            "Column to read, a line for each row", list(columns), key=inputs.key(page, "column")
        )
    return columns[column] if column else ""


@st.cache_resource(max_entries=1, scope="session", show_spinner=False)
def _columns(sha256: str, named: bool, _data: bytes) -> dict[str, str]:
    return jobs.run(read_table, _data, named, characters=len(_data), label="Reading the table")
