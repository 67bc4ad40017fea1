"""The answers to the predictions on BPE in slow motion, from the text on the page."""

from collections.abc import Sequence

from tokcore.training import TIES, TrainingStep
from ui.bpe_trace.runs import TIE_RULES, Recipe, run
from ui.wording import counted, shown

_WINNER = {
    "first": "the first met in the text wins",
    "smallest-id": "the one with the smallest ids wins",
    "huggingface": "the one with the smallest ids, as Hugging Face numbers them, wins",
    "words": "the smallest pair of strings wins",
}


def next_merge(text: str, recipe: Recipe, steps: Sequence[TrainingStep]) -> str:
    """The pair that one more merge would take, and by which rule where others stand as often."""
    further = run(text, recipe._replace(merges=len(steps) + 1)).steps
    if len(further) == len(steps):
        return "None: the pairs have run out."
    step = further[-1]
    said = f"{shown(step.left)} + {shown(step.right)}, which stands {counted(step.count, 'time')}."
    if not step.tied:
        return f"{said} No other pair stands as often."
    others = f"{counted(step.tied, 'other pair')} {'stands' if step.tied == 1 else 'stand'} as often"
    return f"{said} {others}; {_WINNER['words' if recipe.scheme == 'words' else recipe.ties]}."


def overlaps() -> str:
    """A text in which fewer merges fit than pairs stand."""
    step = run("aaaa aaa", Recipe("bytes", 1)).steps[0]
    return f"No. In “aaaa aaa” the pair a + a stands {step.count} times, but only {step.replaced} merges fit."


def tie_rules(text: str) -> str:
    """The first tokens under each tie rule."""
    tokens = {ties: [step.merged for step in run(text, Recipe("bytes", 8, ties=ties)).steps] for ties in TIES}
    return "\n".join(f"{TIE_RULES[ties]}: {' | '.join(map(shown, made))}" for ties, made in tokens.items())
