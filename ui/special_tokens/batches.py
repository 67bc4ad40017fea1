"""Short texts as one batch: their ids in rows of one length, and the attention mask under them."""

from collections.abc import Mapping, Sequence

import streamlit as st

from tokcore import BPETokenizer
from tokcore.alphabet import well_formed
from tokcore.specials import Batch, batch
from ui.component import component
from ui.listing import figures
from ui.special_tokens import tokenizers
from ui.special_tokens.tokenizers import NOVEL
from ui.tokens import token
from ui.wording import counted

TEXTS = "the time machine\nit was late\nthe traveller smiled at us"
MOST_TEXTS, MOST_CHARACTERS, MOST_DRAWN = 8, 600, 60
"""How many texts a batch takes, of how many characters together; how many of its columns are drawn."""

END = "<|endoftext|>"
SIDES = {"right": "right, after the text", "left": "left, before the text"}
NAMES = {"pad": "padding", "begin": "beginning", "end": "end", "text": "text"}

_batch = component("batch", "tiles batch", "tiles batch", "<div class='batch root'></div>")


def marks(name: str, begin: bool, end: bool) -> dict[str, str | None]:
    """The special strings that a tokenizer has for each job; the published ones have one for all."""
    jobs = ("<pad>", "<bos>", "<eos>") if name == NOVEL else (END, END, END)
    pad, begins, ends = jobs
    return {"pad": pad, "begin": begins if begin else None, "end": ends if end else None}


def texts(written: str) -> tuple[list[str], str | None]:
    """The lines as texts, empty ones too, and a sentence when there are more than are taken."""
    lines = well_formed(written).removesuffix("\n").split("\n")
    if len(lines) <= MOST_TEXTS:
        return lines, None
    return lines[:MOST_TEXTS], f"A batch takes {MOST_TEXTS} texts here; the other lines are left out."


def show(name: str, lines: Sequence[str], jobs: Mapping[str, str | None], side: str, key: str) -> list[dict]:
    """Draw the batch; returns a row for each of its rows."""
    tokenizer = tokenizers.by_name(name)
    made = batch(tokenizer, lines, side=side, **jobs)
    cells, padding = made.count(), made.count("pad")
    share = f" ({100 * padding / cells:.0f}%)" if cells else ""
    figures(
        {
            "shape, rows × columns": f"{len(made.rows)} × {len(made.rows[0])}",
            "cells": f"{cells:,}",
            "wasted on padding": f"{padding:,}{share}",
            "marks": f"{made.count('begin', 'end'):,}",
        }
    )
    if cells:
        _draw(tokenizer, made, key)
    else:
        st.text("These texts are empty and have no marks, so the batch has no column at all.")
    with st.container(width=760):
        st.text("\n".join(_said(name, made, jobs, side)))
    return [
        {
            "row": place,
            "ids": " ".join(str(cell.token_id) for cell in row),
            "attention mask": " ".join(map(str, mask)),
        }
        for place, (row, mask) in enumerate(zip(made.rows, made.mask), start=1)
    ]


def _draw(tokenizer: BPETokenizer, made: Batch, key: str) -> None:
    width = len(made.rows[0])
    rows = [
        [
            token(tokenizer, cell.token_id) | {"id": f"{cell.token_id}", "kind": cell.kind, "mask": mask}
            for cell, mask in zip(row[:MOST_DRAWN], masks)
        ]
        for row, masks in zip(made.rows, made.mask)
    ]
    _batch(
        data={
            "rows": rows,
            "names": NAMES,
            "label": "Batch of texts: token, id and attention mask in each cell",
            "cut": f"Drawn are the first {MOST_DRAWN} of {width:,} columns; every count covers all of them."
            if width > MOST_DRAWN
            else None,
        },
        key=key,
    )


def _said(name: str, made: Batch, jobs: Mapping[str, str | None], side: str) -> list[str]:
    """What the picture shows, in sentences."""
    said = []
    padded = sum(bool(row) and row[-1].kind == "pad" for row in made.rows)
    if padded:
        said.append(
            f"{counted(padded, 'row')} of {len(made.rows)} end with padding. That is fine for learning, with "
            "the mask. A model that is to continue the texts would have to go on after padding there: pad on "
            "the left for that."
        )
    elif made.count("pad"):
        said.append(
            "Every row ends with its own last token, so a model can continue all of them at once. In return "
            "they begin in different columns, and places must be counted from the mask."
        )
    used = [kind for kind, special in jobs.items() if special]
    if len(used) > 1 and len(set(filter(None, jobs.values()))) == 1:
        token_id = tokenizers.by_name(name).specials[jobs["pad"]]
        said.append(
            f"One id, {token_id:,}, is {' and '.join(NAMES[kind] for kind in used)} here. Only its place and "
            "the mask tell them apart."
        )
        if "end" in used:
            said.append(
                "Whoever leaves that id out of learning because it is padding leaves the real ends out too, "
                "and the model never learns to stop."
            )
    return said


def code(name: str, lines: Sequence[str], jobs: Mapping[str, str | None], side: str) -> str:
    """The lines that give ids, mask and counts on screen."""
    given = "".join(f", {job}={special!r}" for job, special in jobs.items() if special)
    return (
        f"{tokenizers.code(name)}\nfrom tokcore.specials import batch\n"
        f"made = batch(tok, {list(lines)!r}{given}, side={side!r})\n"
        'made.ids\nmade.mask\nmade.count("pad"), made.count()'
    )
