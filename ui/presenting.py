"""Presenter mode: a page for a room, led by one key.

`?present=true` in the address is the mode. *Present* at the head of a page enters it; *Leave*, Escape and
going to another page leave it. Drawn are the question, the inputs and the picture, in large type and dark on
white whatever the browser prefers; the lead, the menu, the code, the link and the files stay away.

The right arrow, PageDown and the space bar, which clickers send, go one step on; the left arrow and PageUp go
one back. The steps are, in this order:

1. the picture, from the top of the page to its end: every merge of a player in sight, and where none is the
   part that the window's foot cuts through comes to its top. A player starts where the link says, or before
   its first merge;
2. each *Try this*: first the question, then its answer, which is worked out when it is asked for;
3. *Remember*.

Questions, answers and the rule stand at the foot of the window. The first of them brings back the picture,
smaller, because a question about something that is out of sight can only be guessed at.

Merges happen in the browser. A question, an answer or the rule is a stage: 0 is the picture, 2k - 1 asks
prediction k, 2k answers it, the last one is the rule. The browser says which stage it wants, and only this
part of the page runs again.

Who types in a box keeps every key; Escape then leaves the box first. A focused button keeps the space bar, a
slider and a row of options their arrows, and whatever handles a key itself keeps that key.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from ui import mode
from ui.component import component

if TYPE_CHECKING:
    from ui.foot import Try

_keys = component("keys", "address keys", "", "<span class='keys' hidden>keys</span>")
_paper = component("paper", "paper", "", "<span class='paper' hidden>light</span>")


def head(question: str) -> None:
    """The head of a presented page: its question, and the way out."""
    with st.container(key="presented-head", horizontal=True, vertical_alignment="center"):
        st.title(question, anchor=False)
        st.button(
            "Leave",
            icon=":material/close:",
            on_click=mode.leave,
            shortcut="Escape",
            help="The right arrow, PageDown and space go on, the left arrow and PageUp go back.",
            width="content",
        )
    _paper(data={"scheme": "light"}, key="paper")


@st.fragment
def deck(page: str, tries: Sequence["Try"] = (), remember: str = "") -> None:
    """What stands below the picture, a stage at a time, and the keys that lead through the whole page."""
    key = f"{page}.presenting"
    last = 2 * len(tries) + bool(remember)
    stage = _asked(st.session_state.get(key), last)
    if stage:
        with st.container(key="presented"):
            if stage <= 2 * len(tries):
                prediction = tries[(stage - 1) // 2]
                st.header("Try this", anchor=False)
                st.markdown(prediction.question)
                if stage % 2 == 0:
                    st.text(prediction.answer())
            else:
                st.header("Remember", anchor=False)
                st.markdown(remember)
    _keys(data={"stage": stage, "last": last}, key=key, on_stage_change=lambda: None)


def _asked(held, last: int) -> int:
    """The stage that the browser asks for, which a browser may say wrongly."""
    stage = (held or {}).get("stage")
    return max(0, min(stage, last)) if isinstance(stage, int) else 0
