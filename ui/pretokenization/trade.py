"""What a pattern costs and saves: two tokenizers of one size on the lines they learned from and on others."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt

from ui import charts
from ui.arrow import arrow_table
from ui.palette import TRAINED_HERE
from ui.texts import Text
from ui.trained import Recipe, ratio, ratio_at_home

WITHOUT, WITH = "without a pattern", "with the pattern"


class Trade(NamedTuple):
    """Bytes per token of some lines without and with the pattern."""

    lines: str
    without: float
    with_it: float

    @property
    def lead(self) -> float:
        """By how many percent a token holds more text without the pattern."""
        return 100 * (self.without / self.with_it - 1)

    @property
    def more(self) -> str:
        """The lead in words."""
        return f"{abs(self.lead):.1f} % {'less' if self.lead < 0 else 'more'}"


def trades(learned: Text, others: Sequence[Text], without: Recipe, with_it: Recipe) -> list[Trade]:
    """The lines learned from, the held-out ones of the same text, and those of other texts."""
    recipes = (without, with_it)
    found = [Trade("training lines", *(ratio_at_home(learned, recipe) for recipe in recipes))]
    return found + [
        Trade(name, *(ratio(learned, recipe, recipe.merges, text) for recipe in recipes))
        for name, text in [("held-out lines", learned), *((other.short, other) for other in others)]
    ]


def rows(found: Sequence[Trade]) -> list[dict]:
    """One row for each text and tokenizer, as the chart draws them."""
    return [
        {
            "lines": trade.lines,
            "tokenizer": name,
            "bytes per token": value,
            "lead without": f"{trade.lead:+.1f} %",
        }
        for trade in found
        for name, value in ((WITHOUT, trade.without), (WITH, trade.with_it))
    ]


def chart(found: Sequence[Trade]) -> alt.LayerChart:
    """A line for each text, a mark for each tokenizer, and by how much the first is ahead."""
    order = [trade.lines for trade in found]
    y = alt.Y("lines:N", sort=order, title=None, axis=alt.Axis(labelLimit=230))
    x = alt.X(
        "bytes per token:Q",
        title="bytes per token",
        scale=alt.Scale(zero=False, nice=True, padding=24),
        axis=alt.Axis(tickCount=6),
    )
    kinds = {"domain": [WITHOUT, WITH]}
    marks = (
        alt.Chart(arrow_table(rows(found)))
        .mark_point(size=110, filled=True, opacity=1)
        .encode(
            x=x,
            y=y,
            color=alt.Color(
                "tokenizer:N",
                title=None,
                scale=alt.Scale(**kinds, range=list(TRAINED_HERE[:2])),
                legend=alt.Legend(orient="top", columns=1),
            ),
            shape=alt.Shape("tokenizer:N", title=None, scale=alt.Scale(**kinds, range=["circle", "diamond"])),
            tooltip=charts.tips(
                "lines", "tokenizer", alt.Tooltip("bytes per token:Q", format=".3f"), "lead without"
            ),
        )
    )
    ends = arrow_table(
        [
            {
                "lines": trade.lines,
                "from": min(trade.without, trade.with_it),
                "to": max(trade.without, trade.with_it),
                "lead": f"{trade.lead:+.1f} %",
            }
            for trade in found
        ]
    )
    joined = (
        alt.Chart(ends)
        .mark_rule(color=charts.ink(), strokeWidth=2)
        .encode(x=alt.X("from:Q", title="bytes per token"), x2=alt.X2("to:Q"), y=y)
    )
    said = (
        alt.Chart(ends)
        .mark_text(align="left", dx=12, color=charts.ink(), fontSize=12)
        .encode(x=alt.X("to:Q"), y=y, text=alt.Text("lead:N"))
    )
    return (joined + marks + said).properties(height=54 * len(order) + 40)
