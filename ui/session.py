"""Tokenizers that a person trained in this browser session, kept for the other pages."""

from typing import NamedTuple

import streamlit as st

from tokcore import BPETokenizer, WordBPE, load

PUBLISHED = ("gpt2", "cl100k_base", "o200k_base", "smollm2")
MOST_KEPT = 4
MOST_TAKEN = 8
_KEY = "kept_tokenizers"
_TAKEN = "taken_home"


class Kept(NamedTuple):
    """A tokenizer kept, with the lines of Python that train it again as `tok`."""

    tokenizer: BPETokenizer | WordBPE
    code: str


def _all() -> dict[str, Kept]:
    return st.session_state.setdefault(_KEY, {})


def kept() -> dict[str, BPETokenizer | WordBPE]:
    """Name -> tokenizer of those kept in this session, oldest first."""
    return {name: held.tokenizer for name, held in _all().items()}


def name_of(code: str) -> str | None:
    """The name under which the tokenizer of these lines is kept, or None."""
    return next((name for name, held in _all().items() if held.code == code), None)


def keep(wish: str, tokenizer: BPETokenizer | WordBPE, code: str) -> str:
    """Keep a tokenizer, under the name wished for or one that is free; the oldest gives way to a fifth.

    Returns the name. The same lines are kept once.
    """
    if name := name_of(code):
        return name
    held = _all()
    free = (wish if number == 1 else f"{wish} ({number})" for number in range(1, MOST_KEPT + 2))
    name = next(name for name in free if name not in held)
    st.session_state[_KEY] = dict([*held.items(), (name, Kept(tokenizer, code))][-MOST_KEPT:])
    return name


def by_name(name: str) -> BPETokenizer | WordBPE:
    """A published tokenizer, or one kept in this session."""
    return load(name) if name in PUBLISHED else _all()[name].tokenizer


def code(name: str) -> str:
    """The lines of Python that give a tokenizer as `tok`."""
    if name in PUBLISHED:
        return f'import tokcore\ntok = tokcore.load("{name}")'
    return _all()[name].code


def take(tokenizer: BPETokenizer, name: str) -> None:
    """Note that a tokenizer's files are on offer in this session: they are known when they come back."""
    others = {one: name for one, name in taken().items() if one != tokenizer.fingerprint}
    st.session_state[_TAKEN] = dict([*others.items(), (tokenizer.fingerprint, name)][-MOST_TAKEN:])


def taken() -> dict[str, str]:
    """Fingerprint -> name of the tokenizers whose files were on offer, the oldest first."""
    return st.session_state.get(_TAKEN, {})


def same_as(tokenizer: BPETokenizer) -> list[str]:
    """The names of the tokenizers of this session, and of the published ones, with the same fingerprint."""
    its = tokenizer.fingerprint
    known = {name: load(name) for name in PUBLISHED} | kept()
    # A fingerprint of a large vocabulary takes a second, and one of another size is another.
    alike = (
        name
        for name, other in known.items()
        if isinstance(other, BPETokenizer) and len(other) == len(tokenizer) and other.fingerprint == its
    )
    return [*([taken()[its]] if its in taken() else []), *alike]
