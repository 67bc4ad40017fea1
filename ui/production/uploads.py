"""A person's own `tokenizer.json`: read by its own library, and by tokcore where that gives the same ids."""

import hashlib
import json
from typing import NamedTuple

import streamlit as st

from tokcore import BPETokenizer, TokcoreError
from tokcore.limits import MAX_TOKENIZER_FILE_BYTES
from tokcore.published import FILES
from tokcore.uploaded import Reading, read
from ui import chores, inputs, jobs
from ui.remembered import remembered

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
    except TokcoreError as error:
        return Refused(str(error))


@remembered(own=3)
def _reading(sha256: str, text: str, _data: bytes) -> Reading:
    return jobs.run(read, _data, text, label="Its library reads the file")


def verdict(file: File) -> Verdict:
    """Whether tokcore stands in for the file's library, which is worked out once for a file."""
    try:
        return (_own_verdict if file.own else _example_verdict)(file.sha256, file.data)
    except TokcoreError as error:
        return Verdict(None, str(error))


def _judge(sha256: str, _data: bytes) -> Verdict:
    return Verdict(*jobs.run(chores.stand_in, _data, label="Comparing ids"))


_example_verdict, _own_verdict = remembered(most=2, says="Comparing ids …")(_judge), remembered(own=1)(_judge)


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
