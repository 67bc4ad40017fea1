"""Links that restore a page: choices always, the person's text only when they ask for it."""

from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from tokcore.limits import MAX_LINK_CHARACTERS
from ui import inputs, mode, qr, session
from ui.component import component

_full = component("full", "address full", "full", "<a target='_blank' rel='noopener'></a>")


def refusal(text: str) -> str | None:
    """Why a text cannot stand in a link, or None when it can."""
    if len(text) <= MAX_LINK_CHARACTERS:
        return None
    return (
        f"A link carries up to {MAX_LINK_CHARACTERS:,} characters and your text has {len(text):,}: "
        "shorten it, or share the link without it."
    )


def texts_in_link(page: str, names: tuple[str, ...]) -> tuple[dict[str, str | None], str | None]:
    """The texts that a link to this page must carry, and the reason when it cannot carry them."""
    query: dict[str, str | None] = {}
    for name in names:
        if name in st.query_params:  # from a link, for an input further down the page
            query[name] = st.query_params[name]
            continue
        value = st.session_state.get(inputs.key(page, name), "")
        query[name] = None if inputs.is_example(page, name) else value
    return query, refusal("".join(value or "" for value in query.values()))


def address(query: dict[str, str | None]) -> str:
    """This page's address with the choices it stands for now and these extra parts.

    Tokenizers kept in this session are left out: another browser does not have them. So is presenter mode,
    which is for the one who presents.
    """
    parts = urlsplit(st.context.url or "")
    here_only = session.kept()
    now = {
        name: [value for value in st.query_params.get_all(name) if value not in here_only]
        for name in mode.without(st.query_params)
    }
    now |= {name: [value] for name, value in query.items() if value is not None}
    return urlunsplit(parts._replace(query=urlencode(now, doseq=True), fragment=""))


def offer(page: str, names: tuple[str, ...]) -> None:
    """Whether the person's own text goes into the link, for them to say; or why it cannot."""
    query, refused = texts_in_link(page, names)
    if refused:
        st.caption(refused)
    elif any(value is not None for value in query.values()):
        st.checkbox("Put my text into the link", key=inputs.key(page, "share"))


def link(page: str, names: tuple[str, ...]) -> str:
    """The link to this page now, with the person's own text when they want that."""
    query, refused = texts_in_link(page, names)
    wanted = st.session_state.get(inputs.key(page, "share")) and not refused
    return address(query if wanted else {})


def panel(page: str, names: tuple[str, ...]) -> None:
    """The link to this page, as text and as a code."""
    shared = link(page, names)
    with st.container(horizontal=True, gap="medium"):
        with st.container(width="stretch"):
            st.code(shared, language=None, wrap_lines=True)
            if shared == address({}):
                st.caption("The link restores every choice on this page and its worked example.")
            if warned := None if qr.refusal(shared) else qr.here_only(shared):
                st.caption(warned)
        qr.small(shared, inputs.key(page, "qr"))


def full_page(page: str, texts: tuple[str, ...]) -> None:
    """From a page in a frame to the page itself, in a new tab with what is seen in the frame.

    It opens for the same person, so it carries their text as far as a link can.
    """
    query, refused = texts_in_link(page, texts)
    with st.container(key="full-page"):
        _full(data={"query": {} if refused else query, "refused": refused}, key=inputs.key(page, "full"))
