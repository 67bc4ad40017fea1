"""A question to a library, asked in a process of its own that may use only so much time and memory.

The libraries that tokcore is compared with are written for files and patterns that one trusts. A file or a
pattern of a person's own may keep one of them busy for hours, take all memory, or end its process. So a
module of tokcore that asks one has a function `answer(request, data)`, which runs over there and writes no
file.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tokcore.limits import LimitError

SECONDS = 10
"""How long one question may take, the start of the process included."""

MEMORY_BYTES = 1_000_000_000
"""How much memory the process may ask for."""

_SERVE = (
    "import sys; sys.path.insert(0, sys.argv[1]); from tokcore.apart import serve; "
    "from tokcore.{} import answer; serve(answer)"
)
_ROOT = str(Path(__file__).parents[1])


def ask(module: str, request: dict[str, Any], data: bytes, seconds: float = SECONDS) -> dict[str, Any]:
    """What `answer(request, data)` of that module of tokcore returns; both are JSON.

    When it raises, {"error": its message} comes back. Raises LimitError when the process is stopped, breaks
    down, or says itself that more was asked for than the limits allow.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-c", _SERVE.format(module), _ROOT],
            input=json.dumps(request).encode() + b"\n" + data,
            capture_output=True,
            timeout=seconds,
            env=os.environ | {"TOKENIZERS_PARALLELISM": "false", "RUST_BACKTRACE": "0"},
        )
    except subprocess.TimeoutExpired:
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
    _bound()
    line, _, data = sys.stdin.buffer.read().partition(b"\n")
    try:
        found = answer(json.loads(line), data)
    except LimitError as error:
        found = {"limit": str(error)}
    except BaseException as error:  # the libraries' panics are no Exception
        found = {"error": in_words(error)}
    sys.stdout.write(json.dumps(found))


def in_words(error: BaseException) -> str:
    """What a library says of its failure, on one line and cut short."""
    return " ".join(str(error).split())[:300] or type(error).__name__


def _bound() -> None:
    """Take back what this process may use: memory, processor time, and files, of which it may write none."""
    try:
        import resource
    except ImportError:  # not on Windows; the time limit of the asking process holds there too
        return
    limits = {
        resource.RLIMIT_AS: MEMORY_BYTES,
        resource.RLIMIT_CPU: SECONDS + 2,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
    }
    for what, most in limits.items():
        resource.setrlimit(what, (most, most))
