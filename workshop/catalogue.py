"""All kinds of exercises, in the order of the pages on which they are studied; the labs stand at the end."""

from functools import lru_cache

from workshop import (
    abroad,
    counting,
    cutting,
    glitches,
    lab_glitch,
    lab_without_pattern,
    labs,
    learning,
    numbers,
    reading,
    sizes,
    specials,
)
from workshop.exercise import Kind, Task

_MODULES = (
    counting,
    learning,
    cutting,
    sizes,
    reading,
    abroad,
    numbers,
    specials,
    glitches,
    labs,
    lab_without_pattern,
    lab_glitch,
)
_FOUND = {kind.key: kind for module in _MODULES for kind in module.KINDS}
_LABS = ("lab_transfer", "lab_perplexity", "lab_pattern", "lab_glitch", "lab_digits")

KINDS: dict[str, Kind] = {key: kind for key, kind in _FOUND.items() if key not in (*_LABS, "bill")}
KINDS |= {key: _FOUND[key] for key in ("bill", *_LABS)}
"""Key -> kind. A key once published stays as it is: result files carry it."""


@lru_cache(maxsize=256)
def task(key: str, seed: str) -> Task:
    """The task of a kind for a seed; tasks never change, so everybody may share one."""
    return KINDS[key].make(seed)
