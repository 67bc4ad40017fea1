"""Fair timing: ours and a peer take turns in one process, and what counts is the ratio of each turn.

Times are CPU time of the process, which other work on the machine disturbs least. A ratio is ours ÷ the peer;
a row gives the median over the turns, and the ratio of the least times, which is what a quiet machine shows.
"""

import gc
import os
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from statistics import median
from time import process_time
from typing import NamedTuple

# Peers run on one thread, as tokcore does; set before they are imported.
os.environ |= {"RAYON_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

TURNS = 7


def novel() -> str:
    """*The Time Machine*; the script ends with a sentence when it cannot be had."""
    from tokcore.corpora import corpus

    found = corpus("time_machine")
    if found.note:
        sys.exit(f"{found.note} Set TOKCORE_TEXTS to a folder that holds time_machine.txt.")
    return found.text


def novels() -> str:
    """Six novels by Jane Austen and *Botchan* as one text of 4 MB, from the folder TOKCORE_TEXTS."""
    folder = Path(os.environ.get("TOKCORE_TEXTS", "."))
    files = [*sorted(folder.glob("austen_*.txt")), folder / "botchan.txt"]
    if len(files) != 7 or not all(file.exists() for file in files):
        sys.exit("Set TOKCORE_TEXTS to a folder that holds six austen_*.txt and botchan.txt.")
    return "".join(file.read_text(encoding="utf-8") for file in files)


class Row(NamedTuple):
    """A line of a table: the work, the peer it is compared with, and the ratio that we want to reach."""

    work: str
    peer: str
    median: float
    least: float
    target: float | None


def seconds_of(run: Callable[[], object]) -> float:
    """CPU seconds of one call, with no garbage of earlier calls to collect."""
    gc.collect()
    started = process_time()
    run()
    return process_time() - started


def compare(
    work: str,
    ours: Callable[[], object],
    peers: dict[str, tuple[Callable[[], object], float | None]],
    turns: int = TURNS,
    warm_up: int = 1,
    seconds: Callable[[Callable[[], object]], float] = seconds_of,
) -> list[Row]:
    """One row for each peer, {name: (call, target)}, measured in alternating turns."""
    times: dict[str, list[float]] = {name: [] for name in ("", *peers)}
    for turn in range(warm_up + turns):
        for name, run in {"": ours, **{name: run for name, (run, _) in peers.items()}}.items():
            took = seconds(run)
            if turn >= warm_up:
                times[name].append(took)
    own = times[""]
    return [
        Row(
            work,
            name,
            median(mine / theirs for mine, theirs in zip(own, times[name])),
            min(own) / min(times[name]),
            target,
        )
        for name, (_, target) in peers.items()
    ]


def require_same(work: str, ours: object, theirs: object) -> None:
    """End the script when the contestants do not have the same result."""
    if ours != theirs:
        sys.exit(f"{work}: the results differ, so there is nothing to time.")


def print_versions(*packages: str) -> None:
    """The versions that a table was measured with, and how many processes wanted the processors."""
    used = ", ".join(f"{package} {version(package)}" for package in ("regex", *packages))
    print(
        f"Python {python_version()}, {used}; load {os.getloadavg()[2]:.1f} on {os.cpu_count()} processors\n"
    )


def print_table(rows: list[Row], *packages: str) -> None:
    """The rows as a Markdown table, under the versions that they were measured with."""
    print_versions(*packages)
    print("| work | peer | ours ÷ peer, median | least ÷ least | target |")
    print("| --- | --- | ---: | ---: | ---: |")
    for row in rows:
        target = f"≤ {row.target:.3g}" if row.target else "–"
        print(f"| {row.work} | {row.peer} | {row.median:#.3g} | {row.least:#.3g} | {target} |")
