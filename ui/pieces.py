"""Stages of one text, line under line: the pieces it is in before and after each step."""

from collections.abc import Sequence

from ui.component import component

_pieces = component(
    "pieces", "tiles address pieces", "tiles address pieces", "<div class='stages root'></div>"
)


def pieces(stages: Sequence[tuple[str, str, list[str | dict]]], key: str, ids: Sequence[int] = ()) -> None:
    """Draw stages given as (name, hint, pieces); a piece is a text, or a token as the browser draws it.

    Ids can be copied, from a button beside the last stage.
    """
    _pieces(
        data={
            "stages": [{"name": name, "hint": hint, "parts": parts} for name, hint, parts in stages],
            "ids": list(ids),
        },
        key=key,
    )
