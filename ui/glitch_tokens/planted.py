"""A planted name and the vectors around it: which of them moved while a tiny model trained."""

from statistics import median

import altair as alt
import streamlit as st

from tokcore.corpora import corpus
from tokcore.glitch import Planted, plant
from ui import charts, jobs
from ui.arrow import arrow_table
from ui.listing import Column, figures, listing, tiles, words, written
from ui.palette import COLOURS
from ui.remembered import remembered

SOURCE, CHARACTERS, TIMES = "botchan", 60_000, 60
MOST_MOVERS, MOST_STILL = 90, 40
KINDS = {"seen by the model": COLOURS["gpt2"], "never seen": "#7A756A", "the planted name": "#C04F6B"}


def _planted(name: str, times: int, seed: int, filtered: bool) -> Planted:
    how = corpus(SOURCE).text[:CHARACTERS], name, times, seed, filtered
    return jobs.run(plant, *how, label="Training a tokenizer and a tiny model")


@remembered(own=2)
def own(name: str, times: int, seed: int, filtered: bool) -> Planted:
    """A person's name, planted in the public text."""
    return _planted(name, times, seed, filtered)


@remembered(most=16, says="Training a tokenizer and a tiny model …")
def example(name: str, times: int, seed: int, filtered: bool) -> Planted:
    """The page's own name, worked out once for everybody."""
    return _planted(name, times, seed, filtered)


def kind(planted: Planted, token_id: int) -> str:
    """Which of KINDS a token is."""
    if token_id == planted.name_id:
        return "the planted name"
    return "seen by the model" if planted.counts[token_id] else "never seen"


def chosen(planted: Planted) -> list[int]:
    """The tokens to draw: the most frequent learned ones, some never seen, and the name."""
    learned = range(planted.tokenizer.first_merged, len(planted.tokenizer))
    order = sorted(learned, key=lambda i: -planted.counts[i])
    still = [i for i in order if not planted.counts[i]][:MOST_STILL]
    movers = [i for i in order if planted.counts[i]][:MOST_MOVERS]
    named = [] if planted.name_id is None else [planted.name_id]
    return [*(i for i in (*movers, *still) if i not in named), *named]


def table(planted: Planted, ids: list[int]) -> list[dict]:
    """One row for each token: how often both texts' model saw it, and its way."""
    flat = planted.flat
    rows = []
    for i in ids:
        rows.append(
            {
                "token": written(planted.tokenizer, i),
                "id": i,
                "kind": kind(planted, i),
                "seen": planted.counts[i],
                "moved": planted.moved[i],
            }
            | dict(zip(("from x", "from y", "to x", "to y"), flat[i]))
        )
    return rows


def chart(planted: Planted, rows: list[dict], title: str, key: str) -> None:
    """Every token's way from where its vector began to where it ended."""
    # The name is a person's text: it stands in the table below, and in the chart only as "the planted name".
    drawn = [
        row | {"token": "the planted name" if row["kind"] == "the planted name" else row["token"]}
        for row in rows
    ]
    colours = alt.Color(
        "kind:N",
        scale=alt.Scale(domain=list(KINDS), range=list(KINDS.values())),
        title=None,
        legend=alt.Legend(orient="top", columns=2, symbolOpacity=1),
    )
    ways = {
        "x": alt.X("from x:Q"),
        "y": alt.Y("from y:Q"),
        "x2": alt.X2("to x:Q"),
        "y2": alt.Y2("to y:Q"),
    }
    ends = {
        "x": alt.X("to x:Q", title="direction of most spread (vector units)"),
        "y": alt.Y("to y:Q", title="second direction (vector units)"),
        "shape": alt.Shape(
            "kind:N", scale=alt.Scale(domain=list(KINDS), range=["circle", "square", "diamond"])
        ),
        "tooltip": charts.tips("token:N", "seen:Q", alt.Tooltip("moved:Q", format=".3f")),
    }
    crowd = alt.Chart(arrow_table([row for row in drawn if row["id"] != planted.name_id]))
    name = alt.Chart(arrow_table([row for row in drawn if row["id"] == planted.name_id]))
    layers = [
        crowd.mark_rule(opacity=0.35).encode(color=colours, **ways),
        crowd.mark_point(filled=True, size=34, opacity=0.9).encode(color=colours, **ends),
        name.mark_rule(strokeWidth=3).encode(color=colours, **ways),
        name.mark_point(filled=True, size=330, opacity=1).encode(color=colours, **ends),
    ]
    charts.show(
        alt.layer(*layers).properties(height=430),
        title,
        "Each line leads from where a token's vector began to where it ended, seen from the side with most "
        "spread; a point without a line did not move.",
        rows,
        key,
        level=2,
    )


def draw(planted: Planted, key: str) -> list[dict]:
    """The name under its tokenizer, the figures, and the chart; returns the chart's rows."""
    name_id, names = planted.name_id, "the name's vector moved by"
    seen = [i for i, count in enumerate(planted.counts) if count and i != name_id]
    others = median(planted.moved[i] for i in seen)
    row = [tiles(planted.tokenizer, planted.name_ids), words(len(planted.name_ids))]
    still = sum(planted.moved[i] == 0 for i in planted.never_seen)
    if name_id is None:
        title = "So rare a name is no token of its own: there is no vector that could stand still"
        figures(
            {
                "tokens for the name": f"{len(planted.name_ids)}",
                "the others moved by (median)": f"{others:.2f}",
            }
        )
    else:
        moved = planted.moved[name_id]
        title = (
            "The name's vector is where it began, to the last bit; the others have moved"
            if moved == 0
            else "Seen by the model, the name's vector moves like any other"
        )
        figures(
            {
                names: "exactly 0" if moved == 0 else f"{moved:.2f}",
                "the others moved by (median)": f"{others:.2f}",
                "times the model saw the name": f"{planted.counts[name_id]:,}",
                "tokens it never saw, all still": f"{still:,} of {len(planted.tokenizer):,}",
            }
        )
    with st.container(width=420):
        listing(
            [Column("the name's tokens"), Column("count", True)], [row], "The planted name", f"{key}.name"
        )
    rows = table(planted, chosen(planted))
    chart(planted, rows, title, key)
    return rows


def outputs(name: str) -> str:
    """What happened to the output vectors of the example's never-seen tokens, in words."""
    made = example(name, TIMES, 0, True)
    before, after = made.output_spread()
    return (
        f"No: it moved by {made.output_moved[made.name_id]:.2f}. Every step makes what the text does not "
        f"hold less probable, all of it the same way: the {len(made.never_seen)} tokens never seen lay "
        f"{before:.2f} from their mean, and now lie {after:.2f}. So in a model whose input and output "
        "vectors are the same numbers, such as SmolLM2, the never-used tokens mark the place to look."
    )
