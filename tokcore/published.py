"""Real tokenizers by name, as `BPETokenizer`s, and the reference libraries they are checked against.

The files in `data/tokenizers` are the published ones (see `data/SOURCES.md`): nothing needs a network.
The libraries are imported only when asked for, and only here and in `export.py`.
"""

import json
from binascii import a2b_base64
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tokcore.alphabet import from_printable, well_formed
from tokcore.ids import shared_ids
from tokcore.limits import UnknownTokenError
from tokcore.pretokenize import CL100K, GPT2, O200K, SMOLLM2, Pattern
from tokcore.tokenizer import BPETokenizer

FILES = Path(__file__).parents[1] / "data" / "tokenizers"
_END = "<|endoftext|>"
_FILL = ("<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>")


class Published(NamedTuple):
    """Where a published tokenizer is kept and what its file does not say itself."""

    file: str
    rules: Pattern
    specials: dict[str, int]
    used_by: str


PUBLISHED = {
    # gpt2 and r50k_base are one table and one pattern, so one file serves both.
    "gpt2": Published("r50k_base.tiktoken", GPT2, {_END: 50256}, "GPT-2"),
    "r50k_base": Published("r50k_base.tiktoken", GPT2, {_END: 50256}, "GPT-3"),
    "cl100k_base": Published(
        "cl100k_base.tiktoken",
        CL100K,
        {_END: 100257}
        | {special: 100258 + place for place, special in enumerate(_FILL)}
        | {"<|endofprompt|>": 100276},
        "GPT-3.5 and GPT-4",
    ),
    "o200k_base": Published(
        "o200k_base.tiktoken", O200K, {_END: 199999, "<|endofprompt|>": 200018}, "GPT-4o"
    ),
    "smollm2": Published("smollm2.json", SMOLLM2, {}, "SmolLM2"),
}


def _published(name: str) -> Published:
    if name not in PUBLISHED:
        raise UnknownTokenError(f"There is no tokenizer {name!r} here; there are {', '.join(PUBLISHED)}.")
    return PUBLISHED[name]


@cache
def _tokens(file: str) -> tuple[bytes, ...]:
    """The tokens of a .tiktoken file, which stand in the order of their ranks; a token's rank is its id."""
    return tuple(map(a2b_base64, (FILES / file).read_bytes().split()[::2]))


def tokenizer_file(name: str) -> dict:
    """The parsed `tokenizer.json` of a tokenizer that ships one (smollm2)."""
    return json.loads((FILES / _published(name).file).read_text(encoding="utf-8"))


@cache
def load(name: str) -> BPETokenizer:
    """A published tokenizer: gpt2, r50k_base, cl100k_base, o200k_base or smollm2.

    The same object every time; it never changes. Raises UnknownTokenError for another name.
    """
    published = _published(name)
    if published.file.endswith(".tiktoken"):
        return BPETokenizer(_tokens(published.file), published.rules, published.specials, name=name)
    file = tokenizer_file(name)
    specials = {token["content"]: token["id"] for token in file["added_tokens"]}
    vocabulary = sorted(
        (place, token) for token, place in file["model"]["vocab"].items() if token not in specials
    )
    tokens = [from_printable(token) for _, token in vocabulary]
    return BPETokenizer(tokens, published.rules, specials, first_id=vocabulary[0][0], name=name)


@cache
def reference(name: str) -> Callable[[str], list[int]]:
    """The library's own encoding of plain text (special strings are text), to compare ours with.

    tiktoken's `encode_ordinary`, or for smollm2 Hugging Face's tokenizers reading the published file.
    """
    published = _published(name)
    first = next(other for other, known in PUBLISHED.items() if known[:-1] == published[:-1])
    if first != name:
        return reference(first)  # the same table and pattern: a second copy of it would be 10 MB
    if published.file.endswith(".tiktoken"):
        import tiktoken

        # tiktoken.get_encoding would fetch the same file from the network; a test compares the arguments.
        tokens = _tokens(published.file)
        ranks = dict(zip(tokens, shared_ids(0, len(tokens))))
        encoding = tiktoken.Encoding(
            name, pat_str=library_pattern(name), mergeable_ranks=ranks, special_tokens=published.specials
        )
        ranks.clear()  # The library has its own copy, and would keep this one for pickling: 30 MB for all.
        return encoding.encode_ordinary
    import tokenizers

    library = tokenizers.Tokenizer.from_file(str(FILES / published.file))
    library.encode_special_tokens = True
    return lambda text: library.encode(text, add_special_tokens=False).ids


def same_as_library(name: str, text: str) -> bool:
    """Whether our ids for the text are the library's, found out now."""
    return load(name).encode(text) == reference(name)(well_formed(text))


def library_pattern(name: str) -> str:
    """The pattern as the library itself writes it, possessive marks and all."""
    from tiktoken_ext import openai_public

    if _published(name).rules is GPT2:
        return openai_public.r50k_pat_str
    return _LIBRARY_PATTERNS[name]


# tiktoken keeps these inside functions that read the vocabulary first.
_LIBRARY_PATTERNS = {
    "cl100k_base": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$"
        r"|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "o200k_base": O200K.source,
}
