"""The exercise about how many tokens a vocabulary should have."""

import random
from functools import lru_cache

from tokcore.sweep import RARE_BELOW, Sweep, sweep
from tokcore.words import words
from workshop.exercise import Choice, Kind, Number, Task, Trap
from workshop.material import NOVELS, TITLES, split, trained
from workshop.pictures import Line, Table

SIZES = (512, 1024, 2048, 4096, 8192)
LARGEST, SMALLEST = (
    "took the largest, because it is the shortest",
    "took the smallest, because nothing is rare",
)
OF_ALL, UPSIDE_DOWN = "set rare tokens against the whole vocabulary", "divided the wrong way round"


@lru_cache(maxsize=8)
def _swept(name: str) -> tuple[Sweep, Sweep]:
    """Training lines and held-out lines at every size, by the merges of the training lines."""
    tokenizer = trained(name, SIZES[-1])
    return sweep(tokenizer, split(name).training), sweep(tokenizer, split(name).held_out)


def choose_size(chance: random.Random) -> Task | None:
    """Choose a vocabulary size by a rule, and defend it with two figures."""
    name = chance.choice((*NOVELS, "furniture_catalogue"))
    most = chance.choice((3, 5, 8, 10, 12, 15, 20, 25, 30, 40))
    training, held_out = _swept(name)
    fitting = [size for size in SIZES if training.at(size).rare_share <= most / 100]
    if not fitting or fitting[-1] in (SIZES[0], SIZES[-1]):
        return None
    right = fitting[-1]
    point, count = training.at(right), len(words(split(name).held_out))
    share, per_word = 100 * point.rare_share, held_out.at(right).tokens / count
    if abs(share - most) < 0.5 or abs(100 * point.rare / right - share) < 0.5:
        return None
    option = {size: f"{size:,}" for size in SIZES}
    traps = (
        Trap(
            LARGEST,
            {"size": option[SIZES[-1]]},
            "The largest gives the shortest text, but look at its rare types: a model learns little about a "
            "token that it hardly sees.",
        ),
        Trap(
            SMALLEST,
            {"size": option[SIZES[0]]},
            "The smallest has the fewest rare types, but a word takes more tokens than it needs. The rule "
            "asks for the largest that is good enough.",
        ),
        Trap(
            OF_ALL,
            {"share": 100 * point.rare / right},
            "You divided the rare types by the size of the vocabulary. The share is of the types that the "
            "text uses.",
        ),
        Trap(
            UPSIDE_DOWN,
            {"per_word": count / held_out.at(right).tokens},
            "You divided words by tokens. Tokens per word has the tokens above the line.",
        ),
    )
    rows = tuple(
        (option[size], training.at(size).types, training.at(size).rare, held_out.at(size).tokens)
        for size in SIZES
    )
    curve = [2**power for power in range(8, 14)]
    per_size = tuple((size, round(held_out.at(size).tokens / count, 3)) for size in curve)
    rare = tuple((size, round(100 * training.at(size).rare_share, 1)) for size in curve)
    return Task(
        question=f"Tokenizers of five sizes, learned from {TITLES[name]}. A type is rare when the training "
        f"text has it fewer than {RARE_BELOW} times. **Choose the largest size of which at most {most} % of "
        "the types used are rare, and defend it with two figures.** "
        f"The held-out lines have {count:,} words.",
        inputs=(
            Choice("size", "Vocabulary size", tuple(option.values())),
            Number("share", "Rare types there, in % of the types used", 0.15, 100),
            Number("per_word", "Tokens per held-out word there", 0.011, 100),
        ),
        right={"size": option[right], "share": round(share, 1), "per_word": round(per_word, 2)},
        because=f"At {right:,} tokens {share:.1f} % of the types are rare, and a held-out word takes "
        f"{per_word:.2f} tokens. The next size saves little and goes over the bound.",
        traps=traps,
        hints=(
            "Work out the share of rare types for each size first: rare types divided by types used.",
            "Then go down the table until the share is over the bound, and one line back.",
            f"It is {point.rare:,} of {point.types:,} types, and {held_out.at(right).tokens:,} tokens for "
            f"{count:,} words.",
        ),
        given=(
            Table(
                f"Learned from {TITLES[name]}",
                ("size", "types used in training", "of them rare", "held-out tokens"),
                rows,
                ("size", "types used in training", "of them rare", "held-out tokens"),
            ),
        ),
        shown=(
            Line(
                f"A word takes fewer tokens: {TITLES[name]}", "vocabulary size", "tokens per word", per_size
            ),
            Line("More and more types are rare", "vocabulary size", "rare types, %", rare),
        ),
        code="import tokcore\nfrom tokcore.corpora import corpus, held_out\nfrom tokcore.sweep import sweep\n"
        f'text = held_out(corpus("{name}").text)\n'
        f"tok = tokcore.BPETokenizer.train(text.training, {SIZES[-1]}, tokcore.GPT2_PATTERN)\n"
        f"round(100 * sweep(tok, text.training).at({right}).rare_share, 1)",
        result=round(share, 1),
        otherwise=lambda values: (
            "The size is right, but not both figures. Round the share to one decimal, and "
            "tokens per word to two."
            if values["size"] == option[right]
            else f"The share of rare types at {values['size']} is {_share(training, values['size']):.1f} %: "
            f"the bound is {most} %, and the largest size within it is wanted."
        ),
    )


def _share(training: Sweep, size: str) -> float:
    return 100 * training.at(int(size.replace(",", ""))).rare_share


KINDS = (
    Kind(
        "choose_size",
        "Choose a vocabulary size and defend it",
        "vocab_size",
        8,
        (LARGEST, SMALLEST, OF_ALL, UPSIDE_DOWN),
        choose_size,
    ),
)
