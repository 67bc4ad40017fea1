"""Whose turn it is: processes that ask a library something are started for a few visitors at a time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tokcore import LimitError

_AT_ONCE = threading.BoundedSemaphore(2)
_PATIENCE = 15
"""How many files are read at the same time for all visitors, and how many seconds the next one waits."""


@contextmanager
def turn() -> Iterator[None]:
    """Wait for a turn, and hold it; LimitError when the others take too long."""
    if not _AT_ONCE.acquire(timeout=_PATIENCE):
        raise LimitError("Other people's files are being read at this moment. Try again in a few seconds.")
    try:
        yield
    finally:
        _AT_ONCE.release()
