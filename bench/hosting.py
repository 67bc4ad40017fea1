"""What hosting takes: the memory of one process, by what it opens at its start. Asserts nothing.

python bench/hosting.py

The process is started as the container starts it; what `TOKCORE_READY` says it opens is in docs/hosting.md.
bench/load.py is about waits.
"""

import asyncio
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.visitors import megabytes, megabytes_of_workers, open_once, until_ready
from tests.container import App, image, running
from tests.pages import labels
from tokcore.published import PUBLISHED
from ui.ready import HOW_MUCH

OPENED = {"texts": "opened with a choice", "pages": "opened once", "none": ""}
"""What `TOKCORE_READY` can say, and what the log says when that is done."""

SETTLING = 3.0
"""Seconds after which a process has put away what it needed only to open its pages."""


def opened(app: App, page: str, link: str) -> None:
    """Open a page once; an error on it is reported."""
    for error in asyncio.run(open_once(app, page, link)):
        print(f"{page}: {error}", file=sys.stderr)


def main() -> None:
    print(f"{'MB of one process':20} {'at first':>10} {'ready':>10} {'all tokenizers':>15} {'workers':>10}")
    for how_much, said in OPENED.items():
        with image() as folder, running(folder, **{HOW_MUCH: how_much}) as app:
            seen = [megabytes(app)]
            until_ready(app.log, said)
            time.sleep(SETTLING)
            seen.append(megabytes(app))
            for name in PUBLISHED:
                opened(app, labels.COMPARE, labels.link(labels.COMPARE, {"tokenizers": [name]}, text="a b"))
            seen += [megabytes(app), megabytes_of_workers(app)]
        print(f"{how_much:20} {seen[0]:10.0f} {seen[1]:10.0f} {seen[2]:15.0f} {seen[3]:10.0f}", flush=True)


if __name__ == "__main__":
    main()
