"""The classical pipeline: normalise, cut into characters or words, and look every token up in a `Vocab`."""

import re
from collections.abc import Callable

from tokcore import characters, words
from ui import chores, jobs
from ui.chores import Ids
from ui.listing import figures
from ui.pieces import pieces
from ui.remembered import remembered
from ui.texts import Text

UNITS: dict[str, Callable[[str], list[str]]] = {"characters": characters, "words": words}
_LETTERS, _SHOWN = 60, {"characters": 24, "words": 10}


@remembered(most=24)
def ids(text: Text, unit: str) -> Ids:
    """The normalised text in ids of its own vocabulary."""
    tokens = UNITS[unit](text.text)
    return jobs.run(chores.in_ids, tokens, _SHOWN[unit], characters=len(text.text))


def show(page: str, text: Text, normal: Text, unit: str) -> None:
    """Draw the beginning of the text at each stage, and how long it is in the end."""
    made = ids(normal, unit)
    figures(
        {
            f"{name}, {cut.entries - 1:,} different, normalised": f"{cut.length:,}"
            for name, cut in ((name, ids(normal, name)) for name in UNITS)
        }
        | {"entries of the vocabulary, normalised, with `<unk>`": f"{made.entries:,}"}
    )
    start = re.sub(r"\s+", " ", text.text[:_LETTERS])
    pieces(
        [
            ("The text", "its beginning, as written", [start]),
            ("Normalised", "letters A to Z in lower case, the rest is a space", [normal.text[:_LETTERS]]),
            ("Tokens", f"cut into {unit}", made.tokens),
            ("Ids", "by falling frequency; 0 is kept for <unk>", list(map(str, made.first))),
        ],
        key=f"{page}.pipeline",
    )
