"""Exercises about learning merges and applying them: pairs, counts, and the order of ranks."""

import random
from collections import Counter

from tokcore import BPETokenizer, training_steps
from workshop.exercise import Kind, Number, Task, Text, Trap, listed, pair, quoted, too_far
from workshop.material import pieces, toy_corpus
from workshop.pictures import Encoding, Source, Stages, Table, Training

FREQUENT, EARLIEST = "took the most frequent tokens, not the pair", "took the earliest pair"
RARER, TURNED = "took a pair that stands less often", "turned the pair around"


def next_merge(chance: random.Random) -> Task | None:
    """Which pair does training merge next?"""
    text, made = toy_corpus(chance), chance.randint(0, 2)
    steps = training_steps(text, made + 1)
    if len(steps) <= made or steps[made].tied or steps[made].count < 3:
        return None
    step = steps[made]
    tokenizer = BPETokenizer.train(text, 256 + made, specials=())
    row = pieces(tokenizer, text)
    counts = Counter(row)
    (first, _), (second, _) = counts.most_common(2)
    rival = step.runners_up[0]
    if (first, second) == (step.left, step.right):
        return None
    right = _pair(step.left, step.right)
    traps = (
        Trap(
            FREQUENT,
            _pair(first, second),
            f"You joined the two most frequent tokens, {quoted(first)} and {quoted(second)}. Training counts "
            "neighbours: how often the one stands directly before the other.",
        ),
        Trap(
            TURNED,
            _pair(step.right, step.left),
            "Those are the two tokens, but a pair has an order: the first of them stands on the left.",
        ),
        Trap(
            EARLIEST,
            _pair(row[0], row[1]),
            "You took the first pair of the text. The most frequent pair of the whole text wins, wherever it "
            "stands.",
        ),
        Trap(
            RARER,
            _pair(rival[0], rival[1]),
            f"That pair stands {rival[2]} times. Another one stands more often.",
        ),
    )
    merged = ", then ".join(f"{quoted(s.left)} + {quoted(s.right)}" for s in steps[:made])
    return Task(
        question="A small text, cut into tokens. **Which pair of neighbours does byte-pair encoding merge "
        "next?** Write a space as · or as a space.",
        inputs=pair(),
        right=right,
        because=f"The pair stands {step.count} times, more often than any other. The text goes to "
        f"{step.length} tokens.",
        traps=traps,
        hints=(
            "Count neighbours, not single tokens. A space is a token like any other.",
            f"The right pair stands {step.count} times.",
            f"The new token will be {quoted(step.merged)}.",
        ),
        given=(
            Stages((("The text now", f"{len(row)} tokens" + (f"; merged: {merged}" if made else ""), row),)),
        ),
        shown=(Training(text, made + 1),),
        code=f"import tokcore\nsteps = tokcore.training_steps({text!r}, {made + 1})\n"
        "(steps[-1].left.decode(), steps[-1].right.decode())",
        result=(right["left"], right["right"]),
        otherwise=lambda values: _how_often(row, values, step.count),
    )


def _pair(left: bytes, right: bytes) -> dict[str, str]:
    return {"left": left.decode(), "right": right.decode()}


def _how_often(row: tuple[bytes, ...], values, best: int) -> str:
    wanted = (values["left"].encode(), values["right"].encode())
    times = sum(found == wanted for found in zip(row, row[1:]))
    if not times:
        return "These two do not stand side by side as tokens here. Count the pairs that do."
    return f"That pair stands {times} time{'s' * (times > 1)}; the one that wins stands {best} times."


COUNT_SAVED = "expected the count to equal the tokens saved"
BOTH_GONE, MERGES_LEFT = "took both tokens of every pair away", "counted the merges, not what is left"


def saved_by_merge(chance: random.Random) -> Task | None:
    """How long is the text after a merge whose pair overlaps itself?"""
    letter = chance.choice("hmoz")
    starts = chance.sample([x for x in ("a", "b", "gr", "k", "p", "w", "br") if x != letter], 3)
    text = " ".join(start + letter * chance.randint(2, 5) for start in chance.choices(starts, k=6))
    step = training_steps(text, 1)[0]
    if (step.left, step.right) != (letter.encode(),) * 2 or step.tied or step.count == step.replaced:
        return None
    length = len(text.encode())
    traps = (
        Trap(
            COUNT_SAVED,
            {"count": length - step.count},
            f"You took the count, {step.count}, off. Pairs that overlap share a token, and a token can be "
            "merged once: in a run of three only one pair fits.",
        ),
        Trap(
            BOTH_GONE,
            {"count": length - 2 * step.replaced},
            "Two tokens go and one comes: each merge shortens the text by one, not by two.",
        ),
        Trap(
            MERGES_LEFT,
            {"count": step.replaced},
            "That is how many merges are made. The question is how many tokens are left.",
        ),
    )
    fits = ", ".join(f"{run}: {run.count(letter) // 2}" for run in text.split())
    return Task(
        question=f"In this text of {length} tokens the pair {letter} + {letter} stands {step.count} times, "
        "overlaps counted. It becomes one token, from the left to the right. "
        "**How many tokens has the text then?**",
        inputs=(Number("count", "Tokens after the merge"),),
        right={"count": step.length},
        because=f"{step.replaced} merges fit where {step.count} pairs stand, because pairs in a row overlap: "
        f"{length} - {step.replaced} = {step.length}.",
        traps=traps,
        hints=(
            f"Look at a run of three: how many times can {letter}{letter} be taken out of it?",
            "A run of n equal tokens has n - 1 pairs, but room for only half of n merges, rounded down.",
            f"Merges that fit, word by word: {fits}. Each shortens the text by one.",
        ),
        given=(Source("The text", text),),
        shown=(Training(text, 1),),
        code=f"import tokcore\nstep = tokcore.training_steps({text!r}, 1)[0]\nstep.length",
        result=step.length,
        otherwise=too_far(step.length, "tokens"),
    )


