"""Bad input that every part must take, each by the name that docs/reliability.md gives it."""

import io
import random
import zipfile
from functools import cache

_CHANCE = random.Random(11)
TEXTS = {
    "empty": "",
    "one space": " ",
    "NUL": "a\0b\0",
    "lone surrogates": "a\ud83d b\udc00\ud800",
    "1 MB of one letter": "a" * 1_000_000,
    "1 MB of random letters": "".join(_CHANCE.choices("abcdefghijklmnopqrstuvwxyz", k=1_000_000)),
    "100,000 digits": "".join(_CHANCE.choices("0123456789", k=100_000)),
    "200 kB of combining marks": "e" + "\u0301\u0327" * 50_000,
    "right-to-left overrides": "abc \u202egnp.exe\u202c \u2066שלום\u2069 \u202e",
}
"""Texts that a person may type, paste or send."""

BOXES = [
    ("compare", {}, "text", 20_000),
    ("smollm2_merges", {}, "text", 400),
    ("bpe_trace", {"merges": "600"}, "text", 20_000),
    ("bpe_trace", {"merges": "600", "scheme": "characters and an end mark"}, "text", 20_000),
    ("pretokenization", {}, "text", 20_000),
    ("vocab_size", {"corpus": "My own text"}, "text", 20_000),
    ("characters_words_bytes", {"corpus": "My own text"}, "text", 20_000),
    ("characters_words_bytes", {}, "string", 400),
    ("fertility", {"source": "My sentences"}, "text", 4_000),
    ("special_tokens", {}, "text", 20_000),
    ("special_tokens", {"kind": "Through a chat template"}, "message", 2_000),
    ("special_tokens", {"kind": "In a batch"}, "batch", 600),
    ("production", {"kind": "Wrong tokenizer"}, "text", 20_000),
    ("production", {"kind": "First difference"}, "text", 20_000),
    ("production", {"kind": "Other kinds of text"}, "text", 20_000),
    ("production", {"kind": "Price"}, "text", 20_000),
    ("production", {"kind": "Lost text"}, "text", 20_000),
    ("production", {"kind": "Your own file"}, "text", 20_000),
]
"""Every box of several lines: its page, the choices under which it is there, its name, and how many
characters of a text the page works with."""

PATTERNS = {
    "catastrophic, nested": r"(a+)+$",
    "catastrophic, alternatives": r"(?:a|aa)+\d",
    "catastrophic, overlapping": r"(x+x+)+y",
    "calls itself": "(?R)",
    "repeats that fill the memory": "(a{200}){200}",
    "not a pattern": "(",
}
"""Patterns that a person may write, each with no end or no use on SLOW_TEXT."""

SLOW_TEXT = "a" * 4_000 + "x" * 4_000 + "c"
"""A text on which the catastrophic patterns would run for ages."""


@cache
def a_zip() -> bytes:
    """A zip archive with a text in it."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("novel.txt", "It was a dark night. " * 500)
    return written.getvalue()


def files(text: str) -> dict[str, tuple[bytes, str | None]]:
    """Files of a text that a person may upload, each with the part of the sentence that it gets, None when it
    is read as the text."""
    broken = text.encode()[:7] + b"\xc3(" + text.encode()[7:]
    return {
        "UTF-8 with a mark": (text.encode("utf-8-sig"), None),
        "UTF-16, little end first, with its mark": (b"\xff\xfe" + text.encode("utf-16-le"), None),
        "UTF-16, big end first, with its mark": (b"\xfe\xff" + text.encode("utf-16-be"), None),
        "invalid UTF-8": (broken, "not UTF-8: byte 7, 0xC3, does not fit"),
        "UTF-16 cut in a character": (b"\xff\xfea\0b", "not UTF-16: byte 4, 0x62, does not fit"),
        "a zip": (a_zip(), "zip archive"),
        "more bytes than the limit": (
            b"a" * 5_000_001,
            "5,000,001 bytes in a file are more than the limit of 5,000,000",
        ),
    }
