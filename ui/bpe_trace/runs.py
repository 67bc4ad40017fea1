"""Training runs that pages show: on a public text once for everybody, on a person's own each time."""

from collections import Counter
from typing import NamedTuple

import streamlit as st

from tokcore import PATTERNS, BPETokenizer, WordBPE, training_steps, words
from tokcore.pretokenize import as_pattern
from tokcore.training import TrainingStep

SCHEMES = {"bytes": "bytes", "words": "characters and an end mark"}
TIE_RULES = {
    "first": "first pair met in the text",
    "smallest-id": "smallest ids",
    "huggingface": "smallest ids, as Hugging Face numbers them",
}


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
def run_on_corpus(title: str, recipe: Recipe, _text: str) -> Run:
    """The run on the public text of that title. Runs never change, so everybody may share one."""
    return run(_text, recipe)


def in_words(recipe: Recipe) -> list[tuple[str, str]]:
    """The choices of a recipe by name, as a handout says them."""
    told = [("Start from", SCHEMES[recipe.scheme]), ("Merges asked for", f"{recipe.merges:,}")]
    if recipe.scheme == "words":
        return [
            *told,
            ("Words cut at", "white space"),
            ("Equal counts go to the", "smallest pair of strings"),
        ]
    rules = as_pattern(recipe.pattern)
    pattern = rules.name if rules.name in PATTERNS else rules.source
    return [*told, ("Text cut first with", pattern), ("Equal counts go to the", TIE_RULES[recipe.ties])]


def train_code(text_line: str, recipe: Recipe) -> str:
    """The tokcore lines that train this run's tokenizer as `tok`."""
    lines = f"import tokcore\n{text_line}\n"
    if recipe.scheme == "words":
        return (
            f"from collections import Counter\n{lines}counts = Counter(tokcore.words(text))\n"
            f"tok = tokcore.WordBPE.train(counts, {recipe.merges})"
        )
    return f"{lines}tok = tokcore.BPETokenizer.train(text, {256 + recipe.merges}, {_how(recipe)})"


def trace_code(recipe: Recipe, other: str) -> str:
    """The lines after `train_code` that give the steps and the tokens of another text."""
    last = "[(s.merged, s.count, s.length) for s in steps][-1]"
    if recipe.scheme == "words":
        steps = f"steps = tokcore.WordBPE.training_steps(counts, {recipe.merges})"
        return f"{steps}\n{last}\ntok.encode({other!r})"
    steps = f"steps = tokcore.training_steps(text, {recipe.merges}, {_how(recipe)})"
    return f"{steps}\n{last}\n[tok.token_bytes(i) for i in tok.encode({other!r})]"


def _how(recipe: Recipe) -> str:
    known = as_pattern(recipe.pattern).name
    pattern = f"tokcore.PATTERNS[{known!r}]" if known in PATTERNS and recipe.pattern else repr(recipe.pattern)
    return f"pattern={pattern}, ties={recipe.ties!r}"
