"""Guided labs after the first two tasks at the end of the byte-level chapter: other texts, other models."""

import math
import random
from functools import lru_cache

from tokcore.bigram import Prediction, predict
from workshop.exercise import Choice, Kind, Number, Task, Trap
from workshop.material import NOVELS, TITLES, split, trained
from workshop.pictures import Bars, Table

UPSIDE_DOWN = "divided the wrong way round"
_PART, _HELD = 120_000, 20_000
"""How many characters of a text are learned from, and how many held-out ones are predicted."""


PERPLEXITY, PER_TOKEN = "compared perplexities of different tokens", "gave bits per token"


@lru_cache(maxsize=16)
def _predicted(name: str, size: int) -> Prediction:
    training, held_out = split(name)
    return predict(trained(name, size, _PART), training[:_PART], held_out[:_HELD])


def lab_perplexity(chance: random.Random) -> Task | None:
    """Compare two models whose tokens differ: the second task at the end of the chapter."""
    name = chance.choice(NOVELS)
    small, large = sorted(chance.sample((512, 1024, 2048, 4096), 2))
    found = {size: _predicted(name, size) for size in (small, large)}
    per_byte = {size: round(one.bits_per_byte, 3) for size, one in found.items()}
    better = min(per_byte, key=per_byte.get)
    seeming = min(found, key=lambda size: found[size].perplexity)
    if abs(per_byte[small] - per_byte[large]) < 0.02:
        return None
    option = {size: f"with {size:,} tokens" for size in found}

    def values(figure) -> dict[str, float]:
        return {"small": figure(small), "large": figure(large)}

    traps = (
        Trap(
            PERPLEXITY,
            {"better": option[seeming]},
            "You took the lower perplexity. It is per token, and these tokens stand for different amounts of "
            "text: the shorter the token, the easier the guess.",
        ),
        Trap(
            PER_TOKEN,
            values(lambda size: found[size].bits / found[size].tokens),
            "Those are bits per token. Spread all the bits over the bytes of the text, which both share.",
        ),
        Trap(
            UPSIDE_DOWN,
            values(lambda size: found[size].bytes / found[size].bits),
            "You divided bytes by bits. Bits per byte has the bits above the line.",
        ),
    )
    rows = tuple(
        (f"{size:,}", round(one.perplexity, 1), round(one.bits / one.tokens, 3), one.tokens, one.bytes)
        for size, one in found.items()
    )
    sizes = (512, 1024, 2048, 4096)
    measured = tuple((f"{size:,}", round(_predicted(name, size).bits_per_byte, 3)) for size in sizes)
    return Task(
        question=f"The beginning of {TITLES[name]} was cut into tokens twice, and the same small model "
        "learned both and predicted the held-out lines. **Give bits per byte for each, and say which model "
        "predicts better.** Bits per token is the logarithm of perplexity, to the base of 2.",
        inputs=(
            Number("small", f"Bits per byte, {small:,} tokens", 0.006, 100),
            Number("large", f"Bits per byte, {large:,} tokens", 0.006, 100),
            Choice("better", "Which predicts better?", tuple(option.values())),
        ),
        right={**values(per_byte.get), "better": option[better]},
        because=f"The bytes are the same for both: {per_byte[small]:.3f} and {per_byte[large]:.3f} bits for "
        "each. Perplexity per token says something else, because the tokens are not the same.",
        traps=traps,
        hints=(
            "Is guessing the next token as hard when the tokens are shorter? What do both models share?",
            "Bits per token times tokens are all the bits; the bytes of the text are the same for both.",
            f"For the smaller one it is {math.log2(found[small].perplexity):.3f} times "
            f"{found[small].tokens:,}, divided by {found[small].bytes:,}. The fewer bits per byte, the "
            "better.",
        ),
        given=(
            Table(
                "The held-out lines, predicted",
                ("vocabulary", "perplexity per token", "bits per token", "tokens", "bytes"),
                rows,
                ("vocabulary", "perplexity per token", "bits per token", "tokens", "bytes"),
            ),
        ),
        shown=(Bars(f"Bits per byte, {TITLES[name]}, by vocabulary size", "bits per byte", measured),),
        code="import tokcore\nfrom tokcore.bigram import predict\nfrom tokcore.corpora import corpus, "
        "held_out\n"
        f'text = held_out(corpus("{name}").text)\n'
        f"training = text.training[:{_PART}]\n"
        f"tok = tokcore.BPETokenizer.train(training, {small}, tokcore.GPT2_PATTERN)\n"
        f"round(predict(tok, training, text.held_out[:{_HELD}]).bits_per_byte, 3)",
        result=per_byte[small],
        otherwise=lambda values: "Not all three are right. Give bits per byte to two decimals at least.",
    )


