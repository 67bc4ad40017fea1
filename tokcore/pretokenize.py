r"""Where text may be cut before any merge: named patterns, each with its reference's character classes.

A pattern is a list of named alternatives, tried in order at each place. Which code points `\p{L}`, `\p{N}`
and `\s` hold depends on the engine and its Unicode version, so a published pattern is compiled with the
classes measured on the library that defines it (`data/char_classes.json`, made by `data/probe_classes.py`):
tiktoken's engine for gpt2, cl100k and o200k; Oniguruma and the Digits step for smollm2. Explicit classes
also let Python's own `re` run the patterns, about twice as fast as `regex`.

Sources: the GPT-2 pattern is the one in openai/gpt-2 `encoder.py`; cl100k and o200k are those of tiktoken's
`openai_public.py`, without the possessive marks that change only its speed; smollm2 joins the two steps of
its `tokenizer.json` (Digits, then ByteLevel) into one.
"""

import json
import math
import re
import sys
import time
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

import regex

from tokcore.limits import (
    MAX_PATTERN_CHARACTERS,
    MAX_PATTERN_REPEATS,
    PATTERN_SECONDS,
    PatternError,
    require_at_most,
)

_CLASSES_FILE = Path(__file__).parents[1] / "data" / "char_classes.json"
_BMP_END = 0xFFFF

# How a published pattern writes a class inside brackets, and the measured class that it is.
_NOTATION = {
    r"\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}": "UPPER",
    r"\p{Ll}\p{Lm}\p{Lo}\p{M}": "LOWER",
    r"\p{L}": "L",
    r"\p{N}": "N",
    r"\s": "S",
}
_OPTIONAL = re.compile(r"( |\(\?i:[^)]*\))\?")  # a space or contractions, which may be there


UNMATCHED = "no alternative"
"""What stands in place of a rule where no alternative of a pattern matched."""

_left: ContextVar[float | None] = ContextVar("seconds left for a person's own patterns", default=None)


def allow_seconds(seconds: float) -> None:
    """How long a person's own patterns may run from here on, all calls in this context together.

    Where nobody has said so, each call may run for PATTERN_SECONDS.
    """
    _left.set(seconds)


def seconds_left() -> float:
    """How long the next call of a person's own pattern may run."""
    left = _left.get()
    return PATTERN_SECONDS if left is None else max(0.0, left)


def spend_seconds(seconds: float) -> None:
    """Take off what patterns have used elsewhere, when there is an allowance."""
    if (left := _left.get()) is not None:
        _left.set(left - seconds)


class Chunk(NamedTuple):
    """A piece of text that merges stay inside; `start` is its place in characters, `rule` what cut it."""

    text: str
    start: int
    rule: str


@cache
def _ranges(engine: str) -> dict[str, tuple[int, ...]]:
    """The measured classes of one engine, each as inclusive (low, high, low, high, ...) code points."""
    measured = json.loads(_CLASSES_FILE.read_text())
    if engine == "smollm2":
        # Its first step takes every number away, so the second only ever sees letters that are not numbers.
        return {
            "L": measured["oniguruma"]["L"],
            "N": measured["digits"]["D"],
            "S": measured["oniguruma"]["S"],
        }
    return measured[engine]


def _explicit(source: str, engine: str, last: int) -> str:
    """The pattern with every class written out as ranges of code points up to `last`."""

    def spell(name: str) -> str:
        numbers = _ranges(engine)[name]
        pairs = ((low, min(high, last)) for low, high in zip(numbers[::2], numbers[1::2]) if low <= last)
        return "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in pairs)

    def bracketed(found: re.Match) -> str:
        inside = found[0]
        for notation, name in _NOTATION.items():
            inside = inside.replace(notation, f"\0{name}\0")
        return re.sub("\0([A-Z]+)\0", lambda name: spell(name[1]), inside)

    source = source.replace(r"\S", r"[^\s]")
    source = re.sub(r"\[[^\]]*\]|(\\p\{\w+\}|\\s)", lambda m: f"[{m[1]}]" if m[1] else m[0], source)
    return re.sub(r"\[[^\]]*\]", bracketed, source)


@cache
def _compile(pattern: "Pattern", named: bool, last: int) -> re.Pattern:
    """A published pattern with explicit classes; `named` gives every alternative a number.

    It is written so that `re` sees early what cannot match: contractions in a group of their own begin with
    one apostrophe, and a choice of something or nothing takes less than a repeat of none or one.
    """
    alternatives = (_OPTIONAL.sub(r"(?:\1|)", expression) for _, expression in pattern.alternatives)
    parts = (_explicit(expression, pattern.engine, last) for expression in alternatives)
    opening = "(" if named else "(?:"
    return re.compile("|".join(f"{opening}{part})" for part in parts))


