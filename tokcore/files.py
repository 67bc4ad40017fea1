"""Text of files and of standard input, a part at a time, so that its length does not matter.

A file is a text of its own: no chunk goes from one into the next. Text is UTF-8, and line ends and byte order
marks stay as they are; a file that begins with the mark of UTF-16 is read as that, without the mark.
"""

import codecs
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from tokcore.counting import BLOCK_CHARACTERS, blocks
from tokcore.limits import CorpusError, LimitError
from tokcore.pretokenize import Pattern

STANDARD_INPUT = "-"
READ_BYTES = 1 << 18

Progress = Callable[[int], object]
"""Is called with how much, in bytes or merges, has been done since it was last called."""


class Copy(NamedTuple):
    """What could be read only once, in a temporary file that is read from its start each time."""

    name: str
    file: BinaryIO


Source = str | Path | Copy
"""Where text is: a path, "-" for standard input, or a copy."""


def title(source: Source) -> str:
    """What messages call a source."""
    if isinstance(source, Copy):
        return source.name
    return "standard input" if source == STANDARD_INPUT else str(source)


def is_file(source: Source) -> bool:
    """Whether the source is an ordinary file, which other processes can open too, and more than once."""
    return isinstance(source, str | Path) and source != STANDARD_INPUT and Path(source).is_file()


@contextmanager
def readable_twice(sources: Iterable[Source]) -> Iterator[list[Source]]:
    """The sources, with standard input and pipes copied to temporary files that go when the block ends."""
    with ExitStack() as stack:
        kept: list[Source] = []
        for source in sources:
            if not is_file(source):
                copy = Copy(title(source), stack.enter_context(tempfile.TemporaryFile()))
                for text in characters_of(source):
                    copy.file.write(text.encode())
                source = copy
            kept.append(source)
        yield kept


def bytes_of(sources: Sequence[Source]) -> int | None:
    """How many bytes the sources have together, or None where one of them does not say."""
    if STANDARD_INPUT in sources:
        return None
    try:
        return sum(
            os.stat(source.file.fileno() if isinstance(source, Copy) else source).st_size
            for source in sources
        )
    except (OSError, ValueError):  # what cannot be opened is reported when it is read
        return None


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise CorpusError("standard input cannot be read: it is closed.")
    return sys.stdin.buffer


@contextmanager
def _named(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CorpusError(f"{name} cannot be read: {error.strerror or error}.") from None
    except ValueError:  # a null character
        raise CorpusError(f"{name!r} cannot be the name of a file.") from None


def encoding_of(start: bytes) -> str:
    """The encoding that a text's first bytes tell: "utf-16" where its mark stands there, else "utf-8"."""
    return "utf-16" if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8"


def characters_of(source: Source, progress: Progress | None = None) -> Iterator[str]:
    """The text of a source in parts; `progress` gets the bytes read.

    Raises CorpusError, naming the file, when it cannot be read, and the byte too when it is not text.
    """
    name = title(source)
    if source == STANDARD_INPUT:
        yield from _decoded(_standard_input(), name, progress)
    elif isinstance(source, str | Path):
        with ExitStack() as stack:
            with _named(name):
                stream = stack.enter_context(open(source, "rb"))
            yield from _decoded(stream, name, progress)
    else:
        source.file.seek(0)
        yield from _decoded(source.file, name, progress)


def _decoded(stream: BinaryIO, name: str, progress: Progress | None) -> Iterator[str]:
    encoding, decoder, done, data = "", None, 0, b"more"
    while data:
        with _named(name):
            data = stream.read(READ_BYTES)
        encoding = encoding if decoder else encoding_of(data)
        decoder = decoder or codecs.getincrementaldecoder(encoding)()
        try:
            text = decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            # What the decoder saw begins with the bytes of a character that the part before began.
            place = done - (len(error.object) - len(data)) + error.start
            wrong = error.object[error.start]
            raise CorpusError(
                f"{name} is not {encoding.upper()}: its byte {place:,} is 0x{wrong:02X}."
            ) from None
        done += len(data)
        if progress:
            progress(len(data))
        if text:
            yield text


def file_blocks(
    source: Source,
    pattern: Pattern | str | None = None,
    size: int = BLOCK_CHARACTERS,
    progress: Progress | None = None,
) -> Iterator[str]:
    """The blocks of a source's text, as `counting.blocks` cuts it.

    Raises as `characters_of` does, LimitError naming the file, and PatternError.
    """
    try:
        yield from blocks(characters_of(source, progress), pattern, size)
    except LimitError as error:
        raise LimitError(f"{title(source)}: {error}") from None
