"""The door: the list of pages. To the server that starts it is the app, made ready before anybody comes."""

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ui import broken, door, mode, server
from ui.ready import made_ready

PAGES = {
    "Learn": {
        "compare": "Compare tokenizers",
        "characters_words_bytes": "Characters, words, bytes",
        "bpe_trace": "BPE in slow motion",
        "pretokenization": "Where words end",
        "vocab_size": "How large a vocabulary",
    },
    "In the wild": {
        "smollm2_merges": "SmolLM2's merges by hand",
        "vocabulary": "Look inside a vocabulary",
        "fertility": "Fertility by language",
        "digit_chunking": "Digits",
        "special_tokens": "Special tokens",
        "glitch_tokens": "Glitch tokens",
        "production": "When tokenizers go wrong",
    },
    "Workshop": {
        "exercises": "Exercises",
        "instructor": "For instructors",
        "glossary": "Glossary",
    },
}
HOME = "compare"


@st.cache_resource(scope="session", show_spinner=False)
def menu() -> dict[str, list[st.Page]]:
    """The pages as Streamlit wants them: one lot for each visitor, since they remember who is on them."""
    return {
        group: [
            st.Page(f"pages/{name}.py", title=title, default=name == HOME) for name, title in titles.items()
        ]
        for group, titles in PAGES.items()
    }


def visit() -> None:
    """What a visitor meets: the menu, and the page that they asked for."""
    alone = mode.embedded() or mode.presented()
    if not alone:
        st.logo(f"static/logo-{st.context.theme.type or 'light'}.svg", size="large")
    page = st.navigation(menu(), position="hidden" if alone else "top")
    st.set_page_config(f"{page.title} · Tokenizer playground", "static/icon.svg", layout="wide")
    door.opened()
    page.run()


if get_script_run_ctx(suppress_warning=True):
    visit()
else:
    paths = ["" if name == HOME else name for titles in PAGES.values() for name in titles]
    server.settle()
    # `streamlit run` looks for this by reading the file.
    app = st.App(__file__, lifespan=made_ready(paths), on_script_error=broken.told)
