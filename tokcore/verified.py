"""What was last verified of the published tokenizers: written by `python -m bench.parity --record`."""

import json
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

_FILE = Path(__file__).with_name("verified.json")


class Verified(NamedTuple):
    """A run without a difference: how many strings, from which seed, when (ISO date), and against what.

    `libraries` maps a library to its version, `fingerprints` a tokenizer to what it was then.
    """

    strings: int
    seed: int
    date: str
    libraries: Mapping[str, str]
    fingerprints: Mapping[str, str]

    @property
    def sentence(self) -> str:
        """What was verified, for people."""
        day = date.fromisoformat(self.date)
        libraries = " and ".join(f"{name} {version}" for name, version in self.libraries.items())
        return (
            f"Verified on {self.strings:,} generated strings: the same ids as {libraries}, "
            f"{day.day} {day:%B %Y}"
        )


@cache
def verified() -> Verified:
    """The last recorded run."""
    return Verified(**json.loads(_FILE.read_text("utf-8")))


def write(found: Verified) -> None:
    """Record a run; for the script that made it."""
    _FILE.write_text(json.dumps(found._asdict(), indent=2) + "\n", "utf-8")
    verified.cache_clear()
