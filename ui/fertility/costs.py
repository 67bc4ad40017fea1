"""The same text in many languages as a chart: a line for each language, a mark for each tokenizer."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import altair as alt
import streamlit as st

from tokcore import load
from tokcore.languages import Cost, cost, declaration, declaration_cost, languages, script_of
from ui.arrow import arrow_table
from ui.charts import tips, tokenizer_colours

SHAPES = ("circle", "square", "triangle-up", "diamond", "cross")
ALONE = "Other"
FEW_LINES = 20
_GREY = "#8E897D"
_INK = {"light": "#201D18", "dark": "#EDEAE3"}


class Measure(NamedTuple):
    """One way to say what a text costs: `axis` may name {base} and {window}; `value` takes the text's cost,
    that of the base and the window. `log` axes begin at the smallest value."""

    axis: str
    value: Callable[[Cost, Cost, int], float | None]
    log: bool = False


MEASURES = {
    "premium": Measure("times the tokens of {base}", lambda c, base, _: c.premium(base), True),
    "tokens per word": Measure("tokens per word", lambda c, *_: c.per_word, True),
    "tokens per character": Measure("tokens per character", lambda c, *_: c.per_character),
    "bytes per token": Measure("bytes per token", lambda c, *_: c.bytes_per_token),
    "% not whole characters": Measure(
        "% of tokens not whole characters",
        lambda c, *_: None if c.partial_share is None else 100 * c.partial_share,
    ),
    "% of the window": Measure(
        "% of a window of {window:,} tokens", lambda c, _, window: 100 * c.window_share(window)
    ),
}


_DECIMALS = {
    "premium": 2,
    "tokens per word": 2,
    "tokens per character": 3,
    "bytes per token": 2,
    "% not whole characters": 1,
    "% of the window": 3,
}
"""To how many decimals each measure is rounded, once, for the figures, the table, the chart and the file."""

COLUMNS = {"tokens": st.column_config.NumberColumn(format="localized")} | {
    name: st.column_config.NumberColumn(format=f"%.{places}f") for name, places in _DECIMALS.items()
}
"""How a table writes the measures."""


class Item(NamedTuple):
    """A text to draw: a name of ours (never a person's text), its name in itself, and how it is written."""

    name: str
    own_name: str
    script: str
    direction: str
    text: str


def declared(codes: Iterable[str], part: str) -> dict[str, Item]:
    """The declaration in these languages, in the order given."""
    every = languages()
    return {
        code: Item(row.name, row.own_name, row.script, row.direction, declaration(code, part))
        for code in codes
        if (row := every[code])
    }


def typed(lines: Iterable[str]) -> dict[str, Item]:
    """A person's own lines, named by their place and the script found in them."""
    items = {}
    for place, line in enumerate(lines, start=1):
        script = script_of(line)
        direction = "rtl" if script in ("Arabic", "Hebrew") else "ltr"
        items[str(place)] = Item(f"Line {place} ({script})", "", script, direction, line)
    return items


def counted(items: Mapping[str, Item], names: Sequence[str], part: str | None) -> dict[tuple[str, str], Cost]:
    """The cost of every text by (tokenizer, text); those of the declaration's `part` are remembered."""
    return {
        (name, key): declaration_cost(name, key, part) if part else cost(load(name), item.text, item.script)
        for name in names
        for key, item in items.items()
    }


def rows(
    items: Mapping[str, Item],
    costs: Mapping[tuple[str, str], Cost],
    base: str,
    names: Sequence[str],
    window: int,
) -> list[dict]:
    """One row for each text and tokenizer with every measure; None where a measure has no meaning."""
    found = []
    for key, item in items.items():
        for name in names:
            spent = costs[name, key]
            row = {"language": item.name, "own name": item.own_name, "script": item.script, "tokenizer": name}
            row |= {"tokens": spent.tokens, "words": spent.words}
            row |= {"characters": spent.characters, "bytes": spent.bytes}
            for title, measure in MEASURES.items():
                value = measure.value(spent, costs[name, base], window)
                row[title] = None if value is None else round(value, _DECIMALS[title])
            found.append(row)
    return found


def order(table: Sequence[Mapping], measure: str, sort_by: str, grouped: bool) -> list[str]:
    """The lines of the chart from the top: languages by falling value under the tokenizer `sort_by`.

    If `grouped`, each script stands under a line with its name, and scripts with one language stand together.
    """
    values = {
        row["language"]: row for row in table if row["tokenizer"] == sort_by and row[measure] is not None
    }
    falling = sorted(values, key=lambda language: -values[language][measure])
    if not grouped:
        return falling
    members = Counter(row["script"] for row in values.values())
    groups: dict[str, list[str]] = {}
    for language in falling:
        script = values[language]["script"]
        groups.setdefault(script if members[script] > 1 else ALONE, []).append(language)
    return [line for script, group in groups.items() for line in (header(script), *group)]


def finding(table: Sequence[Mapping], measure: str, language: str, names: Sequence[str], axis: str) -> str:
    """What the chart shows of one language, under the first and the last tokenizer."""
    values = {row["tokenizer"]: row[measure] for row in table if row["language"] == language}
    said = f"{language}: {values[names[0]]:,.3g} {axis} under {names[0]}"
    return said if len(names) == 1 else f"{said}, {values[names[-1]]:,.3g} under {names[-1]}"


def header(script: str) -> str:
    """The line above a group of languages."""
    return "OTHER SCRIPTS" if script == ALONE else f"{script.upper()} SCRIPT"


def dots(
    table: Sequence[Mapping], measure: str, lines: Sequence[str], names: Sequence[str], axis: str
) -> alt.LayerChart:
    """The chart: in each line a mark for every tokenizer, joined by a rule from the least to the most.

    Above FEW_LINES the axis and the legend stand at the bottom too.
    """
    shown = [
        row | {"value": row[measure]}
        for row in table
        if row["language"] in lines and row[measure] is not None
    ]
    own = {row["language"]: row["own name"] for row in shown if row["own name"] != row["language"]}
    # A language's own name stands behind the name that everybody here can read, in its own direction.
    spelled = json.dumps(
        {name: f"{name}  {other}" for name, other in own.items() if other}, ensure_ascii=False
    )
    is_header = "test(/(SCRIPT|SCRIPTS)$/, datum.value)"
    y = alt.Y(
        "language:N",
        title=None,
        sort=None,
        scale=alt.Scale(domain=list(lines)),
        axis=alt.Axis(
            labelExpr=f"({spelled})[datum.value] || datum.value",
            labelLimit=168,
            labelColor=_INK.get(st.context.theme.type, _INK["light"]),
            labelFontWeight={"condition": {"test": is_header, "value": 600}, "value": 400},
            labelFontSize={"condition": {"test": is_header, "value": 10.5}, "value": 12},
            grid=True,
            ticks=False,
            domain=False,
            labelPadding=6,
        ),
    )
    log = MEASURES[measure].log and min((row["value"] for row in shown), default=0) > 0
    scale = alt.Scale(type="log", nice=False, padding=8) if log else alt.Scale(zero=True, padding=8)
    steps = [0.2, 0.5, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50]
    ticks = {"values": steps, "format": "~g", "labelOverlap": True} if log else {"tickCount": 5}
    at_top, at_bottom = (alt.Axis(orient=side, titleFontSize=12, **ticks) for side in ("top", "bottom"))
    twice = len(lines) > FEW_LINES
    x = alt.X("value:Q", title=axis, scale=scale, axis=None if twice else at_top)
    base = alt.Chart(arrow_table(shown))
    spread = base.mark_rule(strokeWidth=1.5, color=_GREY, opacity=0.7).encode(
        y=y, x=alt.X("min(value):Q", title=axis, scale=scale, axis=at_top), x2=alt.X2("max(value):Q")
    )
    value = alt.Tooltip("value:Q", title=axis, format=".2f")
    tooltip = tips("language", "own name", "tokenizer", value, "tokens")
    point = {"filled": True, "size": 75, "opacity": 1}
    marks = base.mark_point(**point).encode(y=y, x=x, tooltip=tooltip, **_kinds(names, "top"))
    if not twice:
        return (spread + marks).properties(height=alt.Step(21))
    # A layer without a mark has the second axis and legend: a scale of Vega-Lite draws only one of each.
    again = (
        base.transform_filter("false")
        .mark_point(**point, aria=False)  # nothing to read aloud
        .encode(y=y, x=alt.X("value:Q", title=axis, scale=scale, axis=at_bottom), **_kinds(names, "bottom"))
    )
    return (
        (spread + marks + again)
        .resolve_axis(x="independent")
        .resolve_scale(color="independent", shape="independent")
        .properties(height=alt.Step(21))
    )


def _kinds(names: Sequence[str], side: str) -> dict:
    """The colour and the shape of every tokenizer, with a legend at one side of the chart."""
    legend = {"orient": side, "columns": 1, "rowPadding": 3, "title": None, "labelFontSize": 11}
    return {
        "color": tokenizer_colours(names).legend(**legend),
        "shape": alt.Shape(
            "tokenizer:N",
            title="tokenizer",
            scale=alt.Scale(domain=list(names), range=list(SHAPES[: len(names)])),
            legend=alt.Legend(**legend),
        ),
    }
