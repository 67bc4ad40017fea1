"""The connection between browser and app, which may break: afterwards the page is drawn as it should be."""

import streamlit as st

from ui.component import component

KEY = "connection"
_connection = component("connection", "connection", "", "<span hidden>connected</span>")


def watched() -> None:
    """Ask for the page once more when the connection is back. It draws nothing and takes no room."""
    with st.container(key=KEY):
        _connection(key=f"{KEY}.watch", on_back_change=lambda: None)  # to run the page again is enough
