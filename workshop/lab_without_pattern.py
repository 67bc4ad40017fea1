"""The guided lab after the third task at the end of the byte-level chapter: training without a pattern."""

import random
from functools import lru_cache

from tokcore import GPT2_PATTERN, BPETokenizer
from tokcore.corpora import corpus
from tokcore.measures import learned_tokens, longest_first
from workshop.exercise import Choice, Kind, Number, Task, Trap
from workshop.material import NOVELS, TITLES, split
from workshop.pictures import Bars, Table

SHORTER = "set the saving against the shorter text"
HOW_LONG, IN_TRAINING = "took long tokens for wins everywhere", "counted in the training text"
FEWER = "thought that fewer chunks compress better"
LONGEST = 20
_PART = 40_000
REASONS = (
    "Without the pattern: it may merge whatever the other may, and across words too",
    "With the pattern: its tokens are words, and words repeat",
    "Neither: the number of tokens in the vocabulary is the same",
)


@lru_cache(maxsize=32)
def _ablated(name: str, size: int, start: int) -> tuple[tuple[bytes, ...], int, int]:
    """The longest tokens learned without a pattern, and the tokens of the training text without and with."""
    text = split(name).training[start : start + _PART]
    free, bound = (BPETokenizer.train(text, size, pattern, specials=()) for pattern in (None, GPT2_PATTERN))
    longest = tuple(longest_first(learned_tokens(free))[:LONGEST])
    return longest, len(free.encode(text)), len(bound.encode(text))


def lab_pattern(chance: random.Random) -> Task | None:
    """Take the pattern away: the third task at the end of the chapter."""
    name, size = chance.choice(NOVELS), chance.choice((1024, 1536, 2048))
    start = 25_000 * chance.randrange(8)
    longest, free, bound = _ablated(name, size, start)
    text, other_name = split(name).training[start : start + _PART], next(one for one in NOVELS if one != name)
    other = corpus(other_name).text
    rows = tuple((one, text.count(one.decode()), other.count(one.decode())) for one in longest)
    never = sum(not there for _, _, there in rows)
    once = sum(here < 3 for _, here, _ in rows)
    saved = 100 * (1 - free / bound)
    traps = (
        Trap(
            HOW_LONG,
            {"never": LONGEST - never},
            "Those are the long tokens that the other text has. The others take up a place in the vocabulary "
            "and never serve it.",
        ),
        Trap(
            IN_TRAINING,
            {"never": once},
            "You looked at the training text. There every token had to stand often; the question is about "
            "new text.",
        ),
        Trap(
            FEWER,
            {"better": REASONS[1]},
            "Without the pattern every merge that the other run may make is allowed, and more besides. "
            "Merging is greedy, so that is no proof; the figures above are.",
        ),
        Trap(
            SHORTER,
            {"saved": 100 * (bound / free - 1)},
            "You divided by the shorter text. What is saved is a share of what there was with the pattern.",
        ),
    )
    return Task(
        question=f"{size:,} tokens were learned from a part of {TITLES[name]} without a pattern. The table "
        f"holds the {LONGEST} longest. The training text becomes {free:,} tokens so, and {bound:,} with the "
        f"pattern of gpt2. **How many of the {LONGEST} does {TITLES[other_name]} never have, how much "
        "shorter is the training text without the pattern, and which run compresses it better?**",
        inputs=(
            Number("never", "Long tokens that new text never has", high=LONGEST),
            Number("saved", "Shorter by, in %", 0.15, 100),
            Choice("better", "Which compresses the training text better?", REASONS),
        ),
        right={"never": never, "saved": round(saved, 1), "better": REASONS[0]},
        because=f"{never} of the {LONGEST} never stand in the other text. The training text is {saved:.1f} % "
        "shorter: phrases of one text, learned by heart.",
        traps=traps,
        hints=(
            "Look at the spaces inside the tokens. How likely is the same run of words elsewhere?",
            "Count the lines with a 0 at the end. The saving is a share of the tokens with the pattern.",
            f"{LONGEST - never} of {LONGEST} do stand in the other text. And {bound:,} - {free:,} = "
            f"{bound - free:,}, divided by {bound:,}. A run that may choose among more pairs finds more "
            f"frequent ones.",
        ),
        given=(
            Table(
                f"The {LONGEST} longest tokens without a pattern",
                ("token", "times in the training text", "times in the other text"),
                rows,
                ("times in the training text", "times in the other text"),
            ),
        ),
        shown=(
            Bars(
                "The same training text, cut freely and inside words",
                "tokens",
                (("without a pattern", free), ("with the pattern of gpt2", bound)),
            ),
        ),
        code="import tokcore\nfrom tokcore.corpora import corpus, held_out\n"
        f'text = held_out(corpus("{name}").text).training[{start} : {start + _PART}]\n'
        f"free = tokcore.BPETokenizer.train(text, {size})\n"
        f"bound = tokcore.BPETokenizer.train(text, {size}, tokcore.GPT2_PATTERN)\n"
        "round(100 * (1 - len(free.encode(text)) / len(bound.encode(text))), 1)",
        result=round(saved, 1),
        otherwise=lambda values: (
            "Not all three are right. Count the zeros again, and give the share to one decimal."
        ),
    )


KINDS = (
    Kind(
        "lab_pattern",
        "Lab: take the pattern away",
        "pretokenization",
        8,
        (HOW_LONG, IN_TRAINING, FEWER, SHORTER),
        lab_pattern,
    ),
)
