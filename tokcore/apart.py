"""A question to a library, asked in a process of its own that may use only so much time and memory.

The libraries that tokcore is compared with are written for files and patterns that one trusts. A file or a
pattern of a person's own may keep one of them busy for hours, take all memory, or end its process. So a
module of tokcore that asks one has a function `answer(request, data)`, which runs over there and writes no
file.
"""

import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from tokcore.elsewhere import bound, command
from tokcore.limits import LimitError

SECONDS = 10
"""How long one question may use a processor, the start of the process included."""

MEMORY_BYTES = 1_000_000_000
"""How much memory the process may ask for."""

_PROCESSOR_TIME_IS_UP = -getattr(signal, "SIGXCPU", 0) or None  # how a process ends on which that was imposed


def ask(module: str, request: dict[str, Any], data: bytes, seconds: float = SECONDS) -> dict[str, Any]:
    """What `answer(request, data)` of that module of tokcore returns; both are JSON.

    When it raises, {"error": its message} comes back. Raises LimitError when the process is stopped, breaks
    down, or says itself that more was asked for than the limits allow.
    """
    try:
        done = subprocess.run(
            command(f"from tokcore.apart import serve; from tokcore.{module} import answer; serve(answer)"),
            input=json.dumps([request, seconds]).encode() + b"\n" + data,
            capture_output=True,
            timeout=3 * seconds,  # on the clock, when other work slows it down
            env=os.environ | {"TOKENIZERS_PARALLELISM": "false", "RUST_BACKTRACE": "0"},
        )
        if done.returncode == _PROCESSOR_TIME_IS_UP:
            raise TimeoutError
    except (subprocess.TimeoutExpired, TimeoutError):
        raise LimitError(
            f"The library was stopped: it worked on this file for more than {seconds} seconds."
        ) from None
    try:
        found = json.loads(done.stdout)
    except ValueError:
        raise LimitError(
            "The library broke down on this file: it crashed, or asked for more than "
            f"{MEMORY_BYTES / 1e9:g} GB of memory. Only its own process has ended."
        ) from None
    if "limit" in found:
        raise LimitError(found["limit"])
    return found


def serve(answer: Callable[[dict[str, Any], bytes], dict[str, Any]]) -> None:
    """Answer one question, in the other process: a line of JSON, then the file, on standard input."""
    line, _, data = sys.stdin.buffer.read().partition(b"\n")
    request, seconds = json.loads(line)
    bound(MEMORY_BYTES, math.ceil(seconds))
    try:
        found = answer(request, data)
    except LimitError as error:
        found = {"limit": str(error)}
    except BaseException as error:  # the libraries' panics are no Exception
        found = {"error": in_words(error)}
    sys.stdout.write(json.dumps(found))


def in_words(error: BaseException) -> str:
    """What a library says of its failure, on one line and cut short."""
    return " ".join(str(error).split())[:300] or type(error).__name__
