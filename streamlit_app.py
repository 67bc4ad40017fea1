"""The door: the list of pages and nothing else."""

import streamlit as st

from ui import door

PAGES = {
    "Learn": [
        st.Page("pages/compare.py", title="Compare tokenizers", default=True),
        st.Page("pages/bpe_trace.py", title="BPE in slow motion"),
        st.Page("pages/pretokenization.py", title="Where words end"),
        st.Page("pages/vocab_size.py", title="How large a vocabulary"),
    ],
    "In the wild": [
        st.Page("pages/smollm2_merges.py", title="SmolLM2's merges by hand"),
        st.Page("pages/fertility.py", title="Fertility by language"),
        st.Page("pages/digit_chunking.py", title="Digits"),
        st.Page("pages/glitch_tokens.py", title="Glitch tokens"),
    ],
}

st.set_page_config(page_title="Tokenizer playground", page_icon="static/icon.svg", layout="wide")
st.logo(f"static/logo-{st.context.theme.type or 'light'}.svg", size="large")
page = st.navigation(PAGES, position="top")
door.opened()
page.run()
