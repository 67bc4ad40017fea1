"""Counting the chunks of many files, in several processes at once.

This is the one module of tokcore that starts processes of its own kind to work in parallel. They are
spawned, so a script that counts with more than one must start under `if __name__ == "__main__":`.
"""

import os
import signal
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from tokcore.counting import BLOCK_CHARACTERS, add_counts, count_chunks
from tokcore.files import Progress, Source, bytes_of, file_blocks, is_file
from tokcore.limits import LimitError
from tokcore.pretokenize import Pattern, as_pattern


def count_file(
    path: Source,
    pattern: Pattern | str | None = None,
    size: int = BLOCK_CHARACTERS,
    progress: Progress | None = None,
) -> Counter[str]:
    """How often each chunk of a file occurs, in order of first appearance, read in blocks of `size`.

    Raises as `files.file_blocks` does.
    """
    rules = as_pattern(pattern)
    return add_counts(count_chunks(block, rules) for block in file_blocks(path, rules, size, progress))


def count_files(
    paths: Sequence[Source],
    pattern: Pattern | str | None = None,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Counter[str]:
    """How often each chunk of the files occurs, in order of first appearance in the order of the files.

    `processes` is how many work at once, by default as many as there are processors; the counts do not
    depend on it. `progress` gets the bytes that were counted. With standard input or a pipe among the files,
    all are counted in this process. Raises as `count_file` does, and LimitError when a process ends before
    its answer.
    """
    rules = as_pattern(pattern)
    processes = min(processes or os.cpu_count() or 1, len(paths))
    if processes < 2 or not all(map(is_file, paths)):
        return add_counts(count_file(path, rules, progress=progress) for path in paths)
    # Spawned, because a forked process would inherit the locks of the caller's threads. An interrupt from the
    # keyboard reaches every process, and should end it without a traceback.
    quietly = signal.signal, (signal.SIGINT, signal.SIG_DFL)
    with ProcessPoolExecutor(processes, get_context("spawn"), *quietly) as pool:
        try:
            asked = [pool.submit(count_file, path, rules) for path in paths]
            return add_counts(_answers(asked, paths, progress))
        except BrokenProcessPool:
            raise LimitError(
                "A counting process ended early: it ran out of memory, or the script that started it lacks "
                'if __name__ == "__main__".'
            ) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _answers(asked, paths, progress):
    for place, path in enumerate(paths):
        counts, asked[place] = asked[place].result(), None  # so that no counts are kept twice
        if progress:
            progress(bytes_of([path]) or 0)
        yield counts
