"""Visitors without a browser: connections that speak Streamlit's protocol, and what a crowd of them waits.

A visitor opens a page, and then over and over thinks for a second (0 to 2, at random) and puts another text
in. The wait is from sending the text to the end of the run, with everything received; a browser's drawing
comes on top. Driver and app share the machine, so waits grow with whatever else runs on it.
"""

import asyncio
import json
import os
import random
import re
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.app import PATHS
from tests.container import App
from tests.pages import labels

THINK, PATIENCE = 1.0, 120
KEPT_RUNS = 2
"""For how many runs a browser keeps a large message, which is then not sent again."""

LIVE_BOX = "playground_text"


class Visitor:
    """One tab: its connection, the page it is on, and what the app reported as an error."""

    def __init__(self, port: int, page: str = labels.COMPARE, cookie: str = ""):
        self.port, self.page = port, page
        self.cookies = cookie
        self.errors: list[str] = []
        self.uploader = self.box = self.session = self.known_as = ""
        self.boxes: dict[str, str] = {}
        self.live: dict[str, str] = {}
        self.runs = 0
        self.kept: dict[str, int] = {}

    async def __aenter__(self) -> "Visitor":
        self.socket = await websockets.connect(
            f"ws://127.0.0.1:{self.port}/_stcore/stream",
            # Who was here before says so, as a browser does after a break.
            subprotocols=["streamlit", "again", self.session] if self.session else ["streamlit"],
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            additional_headers={"Cookie": self.cookies} if self.cookies else {},
        )
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.socket.close()

    async def run(
        self,
        link: str = "",
        uploaded: tuple[str, str, str, str] | None = None,
        typed: str | None = None,
        box: str | None = None,
    ) -> float:
        """Run the page with a link, a file that was uploaded, a text typed into its live box.

        Where there are several, `box` names one; then the page need not show the text. Returns the seconds
        until everything has come.
        """
        asked = BackMsg()
        # As a browser does: by name at first, then as the app has named it.
        asked.rerun_script.page_name = "" if self.known_as else PATHS[self.page]
        asked.rerun_script.page_script_hash = self.known_as
        asked.rerun_script.query_string = link.removeprefix("?")
        self.runs += 1
        self.kept = {one: run for one, run in self.kept.items() if self.runs - run <= KEPT_RUNS}
        asked.rerun_script.cached_message_hashes.extend(self.kept)
        if typed is not None:
            into = self.boxes[box] if box else self.box
            asked.rerun_script.fragment_id = self.live[into]  # as a browser asks for the live part alone
            widget = asked.rerun_script.widget_states.widgets.add(id=into)
            widget.json_value = json.dumps({"text": {"value": typed, "version": 0}})
        if uploaded:
            widget = asked.rerun_script.widget_states.widgets.add(id=self.uploader)
            file = widget.file_uploader_state_value.uploaded_file_info.add()
            file.file_id, file.name, file.file_urls.upload_url, file.file_urls.delete_url = uploaded
            file.file_urls.file_id = uploaded[0]
        started = time.perf_counter()
        await self._send(asked)
        drawn = await asyncio.wait_for(self._finished(None if box else typed), PATIENCE)
        seconds = time.perf_counter() - started
        if not drawn:
            self.errors.append(f"The page did not take {typed!r}.")
        return seconds

    async def upload(self, name: str, data: bytes) -> tuple[str, str, str, str]:
        """Upload a file into the page's uploader; what `run` needs to know of it."""
        asked = BackMsg()
        asked.file_urls_request.request_id = "upload"
        asked.file_urls_request.file_names.append(name)
        await self._send(asked)
        while (message := await self._next()).WhichOneof("type") != "file_urls_response":
            pass
        (urls,) = message.file_urls_response.file_urls
        await asyncio.to_thread(self._put, urls.upload_url, name, data)
        return urls.file_id, name, urls.upload_url, urls.delete_url

    def _put(self, path: str, name: str, data: bytes) -> None:
        address = f"http://127.0.0.1:{self.port}"
        with urllib.request.urlopen(f"{address}/_stcore/health") as health:
            cookie = (health.headers.get("Set-Cookie") or "").partition(";")[0]
        head = f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
        request = urllib.request.Request(
            f"{address}{path}",
            head + data + b"\r\n--x--\r\n",
            {
                "Content-Type": "multipart/form-data; boundary=x",
                "Cookie": cookie,
                "X-Xsrftoken": cookie.partition("=")[2],
            },
            method="PUT",
        )
        with urllib.request.urlopen(request):
            pass

    async def _send(self, message: BackMsg) -> None:
        await self.socket.send(message.SerializeToString())

    async def _next(self) -> ForwardMsg:
        return ForwardMsg.FromString(await self.socket.recv())

    async def _finished(self, typed: str | None = None) -> bool:
        """Receive until the page is finished; whether the beginning of what was typed stands on it."""
        begins = re.match(r"[\w ]*", typed or "", re.ASCII)[0]
        drawn = not begins
        while True:
            message = await self._next()
            drawn = drawn or begins in message.delta.new_element.code.code_text
            kind = message.WhichOneof("type")
            if message.metadata.cacheable or kind == "ref_hash":
                self.kept[message.ref_hash or message.hash] = self.runs
            if kind == "new_session":
                self.session = message.new_session.initialize.session_id
            if kind == "navigation":
                self.known_as = message.navigation.page_script_hash
            if kind == "delta" and message.delta.WhichOneof("type") == "new_element":
                element = message.delta.new_element
                if element.WhichOneof("type") == "exception":
                    self.errors.append(element.exception.message)
                elif element.WhichOneof("type") == "file_uploader":
                    self.uploader = element.file_uploader.id
                elif element.bidi_component.component_name == LIVE_BOX:
                    self.box = element.bidi_component.id
                    self.boxes[self.box.removesuffix(".box").rpartition(".")[2]] = self.box
                    self.live[self.box] = message.delta.fragment_id
            if kind == "script_finished" and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                return drawn


