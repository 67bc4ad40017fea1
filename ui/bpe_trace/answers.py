"""The answers to the predictions on BPE in slow motion, from the text on the page."""

from collections.abc import Sequence

from tokcore.training import TIES, TrainingStep
from ui.bpe_trace.runs import TIE_RULES, Recipe, run
from ui.wording import counted


def next_merge(text: str, recipe: Recipe, steps: Sequence[TrainingStep]) -> str:
    """The pair that one more merge would take."""
    further = run(text, recipe._replace(merges=len(steps) + 1)).steps
    if len(further) == len(steps):
        return "None: the pairs have run out."
    return f"{further[-1].left!r} + {further[-1].right!r}, which stands {counted(further[-1].count, 'time')}."


def overlaps() -> str:
    """A text in which fewer merges fit than pairs stand."""
    step = run("aaaa aaa", Recipe("bytes", 1)).steps[0]
    return f"No. In “aaaa aaa” the pair a + a stands {step.count} times, but only {step.replaced} merges fit."


def tie_rules(text: str) -> str:
    """The first tokens under each tie rule."""
    tokens = {ties: [step.merged for step in run(text, Recipe("bytes", 8, ties=ties)).steps] for ties in TIES}
    return "\n".join(f"{TIE_RULES[ties]}: {b' '.join(made)!r}" for ties, made in tokens.items())
