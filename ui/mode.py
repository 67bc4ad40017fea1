"""How a page is shown: read, embedded in a slide (`?embed=true`) or presented in a room (`?present=true`)."""

from pathlib import Path

import streamlit as st

_STYLES = Path(__file__).parent / "components"
_PRESENT = "present"


def embedded() -> bool:
    """Whether the page stands in a frame of a few hundred pixels."""
    return bool(st.context.is_embedded)


def presented() -> bool:
    """Whether the page is shown to a room; `presenting.py` says what that means."""
    return st.query_params.get(_PRESENT) == "true"


def bare() -> bool:
    """Whether the page stands there without menu and foot."""
    return presented() or embedded()


def present() -> None:
    """Enter presenter mode: it stands in the address from then on."""
    st.query_params[_PRESENT] = "true"


def leave() -> None:
    """Leave presenter mode."""
    st.query_params.pop(_PRESENT, None)


def without(names) -> list[str]:
    """Of the names in a link those that say what a page shows, and not how."""
    return [name for name in names if name != _PRESENT]


def style() -> None:
    """The styles of all pages, and those of the mode."""
    st.html(_STYLES / "page.css")
    if presented():
        st.html(_STYLES / "presented.css")
    elif embedded():
        st.html(_STYLES / "embedded.css")
