"""Browser components from plain files: their scripts and styles are joined and given to Streamlit once."""

from pathlib import Path

import streamlit as st

_FILES = Path(__file__).parent / "components"


def component(name: str, scripts: str, styles: str, html: str):
    """A component mounted by calling it; `scripts` and `styles` name files in order, the entry script last.

    `html` is markup of our own, or the name of a file that holds it. Nothing a person typed ever enters it.
    """

    def joined(names: str, suffix: str) -> str:
        return "\n".join((_FILES / f"{file}.{suffix}").read_text(encoding="utf-8") for file in names.split())

    markup = html if html.startswith("<") else joined(html, "html")
    return st.components.v2.component(
        f"playground_{name}", html=markup, css=joined(styles, "css"), js=joined(scripts, "js")
    )
