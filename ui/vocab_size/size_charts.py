"""Charts over the vocabulary size: what a text costs, and how many of its token types are rare."""

from collections.abc import Sequence

import altair as alt

from ui import charts
from ui.arrow import arrow_table
from ui.palette import TRAINED_HERE
from ui.vocab_size.sizes import Curve, curve_finding, curve_rows, rare_finding, rare_rows

HEIGHT = 360
LARGEST = 200_000
"""Where the axis of sizes ends, beside the published tokenizers."""


def _size_axis(title: str = "tokens in the vocabulary (logarithmic axis)") -> alt.X:
    ticks = [64 * 2**k for k in range(13)]
    return alt.X(
        "vocabulary:Q",
        title=title,
        scale=alt.Scale(type="log", base=2, nice=False),
        axis=alt.Axis(values=ticks, format=",", labelOverlap=True, grid=False),
    )


def _mark_sizes(
    sizes: tuple[int, int], chosen: int, ends: int | None, chosen_y: str, ends_y: str = "height - 10"
) -> list[alt.Chart]:
    """Rules at the chosen size and, if training stopped there, where the pairs ran out.

    `sizes` are the ends of the axis. The heights of the words, where the curve leaves room, are Vega
    expressions; they stand left of their rule unless it is far to the left itself.
    """
    marks = [(chosen, f"{chosen:,}", chosen_y, [1, 0])]
    if ends is not None:
        marks.append((ends, f"pairs run out: {ends:,}", ends_y, [4, 3]))
    layers = []
    for size, said, y, dash in marks:
        leftwards = (size / sizes[0]) ** 5 > sizes[1] / sizes[0]
        at = alt.Chart(arrow_table([{"vocabulary": size, "said": said}])).encode(x=alt.X("vocabulary:Q"))
        words = at.mark_text(
            color=charts.ink(), align="right" if leftwards else "left", dx=-6 if leftwards else 6, fontSize=12
        )
        layers += [
            at.mark_rule(color=charts.ink(), strokeDash=dash),
            words.encode(y=alt.YValue(alt.ExprRef(expr=y)), text=alt.Text("said:N")),
        ]
    return layers


def curves_chart(
    curves: Sequence[Curve], references: Sequence[dict], measure: str, chosen: int, ends: int | None
) -> alt.LayerChart:
    """The measure over the vocabulary size, a line for each curve, a mark for each published tokenizer."""
    names = [curve.name for curve in curves]
    lines = (
        alt.Chart(arrow_table(curve_rows(curves, measure)))
        .mark_line(color=TRAINED_HERE[0], strokeWidth=2.5)
        .encode(
            x=_size_axis(),
            y=alt.Y(f"{measure}:Q", title=measure, scale=alt.Scale(zero=False)),
            strokeDash=alt.StrokeDash(
                "measured on:N",
                title="learned here",
                scale=alt.Scale(domain=names, range=[[1, 0], [5, 4]][: len(names)]),
                legend=alt.Legend(orient="top", columns=1, symbolStrokeColor=TRAINED_HERE[0]),
            ),
            tooltip=charts.tips("measured on", alt.Tooltip("vocabulary:Q", format=","), f"{measure}:Q"),
        )
    )
    published = [row["tokenizer"] for row in references]
    points = (
        alt.Chart(arrow_table(references))
        .mark_point(filled=True, size=95, opacity=1)
        .encode(
            x=_size_axis(),
            y=alt.Y(f"{measure}:Q"),
            color=charts.tokenizer_colours(published, title="published").legend(orient="bottom", columns=2),
            shape=alt.Shape("tokenizer:N", title="published", scale=alt.Scale(domain=published)),
            tooltip=charts.tips("tokenizer", alt.Tooltip("vocabulary:Q", format=","), f"{measure}:Q"),
        )
    )
    rooms = ("10", "height - 10") if measure == "bytes per token" else ("26", "10")
    marks = _mark_sizes((curves[0].sweep[0].vocab_size, LARGEST), chosen, ends, *rooms)
    return alt.layer(*marks, lines, points).properties(height=HEIGHT + 80)


def rare_chart(curve: Curve, chosen: int, ends: int | None) -> alt.LayerChart:
    """The share of rare token types over the vocabulary size."""
    line = (
        alt.Chart(arrow_table(rare_rows(curve)))
        .mark_line(color=TRAINED_HERE[0], strokeWidth=2.5)
        .encode(
            x=_size_axis("tokens in the vocabulary"),
            y=alt.Y("rare (%):Q", title="% of the token types in use", scale=alt.Scale(domain=[0, 100])),
            tooltip=charts.tips(
                alt.Tooltip("vocabulary:Q", format=","), "types used:Q", "rare types:Q", "rare (%):Q"
            ),
        )
    )
    return alt.layer(
        *_mark_sizes((curve.sweep[0].vocab_size, curve.sweep[-1].vocab_size), chosen, ends, "10"), line
    ).properties(height=HEIGHT)


def show_curves(
    page: str,
    curves: Sequence[Curve],
    references: Sequence[dict],
    measure: str,
    chosen: int,
    ends: int | None,
) -> None:
    """Draw the curves under what they show; the last of them is the one that counts."""
    finding = curve_finding(curves[-1], measure)
    charts.show(
        curves_chart(curves, references, measure, chosen, ends),
        finding,
        f"{measure} over the vocabulary size; published tokenizers on the same text as marks. {finding}.",
        [*curve_rows(curves, measure), *references],
        key=f"{page}.curves",
    )


def show_rare(page: str, curve: Curve, merges: int, ends: int | None) -> None:
    """Draw the share of rare types under what it shows."""
    finding = rare_finding(curve, merges)
    charts.show(
        rare_chart(curve, curve.point(merges).vocab_size, ends),
        finding,
        f"Share of rare token types in the training text over the vocabulary size. {finding}.",
        rare_rows(curve),
        key=f"{page}.rare",
    )
