"""Coming to a page: with the choices that one left there, at its top or at the part that was asked for."""

import streamlit as st

from ui.component import component

_arrive = component("arrive", "arrive", "", "<span class='arrive' hidden>arrived</span>")
_SHOWN, _LEFT = "shown_page", "left_pages"


def keep(page: str) -> None:
    """Remember the inputs of a page as they are now."""
    names = [name for name in st.session_state.get("defaults", {}) if name.startswith(f"{page}.")]
    held = {name: st.session_state[name] for name in names if name in st.session_state}
    st.session_state.setdefault(_LEFT, {})[page] = held


def begin(page: str) -> None:
    """Note which page is shown; one that a person comes back to has the choices that they left there.

    The browser's Back asks for an address without choices, and in that run inputs follow the address alone:
    so the choices are put back for another run. A link that has choices of the page wins.
    """
    came_from = st.session_state.get(_SHOWN)
    st.session_state[_SHOWN] = page
    if came_from == page:
        keep(page)
    elif came_from and not any(name.startswith(f"{page}.") for name in st.query_params):
        defaults = st.session_state.get("defaults", {})
        left = st.session_state.get(_LEFT, {}).get(page, {})
        if changed := {name: value for name, value in left.items() if value != defaults.get(name)}:
            st.session_state.update(changed)
            st.rerun()


def show(page: str, part: str | None = None) -> None:
    """Scroll to the top of a page that was just opened, or to the container with the key `part`."""
    _arrive(data={"page": page, "part": part}, key=f"{page}.arrive")
