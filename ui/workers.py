"""The app's worker processes and whose turn it is: a few for everybody, started when somebody needs one.

Whoever waits for a worker speaks to it in their own thread, so nobody has to manage the pool. A worker that
nobody asks for a while is ended; one that was left in the middle of its work is ended at once.
"""

import os
import queue
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tokcore.elsewhere import Answer, Question, command, read_message, write_message

MEMORY_BYTES = 1_000_000_000
"""How much memory a worker may ask for: three times what the longest text of a person's own has taken."""

AT_ONCE = 2
"""How many workers there are at most: a third would take what two processors leave for the pages."""

IDLE_SECONDS = 300
"""After how long without work a worker is ended."""


class Ended(Exception):
    """The worker's process has ended before it answered."""


class Worker:
    """A process that works out one question after another."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            command(f"from tokcore.elsewhere import serve; serve({MEMORY_BYTES})"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # so that what it has started itself ends with it
            env=os.environ | {"TOKENIZERS_PARALLELISM": "false", "OPENBLAS_NUM_THREADS": "1"},
        )
        self.asked = False
        self._came: queue.SimpleQueue[Answer | float | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        self._timer: threading.Timer | None = None

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self.process.poll() is None

    def ask(self, question: Question) -> None:
        """Send a question. Raises Ended."""
        self.asked = True
        try:
            write_message(self.process.stdin, question)
        except OSError:
            raise Ended from None

    def next(self, seconds: float) -> Answer | float | None:
        """The answer or the share that is done, or None when nothing comes for so long. Raises Ended."""
        try:
            message = self._came.get(timeout=seconds)
        except queue.Empty:
            return None
        if message is None:
            raise Ended
        self.asked = not isinstance(message, Answer)
        return message

    def rest(self) -> None:
        """Wait for the next question, but not for ever."""
        self._timer = threading.Timer(IDLE_SECONDS, self.end)
        self._timer.daemon = True
        self._timer.start()

    def wake(self) -> bool:
        """Whether the worker can be asked; it will not be ended for waiting from now on."""
        if self._timer:
            self._timer.cancel()
            self._timer.join()  # it may be ending the process just now
        return self.alive

    def end(self) -> None:
        """End the process, whatever it does."""
        if self.alive and hasattr(os, "killpg"):
            with suppress(ProcessLookupError):  # it may have ended by itself just now
                os.killpg(self.process.pid, signal.SIGKILL)
        elif self.alive:
            self.process.kill()
        self.process.wait()
        with suppress(OSError):  # half a question may stand there still
            self.process.stdin.close()

    def _read(self) -> None:
        try:
            while True:
                self._came.put(read_message(self.process.stdout))
        except (EOFError, OSError):
            self._came.put(None)
            self.process.stdout.close()


class Place:
    """A place in the queue."""

    def __init__(self, pool: "Pool", urgent: bool) -> None:
        self._pool, self.urgent = pool, urgent
        self.worker: Worker | None = None

    @property
    def ahead(self) -> int:
        """How many others wait before this one."""
        with self._pool.changed:
            return self._pool.waiting.index(self) if self in self._pool.waiting else 0

    def wait(self, seconds: float) -> Worker | None:
        """A worker of one's own until the place is left, or None when none is free for so long."""
        pool = self._pool
        with pool.changed:
            if not pool.changed.wait_for(lambda: pool.waiting[0] is self and pool.busy < pool.size, seconds):
                return None
            pool.waiting.remove(self)
            pool.busy += 1
            pool.changed.notify_all()
            while pool.resting and not self.worker:
                worker = pool.resting.pop()
                self.worker = worker if worker.wake() else None
        self.worker = self.worker or Worker()
        return self.worker


class Pool:
    """At most `size` workers, and a queue of those who wait for one."""

    def __init__(self, size: int = AT_ONCE) -> None:
        self.size, self.busy = size, 0
        self.waiting: list[Place] = []
        self.resting: list[Worker] = []
        self.changed = threading.Condition()

    @contextmanager
    def place(self, urgent: bool = False) -> Iterator[Place]:
        """A place in the queue, before all that are not `urgent` if it is; whoever leaves it gives up."""
        mine = Place(self, urgent)
        with self.changed:
            before = sum(other.urgent for other in self.waiting) if urgent else len(self.waiting)
            self.waiting.insert(before, mine)
        try:
            yield mine
        finally:
            self._leave(mine)

    def _leave(self, mine: Place) -> None:
        worker, waited = mine.worker, mine in self.waiting
        if worker and (worker.asked or not worker.alive):
            worker.end()
        with self.changed:
            if waited:
                self.waiting.remove(mine)
            else:
                self.busy -= 1
                if worker and worker.alive:
                    self.resting.append(worker)
                    worker.rest()
            self.changed.notify_all()
