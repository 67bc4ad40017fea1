"""The anatomy every page has: question, inputs, picture, Try this, Remember, In code, Share, Download."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import streamlit as st

from tokcore.limits import PATTERN_SECONDS
from tokcore.pretokenize import allow_seconds
from ui import arrival, connection, door, inputs, mode, presenting, process, share, terms


class Try(NamedTuple):
    """A prediction to make before looking: `answer` asks tokcore, only when a person wants to see."""

    question: str
    answer: Callable[[], str]


class Download(NamedTuple):
    """A file to take away; `make` builds it when the button is pressed."""

    label: str
    file_name: str
    make: Callable[[], str]
    mime: str = "text/csv"


def csv_text(header: Sequence[str], rows: Iterable[Sequence]) -> str:
    """A table as CSV, with quotes where they are needed."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows([header, *rows])
    return written.getvalue()


def begin(
    page: str,
    group: str,
    title: str,
    question: str,
    lead: str,
    own_text: inputs.Place | None = inputs.TEXT,
    kept: tuple[str, ...] = (),
) -> None:
    """The head of a page: where we are, the question it answers, and how to read the picture.

    Embedded or presented, a page begins with the question alone.
    `own_text` is where a text typed on another page can be brought; the inputs `kept` stay on Reset.
    """
    door.require()
    _settle()
    arrival.begin(page)
    mode.style()
    connection.watched()
    if mode.presented():
        presenting.head(question)
        return
    if mode.embedded():
        st.title(question, anchor=False)
        return
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.caption(f"{group} · {title}", width="content")
        with st.container(horizontal=True, width="content"):
            if own_text:
                inputs.carry_over(page, own_text)
            st.button(
                "Reset",
                icon=":material/restart_alt:",
                on_click=inputs.reset,
                args=(page, kept),
                help="Brings this page's worked example back.",
            )
            st.button(
                "Present",
                icon=":material/present_to_all:",
                on_click=mode.present,
                help="Large type for a room, led by the keys of a clicker. Escape leaves.",
            )
    st.title(question, anchor=False)
    with st.container(width=760):
        st.markdown(lead)


@st.fragment
def live(draw: Callable[[], None]) -> None:
    """Draw all that follows the head; when an input in it changes, this alone runs again.

    The menu and the head stay as they are, which saves a sixth of a new text's work. As a decorator it draws
    at once.
    """
    _settle()
    draw()


def _settle() -> None:
    """What every run of a page begins with."""
    process.settle()
    allow_seconds(PATTERN_SECONDS)  # for all that this run does with a pattern of a person's own


def finish(
    page: str,
    tries: Sequence[Try],
    remember: str,
    code: str,
    texts: tuple[str, ...] = ("text",),
    downloads: Sequence[Download] = (),
) -> None:
    """The foot of a page: predictions, the working rule, the same in code, a link and files.

    A presented page has the first two only, a stage at a time; an embedded one has a link to the full page.
    """
    arrival.keep(page)
    if mode.presented():
        presenting.deck(page, tries, remember)
        return
    if mode.embedded():
        share.full_page(page, texts)
        return
    st.space("medium")
    left, right = st.columns([1, 1], gap="large")
    with left:
        st.header("Try this", anchor=False)
        st.caption("Decide first, then look.")
        for place, prediction in enumerate(tries):
            _prediction(page, place, prediction)
        st.header("Remember", anchor=False)
        st.markdown(remember)
        _words_of(page)
        arrival.show(page)
    with right:
        st.header("In code", anchor=False)
        # A block of code that scrolls by itself cannot be scrolled with keys; in a container it can.
        with st.container(height=420 if len(code) > 1_500 else "content", border=False):
            st.code(code, language="python", wrap_lines=True)
        st.header("Share", anchor=False)
        share.panel(page, texts)
        _files(downloads)


def finish_reference(page: str, downloads: Sequence[Download] = (), part: str | None = None) -> None:
    """The foot of a page that answers no question: a link and files. `part` is a container to scroll to."""
    arrival.keep(page)
    if mode.presented():
        presenting.deck(page)
    elif mode.embedded():
        share.full_page(page, ())
    else:
        st.header("Share", anchor=False)
        share.panel(page, ())
        arrival.show(page, part)
        _files(downloads)


def _files(downloads: Sequence[Download]) -> None:
    if not downloads:
        return
    st.header("Download", anchor=False)
    with st.container(horizontal=True):
        for download in downloads:
            st.download_button(
                download.label,
                data=download.make,
                file_name=download.file_name,
                mime=download.mime,
                icon=":material/download:",
                on_click="ignore",
            )


def _words_of(page: str) -> None:
    """Links from a page to what its words mean."""
    with st.container(horizontal=True, gap="small", key="terms"):
        for name in terms.on(page):
            st.page_link("pages/glossary.py", label=name, query_params={"term": name})


def _prediction(page: str, place: int, prediction: Try) -> None:
    with st.container(border=True):
        st.markdown(prediction.question)
        if st.toggle("Show the answer", key=inputs.key(page, f"try{place}")):
            st.text(prediction.answer())
