"""How a vocabulary begins: the order of its bytes, the first merges, and how long tokens become."""

import altair as alt
import streamlit as st

from tokcore import GPT2_PATTERN, BPETokenizer
from tokcore.lookup import Lookup, byte_runs, content, lengths_by_rank
from ui import charts, inputs, session, texts, trained
from ui.arrow import arrow_table
from ui.component import component
from ui.listing import Column, figures, listing, tiles, words
from ui.palette import colour
from ui.tokens import hexadecimal
from ui.trained import Recipe, Tokenizer

AROUND = 4
FIRST_MERGES, COMPARED = 10, 256
SOURCE, SIZE = "time_machine", 1_024
HERE = "trained here"
"""The newest tokenizer kept in this session, or one learned from SOURCE when there is none."""

_square = component("byte_ids", "tiles byte_ids", "tiles byte_ids", "<div class='byte-ids root'></div>")


def boundary(page: str, tokenizer: Tokenizer, lookup: Lookup) -> None:
    """The last tokens that no merge made, and the first that one did."""
    first = tokenizer.first_merged
    around = [i for i in lookup.ids if first - AROUND <= i < first + AROUND]
    rows = []
    for token_id in around:
        pair = tokenizer.parents(token_id)
        rows.append(
            [
                words(token_id),
                tiles(tokenizer, [token_id]),
                words(hexadecimal(content(tokenizer, token_id))),
                tiles(tokenizer, pair) if pair else words("not merged", quiet=True),
                words(token_id - first) if pair else words(""),
            ]
        )
    columns = [Column("id", True), Column("token"), Column("bytes"), Column("made of"), Column("merge", True)]
    listing(columns, rows, "Where the merges begin", f"{page}.boundary")


def square(page: str, tokenizer: BPETokenizer) -> None:
    """The ids of the 256 bytes as a square, and the runs in which they rise."""
    runs = byte_runs(tokenizer)
    place = {byte: number for number, run in enumerate(runs) for byte in range(run.first, run.last + 1)}
    st.markdown(f"### {_order(tokenizer)}")
    _square(
        data={
            "cells": [{"id": i, "run": place[byte]} for byte, i in enumerate(tokenizer.byte_ids)],
            "label": "The id of every byte",
        },
        key=f"{page}.square",
    )
    st.caption(
        "Bytes → ids, a colour for each run: "
        + " · ".join(
            f"{_span(run.first, run.last)} → "
            + ("none" if run.first_id is None else _ids(run.first_id, run.first_id + run.last - run.first))
            for run in runs
        )
    )


def _span(first: int, last: int) -> str:
    return f"{first:02x}" if first == last else f"{first:02x}–{last:02x}"


def _ids(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first}–{last}"


def _order(tokenizer: BPETokenizer) -> str:
    own = sum(byte == token_id for byte, token_id in enumerate(tokenizer.byte_ids))
    if missing := len(tokenizer.missing_bytes):
        ids = [i for i in tokenizer.byte_ids if i is not None]
        return f"{len(ids)} of the 256 bytes have ids, {min(ids)} to {max(ids)}; {missing} have no token"
    if own == 256:
        return "Every byte is its own id"
    return f"All 256 bytes have ids, but {own or 'none'} has its own value for an id"


def learned_here() -> tuple[str, Tokenizer]:
    """The newest tokenizer of this session with its name, or one learned from a public text."""
    if kept := session.kept():
        return list(kept.items())[-1]
    text = texts.public(SOURCE)
    return f"learned from {text.short}", trained.tokenizer(text, Recipe(SIZE - 256, GPT2_PATTERN), True)


