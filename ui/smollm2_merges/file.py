"""The parts of SmolLM2's file that matter, side by side."""

import json
from functools import cache

import streamlit as st

from tokcore.published import tokenizer_file

MERGES, TOKENS = 200, 400
"""How many lines are shown of the merges and of the vocabulary."""


def show() -> None:
    """Draw how text is cut, the first merges and the first tokens, as they stand in the file."""
    st.header("The parts of the file that matter", anchor=False)
    parts = _excerpts()
    for column, (name, excerpt) in zip(st.columns(len(parts), gap="large"), parts.items()):
        column.markdown(name)
        with column.container(height=280, border=False):  # which keys can scroll, unlike a high block of code
            st.code(excerpt, language="json" if excerpt[0] == "[" else None)


@cache
def _excerpts() -> dict[str, str]:
    """Heading -> lines of the file, which itself would take 18 MB to keep."""
    file = tokenizer_file("smollm2")
    merges, vocabulary = file["model"]["merges"], file["model"]["vocab"]
    by_id = sorted(vocabulary, key=vocabulary.get)
    return {
        "**How text is cut**": json.dumps(file["pre_tokenizer"]["pretokenizers"], indent=1),
        f"**The merges**, the first {MERGES} of {len(merges):,}": "\n".join(
            f"{rank:>5}  {merge}" for rank, merge in enumerate(merges[:MERGES])
        ),
        f"**The vocabulary**, the first {TOKENS} of {len(vocabulary):,} ids": "\n".join(
            f"{place:>5}  {token}" for place, token in enumerate(by_id[:TOKENS])
        ),
    }
