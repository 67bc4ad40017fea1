"""Texts to try tokenizers on: drawn by hypothesis, seeded random ones, and every code point."""

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

DATA = Path(__file__).resolve().parents[2] / "data"
CODE_POINTS = [*range(0xD800), *range(0xE000, 0x110000)]
"""Every code point that can stand in UTF-8."""

_MAY_DIFFER = [one for one in CODE_POINTS if one < 0x32400 or 0xE0000 <= one < 0xE0200]
_ALIKE = [one for one in CODE_POINTS if 0x32400 <= one < 0xE0000 or one >= 0xE0200]
"""No version of Unicode has put a character among these: all are unassigned or for private use."""

AWKWARD = " \n\t\r\v\x85\u00a0\u2003\u3000'sSſtTlLmMdrRvVeEkK1٣९²Ⅷ½.!/-_é你好ßǅʰ\u0301\u200d🤗𝟘"
"""Contractions in both cases and with the long s, digits of several scripts, kinds of white space, marks."""

TEXTS = st.text(st.one_of(st.sampled_from(AWKWARD), st.sampled_from("abc  "), st.characters(codec="utf-8")))
WORDS = st.text(st.sampled_from("abce<>/w"), min_size=1, max_size=12)
WORD_COUNTS = st.dictionaries(WORDS, st.integers(1, 9), max_size=12)


def random_texts(count: int, seed: int = 1) -> list[str]:
    """Seeded random strings: half of the characters from all planes, half from the awkward ones."""
    chance = random.Random(seed)

    def character() -> str:
        return chr(chance.choice(CODE_POINTS)) if chance.random() < 0.5 else chance.choice(AWKWARD)

    return ["".join(character() for _ in range(chance.randint(1, 40))) for _ in range(count)]


def code_points_in_context(at_once: int = 500, alike: int = 16) -> Iterator[str]:
    """Code points before a contraction, between digits, and between two spaces and a sign.

    All that may stand for a character, and one in `alike` of the others. What stands beside a code point is
    cut one way or another by what it counts as, so a wrong class shows in the ids even when no merge touches
    the code point itself.
    """
    tried = _MAY_DIFFER + _ALIKE[::alike]
    for first in range(0, len(tried), at_once):
        yield "".join(f"a{c}'s1{c}234  {c}." for c in map(chr, tried[first : first + at_once]))


def small_corpora(count: int, seed: int = 2) -> Iterator[tuple[random.Random, str]]:
    """Seeded random texts over few characters, so that ties and overlaps are common."""
    chance = random.Random(seed)
    for _ in range(count):
        alphabet = chance.choice(["a", "ab", "abc", "ab c", "aab ", "hugpn s", "aé你 "])
        length = chance.randint(0, chance.choice([6, 20, 60]))
        yield chance, "".join(chance.choice(alphabet) for _ in range(length))


@cache
def declarations() -> tuple[str, ...]:
    """The Universal Declaration of Human Rights in every language of the project."""
    return tuple(row["text"] for row in json.loads((DATA / "udhr.json").read_text("utf-8")).values())
