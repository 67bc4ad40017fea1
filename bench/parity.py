"""Compare tokcore with tiktoken and Hugging Face's tokenizers, id for id, on a million generated strings.

python -m bench.parity --strings N [--seed S] [--processes P] [--record]

Its last line is `N strings x 4 tokenizers: 0 differences`, or how many there were. Every string is also
decoded again. The strings come in blocks of 10,000, each with a seed of its own; what is done is noted beside
this script, so that a run that was stopped goes on. --record writes tokcore/verified.json, which the start
page shows.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path

from bench.strings import strings
from tokcore import verified
from tokcore.published import load, reference

NAMES = ("gpt2", "cl100k_base", "o200k_base", "smollm2")
BLOCK, MOST_STRINGS, MOST_SHOWN = 10_000, 10_000_000, 20


def differences(name: str, texts: Sequence[str]) -> list[str]:
    """The texts of which the library's ids are others, or which do not come back from ours.

    Bytes that a vocabulary lacks (smollm2 lacks some) are dropped before merging, and cannot come back.
    """
    tokenizer, expected = load(name), reference(name)
    lost = bytes(tokenizer.missing_bytes)
    found = []
    for text in texts:
        ids = tokenizer.encode(text)
        if ids != expected(text) or tokenizer.decode_bytes(ids) != text.encode().translate(None, lost):
            found.append(text)
    return found


def block(seed: int, place: int, count: int) -> list[tuple[str, str]]:
    """The differences in one block, as (tokenizer, text)."""
    texts = list(strings(count, f"{seed}/{place}"))
    return [(name, text) for name in NAMES for text in differences(name, texts)]


def blocks(count: int) -> dict[int, int]:
    """Place of each block -> how many strings it has."""
    return {place: min(BLOCK, count - place * BLOCK) for place in range(-(-count // BLOCK))}


class Notes:
    """What a run has done, in a file: a line for each block, with its differences."""

    def __init__(self, path: Path):
        self.path = path
        rows = map(json.loads, path.read_text("utf-8").splitlines()) if path.exists() else ()
        self.done = {(row["block"], row["strings"]): row["differences"] for row in rows}

    def add(self, place: int, count: int, found: list[tuple[str, str]]) -> None:
        self.done[place, count] = found
        row = {"block": place, "strings": count, "differences": found}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def work(seed: int, todo: dict[int, int], processes: int) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """Each block with its differences, in the order in which they are done."""
    if processes == 1:
        yield from ((place, block(seed, place, count)) for place, count in todo.items())
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        running = {place: pool.submit(block, seed, place, count) for place, count in todo.items()}
        yield from ((place, future.result()) for place, future in running.items())


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.parity", description=__doc__.splitlines()[0])
    parser.add_argument("--strings", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--notes", type=Path, help="the file of what is done")
    parser.add_argument("--record", action="store_true", help="write what was verified for the start page")
    asked = parser.parse_args(arguments)
    if not 1 <= asked.strings <= MOST_STRINGS:
        parser.error(f"--strings goes from 1 to {MOST_STRINGS:,}.")
    versions = {library: version(library) for library in ("tiktoken", "tokenizers")}
    prints = {name: load(name).fingerprint for name in NAMES}
    # Another version of a library, or of ours, is another run.
    mark = "-".join([str(asked.seed), *versions.values(), *(one[:6] for one in prints.values())])
    notes = Notes(asked.notes or Path(__file__).with_name(f"parity-{mark}.notes"))
    wanted = blocks(asked.strings)
    todo = {place: count for place, count in wanted.items() if (place, count) not in notes.done}
    started, done = time.perf_counter(), 0
    for place, found in work(asked.seed, todo, asked.processes):
        notes.add(place, wanted[place], found)
        done += wanted[place]
        rate = done / (time.perf_counter() - started)
        print(f"block {place:4}: {len(found)} differences, {rate:,.0f} strings a second", flush=True)
    found = [row for place, count in wanted.items() for row in notes.done[place, count]]
    for name, text in found[:MOST_SHOWN]:
        print(f"{name}: {text!r}")
    if asked.record and not found:
        today = datetime.now(UTC).date().isoformat()
        verified.write(verified.Verified(asked.strings, asked.seed, today, versions, prints))
    print(f"{asked.strings:,} strings x {len(NAMES)} tokenizers: {len(found):,} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
