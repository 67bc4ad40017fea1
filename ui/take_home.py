"""A tokenizer trained here as files for other libraries, each with the lines that load it and a proof."""

import hashlib
from collections.abc import Callable, Sequence

import streamlit as st

from tokcore import BPETokenizer, TokcoreError, WordBPE
from tokcore.limits import MAX_PAGE_CHARACTERS, LimitError
from tokcore.taken_home import FORMATS, Proof, Sample, file, lines, prove, with_specials
from ui import inputs, jobs, session
from ui.wording import counted

TITLE = "Take this tokenizer home"
SPECIALS = "<pad> <bos> <eos>"
READ_BY = {
    "tokenizer.json": ("### For Hugging Face's tokenizers", "application/json"),
    "tokenizer.tiktoken": ("### For tiktoken", "text/plain"),
}
UPLOAD = {"production.kind": "Your own file", "production.source": "Upload a file"}
"""The choices under which a file can be uploaded, as they stand in a link."""

MOST_CHARACTERS = 80
"""How much of a text the lines of Python encode."""


def take_home(
    page: str, make: Callable[[], BPETokenizer | WordBPE], trained_on: str, samples: Sequence[Sample]
) -> None:
    """Draw the part, folded at first: nothing in it is worked out before a person opens it.

    `make` gives the tokenizer, `trained_on` is the title of the page, `samples` the texts on which ids are
    compared; the lines of Python encode the beginning of the first.
    """
    part = st.expander(TITLE, key=inputs.key(page, "home"), on_change="rerun", icon=":material/download:")
    if not part.open:
        return
    tokenizer = make()
    with part:
        if isinstance(tokenizer, BPETokenizer):
            st.markdown(
                "Two files, each for the library that it is named after. The library has read the file just "
                "now, in a process of its own, and its ids are compared with those of this page."
            )
            written = inputs.line(
                page, "specials", "Special tokens, with spaces between", SPECIALS, limit=120
            )
        else:
            written = ""
        try:
            whole = with_specials(tokenizer, written.split())
        except TokcoreError as error:
            st.text(str(error))
            return
        for column, name in zip(st.columns(len(FORMATS), gap="large"), FORMATS):
            with column:
                _file(page, whole, name, samples)
        session.take(whole, f"the tokenizer taken home from the page “{trained_on}”")
        st.text(
            f"Fingerprint {whole.fingerprint}\nIt is the same wherever pattern, bytes, merges and special "
            "tokens are. Keep it beside the files."
        )
        st.page_link(
            "pages/production.py",
            label="Upload it again: is it the same tokenizer?",
            icon=":material/upload_file:",
            query_params=UPLOAD,
        )


def _file(page: str, tokenizer: BPETokenizer, name: str, samples: Sequence[Sample]) -> None:
    heading, mime = READ_BY[name]
    st.markdown(heading)
    try:
        data = file(tokenizer, name)
        proof = jobs.or_again(_proof, tokenizer, name, data, samples)
    except LimitError as error:  # nothing is wrong with the file as far as one can tell
        st.text(str(error))
        return
    except TokcoreError as error:
        st.text(f"This file cannot hold this tokenizer.\n{error}")
        return
    st.download_button(
        name,
        data=lambda: data,
        file_name=name,
        mime=mime,
        icon=":material/download:",
        on_click="ignore",
        key=inputs.key(page, name),
    )
    st.text(_said(proof, samples))
    shown = samples[0].text[:MOST_CHARACTERS]
    st.code(lines(tokenizer, name, data, shown), language="python", wrap_lines=True)


def _proof(tokenizer: BPETokenizer, name: str, data: bytes, samples: Sequence[Sample]) -> Proof:
    texts = hashlib.sha256(repr(tuple(samples)).encode()).hexdigest()
    return _proved(tokenizer.fingerprint, name, texts, tokenizer, data, samples)


@st.cache_resource(max_entries=4, scope="session", show_spinner=False)
def _proved(fingerprint, name, texts, _tokenizer, _data, _samples) -> Proof:
    """The proof for a file and these texts; what failed is not kept."""
    return jobs.run(prove, _tokenizer, name, _data, _samples, label="Its library reads the file")


def _said(proof: Proof, samples: Sequence[Sample]) -> str:
    """The proof in words, which quote no text."""
    if proof.difference:
        return f"Not identical in {proof.library}. {proof.difference}"
    long = {sample.name for sample in samples if len(sample.text) > MAX_PAGE_CHARACTERS}
    told = [
        f"{counted(count, 'id')} of "
        + (f"the first {MAX_PAGE_CHARACTERS:,} characters of {name}" if name in long else name)
        for name, count in proof.counts
    ]
    told = told or ["There is no text to compare."]
    return "\n".join([f"Same ids in {proof.library}: identical", *told])
