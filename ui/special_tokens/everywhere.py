"""All special tokens of each tokenizer, and the proof that no merge makes them."""

from collections.abc import Sequence

import streamlit as st

from tokcore.specials import Outside, ids_by_merging, ids_without_token, outside
from ui.listing import Column, figures, listing, texts, tiles, words
from ui.special_tokens import tokenizers

SPECIAL = "special token"
HEADS = {
    "tokenizer": False,
    "special tokens": True,
    "their ids": True,
    "ids that merging can give": True,
    "tokens in all": True,
    "largest id + 1": True,
    "ids without a token": True,
}


def everywhere(names: Sequence[str], key: str) -> list[dict]:
    """Draw where the ids lie and the list of special tokens; returns a row for each of them."""
    found = {name: outside(tokenizers.by_name(name)) for name in names}
    every = [one for specials in found.values() for one in specials]
    figures(
        {
            "special tokens": f"{len(every):,}",
            "that merging can give": f"{sum(one.by_merging for one in every):,}",
            "with an ordinary token spelled the same": f"{sum(one.twin is not None for one in every):,}",
            "tokens of their string as plain text": _range(len(one.typed) for one in every),
        }
    )
    st.header("Why no text gives them", anchor=False)
    with st.container(width=760):
        st.markdown(
            "Encoding plain text ends in single bytes and in what merges make of them. Those ids are one "
            "unbroken run, and **every special id lies outside it: no text, however it is written, gives "
            "one.** Taking a special string for its token is a step of its own, before anything is cut, and "
            "happens only when the caller allows it."
        )
    listing(
        [Column(head, is_figure) for head, is_figure in HEADS.items()],
        [_where(name, specials) for name, specials in found.items()],
        "Where the ids of special tokens lie",
        f"{key}.where",
    )
    if any(ids_without_token(tokenizers.by_name(name)) for name in names):
        with st.container(width=760):
            st.caption(
                "Some ids stand for nothing: they were left free before or between the special tokens. A "
                "table with a row for each id must still have theirs, so it is sized by the largest id, not "
                "by the number of tokens."
            )
    st.header("All of them", anchor=False)
    with st.container(width=760):
        st.markdown(
            "As plain text their strings are cut by the pattern first: `<|` or `<` is a piece, and what "
            "follows is another, or several. Merges stay inside a piece, so no string here could ever be one "
            "token by merging."
        )
    rows = [(name, one) for name, specials in found.items() for one in specials]
    if rows:
        listing(
            [
                Column("tokenizer"),
                Column("id", True),
                Column(SPECIAL),
                Column("cut by the pattern"),
                Column("as plain text"),
                Column("tokens", True),
            ],
            [_drawn(name, one) for name, one in rows],
            "All special tokens",
            f"{key}.all",
        )
    else:
        st.text("None of these tokenizers has a special token.")
    return [
        {
            "tokenizer": name,
            "id": one.token_id,
            SPECIAL: one.special,
            "ids as plain text": " ".join(map(str, one.typed)),
            "tokens as plain text": len(one.typed),
        }
        for name, one in rows
    ]


def _where(name: str, specials: Sequence[Outside]) -> list[dict]:
    tokenizer = tokenizers.by_name(name)
    made = ids_by_merging(tokenizer)
    return [
        words(name),
        words(len(specials)),
        words(_runs([one.token_id for one in specials])),
        words(f"{made[0]:,} to {made[-1]:,}"),
        words(len(tokenizer)),
        words(tokenizer.id_limit),
        words(ids_without_token(tokenizer)),
    ]


def _drawn(name: str, one: Outside) -> list[dict]:
    tokenizer = tokenizers.by_name(name)
    return [
        words(name),
        words(one.token_id),
        tiles(tokenizer, [one.token_id], outlined=one.token_id),
        texts(piece.text for piece in one.pieces),
        tiles(tokenizer, one.typed),
        words(len(one.typed)),
    ]


def _runs(ids: Sequence[int]) -> str:
    """Rising ids in words: runs as first to last."""
    runs: list[list[int]] = []
    for token_id in ids:
        if runs and token_id == runs[-1][1] + 1:
            runs[-1][1] = token_id
        else:
            runs.append([token_id, token_id])
    said = [f"{first:,}" if first == last else f"{first:,} to {last:,}" for first, last in runs]
    return ", ".join(said) or "none"


def _range(counts) -> str:
    counts = sorted(counts)
    if not counts:
        return "–"
    return f"{counts[0]}" if counts[0] == counts[-1] else f"{counts[0]} to {counts[-1]}"


def code(name: str) -> str:
    """The lines that give the special tokens of one tokenizer and the proof."""
    return (
        f"{tokenizers.code(name)}\nfrom tokcore.specials import ids_by_merging, outside\n"
        "tok.specials\nlen(tok), tok.id_limit\nids_by_merging(tok)\n"
        "[(one.token_id, one.by_merging, len(one.typed)) for one in outside(tok)]"
    )
