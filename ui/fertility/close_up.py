"""One text and its base, up close: the premium in large figures, every measure, and the first tokens."""

from collections.abc import Mapping, Sequence

import streamlit as st

from tokcore import load
from tokcore.languages import UNSPACED, Cost
from ui.arrow import show_table
from ui.card import card
from ui.fertility.costs import COLUMNS, MEASURES, Item, rows
from ui.listing import figures
from ui.palette import colour
from ui.strips import picked, strips
from ui.wording import counted

EXCERPT = 60


def close_up(
    key: str,
    pair: Mapping[str, Item],
    spent: Mapping[tuple[str, str], Cost],
    close: str,
    base: str,
    names: Sequence[str],
    window: int,
) -> None:
    """Draw the text `close` of `pair` against `base`; `spent` is the cost of both by (tokenizer, text)."""
    item = pair[close]
    table = rows({close: item}, spent, base, names, window)
    figures({row["tokenizer"]: _times(row["premium"]) for row in table})
    sizes = [_size(other.name, spent[names[0], text]) for text, other in pair.items()]
    st.caption(f"× the tokens of {pair[base].name}, for the same content. {' '.join(sizes)}")
    show_table(
        [{column: row[column] for column in ("tokenizer", "tokens", *MEASURES)} for row in table], COLUMNS
    )
    st.markdown("### How it begins, in tokens")
    tokenizers = {name: load(name) for name in names}
    strips(
        key,
        tokenizers,
        _beginning(item.text),
        ["text"],
        True,
        {name: colour(name) for name in names},
        {},
        direction=item.direction,
        words=item.script not in UNSPACED,
        compare=False,
    )
    if (clicked := picked(key)) and clicked[0] in names:
        card(clicked[0], tokenizers[clicked[0]], clicked[1], key=f"{key}.card")


def _times(premium: float | None) -> str:
    return "–" if premium is None else f"{premium:.2f} ×"


def _size(name: str, cost: Cost) -> str:
    words = "no words to count" if cost.words is None else counted(cost.words, "word")
    return f"{name}: {words}, {counted(cost.characters, 'character')}, {counted(cost.bytes, 'byte')}."


def _beginning(text: str) -> str:
    """The first characters, up to a space where there is one."""
    return text if len(text) <= EXCERPT else text[:EXCERPT].rsplit(" ", 1)[0]
