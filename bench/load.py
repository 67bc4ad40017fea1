"""A whole class at once: how long visitors wait when many use the pages. Asserts nothing.

python bench/load.py [options]
  --people 1 10 50 100 200     how many at once
  --texts 10                   how many texts each of them puts in, one about every second
  --pages compare bpe_trace smollm2_merges    (none for only what follows)
  --training 5                 besides, 50 people of whom so many train on the longest file that is allowed
  --replicas                   besides, two processes behind the proxy (needs nginx)

Without options all of it: about ten minutes, on a machine that does nothing else. In a few seconds:
python bench/load.py --people 10 --texts 3 --pages compare --training 0
"""

import argparse
import asyncio
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import visitors
from bench.visitors import Visitor, crowd, megabytes, megabytes_of_workers, open_once, spread, until_ready
from tests.container import App, image, running
from tests.pages import labels
from tests.proxy import proxied
from tokcore.limits import MAX_FILE_CHARACTERS

TRAINING_PAGE = "vocab_size"
SHORT = {labels.TRACE: lambda place, turn: f"hug pug pun {place} bun hugs {turn} hug hug pug"}
HEAD = (
    f"{'':26} {'arriving, ms':>17} {'a new text, ms':>17} {'CPU ms':>8} {'MB':>6} {'MB of':>8}\n"
    f"{'page':20} people {'median':>8} {'p95':>8} {'median':>8} {'p95':>8} per text   each  process  failed"
)


def line(page: str, number: int, seen: visitors.Crowd, megabytes_now: float) -> None:
    """Print what a crowd met; failures are written to standard error."""
    print(
        f"{page:20} {number:6} {spread(seen.arriving)} {spread(seen.waiting)} "
        f"{1000 * seen.processor_seconds_per_text:8.0f} {seen.megabytes_each:6.2f} {megabytes_now:8.0f} "
        f"{len(seen.failures):7}",
        flush=True,
    )
    for failure in dict.fromkeys(seen.failures):
        print(f"  {failure}", file=sys.stderr)


def long_text(seed: int) -> bytes:
    """A file of the greatest length that is read, of words that hardly repeat, so that it trains longest."""
    pick = random.Random(seed)
    known = [
        "".join(pick.choices("abcdefghijklmnopqrstuvwxyz", k=pick.randint(2, 9))) for _ in range(150_000)
    ]
    written, length = [], 0
    while length < MAX_FILE_CHARACTERS:
        written.append(" ".join(pick.choices(known, k=9)))
        length += len(written[-1]) + 1
    return "\n".join(written)[:MAX_FILE_CHARACTERS].encode()


async def train(app: App, seed: int, until: asyncio.Event) -> list[float]:
    """One visitor who trains on another long file as soon as the last one is done; seconds for each."""
    waits = []
    async with Visitor(app.port, TRAINING_PAGE) as visitor:
        link = labels.link(TRAINING_PAGE, {"corpus": labels.OWN_TEXT, "way": "Upload a file"})
        await visitor.run(link)
        while not until.is_set():
            data = await asyncio.to_thread(long_text, seed + len(waits))
            waits.append(await visitor.run(link, await visitor.upload("long.txt", data)))
        return waits + [0.0] * bool(visitor.errors)


async def while_training(app: App, number: int, training: int, texts: int) -> tuple[visitors.Crowd, list]:
    """A crowd on Compare, and what becomes of those who train meanwhile."""
    done = asyncio.Event()
    busy = [asyncio.create_task(train(app, 1_000 * place, done)) for place in range(training)]
    await asyncio.sleep(3)
    seen = await crowd([app], number, texts)
    done.set()
    return seen, await asyncio.gather(*busy, return_exceptions=True)


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    read.add_argument("--people", type=int, nargs="+", default=[1, 10, 50, 100, 200])
    read.add_argument("--texts", type=int, default=10)
    read.add_argument("--pages", nargs="*", default=[labels.COMPARE, labels.TRACE, labels.MERGES])
    read.add_argument("--training", type=int, default=5)
    read.add_argument("--replicas", action="store_true", default=len(sys.argv) == 1)
    asked = read.parse_args()
    with image() as folder:
        started = time.perf_counter()
        with running(folder) as app:
            asyncio.run(open_once(app, labels.COMPARE))
            print(f"from the start to the first page: {time.perf_counter() - started:.1f} s\n\n{HEAD}")
        for page in asked.pages:
            for number in asked.people:
                with running(folder) as app:
                    until_ready(app.log)
                    seen = asyncio.run(crowd([app], number, asked.texts, page, written=SHORT.get(page)))
                    line(page, number, seen, megabytes(app))
        if asked.training:
            with running(folder) as app:
                until_ready(app.log)
                others = 50 - asked.training
                seen, waits = asyncio.run(while_training(app, others, asked.training, asked.texts))
                print(f"\nwhile {asked.training} train on {MAX_FILE_CHARACTERS:,} characters each:")
                line(labels.COMPARE, others, seen, megabytes(app))
                print(
                    f"  its workers have {megabytes_of_workers(app):.0f} MB; with such a file the page took"
                )
                for wait in waits:
                    print(f"  {wait!r}" if isinstance(wait, BaseException) else f"  {wait} s")
        if asked.replicas:
            secret = {"STREAMLIT_SERVER_COOKIE_SECRET": "the same for both"}
            with (
                running(folder, **secret) as one,
                running(folder, **secret) as two,
                proxied((one, two)) as proxy,
            ):
                for app in (one, two):
                    until_ready(app.log)
                print("\ntwo processes behind the proxy:")
                for number in asked.people[-1:]:
                    seen = asyncio.run(crowd([one, two], number, asked.texts, port=proxy.port))
                    line(labels.COMPARE, number, seen, megabytes(one) + megabytes(two))


if __name__ == "__main__":
    main()
