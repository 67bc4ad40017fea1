"""Bad input while somebody else works: how long the other waits. Asserts nothing.

python -m bench.hostile [options]
  --only WORD ...   inputs whose name or page holds one of these words
  --limit 200       an input that kept the other waiting longer, in ms, is entered again
  --times 3         so often at most; the shortest of the longest waits counts

One visitor enters each of the bad inputs on each page that takes it, and another types on Compare meanwhile.
A line for each: the longest wait of the other in milliseconds, and the seconds until the page stood there
again. Without options all of it takes about a quarter of an hour.
"""

import argparse
import asyncio
import time
import urllib.error
from collections.abc import Iterator, Mapping
from itertools import count
from string import ascii_lowercase
from typing import NamedTuple

from bench.visitors import Visitor, own_text
from tests.bad_input import BOXES, PATTERNS, SLOW_TEXT, TEXTS, files
from tests.container import App, image, running
from tests.pages import labels
from tests.tokcore.tokenizer_files import DOUBLED_60_TIMES, ENDLESS, UNIGRAM, cut_by, merging, small
from tokcore.alphabet import well_formed

PAUSE = 0.03
"""Seconds between two texts of the other visitor."""

QUIET = "nothing"
FILE = {"corpus": labels.OWN_TEXT, "way": "Upload a file"}
LINES = "red tie\nblue tie\nred hat\nblue hat\n"


class Entry(NamedTuple):
    """A bad input: its name, the page, the choices that open its place, and what is entered there."""

    name: str
    page: str
    choices: Mapping[str, str]
    typed: Mapping[str, str] = {}
    link: Mapping[str, str] = {}
    file: tuple[str, bytes] | None = None


def entries() -> Iterator[Entry]:
    """Every bad input on every page that takes it."""
    for page, choices, box, _ in BOXES:
        for name, text in TEXTS.items():
            yield Entry(name, page, choices, typed={box: text})
    for page in ("vocab_size", "characters_words_bytes"):
        for name, (data, _) in files(LINES).items():
            yield Entry(f"file: {name}", page, FILE, file=("a.txt", data))
        for name in (
            "1 MB of one letter",
            "1 MB of random letters",
            "100,000 digits",
            "200 kB of combining marks",
        ):
            yield Entry(f"file: {name}", page, FILE, file=("a.txt", well_formed(TEXTS[name]).encode()))
        yield Entry("file: 2 MB of words", page, FILE, file=("a.txt", ("ab cd ef gh\n" * 170_000).encode()))
        yield Entry(
            "file: a table of 200 columns",
            page,
            FILE,
            file=("a.csv", (b"1," * 199 + b"1\n") * 12_000),
        )
        yield Entry("file: 50 MB", page, FILE, file=("a.txt", b"a" * 50_000_000))
    for name, data in tokenizer_files():
        choices = {"kind": "Your own file", "source": "Upload a file"}
        yield Entry(f"tokenizer.json: {name}", "production", choices, file=("tokenizer.json", data))
    yield Entry("result file: 200 kB of brackets", "instructor", {}, file=("a.json", b"{" * 200_000))
    for name, pattern in PATTERNS.items():
        for page, choices in (
            (labels.TRACE, {"pattern": "my own"}),
            ("pretokenization", {"pattern": "my own"}),
        ):
            yield Entry(f"pattern: {name}", page, choices, {"text": SLOW_TEXT}, {"regex": pattern})
        own = {"prompt": "my own", "ways": "my own rule"}
        yield Entry(f"pattern: {name}", "digit_chunking", own, link={"own": "1" * 25, "rule": pattern})
    for page in labels.LISTED:
        row = labels.ROWS.get(page)
        name = row.name if row else "find"
        yield Entry(
            "link of 100 kB", page, row.opens if row else {}, link={name: "x" * 50_000, "y": "z" * 50_000}
        )


def tokenizer_files() -> Iterator[tuple[str, bytes]]:
    """Hostile files, and an honest one of the greatest size."""
    yield "cut off", small()[:900]
    yield "another model", UNIGRAM
    yield "10,000 levels", b'{"model": ' + b"[" * 10_000 + b"]" * 10_000 + b"}"
    yield "duplicate merges", merging([("h", "u")], [("h", "u"), ("h", "u")])
    yield "unknown tokens", merging([("h", "u")], [("zzz", "u")])
    yield "a pattern without end", cut_by(ENDLESS)
    yield "text that doubles 60 times", small(normalizer=DOUBLED_60_TIMES)
    yield "tokens that double", merging([("a" * 2**k, "a" * 2**k) for k in range(20)])
    pairs = [(a, b) for a in ascii_lowercase for b in ascii_lowercase]
    pairs += [(left + right, c) for left, right in pairs[:] for c in ascii_lowercase]
    pairs += [(left + right, d) for left, right in pairs[676:] for d in ascii_lowercase][:130_000]
    yield f"{len(pairs):,} merges", merging(pairs)
    yield "50 MB", b" " * 50_000_000


class Met(NamedTuple):
    """The other's longest wait, the seconds that the input took, and what went wrong."""

    longest: float
    seconds: float
    failures: list[str]


async def beside(app: App, entry: Entry) -> Met:
    """Enter it while another types on Compare."""
    waits: list[float] = []
    done = asyncio.Event()

    async def other() -> None:
        async with Visitor(app.port) as visitor:
            await visitor.run()
            for turn in count():
                if done.is_set():
                    return
                waits.append(await visitor.run(typed=own_text(1, turn)))
                await asyncio.sleep(PAUSE)

    typing = asyncio.create_task(other())
    async with Visitor(app.port, entry.page) as hostile:
        await hostile.run(labels.link(entry.page, entry.choices))
        while len(waits) < 3:
            await asyncio.sleep(PAUSE)
        waits.clear()
        started = time.perf_counter()
        failed = await _enter(hostile, entry)
        seconds = time.perf_counter() - started
        await asyncio.sleep(0.3)
        done.set()
        await typing
        return Met(max(waits), seconds, failed + hostile.errors)


async def _enter(hostile: Visitor, entry: Entry) -> list[str]:
    link = labels.link(entry.page, entry.choices, **entry.link)
    try:
        uploaded = await hostile.upload(*entry.file) if entry.file else None
    except urllib.error.URLError as error:  # too large; the connection may be closed before the answer
        refused = getattr(error, "code", None) == 413 or isinstance(error.reason, ConnectionError)
        return [] if refused else [repr(error)]
    if entry.name != QUIET:
        box, text = next(iter(entry.typed.items()), (None, None))
        await hostile.run(link, uploaded, text, box)
    return []


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    read.add_argument("--only", nargs="+", default=[""])
    read.add_argument("--limit", type=int, default=200)
    read.add_argument("--times", type=int, default=3)
    asked = read.parse_args()
    print(f"{'longest wait, ms':>16} {'seconds':>8}  input, and where it was entered", flush=True)
    with image() as folder, running(folder) as app:
        for entry in (Entry(QUIET, labels.COMPARE, {}), *entries()):
            where = f"{entry.page} {' '.join(entry.choices.values())}"
            if entry.name != QUIET and not any(word in f"{entry.name}, {where}" for word in asked.only):
                continue
            best = asyncio.run(beside(app, entry))
            for _ in range(asked.times - 1):
                if 1000 * best.longest > asked.limit:
                    best = min(best, asyncio.run(beside(app, entry)))
            print(f"{1000 * best.longest:16.0f} {best.seconds:8.1f}  {entry.name}, {where}", flush=True)
            for failure in best.failures:
                print(f"{'':26} {failure}", flush=True)


if __name__ == "__main__":
    main()
