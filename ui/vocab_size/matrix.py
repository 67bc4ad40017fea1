"""Tokenizers learned from one text and measured on another, as a matrix."""

from collections.abc import Mapping, Sequence

import altair as alt

from ui import charts
from ui.arrow import arrow_table
from ui.texts import Text, public
from ui.trained import ratio
from ui.vocab_size.sizes import Plan

TEXTS = ("time_machine", "botchan", "northanger_abbey", "furniture_catalogue")
_TWO_LINES = "split(replace(datum.label, regexp('^(.*) '), '$1|'), '|')"
_STEPS = (1_024, 4_096)
"""Merges that are trained for the matrix before all of a plan's: small sizes need no long training."""


def rows(texts: Sequence[Text], plan: Plan, merges: int) -> list[dict]:
    """One row for each pair of texts: learned from the lines to learn from, measured on held-out ones."""
    trained = min(step for step in (*_STEPS, plan.recipe.merges) if step >= merges)
    return [
        {"learned from": left.short, "measured on": right.short, "bytes per token": round(value, 4)}
        for left in texts
        for right in texts
        if (value := ratio(left, plan.recipe._replace(merges=trained), merges, right)) is not None
    ]


def home_advantage(found: Sequence[Mapping]) -> float | None:
    """By how many percent a token holds more if the tokenizer learned from lines of the same text.

    It is the average over the texts; None without another text.
    """
    leads = []
    for row in found:
        if row["learned from"] != row["measured on"]:
            continue
        away = [
            other["bytes per token"]
            for other in found
            if other["measured on"] == row["measured on"] != other["learned from"]
        ]
        leads += [row["bytes per token"] / (sum(away) / len(away)) - 1] if away else []
    return 100 * sum(leads) / len(leads) if leads else None


def chart(rows: Sequence[Mapping], order: Sequence[str]) -> alt.LayerChart:
    """Bytes per token: learned from the text of the row, measured on the text of the column."""
    low = min((row["bytes per token"] for row in rows), default=0)
    high = max((row["bytes per token"] for row in rows), default=1)
    base = alt.Chart(arrow_table(rows)).encode(
        x=alt.X(
            "measured on:N",
            sort=list(order),
            title="measured on held-out lines of",
            axis=alt.Axis(
                labelAngle=0, labelExpr=_TWO_LINES, labelLimit=90, labelOverlap=False, labelFontSize=11
            ),
        ),
        y=alt.Y(
            "learned from:N",
            sort=list(order),
            title="learned from",
            axis=alt.Axis(labelExpr=_TWO_LINES, labelLimit=90, labelOverlap=False, labelFontSize=11),
        ),
        tooltip=charts.tips("learned from", "measured on", alt.Tooltip("bytes per token:Q", format=".3f")),
    )
    cells = base.mark_rect().encode(
        color=alt.Color(
            "bytes per token:Q",
            legend=None,
            scale=alt.Scale(domain=[low, high], range=["#F3EFE6", "#3A8C96"]),
        )
    )
    figures = base.mark_text(fontSize=15, color="#14171B").encode(
        text=alt.Text("bytes per token:Q", format=".2f")
    )
    return (cells + figures).properties(height=58 * len(order) + 80)


def matrix(page: str, text: Text, plan: Plan, merges: int) -> None:
    """Draw the matrix over the public texts and the one in hand."""
    texts = list({one.key: one for one in (*map(public, TEXTS), text)}.values())
    found = rows(texts, plan, merges)
    lead = home_advantage(found)
    finding = "One text alone has nothing to be compared with"
    if lead is not None:
        change = f"{abs(lead):.0f} % {'less' if lead < 0 else 'more'}"
        finding = f"A token holds {change} where the tokenizer learned from lines of the same text"
    charts.show(
        chart(found, [one.short for one in texts]),
        finding,
        f"Bytes per token on held-out lines, for every pair of {len(texts)} texts. {finding}, on average.",
        found,
        key=f"{page}.matrix",
    )
