"""What a command shows: a table, JSON, and a progress bar on standard error."""

import json
import sys
import time
from collections.abc import Sequence
from typing import Any, TextIO

REDRAW_SECONDS = 0.1
BAR_CHARACTERS = 24
WHEN = ("auto", "always", "never")
"""When a progress bar is drawn: by itself only where standard error is a terminal."""


def write(text: str) -> None:
    """Write to standard output, if there is one."""
    print(text, end="")


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def write_json(content: Any) -> None:
    """Write one JSON document with a line end."""
    write(json.dumps(content, indent=2) + "\n")


def figure(value: Any) -> str:
    """A value as a table shows it: thousands separated, two decimals, a dash where there is none."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def table(rows: Sequence[Sequence[Any]]) -> str:
    """The rows as aligned text, the first of them as the heading; columns of numbers stand to the right."""
    written = [[figure(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*written)]
    right = [not any(isinstance(value, str) for value in column) for column in zip(*rows[1:])]
    right = right or [False] * len(widths)
    lines = (
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right)
        )
        for row in written
    )
    return "".join(f"{line.rstrip()}\n" for line in lines)


class Progress:
    """A bar on standard error that is called with how much has been done since.

    `what` names the work, `total` is all of it (None when nobody knows), `unit` is "bytes" or "merges", and
    `when` one of WHEN. Use it in a `with` statement, which draws the last state.
    """

    def __init__(self, what: str, total: int | None, unit: str, when: str, stream: TextIO | None = None):
        self.what, self.total, self.unit, self.done = what, total, unit, 0
        self._stream = sys.stderr if stream is None else stream
        self._drawn_at = -REDRAW_SECONDS
        terminal = self._stream is not None and self._stream.isatty()
        self._shown = self._stream is not None and (when == "always" or (when == "auto" and terminal))

    def __enter__(self) -> "Progress":
        return self

    def __call__(self, amount: int) -> None:
        self.done += amount
        if self._shown and (now := time.monotonic()) - self._drawn_at >= REDRAW_SECONDS:
            self._drawn_at = now
            self._draw("")

    def __exit__(self, *raised: object) -> None:
        if self._shown:
            self._draw("\n")

    def _draw(self, end: str) -> None:
        print(f"\r{self.line()}", end=end, file=self._stream, flush=True)

    def line(self) -> str:
        """The bar as it stands."""
        if not self.total:
            return f"{self.what}: {self.done:,} {self.unit}"
        share = min(self.done / self.total, 1)
        full = int(share * BAR_CHARACTERS)
        bar = "#" * full + "." * (BAR_CHARACTERS - full)
        return f"{self.what}: [{bar}] {share:4.0%} of {self.total:,} {self.unit}"