def processor_seconds(app: App) -> float:
    """Time that a processor has worked for the app's process, without its workers."""
    user, system = Path(f"/proc/{app.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def megabytes(app: App) -> float:
    """Resident memory of the app's process, without its workers."""
    return _resident(app.process.pid)


def workers_of(app: App) -> list[int]:
    """The app's worker processes."""
    children = Path(f"/proc/{app.process.pid}/task").glob("*/children")
    return [int(child) for file in children for child in file.read_text().split()]


def megabytes_of_workers(app: App) -> float:
    """Resident memory of the app's worker processes together."""
    return sum(map(_resident, workers_of(app)))


def _resident(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


class Crowd(NamedTuple):
    """Seconds until each visitor's page stood there and until each text was taken in, and what that took."""

    arriving: list[float]
    waiting: list[float]
    texts_per_second: float
    processor_seconds_per_text: float
    megabytes_each: float
    failures: list[str]


async def crowd(
    apps: Sequence[App],
    number: int,
    texts: int,
    page: str = labels.COMPARE,
    choices: Mapping[str, str] | None = None,
    written: Callable[[int, int], str] | None = None,
    port: int | None = None,
) -> Crowd:
    """So many visitors at once: they arrive together, then each puts in some texts of its own.

    `choices` open the page's own text, `written` gives the text of a visitor's turn. With a `port` they come
    through the proxy that listens there.
    """
    choices, written = choices or {}, written or own_text
    before = sum(map(megabytes, apps))
    visitors = [Visitor(port or apps[0].port, page) for _ in range(number)]
    opened = labels.link(page, choices)

    async def arrive(visitor: Visitor) -> float:
        await visitor.__aenter__()
        return await visitor.run(opened)

    async def use(place: int, visitor: Visitor) -> list[float]:
        waits = []
        for turn in range(texts):
            await asyncio.sleep(random.uniform(0, 2 * THINK))
            waits.append(await visitor.run(opened, typed=written(place, turn)))
        return waits

    arrived = await asyncio.gather(*map(arrive, visitors), return_exceptions=True)
    started, worked = time.perf_counter(), sum(map(processor_seconds, apps))
    used = await asyncio.gather(*(use(*each) for each in enumerate(visitors)), return_exceptions=True)
    seconds, worked = time.perf_counter() - started, sum(map(processor_seconds, apps)) - worked
    each = (sum(map(megabytes, apps)) - before) / number
    await asyncio.gather(*(visitor.__aexit__() for visitor in visitors), return_exceptions=True)
    waiting = [wait for waits in used if isinstance(waits, list) for wait in waits]
    failed = [repr(result) for result in (*arrived, *used) if isinstance(result, BaseException)]
    return Crowd(
        [wait for wait in arrived if isinstance(wait, float)],
        waiting,
        len(waiting) / seconds,
        worked / max(1, len(waiting)),
        each,
        failed + [error for visitor in visitors for error in visitor.errors],
    )


def own_text(place: int, turn: int) -> str:
    """A line that nobody else writes."""
    return f"Visitor {place} wrote line {turn}: 12345678 chairs, naïve μέλισσες, 你好"


def spread(seconds: Sequence[float]) -> str:
    """Median and 95th percentile in milliseconds."""
    if not seconds:
        return f"{'–':>8} {'–':>8}"
    high = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
    return f"{1000 * median(seconds):8.0f} {1000 * high:8.0f}"


async def open_once(app: App, page: str, link: str = "") -> list[str]:
    """One visitor opens a page and leaves; the errors that the page showed."""
    async with Visitor(app.port, page) as visitor:
        await visitor.run(link)
        return visitor.errors


def until_ready(log: Path, said: str = "pages were opened with a choice") -> None:
    """Wait until an app's log says that it has opened its pages. Raises TimeoutError after two minutes."""
    deadline = time.monotonic() + 120
    while said not in log.read_text():
        if time.monotonic() > deadline:
            raise TimeoutError(f"The app did not open its pages: {log.read_text()}")
        time.sleep(0.1)
