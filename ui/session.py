"""Tokenizers that a person trained in this browser session, kept for the other pages."""

import streamlit as st

from tokcore import BPETokenizer, WordBPE, load

PUBLISHED = ("gpt2", "cl100k_base", "o200k_base", "smollm2")
MOST_KEPT = 4
_KEY = "kept_tokenizers"


def kept() -> dict[str, BPETokenizer | WordBPE]:
    """Name -> tokenizer of those kept in this session, oldest first."""
    return st.session_state.setdefault(_KEY, {})


def keep(name: str, tokenizer: BPETokenizer | WordBPE) -> None:
    """Keep a tokenizer under a name; the oldest gives way when there are more than MOST_KEPT."""
    tokenizers = {other: held for other, held in kept().items() if other != name}
    tokenizers[name] = tokenizer
    st.session_state[_KEY] = dict(list(tokenizers.items())[-MOST_KEPT:])


def by_name(name: str) -> BPETokenizer | WordBPE:
    """A published tokenizer, or one kept in this session."""
    return load(name) if name in PUBLISHED else kept()[name]
