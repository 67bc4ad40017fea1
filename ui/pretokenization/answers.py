"""The answers of *Try this*, counted when somebody asks."""

import re

from tokcore import PATTERNS, BPETokenizer
from tokcore.measures import learned_and_used, learned_tokens
from ui.pretokenization.trade import WITH, WITHOUT
from ui.texts import Text
from ui.trained import Recipe, split, tokenizer

SPACED = "two words 12"


def disguises(plain: BPETokenizer, cut: BPETokenizer) -> str:
    """In how many learned tokens the word "the" stands on its own, without and with the pattern."""
    word = re.compile(rb"(?<![A-Za-z])the(?![A-Za-z])")
    counted = [sum(bool(word.search(token)) for token in learned_tokens(tok)) for tok in (plain, cut)]
    return f"Without a pattern in {counted[0]:,} tokens, with it in {counted[1]:,}."


def used(learned: Text, without: Recipe, with_it: Recipe) -> str:
    """How many of the tokens learned from nine lines in ten stand in the tenth."""
    held = split(learned).held_out
    made = (
        (name, tokenizer(learned, recipe, False)) for name, recipe in ((WITHOUT, without), (WITH, with_it))
    )
    return "\n".join(f"{name}: {learned_and_used(tok, held):,} of {len(tok.merges):,}" for name, tok in made)


def spaces() -> str:
    """The chunks of a text under every pattern, patterns that cut alike on one line, spaces visible."""
    alike: dict[str, list[str]] = {}
    for name, pattern in PATTERNS.items():
        chunks = " | ".join(chunk.text.replace(" ", "·") for chunk in pattern.chunks(SPACED))
        alike.setdefault(chunks, []).append(name)
    return "\n".join(
        ["Here · is a space and | a cut.", *(f"{', '.join(names)}: {cut}" for cut, names in alike.items())]
    )
