"""Exercises about where text may be cut: counting chunks, and repairing a pattern."""

import random
from functools import partial

import regex

from tokcore import PATTERNS
from tokcore.pretokenize import as_pattern
from tokcore.words import words
from workshop.exercise import Feedback, Kind, Number, Task, Text, Trap, Values, listed, quoted, too_far
from workshop.pictures import Chunks, Source, Stages

WORDS, SIGNS = "counted words instead of chunks", "counted every sign by itself"
OTHER = "cut as another pattern does"
OWNER = ("'s", "'S", "")
_NOUNS = ("traveller", "captain", "teacher", "landlady", "clock", "neighbour", "doctor", "editor")
_VERBS = ("struck", "counted", "paid", "wrote", "missed", "carried")
_THINGS = ("times", "letters", "coins", "stairs", "candles")


def chunks_of(chance: random.Random) -> Task | None:
    """How many chunks does a pattern cut?"""
    number = f"{chance.randint(2, 98)},{chance.randint(100, 999)}"
    text = (
        f"The {chance.choice(_NOUNS)}{chance.choice(OWNER)} {chance.choice(_NOUNS)} "
        f"{chance.choice(_VERBS)} {chance.choice((number, str(chance.randint(1900, 20_000))))} "
        f"{chance.choice(_THINGS)}{chance.choice(('.', '...', '?!'))}{chance.choice(('', '  Yes.'))}"
    )
    name = chance.choice(("gpt2", "cl100k", "smollm2"))
    cut = PATTERNS[name].cut(text)
    others = {
        other: len(PATTERNS[other].cut(text)) for other in ("gpt2", "cl100k", "smollm2") if other != name
    }
    other = max(others, key=lambda one: abs(others[one] - len(cut)))
    traps = (
        Trap(
            WORDS,
            {"count": len(words(text))},
            "You counted words. Signs and numbers are chunks of their own, even where no space stands.",
        ),
        Trap(
            SIGNS,
            {"count": len(regex.findall(r"\w+|[^\w\s]", text))},
            "You took every sign for a chunk. Signs in a row are one, and an apostrophe goes with its s.",
        ),
        Trap(
            OTHER,
            {"count": others[other]},
            f"That many chunks has the {other} pattern. It treats numbers or signs in another way.",
        ),
    )
    numbers = {
        "gpt2": "A run of digits is one chunk.",
        "cl100k": "A run of digits is cut after every third.",
        "smollm2": "Every digit is a chunk.",
    }[name]
    return Task(
        question=f"**Into how many chunks does the {name} pattern cut this text?** Merges never leave a "
        f"chunk.",
        inputs=(Number("count", "Chunks"),),
        right={"count": len(cut)},
        because=f"The chunks are {listed(cut)}.",
        traps=traps,
        hints=(
            "A word and the space before it are one chunk. What follows a word without a space is another.",
            numbers + " Signs in a row are one chunk.",
            f"It begins {listed(cut[: len(cut) - 3])}, and three more follow.",
        ),
        given=(Source("The text", text),),
        shown=(Chunks(name, text),),
        code=f'from tokcore import PATTERNS\nlen(PATTERNS["{name}"].cut({text!r}))',
        result=len(cut),
        otherwise=too_far(len(cut), "chunks"),
    )


WHOLE = r" ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+"
"""What broken patterns are to become: a word, a number or a run of signs, each with the space before it."""

_BROKEN = (
    r" ?[A-Za-z]+| ?\p{N}+| ?[^\sA-Za-z\p{N}]+|\s+",
    r"\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+|\s+",
    r" ?\p{L}+| ?[^\s\p{L}]+|\s+",
    r" ?\w+| ?[^\s\w]+|\s+",
    r" ?\S+|\s+",
)
_UNSEEN = ("Ærø: 31 km away, no?", "x2 = 4,50 (about)", "μέλι 7 kg ... über-gut!")
UNCHANGED, MEMORISED = "changed nothing that matters", "fits only the text shown"
LOST_SPACE, GLUED = "left the space a chunk of its own", "glued unlike characters together"
ASCII_ONLY = "knows only the letters of English"