def merges(page: str, name: str, tokenizer: Tokenizer) -> None:
    """The first merges of the vocabulary beside those of another one."""
    others = [HERE, *session.PUBLISHED, *session.kept()]
    with st.container(width=320):
        beside = inputs.one_of(page, "beside", "Beside it", others, HERE)
    other_name, other = learned_here() if beside == HERE else (beside, session.by_name(beside))
    sides = [(name, tokenizer), (other_name, other)]
    learned = [[content(tok, tok.first_merged + rank) for rank in range(_count(tok))] for _, tok in sides]
    common = min(COMPARED, *map(len, learned))
    both = set(learned[0][:common]) & set(learned[1][:common])
    figures({"among the first tokens learned of both": f"{len(both):,} of {common:,}"})
    rows = []
    for rank in range(min(FIRST_MERGES, max(map(len, learned)))):
        row = [words(rank)]
        for (_, tok), tokens in zip(sides, learned):
            made = tok.first_merged + rank
            if rank < len(tokens):
                row += [
                    tiles(tok, tok.parents(made)),
                    tiles(tok, [made], None if tokens[rank] in both else made),
                ]
            else:
                row += [words(""), words("")]
        rows.append(row)
    heads = [Column("merge")]
    for side, _ in sides:
        heads += [Column(f"{side} joins"), Column("into")]
    with st.container(width=900):
        listing(heads, rows, "The first merges, side by side", f"{page}.merges")


def _count(tokenizer: Tokenizer) -> int:
    """How many of the learned tokens are compared."""
    whole = tokenizer.vocab_size if isinstance(tokenizer, BPETokenizer) else tokenizer.unknown_id
    first = tokenizer.first_id if isinstance(tokenizer, BPETokenizer) else 0
    return min(COMPARED, first + whole - tokenizer.first_merged)


def lengths(page: str, name: str, tokenizer: Tokenizer, unit: str) -> None:
    """How long the tokens are that early and late merges make."""
    groups = [group for group in lengths_by_rank(tokenizer, unit) if group.tokens]
    if not groups:
        st.info("No merge made a token here, so there are no lengths to draw.")
        return
    table = [
        {
            "merges": f"{group.first:,}–{group.last:,}",
            "tokens": group.tokens,
            "1 in 10 up to": group.low,
            "1 in 4 up to": group.lower,
            "half up to": group.median,
            "3 in 4 up to": group.upper,
            "9 in 10 up to": group.high,
            "longest": group.longest,
        }
        for group in groups
    ]
    most = max(group.high for group in groups)
    x = alt.X("merges:N", sort=None, title="merges, by rank", axis=alt.Axis(labelAngle=-35))
    base = alt.Chart(arrow_table(table)).encode(x=x)
    axis = alt.Y("1 in 10 up to:Q", title=f"length of a token ({unit})", scale=alt.Scale(domain=[0, most]))
    hue = colour(name, [*session.PUBLISHED, *session.kept()].index(name))
    shown = charts.tips(
        "merges:N", "tokens:Q", "1 in 4 up to:Q", "half up to:Q", "3 in 4 up to:Q", "longest:Q"
    )
    layers = [
        base.mark_rule(color=charts.ink(), strokeWidth=1.5).encode(y=axis, y2=alt.Y2("9 in 10 up to:Q")),
        base.mark_bar(color=hue, size=26, opacity=1).encode(
            y=alt.Y("1 in 4 up to:Q"), y2=alt.Y2("3 in 4 up to:Q"), tooltip=shown
        ),
        base.mark_tick(color=charts.ink(), size=38, thickness=3).encode(
            y=alt.Y("half up to:Q"), tooltip=shown
        ),
    ]
    start, end = groups[0], groups[-1]
    finding = (
        f"Half of the tokens of {name}'s first merges have up to {start.median:g} {unit}, "
        f"of its last up to {end.median:g}"
    )
    charts.show(
        alt.layer(*layers).properties(height=320),
        finding,
        f"{finding}. Each bar holds the middle half of a group of merges, the line across it the median; the "
        "thin line reaches from one token in ten to nine in ten.",
        table,
        key=f"{page}.lengths",
    )
    st.caption(
        "Each bar holds the middle half of the tokens of a group of merges, and the line across it is the "
        "median. The thin line leaves out the shortest tenth and the longest tenth."
    )
