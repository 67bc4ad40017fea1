"""Tokenizers that pages train, and what they measure with them: on public texts once for everybody.

On a person's own text or pattern it is kept by their session, a few results at a time.
"""

from typing import NamedTuple

from tokcore import BPETokenizer, words
from tokcore.bigram import Prediction, predict
from tokcore.corpora import Split, held_out
from tokcore.measures import bytes_per_token, lines, words_seen
from tokcore.sweep import Sweep, sweep
from ui import chores, jobs
from ui.chores import Tokenizer
from ui.remembered import remembered
from ui.session import PUBLISHED
from ui.texts import Text


class Recipe(NamedTuple):
    """How to train: at most so many merges, inside the chunks of a pattern, or without `of_bytes` over
    characters and an end mark. `personal` patterns are a person's own."""

    merges: int
    pattern: str | None = None
    of_bytes: bool = True
    personal: bool = False


@remembered(most=8)
def split(text: Text) -> Split:
    """The text's lines, nine in ten to learn from and one in ten held out."""
    return held_out(text.text)


class Amounts(NamedTuple):
    """How much text there is, in the units that tokens are set against."""

    bytes: int
    words: int
    lines: int


@remembered(most=24)
def amounts(text: Text, whole: bool) -> Amounts:
    """How much the whole text holds, or its held-out lines."""
    measured = text.text if whole else split(text).held_out
    return Amounts(len(measured.encode()), len(words(measured)), len(lines(measured)))


@remembered(most=24)
def seen(text: Text) -> tuple[int, int]:
    """How many words of the held-out lines stand in the other lines too, and of how many."""
    return jobs.run(words_seen, *split(text), characters=len(text.text))


@remembered(most=64)
def tokenizer(text: Text, recipe: Recipe, whole: bool) -> Tokenizer:
    """Learned from the whole text, or from the nine lines in ten.

    The 45 that the server learns at its start stay, or the first texts would be learned from again.
    """
    training = text.text if whole else split(text).training
    how = recipe.merges, recipe.pattern, recipe.of_bytes
    return jobs.run(chores.trained, training, *how, characters=_read(recipe, training), label="Training")


def _read(recipe: Recipe, text: str) -> int | None:
    """How much text a job reads; a pattern of a person's own may take long on any."""
    return None if recipe.personal else len(text)


def cut_down(trained: Tokenizer, merges: int) -> Tokenizer:
    """The tokenizer with its first `merges` merges, or all of them when there are fewer."""
    merges = min(merges, len(trained.merges))
    return trained.truncate(256 + merges if isinstance(trained, BPETokenizer) else merges)


@remembered(most=40)
def swept(text: Text, recipe: Recipe, whole: bool, by_line: bool = False) -> Sweep:
    """The whole text under the tokenizer learned from it, or the held-out lines under that of the others.

    Place k of the sweep is the tokenizer with k merges. `by_line` encodes every line of a list alone.
    """
    measured = text.text if whole else split(text).held_out
    parts = lines(measured) if by_line else measured
    return jobs.run(sweep, tokenizer(text, recipe, whole), parts, characters=_read(recipe, measured))


@remembered(most=16)
def published(text: Text, by_line: bool = False) -> dict[str, int]:
    """The tokens of the whole text under the published tokenizers."""
    parts = lines(text.text) if by_line else [text.text]
    return jobs.run(chores.published_tokens, PUBLISHED, parts, characters=len(text.text))


@remembered(most=400, own=40)
def ratio(learned: Text, recipe: Recipe, merges: int, measured: Text) -> float | None:
    """Bytes per token on the held-out lines of a text, `merges` merges learned from the others of another."""
    trained = cut_down(tokenizer(learned, recipe, False), merges)
    held = split(measured).held_out
    return bytes_per_token(held, jobs.run(chores.tokens, trained, held, characters=_read(recipe, held)))


@remembered(most=100)
def ratio_at_home(text: Text, recipe: Recipe) -> float | None:
    """Bytes per token on the very lines of a text that the merges of bytes are learned from."""
    training = split(text).training
    asked = chores.tokens_at_home, training, recipe.merges, recipe.pattern
    return bytes_per_token(training, jobs.run(*asked, characters=_read(recipe, training), label="Training"))


@remembered(most=60)
def predicted(text: Text, recipe: Recipe, merges: int) -> Prediction:
    """How well a bigram model of the training lines' tokens predicts those of the held-out lines."""
    trained = cut_down(tokenizer(text, recipe, False), merges)
    return jobs.run(predict, trained, *split(text), characters=_read(recipe, text.text))
