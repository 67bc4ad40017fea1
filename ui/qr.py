"""QR codes of addresses, for phones in a room."""

from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
import streamlit as st

from ui.component import component

MOST_CHARACTERS = 600
"""Longer addresses make codes that only the front rows can read.

At this length a photograph was read in which the code is 150 pixels wide; at 2,000 it had to be 250.
"""

_qr = component("qr", "qr", "qr", "<div class='qr'></div>")


def refusal(address: str) -> str | None:
    """Why an address has no code, or None when it has one."""
    if len(address) <= MOST_CHARACTERS:
        return None
    return (
        f"No QR code: phones read one across a room up to {MOST_CHARACTERS} characters, and this link has "
        f"{len(address):,}. Send the link itself, or share the page without your text."
    )


def here_only(address: str) -> str | None:
    """That an address means the computer that opens it, as localhost does, or None when it does not."""
    host = (urlsplit(address).hostname or "").rstrip(".")
    if host != "localhost" and not host.endswith(".localhost"):
        try:
            if not ip_address(host).is_loopback:
                return None
        except ValueError:  # a name
            return None
    return (
        "This address works on this computer only: a phone that reads the code looks for the app in itself. "
        "Open the app under this computer's address in the network, then show the code."
    )


def matrix(address: str) -> list[str]:
    """The code's rows without its margin, 1 for a dark square; as much error correction as its size holds."""
    code = segno.make_qr(address, error="l", boost_error=True)
    return ["".join("1" if square else "0" for square in row) for row in code.matrix]


# Drawing a code takes a millisecond, and an address mostly stays from run to run.
_drawn = st.cache_resource(scope="session", max_entries=2, show_spinner=False)(matrix)


def small(address: str, key: str) -> None:
    """The code of an address, with a button that shows it as large as the window; or why there is none."""
    if refused := refusal(address):
        st.caption(refused)
        return
    with st.container(width=176, gap="small"):
        _draw(address, key)
        if st.button("Enlarge", icon=":material/zoom_out_map:", key=f"{key}.large", width="stretch"):
            large(address)


@st.dialog("Scan this code to open the page", width="large")
def large(address: str) -> None:
    """The code of an address, as large as the window, over the page."""
    if refused := refusal(address):
        st.text(refused)
    else:
        _draw(address, "qr.large", large=True)
        if warned := here_only(address):
            st.text(warned)
    st.code(address, language=None, wrap_lines=True)


def _draw(address: str, key: str, large: bool = False) -> None:
    _qr(data={"rows": _drawn(address), "label": f"QR code of {address}", "large": large}, key=key)