LONGEST, LEFTMOST, NOT_ON = "took the longest token first", "took the earliest pair first", "stopped too soon"
MERGES = 8


def encode_by_hand(chance: random.Random) -> Task | None:
    """Which tokens does a word become under a short list of merges?"""
    corpus = toy_corpus(chance, 14)
    tokenizer = BPETokenizer.train(corpus, 256 + MERGES, r"\w+|\s+", specials=())
    if len(tokenizer.merges) < MERGES:
        return None
    letters = sorted(set(corpus) - {" "})
    vocabulary = [tokenizer.token_bytes(256 + rank).decode() for rank in range(MERGES)]
    ranks = {token: rank for rank, token in enumerate(vocabulary)}
    word = _telling_word(chance, tokenizer, letters, ranks)
    if word is None:
        return None
    right = tuple(token.decode() for token in pieces(tokenizer, word))
    steps = tokenizer.encode_steps(word)[0].steps
    once = tuple(tokenizer.token_bytes(i).decode() for i in steps[0].ids)
    traps = (
        Trap(
            LONGEST,
            {"tokens": longest_first(word, vocabulary)},
            "You looked for the longest token at each place. Encoding never looks for long tokens: of all "
            "pairs that may merge, the one with the lowest rank merges first.",
        ),
        Trap(
            LEFTMOST,
            {"tokens": leftmost_first(word, ranks)},
            "You merged from the left. Where a pair stands does not matter; the lowest rank goes first.",
        ),
        Trap(
            NOT_ON,
            {"tokens": once},
            "The first merge is right. Go on: look again at the pairs that stand side by side now.",
        ),
    )
    rows = tuple(
        (rank, tuple(tokenizer.token_bytes(i) for i in merge), tokenizer.token_bytes(256 + rank))
        for rank, merge in enumerate(tokenizer.merges)
    )
    first = vocabulary[steps[0].rank]
    return Task(
        question=f"These are all the merges of a small tokenizer. **Which tokens does the word “{word}” "
        "become?** Write them with | or a space between.",
        inputs=(Text("tokens", "Tokens, in order", 40, "tokens"),),
        right={"tokens": right},
        because=f"It becomes {listed(right)}, after {len(steps)} merges, each time the lowest rank there is.",
        traps=traps,
        hints=(
            "Write the word letter by letter. Then find, among all pairs of neighbours, the one that was "
            "learned first.",
            f"The first merge makes {quoted(first)}.",
            f"It ends as {len(right)} tokens, and the last of them is {quoted(right[-1])}.",
        ),
        given=(
            Table("The merges in order", ("rank", "pair", "new token"), rows, ("rank",)),
            Source("The word", word),
        ),
        shown=(Encoding(tokenizer, word),),
        code=f'import tokcore\ntok = tokcore.BPETokenizer.train({corpus!r}, {256 + MERGES}, r"\\w+|\\s+")\n'
        f"tuple(tok.token_bytes(i).decode() for i in tok.encode({word!r}))",
        result=right,
        otherwise=lambda values: (
            "Joined, your tokens do not spell the word."
            if "".join(values["tokens"]) != word
            else "These pieces spell the word, but the merges do not lead there. Begin with the lowest rank."
        ),
    )


def _telling_word(chance, tokenizer: BPETokenizer, letters: list[str], ranks: dict[str, int]) -> str | None:
    """A word whose tokens by rank are others than by length or from the left; None when 200 are none."""
    for _ in range(200):
        word = "".join(chance.choices(letters, k=chance.randint(2, 3))) + chance.choice([*ranks])
        word = (chance.choice([*ranks])[:2] + word)[:7]
        tokens = tuple(token.decode() for token in pieces(tokenizer, word))
        guesses = {longest_first(word, [*ranks]), leftmost_first(word, ranks)}
        if len(tokens) > 1 and len(tokenizer.encode_steps(word)[0].steps) > 1 and tokens not in guesses:
            return word
    return None


def longest_first(word: str, vocabulary: list[str]) -> tuple[str, ...]:
    """The word cut from the left, the longest token each time."""
    found, at = [], 0
    while at < len(word):
        token = max((t for t in vocabulary if word.startswith(t, at)), key=len, default=word[at])
        found.append(token)
        at += len(token)
    return tuple(found)


def leftmost_first(word: str, ranks: dict[str, int]) -> tuple[str, ...]:
    """The word merged at the first pair from the left that may merge, whatever its rank."""
    row = list(word)
    while place := next((i + 1 for i, two in enumerate(zip(row, row[1:])) if "".join(two) in ranks), 0):
        row[place - 1 : place + 1] = ["".join(row[place - 1 : place + 1])]
    return tuple(row)


KINDS = (
    Kind(
        "next_merge",
        "Predict the next merge",
        "bpe_trace",
        4,
        (TURNED, FREQUENT, EARLIEST, RARER),
        next_merge,
    ),
    Kind(
        "saved_by_merge",
        "How much a merge saves",
        "bpe_trace",
        4,
        (COUNT_SAVED, BOTH_GONE, MERGES_LEFT),
        saved_by_merge,
    ),
    Kind(
        "encode_by_hand", "Encode a word by hand", "bpe_trace", 5, (LONGEST, LEFTMOST, NOT_ON), encode_by_hand
    ),
)
