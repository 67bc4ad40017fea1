"""What the server does otherwise than Streamlit by itself: files stay in memory, visits outlast a break."""

from functools import partial

from starlette.formparsers import MultiPartParser
from streamlit import config
from streamlit.runtime import memory_session_storage
from streamlit.runtime.app_session import AppSession

MOST_AWAY = 512
"""How many visits are kept for people whose connection is cut: of a class of 200 everybody's, also when they
have opened the page anew meanwhile. For how long stands in .streamlit/config.toml."""


def settle() -> None:
    """Be called before the app is made."""
    # A file above a megabyte would be put into a temporary file while it arrives.
    MultiPartParser.spool_max_size = (config.get_option("server.maxUploadSize") + 1) << 20
    if config.get_option("server.fileWatcherType") == "none":
        # Streamlit heeds this for a new visit, and not for one that goes on after a break: it would look for
        # the file of every module then, for each visit, while everybody waits.
        AppSession.register_file_watchers = lambda visit: None
    storage = memory_session_storage.MemorySessionStorage
    memory_session_storage.MemorySessionStorage = partial(storage, maxsize=MOST_AWAY)
