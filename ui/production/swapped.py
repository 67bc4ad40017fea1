"""A text encoded with one tokenizer and decoded with another: valid ids, other words, no error."""

from collections.abc import Mapping, Sequence

import streamlit as st

from tokcore import BPETokenizer, UnknownTokenError, load
from ui import session
from ui.listing import figures
from ui.palette import colour
from ui.strips import decoded, strips
from ui.wording import counted

FINGERPRINT = 16
"""How many hexadecimal digits of a fingerprint stand in the picture."""


def reads(tokenizer: BPETokenizer, token_id: int) -> bytes | None:
    """The token's bytes, or None for an id that the tokenizer does not have."""
    try:
        return tokenizer.token_bytes(token_id)
    except UnknownTokenError:
        return None


def swapped(key: str, text: str, names: Sequence[str], offered: Sequence[str]) -> list[dict]:
    """Draw what the second tokenizer makes of the first one's ids; a row for each id."""
    wrote, read = (session.by_name(name) for name in names)
    ids = wrote.encode(text)
    meant = [(i, wrote.token_bytes(i), reads(read, i)) for i in ids]
    figures(
        {
            "ids": f"{len(ids):,}",
            f"unknown to {names[1]}": f"{sum(other is None for *_, other in meant):,}",
            "with the same meaning": f"{sum(own == other for _, own, other in meant):,}",
        }
    )
    colours = {name: colour(name, offered.index(name)) for name in names}
    strips(f"{key}.wrote", {names[0]: wrote}, text, ["text", "ids"], True, colours, {}, compare=False)
    decoded({names[1]: read}, ids, colours, f"{key}.read")
    st.header("What would have caught it", anchor=False)
    with st.container(width=760):
        st.markdown(
            "Ids are numbers and carry no name, so nothing can be wrong with them. The **fingerprint** of a "
            "tokenizer is a hash over its pattern, its bytes, its merges and its special tokens: one "
            "comparison before the first text tells."
        )
    _fingerprints({name: session.by_name(name) for name in names})
    return [
        {"id": i, "written as": _shown(own), "read as": "no such id" if other is None else _shown(other)}
        for i, own, other in meant
    ]


def _fingerprints(tokenizers: Mapping[str, BPETokenizer]) -> None:
    prints = {name: tokenizer.fingerprint for name, tokenizer in tokenizers.items()}
    figures({f"fingerprint of {name}": f"{digits[:FINGERPRINT]}…" for name, digits in prints.items()})
    same = len(set(prints.values())) == 1
    st.text(
        "Equal fingerprints: the two are one tokenizer, and its ids are safe to read."
        if same
        else "Different fingerprints: stop here, before any text is encoded."
    )


def _shown(data: bytes) -> str:
    return repr(data.decode("utf-8", "backslashreplace"))


def every_pair(text: str) -> str:
    """For each pair of published tokenizers, how many ids of the text the second one does not have."""
    lines = []
    for name in session.PUBLISHED:
        ids, said = load(name).encode(text), []
        for other in session.PUBLISHED:
            lost = sum(reads(load(other), i) is None for i in ids)
            if other != name:
                missing = f"{counted(lost, 'id')} missing" if lost else "no error"
                said.append(f"{other}: {missing}")
        lines.append(f"{name} read by {', '.join(said)}")
    return "\n".join(lines)


def two_names() -> str:
    """Whether gpt2 and r50k_base are two tokenizers."""
    one, other = (load(name).fingerprint[:FINGERPRINT] for name in ("gpt2", "r50k_base"))
    said = "No: one tokenizer under two names" if one == other else "Yes"
    return f"{said}. The fingerprints are {one}… and {other}…"


def code(text: str, names: Sequence[str]) -> str:
    """The lines that give the figures and the text on screen."""
    wrote, read = (session.by_name(name) for name in names)
    other = session.code(names[1]).replace("tok = ", "other = ")
    last = "other.decode(ids)"
    if any(reads(read, i) is None for i in wrote.encode(text)):
        last = f"try:\n    {last}\nexcept tokcore.UnknownTokenError as error:\n    print(error)"
    return (
        f"{session.code(names[0])}\n{other}\nids = tok.encode({text!r})\nlen(ids)\n"
        f"tok.fingerprint, other.fingerprint\n{last}"
    )
