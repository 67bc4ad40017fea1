"""Fair timing: contestants take turns in one process, and the median of the rounds is reported."""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

# Peers run on one thread, as tokcore does; set before they are imported.
os.environ |= {"RAYON_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def novel() -> str:
    """*The Time Machine*; the script ends with a sentence when it cannot be had."""
    from tokcore.corpora import corpus

    found = corpus("time_machine")
    if found.note:
        sys.exit(f"{found.note} Set TOKCORE_TEXTS to a folder that holds time_machine.txt.")
    return found.text


def take_turns(
    contestants: dict[str, Callable[[], object]], rounds: int = 7, warm_up: int = 1
) -> dict[str, float]:
    """Median seconds of each contestant over `rounds` turns, after `warm_up` turns that do not count."""
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    for turn in range(warm_up + rounds):
        for name, run in contestants.items():
            gc.collect()
            started = perf_counter()
            run()
            if turn >= warm_up:
                seconds[name].append(perf_counter() - started)
    return {name: median(times) for name, times in seconds.items()}


def print_table(work: str, seconds: dict[str, float], unit: str) -> None:
    """The contestants with their times as multiples of the one named `unit`."""
    print(work)
    for name, time in seconds.items():
        print(f"  {name:<42} {time * 1000:>10,.1f} ms {time / seconds[unit]:>9.2f} x")
    print()
