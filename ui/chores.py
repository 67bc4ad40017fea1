"""What pages have worked out elsewhere: plain values in, plain values out, and nothing of Streamlit.

A worker process imports this module, so it must stay light. Functions of tokcore that do alone what a page
needs are asked for directly.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tokcore import (
    PATTERNS,
    BPETokenizer,
    Vocab,
    WordBPE,
    load,
    load_tokenizer_json,
    training_steps,
    words,
)
from tokcore.elsewhere import progress
from tokcore.pretokenize import Chunk, as_pattern
from tokcore.reachability import Stray, Survey, not_itself, survey, without_text
from tokcore.roundtrip import Gap, gaps
from tokcore.training import TrainingStep, text_counts, training_lengths
from tokcore.uploaded import obstacle

Tokenizer = BPETokenizer | WordBPE


def trained(text: str, merges: int, pattern: str | None, of_bytes: bool = True) -> Tokenizer:
    """A tokenizer of the text: `merges` merges of bytes, or of characters and an end mark."""
    if not of_bytes:
        return WordBPE.train(Counter(words(text)), merges, progress=_counted(merges))
    rules = as_pattern(pattern)
    counts = text_counts(text, rules)
    return BPETokenizer.train_from_counts(counts, 256 + merges, rules, specials=(), progress=_counted(merges))


def _counted(merges: int) -> Callable[[int], None]:
    """Says how many of the merges are made."""
    made = 0

    def one_more(by: int) -> None:
        nonlocal made
        made += by
        if made % 64 == 0:
            progress(made / merges)

    return one_more


def tokens(tokenizer: Tokenizer, text: str) -> int:
    """How many tokens the text takes."""
    encode = tokenizer.encode if isinstance(tokenizer, BPETokenizer) else tokenizer.encode_ids
    return len(encode(text))


def published_tokens(names: Sequence[str], parts: Sequence[str]) -> dict[str, int]:
    """How many tokens the parts take together under published tokenizers."""
    found = {}
    for place, name in enumerate(names):
        progress(place / len(names))
        found[name] = sum(len(load(name).encode(part)) for part in parts)
    return found


def tokens_at_home(text: str, merges: int, pattern: str | None) -> int:
    """How many tokens a text takes under the tokenizer learned from it."""
    return training_lengths(text, merges, pattern)[-1]


def chunks(text: str, pattern: str) -> list[Chunk]:
    """The text in the chunks of a person's own pattern."""
    return as_pattern(pattern).chunks(text)


def stand_in(data: bytes) -> tuple[BPETokenizer | None, str]:
    """A tokenizer.json as a tokenizer of tokcore, or None and what stands in the way."""
    if why_not := obstacle(data):
        return None, why_not
    return load_tokenizer_json(data), ""  # the library's own process has proved the file harmless


class Alone(NamedTuple):
    """The tokens that are not themselves when alone, and how many are no whole text."""

    strays: list[Stray]
    fragments: int


def alone(tokenizer: BPETokenizer | str) -> Alone:
    """What a tokenizer's tokens are alone; a published one is said by its name."""
    known = load(tokenizer) if isinstance(tokenizer, str) else tokenizer
    return Alone(not_itself(known), without_text(known))


class Built(NamedTuple):
    """A tokenizer trained on one chunk and used with a pattern, and what is known of its tokens."""

    tokenizer: BPETokenizer
    found: Survey


def built(text: str, size: int, pattern: str) -> Built:
    """Train on a text as one chunk, use the merges with a named pattern, and look for proofs."""
    merges = BPETokenizer.train(text, size, specials=()).merges
    used = BPETokenizer.from_merges(merges, PATTERNS[pattern])
    return Built(used, survey(used))


def gaps_of(name: str) -> list[Gap]:
    """The characters that a published tokenizer cannot write."""
    return gaps(load(name))


class Recipe(NamedTuple):
    """How to train step by step: `scheme` is "bytes", or "words" (characters, an end mark, one tie rule)."""

    scheme: str
    merges: int
    pattern: str | None = None
    ties: str = "first"


class Run(NamedTuple):
    """What came of it; `length` is the corpus in tokens before the first merge."""

    tokenizer: Tokenizer
    steps: list[TrainingStep]
    length: int


def run(text: str, recipe: Recipe) -> Run:
    """Train on a text by a recipe, step by step. Raises TokcoreError as tokcore does."""
    if recipe.scheme == "words":
        counts = Counter(words(text))
        length = sum((len(word) + 1) * count for word, count in counts.items())
        steps = WordBPE.training_steps(counts, recipe.merges)
        return Run(WordBPE.train(counts, recipe.merges), steps, length)
    how = {"pattern": recipe.pattern, "ties": recipe.ties}
    tokenizer = BPETokenizer.train(text, 256 + recipe.merges, specials=(), **how)
    return Run(tokenizer, training_steps(text, recipe.merges, **how), len(text.encode()))


class Ids(NamedTuple):
    """A text in ids: how many, the size of the vocabulary with `<unk>`, and the first tokens and ids."""

    length: int
    entries: int
    tokens: list[str]
    first: list[int]


def in_ids(tokens: Sequence[str], shown: int) -> Ids:
    """Tokens in ids of their own vocabulary."""
    vocab = Vocab(tokens)
    first = list(tokens[:shown])
    return Ids(len(vocab[tokens]), len(vocab), first, vocab[first])


def vocabulary(training: str, least: int) -> Vocab:
    """The words that occur so often in the text."""
    return Vocab(words(training), min_freq=least)
