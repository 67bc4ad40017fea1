"""What a text costs at a price per million tokens, under each tokenizer and for many calls."""

from collections.abc import Mapping, Sequence

import altair as alt
import streamlit as st

from ui import charts, session
from ui.arrow import arrow_table
from ui.listing import Column, figures, listing, words

MILLION = 1_000_000
COLUMNS = {
    "tokens": st.column_config.NumberColumn(format="localized"),
    "one call": st.column_config.NumberColumn(format="%.6g"),
    "all calls": st.column_config.NumberColumn(format="%.6g"),
    "times the least": st.column_config.NumberColumn(format="%.2f"),
    "price to break even": st.column_config.NumberColumn(format="%.4g"),
}
"""How the figures behind the chart are written."""
SHORTEST, PLACES = 0.01, 9


def money(value: float) -> str:
    """An amount with two digits after the point, or as many as it takes to be more than nothing."""
    if value == 0 or abs(value) >= SHORTEST:
        return f"{value:,.2f}"
    return f"{value:.{PLACES}f}".rstrip("0") if round(value, PLACES) else f"{value:.1e}"


def rows(text: str, names: Sequence[str], price: float, calls: int) -> list[dict]:
    """A row for each tokenizer: tokens, costs, and the price at which it would cost the least."""
    tokens = {name: len(session.by_name(name).encode(text)) for name in names}
    least = min(tokens.values())
    return [
        {
            "tokenizer": name,
            "tokens": count,
            "one call": count * price / MILLION,
            "all calls": count * calls * price / MILLION,
            "times the least": count / least if least else None,
            "price to break even": price * least / count if count else None,
        }
        for name, count in tokens.items()
    ]


def bill(page: str, table: Sequence[Mapping], price: float, calls: int) -> None:
    """Draw the costs: a bar for each tokenizer, and the figures they are made of."""
    names = [row["tokenizer"] for row in table]
    low, high = (pick(table, key=lambda row: row["tokens"]) for pick in (min, max))
    times = "–" if high["times the least"] is None else f"{high['times the least']:.2f} ×"
    figures(
        {
            f"least, under {low['tokenizer']}": money(low["all calls"]),
            f"most, under {high['tokenizer']}": money(high["all calls"]),
            "the most is": times,
        }
    )
    finding = f"{calls:,} calls cost {money(low['all calls'])} under {low['tokenizer']}"
    if high["tokens"] > low["tokens"]:
        finding += f" and {money(high['all calls'])} under {high['tokenizer']}"
    drawn = arrow_table([dict(row) | {"said": money(row["all calls"])} for row in table])
    widest = 1.2 * high["all calls"] or 1  # room for the figure behind the bar
    axis = alt.Axis(tickCount=5, format="~s") if high["all calls"] >= MILLION else alt.Axis(tickCount=5)
    base = alt.Chart(drawn).encode(
        y=alt.Y("tokenizer:N", sort=names, title=None),
        x=alt.X(
            "all calls:Q", title=f"cost of {calls:,} calls", scale=alt.Scale(domain=[0, widest]), axis=axis
        ),
    )
    bars = base.mark_bar(size=22).encode(
        color=charts.tokenizer_colours(names, legend=False),
        tooltip=charts.tips("tokenizer", "tokens", alt.Tooltip("said:N", title="cost")),
    )
    said = base.mark_text(align="left", dx=6, fontSize=13, color=charts.ink()).encode(text=alt.Text("said:N"))
    charts.show(
        (bars + said).properties(height=alt.Step(38)),
        finding,
        f"A bar for each of {len(table)} tokenizers. {finding}, at {price:g} per million tokens.",
        table,
        key=f"{page}.bill",
        level=2,
        columns=COLUMNS,
    )
    drawn = [
        [
            words(row["tokenizer"]),
            words(row["tokens"]),
            words(money(row["one call"])),
            words(money(row["all calls"])),
            words("–" if row["times the least"] is None else f"{row['times the least']:.2f} ×"),
            words("–" if row["price to break even"] is None else money(row["price to break even"])),
        ]
        for row in table
    ]
    heads = ("tokens", "one call", f"{calls:,} calls", "× the least", "price to break even")
    columns = [Column("tokenizer"), *(Column(head, True) for head in heads)]
    listing(columns, drawn, "What the text costs", f"{page}.costs")
    st.caption(
        "The price is yours to fill in: the one that stands here at first is a round number, not anybody's "
        "price list. Only the text you send is counted; an answer is often billed at another price. The last "
        "column is the price per million tokens at which a tokenizer would be as cheap as the one with the "
        "fewest tokens."
    )


def code(text: str, names: Sequence[str], price: float, calls: int) -> str:
    """The lines that give the tokens and the cost under the first tokenizer."""
    return (
        f"{session.code(names[0])}\ntokens = len(tok.encode({text!r}))\ntokens\n"
        f"tokens * {calls} * {price} / {MILLION}"
    )
