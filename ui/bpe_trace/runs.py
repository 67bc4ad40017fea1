"""Training runs that pages show: of a public text shared by everybody, of a person's own kept by them."""

from tokcore import PATTERNS
from tokcore.pretokenize import as_pattern
from ui import chores, jobs
from ui.chores import Recipe, Run
from ui.remembered import remembered
from ui.texts import Text

SCHEMES = {"bytes": "bytes", "words": "characters and an end mark"}
TIE_RULES = {
    "first": "first pair met in the text",
    "smallest-id": "smallest ids",
    "huggingface": "smallest ids, as Hugging Face numbers them",
}


@remembered(most=24, says="Training …")
def _run(text: Text, recipe: Recipe) -> Run:
    characters = None if _own_pattern(recipe) else len(text.text)
    return jobs.run(chores.run, text.text, recipe, characters=characters, label="Training")


def _own_pattern(recipe: Recipe) -> bool:
    return recipe.pattern not in (None, *(pattern.source for pattern in PATTERNS.values()))


def run(text: str, recipe: Recipe) -> Run:
    """Train on a person's text by a recipe. Raises TokcoreError as tokcore does."""
    return _run(Text("Your text", text, text, True, ""), recipe)


def run_on_corpus(title: str, recipe: Recipe, text: str) -> Run:
    """The run on the public text of that title. Runs never change, so everybody may share one."""
    return _run(Text(title, text, title, _own_pattern(recipe), ""), recipe)


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
