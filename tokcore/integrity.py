"""Whether the data files are the ones that the project was tested with."""

import hashlib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
REMAKE = "python data/build.py"


class Damage(NamedTuple):
    """A data file that is not as it should be: its path below the project, its sha256 as it is and should be.

    `found` is None for a file that is missing or cannot be read.
    """

    path: str
    expected: str
    found: str | None

    @property
    def sentence(self) -> str:
        """What is wrong, and what to do about it."""
        wrong = f"has the sha256 {self.found}" if self.found else "is missing or cannot be read"
        return f"The file {self.path} {wrong}; expected is {self.expected}. “{REMAKE}” makes it anew."


def damaged(root: Path = ROOT) -> list[Damage]:
    """The data files that are missing or differ from data/sha256.txt, which may be missing too."""
    sums = "data/sha256.txt"
    try:
        lines = (root / sums).read_text("ascii").splitlines()
        expected = {path: checksum for checksum, path in (line.split("  ", 1) for line in lines)}
    except (OSError, ValueError):
        return [Damage(sums, "in the project's repository", None)]
    found = {path: _checksum(root / path) for path in expected}
    return [Damage(path, expected[path], found[path]) for path in expected if found[path] != expected[path]]


def _checksum(file: Path) -> str | None:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return None
