"""Exercises with published tokenizers: the order of ranks, and the space before a word."""

import random

from tokcore import load
from workshop.exercise import Kind, Number, Task, Trap, listed, pair, quoted
from workshop.material import PUBLISHED, common_words, pieces
from workshop.pictures import Encoding, Strips, Table

EARLIEST, LONGEST = (
    "took the earliest pair instead of the lowest rank",
    "took the longest token, not the lowest rank",
)
HIGHEST, ID = "took the highest rank", "gave the id for the rank"


def first_rank(chance: random.Random) -> Task | None:
    """Which merge fires first in a word under SmolLM2, and at what rank?"""
    tokenizer = load("smollm2")
    word = f" {chance.choice(common_words())}"
    chunk = tokenizer.encode_steps(word)[0]
    units = [tokenizer.token_bytes(i) for i in chunk.ids]
    rows = []
    for place, (left, right) in enumerate(zip(units, units[1:])):
        made = tokenizer.token_id(left + right)
        rows.append((place + 1, (left, right), made, None if made is None else made - tokenizer.first_merged))
    may = [row for row in rows if row[3] is not None]
    best = min(may, key=lambda row: row[3])
    if len(may) < 4 or best is may[0] or len(chunk.steps) < 3:
        return None
    last = max(may, key=lambda row: row[3])
    last_step = chunk.steps[-1]
    before = chunk.steps[-2].ids
    long = [tokenizer.token_bytes(i) for i in before[last_step.place : last_step.place + 2]]
    traps = (
        Trap(
            ID,
            {"left": best[1][0].decode(), "right": best[1][1].decode(), "rank": best[2]},
            "The pair is right. Its number is the new token's id; the rank is its place in the list of "
            f"merges, {tokenizer.first_merged} less: ids begin with special tokens and single bytes.",
        ),
        Trap(
            EARLIEST,
            _two(may[0][1]),
            "You took the earliest pair that may merge. Of all pairs in the word the lowest rank goes first, "
            "wherever it stands.",
        ),
        Trap(
            HIGHEST,
            _two(last[1]),
            "That is the highest rank. A low rank was learned early, and what was learned early merges "
            "first.",
        ),
        Trap(
            LONGEST,
            _two(long),
            "That merge makes the longest token, and it comes last. Long tokens are built from short ones.",
        ),
    )
    shown_rows = tuple(
        (place, two, "never merged" if made is None else made, "–" if rank is None else rank)
        for place, two, made, rank in rows
    )
    return Task(
        question=f"SmolLM2 encodes {quoted(word)}. These are the pairs that stand in it at first. **Which "
        "pair merges first, and what is its rank?** Write a space as ·.",
        inputs=(*pair(), Number("rank", "Rank")),
        right={**_two(best[1]), "rank": best[3]},
        because=f"{quoted(b''.join(best[1]))} has rank {best[3]:,}, the lowest in the word.",
        traps=traps,
        hints=(
            "Neither the place in the word nor the length of a token decides.",
            "A rank is a merge's place in the order of learning. What was learned first merges first.",
            f"The first merge makes {quoted(b''.join(best[1]))}. Its rank stands in the table.",
        ),
        given=(
            Table(
                "Pairs of neighbours before any merge",
                ("place", "pair", "id of the new token", "rank"),
                shown_rows,
                ("place", "id of the new token", "rank"),
            ),
        ),
        shown=(Encoding(tokenizer, word),),
        code=f'import tokcore\ntok = tokcore.load("smollm2")\nstep = tok.encode_steps({word!r})[0].steps[0]\n'
        "(tok.token_bytes(step.ids[step.place]), step.rank)",
        result=(b"".join(best[1]), best[3]),
        otherwise=lambda values: "That pair is not the first. Compare the ranks of all pairs in the table.",
    )


def _two(two) -> dict[str, str]:
    return {"left": two[0].decode(), "right": two[1].decode()}


SAME, OWN_SPACE = "forgot that the space is part of the token", "counted the space as a token"
LETTERS = "counted letters"


def leading_space(chance: random.Random) -> Task | None:
    """How many tokens is a word at the start of a text, and after a space?"""
    name, word = (
        chance.choice(PUBLISHED),
        chance.choice(common_words(chance.choice(("botchan", "northanger_abbey")))),
    )
    tokenizer = load(name)
    bare, after = pieces(tokenizer, word), pieces(tokenizer, f" {word}")
    if len(bare) < 2 or len(bare) == len(after):
        return None
    parts = {
        text[start:end]
        for text in (word, f" {word}")
        for start in range(len(text))
        for end in range(start + 2, len(text) + 1)
    }
    known = sorted(
        (part for part in parts if tokenizer.token_id(part.encode()) is not None), key=lambda p: (-len(p), p)
    )[:14]
    traps = (
        Trap(
            SAME,
            {"start": len(after), "after": len(after)},
            "You took the word to be the same token both times. With the space it is another text, and "
            "another token; the vocabulary need not have both.",
        ),
        Trap(
            SAME,
            {"start": len(bare), "after": len(bare)},
            "You took the word to be cut the same both times. With its space it is more frequent, and often "
            "whole.",
        ),
        Trap(
            OWN_SPACE,
            {"start": len(bare), "after": len(bare) + 1},
            "You gave the space a token of its own. Here it belongs to the word that follows.",
        ),
        Trap(
            LETTERS,
            {"start": len(word)},
            "You counted letters. The table shows longer pieces that the vocabulary has.",
        ),
    )
    rows = tuple((part.encode(), tokenizer.token_id(part.encode())) for part in known)
    return Task(
        question=f"**How many tokens does {name} make of {quoted(word)} at the start of a text, and how many "
        "after a space?** The table holds the longest of its parts that the vocabulary has.",
        inputs=(Number("start", "At the start of a text"), Number("after", "After a space, with the space")),
        right={"start": len(bare), "after": len(after)},
        because=f"At the start: {listed(bare)}. After a space: {listed(after)}.",
        traps=traps,
        hints=(
            "Look the whole word up in the table, with the space and without.",
            "In a text nearly every word follows a space, so the vocabulary learned it with one.",
            f"At the start of a text the first token is {quoted(bare[0])}; after a space it is "
            f"{quoted(after[0])}.",
        ),
        given=(Table(f"Parts that {name} has as tokens", ("token", "id"), rows, ("id",)),),
        shown=(
            Strips(word, (name,), label="At the start of a text"),
            Strips(f" {word}", (name,), label="After a space"),
        ),
        code=f'import tokcore\ntok = tokcore.load("{name}")\n(len(tok.encode({word!r})), '
        f"len(tok.encode({' ' + word!r})))",
        result=(len(bare), len(after)),
        otherwise=lambda values: (
            "Not both are right. Build each from the longest parts in the table that merge."
        ),
    )


KINDS = (
    Kind(
        "first_rank",
        "Which merge fires first",
        "smollm2_merges",
        4,
        (ID, EARLIEST, HIGHEST, LONGEST),
        first_rank,
    ),
    Kind(
        "leading_space", "A word with its space", "vocabulary", 4, (SAME, OWN_SPACE, LETTERS), leading_space
    ),
)
