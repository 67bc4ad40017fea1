"""Links that restore a page: choices always, the person's text only when they ask for it."""

from typing import NamedTuple
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


class Link(NamedTuple):
    """A link as the Share part shows it: whether the page holds a text of a person's own, why that cannot be
    in the link, whether it is, and the address.
    """

    own: bool
    refused: str | None
    with_text: bool
    address: str


def link(page: str, names: tuple[str, ...]) -> Link:
    """The link to this page now, with the person's own text when they want that."""
    query, refused = texts_in_link(page, names)
    own = any(value is not None for value in query.values())
    with_text = own and not refused and st.session_state.get(inputs.key(page, "share"), False)
    return Link(own, refused if own else None, with_text, address(query if with_text else {}))


def panel(page: str, names: tuple[str, ...]) -> None:
    """The Share part of a page."""
    shared = link(page, names)
    if shared.refused:
        st.caption(shared.refused)
    elif shared.own:
        st.checkbox("Put my text into the link", key=inputs.key(page, "share"))
    with st.container(horizontal=True, gap="medium"):
        with st.container(width="stretch"):
            st.code(shared.address, language=None, wrap_lines=True)
            if not shared.own:
                st.caption("The link restores every choice on this page and its worked example.")
            elif not shared.with_text:
                st.caption(
                    "The link restores every choice on this page, with the example instead of your text."
                )
            if warned := None if qr.refusal(shared.address) else qr.here_only(shared.address):
                st.caption(warned)
        qr.small(shared.address, inputs.key(page, "qr"))


def full_page(page: str, texts: tuple[str, ...]) -> None:
    """From a page in a frame to the page itself, in a new tab with what is seen in the frame.

    It opens for the same person, so it carries their text as far as a link can.
    """
    query, refused = texts_in_link(page, texts)
    with st.container(key="full-page"):
        _full(data={"query": {} if refused else query, "refused": refused}, key=inputs.key(page, "full"))
