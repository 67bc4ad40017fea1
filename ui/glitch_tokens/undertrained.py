"""Under-trained tokens: GPT-2's list under three tokenizers, and SmolLM2's tokens measured."""

from collections.abc import Sequence

import altair as alt
import streamlit as st

from tokcore import BPETokenizer, load
from tokcore.glitch import Indicators, Measured, gpt2_glitch_tokens, median_repeat, obscene
from ui import charts
from ui.arrow import arrow_table
from ui.listing import Column, figures, listing, tiles, words, written

LISTS = {"gpt2": "GPT-2's list", "smollm2": "SmolLM2, measured"}
LIMITS = [0.1, 0.3, 0.6, 1.0, 1.5]
SOURCES = (
    "The list: [garak](https://github.com/NVIDIA/garak) 0.17.1, which builds on “SolidGoldMagikarp” by "
    "Jessica Rumbelow and Matthew Watkins "
    "(2023, [first post](https://www.lesswrong.com/posts/aPeJE8bSo6rAFoLqg)). "
    "The indicators: measured on the weights of SmolLM2-135M-Instruct, in 4 bits, after Sander Land and "
    "Max Bartolo, “[Fishing for Magikarp](https://arxiv.org/abs/2405.05417)” (2024)."
)
_CATALOGUE = ("gpt2", "cl100k_base", "o200k_base")
_NEAR, _FAR = "#C04F6B", "#7A756A"


def catalogue(key: str) -> list[dict]:
    """GPT-2's list, each checked to be one token, and what later vocabularies make of it; words first."""
    tokenizers = {name: load(name) for name in _CATALOGUE}
    order = sorted(gpt2_glitch_tokens(), key=lambda text: not (text.isascii() and text.strip().isalpha()))
    rows = [{name: tok.encode(text) for name, tok in tokenizers.items()} for text in order]
    single = {name: sum(len(row[name]) == 1 for row in rows) for name in tokenizers}
    with st.container(width=760):
        st.markdown(
            "Asked to repeat one of these, GPT-2 and GPT-3 wrote something else. They stood in the text that "
            "the tokenizer learned from, and hardly in the text that the model learned from. Later "
            "vocabularies spell most of them with several tokens."
        )
    figures(
        {f"of the list, one token of {name}": f"{count} of {len(rows)}" for name, count in single.items()}
    )
    drawn = [
        [words(row["gpt2"][0]), *(tiles(tokenizers[name], ids) for name, ids in row.items())]
        for row in rows
        if not obscene(tokenizers["gpt2"].decode(row["gpt2"]))
    ]
    listing([Column("id in gpt2", True), *map(Column, tokenizers)], drawn, "Glitch tokens of GPT-2", key)
    return [
        {"token": repr(tokenizers["gpt2"].decode(row["gpt2"]))}
        | {name: " ".join(map(str, ids)) for name, ids in row.items()}
        for row in rows
    ]


def look_up(text: str, key: str) -> None:
    """A person's text under the three tokenizers, and whether the list has it."""
    rows = []
    for name in _CATALOGUE:
        ids = load(name).encode(text)
        rows.append([words(name), tiles(load(name), ids), words(len(ids))])
    listing([Column("tokenizer"), Column("tokens"), Column("count", True)], rows, "Your text", key)
    listed = gpt2_glitch_tokens()
    st.text(f"In the list: {'yes' if text in listed else 'no'}")
    if text not in listed and f" {text}" in listed:
        st.info("The list has it with a space in front, which is another token.")


def measured(found: Indicators, limit: float, key: str) -> list[dict]:
    """SmolLM2's tokens: distance against repetition, and those nearer than the limit."""
    near = found.below(limit)
    low, usual = median_repeat(near), median_repeat(found.controls)
    figures(
        {
            f"tokens nearer than {limit:g}": f"{len(near)}",
            "their median chance of being repeated": f"{low:.3%}",
            "that of random tokens": f"{usual:.0%}",
        }
    )
    tokenizer = load("smollm2")
    groups = {"nearest 60": found.nearest, "40 random tokens": found.controls}
    rows = [
        {
            "group": group,
            "token": written(tokenizer, token.id),
            "id": token.id,
            "distance": token.distance,
            "chance": token.repeats,
        }
        for group, tokens in groups.items()
        for token in tokens
    ]
    domain = list(groups)
    points = (
        alt.Chart(arrow_table(rows))
        .mark_point(filled=True, size=70, opacity=0.85)
        .encode(
            x=alt.X("distance:Q", title="distance from never-used tokens (embedding units)"),
            y=alt.Y("chance:Q", title="probability of repeating the token", axis=alt.Axis(format="%")),
            color=alt.Color(
                "group:N",
                title=None,
                scale=alt.Scale(domain=domain, range=[_NEAR, _FAR]),
                legend=alt.Legend(orient="top"),
            ),
            shape=alt.Shape("group:N", scale=alt.Scale(domain=domain, range=["circle", "triangle-up"])),
            tooltip=charts.tips("token:N", "id:Q", "distance:Q", alt.Tooltip("chance:Q", format=".3%")),
        )
    )
    rule = (
        alt.Chart(arrow_table([{"limit": limit}]))
        .mark_rule(strokeDash=[5, 4], strokeWidth=1.5, color=_FAR)
        .encode(x=alt.X("limit:Q"))
    )
    charts.show(
        (points + rule).properties(height=330),
        "Tokens that lie where the never-used ones lie are tokens that the model cannot repeat",
        "Each point is a token of SmolLM2. Those near the never-used tokens are hardly ever repeated; "
        "random tokens lie further away, and most of them are. A dashed line marks the chosen distance.",
        rows,
        key,
        level=2,
    )
    _nearest(tokenizer, near, f"{key}.table")
    return rows


def _nearest(tokenizer: BPETokenizer, near: Sequence[Measured], key: str) -> None:
    drawn = [
        [
            words(token.id),
            tiles(tokenizer, [token.id]),
            words(f"{token.distance:.4f}"),
            words(f"{token.repeats:.3%}"),
            words("itself") if token.says == token.id else tiles(tokenizer, [token.says]),
            words(f"{token.says_chance:.0%}"),
        ]
        for token in near
    ]
    columns = [
        Column("id", True),
        Column("token"),
        Column("distance", True),
        Column("repeated", True),
        Column("the model says"),
        Column("with probability", True),
    ]
    listing(columns, drawn, "Tokens of SmolLM2 nearest to the never-used ones", key)
