"""The places where two tokenizers cut a text differently, each with its cause."""

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from tokcore.disagreement import Cause, Side, disagreement, side
from ui import session
from ui.listing import Column, figures, listing, words
from ui.palette import colour
from ui.strips import Tokenizer, strips
from ui.tokens import token
from ui.wording import counted

MOST = 20
"""How many places are explained."""


def parted(key: str, text: str, names: Sequence[str], offered: Sequence[str], specials: bool) -> list[dict]:
    """Draw the text under both tokenizers, and why they part; a row for each place explained."""
    tokenizers = {name: session.by_name(name) for name in names}
    sides = [side(tokenizer, text, name, specials) for name, tokenizer in tokenizers.items()]
    if len(sides) < 2:
        st.info("Choose two different tokenizers: one agrees with itself.")
        return []
    colours = {name: colour(name, offered.index(name)) for name in names}
    spans = {one.name: one.spans for one in sides}
    strips(key, tokenizers, text, ["text"], True, colours, {}, spans=spans)
    return reasons(key, text, sides, tokenizers)


def reasons(key: str, text: str, sides: Sequence[Side], tokenizers: dict[str, Tokenizer]) -> list[dict]:
    """Say where the two sides part and why."""
    found = disagreement(*sides, text, most=MOST)
    names = [one.name for one in sides]
    st.header("Where they part, and why", anchor=False)
    if not found.places:
        same = [s.token_id for s in sides[0].spans] == [s.token_id for s in sides[1].spans]
        ids = ", with the same ids." if same else ". Only the ids differ: each numbers its tokens anew."
        st.text(f"{names[0]} and {names[1]} cut this text alike{ids}")
        return []
    kinds = Counter(cause.kind for cause in found.causes)
    figures({"places": f"{found.places:,}"} | {f"by {kind}": f"{count}" for kind, count in kinds.items()})
    with st.container(width=760):
        st.text(f"The first, at byte {found.causes[0].difference.start}: {found.causes[0].sentence}")
    drawn = [
        [
            words(cause.difference.start),
            *({"tokens": [token(tokenizers[n], s.token_id) for s in row]} for n, row in _rows(names, cause)),
            words(cause.kind),
            words(cause.sentence),
        ]
        for cause in found.causes
    ]
    columns = [Column("from byte", True), *map(Column, names), Column("cause"), Column("why")]
    listing(columns, drawn, "Places where the two tokenizers part", f"{key}.causes")
    if found.places > MOST:
        st.caption(f"The first {MOST} of {counted(found.places, 'place')} are explained.")
    return [
        {"from byte": cause.difference.start, "to byte": cause.difference.end}
        | {name: " ".join(str(span.token_id) for span in row) for name, row in _rows(names, cause)}
        | {"cause": cause.kind, "why": cause.sentence}
        for cause in found.causes
    ]


def _rows(names: Sequence[str], cause: Cause):
    return zip(names, (cause.difference.left, cause.difference.right))


def code(text: str, names: Sequence[str], specials: bool) -> str:
    """The lines that give the places and their causes."""
    other = session.code(names[1]).replace("tok = ", "other = ")
    return (
        f"from tokcore.disagreement import disagreement, side\n{session.code(names[0])}\n{other}\n"
        f"text = {text!r}\nsides = [side(one, text, specials={specials}) for one in (tok, other)]\n"
        "found = disagreement(*sides, text)\nfound.places\n[(c.kind, c.sentence) for c in found.causes]"
    )
