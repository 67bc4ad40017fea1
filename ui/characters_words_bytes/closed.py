"""Where words are the right tokens: lists that are closed, beside texts that always bring new words."""

from collections.abc import Sequence

import altair as alt

from tokcore.unseen import FIELDS, TOO_MANY, Unseen, field, measure
from ui import charts
from ui.arrow import arrow_table
from ui.characters_words_bytes.held_out import found
from ui.palette import TRAINED_HERE
from ui.remembered import remembered
from ui.texts import Text, public
from ui.trained import split

CATALOGUE = "furniture_catalogue"
TEXTS = ("furniture_names", CATALOGUE, "northanger_abbey", "botchan", "time_machine")


@remembered(most=8)
def of_field(catalogue: Text, name: str) -> Unseen:
    """One field of the catalogue, its lines split as those of a text."""
    return measure(*split(_field(catalogue, name)))


def _field(catalogue: Text, name: str) -> Text:
    return catalogue._replace(text=field(catalogue.text, name), key=f"{catalogue.key}, {name}")


def rows(text: Text) -> list[dict]:
    """One row for each field of the catalogue, each public text and the one in hand, fewest unseen first."""
    catalogue = public(CATALOGUE)
    measured = {f"Catalogue: {name}": of_field(catalogue, name) for name in FIELDS}
    measured |= {one.short: found(one, False) for one in (*map(public, TEXTS), text)}
    return sorted(
        (
            {
                "text": name,
                "unseen (%)": round(100 * seen.rate, 2),
                "held-out words": seen.words,
                "unseen words": seen.count,
                "different training words": seen.distinct,
            }
            for name, seen in measured.items()
            if seen.rate is not None
        ),
        key=lambda row: row["unseen (%)"],
    )


def finding(rows: Sequence[dict]) -> str:
    """Which of the texts a list of words is enough for."""
    fit = sum(row["unseen (%)"] <= 100 * TOO_MANY for row in rows)
    return f"Unseen words are {TOO_MANY:.0%} or less in {fit} of {len(rows)} texts: words fit closed lists"


def show(page: str, text: Text) -> None:
    """Draw the share of unseen words of each text, with the rule of thumb; the one in hand is darker."""
    table = rows(text)
    order = [row["text"] for row in table]
    base = alt.Chart(arrow_table(table)).encode(
        y=alt.Y("text:N", sort=order, title=None, axis=alt.Axis(labelLimit=230)),
        x=alt.X(
            "unseen (%):Q",
            title="% of the held-out words that the training lines do not have",
            scale=alt.Scale(domain=[0, 109], nice=False),
            axis=alt.Axis(values=[0, 20, 40, 60, 80, 100]),
        ),
    )
    bars = base.mark_bar(color=TRAINED_HERE[2], height=16).encode(
        opacity=alt.condition(alt.datum.text == text.short, alt.value(1), alt.value(0.55)),
        tooltip=charts.tips(
            "text", "unseen (%)", "held-out words", "unseen words", "different training words"
        ),
    )
    right_of_rule = alt.expr(f"max(scale('x', datum['unseen (%)']), scale('x', {100 * TOO_MANY})) + 8")
    said = base.mark_text(align="left", color=charts.ink(), fontSize=13).encode(
        x=alt.XValue(right_of_rule), text=alt.Text("unseen (%):Q", format=".1f")
    )
    rule = (
        alt.Chart(arrow_table([{"unseen (%)": 100 * TOO_MANY}]))
        .mark_rule(color=charts.ink(), strokeDash=[4, 3])
        .encode(x=alt.X("unseen (%):Q"))
    )
    charts.show(
        alt.layer(bars, said, rule).properties(height=34 * len(table) + 50),
        finding(table),
        f"Share of unseen words in the held-out lines of {len(table)} texts. {finding(table)}.",
        table,
        key=f"{page}.closed",
    )
