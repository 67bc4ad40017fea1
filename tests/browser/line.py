"""A line between the browser and the app that can be cut, mended, and led to another process."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

from tests.container import free_port


class Line:
    """Listens at a port of its own and carries every byte to the app's port `to` and back."""

    def __init__(self, to: int) -> None:
        self.port, self.to = free_port(), to
        self._loop, self._open = asyncio.new_event_loop(), set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> "Line":
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.mend()
        return self

    def __exit__(self, *error: object) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self) -> None:
        """End every connection, and take no new one."""
        self._call(self._cut())

    def mend(self, to: int | None = None) -> None:
        """Carry again, from now on to another port if one is given."""
        self.to = to or self.to
        self._call(self._listen())

    def _call(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", self.port)

    async def _cut(self) -> None:
        self._server.close()
        for writer in self._open:
            writer.transport.abort()

    async def _carry(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            there, on = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            back.transport.abort()
            return
        self._open |= {back, on}
        await asyncio.gather(_pour(here, on), _pour(there, back))
        self._open -= {back, on}


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
        writer.close()
    except OSError:
        writer.transport.abort()
