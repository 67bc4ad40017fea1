"""Compare exported tokenizers in the libraries that read them with tokcore, id for id.

python -m bench.exports --strings N [--seed S]

Tokenizers trained here and published ones are written as `tokenizer.json` and as `.tiktoken`, loaded from the
file, and given N strings each, with the tokenizer's special strings in many of them: read as plain text, as
special tokens, and (by tiktoken, which can) refused. Ids are decoded again, all of them and all but the
first, which may leave a part of a character. The last line is `N strings x M files: 0 differences`, or how
many strings differ somewhere; the first of them stand above it in full.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from bench.recipes import FILES, JSON, REFUSED, made, texts
from tokcore import BPETokenizer, SpecialTokenError, VocabularyError
from tokcore.pretokenize import NONE
from tokcore.taken_home import FORMATS, file

MOST_STRINGS, MOST_SHOWN = 1_000_000, 20

# --- what each side makes of a text -----------------------------------------------------------------------

Ids = list[int] | None
"""The ids of a text, or None where it is refused."""


class Side(NamedTuple):
    """A way from texts to ids for each of `specials.WAYS` that there is, and the way back."""

    ways: dict[str, Callable[[Sequence[str]], list[Ids]]]
    decode: Callable[[list[int]], str]


def ours(tok: BPETokenizer) -> Side:
    """tokcore's side."""

    def refused(text: str) -> Ids:
        try:
            return tok.encode(text, disallowed_special="all")
        except SpecialTokenError:
            return None

    return Side(
        {
            "plain": lambda texts: list(map(tok.encode, texts)),
            "allowed": lambda texts: [tok.encode(text, allowed_special="all") for text in texts],
            "refused": lambda texts: list(map(refused, texts)),
        },
        tok.decode,
    )


def theirs(tok: BPETokenizer, path: Path) -> Side:
    """The side of the library that reads the file."""
    return _tokenizers(path) if path.name == JSON else _tiktoken(tok, path)


def _tokenizers(path: Path) -> Side:
    from tokenizers import Tokenizer

    library = Tokenizer.from_file(str(path))

    def encode(texts: Sequence[str], plain: bool) -> list[Ids]:
        library.encode_special_tokens = plain
        return [found.ids for found in library.encode_batch_fast(texts, add_special_tokens=False)]

    return Side(
        {"plain": lambda texts: encode(texts, True), "allowed": lambda texts: encode(texts, False)},
        lambda ids: library.decode(ids, skip_special_tokens=False),
    )


def _tiktoken(tok: BPETokenizer, path: Path) -> Side:
    import tiktoken
    import tiktoken.load

    with patch.dict(os.environ, TIKTOKEN_CACHE_DIR=""):  # else it keeps a copy of every file
        ranks = tiktoken.load.load_tiktoken_bpe(str(path))
    library = tiktoken.Encoding(
        tok.name, pat_str=tok.pattern or NONE.source, mergeable_ranks=ranks, special_tokens=tok.specials
    )

    def refused(text: str) -> Ids:
        try:
            return library.encode(text, disallowed_special="all")
        except ValueError as error:
            if "disallowed special token" not in str(error):
                raise
            return None

    return Side(
        {
            "plain": lambda texts: list(map(library.encode_ordinary, texts)),
            "allowed": lambda texts: [library.encode(text, allowed_special="all") for text in texts],
            "refused": lambda texts: list(map(refused, texts)),
        },
        library.decode,
    )


# --- comparing --------------------------------------------------------------------------------------------


class Difference(NamedTuple):
    """A text that a library reads differently: `way` says when, the rest is what came of it."""

    name: str
    written: str
    way: str
    text: str
    ours: object
    theirs: object

    def __str__(self) -> str:
        return (
            f"{self.name} as {self.written}, {self.way}: {self.text!r}\n"
            f"  {self.ours!r} here\n  {self.theirs!r} there"
        )


def differences(name: str, written: str, count: int, seed: str) -> list[Difference]:
    """What differs between the tokenizer and its file in that library, one for each text that differs."""
    tok = made(name)
    with TemporaryDirectory() as folder:
        path = Path(folder, written)
        path.write_bytes(file(tok, written))
        here, there = ours(tok), theirs(tok, path)
    asked = texts(tok, count, seed)
    found = {}
    for way, text, one, other in _compared(tok, here, there, asked):
        if one != other:
            found.setdefault(text, Difference(name, written, way, text, one, other))
    return list(found.values())


def _compared(
    tok: BPETokenizer, here: Side, there: Side, asked: list[str]
) -> Iterator[tuple[str, str, object, object]]:
    """Each comparison: its way, its text and what both sides made of it."""
    for way, encode in there.ways.items():
        both = list(zip(asked, here.ways[way](asked), encode(asked)))
        yield from ((way, text, one, other) for text, one, other in both)
        if way == "refused":
            continue
        for text, ids, _ in both:
            # Bytes that a vocabulary lacks are dropped before merging, and cannot come back.
            lasting = text.encode().translate(None, tok.missing_bytes)
            yield f"{way}, back to bytes", text, tok.decode_bytes(ids), lasting
            for what, some in (("decoded", ids), ("decoded from the second id on", ids[1:])):
                yield f"{way}, {what}", text, here.decode(some), there.decode(some)


def refusal(name: str, written: str) -> str | None:
    """The sentence with which a file is refused that cannot be made; None when it is made all the same."""
    try:
        file(made(name), written)
    except VocabularyError as error:
        return str(error)
    return None


def main(arguments: Sequence[str] | None = None, files: Sequence[tuple[str, str]] = FILES) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.exports", description=__doc__.splitlines()[0])
    parser.add_argument("--strings", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args(arguments)
    if not 1 <= asked.strings <= MOST_STRINGS:
        parser.error(f"--strings goes from 1 to {MOST_STRINGS:,}.")
    libraries = (f"{name} {version(name)}" for name in FORMATS.values())
    print(", ".join([f"Python {python_version()}", *libraries]))
    found: list[Difference] = []
    for name, written in files:
        started = time.perf_counter()
        some = differences(name, written, asked.strings, asked.seed)
        seconds = time.perf_counter() - started
        print(f"{name} as {written}: {len(some):,} differences, {seconds:.1f} s", flush=True)
        found += some
    refused = {one: refusal(*one) for one in REFUSED}
    for (name, written), said in refused.items():
        print(f"{name} as {written} is {f'refused: {said}' if said else 'not refused'}")
    print(*found[:MOST_SHOWN], sep="\n", end="\n" if found else "")
    print(f"{asked.strings:,} strings x {len(files)} files: {len(found):,} differences")
    return 1 if found or refused != REFUSED else 0


if __name__ == "__main__":
    sys.exit(main())
