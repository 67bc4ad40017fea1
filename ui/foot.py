"""The foot of a page: predictions, the working rule, the same in code, a link and files."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui import arrival, inputs, share, terms


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


class Foot(NamedTuple):
    """What a foot holds; `texts` are the inputs whose text a link can carry.

    `above` draws what stands above the foot of a live page and is the same for every text.
    """

    page: str
    tries: Sequence[Try]
    remember: str
    code: str
    texts: tuple[str, ...] = ("text",)
    downloads: Sequence[Download] = ()
    above: Callable[[], None] = lambda: None

    def answered(self) -> bool:
        """Whether an answer is open."""
        return any(st.session_state.get(_toggle(self.page, place)) for place in range(len(self.tries)))


def columns() -> tuple[DeltaGenerator, DeltaGenerator]:
    """Where a foot stands: what to think about, and what to take along."""
    st.space("medium")
    left, right = st.columns([1, 1], gap="large")
    return left, right


def following(foot: Foot) -> None:
    """What follows every text: the same in code, and whether the text can go into the link."""
    st.header("In code", anchor=False)
    # A block of code that scrolls by itself cannot be scrolled with keys; in a container it can.
    with st.container(height=420 if len(foot.code) > 1_500 else "content", border=False):
        st.code(foot.code, language="python", wrap_lines=True)
    st.header("Share", anchor=False)
    share.offer(foot.page, foot.texts)


def thinking(foot: Foot) -> None:
    """Predictions and the working rule."""
    st.header("Try this", anchor=False)
    st.caption("Decide first, then look.")
    for place, prediction in enumerate(foot.tries):
        with st.container(border=True):
            st.markdown(prediction.question)
            if st.toggle("Show the answer", key=_toggle(foot.page, place)):
                st.text(prediction.answer())
    st.header("Remember", anchor=False)
    st.markdown(foot.remember)
    with st.container(horizontal=True, gap="small", key="terms"):
        for name in terms.on(foot.page):
            st.page_link("pages/glossary.py", label=name, query_params={"term": name})
    arrival.show(foot.page)


def taking(foot: Callable[[], Foot]) -> None:
    """The link, and the files that the foot has when a button is pressed."""
    share.panel(foot().page, foot().texts)
    files(
        [
            download._replace(make=lambda place=place: foot().downloads[place].make())
            for place, download in enumerate(foot().downloads)
        ]
    )


def files(downloads: Sequence[Download]) -> None:
    """Files to take away."""
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


def _toggle(page: str, place: int) -> str:
    return inputs.key(page, f"try{place}")
