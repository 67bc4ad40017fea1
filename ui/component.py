"""Browser components from plain files: their scripts and styles are joined and given to Streamlit once."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

_FILES = Path(__file__).parent / "components"


def component(name: str, scripts: str, styles: str, html: str) -> Callable[..., Any]:
    """A component mounted by calling it; `scripts` and `styles` name files in order, the last has `mount`.

    `html` is markup of our own, or the name of a file that holds it. Nothing a person typed ever enters it.
    """

    def joined(names: str, suffix: str) -> str:
        return "\n".join((_FILES / f"{file}.{suffix}").read_text(encoding="utf-8") for file in names.split())

    markup = html if html.startswith("<") else joined(html, "html")
    draw = st.components.v2.component(
        f"playground_{name}", html=markup, css=joined(styles, "css"), js=joined(f"{scripts} entry", "js")
    )

    def mounted(data: dict[str, Any] | None = None, **named: Any) -> Any:
        # As text: in a dictionary Streamlit looks for data frames, and writes it as JSON twice.
        return draw(data=None if data is None else json.dumps(data, ensure_ascii=False), **named)

    return mounted
