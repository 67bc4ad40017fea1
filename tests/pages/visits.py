"""Several visitors without a browser: the app's own server parts in this process, and tabs that talk to them.

AppTest gives every visitor the same name, so what Streamlit keeps for one session is everybody's there. Here
each tab is a session as on the server.
"""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime import Runtime
from streamlit.runtime.session_manager import SessionClient
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from tests.pages import labels
from tests.pages.reading import APP
from ui import broken, server

PATIENCE = 60


class Tab(SessionClient):
    """One visitor: what the server has sent, and the state of the inputs that were used."""

    def __init__(self, house: "House") -> None:
        self._house, self._finished = house, threading.Event()
        self.sent: list[bytes] = []
        self.elements: list[Element] = []
        self.runs: list[str] = []
        self._states: dict[str, WidgetState] = {}
        self._fragments: dict[str, str] = {}
        self._page, self._known_as = labels.COMPARE, ""
        self.id = house.call(house.runtime.connect_session, self, {})

    def write_forward_msg(self, msg: ForwardMsg) -> None:
        kind = msg.WhichOneof("type")
        self.sent.append(msg.SerializeToString())
        if kind == "delta" and msg.delta.WhichOneof("type") == "new_element":
            self.elements.append(Element.FromString(msg.delta.new_element.SerializeToString()))
            one = self.elements[-1]
            self._fragments[one.bidi_component.id or one.checkbox.id] = msg.delta.fragment_id
        if kind == "navigation":
            self._known_as = msg.navigation.page_script_hash
        if kind == "script_finished":
            self.runs.append(ForwardMsg.ScriptFinishedStatus.Name(msg.script_finished))
            if msg.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                self._finished.set()

    def open(self, page: str, link: str = "") -> "Tab":
        """Go to a page by its address."""
        self._page, self._states, self._known_as = page, {}, ""
        return self._run(link)

    def press(self, label: str) -> "Tab":
        """Click the button of that name."""
        button = self._last(lambda one: one.WhichOneof("type") == "button" and one.button.label == label)
        return self._run(pressed=WidgetState(id=button.button.id, trigger_value=True))

    def write(self, text: str, link: str = "") -> "Tab":
        """Type into the page's live box; as a browser does, ask for the part around it only."""
        box = next(one for one in self._fragments if one.endswith(f"{self._page}.text.box"))
        value = json.dumps({"text": {"value": text, "version": 0}})
        return self._change(WidgetState(id=box, json_value=value), link)

    def switch(self, label: str, on: bool = True, link: str = "") -> "Tab":
        """Set the first switch or checkbox of that name; `link` is the address that a browser gives it."""
        one = next(one for one in self.elements if one.checkbox.label == label)
        return self._change(WidgetState(id=one.checkbox.id, bool_value=on), link)

    def file(self, label: str) -> Callable[[], bytes]:
        """Press the button for a file, now or after further runs; what the file holds then."""
        button = self._last(lambda one: one.download_button.label == label).download_button
        files = self._house.runtime.media_file_mgr

        def pressed() -> bytes:
            address = files.execute_deferred(button.deferred_file_id)
            return files._storage.get_file(address.rpartition("/")[2]).content

        return pressed

    def was_sent(self, *written: str) -> list[str]:
        """Which of the texts were sent since the tab last asked for something."""
        return [text for text in written if any(text.encode() in message for message in self.sent)]

    def shown(self) -> list[str]:
        """The texts and blocks of code that came with the last run, in order."""
        return [body for one in self.elements if (body := one.text.body or one.code.code_text)]

    def upload(self, name: str, data: bytes, file: str | None = None) -> str:
        """Choose a file in the page's uploader; the id of the file, which may be there already."""
        uploader = self._last(lambda one: one.WhichOneof("type") == "file_uploader").file_uploader.id
        if file is None:
            file = f"file-of-{self.id}"
            record = UploadedFileRec(file, name, "text/plain", data)
            self._house.call(self._house.runtime.uploaded_file_mgr.add_file, self.id, record)
        state = WidgetState(id=uploader)
        chosen = state.file_uploader_state_value.uploaded_file_info.add(
            file_id=file, name=name, size=len(data)
        )
        chosen.file_urls.file_id = file
        self._states[uploader] = state
        self._run()
        return file

    def cut(self) -> None:
        """Lose the connection."""
        self._house.call(self._house.runtime.disconnect_session, self.id)

    def connect_again(self) -> bool:
        """Whether the server still knows the visit."""
        before, runtime = self.id, self._house.runtime
        self.id = self._house.call(lambda: runtime.connect_session(self, {}, existing_session_id=before))
        return self.id == before

    @property
    def watches_files(self) -> bool:
        """Whether the visit looks for changes of the code, for which everybody waits."""
        return bool(
            self._house.runtime._session_mgr.get_active_session_info(self.id).session._local_sources_watcher
        )

    def leave(self) -> None:
        """Close the tab, for good."""
        self._house.call(self._house.runtime.close_session, self.id)
        self.sent, self.elements, self._states = [], [], {}

    def _last(self, fits: Callable[[Element], bool]) -> Element:
        return next(one for one in reversed(self.elements) if fits(one))

    def _change(self, changed: WidgetState, link: str = "") -> "Tab":
        self._states[changed.id] = changed
        return self._run(link, fragment=self._fragments[changed.id])

    def _run(self, link: str = "", pressed: WidgetState | None = None, fragment: str = "") -> "Tab":
        asked = BackMsg()
        if not self._known_as:
            asked.rerun_script.page_name = "" if self._page == labels.COMPARE else self._page
        asked.rerun_script.page_script_hash = self._known_as
        asked.rerun_script.fragment_id = fragment
        asked.rerun_script.query_string = link.removeprefix("?")
        asked.rerun_script.widget_states.widgets.extend([*self._states.values(), *filter(None, [pressed])])
        self.sent, self.elements, self.runs = [], [], []
        self._finished.clear()
        self._house.call(self._house.runtime.handle_backmsg, self.id, asked)
        assert self._finished.wait(PATIENCE), "the page was not finished"
        return self


class House:
    """The server parts that keep sessions, in a thread of their own."""

    def __init__(self, loop: asyncio.AbstractEventLoop, runtime: Runtime) -> None:
        self._loop, self.runtime = loop, runtime

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call on the server's thread."""

        async def called() -> Any:
            return function(*arguments)

        return asyncio.run_coroutine_threadsafe(called(), self._loop).result(PATIENCE)

    def tab(self) -> Tab:
        """A new visitor."""
        return Tab(self)


@contextmanager
def house() -> Iterator[House]:
    """The app as streamlit_app.py makes it, but for the visit to every page at its start."""
    server.settle()
    app = st.App(APP, on_script_error=broken.told)
    started, over, loop = threading.Event(), asyncio.Event(), asyncio.new_event_loop()

    async def live() -> None:
        async with app.lifespan()(None):
            started.set()
            await over.wait()
        await Runtime.instance().stopped

    thread = threading.Thread(target=loop.run_until_complete, args=[live()])
    thread.start()
    assert started.wait(PATIENCE)
    try:
        yield House(loop, Runtime.instance())
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(PATIENCE)
        loop.close()
        Runtime._instance = None  # as AppTest leaves it
