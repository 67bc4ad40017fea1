"""Training runs that pages show: on a public text once for everybody, on a person's own each time."""

from collections import Counter
from typing import NamedTuple

import streamlit as st

from tokcore import PATTERNS, BPETokenizer, WordBPE, training_steps, words
from tokcore.corpora import corpus
from tokcore.pretokenize import as_pattern
from tokcore.training import TrainingStep


class Recipe(NamedTuple):
    """How to train: `scheme` is "bytes", or "words" (characters and an end mark, one tie rule)."""

    scheme: str
    merges: int
    pattern: str | None = None
    ties: str = "first"


class Run(NamedTuple):
    """What came of it; `length` is the corpus in tokens before the first merge."""

    tokenizer: BPETokenizer | WordBPE
    steps: list[TrainingStep]
    length: int


def run(text: str, recipe: Recipe) -> Run:
    """Train on a text by a recipe. Raises TokcoreError as tokcore does."""
    if recipe.scheme == "words":
        counts = Counter(words(text))
        length = sum((len(word) + 1) * count for word, count in counts.items())
        steps = WordBPE.training_steps(counts, recipe.merges)
        return Run(WordBPE.train(counts, recipe.merges), steps, length)
    how = {"pattern": recipe.pattern, "ties": recipe.ties}
    tokenizer = BPETokenizer.train(text, 256 + recipe.merges, specials=(), **how)
    return Run(tokenizer, training_steps(text, recipe.merges, **how), len(text.encode()))


@st.cache_resource(max_entries=24, show_spinner="Training …")
def run_on_corpus(name: str, recipe: Recipe) -> Run:
    """The run on a named text. Runs never change, so everybody may share one."""
    return run(corpus(name).text, recipe)


def code(text_line: str, recipe: Recipe, other: str) -> str:
    """The tokcore lines that give this run and the encoding of another text."""
    if recipe.scheme == "words":
        return (
            f"from collections import Counter\nimport tokcore\n{text_line}\n"
            f"counts = Counter(tokcore.words(text))\n"
            f"steps = tokcore.WordBPE.training_steps(counts, {recipe.merges})\n"
            f"[(s.merged, s.count, s.length) for s in steps][-1]\n"
            f"tok = tokcore.WordBPE.train(counts, {recipe.merges})\n"
            f"tok.encode({other!r})"
        )
    known = as_pattern(recipe.pattern).name
    pattern = f"tokcore.PATTERNS[{known!r}]" if known in PATTERNS and recipe.pattern else repr(recipe.pattern)
    how = f"pattern={pattern}, ties={recipe.ties!r}"
    return (
        f"import tokcore\n{text_line}\n"
        f"steps = tokcore.training_steps(text, {recipe.merges}, {how})\n"
        f"[(s.merged, s.count, s.length) for s in steps][-1]\n"
        f"tok = tokcore.BPETokenizer.train(text, {256 + recipe.merges}, {how})\n"
        f"[tok.token_bytes(i) for i in tok.encode({other!r})]"
    )
