"""The app's own first visitor, when the server starts: it opens every page, and the slowest with every text.

What the pages need is then loaded, learned and remembered for everybody. That takes seconds once in a
process, which the first person on a page would wait for.
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from urllib.parse import urlencode

import streamlit as st
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import Runtime, RuntimeState
from streamlit.runtime.session_manager import SessionClient

from tokcore.corpora import SOURCES

HOW_MUCH = "TOKCORE_READY"
"""The variable that says what is opened: "texts" is all of it, "pages" every page once, "none" nothing."""

SLOW = ("vocab_size", "pretokenization")
"""The pages that learn most; they are opened first, and at last with every text of their list."""

CHOICES = (
    {"vocab_size.scheme": "characters, end mark"},
    {"pretokenization.size": "4,096"},
    {"glitch_tokens.kind": "Unreachable", "glitch_tokens.source": SOURCES["furniture_catalogue"].title},
)
"""What else takes a page more than a second the first time."""

AT_ONCE = 2
"""How many pages are opened at a time: as many as there are workers to learn for them."""

BEFORE_ANSWERING = 4.0
"""For how many seconds the server waits for its pages before it answers anybody."""

QUIET = 10.0
"""For how many seconds after the pages it leaves the processors to the first who come."""

LOOK_AGAIN = 1.0
"""After how many seconds it looks again whether somebody is there."""

AT_MOST = 60.0
"""After how many seconds a page that does not get finished is left alone."""


class _Nobody(SessionClient):
    """A browser that looks at nothing and notes when the page is finished."""

    def __init__(self) -> None:
        self.finished = asyncio.Event()

    def write_forward_msg(self, msg: ForwardMsg) -> None:
        early = ForwardMsg.ScriptFinishedStatus.FINISHED_EARLY_FOR_RERUN
        if msg.WhichOneof("type") == "script_finished" and msg.script_finished != early:
            self.finished.set()


def made_ready(paths: Sequence[str]) -> Callable[[st.App], AbstractAsyncContextManager[None]]:
    """What a server does around its life: open the pages first, and what takes too long while it answers."""

    @asynccontextmanager
    async def life(app: st.App) -> AsyncIterator[None]:
        opening = asyncio.create_task(_open_all(paths, os.environ.get(HOW_MUCH, "texts")))
        await asyncio.wait([opening], timeout=BEFORE_ANSWERING)
        yield
        opening.cancel()

    return life


async def _open_all(paths: Sequence[str], how_much: str) -> None:
    if how_much in ("pages", "texts"):
        turn = asyncio.Semaphore(AT_ONCE)
        ordered = sorted(paths, key=lambda path: path not in SLOW)
        await _told("pages were opened once", [_open(path, "", turn) for path in ordered])
    if how_much == "texts":
        await asyncio.sleep(QUIET)
        turn = asyncio.Semaphore()  # one at a time, and only while nobody is there who would wait for it
        texts = [{f"{path}.corpus": source.title} for path in SLOW for source in SOURCES.values()]
        links = [urlencode(choice) for choice in (*texts, *CHOICES)]
        opened = [_open(link.split(".")[0], link, turn, alone=True) for link in links]
        await _told("pages were opened with a choice", opened)


async def _told(what: str, opened: Sequence[Awaitable[bool]]) -> None:
    started, finished = time.monotonic(), sum(await asyncio.gather(*opened))
    seconds = time.monotonic() - started
    print(f"{finished} of {len(opened)} {what}, in {seconds:.1f} s.", file=sys.stderr, flush=True)


async def _open(path: str, query: str, turn: asyncio.Semaphore, alone: bool = False) -> bool:
    """Whether the page was finished. `alone` waits until nobody is connected."""
    async with turn:
        runtime, nobody = Runtime.instance(), _Nobody()
        while alone and runtime.state == RuntimeState.ONE_OR_MORE_SESSIONS_CONNECTED:
            await asyncio.sleep(LOOK_AGAIN)
        session = runtime.connect_session(nobody, user_info={})
        try:
            asked = BackMsg()
            asked.rerun_script.page_name, asked.rerun_script.query_string = path, query
            runtime.handle_backmsg(session, asked)
            await asyncio.wait_for(nobody.finished.wait(), AT_MOST)
        except TimeoutError:
            return False
        else:
            return True
        finally:
            runtime.close_session(session)
