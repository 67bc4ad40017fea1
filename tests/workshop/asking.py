"""Tasks to test with: the seeds, and answers as a page would hand them over."""

from workshop.catalogue import KINDS, task
from workshop.groups import seed

SEEDS = [
    seed(group, round) for round, groups in enumerate((range(18), range(3), range(3))) for group in groups
]
"""24 seeds: the first 18 groups, and two more variants for three of them."""


def typed(values):
    """Values as inputs give them: tokens with bars between."""
    return {name: "|".join(value) if isinstance(value, tuple) else value for name, value in values.items()}


def tasks(kind, seeds=SEEDS):
    """The tasks of a kind, each with its seed."""
    return [(one, task(kind, one)) for one in seeds]


ALL = tuple(KINDS)
