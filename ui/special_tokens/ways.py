"""One text read in three ways by each tokenizer: as plain text, with special strings allowed, or refused."""

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from tokcore import BPETokenizer
from tokcore.encoding import Span
from tokcore.specials import WAYS, allowed_spans, places, refusal
from ui.card import card
from ui.listing import Column, listing, words
from ui.special_tokens import tokenizers
from ui.strips import mount, picked, tile
from ui.wording import counted

MOST_DRAWN, LEAD_IN = 240, 40
"""How many tokens of a strip are drawn; in a long text, from so many before its first special string."""

HEADS = {
    "plain": "**As plain text**  \n`tok.encode(text)`  \nThe string is cut and merged like any other text. "
    "To the model it means nothing.",
    "allowed": '**Allowed**  \n`tok.encode(text, allowed_special="all")`  \nThe string is taken out first '
    "and becomes one id, outlined here. To the model it is a signal.",
    "refused": '**Refused**  \n`tok.encode(text, disallowed_special="all")`  \nNo ids at all. An error names '
    "the string and its place, and the caller decides.",
}
NAMED = {"plain": "as plain text", "allowed": "allowed", "refused": "refused"}

DEFAULTS = (
    ("tokcore", "tok.encode(text)", "plain text"),
    ("tiktoken", "enc.encode(text)", "refused, with an error"),
    ("tiktoken", "enc.encode_ordinary(text)", "plain text"),
    ("tokenizers (Hugging Face)", "tok.encode(text)", "the special token"),
    ("tokenizers, after tok.encode_special_tokens = True", "tok.encode(text)", "plain text"),
)
"""What a special string in `text` becomes in a call of each library; a test makes the calls."""


class Outcome(NamedTuple):
    """What one way gives: the tokens, or the sentence that stands in their place."""

    spans: list[Span]
    refused: str | None


def outcomes(tokenizer: BPETokenizer, text: str) -> dict[str, Outcome]:
    """The text read in each of WAYS; without a special string in it they are one and the same."""
    plain = Outcome(tokenizer.spans(text), None)
    if not places(tokenizer, text):
        return dict.fromkeys(WAYS, plain)
    allowed = Outcome(allowed_spans(tokenizer, text), None)
    return {"plain": plain, "allowed": allowed, "refused": Outcome([], refusal(tokenizer, text))}


def three_ways(key: str, text: str, names: Sequence[str]) -> list[dict]:
    """Draw each tokenizer's row of three strips; returns a row for each strip."""
    for column, head in zip(st.columns(3, gap="medium"), HEADS.values()):
        column.markdown(head)
    colours, data = tokenizers.colours(names), text.encode()
    drawn, rows, owners = [], [], {}
    for name in names:
        tokenizer = tokenizers.by_name(name)
        specials = set(tokenizer.specials.values())
        found = outcomes(tokenizer, text)
        first = _first_drawn(tokenizer, text, found["plain"].spans)
        for way, (spans, refused) in found.items():
            shown = [span for span in spans if span.start >= first][:MOST_DRAWN]
            special = sum(span.token_id in specials for span in spans)
            strip = f"{name}, {NAMED[way]}"
            owners[strip] = name
            drawn.append(
                {
                    "key": strip,
                    "name": strip,
                    "color": colours[name],
                    "count": "no ids" if refused else f"{len(spans):,}",
                    "unit": "an error" if refused else "token" if len(spans) == 1 else "tokens",
                    "facts": f"{special:,} special" if special else "",
                    "direction": "ltr",
                    "check": None,
                    "tokens": [
                        tile(tokenizer, span, data) | {"outlined": span.token_id in specials}
                        for span in shown
                    ],
                    "disputed": [],
                    "instead": refused,
                    "cut": _cut(len(shown), len(spans), first),
                }
            )
            ids = " ".join(str(span.token_id) for span in spans)
            rows.append({"tokenizer": name, "way": NAMED[way], "ids": ids, "error": refused or ""})
    hint = "Point at a token, or use Tab and the arrow keys."
    hint = f"{_held(text, names)} {hint}"
    mount({"strips": drawn, "views": ["text", "ids"], "marks": True, "abreast": True, "hint": hint}, key)
    _card(key, text, owners, names)
    return rows


