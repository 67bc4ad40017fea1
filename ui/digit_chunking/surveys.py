"""What a rule does to all numbers up to a bound: its splits as a chart, its price as a row or a sentence."""

import altair as alt
import streamlit as st

from tokcore.digits import ADDITIONS, UP_TO, Survey, survey_of
from tokcore.sweep import RARE_BELOW
from ui import charts
from ui.arrow import arrow_table
from ui.palette import COLOURS

PRICES = {
    "tokens per number": st.column_config.NumberColumn(format="%.2f"),
    "additions out of line, %": st.column_config.NumberColumn(format="%.1f"),
    "last digit moves a cut, %": st.column_config.NumberColumn(format="%.1f"),
    "pieces to learn": st.column_config.NumberColumn(format="localized"),
    f"seen under {RARE_BELOW} times": st.column_config.NumberColumn(format="localized"),
}
"""How the figures of `price_row` are written in a table."""

_PLAIN = "#7A756A"


def price(found: Survey) -> str:
    """What a rule costs over all numbers, as a sentence: additions, moving cuts, rare pieces, length."""
    threes = survey_of("three from the right").tokens
    parts = []
    if wrong := ADDITIONS - found.in_line:
        parts.append(f"{wrong:,} of {ADDITIONS:,} additions have a cut out of line")
    if found.moved:
        parts.append(f"in {found.moved_share:.0%} of the numbers the last digit moves an earlier cut")
    if found.rare:
        parts.append(
            f"{found.rare:,} of its {len(found.pieces):,} pieces stand in fewer than {RARE_BELOW} numbers"
        )
    if found.tokens > threes:
        parts.append(f"{found.tokens / threes:.2f} times the tokens of three from the right")
    return f"Over the numbers up to {found.up_to:,}: {'; '.join(parts) or 'none of these prices'}."


def price_row(name: str, found: Survey) -> dict:
    """The same prices as one row of a table."""
    return {
        "cut by": name,
        "different splits": len(found.shapes),
        "tokens per number": round(found.tokens / found.up_to, 2),
        "additions out of line, %": round(100 * (1 - found.in_line / ADDITIONS), 1),
        "last digit moves a cut, %": round(100 * found.moved_share, 1),
        "pieces to learn": len(found.pieces),
        f"seen under {RARE_BELOW} times": found.rare,
    }


def shapes(name: str, found: Survey, key: str) -> None:
    """Draw the different splits under one rule and how many numbers get each."""
    rows = [
        {"digits in each token": " + ".join(map(str, lengths)), "digits": sum(lengths), "numbers": count}
        for lengths, count in sorted(found.shapes.items(), key=lambda item: (sum(item[0]), -item[1]))
    ]
    # Each count stands in its axis label, which follows the theme; a text mark would not.
    drawn = [row | {"label": f"{row['digits in each token']}  ({row['numbers']:,})"} for row in rows]
    bars = (
        alt.Chart(arrow_table(drawn))
        .mark_bar(color=COLOURS.get(name, _PLAIN))
        .encode(
            y=alt.Y("label:N", sort=None, title="digits in each token"),
            x=alt.X("numbers:Q", title="how many numbers", axis=alt.Axis(tickCount=5)),
            tooltip=charts.tips("digits in each token", "digits", "numbers"),
        )
    )
    title = f"{name} cuts the numbers from 1 to {UP_TO:,} in {len(rows)} ways"
    listed = "; ".join(f"{row['digits in each token']}: {row['numbers']:,}" for row in rows)
    charts.show(bars.properties(height=alt.Step(24)), title, f"{title}. {listed}.", rows, key)
