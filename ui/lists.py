"""Lists of tokens side by side, such as the first and the last that training learned."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tokcore import BPETokenizer, WordBPE
from ui.component import component
from ui.tokens import token

_lists = component("lists", "tiles lists", "tiles lists", "<div class='lists root'></div>")


class Tokens(NamedTuple):
    """A list to draw: `tokens` are what `of_bytes` or `of_ids` gives."""

    title: str
    hint: str
    tokens: Sequence[dict]


def of_bytes(tokens: Iterable[bytes]) -> list[dict]:
    """Tokens given by their bytes."""
    return [{"bytes": list(data)} for data in tokens]


def of_ids(tokenizer: BPETokenizer | WordBPE, ids: Iterable[int]) -> list[dict]:
    """Tokens given by their ids, which stand under them."""
    return [token(tokenizer, token_id) | {"note": f"{token_id:,}"} for token_id in ids]


def lists(shown: Sequence[Tokens], key: str, abreast: int = 2) -> None:
    """Draw the lists, up to so many abreast and fewer where there is no room."""
    _lists(data={"lists": [one._asdict() for one in shown], "least": f"{52 / abreast:.1f}rem"}, key=key)
