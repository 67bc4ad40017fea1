"""Small corpora that try a trainer: seeded, of many kinds, each kind a function of a source of chance.

Trainers part where pairs are equally frequent, where a pair overlaps itself, where a chunk ends and where the
pairs run out, so most kinds have much of one of these.
"""

import random
from collections.abc import Callable
from typing import NamedTuple

from bench import strings
from tokcore import CL100K_PATTERN, GPT2_PATTERN, O200K_PATTERN, SMOLLM2_PATTERN

MOST_CHARACTERS = 3_000
PATTERNS = {
    "none": None,
    "gpt2": GPT2_PATTERN,
    "cl100k": CL100K_PATTERN,
    "o200k": O200K_PATTERN,
    "smollm2": SMOLLM2_PATTERN,
    "white space": r"\s+|\S+",
    "lines": r"[^\n]*\n|[^\n]+",
    "characters": r"[\s\S]",  # only the bytes of one character are ever merged
}
"""Every character of a text is in a chunk of each: rustbpe leaves out what a pattern does not match."""


class Corpus(NamedTuple):
    """A text to learn from, how many tokens to learn, and the name of the pattern that cuts it."""

    kind: str
    text: str
    vocab_size: int
    pattern: str


def _letters(chance: random.Random, alphabet: str, most: int) -> str:
    return "".join(chance.choices(alphabet, k=chance.randint(1, most)))


def _joined(chance: random.Random, parts: list[str]) -> str:
    return chance.choice(("", " ", " ", "\n", "\n\n")).join(parts)


def tied(chance: random.Random) -> str:
    """Every letter equally often, in a few orders: all pairs are tied, or nearly all."""
    letters = chance.sample("abcdefghijklmnopqrstuvwxyzABCéß你🤗.,'1 ", chance.randint(2, 30))
    orders = []
    for _ in range(chance.randint(1, 6)):
        orders.append("".join(letters))
        if chance.random() < 0.6:
            chance.shuffle(letters)
    return _joined(chance, orders)


def tiny(chance: random.Random) -> str:
    """Letters of an alphabet of one to three."""
    return _letters(chance, chance.choice(["a", "ab", "a ", "a\n", "abc", "aab", "é", "ab ", "你a"]), 300)


def runs(chance: random.Random) -> str:
    """Runs of one letter, of many lengths: pairs that overlap themselves."""
    letter, other = chance.choice(["aa", "ab", "a ", "  ", "11", "a\n", "é.", "🤗🤗", "\t "])
    parts = [letter * chance.randint(1, 40) for _ in range(chance.randint(1, 12))]
    return chance.choice([other, "b", " ", "\n"]).join(parts)


def long_run(chance: random.Random) -> str:
    """One thing so often that it is merged with itself again and again."""
    return chance.choice([*"a 0\n-é你", "ab", "aab", "🤗", " a"]) * chance.randint(200, 700)


def woven(chance: random.Random) -> str:
    """Words that are made of themselves: Fibonacci's, Thue and Morse's, and periods with a fault in them."""
    a, b = chance.sample("abXY é1.", 2)
    if chance.random() < 0.4:
        first, second = a, a + b
        for _ in range(chance.randint(3, 10)):
            first, second = second, second + first
        return second
    if chance.random() < 0.5:
        return "".join((a, b)[place.bit_count() % 2] for place in range(chance.randint(10, 250)))
    period = (a + b * chance.randint(1, 3)) * chance.randint(3, 60)
    fault = chance.randrange(len(period))
    return period[:fault] + chance.choice(["c", " ", ""]) + period[fault + 1 :]


def words(chance: random.Random) -> str:
    """A few words, some of them often: few chunks of very different weight."""
    few = [_letters(chance, "hugspbn", 6) for _ in range(chance.randint(1, 12))]
    weights = [1 / place for place in range(1, len(few) + 1)]
    return chance.choice([" ", " ", "\n", ", "]).join(chance.choices(few, weights, k=chance.randint(1, 120)))


def many_words(chance: random.Random) -> str:
    """Many different words, each about once: many chunks."""
    return " ".join(_letters(chance, "etaoinshrdlu", 7) for _ in range(chance.randint(30, 120)))


def lines(chance: random.Random) -> str:
    """Lines of which many are empty, indented or end in white space, with every kind of line break."""
    ending = chance.choice(["\n", "\n", "\r\n", "\r", "\u2028"])
    kinds = ["", "", " ", "\t", "    ", "a", "  ab", "ab ", "x = 1", "é"]
    return "".join(chance.choice(kinds) + ending * chance.choice([1, 1, 2, 4]) for _ in range(60))


def hidden(chance: random.Random) -> str:
    """Characters with bytes that have no printable form of their own, which Hugging Face numbers last."""
    alphabet = [*map(chr, (*range(0x21), *range(0x7F, 0xAE))), *"aZ~¡ÿĀ"]
    return "".join(chance.choices(chance.sample(alphabet, chance.randint(2, 12)), k=chance.randint(2, 250)))


def nearby(chance: random.Random) -> str:
    """Characters of one script, whose bytes are alike: merges inside a character and across."""
    low, high = chance.choice(strings.SCRIPTS)
    few = [chr(chance.randint(low, high)) for _ in range(chance.randint(1, 8))]
    return "".join(chance.choices([*few, " "], k=chance.randint(2, 150)))


def mixed(chance: random.Random) -> str:
    """Strings of the kinds that encoding is tried with."""
    kinds = chance.choices(strings.KINDS, k=chance.randint(1, 6))
    return _joined(chance, [kind(chance) for kind in kinds])[:600]


def prose(chance: random.Random) -> str:
    """A page of the Universal Declaration of Human Rights in one of its languages."""
    return "".join(strings.declared(chance) for _ in range(chance.randint(2, 12)))


def least(chance: random.Random) -> str:
    """Next to nothing: no character, one, or two."""
    return chance.choice(["", "a", " ", "\n", "é", "🤗", "aa", "ab", "\r\n", "  ", "\x00\x00", "你"])


KINDS: tuple[Callable[[random.Random], str], ...] = (
    tied, tiny, runs, long_run, woven, words, many_words, lines, hidden, nearby, mixed, prose, least,
)  # fmt: skip


def corpus(seed: str, place: int) -> Corpus:
    """The corpus at a place of a run, the same for a seed on every machine.

    A kind comes once in every 13 places. About half of the vocabulary sizes are more than the pairs suffice
    for, and some are 256, with nothing to learn.
    """
    chance = random.Random(f"{seed}/{place}")
    kind = KINDS[place % len(KINDS)]
    text = kind(chance)[:MOST_CHARACTERS]
    most = len(text.encode())
    learned = chance.choice([0, 1, chance.randint(0, 12), chance.randint(0, 12), chance.randint(0, 60)])
    if chance.random() < 0.5:
        learned = chance.choice([chance.randint(0, most), most])
    names = list(PATTERNS)
    pattern = chance.choice([names[0], names[0], names[1], names[1], *names[2:]])
    return Corpus(kind.__name__, text, 256 + learned, pattern)