def repair_pattern(chance: random.Random) -> Task | None:
    """Repair a pattern that cuts in the wrong places."""
    broken = chance.choice(_BROKEN)
    text = (
        f"The {chance.choice(('naïve', 'Łódź', 'señor', 'Ærø'))} {chance.choice(_NOUNS)} "
        f"{chance.choice(_VERBS)} {chance.randint(12, 999)}{chance.choice(('km', 'kg', '%', '€'))}, "
        f"{chance.choice(('no?!', 'yes...', 'ha!'))}"
    )
    wanted = as_pattern(WHOLE).cut(text)
    if as_pattern(broken).cut(text) == wanted:
        return None
    by_heart = "|".join(map(regex.escape, sorted(set(wanted), key=len, reverse=True)))
    samples = {
        MEMORISED: by_heart,
        LOST_SPACE: _BROKEN[1],
        GLUED: _BROKEN[4],
        ASCII_ONLY: _BROKEN[0],
        UNCHANGED: broken,
    }
    judge = partial(_cuts_well, text, broken)
    traps = tuple(
        Trap(name, {"pattern": source}, "")
        for name, source in samples.items()
        if source != broken or name == UNCHANGED
    )
    first = next(place for place, (a, b) in enumerate(zip(wanted, as_pattern(broken).cut(text))) if a != b)
    return Task(
        question="This pattern is broken. **Repair it: every word, every number and every run of other signs "
        "should be a chunk, each with the one space before it, in any language.** White space that is left "
        "over is a chunk too. Your pattern is tried on other texts as well.",
        inputs=(Text("pattern", "Your pattern", 200, start=broken),),
        right={"pattern": WHOLE},
        because=f"Its chunks are {listed(wanted)}, and on other texts it does as well.",
        traps=traps,
        hints=(
            f"Compare the two rows. The first chunk that differs should be {quoted(wanted[first])}.",
            r"\p{L} is any letter, \p{N} any number, and \s white space. A space and a question mark, “ ?”, "
            r"take "
            "the space before along.",
            r"One that works has four parts: the first is “ ?\p{L}+”, the second the same for numbers, the "
            r"third "
            r"for everything that is neither, “ ?[^\s\p{L}\p{N}]+”, and the last takes what is left.",
        ),
        given=(
            Source("The broken pattern", broken),
            Stages(
                (
                    ("as it should be", f"{len(wanted)} chunks", tuple(wanted)),
                    ("as it is", "broken", tuple(as_pattern(broken).cut(text))),
                )
            ),
        ),
        shown=(Chunks(WHOLE, text),),
        code=f"from tokcore.pretokenize import as_pattern\nas_pattern({WHOLE!r}).cut({text!r})",
        result=wanted,
        otherwise=lambda values: "",
        judge=judge,
        yours=lambda values: (Chunks(values["pattern"], text),),
    )


def _cuts_well(text: str, broken: str, values: Values) -> Feedback:
    pattern, good = as_pattern(values["pattern"]), as_pattern(WHOLE)
    cut, wanted = pattern.cut(text), good.cut(text)
    if cut == wanted:
        for other in _UNSEEN:
            if (found := pattern.cut(other)) != (meant := good.cut(other)):
                where = next(b for a, b in zip(found, meant) if a != b)
                return Feedback(
                    False,
                    f"It fits the text shown. In “{other}” the chunk {quoted(where)} is cut in another way, "
                    "so say what the characters are, not which they are.",
                    MEMORISED,
                )
        return Feedback(True, "It cuts the text shown and three others as it should.")
    if cut == as_pattern(broken).cut(text):
        return Feedback(False, "It cuts this text where the broken one does.", UNCHANGED)
    if " " in cut:
        return Feedback(
            False,
            "The space before a word is a chunk of its own now. Put “ ?” in front of the letters: it takes "
            "one space along.",
            LOST_SPACE,
        )
    inside = {len("".join(cut[:place])) for place in range(1, len(cut))}
    for place in inside:
        if text[place - 1].isalpha() and text[place].isalpha():
            return Feedback(
                False,
                f"It cuts inside a word, at {quoted(text[place])}: [A-Za-z] is not every letter.",
                ASCII_ONLY,
            )
    missing = next((one for one in wanted if one not in cut), wanted[0])
    held = next((one for one in cut if missing.strip() in one), None)
    if held:
        return Feedback(
            False, f"{quoted(held)} is one chunk; {quoted(missing)} should be one of its own.", GLUED
        )
    return Feedback(False, f"The chunk {quoted(missing)} is not there yet.")


KINDS = (
    Kind("chunks_of", "Chunks before any merge", "pretokenization", 3, (WORDS, SIGNS, OTHER), chunks_of),
    Kind(
        "repair_pattern",
        "Repair a pattern",
        "pretokenization",
        6,
        (UNCHANGED, MEMORISED, LOST_SPACE, GLUED, ASCII_ONLY),
        repair_pattern,
    ),
)
