"""Named texts to train on and measure, each checked by its hash before anyone sees it.

*Botchan* and *Northanger Abbey* are bundled. *The Time Machine* is downloaded when it is first asked for,
kept in the user's cache, and replaced by *Botchan*, with a sentence that says so, when it cannot be had. The
environment variable TOKCORE_TEXTS names a folder that is looked in first.
"""

import hashlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tokcore.limits import CorpusError, UnknownTokenError

DOWNLOAD_SECONDS = 5
_BUNDLED = Path(__file__).parents[1] / "data" / "texts"


class Source(NamedTuple):
    """Where a text comes from; `sha1` is of the file's bytes, `url` is set when it is not bundled."""

    title: str
    file: str
    sha1: str
    url: str | None = None


class Corpus(NamedTuple):
    """A text with its title; `note` says what a reader must know about it, or is None."""

    title: str
    text: str
    note: str | None = None


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
}
DEFAULT = "time_machine"
INSTEAD = "botchan"

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
        return Corpus(source.title, _checked(_BUNDLED / source.file, source))
    for folder in filter(None, (os.environ.get("TOKCORE_TEXTS"), _cache_folder())):
        if (path := Path(folder) / source.file).exists():
            try:
                return Corpus(source.title, _checked(path, source))
            except CorpusError:
                continue
    try:
        return Corpus(source.title, _downloaded(source))
    except CorpusError as error:
        instead = corpus(INSTEAD)
        return instead._replace(note=f"{error} The text used instead is {instead.title}.")


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


def _cache_folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tokcore"


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
    try:
        folder = _cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f"{source.file}.{os.getpid()}"
        part.write_bytes(fetched.stdout)
        part.replace(folder / source.file)
    except OSError:
        pass  # a read-only home only means downloading again next time
    return fetched.stdout.decode()
