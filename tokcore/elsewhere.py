"""A function in a process of its own: how the process starts, what it may use, and how the two speak.

Such a process is started as `python -c` with a line of this module. multiprocessing would read the script
that started everything again in it, and for an app that means running its pages.

A message is a pickle behind its length. To a `Question` any number of shares that are done come back, and
then an `Answer`. Between two questions nothing is kept but what `tokcore` keeps for itself, such as published
tokenizers.
"""

import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from tokcore import pretokenize
from tokcore.limits import LimitError, TokcoreError

_ROOT = str(Path(__file__).parents[1])
_HEAD = 8
_REPORT_EVERY = 0.05  # seconds

TOO_MUCH_MEMORY = (
    "This needed more memory than one person's work may take, so it was stopped. Take less text."
)

_report: Callable[[float], None] | None = None


def took_too_long(seconds: float) -> str:
    """What a person is told when their work was stopped by the clock."""
    return f"This took more than {seconds:g} seconds, so it was stopped. Take less text."


class Question(NamedTuple):
    """What to work out: a function that can be imported by its name, and what it is called with.

    It may use `seconds` of a processor, and a person's own patterns `pattern_seconds` of them.
    """

    function: Callable
    arguments: tuple
    seconds: float
    pattern_seconds: float


class Answer(NamedTuple):
    """What came of it: the result when it is "done", the TokcoreError when it is "refused", the traceback
    when it is "broken"; and the seconds that a person's own patterns have used."""

    kind: str
    content: Any
    pattern_seconds: float


def command(start: str) -> list[str]:
    """The words that start a process on a line of Python, with the project's modules at hand."""
    return [sys.executable, "-c", f"import sys; sys.path.insert(0, sys.argv[1]); {start}", _ROOT]


def bound(memory: int, seconds: int | None = None) -> None:
    """Limit this process: bytes of memory, seconds of a processor, and files, of which it may write none."""
    try:
        import resource
    except ImportError:  # not on Windows; the time limit of the asking process holds there too
        return
    for what, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0)):
        resource.setrlimit(what, (most, most))
    if seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))  # the first ends it with SIGXCPU


def progress(share: float) -> None:
    """Say how much of the work is done, from 0 to 1. In the process that asks this does nothing."""
    if _report:
        _report(share)


def write_message(stream: BinaryIO, message: Any) -> None:
    """Send one message."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    stream.write(len(data).to_bytes(_HEAD, "big") + data)
    stream.flush()


def read_message(stream: BinaryIO) -> Any:
    """The next message. Raises EOFError when the other side has ended."""
    head = stream.read(_HEAD)
    data = stream.read(int.from_bytes(head, "big")) if len(head) == _HEAD else b""
    if not data or len(data) < int.from_bytes(head, "big"):
        raise EOFError("The other process has ended.")
    return pickle.loads(data)


def serve(memory: int) -> None:
    """Answer questions from standard input until it ends. A worker process does nothing else."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    with suppress(OSError):  # not on every system
        # Where memory runs out this process ends, not the one that asks: its work can be asked for again.
        Path("/proc/self/oom_score_adj").write_text("1000")
    bound(memory)
    if hasattr(os, "nice"):
        os.nice(10)  # whoever asks comes first where processors are few
    questions = sys.stdin.buffer
    while True:
        try:
            question = read_message(questions)
        except EOFError:
            return
        answer = _answer(question, answers)
        try:
            write_message(answers, answer)
        except MemoryError:
            write_message(answers, Answer("refused", LimitError(TOO_MUCH_MEMORY), answer.pattern_seconds))
        del question, answer


def _answer(question: Question, answers: BinaryIO) -> Answer:
    global _report
    said = 0.0

    def report(share: float) -> None:
        nonlocal said
        if time.monotonic() - said > _REPORT_EVERY:
            said = time.monotonic()
            write_message(answers, min(1.0, share))

    _report = report
    pretokenize.allow_seconds(question.pattern_seconds)
    try:
        with _processor_seconds(question.seconds):
            kind, content = "done", question.function(*question.arguments)
    except TokcoreError as error:
        kind, content = "refused", type(error)(str(error))
    except MemoryError:
        kind, content = "refused", LimitError(TOO_MUCH_MEMORY)
    except Exception:
        kind, content = "broken", traceback.format_exc()
    _report = None
    return Answer(kind, content, question.pattern_seconds - pretokenize.seconds_left())


@contextmanager
def _processor_seconds(most: float) -> Iterator[None]:
    """Raise LimitError in what stands inside when it has used a processor for longer."""

    def stop(*_: object) -> None:
        raise LimitError(took_too_long(most))

    if not hasattr(signal, "setitimer"):  # on Windows, where the time limit of the asking process holds too
        yield
        return
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, most)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
