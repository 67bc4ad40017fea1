"""Lists of tokens side by side, such as the first and the last that training learned."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tokcore import BPETokenizer, WordBPE
from ui.component import component
from ui.tokens import shortened, token

_lists = component("lists", "tiles lists", "tiles lists", "<div class='lists root'></div>")


MOST_BYTES = 200
"""How much of a token is drawn, in bytes. Where few pairs are left, merges join pieces of any length."""


class Tokens(NamedTuple):
    """A list to draw: `tokens` are what `of_bytes` or `of_ids` gives."""

    title: str
    hint: str
    tokens: Sequence[dict]


def of_bytes(tokens: Iterable[bytes]) -> list[dict]:
    """Tokens given by their bytes."""
    return [_drawn({"bytes": list(data)}, len(data), "") for data in tokens]


def of_ids(tokenizer: BPETokenizer | WordBPE, ids: Iterable[int]) -> list[dict]:
    """Tokens given by their ids, which stand under them."""
    return [_drawn(one := token(tokenizer, i), len(one.get("bytes", one.get("text"))), f"{i:,}") for i in ids]


def _drawn(one: dict, length: int, note: str) -> dict:
    """The token as far as there is room for it, and under it the note, with the length where it is cut."""
    short = shortened(one, MOST_BYTES)
    size = f"{length:,} {'bytes' if 'bytes' in one else 'characters'}" if short.get("cut") else ""
    return short | ({"note": ", ".join(filter(None, (note, size)))} if note or size else {})


def lists(shown: Sequence[Tokens], key: str, abreast: int = 2) -> None:
    """Draw the lists, up to so many abreast and fewer where there is no room."""
    _lists(data={"lists": [one._asdict() for one in shown], "least": f"{52 / abreast:.1f}rem"}, key=key)
