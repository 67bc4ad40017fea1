"""The answers of *Try this*, counted when somebody asks."""

import unicodedata
from collections.abc import Mapping, Sequence

from tokcore import load
from tokcore.languages import Cost, cost
from ui.fertility.costs import Item, counted, declared

_NAMED = 5


def larger(items: Mapping[str, Item], part: str | None) -> str:
    """How many of the texts take fewer tokens under o200k_base than under gpt2, and which do not."""
    both = counted(items, ["gpt2", "o200k_base"], part)
    old, new = ({key: both[name, key].tokens for key in items} for name in ("gpt2", "o200k_base"))
    others = [key for key in items if new[key] >= old[key]]
    longest = max(items, key=new.get)
    said = f"{len(items) - len(others)} of these {len(items)} texts take fewer tokens under o200k_base than "
    said += "under gpt2."
    if others:
        named = [f"{items[key].name} ({old[key]:,} and {new[key]:,})" for key in others[:_NAMED]]
        more = f" and {len(others) - _NAMED} more" if len(others) > _NAMED else ""
        said += f" Not cheaper, with the tokens under gpt2 and o200k_base: {', '.join(named)}{more}."
    return f"{said} The longest is {items[longest].name}, with {new[longest]:,} tokens under o200k_base."


def only_bytes(
    pair: Mapping[str, Item], spent: Mapping[tuple[str, str], Cost], close: str, base: str, name: str
) -> str:
    """How far the premium of the text up close goes beyond its bytes, under one tokenizer."""
    own, other = spent[name, close], spent[name, base]
    return (
        f"{pair[close].name} has {own.bytes / other.bytes:.2f} times the bytes of {pair[base].name} and, "
        f"under {name}, {own.tokens / max(other.tokens, 1):.2f} times its tokens. What goes beyond the bytes "
        "is merges that were never learned."
    )


def composed(names: Sequence[str]) -> str:
    """The whole declaration in Vietnamese, as its file has it and with letters and marks composed."""
    apart = declared(["vie"], "whole")["vie"].text
    together = unicodedata.normalize("NFC", apart)
    return "\n".join(
        [
            "Measured on the whole declaration in Vietnamese, whichever text is chosen above.",
            *(
                f"{name}: {cost(load(name), apart).tokens:,} tokens as the file has it, "
                f"{cost(load(name), together).tokens:,} with letters and marks composed (NFC)"
                for name in names
            ),
        ]
    )
