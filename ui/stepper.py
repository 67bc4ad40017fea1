"""Merges step by step: training on a corpus, and encoding by rank. Stepping itself happens in the browser."""

import hashlib
from typing import Any

from tokcore import BPETokenizer, WordBPE
from tokcore.encoding import ChunkSteps
from tokcore.training import TrainingStep
from ui import inputs, mode, qr, share
from ui.component import component
from ui.tokens import row_of_chunks, token
from ui.wording import counted

_training = component(
    "training",
    "tiles address player row forest training",
    "tiles address player row forest table training",
    "training",
)
_replay = component(
    "replay", "tiles address player row replay", "tiles address player row table replay", "replay"
)

MOST_TREES = 6
MOST_UNITS = 480
"""How much of a corpus or text is drawn as tiles, in bytes or characters."""


def training(
    page: str,
    tokenizer: BPETokenizer | WordBPE,
    steps: list[TrainingStep],
    length: int,
    corpus: str,
    word: str,
    texts: tuple[str, ...],
) -> None:
    """Draw a training run: `length` is the corpus in units before any merge, `corpus` the text to show.

    `texts` are the inputs that a link to a step must carry.
    """
    first = tokenizer.first_merged
    id_of = {_key(tokenizer, first + rank): first + rank for rank in range(len(steps))}
    id_of |= {_key(tokenizer, unit): unit for unit in _unit_ids(tokenizer)}
    step_of = {rank: rank + 1 for rank in range(len(steps))}
    listed = [
        {
            "left": id_of[step.left],
            "right": id_of[step.right],
            "token": token(tokenizer, first + step.rank),
            "count": step.count,
            "length": step.length,
            "runnersUp": [[id_of[left], id_of[right], count] for left, right, count in step.runners_up],
            "sentence": _what_happened(step, steps[step.rank - 1].length if step.rank else length),
            "more": _ties(step),
        }
        for step in steps
    ]
    _mount(
        _training,
        _with_trace(
            {
                "steps": listed,
                "firstMerged": first,
                "alphabet": {unit: token(tokenizer, unit) for unit in _used_units(listed, first)},
                "length": length,
                "corpus": _excerpt(tokenizer, corpus, step_of),
                "word": row_of_chunks(tokenizer, tokenizer.encode_steps(word), step_of) if word else None,
                "mostTrees": MOST_TREES,
                "startName": "start",
                "startSentence": "Before any merge, every byte is a token."
                if isinstance(tokenizer, BPETokenizer)
                else "Before any merge, every character is a token, and every word ends with a mark.",
                "pairsHint": "Move one step on to see which pair wins, and what it beats.",
                "treeHint": "The first merge plants the first tree.",
                "wordHint": "Type a word above the picture to follow its spelling.",
            },
            (corpus, length, [(step.left, step.right, step.count) for step in steps]),
            page,
            "step",
            texts,
        ),
        inputs.key(page, "training"),
    )


def replay(
    page: str, tokenizer: BPETokenizer | WordBPE, chunks: list[ChunkSteps], name: str, texts: tuple[str, ...]
) -> None:
    """Draw the encoding of some chunks, every merge a step; `name` is the link's word for the step."""
    steps = []
    for chunk in chunks:
        before = chunk.ids
        for rank, place, after in chunk.steps:
            left, right, made = (token(tokenizer, i) for i in (*before[place : place + 2], after[place]))
            steps.append(
                {
                    "chunk": {"text": chunk.text},
                    "left": left,
                    "right": right,
                    "token": made,
                    "rank": rank,
                    "id": after[place],
                    "sentence": f"In this piece the pair of lowest rank merges: rank {rank:,}.",
                }
            )
            before = after
    _mount(
        _replay,
        _with_trace(
            {
                "steps": steps,
                "row": row_of_chunks(tokenizer, chunks, None),
                "startSentence": "Every piece starts as its bytes; no merge crosses a gap."
                if isinstance(tokenizer, BPETokenizer)
                else "Every word starts as its characters and the end mark.",
            },
            tuple((chunk.text, *(rank for rank, _, _ in chunk.steps)) for chunk in chunks),
            page,
            name,
            texts,
        ),
        inputs.key(page, name),
    )


def _mount(draw, data: dict, key: str) -> None:
    """Draw steps, and the code of the one whose code is asked for."""
    asked = draw(data=data, key=key, on_code_change=lambda: None).code
    link = data["link"]
    if isinstance(asked, int) and not link["refused"]:
        qr.large(share.address(link["query"] | {link["step"]: str(asked)}))


def _with_trace(data: dict[str, Any], run: tuple, page: str, name: str, texts: tuple[str, ...]) -> dict:
    """The data with an identity that changes when the `run` does, the step to start at, and its link."""
    query, refused = share.texts_in_link(page, texts)
    return data | {
        "trace": hashlib.sha1(repr(run).encode()).hexdigest(),
        "presented": mode.presented(),
        "start": inputs.step_from_link(name),
        "link": {"query": query, "refused": refused, "step": name},
    }


def _key(tokenizer: BPETokenizer | WordBPE, token_id: int) -> bytes | str:
    """How a TrainingStep writes this token."""
    if isinstance(tokenizer, BPETokenizer):
        return tokenizer.token_bytes(token_id)
    return tokenizer.token(token_id)


def _unit_ids(tokenizer: BPETokenizer | WordBPE) -> range:
    return range(tokenizer.first_merged)


def _used_units(steps: list[dict], first_merged: int) -> set[int]:
    """The ids below the first merge that some step names."""
    named = {step[side] for step in steps for side in ("left", "right")}
    named |= {token_id for step in steps for pair in step["runnersUp"] for token_id in pair[:2]}
    return {token_id for token_id in named if token_id < first_merged}


def _excerpt(tokenizer: BPETokenizer | WordBPE, corpus: str, step_of: dict[int, int]) -> dict:
    shown = corpus[:MOST_UNITS]
    row = row_of_chunks(tokenizer, tokenizer.encode_steps(shown), step_of)
    if len(shown) < len(corpus):
        row["note"] = (
            f"The picture shows the first {len(shown):,} of {len(corpus):,} characters; "
            "every count covers the whole corpus."
        )
    return row


def _what_happened(step: TrainingStep, before: int) -> str:
    stood = f"The pair stands {'once' if step.count == 1 else f'{step.count:,} times'}"
    if step.replaced < step.count:
        stood += f", overlapping; {step.replaced:,} can be merged"
    return f"{stood}. The corpus goes from {before:,} to {counted(step.length, 'token')}."


def _ties(step: TrainingStep) -> str:
    if step.tied:
        others = "One other pair has" if step.tied == 1 else f"{step.tied:,} other pairs have"
        return f"{others} the same count: the tie rule decided."
    return "No other pair has this count."
