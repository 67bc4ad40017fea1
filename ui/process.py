"""What keeps one process quick for many visitors: work of Streamlit and Python that is done only once."""

import gc
from functools import lru_cache
from typing import Any

from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

from tokcore import load

LOOK_AFTER = 10_000
"""After how many new objects Python looks for garbage. With its own 700 much of what a hundred people leave
behind is looked for among all that they keep: a tenth of the work, and pauses of a tenth of a second."""

_populate = app_session._populate_theme_msg
_frozen = 0


@lru_cache(maxsize=16)
def _theme(section: str) -> CustomThemeConfig:
    theme = CustomThemeConfig()
    _populate(theme, section)
    return theme


def theme_once(message: Any, section: str = "theme") -> None:
    """Fill in a section of the theme as Streamlit does, but read it from the settings only once.

    Streamlit sends the theme with every run of a page, and reading it was a tenth of a run's work.
    """
    if message.ByteSize():
        _populate(message, section)  # on top of something: not what is remembered
    else:
        message.CopyFrom(_theme(section))


def settle() -> None:
    """Be called at the start of every run; does something only after a vocabulary was loaded.

    Vocabularies are hundreds of thousands of objects that stay. Frozen, they are not looked through each time
    that Python looks for garbage, which takes a fifth of a second for which everybody waits.
    """
    global _frozen
    app_session._populate_theme_msg = theme_once
    if (loaded := load.cache_info().currsize) != _frozen:
        _frozen = loaded
        gc.freeze()
        gc.set_threshold(LOOK_AFTER, *gc.get_threshold()[1:])