def _held(text: str, names: Sequence[str]) -> str:
    found = {name: len(places(tokenizers.by_name(name), text)) for name in names}
    if not any(found.values()):
        return "No special string of these tokenizers stands in this text, so all three ways agree."
    if len(counts := set(found.values())) == 1:
        where = "this tokenizer" if len(names) == 1 else "each of these tokenizers"
        return f"This text holds {counted(counts.pop(), 'special string')} of {where}."
    said = ", ".join(f"{count:,} of {name}" for name, count in found.items())
    return f"Special strings in this text: {said}. Where there is none, all three ways agree."


def _first_drawn(tokenizer: BPETokenizer, text: str, plain: Sequence[Span]) -> int:
    """The byte from which the strips of a tokenizer are drawn: where its first special string can be seen."""
    if len(plain) <= MOST_DRAWN or not (found := places(tokenizer, text)):
        return 0
    at = len(text[: found[0].start].encode())
    before = sum(span.start < at for span in plain)
    return plain[before - LEAD_IN].start if before > LEAD_IN else 0


def _cut(shown: int, tokens: int, first: int) -> str | None:
    if shown == tokens:
        return None
    start = f"from byte {first:,} on, shortly before the first special string" if first else "from the start"
    return f"Drawn are {shown:,} of {counted(tokens, 'token')}, {start}; every count covers all of them."


def _card(key: str, text: str, owners: dict[str, str], names: Sequence[str]) -> None:
    """The card of the token clicked, or of the first special one, or of the first."""
    st.header("One token, up close", anchor=False)
    if (clicked := picked(key)) and clicked[0] in owners:
        name, token_id = owners[clicked[0]], clicked[1]
    else:
        name = next((name for name in names if places(tokenizers.by_name(name), text)), names[0])
        tokenizer = tokenizers.by_name(name)
        ids = [found.token_id for found in places(tokenizer, text)] or tokenizer.encode(text)
        if not ids:
            st.caption("Type something, and its tokens can be looked at one by one.")
            return
        token_id = ids[0]
    card(name, tokenizers.by_name(name), token_id, key=f"{key}.card")


def library_defaults(key: str) -> None:
    """What each library does with a special string in a text."""
    st.header("What your library does when you say nothing", anchor=False)
    with st.container(width=760):
        st.markdown(
            "It is the program that allows, never the text. But some programs allow without being asked. "
            "**Look yours up before it reads a text from somebody else.**"
        )
    with st.container(width=900):
        listing(
            [Column("library"), Column("call"), Column("a special string in the text becomes")],
            [[words(cell) for cell in row] for row in DEFAULTS],
            "What libraries do with special strings",
            f"{key}.defaults",
        )


def code(text: str, name: str) -> str:
    """The lines that give the three results on screen."""
    return (
        f"{tokenizers.code(name)}\nfrom tokcore.specials import refusal\ntext = {text!r}\n"
        'tok.encode(text)\ntok.encode(text, allowed_special="all")\n'
        'refusal(tok, text)  # what tok.encode(text, disallowed_special="all") says when it raises'
    )


def back_to_text(text: str, names: Sequence[str]) -> str:
    """Whether decoding tells plain text and special tokens apart, a line for each tokenizer."""
    lines = []
    for name in names:
        tokenizer = tokenizers.by_name(name)
        plain, allowed = tokenizer.encode(text), tokenizer.encode(text, allowed_special="all")
        same = tokenizer.decode(plain) == tokenizer.decode(allowed)
        lines.append(
            f"{name}: {counted(len(plain), 'id')} and {counted(len(allowed), 'id')} give "
            f"{'the same text' if same else 'two texts'} back."
        )
    return "\n".join([*lines, "So keep the ids: a text does not say which of its strings were signals."])
