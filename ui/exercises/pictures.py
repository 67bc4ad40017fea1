"""The pictures of exercises, drawn with what the other pages have."""

import altair as alt
import streamlit as st

from tokcore import PATTERNS, BPETokenizer, load, training_steps
from tokcore.digits import by_pattern, read_prompt
from tokcore.pretokenize import as_pattern
from tokcore.specials import allowed_spans
from ui import charts, stepper
from ui.arrow import arrow_table
from ui.card import card
from ui.chunks import chunks
from ui.digit_chunking.columns import Way, columns, way
from ui.exercises.attempts import PAGE
from ui.listing import Column, listing, words
from ui.palette import COLOURS, TRAINED_HERE, colour
from ui.pieces import pieces
from ui.strips import picked, strips
from workshop.pictures import (
    Bars,
    Card,
    Chunks,
    Columns,
    Encoding,
    Line,
    Picture,
    Source,
    Stages,
    Strips,
    Table,
    Training,
)


def draw(picture: Picture, key: str, role: str = "") -> None:
    """Draw one picture; `key` tells it from the others of the page, and `role` does when it is read aloud."""
    if isinstance(picture, Strips | Chunks | Columns):
        _NAMED[type(picture)](picture, key, role)
    else:
        _DRAWN_BY[type(picture)](picture, key)


def _source(picture: Source, key: str) -> None:
    st.caption(picture.label)
    st.code(picture.text, language=None, wrap_lines=True)


def _part(part: str | bytes) -> dict:
    return {"bytes": list(part)} if isinstance(part, bytes) else {"text": part}


def _stages(picture: Stages, key: str) -> None:
    pieces([(name, hint, list(map(_part, parts))) for name, hint, parts in picture.rows], key)


def _strips(picture: Strips, key: str, role: str) -> None:
    if picture.label:
        st.caption(picture.label)
    tokenizers = {name: load(name) for name in picture.names}
    spans = {name: allowed_spans(tok, picture.text) for name, tok in tokenizers.items()}
    strips(
        key,
        tokenizers,
        picture.text,
        ["text"],
        True,
        {name: colour(name) for name in picture.names},
        dict.fromkeys(picture.names),
        direction=picture.direction,
        words=picture.words,
        compare=len(picture.names) > 1,
        spans=spans if picture.allowed else None,
        label=", ".join(filter(None, (role, picture.label))),
    )
    if (clicked := picked(key)) and clicked[0] in tokenizers:
        card(clicked[0], tokenizers[clicked[0]], clicked[1], key=f"{key}.card")


def _training(picture: Training, key: str) -> None:
    steps = training_steps(picture.text, picture.merges, picture.pattern)
    tokenizer = BPETokenizer.train(picture.text, 256 + picture.merges, picture.pattern, specials=())
    stepper.training(
        PAGE,
        tokenizer,
        steps,
        len(picture.text.encode()),
        picture.text,
        max(picture.text.split(), key=len),
        (),
    )


def _encoding(picture: Encoding, key: str) -> None:
    stepper.replay(PAGE, picture.tokenizer, picture.tokenizer.encode_steps(picture.text), "encode_step", ())


def _chunks(picture: Chunks, key: str, role: str) -> None:
    chunks(PATTERNS.get(picture.pattern) or as_pattern(picture.pattern), picture.text, key, role)


def _columns(picture: Columns, key: str, role: str) -> None:
    ways = {
        label: way(name) if name else Way(by_pattern(label), None, "A rule of your own.")
        for label, name in picture.ways
    }
    columns(read_prompt(picture.prompt), ways, key, role)


def _card(picture: Card, key: str) -> None:
    card(picture.name, load(picture.name), picture.token_id, key)


def _table(picture: Table, key: str) -> None:
    st.caption(picture.label)
    heads = [Column(name, name in picture.figures) for name in picture.columns]
    listing(heads, [list(map(_cell, row)) for row in picture.rows], picture.label, key)


def _cell(value: object) -> dict:
    if isinstance(value, tuple):
        return {"tokens": list(map(_part, value))}
    return {"tokens": [_part(value)]} if isinstance(value, bytes) else words(value)


def _bars(picture: Bars, key: str) -> None:
    # Names of columns are our own letters: Altair reads signs in them as a path.
    rows = [
        {"name": name, "value": value, "colour": COLOURS.get(name, TRAINED_HERE[1])}
        for name, value in picture.rows
    ]
    bars = (
        alt.Chart(arrow_table(rows))
        .mark_bar()
        .encode(
            y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=260)),
            x=alt.X("value:Q", title=picture.unit, axis=alt.Axis(tickCount=5)),
            color=alt.Color("colour:N", scale=None),
            tooltip=charts.tips("name", alt.Tooltip("value", title=picture.unit)),
        )
        .properties(height=alt.Step(28))
    )
    told = "; ".join(f"{name}: {value:,}" for name, value in picture.rows)
    table = [{"name": name, picture.unit: value} for name, value in picture.rows]
    charts.show(bars, picture.title, f"{picture.title}. {picture.unit}: {told}.", table, key)


def _lines(picture: Line, key: str) -> None:
    rows = [{"x": x, "y": y} for x, y in picture.rows]
    chart = (
        alt.Chart(arrow_table(rows))
        .mark_line(point={"color": TRAINED_HERE[1]}, color=TRAINED_HERE[1])
        .encode(
            x=alt.X(
                "x:Q",
                title=picture.x,
                scale=alt.Scale(type="log", base=2),
                axis=alt.Axis(values=[x for x, _ in picture.rows], labelExpr="format(datum.value, ',')"),
            ),
            y=alt.Y("y:Q", title=picture.y, axis=alt.Axis(tickCount=5)),
            tooltip=charts.tips(alt.Tooltip("x", title=picture.x), alt.Tooltip("y", title=picture.y)),
        )
        .properties(height=220)
    )
    told = "; ".join(f"{x:,}: {y:,}" for x, y in picture.rows)
    table = [{picture.x: x, picture.y: y} for x, y in picture.rows]
    charts.show(chart, picture.title, f"{picture.title}. {picture.y} by {picture.x}: {told}.", table, key)


_NAMED = {Strips: _strips, Chunks: _chunks, Columns: _columns}
_DRAWN_BY = {
    Source: _source,
    Stages: _stages,
    Training: _training,
    Encoding: _encoding,
    Card: _card,
    Table: _table,
    Bars: _bars,
    Line: _lines,
}
