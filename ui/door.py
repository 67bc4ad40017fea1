"""The way in: every page is reached through streamlit_app.py, also by the first visitor of a process.

Streamlit lists `pages/` in a menu of its own, and runs a page without the door, until `st.navigation` was
called once in the process. That would be the first visitor's lot; here they are sent through the door.
"""

import sys

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from tokcore import integrity

_PASSED = "through_the_door"


def opened() -> None:
    """Note, from streamlit_app.py, that this session came through the door, unless data are damaged."""
    if damage := _damaged():
        st.title("Some of the app's files are damaged", anchor=False)
        for one in damage:
            st.error(one.sentence)
        st.stop()
    if not st.session_state.get(_PASSED):
        st.session_state[_PASSED] = True
        st.rerun()


def require() -> None:
    """Send a session that reached a page directly through the door."""
    if not st.session_state.get(_PASSED):
        # What st.navigation does for the process, without losing which page was asked for.
        PagesManager.uses_pages_directory = False
        st.rerun()


@st.cache_resource(show_spinner=False)
def _damaged() -> list[integrity.Damage]:
    """The damaged data files, looked for once in a process and written down in its log."""
    found = integrity.damaged()
    for one in found:
        print(one.sentence, file=sys.stderr, flush=True)
    return found
