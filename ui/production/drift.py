"""Drift: what a tokenizer trained on one text needs for texts further and further away from it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import altair as alt
import streamlit as st

import tokcore.encoding
from tokcore import GPT2_PATTERN
from tokcore.corpora import SOURCES
from tokcore.languages import declaration, language_name
from tokcore.measures import bytes_per_token, tokens_per_word, words_seen
from ui import charts, chores, jobs
from ui.arrow import arrow_table
from ui.remembered import remembered
from ui.texts import Text, public
from ui.trained import Recipe, split, tokenizer

MEASURES = {"tokens per word": tokens_per_word, "bytes per token": bytes_per_token}
LEARNED = [name for name in SOURCES if name != "furniture_names"]
LANGUAGES = ("eng", "deu_1996", "fin", "rus", "ell_monotonic", "hin")
CODE = Path(tokcore.encoding.__file__)
OWN_LINES, HELD_OUT = "the lines it learned from", "other lines of the same text"
MERGES = (1_024, 4_096, 8_192)
SHAPES = ("circle", "square")


class Counts(NamedTuple):
    """A text in tokens of the tokenizer trained here and of a published one, and the share of its words that
    stand in the lines learned from."""

    trained: int
    published: int
    known: float | None


def _same(name: str, text: str) -> Text:
    return Text(name, text, name, False, "")


def texts(learned: str, own: str) -> list[Text]:
    """The texts to measure; a person's own, when there is one, is the last."""
    parts = split(public(learned))
    near = [_same(OWN_LINES, parts.training), _same(HELD_OUT, parts.held_out)]
    # Their names are the same whatever was learned, so what tells them apart is said in the key.
    near = [text._replace(key=f"{learned}: {text.title}") for text in near]
    # A text that cannot be had is replaced by another, which is listed already or learned from.
    others = {text.key: text for text in map(public, LEARNED) if text.key != public(learned).key}
    declared = [_same(f"Declaration in {language_name(c)}", declaration(c, "whole")) for c in LANGUAGES]
    code = _same("Python code", CODE.read_text(encoding="utf-8"))
    mine = [Text("Your text", own, own, True, "")] if own.split() else []
    return [*near, *others.values(), *declared, code, *mine]


@remembered(most=120, own=12)
def counts(learned: Text, recipe: Recipe, published: str, measured: Text) -> Counts:
    """How many tokens a text takes; the tokenizer learns from nine lines in ten of another."""
    training, size = split(learned).training, len(measured.text)
    seen, words = jobs.run(words_seen, training, measured.text, characters=size)
    trained = jobs.run(chores.tokens, tokenizer(learned, recipe, False), measured.text, characters=size)
    beside = jobs.run(chores.published_tokens, (published,), (measured.text,), characters=size)
    return Counts(trained, beside[published], seen / words if words else None)


def rows(learned: str, merges: int, published: str, own: str) -> list[dict]:
    """A row for each text, the nearest first: both tokenizers' figures and the share of known words."""
    found, recipe = [], Recipe(merges, GPT2_PATTERN)
    for measured in texts(learned, own):
        text, spent = measured.text, counts(public(learned), recipe, published, measured)
        row = {"text": measured.short}
        for measure, value in MEASURES.items():
            row |= {f"{measure}, trained": _rounded(value(text, spent.trained))}
            row |= {f"{measure}, {published}": _rounded(value(text, spent.published))}
        found.append(row | {"words it had seen, %": _rounded(spent.known and 100 * spent.known, 1)})
    return sorted(found, key=lambda row: row["tokens per word, trained"] or 0)


def _rounded(value: float | None, digits: int = 3) -> float | None:
    return None if value is None else round(value, digits)


def draw(page: str, table: Sequence[Mapping], measure: str, published: str) -> None:
    """The chart: a line for each text, a mark for the tokenizer trained here and one for a published one."""
    names = ("trained here", published)
    marks = arrow_table(
        [
            {"text": row["text"], "tokenizer": name, measure: row[f"{measure}, {column}"]}
            | {"words it had seen, %": row["words it had seen, %"]}
            for row in table
            for name, column in zip(names, ("trained", published))
        ]
    )
    near, far = (next(row for row in table if row["text"] == OWN_LINES), table[-1])
    value = f"{measure}, trained"
    finding = f"{near[value]:.2f} {measure} on its own lines, {far[value]:.2f} farthest away: {far['text']}"
    order = [row["text"] for row in table]
    y = alt.Y("text:N", sort=order, title=None, axis=alt.Axis(labelLimit=190, grid=True, labelPadding=6))
    x = alt.X(
        f"{measure}:Q", title=measure, scale=alt.Scale(zero=True), axis=alt.Axis(orient="top", tickCount=8)
    )
    legend = {"orient": "top", "title": None}
    base = alt.Chart(marks)
    spread = base.mark_rule(strokeWidth=1.5, color="#8E897D", opacity=0.7).encode(
        y=y, x=alt.X(f"min({measure}):Q", title=measure), x2=alt.X2(f"max({measure}):Q")
    )
    points = base.mark_point(filled=True, size=85, opacity=1).encode(
        y=y,
        x=x,
        color=charts.tokenizer_colours(names).legend(**legend),
        shape=alt.Shape("tokenizer:N", scale=alt.Scale(domain=list(names), range=list(SHAPES))).legend(
            **legend
        ),
        tooltip=charts.tips(
            "text", "tokenizer", alt.Tooltip(f"{measure}:Q", format=".2f"), "words it had seen, %"
        ),
    )
    charts.show(
        (spread + points).properties(height=alt.Step(24)),
        finding,
        f"A line for each of {len(table)} texts, a mark for each of two tokenizers. {finding}.",
        table,
        key=f"{page}.drift",
        level=2,
    )
    with st.container(width=760):
        st.caption(
            "A word is what stands between white space; words are longer in some languages, and in code. The "
            "published tokenizer, trained on much more, shows how much of the rise is the text's own. The "
            "declaration is that of human rights, whole; the code is a file of tokcore."
        )


def code(learned: str, merges: int) -> str:
    """The lines that give some of the chart's figures."""
    return (
        "import tokcore\nfrom tokcore.corpora import corpus, held_out\n"
        "from tokcore.languages import declaration\nfrom tokcore.measures import tokens_per_word\n"
        f'home = held_out(corpus("{learned}").text)\n'
        f"tok = tokcore.BPETokenizer.train(home.training, {256 + merges}, "
        "tokcore.GPT2_PATTERN, specials=())\n"
        'texts = [*home, declaration("fin", "whole")]\n'
        "[tokens_per_word(text, len(tok.encode(text))) for text in texts]"
    )
