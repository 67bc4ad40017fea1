"""A person's own `tokenizer.json`: read by its own library, and by tokcore where that gives the same ids."""

import hashlib
import json
from typing import NamedTuple

import streamlit as st

from tokcore import BPETokenizer, LimitError, TokcoreError, load_tokenizer_json
from tokcore.limits import MAX_TOKENIZER_FILE_BYTES
from tokcore.published import FILES
from tokcore.uploaded import Reading, obstacle, read
from ui import inputs
from ui.turn import turn

NAME = "your file"
WISH = "mine: from a file"
KINDS = {"shipped": "SmolLM2's own file", "nfc": "the same with NFC", "own": "Upload a file"}
MEGABYTES = MAX_TOKENIZER_FILE_BYTES // 1_000_000
_SHIPPED = 'from tokcore.published import FILES\ndata = (FILES / "smollm2.json").read_bytes()'
UPLOADED = 'data = open("tokenizer.json", "rb").read()'
_CODE = {
    "shipped": _SHIPPED,
    "nfc": f'import json\n{_SHIPPED}\nfile = json.loads(data) | {{"normalizer": {{"type": "NFC"}}}}\n'
    "data = json.dumps(file).encode()",
}


class File(NamedTuple):
    """A file to look into: its bytes, their sha256, and the lines of Python that give it as `data`."""

    data: bytes
    sha256: str
    own: bool
    code: str


class Refused(NamedTuple):
    """Why there is nothing to show; the sentence may quote the file."""

    sentence: str


class Verdict(NamedTuple):
    """The file as a tokenizer of tokcore, or what stands in the way; the sentence may quote the file."""

    tokenizer: BPETokenizer | None
    why_not: str


def chosen(page: str, kind: str) -> File | None:
    """The file to look into, one of KINDS; None, with a sentence, while a person has not chosen one."""
    if kind != "own":
        return _example(kind)
    uploaded = st.file_uploader(
        f"A tokenizer.json of up to {MEGABYTES} MB",
        ["json"],
        key=inputs.key(page, "file"),
        max_upload_size=MEGABYTES,
    )
    st.caption(
        "The file is read for this visit only. It is kept in memory, never written down, and nobody else "
        "gets to see it. Its library reads it in a process of its own, which may be stopped."
    )
    if uploaded is None:
        st.info("Choose a file. Until then there is nothing to draw.")
        return None
    data = uploaded.getvalue()
    return File(data, hashlib.sha256(data).hexdigest(), True, UPLOADED)


@st.cache_resource(max_entries=2, show_spinner=False)
def _example(kind: str) -> File:
    data = (FILES / "smollm2.json").read_bytes()
    if kind == "nfc":
        data = json.dumps(json.loads(data) | {"normalizer": {"type": "NFC"}}).encode()
    return File(data, hashlib.sha256(data).hexdigest(), False, _CODE[kind])


def reading(file: File, text: str) -> Reading | Refused:
    """The text under the file's own library, or why not. What failed is not tried again for the same text."""
    try:
        return _reading(file.sha256, text, file.data)
    except LimitError as error:
        return Refused(str(error))


@st.cache_resource(max_entries=3, scope="session", show_spinner="Its library reads the file …")
def _reading(sha256: str, text: str, _data: bytes) -> Reading | Refused:
    with turn():
        try:
            return read(_data, text)
        except TokcoreError as error:
            return Refused(str(error))


def verdict(file: File) -> Verdict:
    """Whether tokcore stands in for the file's library, which is worked out once for a file."""
    try:
        return (_own_verdict if file.own else _example_verdict)(file.sha256, file.data)
    except LimitError as error:
        return Verdict(None, str(error))


def _judge(sha256: str, _data: bytes) -> Verdict:
    with turn():
        try:
            why_not = obstacle(_data)
            # The other process has proved the file harmless, and that reading it takes seconds at most.
            return Verdict(None if why_not else load_tokenizer_json(_data), why_not or "")
        except TokcoreError as error:
            return Verdict(None, str(error))


_example_verdict = st.cache_resource(_judge, max_entries=2, show_spinner="Comparing ids …")
_own_verdict = st.cache_resource(_judge, max_entries=1, scope="session", show_spinner="Comparing ids …")


def same_ids(tokenizer: BPETokenizer, found: Reading) -> str | None:
    """Why the ids of this text are not the library's, or None when they are."""
    try:
        ids = tokenizer.encode(found.text)
    except TokcoreError as error:  # a pattern of the file may take too long
        return str(error)
    return None if ids == found.ids else "On this text its ids and those of tokcore differ."


def code(file: File) -> str:
    """The lines that give the file's tokenizer as `tok`, with a check that it is this one."""
    return (
        f"import hashlib\nimport tokcore\n{file.code}\n"
        f'assert hashlib.sha256(data).hexdigest() == "{file.sha256}"\ntok = tokcore.load_tokenizer_json(data)'
    )
