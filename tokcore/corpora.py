"""Named texts to train on and measure, each checked by its hash before anyone sees it.

*Botchan*, *Northanger Abbey* and a synthetic catalogue of furniture are bundled. *The Time Machine* is
downloaded when it is first asked for, kept in the user's cache, and replaced by *Botchan*, with a sentence
that says so, when it cannot be had. The environment variable TOKCORE_TEXTS names a folder that is looked in
first.
"""

import csv
import hashlib
import math
import os
import random
import re
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tokcore.limits import CorpusError, UnknownTokenError

DOWNLOAD_SECONDS = 5
RETRY_SECONDS = 60
_BUNDLED = Path(__file__).parents[1] / "data" / "texts"


class Source(NamedTuple):
    """Where a text comes from; `sha1` is of the file's bytes, `url` is set when it is not bundled.

    Of a CSV file the text is these `columns`, joined by a space, a line for each row. `note` is what a reader
    must know about the text.
    """

    title: str
    file: str
    sha1: str
    url: str | None = None
    columns: tuple[str, ...] = ()
    note: str | None = None


class Corpus(NamedTuple):
    """A text with its title; `note` says what a reader must know about it, or is None."""

    title: str
    text: str
    note: str | None = None


class Split(NamedTuple):
    """A text in two parts, each its lines in their order: one to learn from, one never to be learned from."""

    training: str
    held_out: str


_CATALOGUE = "furniture_catalogue.csv", "804a21f49ef12ef95fd08c87db2e563ca31cc152", None
_SYNTHETIC = (
    "This catalogue is synthetic: a seeded generator wrote it, and its product lines, designers, finishes "
    "and codes are made up. It stands in for a shop's own text."
)

SOURCES = {
    "time_machine": Source(
        "The Time Machine, H. G. Wells",
        "time_machine.txt",
        "090b5e7e70c295757f55df93cb0a180b9691891a",
        "http://d2l-data.s3-accelerate.amazonaws.com/timemachine.txt",
    ),
    "botchan": Source(
        "Botchan, Natsume Soseki (in English)", "botchan.txt", "0941e9cdd61c4d8dc7e08c726879667a7ad4caf3"
    ),
    "northanger_abbey": Source(
        "Northanger Abbey, Jane Austen", "northanger_abbey.txt", "0f252912da2714448117393ec9c44efbc2b5af6f"
    ),
    "furniture_catalogue": Source(
        "Furniture catalogue (synthetic)", *_CATALOGUE, ("name", "description"), _SYNTHETIC
    ),
    "furniture_names": Source("Furniture names (synthetic)", *_CATALOGUE, ("name",), _SYNTHETIC),
}
DEFAULT = "time_machine"
INSTEAD = "botchan"

HELD_OUT_SHARE = 0.1
HELD_OUT_SEED = 0

_failures: dict[str, tuple[float, CorpusError]] = {}
"""Address -> when its last download failed, and how; one entry for each source at most."""

_unwritten: dict[str, str] = {}
"""Address -> the text that was downloaded and could be kept in no file; one entry for each source at most."""

# Runs in a process of its own: a name server that does not answer ignores every timeout set in this one.
_FETCH = """
import sys, urllib.request
sys.stdout.buffer.write(urllib.request.urlopen(sys.argv[1], timeout=float(sys.argv[2])).read(10_000_000))
"""


def corpus(name: str = DEFAULT) -> Corpus:
    """The text of that name, or *Botchan* with a note when a download is needed and fails.

    Raises UnknownTokenError for a name that is not in SOURCES, CorpusError when a bundled file is damaged.
    """
    if name not in SOURCES:
        raise UnknownTokenError(f"There is no text {name!r}; there are {', '.join(SOURCES)}.")
    source = SOURCES[name]
    if source.url is None:
        text = _checked(_BUNDLED / source.file, source)
        return Corpus(source.title, _columns(text, source.columns) if source.columns else text, source.note)
    for folder in filter(None, (os.environ.get("TOKCORE_TEXTS"), _cache_folder())):
        with suppress(CorpusError):
            return Corpus(source.title, _checked(Path(folder) / source.file, source))
    try:
        return Corpus(source.title, _downloaded_or_refused(source))
    except CorpusError as error:
        instead = corpus(INSTEAD)
        return instead._replace(note=f"{error} The text used instead is {instead.title}.")


def held_out(text: str, share: float = HELD_OUT_SHARE, seed: int = HELD_OUT_SEED) -> Split:
    """The text in two: `share` of its lines, rounded, are held out, and the others are there to learn from.

    Lines end with a line feed, which stays with them. Which ones are held out depends on their number and on
    the seed alone. A share between 0 and 1 leaves at least one line on each side, of two or more.
    """
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    count = round(share * len(lines))
    if 0 < share < 1 and len(lines) > 1:
        count = min(max(count, 1), len(lines) - 1)
    chosen = set(random.Random(seed).sample(range(len(lines)), count))
    parts = ["", ""]
    for held in (False, True):
        parts[held] = "".join(line for place, line in enumerate(lines) if (place in chosen) == held)
    return Split(*parts)


@cache
def _columns(table: str, columns: tuple[str, ...]) -> str:
    """The columns of a CSV file with a header, joined by a space, a line for each row."""
    return "".join(
        " ".join(row[column] for column in columns) + "\n" for row in csv.DictReader(table.splitlines())
    )


@cache
def _read(path: Path, modified: float, sha1: str) -> str:
    data = path.read_bytes()
    if hashlib.sha1(data).hexdigest() != sha1:
        raise CorpusError(f"The file {path.name} is not the text that it should be.")
    return data.decode()


def _checked(path: Path, source: Source) -> str:
    try:
        return _read(path, path.stat().st_mtime, source.sha1)
    except OSError:
        raise CorpusError(f"The file {path.name} cannot be read.") from None


def _cache_folder() -> Path | None:
    """Where downloads are kept; None for a user without a home."""
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tokcore"
    except RuntimeError:
        return None


def _downloaded_or_refused(source: Source) -> str:
    """`_downloaded`, but for a while after a failure the same failure at once: nobody waits for it twice."""
    if source.url in _unwritten:
        return _unwritten[source.url]
    failed_at, error = _failures.get(source.url, (-math.inf, None))
    if time.monotonic() - failed_at < RETRY_SECONDS:
        raise error
    try:
        return _downloaded(source)
    except CorpusError as error:
        _failures[source.url] = time.monotonic(), error
        raise


def _downloaded(source: Source) -> str:
    """The text from its address, kept for the next time. Raises CorpusError when it cannot be had."""
    try:
        fetched = subprocess.run(
            [sys.executable, "-c", _FETCH, source.url, str(DOWNLOAD_SECONDS)],
            capture_output=True,
            timeout=DOWNLOAD_SECONDS,
            check=True,
        )
    except (subprocess.SubprocessError, OSError):
        raise CorpusError(f"{source.title} could not be downloaded just now.") from None
    if hashlib.sha1(fetched.stdout).hexdigest() != source.sha1:
        raise CorpusError(f"What was downloaded as {source.title} is a different text.")
    text = fetched.stdout.decode()
    if not _kept(fetched.stdout, source.file):
        _unwritten[source.url] = text  # a read-only home or a full disk: downloaded again by the next process
    return text


def _kept(data: bytes, name: str) -> bool:
    """Whether the file could be written into the cache, as a whole."""
    if not (folder := _cache_folder()):
        return False
    part = folder / f"{name}.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(folder / name)
    except OSError:
        with suppress(OSError):
            part.unlink()
        return False
    return True
