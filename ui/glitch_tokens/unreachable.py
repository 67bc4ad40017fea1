"""Tokens that no text gives: proofs about a trained vocabulary, and merges that can never happen."""

from collections.abc import Sequence

import streamlit as st

from tokcore import BPETokenizer
from tokcore.pretokenize import PATTERNS
from tokcore.reachability import ListedMerge, listed
from ui import chores, jobs
from ui.chores import Built
from ui.listing import HIDDEN, Column, figures, listing, texts, tiles, words, written
from ui.remembered import remembered

WAYS = {"pattern": "No pattern while training, one in use", "merges": "Merges in an impossible order"}
EXAMPLES = 6
USED = [name for name in PATTERNS if name != "none"]


@remembered(most=12, says="Training, and looking for proofs …")
def built(title: str, size: int, pattern: str, _text: str) -> Built:
    """Train on the public text of that title as one chunk, and use the merges with a named pattern."""
    return jobs.run(chores.built, _text, size, pattern, label="Training, and looking for proofs")


def proofs(made: Built, key: str) -> list[dict]:
    """The tokens that no text gives, the longest first, with what no chunk holds and why."""
    tokenizer, found = made
    learned = sorted(
        (i for i in found.unreachable if i >= tokenizer.first_merged),
        key=lambda i: (-len(tokenizer.token_bytes(i)), i),
    )
    with st.container(width=760):
        st.markdown(
            "This tokenizer was built to show it: its merges were learned from a text in one piece, and it "
            "is used with a pattern that cuts first. Where the pattern always cuts, two neighbours never "
            "stand in one chunk, so the merge that joins them cannot happen."
        )
    figures(
        {
            "learned tokens that no text gives": f"{len(learned):,}",
            "learned tokens": f"{len(tokenizer.merges):,}",
            "single bytes that no text in UTF-8 holds": f"{len(found.unreachable) - len(learned)}",
            "open: no text found, and no proof": f"{len(found.open):,}",
        }
    )
    proved = [(i, written(tokenizer, i), found.unreachable[i]) for i in learned]
    by_row: dict[str, list[int]] = {}
    for i, _, proof in proved:
        by_row.setdefault(proof.what, []).append(i)
    drawn = [
        [words(what), words(len(ids)), _examples(tokenizer, ids)]
        for what, ids in sorted(by_row.items(), key=lambda entry: -len(entry[1]))
    ]
    columns = [Column(f"no chunk of {tokenizer.rules.name} holds"), Column("tokens", True), Column("such as")]
    listing(columns, drawn, "Tokens that no text gives, by the reason", key)
    with st.expander("What every chunk must match"):
        st.code(
            "\n".join(f"{name:<26}{source}" for name, source in tokenizer.rules.alternatives),
            None,
            wrap_lines=True,
        )
    return [{"id": i, "token": token, "proof": proof.reason} for i, token, proof in proved]


def _examples(tokenizer: BPETokenizer, ids: Sequence[int]) -> dict:
    """The longest of these tokens as tiles."""
    return tiles(tokenizer, [i for i in ids if written(tokenizer, i) != HIDDEN][:EXAMPLES])


def merge_list(merges: Sequence[tuple[str, str]], key: str) -> list[dict]:
    """Each merge of a list, what it should make, and what the list makes of those characters."""
    found = listed(merges)
    figures(
        {
            "merges that can never happen": f"{sum(not row.possible for row in found)}",
            "merges": f"{len(found)}",
        }
    )
    drawn = [
        [
            words(rank),
            texts([row.left, row.right]),
            texts([row.left + row.right]),
            texts(row.pieces),
            words(_verdict(row, found)),
        ]
        for rank, row in enumerate(found)
    ]
    names = ("merge", "should make", "its characters end as", "verdict")
    listing([Column("rank", True), *map(Column, names)], drawn, "Merges in order", key)
    with st.container(width=760):
        st.caption(
            "What stands around a token changes nothing here: until it is made, no merge reaches over its "
            "edges. So what its own characters do not end as, no text gives, in a library that only merges, "
            "such as Hugging Face's tokenizers. tiktoken looks a whole chunk up before it merges: there a "
            "chunk that is exactly such a token still gives it, and nothing else does."
        )
    return [
        {"rank": rank, "left": row.left, "right": row.right, "ends as": " ".join(row.pieces)}
        for rank, row in enumerate(found)
    ]


def _verdict(row: ListedMerge, found: Sequence[ListedMerge]) -> str:
    if row.possible:
        return "can happen"
    if row.taken is None:
        return "never happens: one of its parts is never made"
    first = found[row.taken]
    return f"never happens: {first.left} + {first.right} (rank {row.taken}) always comes first"
