"""The tokenizers of the page: the published ones, one trained on a novel, and those kept in this session."""

from collections.abc import Iterable

import streamlit as st

from tokcore import GPT2_PATTERN, BPETokenizer
from tokcore.corpora import DEFAULT, corpus
from ui import session
from ui.palette import colour
from ui.session import PUBLISHED

NOVEL = "trained on a novel"
SIZE = 1024


@st.cache_resource(max_entries=2, show_spinner="Training a tokenizer …")
def _trained(title: str, _text: str) -> BPETokenizer:
    return BPETokenizer.train(_text, SIZE, GPT2_PATTERN, name=NOVEL)


def novel() -> BPETokenizer:
    """1,024 tokens learned from the public novel inside GPT-2's chunks, and three marks after them."""
    title, text, _ = corpus(DEFAULT)
    return _trained(title, text)


def kept() -> list[str]:
    """The names of the byte-level tokenizers kept in this session."""
    return [name for name, tokenizer in session.kept().items() if isinstance(tokenizer, BPETokenizer)]


def offered() -> list[str]:
    """The names to choose from."""
    return [*PUBLISHED, NOVEL, *kept()]


def by_name(name: str) -> BPETokenizer:
    """The tokenizer of that name."""
    return novel() if name == NOVEL else session.by_name(name)


def colours(names: Iterable[str]) -> dict[str, str]:
    """Every tokenizer's colour; those kept have the one that they have on other pages."""
    places = {name: place for place, name in enumerate([*PUBLISHED, *session.kept()])}
    return {name: colour(name, places.get(name, 3)) for name in names}


def code(name: str) -> str:
    """The lines of Python that give a tokenizer as `tok`."""
    if name != NOVEL:
        return session.code(name)
    return (
        "import tokcore\nfrom tokcore.corpora import corpus\n"
        f'tok = tokcore.BPETokenizer.train(corpus("{DEFAULT}").text, {SIZE}, tokcore.GPT2_PATTERN)'
    )


def about_novel(names: Iterable[str]) -> None:
    """Say what the trained one is, when it is among the names."""
    if NOVEL not in names:
        return
    title, _, note = corpus(DEFAULT)
    if note:
        st.info(note)
    marks = ", ".join(f"{special} {token_id:,}" for special, token_id in novel().specials.items())
    st.text(
        f"“{NOVEL}” learned {SIZE:,} tokens from {title}, inside GPT-2's chunks. Its special tokens follow "
        f"after them: {marks}. That makes {len(novel()):,}."
    )
