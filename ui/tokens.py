"""Tokens as the browser draws them: bytes, or the characters of a word tokenizer with its end mark."""

from tokcore import BPETokenizer, WordBPE
from tokcore.encoding import ChunkSteps
from tokcore.uploaded import Reading

NEVER, CHUNK_ENDS = 0, -1
"""In a row: a cut that stays, and one that stays because a chunk ends there."""

_END, _UNKNOWN = -1, -2


def token(tokenizer: BPETokenizer | WordBPE | Reading, token_id: int) -> dict:
    """One token for the browser."""
    if isinstance(tokenizer, BPETokenizer):
        return {"bytes": list(tokenizer.token_bytes(token_id))}
    if isinstance(tokenizer, Reading):
        data = tokenizer.token_bytes(token_id)
        return {"text": tokenizer.spelled[token_id]} if data is None else {"bytes": list(data)}
    characters, ends_word = tokenizer.spelling(token_id)
    return {"text": characters, "ends": ends_word, "unknown": token_id == tokenizer.unknown_id}


def shortened(drawn: dict, most: int) -> dict:
    """A token for the browser without what is too long to draw, its last character whole.

    `most` is in bytes, or in the characters of a word tokenizer; what is left out shows as "cut".
    """
    kind = "bytes" if "bytes" in drawn else "text"
    if len(drawn[kind]) <= most:
        return drawn
    kept = drawn[kind][:most]
    if kind == "bytes":
        data = bytes(kept)
        kept = list(data.decode(errors="ignore").encode() or data)
    return drawn | {kind: kept, "cut": True}


def hexadecimal(data: bytes) -> str:
    """The bytes as two hexadecimal digits each."""
    return data.hex(" ")


def units(tokenizer: BPETokenizer | WordBPE, ids: tuple[int, ...]) -> list[int | str]:
    """The units that a chunk starts from: byte values, or characters with the mark as a number."""
    if isinstance(tokenizer, BPETokenizer):
        return [tokenizer.token_bytes(i)[0] for i in ids]
    return [_UNKNOWN if i == tokenizer.unknown_id else tokenizer.spelling(i)[0] or _END for i in ids]


def row_of_chunks(
    tokenizer: BPETokenizer | WordBPE, chunks: list[ChunkSteps], step_of: dict[int, int] | None
) -> dict:
    """Chunks end to end as one row of units, with the step at which each cut between units vanishes.

    With `step_of` (rank -> step, from 1) cuts vanish when training learned their merge; without it every
    merge is a step of its own, counted through all chunks.
    """
    row: list[int | str] = []
    vanish: list[int] = []
    done = 0
    for chunk in chunks:
        starts = list(range(len(chunk.ids)))  # the first unit of each token of the chunk
        gone = [NEVER] * len(chunk.ids)
        for number, (rank, place, _) in enumerate(chunk.steps, start=done + 1):
            gone[starts[place + 1] - 1] = step_of.get(rank, NEVER) if step_of else number
            del starts[place + 1]
        if gone:
            gone[-1] = CHUNK_ENDS
        done += len(chunk.steps)
        row += units(tokenizer, chunk.ids)
        vanish += gone
    return {"units": row, "vanish": vanish}
