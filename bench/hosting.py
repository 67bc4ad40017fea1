"""What hosting takes: the memory of one process, page by page. Asserts nothing; bench/load.py is about waits.

python bench/hosting.py

The process is started as the container starts it.
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.visitors import megabytes, megabytes_of_workers, open_once, until_ready
from tests.container import App, image, running
from tests.pages import labels
from tokcore.published import PUBLISHED


def opened(app: App, page: str, link: str = "") -> None:
    """Open a page once; an error on it is reported."""
    for error in asyncio.run(open_once(app, page, link)):
        print(f"{page}: {error}", file=sys.stderr)


def main() -> None:
    with image() as folder, running(folder) as app:
        print("memory of one process, MB")
        print(f"  when it first answers               {megabytes(app):6.0f}")
        until_ready(app.log)
        print(f"  when every page was opened once     {megabytes(app):6.0f}")
        print(f"  its workers, until they have rested {megabytes_of_workers(app):6.0f}")
        for name in PUBLISHED:
            opened(app, labels.COMPARE, labels.link(labels.COMPARE, {"tokenizers": [name]}, text="a b"))
        print(f"  with all published tokenizers       {megabytes(app):6.0f}")


if __name__ == "__main__":
    main()
