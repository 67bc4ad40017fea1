"""The anatomy every page has: question, inputs, picture, Try this, Remember, In code, Share, Download."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tokcore.limits import PATTERN_SECONDS
from tokcore.pretokenize import allow_seconds
from ui import arrival, connection, door, foot, inputs, mode, presenting, process, share
from ui.foot import Download, Foot, Try
from ui.rows import csv_of, csv_text

__all__ = ["Download", "Foot", "Try", "begin", "csv_of", "csv_text", "finish", "finish_reference", "live"]


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
    """The foot of a page: predictions, the working rule, the same in code, a link and files."""
    arrival.keep(page)
    if mode.bare():
        _instead(page, tries, remember, texts)
        return
    below = Foot(page, tries, remember, code, texts, downloads)
    left, right = foot.columns()
    with left:
        foot.thinking(below)
    with right:
        foot.following(below)
        foot.taking(lambda: below)


def live(draw: Callable[[], Foot | None]) -> None:
    """Draw the picture of a page on which a whole class types at once, and the foot that it gives, if any.

    As a decorator it draws at once. A new text runs `draw` alone again and what follows every text; the head
    and the rest of the foot stay as they are, which saves half of the work. While an answer is open, and when
    the link changes, the whole page runs.
    """
    picture, above, drawn = st.container(), st.container(), _Drawn()
    if not mode.bare():
        left, right = foot.columns()
        drawn.below = right.container()
    with picture:
        _draw(draw, drawn)
    if not drawn.foot:
        return
    with above:
        drawn.foot.above()
    if drawn.below:
        with left:
            foot.thinking(drawn.foot)
        with right:
            foot.taking(lambda: drawn.foot)
    drawn.link = share.link(drawn.foot.page, drawn.foot.texts)


@dataclass
class _Drawn:
    """A live page: the foot that it has by now, where the part of it is that follows, and the link in it."""

    below: DeltaGenerator | None = None
    foot: Foot | None = None
    link: str | None = None
    again: bool = False

    def stands(self) -> bool:
        """Whether what stands below the picture and does not follow is as the whole page would draw it."""
        if self.foot is None or self.link is None:
            return self.foot is self.link  # there is no foot, and none was drawn
        return not self.foot.answered() and self.link == share.link(self.foot.page, self.foot.texts)


@st.fragment
def _draw(draw: Callable[[], Foot | None], drawn: _Drawn) -> None:
    _settle()
    again, drawn.again = drawn.again, True
    if again and not drawn.stands():
        st.rerun()
    drawn.foot = draw()
    if again and not drawn.stands():  # a foot came or went
        st.rerun()
    if not drawn.foot:
        return
    arrival.keep(drawn.foot.page)
    if drawn.below:
        with drawn.below:
            foot.following(drawn.foot)
    else:
        _instead(drawn.foot.page, drawn.foot.tries, drawn.foot.remember, drawn.foot.texts)


def _instead(page: str, tries: Sequence[Try] = (), remember: str = "", texts: tuple[str, ...] = ()) -> None:
    """In place of a foot, presented the predictions and the rule, embedded a link to the page itself."""
    if mode.presented():
        presenting.deck(page, tries, remember)
    else:
        share.full_page(page, texts)


def finish_reference(page: str, downloads: Sequence[Download] = (), part: str | None = None) -> None:
    """The foot of a page that answers no question: a link and files. `part` is a container to scroll to."""
    arrival.keep(page)
    if mode.bare():
        _instead(page)
    else:
        st.header("Share", anchor=False)
        share.panel(page, ())
        arrival.show(page, part)
        foot.files(downloads)
