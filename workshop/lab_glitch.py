"""The guided lab after the fourth task at the end of the byte-level chapter: how a glitch token is made."""

import random
from functools import lru_cache

from tokcore import GPT2_PATTERN, BPETokenizer, training_steps
from tokcore.corpora import corpus
from tokcore.glitch import planted_text
from workshop.exercise import Choice, Kind, Task, Trap
from workshop.material import pieces
from workshop.pictures import Line, Table

ONE_SIGHT, ALWAYS = "thought that one sight makes a token", "waited for more than it takes"
OWN_MERGES = "counted a letter for every place"
ZERO, LIKE_OTHERS = "thought that the vector goes to zero", "thought that every vector is trained"
SWAPPED, FREQUENT = "put the name in the wrong text", "thought that the model saw it too often"
_SYLLABLES = (("Zol", "Quor", "Vex", "Brax"), ("fri", "tha", "mo", "nu"), ("nax", "zil", "wyn", "gorp"))
STEPS = (1, 2, 4, 8, 16, 32)
_TEXT, _SIZE = 20_000, 640
WHERE = (
    "Often in the tokenizer's text, hardly ever in the model's",
    "Hardly ever in the tokenizer's text, often in the model's",
    "Often in both",
)
ENDS = (
    "It stays where chance put it at the start",
    "It shrinks to zero",
    "It is trained with all the others",
)


def _learned(text: str, name: str, times: int) -> BPETokenizer:
    """A tokenizer of the text with the name planted in it so many times."""
    return BPETokenizer.train(planted_text(text, name, times, 0), _SIZE, GPT2_PATTERN, specials=())


@lru_cache(maxsize=24)
def _name_tokens(name: str, start: int) -> tuple[tuple[int, ...], ...]:
    """The ids of the name, by how often it stood in the tokenizer's text."""
    text = corpus("northanger_abbey").text[start : start + _TEXT]
    return tuple(tuple(_learned(text, name, times).encode(f" {name}")) for times in STEPS)


def lab_glitch(chance: random.Random) -> Task | None:
    """Make a glitch token: the fourth task at the end of the chapter."""
    name = "".join(map(chance.choice, _SYLLABLES))
    start = 40_000 * chance.randrange(4)
    found = _name_tokens(name, start)
    whole = [times for times, ids in zip(STEPS, found) if len(ids) == 1]
    if not whole or whole[0] in (STEPS[0], STEPS[-1]):
        return None
    text = corpus("northanger_abbey").text[start : start + _TEXT]
    plain = BPETokenizer.train(text, _SIZE, GPT2_PATTERN, specials=())
    last = _last_count(text)
    options = [str(times) for times in STEPS]
    late = STEPS[STEPS.index(whole[0]) + 1]
    met = found[STEPS.index(whole[0])][0] in _learned(text, name, whole[0]).encode(text)
    end = ENDS[2] if met else ENDS[0]
    traps = (
        Trap(
            ONE_SIGHT,
            {"times": options[0]},
            "Once is not enough: only the most frequent pairs of the whole text become merges.",
        ),
        Trap(
            ALWAYS,
            {"times": str(late)},
            "By then it is one token already. It takes no more than to beat the last pair that still got a "
            "merge.",
        ),
        Trap(
            SWAPPED,
            {"where": WHERE[1]},
            "Then the tokenizer would cut it into known pieces, and the model would learn those well.",
        ),
        Trap(FREQUENT, {"where": WHERE[2]}, "Then the token is met in training and learned like any other."),
        Trap(
            ZERO,
            {"end": ENDS[1]},
            "Nothing pulls it to zero. The slope of its vector is zero, which is another thing: it does not "
            "move.",
        ),
        Trap(
            LIKE_OTHERS,
            {"end": ENDS[2]},
            "An input vector moves only when its token stands in the text that the model learns from.",
        ),
    )
    return Task(
        question=f"The name {name} is put into a text of {_TEXT:,} characters, and a tokenizer of {_SIZE} "
        f"tokens learns from it. Without the name, its last merge joined a pair that stood {last} times. "
        "**What is the fewest of these counts that makes the name one token? In which text must it stand "
        "for the token to go wrong? And where does its input vector end?**",
        inputs=(
            Choice("times", "The name stands in the tokenizer's text", tuple(options)),
            Choice("where", "The name goes wrong when it stands", WHERE),
            Choice("end", "Its input vector, after the model was trained on text without it", ENDS),
        ),
        right={"times": str(whole[0]), "where": WHERE[0], "end": end},
        because=f"From {whole[0]} times on the name is one token. Each of its pairs stands as often as the "
        "name, so all its merges are made together; and what the model never reads, it never moves.",
        traps=traps,
        hints=(
            "A merge goes to the most frequent pair. How often does a pair inside the name stand?",
            "The name must be more frequent than the last pair that got a merge, and it takes several merges "
            "from the others.",
            f"Look for the first count above {last} that leaves room for all its merges; "
            f"{STEPS[STEPS.index(whole[0]) - 1]} "
            "is too few. A vector of a token that is never read has nothing to learn from.",
        ),
        given=(
            Table(
                "The name before",
                ("name", "tokens without it in the text"),
                ((name, pieces(plain, f" {name}")),),
            ),
        ),
        shown=(
            Line(
                f"{name} becomes one token",
                "times in the tokenizer's text",
                "tokens of the name",
                tuple((times, len(ids)) for times, ids in zip(STEPS, found)),
            ),
        ),
        code="import tokcore\nfrom tokcore.corpora import corpus\nfrom tokcore.glitch import planted_text\n"
        f'text = corpus("northanger_abbey").text[{start} : {start + _TEXT}]\n'
        f"planted = planted_text(text, {name!r}, {whole[0]}, 0)\n"
        f"tok = tokcore.BPETokenizer.train(planted, {_SIZE}, tokcore.GPT2_PATTERN)\n"
        f"len(tok.encode({' ' + name!r}))",
        result=1,
        otherwise=lambda values: (
            "The number of times is not right. Compare it with the count of the last merge."
            if values["times"] != str(whole[0])
            else "The number of times is right. Look at the other two again."
        ),
    )


@lru_cache(maxsize=8)
def _last_count(text: str) -> int:
    return training_steps(text, _SIZE - 256, GPT2_PATTERN, runners_up=0)[-1].count


KINDS = (
    Kind(
        "lab_glitch",
        "Lab: make a glitch token",
        "glitch_tokens",
        8,
        (ONE_SIGHT, ALWAYS, SWAPPED, FREQUENT, ZERO, LIKE_OTHERS),
        lab_glitch,
    ),
)
