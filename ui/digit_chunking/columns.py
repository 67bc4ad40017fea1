"""Numbers in place-value columns under several rules: where each token begins and ends, and which cuts fall
out of line with the other numbers of the sum."""

from collections.abc import Mapping
from typing import NamedTuple

from tokcore.digits import (
    RULES,
    SEPARATOR,
    Cut,
    Pieces,
    Prompt,
    cut_of,
    cuts,
    out_of_line,
    place_name,
    places,
    sharing_a_token,
)
from ui.component import component
from ui.palette import colour

_columns = component("columns", "tiles columns", "tiles columns", "<div class='columns root'></div>")
_UNITS = ("", "k", "M", "B", "T")


class Way(NamedTuple):
    """One way to cut numbers: its colour when it is a tokenizer, and what it costs in a sentence."""

    cut: Cut
    colour: str | None
    drawback: str


TOKENIZER_DRAWBACKS = {
    "gpt2": "No rule: cuts follow how often a string of digits stood in the training text, so 520 is one "
    "token and 521 is two.",
    "cl100k_base": "The same cuts as up to three from the left: the pieces start at the wrong end.",
    "o200k_base": "The same cuts as up to three from the left: the pieces start at the wrong end.",
    "smollm2": "The same cuts as single digits: even, and long.",
}


def way(name: str) -> Way:
    """A rule or a published tokenizer by name, with its drawback."""
    if name in RULES:
        return Way(cut_of(name), None, RULES[name].drawback)
    return Way(cut_of(name), colour(name), TOKENIZER_DRAWBACKS[name])


class Drawn(NamedTuple):
    """What a way made of the numbers and their sum: `split` row by row, the sum last, and the cuts of each
    row that are out of line."""

    splits: list[Pieces]
    out: list[frozenset[int]]


def split(prompt: Prompt, cut: Cut) -> Drawn:
    """The numbers of a prompt and their sum, cut one way."""
    splits = [cut(number) for number in prompt.rows]
    return Drawn(splits, out_of_line(splits))


def tokens(prompt: Prompt, drawn: Drawn) -> tuple[int, int]:
    """Tokens of the prompt with its signs, and of the answer."""
    signs = len(prompt.numbers) if prompt.total else 0
    counts = list(map(len, drawn.splits))
    return sum(counts[: len(prompt.numbers)]) + signs, sum(counts[len(prompt.numbers) :])


def columns(prompt: Prompt, ways: Mapping[str, Way], key: str, label: str = "") -> dict[str, Drawn]:
    """Draw the numbers once for each way; returns what each way made of them.

    `label` tells blocks of one name apart when they are read aloud.
    """
    drawn = {name: split(prompt, way.cut) for name, way in ways.items()}
    _columns(
        data={
            "blocks": [_block(name, way, prompt, drawn[name]) for name, way in ways.items()],
            "label": label,
            "hint": _counted(prompt)
            + "Point at a token, or Tab to a block and use the arrow keys, to read what it stands for.",
        },
        key=key,
    )
    return drawn


def _counted(prompt: Prompt) -> str:
    """What the figures of a sum count: its signs are tokens too, and have no tile."""
    if not prompt.total:
        return ""
    signs = ", ".join(["+"] * (len(prompt.numbers) - 1))
    return (
        "Counted: tokens of the prompt + tokens of the answer. The prompt's are its tiles and "
        f"{len(prompt.numbers)} more that have no tile: {signs} and =. "
    )


def _block(name: str, way: Way, prompt: Prompt, drawn: Drawn) -> dict:
    asked, answered = tokens(prompt, drawn)
    wrong = len(frozenset().union(*drawn.out))
    separated = any(SEPARATOR in pieces for pieces in drawn.splits)
    # Places from the left; with separators, a narrow column of its own stands after every third place.
    order: list[int | str] = []
    for place in range(max(_digits(pieces) for pieces in drawn.splits) - 1, -1, -1):
        order.append(place)
        if separated and place and place % 3 == 0:
            order.append(f"{SEPARATOR}{place}")
    labels = [_unit(place) if isinstance(place, int) else "" for place in order]
    return {
        "name": name,
        "color": way.colour,
        "count": f"{asked} + {answered}" if prompt.total else str(asked),
        "unit": "token" if asked + answered == 1 else "tokens",
        "verdict": _verdict(wrong) if prompt.total else "",
        "wrong": wrong > 0,
        "drawback": way.drawback,
        "columns": labels,
        "rows": [
            {
                "sign": "+"
                if 0 < place < len(prompt.numbers)
                else "="
                if place == len(prompt.numbers)
                else "",
                "total": place == len(prompt.numbers),
                "tokens": _tokens(pieces, out, order),
            }
            for place, (pieces, out) in enumerate(zip(drawn.splits, drawn.out))
        ],
    }


def _tokens(pieces: Pieces, out: frozenset[int], order: list[int | str]) -> list[dict]:
    found, where = [], iter(zip(places(pieces), sharing_a_token(pieces)))
    inner, low = cuts(pieces), 0
    for piece in pieces:
        if piece == SEPARATOR:
            found.append(
                {"text": piece, "from": order.index(f"{SEPARATOR}{low}"), "span": 1, "says": "a separator"}
            )
            continue
        (high, low), named = next(where)
        says = named if high == low else f"{named}: {piece} × {10**low:,}" if low else named
        # The cut after a piece is named by the place of its last digit.
        found.append(
            {
                "text": piece,
                "from": order.index(high),
                "span": order.index(low) - order.index(high) + 1,
                "says": says,
                "out": low in out,
                "after": f"the cut before the {place_name(low - 1)}" if low in inner else None,
            }
        )
    return found


def _digits(pieces: Pieces) -> int:
    return sum(len(piece) for piece in pieces if piece != SEPARATOR)


def _unit(place: int) -> str:
    return f"{10 ** (place % 3)}{_UNITS[place // 3]}"


def _verdict(wrong: int) -> str:
    if not wrong:
        return "every cut in line"
    return f"{wrong} {'place' if wrong == 1 else 'places'} where cuts are out of line"
