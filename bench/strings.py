"""Strings that try a tokenizer: seeded, of many kinds, each kind a function of a source of chance."""

import base64
import json
import random
import string
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / "data"
SPACES = " \t\n\r\v\f\x1c\x85\u00a0\u1680\u2003\u2028\u2029\u202f\u3000\u200b\ufeff"
MARKS = "\u0300\u0301\u0308\u0327\u0323\u0338\u05b0\u0651\u093c\u0e31\u20dd\u3099\ufe20"
JOINERS = "\u200c\u200d\u2060\u034f\u180e\ufe0e\ufe0f\u061c\u200e\u200f\u202a\u202e\u2066\u2069"
SCRIPTS = [
    [int(end, 16) for end in span.split("-")]
    for span in (
        "41-5A 61-7A C0-24F 370-3FF 400-52F 531-58A 5D0-5EA 620-6FF 904-96F 985-9EF B85-BEF E01-E5B F40-F6C "
        "1000-109F 10A0-10FF 1100-11FF 1200-137F 13A0-13FD 1780-17E9 1C50-1C7F 1E00-1FFF 2C00-2C5F 3041-30FF "
        "3400-9FFF A960-A97F AC00-D7A3 FF00-FFEF 10330-1034A 10400-1044F 1D400-1D7FF 1E900-1E95F 20000-2A6DF"
    ).split()
]
"""First and last letter of many scripts."""

DIGITS = ("0123456789", "٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "０１２３４５６７８９", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗", "⁰¹²³½¼ⅧⅫ①⑳〇")
EMOJI = "🤗🚀👍👩🧑💻🏽🏿🇬🇷🏳🏴❤☂♀✈"
ENDINGS = ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d", "'S", "'LL", "'ſ", "’s", "''", "'")
SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~«»„“”–—…¿€£©°×÷≠∞→■"
NAMES = ("text", "tokens", "maxLength", "parse_json", "i", "HTTPServer", "__init__", "x1", "naïve")
SPECIALS = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|fim_prefix|>",
    "<|endofprompt|>",
    "<s>",
    "<pad>",
)

Kind = Callable[[random.Random], str]


def _some(chance: random.Random, of: Sequence[str], most: int) -> str:
    return "".join(chance.choices(of, k=chance.randint(1, most)))


def planes(chance: random.Random) -> str:
    """Code points from everywhere, assigned or not."""
    points = (chance.randrange(0x110000) for _ in range(chance.randint(1, 20)))
    return "".join(chr(point) for point in points if not 0xD800 <= point < 0xE000)


def scripts(chance: random.Random) -> str:
    """Runs of letters, each of one script."""
    runs = []
    for low, high in chance.choices(SCRIPTS, k=chance.randint(1, 5)):
        runs.append("".join(chr(chance.randint(low, high)) for _ in range(chance.randint(1, 8))))
    return chance.choice(("", " ", "-", "\n")).join(runs)


def declared(chance: random.Random) -> str:
    """A piece of the Universal Declaration of Human Rights in one of its languages, cut anywhere."""
    text = chance.choice(_declarations())
    start = chance.randrange(len(text))
    return text[start : start + chance.randint(5, 120)]


@cache
def _declarations() -> list[str]:
    return [row["text"] for row in json.loads((DATA / "udhr.json").read_text("utf-8")).values()]


def controls(chance: random.Random) -> str:
    """Control characters among letters."""
    return _some(chance, [*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)), "a", "Z", "é", " "], 20)


def joined(chance: random.Random) -> str:
    """Emoji, flags, joiners, direction marks."""
    return _some(chance, [*EMOJI, *JOINERS, " ", "a", "م"], 16)


def marked(chance: random.Random) -> str:
    """Letters under piles of combining marks."""
    return "".join(chance.choice("aeoαйकกか ") + _some(chance, MARKS, 9) for _ in range(chance.randint(1, 8)))


