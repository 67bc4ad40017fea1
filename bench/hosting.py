"""What hosting takes: the memory of one process, and how long people wait when many use it. Asserts nothing.

python bench/hosting.py [people ...]          1, 20 and 50 people when no numbers are given

The process is started as the container starts it. A person is a connection that speaks Streamlit's
protocol: it opens Compare, and then over and over thinks for a second (0 to 2, at random) and puts another
text in. The wait is from sending the text to the end of the run, with everything received; a browser's
drawing comes on top. Driver and process share the machine, and waits grow with whatever else runs on it.
The processor time for each text hardly does: a second of one core divided by it is what one process can do.
"""

import asyncio
import os
import random
import sys
import time
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.app import PATHS
from tests.container import App, image, running
from tests.pages import labels
from tokcore.published import PUBLISHED

PEOPLE, RUNS, THINK, PATIENCE = (1, 20, 50), 10, 1.0, 120


class Person:
    """One tab: its connection, the page it is on, and what the app reported as an error."""

    def __init__(self, app: App, page: str = labels.COMPARE):
        self.address = f"ws://127.0.0.1:{app.port}/_stcore/stream"
        self.page = PATHS[page]
        self.errors: list[str] = []

    async def __aenter__(self):
        self.socket = await websockets.connect(
            self.address, subprotocols=["streamlit"], max_size=None, compression=None, open_timeout=PATIENCE
        )
        return self

    async def __aexit__(self, *error):
        await self.socket.close()

    async def run(self, link: str = "") -> float:
        """Run the page with a link; seconds until everything has come."""
        asked = BackMsg()
        asked.rerun_script.page_name = self.page
        asked.rerun_script.query_string = link.removeprefix("?")
        started = time.perf_counter()
        await self.socket.send(asked.SerializeToString())
        await asyncio.wait_for(self._finished(), PATIENCE)
        return time.perf_counter() - started

    async def _finished(self) -> None:
        while True:
            message = ForwardMsg.FromString(await self.socket.recv())
            kind = message.WhichOneof("type")
            if kind == "delta" and message.delta.new_element.WhichOneof("type") == "exception":
                self.errors.append(message.delta.new_element.exception.message)
            if kind == "script_finished" and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                return


def processor_seconds(app: App) -> float:
    """Time that a processor has worked for the process."""
    user, system = Path(f"/proc/{app.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def megabytes(app: App) -> float:
    """Resident memory of the process."""
    status = Path(f"/proc/{app.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


async def open_once(app: App, page: str, link: str = "") -> None:
    """One person opens a page and leaves; an error on the page is reported."""
    async with Person(app, page) as person:
        await person.run(link)
        if person.errors:
            print(f"{page}: {person.errors[0]}", file=sys.stderr)


class Crowd(NamedTuple):
    """Seconds until each person's page stood there and until each text was taken in, and what that took."""

    arriving: list[float]
    waiting: list[float]
    texts_per_second: float
    processor_seconds_per_text: float
    megabytes_each: float
    failed: int


async def crowd(app: App, number: int) -> Crowd:
    """So many people at once: they arrive together, then each puts in RUNS texts."""
    before = megabytes(app)
    people = [Person(app) for _ in range(number)]

    async def arrive(person: Person) -> float:
        await person.__aenter__()
        return await person.run()

    async def use(place: int, person: Person) -> list[float]:
        waits = []
        for turn in range(RUNS):
            await asyncio.sleep(random.uniform(0, 2 * THINK))
            text = f"Visitor {place} wrote line {turn}: 12345678 chairs, naïve μέλισσες, 你好"
            waits.append(await person.run(labels.link(labels.COMPARE, {}, text=text)))
        return waits

    arrived = await asyncio.gather(*map(arrive, people), return_exceptions=True)
    started, worked = time.perf_counter(), processor_seconds(app)
    used = await asyncio.gather(*(use(*each) for each in enumerate(people)), return_exceptions=True)
    seconds, worked = time.perf_counter() - started, processor_seconds(app) - worked
    each = (megabytes(app) - before) / number
    await asyncio.gather(*(person.__aexit__() for person in people), return_exceptions=True)
    waiting = [wait for waits in used if isinstance(waits, list) for wait in waits]
    failed = sum(isinstance(result, BaseException) for result in arrived + used)
    return Crowd(
        [wait for wait in arrived if isinstance(wait, float)],
        waiting,
        len(waiting) / seconds,
        worked / max(1, len(waiting)),
        each,
        failed + sum(len(person.errors) for person in people),
    )


def spread(seconds: list[float]) -> str:
    """Median and 95th percentile in milliseconds."""
    if not seconds:
        return f"{'–':>8} {'–':>8}"
    high = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
    return f"{1000 * median(seconds):8.0f} {1000 * high:8.0f}"


def main() -> None:
    numbers = [int(number) for number in sys.argv[1:]] or PEOPLE
    with image() as folder:
        with running(folder) as app:
            print("memory of one process, MB")
            print(f"  after the start                     {megabytes(app):6.0f}")
            asyncio.run(open_once(app, labels.COMPARE))
            print(f"  after the first visitor (Compare)   {megabytes(app):6.0f}")
            for name in PUBLISHED:
                asyncio.run(
                    open_once(
                        app, labels.COMPARE, labels.link(labels.COMPARE, {"tokenizers": [name]}, text="a b")
                    )
                )
            print(f"  with all published tokenizers       {megabytes(app):6.0f}")
            for page in labels.LISTED:
                asyncio.run(open_once(app, page))
            print(f"  after every page once               {megabytes(app):6.0f}")
        print(f"\n{'':6} {'arriving, ms':>17} {'a new text, ms':>17} {'texts':>8} {'CPU ms':>8} {'MB':>6}")
        print(f"{'people':>6}" + f" {'median':>8} {'p95':>8}" * 2 + "    per s per text   each  failed")
        for number in numbers:
            with running(folder) as app:
                asyncio.run(open_once(app, labels.COMPARE))
                seen = asyncio.run(crowd(app, number))
            print(
                f"{number:6} {spread(seen.arriving)} {spread(seen.waiting)} {seen.texts_per_second:8.1f} "
                f"{1000 * seen.processor_seconds_per_text:8.0f} {seen.megabytes_each:6.2f} {seen.failed:7}",
                flush=True,
            )


if __name__ == "__main__":
    main()