@dataclass(frozen=True)
class Pattern:
    """A way to cut text into chunks: named regular expressions, tried in this order at every place.

    `engine` says whose character classes they mean ("tiktoken" or "smollm2"); None is the `regex` module's
    own, for patterns that a person writes. Text that no alternative matches stays a chunk of its own.
    """

    name: str
    alternatives: tuple[tuple[str, str], ...]
    engine: str | None = None

    @property
    def source(self) -> str:
        """The alternatives joined, as one regular expression."""
        return "|".join(expression for _, expression in self.alternatives)

    def cut(self, text: str) -> list[str]:
        """The chunks of the text, in order; joined they are the text again.

        Raises PatternError when a person's own pattern runs for longer than `seconds_left`.
        """
        if self.engine:
            return self._compiled(text, named=False).findall(text)
        return [chunk.text for chunk in self.chunks(text)]

    def chunks(self, text: str) -> list[Chunk]:
        """The chunks of the text with their places and the name of the alternative that matched."""
        found, done = [], 0
        for match in self._matches(text):
            start, end = match.span()
            if start > done:
                found.append(Chunk(text[done:start], done, UNMATCHED))
            if end > start:
                rule = self.alternatives[match.lastindex - 1 if self.engine else 0][0]
                found.append(Chunk(match[0], start, rule))
            done = max(done, end)
        if done < len(text):
            found.append(Chunk(text[done:], done, UNMATCHED))
        return found

    def _matches(self, text: str):
        if self.engine:
            return self._compiled(text, named=True).finditer(text)
        allowed, started = seconds_left(), time.process_time()  # the clock that `regex` looks at
        try:
            if not allowed:
                raise TimeoutError
            # Other threads go on meanwhile. Sorted because a pattern may say (?r), to search from the end.
            found = self._written.finditer(text, timeout=allowed, concurrent=True)
            return sorted(found, key=regex.Match.span)
        except MemoryError:
            raise PatternError("This pattern needed too much memory on this text and was stopped.") from None
        except TimeoutError:
            spend_seconds(allowed)
            raise PatternError(
                f"This pattern ran for more than {PATTERN_SECONDS:g} seconds and was stopped."
            ) from None
        finally:
            spend_seconds(time.process_time() - started)

    def _compiled(self, text: str, named: bool) -> re.Pattern:
        # Python's `re` looks a character of the Basic Multilingual Plane up in a table but walks the ranges
        # above it one by one, so they are left out when the text has no character there.
        within = text.isascii() or len(text.encode("utf-16-le")) == 2 * len(text)
        return _compile(self, named, _BMP_END if within else sys.maxunicode)

    @cached_property
    def _written(self):
        return regex.compile(self.source)


_CONTRACTION = "'s|'t|'re|'ve|'m|'ll|'d"
_SPACE_BEFORE_TEXT = ("white space before text", r"\s+(?!\S)")
_SPACE = ("white space", r"\s+")

NONE = Pattern("none", (("the whole text", r"[\s\S]+"),))
GPT2 = Pattern(
    "gpt2",
    (
        ("contraction", _CONTRACTION),
        ("letters", r" ?\p{L}+"),
        ("numbers", r" ?\p{N}+"),
        ("other signs", r" ?[^\s\p{L}\p{N}]+"),
        _SPACE_BEFORE_TEXT,
        _SPACE,
    ),
    "tiktoken",
)
CL100K = Pattern(
    "cl100k",
    (
        ("contraction", r"'(?i:[sdmt]|ll|ve|re)"),
        ("letters", r"[^\r\n\p{L}\p{N}]?\p{L}+"),
        ("up to three numbers", r"\p{N}{1,3}"),
        ("other signs", r" ?[^\s\p{L}\p{N}]+[\r\n]*"),
        ("white space at the end", r"\s+\Z"),
        ("line break", r"\s*[\r\n]"),
        _SPACE_BEFORE_TEXT,
        ("white space", r"\s"),
    ),
    "tiktoken",
)
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
O200K = Pattern(
    "o200k",
    (
        ("word", rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+(?i:{_CONTRACTION})?"),
        ("capitals", rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*(?i:{_CONTRACTION})?"),
        ("up to three numbers", r"\p{N}{1,3}"),
        ("other signs", r" ?[^\s\p{L}\p{N}]+[\r\n/]*"),
        ("line break", r"\s*[\r\n]+"),
        _SPACE_BEFORE_TEXT,
        _SPACE,
    ),
    "tiktoken",
)
SMOLLM2 = Pattern(
    "smollm2",
    (
        ("digit", r"\p{N}"),
        ("contraction", _CONTRACTION),
        ("letters", r" ?\p{L}+"),
        ("other signs", r" ?[^\s\p{L}\p{N}]+"),
        ("white space before text", r"\s+(?![^\s\p{N}])"),
        _SPACE,
    ),
    "smollm2",
)
SMOLLM2_DIGITS = Pattern("smollm2 digits", (("digit", r"\p{N}"), ("the rest", r"[^\p{N}]+")), "smollm2")
"""SmolLM2's first step alone, for looking at: every number a piece of its own."""

PATTERNS = {pattern.name: pattern for pattern in (NONE, GPT2, CL100K, O200K, SMOLLM2)}
GPT2_PATTERN, CL100K_PATTERN, O200K_PATTERN, SMOLLM2_PATTERN = (
    pattern.source for pattern in (GPT2, CL100K, O200K, SMOLLM2)
)


def as_pattern(pattern: "Pattern | str | None") -> Pattern:
    """The Pattern that is meant: None is one chunk, a published source keeps its classes, else it compiles.

    Raises PatternError for a pattern that is too long or is not a regular expression.
    """
    if pattern is None:
        return NONE
    if isinstance(pattern, Pattern):
        return pattern
    for known in PATTERNS.values():
        if pattern == known.source:
            return known
    require_at_most(len(pattern), MAX_PATTERN_CHARACTERS, "characters of pattern")
    # `regex` writes a counted repeat out, so nested ones are as long as their product.
    for written in (pattern, re.sub(r"#.*|\s", "", pattern)):  # the second is what (?x) reads
        unrolled = math.prod(int(times) or 1 for times in re.findall(r"\{(\d+)", written))
        require_at_most(unrolled, MAX_PATTERN_REPEATS, "repeats that a pattern asks for")
    try:
        regex.compile(pattern)
    except (regex.error, ValueError, RecursionError) as error:
        raise PatternError(f"This is not a regular expression: {error}.") from None
    return Pattern("own", (("your pattern", pattern),))