HOME, AT_ALL = "gave the figure at home", "counted tokens that are used at all"
LIST, ENOUGH = 20, 20


def lab_transfer(chance: random.Random) -> Task | None:
    """Take a tokenizer to another text: the first task at the end of the chapter."""
    home, away = chance.sample(list(TITLES), 2)
    size = chance.choice((768, 1024, 1536, 2048, 3072))
    tokenizer = trained(home, size, _PART)
    texts = {name: split(name).training[:_PART] for name in (home, away)}
    ids = {name: tokenizer.encode(text) for name, text in texts.items()}
    last = range(size - LIST, size)
    times = {token_id: (ids[home].count(token_id), ids[away].count(token_id)) for token_id in last}
    used = sum(there >= ENOUGH for _, there in times.values())
    if not used:
        return None
    at_all = sum(there > 0 for _, there in times.values())
    lengths = {name: len(texts[name].encode()) for name in texts}
    ratio = {name: lengths[name] / len(ids[name]) for name in texts}
    traps = (
        Trap(
            AT_ALL,
            {"used": at_all},
            f"You counted tokens that the other text uses at all. A handful of times teaches a model little: "
            f"count those with {ENOUGH} or more.",
        ),
        Trap(
            HOME,
            {"ratio": ratio[home]},
            "That is the figure at home, where the merges were learned. The question is about the other "
            "text.",
        ),
        Trap(
            UPSIDE_DOWN,
            {"ratio": 1 / ratio[away]},
            "You divided tokens by bytes. Bytes per token has the bytes above the line.",
        ),
    )
    rows = tuple((tokenizer.token_bytes(token_id), here, there) for token_id, (here, there) in times.items())
    own = trained(away, size, _PART)
    return Task(
        question=f"A tokenizer of {size:,} tokens learned from the beginning of {TITLES[home]} and now reads "
        f"{TITLES[away]}. The table holds its last {LIST} merges. **How many of them does the other text use "
        f"at least {ENOUGH} times, and how many bytes does a token hold there?** It has {lengths[away]:,} "
        f"bytes and becomes {len(ids[away]):,} tokens; at home {lengths[home]:,} bytes become "
        f"{len(ids[home]):,}.",
        inputs=(
            Number("used", f"Late tokens used {ENOUGH} times or more", high=LIST),
            Number("ratio", "Bytes per token away from home", 0.011, 100),
        ),
        right={"used": used, "ratio": round(ratio[away], 2)},
        because=f"{used} of {LIST} late tokens carry over. A token holds {ratio[away]:.2f} bytes there and "
        f"{ratio[home]:.2f} at home: late merges are about what one text is about.",
        traps=traps,
        hints=(
            "Read the list: which tokens are words of any English text, and which are of this one?",
            f"Count the lines whose last figure is {ENOUGH} or more. Then divide bytes by tokens, those of "
            "the other text.",
            f"{lengths[away]:,} divided by {len(ids[away]):,}; and {LIST - used} of the {LIST} are used "
            f"less often.",
        ),
        given=(
            Table(
                f"The last {LIST} merges of {size:,}",
                ("token", "times at home", "times away"),
                rows,
                ("times at home", "times away"),
            ),
        ),
        shown=(
            Bars(
                f"{TITLES[away][:1].upper()}{TITLES[away][1:]}, by where the merges were learned",
                "bytes per token",
                (
                    (f"from {TITLES[home]}", round(ratio[away], 2)),
                    ("from the text itself", round(lengths[away] / len(own.encode(texts[away])), 2)),
                ),
            ),
        ),
        code="import tokcore\nfrom tokcore.corpora import corpus, held_out\n"
        f'home, away = (held_out(corpus(name).text).training[:{_PART}] for name in ("{home}", "{away}"))\n'
        f"tok = tokcore.BPETokenizer.train(home, {size}, tokcore.GPT2_PATTERN)\n"
        "round(len(away.encode()) / len(tok.encode(away)), 2)",
        result=round(ratio[away], 2),
        otherwise=lambda values: (
            "Not both are right. Look at the other text's figures only, to two decimals."
        ),
    )


KINDS = (
    Kind(
        "lab_transfer",
        "Lab: take a tokenizer to another text",
        "vocab_size",
        8,
        (AT_ALL, HOME, UPSIDE_DOWN),
        lab_transfer,
    ),
    Kind(
        "lab_perplexity",
        "Lab: compare models with different tokens",
        "vocab_size",
        10,
        (PERPLEXITY, PER_TOKEN, UPSIDE_DOWN),
        lab_perplexity,
    ),
)
