"""Which numbers a group gets: a group and a round are a seed, and a seed is the same on every machine.

Python seeds `random.Random` with a string by its SHA-512, so neither the computer nor `PYTHONHASHSEED`
matters. Texts come with the project; none is downloaded for an exercise.
"""

import re

MOST_GROUPS, MOST_ROUNDS = 999, 99
ALONE = 0
"""The group of a person who works alone."""


def seed(group: int, round: int = 0) -> str:
    """The seed of a group's task in a round."""
    return f"{group}.{round}"


def read_seed(written: object) -> tuple[int, int] | None:
    """Group and round of a seed, or None for what is no seed."""
    found = re.fullmatch(r"(\d{1,3})\.(\d{1,2})", written) if isinstance(written, str) else None
    return (int(found[1]), int(found[2])) if found else None


def read_group(written: str) -> int | None:
    """The group that a link names, such as `group=7`; None for what is no number up to MOST_GROUPS."""
    return int(written) if re.fullmatch("[0-9]{1,3}", written) else None