def numbers(chance: random.Random) -> str:
    """Runs of digits of several scripts, with signs of sums, dates and money."""
    runs = (_some(chance, chance.choice(DIGITS), 14) for _ in range(chance.randint(1, 5)))
    return chance.choice(("", " ", ",", ".", "+", "-", ":", "/", "e", " € ", "\u202f")).join(runs)


def spaced(chance: random.Random) -> str:
    """Words between runs of white space of every kind."""
    return "".join(
        _some(chance, SPACES, chance.choice((1, 3, 12))) + _some(chance, string.ascii_letters, 6)
        for _ in range(chance.randint(1, 6))
    ) + chance.choice(("", " ", "  ", "\n", " \n ", "\t"))


def shortened(chance: random.Random) -> str:
    """Contractions in both cases, with every kind of apostrophe."""
    words = ("don", "I", "WE", "she", "O", "ſ", "K", "él", "12", "")
    return " ".join(chance.choice(words) + chance.choice(ENDINGS) for _ in range(chance.randint(1, 8)))


def code(chance: random.Random) -> str:
    """Lines that look like a program."""
    lines = []
    for _ in range(chance.randint(1, 6)):
        name, other = chance.choices(NAMES, k=2)
        lines.append(
            chance.choice(("", "    ", "\t", "        "))
            + chance.choice(
                (
                    f"def {name}({other}=None):",
                    f"return {name}[{chance.randint(-9, 99)}] != '{other}'",
                    f"const {name} = ({other}) => {{ {other}++; }};",
                    f"#include <{name}.h>  // {other}",
                    f"SELECT {name} FROM {other} WHERE id >= {chance.randint(0, 9999)};",
                    f"{name}::{other}<&'static str>()?;",
                    f'<{name} class="{other}">&amp;</{name}>',
                )
            )
        )
    return chance.choice(("\n", "\r\n", "\n\n")).join(lines)


def addresses(chance: random.Random) -> str:
    """Web addresses, file names, mail addresses."""
    word = lambda: _some(chance, string.ascii_lowercase + string.digits + "-_", 10)  # noqa: E731
    return (
        chance.choice(("https://", "http://www.", "ftp://", "", "mailto:", "C:\\", "/usr/"))
        + ".".join(word() for _ in range(chance.randint(1, 3)))
        + "".join(f"/{word()}" for _ in range(chance.randint(0, 3)))
        + chance.choice(("", f"?q={word()}%20{word()}&n={chance.randint(0, 999)}#{word()}", "@example.org"))
    )


def encoded(chance: random.Random) -> str:
    """Bytes written in base64 or in hexadecimal."""
    data = chance.randbytes(chance.randint(1, 60))
    return base64.b64encode(data).decode() if chance.random() < 0.6 else data.hex(chance.choice(" :-"))


def signs(chance: random.Random) -> str:
    """Punctuation and symbols, alone, in runs and beside letters."""
    return "".join(
        chance.choice(SIGNS) * chance.choice((1, 1, 2, 5)) + chance.choice(("", " ", "a", "1", "\n"))
        for _ in range(chance.randint(1, 10))
    )


def repeated(chance: random.Random) -> str:
    """One thing again and again."""
    return chance.choice([*"a \n0é你🤗'-_", "ab", " a", "the ", "\r\n", "ha"]) * chance.randint(2, 60)


def special(chance: random.Random) -> str:
    """Special strings of models, whole and broken, as plain text."""
    one = chance.choice(SPECIALS)
    return chance.choice((one, one[:-1], one[1:], one.upper())) + chance.choice(("", " ", "a", one))


KINDS: tuple[Kind, ...] = (
    planes, scripts, declared, controls, joined, marked, numbers, spaced, shortened, code, addresses, encoded,
    signs, repeated, special,
)  # fmt: skip


def strings(count: int, seed: str) -> Iterator[str]:
    """So many strings, the same for a seed on every machine: each one to three parts of any kinds."""
    chance = random.Random(seed)
    for _ in range(count):
        yield "".join(kind(chance) for kind in chance.choices(KINDS, k=chance.choice((1, 1, 2, 3))))
