"""Tokens that are not themselves when alone: the table, and the question for every published tokenizer."""

import streamlit as st

from tokcore import BPETokenizer, load
from tokcore.reachability import unreachable
from ui import chores, jobs, session
from ui.chores import Alone
from ui.listing import HIDDEN, MOST_ROWS, Column, figures, listing, tiles, words, written
from ui.remembered import remembered


@remembered(most=8, says="Encoding every token …")
def _published(name: str) -> Alone:
    return jobs.run(chores.alone, name, label="Encoding every token")


@remembered(own=2)
def _kept(fingerprint: str, _tokenizer: BPETokenizer) -> Alone:
    return jobs.run(chores.alone, _tokenizer, label="Encoding every token")


def alone_in(name: str) -> Alone:
    """What the tokens of a tokenizer are alone: of a published one it is worked out once for everybody."""
    if name in session.PUBLISHED:
        return _published(name)
    tokenizer = session.by_name(name)
    return _kept(tokenizer.fingerprint, tokenizer)


def alone(name: str, key: str) -> list[dict]:
    """The tokens that are not themselves, what their text becomes, and a text in which each appears."""
    tokenizer = session.by_name(name)
    found = alone_in(name)
    figures(
        {
            "not themselves when alone": f"{len(found.strays):,}",
            "tokens": f"{tokenizer.vocab_size:,}",
            "parts of characters, with no text of their own": f"{found.fragments:,}",
        }
    )
    drawn, rows = [], []
    for token_id, ids, context in found.strays:
        hidden = written(tokenizer, token_id) == HIDDEN
        shown = [tiles(tokenizer, [token_id]), tiles(tokenizer, ids), words("no text known", quiet=True)]
        if context is not None:
            shown[2] = tiles(tokenizer, tokenizer.encode(context), outlined=token_id)
        blank = [words(HIDDEN, quiet=True), words(""), words("")]
        drawn.append([words(token_id), *(blank if hidden else shown)])
        rows.append(
            {
                "id": token_id,
                "token": written(tokenizer, token_id),
                "its text alone gives": " ".join(map(str, ids)),
                "appears in": "" if hidden or context is None else repr(context),
            }
        )
    if drawn:
        columns = [Column("id", True), Column("token"), Column("its text alone gives"), Column("appears in")]
        listing(columns, drawn[:MOST_ROWS], "Tokens that are not themselves when alone", key)
    else:
        st.text("Every token of this tokenizer that is whole text encodes to itself.")
    return rows


def published() -> str:
    """How many each published tokenizer has, a line each."""
    return "\n".join(f"{name}: {len(alone_in(name).strays)}" for name in session.PUBLISHED)


def impossible_bytes() -> str:
    """The single bytes that each published tokenizer has a token for and that no text gives, a line each."""
    lines = []
    for name in session.PUBLISHED:
        tokenizer = load(name)
        found = [i for i in tokenizer.byte_ids if i is not None and unreachable(tokenizer, i)]
        bytes_there = b"".join(map(tokenizer.token_bytes, found)).hex(" ")
        left_out = f"none; it has left {len(tokenizer.missing_bytes)} bytes out of its vocabulary"
        lines.append(f"{name}: " + (f"{len(found)} ({bytes_there})" if found else left_out))
    return "\n".join([*lines, "A text in UTF-8 never holds one of these bytes."])
