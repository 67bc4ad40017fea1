"""The answers of *Try this*, cut when somebody asks."""

from collections.abc import Sequence

from tokcore.digits import (
    Pieces,
    Prompt,
    cut_of,
    out_of_line,
    read_prompt,
    sharing_a_token,
    with_separators,
)
from ui.session import PUBLISHED

_EXAMPLE = read_prompt("4815+16234=")


def next_number() -> str:
    """How gpt2 cuts five numbers that follow each other."""
    cut = cut_of("gpt2")
    return "\n".join(f"{number}: {' · '.join(cut(str(number)))}" for number in range(519, 524))


def same_columns(*texts: str) -> str:
    """Whether the numbers of these prompts have tokens for the same columns under o200k_base."""
    cut = cut_of("o200k_base")
    held, lines = set(), []
    for text in texts:
        shared = {number: " | ".join(sharing_a_token(cut(number))) for number in read_prompt(text).numbers}
        held |= set(shared.values())
        lines.append(f"{text} " + "; ".join(f"{number} has {places}" for number, places in shared.items()))
    return "\n".join(["Yes." if len(held) == 1 else "No.", *lines])


def separated(prompt: Prompt) -> str:
    """Two numbers of different length under real tokenizers, as written and with separators.

    They are the shortest and the longest of the prompt; when these are of one length, or one of them is too
    short for a separator, the worked example gives them.
    """
    two = _two(prompt)
    if len(two[0]) <= 3 or len(two[0]) == len(two[1]):
        two = _two(_EXAMPLE)
    written = ["".join(with_separators(number)) for number in two]
    lines, before, after = [], 0, 0
    for name in PUBLISHED:
        plain, spaced = ([cut_of(name)(number) for number in numbers] for numbers in (two, written))
        before += _in_line(plain)
        after += _in_line(spaced)
        lines.append(f"{name}: {_said(plain)}  →  {_said(spaced)}")
    said = f"{' and '.join(two)} are cut in line by {before} of {len(PUBLISHED)} tokenizers as written"
    return "\n".join([f"{said}, by {after} with separators.", *lines])


def _two(prompt: Prompt) -> tuple[str, str]:
    return min(prompt.numbers, key=len), max(prompt.numbers, key=len)


def _in_line(splits: Sequence[Pieces]) -> bool:
    return not any(out_of_line(splits))


def _said(splits: Sequence[Pieces]) -> str:
    pieces = " and ".join(" | ".join(split) for split in splits)
    return f"{pieces} ({'in line' if _in_line(splits) else 'not in line'})"
