"""The door: the list of pages and nothing else."""

import streamlit as st

from ui import door, mode

PAGES = {
    "Learn": [
        st.Page("pages/compare.py", title="Compare tokenizers", default=True),
        st.Page("pages/characters_words_bytes.py", title="Characters, words, bytes"),
        st.Page("pages/bpe_trace.py", title="BPE in slow motion"),
        st.Page("pages/pretokenization.py", title="Where words end"),
        st.Page("pages/vocab_size.py", title="How large a vocabulary"),
    ],
    "In the wild": [
        st.Page("pages/smollm2_merges.py", title="SmolLM2's merges by hand"),
        st.Page("pages/vocabulary.py", title="Look inside a vocabulary"),
        st.Page("pages/fertility.py", title="Fertility by language"),
        st.Page("pages/digit_chunking.py", title="Digits"),
        st.Page("pages/special_tokens.py", title="Special tokens"),
        st.Page("pages/glitch_tokens.py", title="Glitch tokens"),
        st.Page("pages/production.py", title="When tokenizers go wrong"),
    ],
    "Workshop": [
        st.Page("pages/exercises.py", title="Exercises"),
        st.Page("pages/instructor.py", title="For instructors"),
        st.Page("pages/glossary.py", title="Glossary"),
    ],
}

st.set_page_config(page_title="Tokenizer playground", page_icon="static/icon.svg", layout="wide")
alone = mode.embedded() or mode.presented()
if not alone:
    st.logo(f"static/logo-{st.context.theme.type or 'light'}.svg", size="large")
page = st.navigation(PAGES, position="hidden" if alone else "top")
door.opened()
page.run()
