"""What keeps one process quick for many visitors: work of Streamlit and Python done once, or not at all."""

import gc
import json
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache, wraps
from typing import Any

from streamlit.components.v2.bidi_component import main as components
from streamlit.runtime import app_session, parallel_coordinator

from tokcore import load

LOOK_AFTER = 10_000
"""After how many new objects Python looks for garbage. With its own 700 much of what a hundred people leave
behind is looked for among all that they keep: a tenth of the work, and pauses of a tenth of a second."""

_frozen = 0


def once(fill: Callable[..., None]) -> Callable[..., None]:
    """A function that fills in a message as `fill` does, but reads the settings for it only once.

    Streamlit sends the theme and other settings with every run, and reading them was a tenth of a run's work.
    """

    @lru_cache(maxsize=16)
    def known(kind: type, *section: str) -> Any:
        fill(message := kind(), *section)
        return message

    @wraps(fill)
    def filled(message: Any, *section: str) -> None:
        if message.ByteSize():
            fill(message, *section)  # on top of something: not what is remembered
        else:
            message.CopyFrom(known(type(message), *section))

    return filled


REMEMBERED = {
    name: once(getattr(app_session, name)) for name in ("_populate_theme_msg", "_populate_config_msg")
}
"""Of Streamlit's functions those that fill in the same at each run."""


class PoolWhenNeeded:
    """The threads for parallel fragments, of which Streamlit makes a pool for each run; no page here has any.

    Making the pool was a twentieth of a run's work.
    """

    def __init__(self, max_workers: int | None = None) -> None:
        self._most = max_workers
        self._pool: ThreadPoolExecutor | None = None

    def submit(self, *call: Any, **named: Any) -> Future:
        """Hand in a call, as to the pool."""
        self._pool = self._pool or ThreadPoolExecutor(self._most)
        return self._pool.submit(*call, **named)

    def shutdown(self, *how: Any, **named: Any) -> None:
        """End the pool, if there is one."""
        if self._pool:
            self._pool.shutdown(*how, **named)


def with_events(events: str, *names: Any) -> Callable[[Any, Any], Any]:
    """How a component's state is looked up in the session: with what was clicked, which is known as `events`.

    Streamlit makes a class for each look, so that the state could be set too, which no page does: a tenth of
    a run's work.
    """

    def looked_up(state: Any, session: Any) -> Any:
        if not isinstance(state, dict) or events not in session._new_widget_state:
            return state
        clicked = session._new_widget_state[events] or []
        return {one["event"]: one["value"] for one in clicked} | state

    return looked_up


def as_json(data: Any, message: Any) -> None:
    """Write a component's data into its message. Raises TypeError for what JSON does not have.

    Streamlit looks first whether a part of the data is a table, and loads pandas to know one: 30 MB.
    """
    message.json = json.dumps(data)


def settle() -> None:
    """Be called at the start of every run: puts ours in Streamlit's place, and freezes what was loaded.

    Vocabularies are hundreds of thousands of objects that stay. Frozen, they are not looked through each time
    that Python looks for garbage, which takes a fifth of a second for which everybody waits.
    """
    global _frozen
    vars(app_session).update(REMEMBERED)
    parallel_coordinator.ThreadPoolExecutor = PoolWhenNeeded
    components.make_bidi_component_presenter = with_events
    components.serialize_mixed_data = as_json
    if (loaded := load.cache_info().currsize) != _frozen:
        _frozen = loaded
        gc.freeze()
        gc.set_threshold(LOOK_AFTER, *gc.get_threshold()[1:])
