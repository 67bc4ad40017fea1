"""One text at every vocabulary size, as rows and findings, with published tokenizers beside it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import streamlit as st

from tokcore import GPT2_PATTERN, load
from tokcore.sweep import RARE_BELOW, Sweep, SweepPoint
from ui.texts import Text
from ui.trained import Amounts, Recipe, Tokenizer, amounts, swept

MEASURES = {
    "bytes per token": lambda amounts, tokens: amounts.bytes / tokens if tokens else None,
    "tokens per word": lambda amounts, tokens: tokens / amounts.words if amounts.words else None,
    "tokens per line": lambda amounts, tokens: tokens / amounts.lines if amounts.lines else None,
}
TRAINING, HELD_OUT = "training text", "held-out lines"
POINTS = 90
"""How many of the sizes a curve is drawn through."""


class Plan(NamedTuple):
    """How a scheme is trained, the numbers of merges in the table, and those of the language models.

    `code` trains on a text of that name in Python.
    """

    recipe: Recipe
    steps: tuple[int, ...]
    models: tuple[int, ...]
    code: str


PLANS = {
    "bytes": Plan(
        Recipe(16_384 - 256, GPT2_PATTERN),
        tuple(2**k - 256 for k in range(8, 15)),
        (256, 1_792, 7_936),
        "tokcore.BPETokenizer.train({}, 16384, tokcore.GPT2_PATTERN)",
    ),
    "words": Plan(
        Recipe(16_000, of_bytes=False),
        (0, 1_000, 2_000, 4_000, 8_000, 16_000),
        (1_000, 4_000, 16_000),
        "tokcore.WordBPE.train(Counter(tokcore.words({})), 16000)",
    ),
}


def up_to(steps: Sequence[int], most: int) -> list[int]:
    """The numbers of merges that a tokenizer of `most` merges has, the last one its own when it has fewer."""
    return sorted({min(step, most) for step in steps})


class Curve(NamedTuple):
    """A text at every size: `name` of the line, how much text it is, and its sweep."""

    name: str
    amounts: Amounts
    sweep: Sweep

    def value(self, measure: str, merges: int) -> float | None:
        """The measure with so many merges, or with all of them when there are fewer."""
        return MEASURES[measure](self.amounts, self.point(merges).tokens)

    def point(self, merges: int) -> SweepPoint:
        """The text with so many merges, or with all of them when there are fewer."""
        return self.sweep[min(merges, len(self.sweep) - 1)]


def curves(text: Text, plan: Plan, by_line: bool = False) -> list[Curve]:
    """The whole text under the tokenizer learned from it, and its held-out lines under that of the others.

    The second is missing when nothing is held out. `by_line` encodes every line of a list alone.
    """
    both = [
        Curve(name, amounts(text, whole), swept(text, plan.recipe, whole, by_line))
        for name, whole in ((TRAINING, True), (HELD_OUT, False))
    ]
    return [curve for curve in both if curve.amounts.words or curve.name == TRAINING]


def drawn(count: int, first_size: int) -> list[int]:
    """Numbers of merges below `count` that stand evenly on a logarithmic axis of sizes, ends included."""
    factor = ((first_size + count - 1) / first_size) ** (1 / POINTS)
    return sorted({min(count - 1, round(first_size * factor**k) - first_size) for k in range(POINTS + 1)})


def landmarks(tokenizer: Tokenizer, merges: int, count: int) -> dict[str, range]:
    """The ids of the first merges, of those around one, and of the last, `count` of each."""
    first, last = tokenizer.first_merged, tokenizer.first_merged + len(tokenizer.merges)
    here = max(first, min(first + merges - count // 2, last - count))
    starts = {"first": first, f"around merge {merges:,}": here, "last": max(first, last - count)}
    return {title: range(start, min(start + count, last)) for title, start in starts.items()}


def code(text: Text, plan: Plan, merges: int, held_merges: int) -> str:
    """The tokcore lines that give the figures of one size."""
    return (
        "from collections import Counter\nimport tokcore\nfrom tokcore import bigram, corpora, measures\n"
        f"from tokcore.sweep import sweep\n{text.code}\ntok = {plan.code.format('text')}\n"
        f"point = sweep(tok, text)[{merges}]\n"
        "measures.bytes_per_token(text, point.tokens), point.types, point.rare_share\n"
        f"learned, held = corpora.held_out(text)\npart = {plan.code.format('learned')}\n"
        f"measures.bytes_per_token(held, sweep(part, held)[{held_merges}].tokens)\n"
        "made = bigram.predict(part, learned, held)\nmade.perplexity, made.bits_per_byte"
    )


def curve_rows(curves: Sequence[Curve], measure: str) -> list[dict]:
    """One row for each curve and drawn size."""
    return [
        {
            "measured on": curve.name,
            "merges": merges,
            "vocabulary": curve.sweep[merges].vocab_size,
            measure: round(value, 4),
        }
        for curve in curves
        for merges in drawn(len(curve.sweep), curve.sweep.first_size)
        if (value := curve.value(measure, merges)) is not None
    ]


def published_rows(tokens: Mapping[str, int], amounts: Amounts, measure: str) -> list[dict]:
    """One row for each published tokenizer on the same text."""
    return [
        {"tokenizer": name, "vocabulary": load(name).vocab_size, measure: round(value, 4), "tokens": count}
        for name, count in tokens.items()
        if (value := MEASURES[measure](amounts, count)) is not None
    ]


def rare_rows(curve: Curve) -> list[dict]:
    """One row for each drawn size: the types that the training text uses, and how many of them are rare."""
    return [
        {
            "merges": merges,
            "vocabulary": (point := curve.sweep[merges]).vocab_size,
            "types used": point.types,
            "rare types": point.rare,
            "rare (%)": round(100 * point.rare_share, 2),
        }
        for merges in drawn(len(curve.sweep), curve.sweep.first_size)
    ]


def curve_finding(curve: Curve, measure: str) -> str:
    """Where a curve begins and where it ends, in words."""
    ends = [curve.value(measure, merges) for merges in (0, len(curve.sweep) - 1)]
    sizes = curve.sweep[0].vocab_size, curve.sweep[-1].vocab_size
    if None in ends:
        return f"{measure.capitalize()}: there is nothing to count"
    said = " and ".join(f"{end:.2f} with {size:,} tokens" for end, size in zip(ends, sizes))
    return f"{measure.capitalize()} on the {curve.name}: {said}"


def rare_finding(curve: Curve, merges: int) -> str:
    """The share of rare types at one size and at the largest, in words."""
    points = dict.fromkeys((curve.point(merges), curve.sweep[-1]))
    said = ", ".join(f"{point.rare_share:.0%} with {point.vocab_size:,} tokens" for point in points)
    return f"Token types seen fewer than {RARE_BELOW} times: {said}"


def size_rows(curves: Sequence[Curve], steps: Sequence[int], width: int) -> list[dict]:
    """One row for each number of merges, with what it gains over the row before.

    The curves are that of the training text and, where there is one, that of held-out lines.
    """
    rows: list[dict] = []
    for merges in steps:
        point = curves[0].point(merges)
        row = {"vocabulary": point.vocab_size, "merges": merges}
        for title, gain, curve in zip(("bytes per token", "held out"), ("gain", "gain, held out"), curves):
            row[title] = curve.value("bytes per token", merges)
            known = rows and None not in (rows[-1][title], row[title])
            row[gain] = row[title] - rows[-1][title] if known else None
        if len(curves) > 1:
            row["tokens per word, held out"] = curves[1].value("tokens per word", merges)
        row |= {"types used": point.types, "rare (%)": 100 * point.rare_share}
        rows.append(row | {"embedding parameters": point.vocab_size * width})
    # Rounded here as the large figures are: a browser rounds halves up, Python to the even digit.
    return [
        {
            name: value if name not in _DECIMALS or value is None else round(value, _DECIMALS[name])
            for name, value in row.items()
        }
        for row in rows
    ]


_DECIMALS = {
    "bytes per token": 2,
    "gain": 2,
    "held out": 2,
    "gain, held out": 2,
    "tokens per word, held out": 2,
    "rare (%)": 1,
}

COLUMNS = {
    "vocabulary": st.column_config.NumberColumn(format="localized"),
    "merges": st.column_config.NumberColumn(format="localized"),
    "bytes per token": st.column_config.NumberColumn(format="%.2f"),
    "gain": st.column_config.NumberColumn(format="%+.2f"),
    "held out": st.column_config.NumberColumn(format="%.2f"),
    "gain, held out": st.column_config.NumberColumn(format="%+.2f"),
    "tokens per word, held out": st.column_config.NumberColumn(format="%.2f"),
    "types used": st.column_config.NumberColumn(format="localized"),
    "rare (%)": st.column_config.NumberColumn(format="%.1f"),
    "embedding parameters": st.column_config.NumberColumn(format="localized"),
}
"""How the table of `size_rows` is written."""
