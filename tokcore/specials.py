"""Special strings: where they stand in a text, a chat written with them, a batch filled up with them.

A special token is an id that stands outside the merges and means something to a model: a text ends here, a
turn begins. It is written as a string, and whether that string in a text becomes the id is for the caller to
say. In a text that somebody else wrote it must not: it would be a sign of control that they sent.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import regex

from tokcore.alphabet import well_formed
from tokcore.encoding import Span
from tokcore.limits import SpecialTokenError, TokcoreError, UnknownTokenError
from tokcore.pretokenize import Chunk
from tokcore.tokenizer import BPETokenizer

WAYS = ("plain", "allowed", "refused")
"""What may become of special strings in a text: nothing, their ids, or an error."""


# --- in a text ------------------------------------------------------------------------------------------


class Place(NamedTuple):
    """A special string in a text: `start` is its place in characters, `token_id` what it may become."""

    special: str
    start: int
    token_id: int


def places(tokenizer: BPETokenizer, text: str) -> list[Place]:
    """The special strings in the text, as encoding takes them: from the left, of two at one place the longer.

    They never overlap. Places are in the text with its surrogates mended (see `alphabet.well_formed`).
    """
    if not tokenizer.specials:
        return []
    longest_first = sorted(tokenizer.specials, key=len, reverse=True)
    either = regex.compile("|".join(map(regex.escape, longest_first)))
    return [
        Place(found[0], found.start(), tokenizer.specials[found[0]])
        for found in either.finditer(well_formed(text))
    ]


def refusal(tokenizer: BPETokenizer, text: str) -> str | None:
    """The sentence with which encoding refuses the text, or None when it holds no special string."""
    try:
        tokenizer.encode(text, disallowed_special="all")
    except SpecialTokenError as error:
        return str(error)
    return None


def allowed_spans(tokenizer: BPETokenizer, text: str) -> list[Span]:
    """The tokens of `encode(text, allowed_special="all")` with the bytes of the text that they cover."""
    text = well_formed(text)
    spans, done, at = [], 0, 0  # `done` counts characters, `at` bytes

    def plain(part: str) -> None:
        nonlocal at
        spans.extend(Span(i, at + start, at + end) for i, start, end in tokenizer.spans(part))
        at += len(part.encode())

    for special, start, token_id in places(tokenizer, text):
        plain(text[done:start])
        size = len(special.encode())
        spans.append(Span(token_id, at, at + size))
        done, at = start + len(special), at + size
    plain(text[done:])
    return spans


# --- outside the merges ---------------------------------------------------------------------------------


class Outside(NamedTuple):
    """A special token, and what merging has to do with it.

    `by_merging`: its id is one that merging can give. `typed` are the ids of its string as plain text,
    `pieces` where the pattern cuts that string, and `twin` is the ordinary token with the same bytes, if any.
    """

    special: str
    token_id: int
    by_merging: bool
    typed: tuple[int, ...]
    pieces: tuple[Chunk, ...]
    twin: int | None


def ids_by_merging(tokenizer: BPETokenizer) -> range:
    """Every id that encoding plain text can give: those of the bytes and of the merges, and no others."""
    return range(tokenizer.first_id, tokenizer.first_id + tokenizer.vocab_size)


def outside(tokenizer: BPETokenizer) -> list[Outside]:
    """The special tokens in the order of their ids, each with the proof that no merge makes it.

    Plain text gets ids from `ids_by_merging` alone. A special id is none of them, whatever the text holds:
    even where an ordinary token is spelled the same, it is another id.
    """
    made = ids_by_merging(tokenizer)
    return [
        Outside(
            special,
            token_id,
            token_id in made,
            tuple(tokenizer.encode(special)),
            tuple(tokenizer.rules.chunks(special)),
            tokenizer.token_id(special.encode()),
        )
        for special, token_id in sorted(tokenizer.specials.items(), key=lambda item: item[1])
    ]


def ids_without_token(tokenizer: BPETokenizer) -> int:
    """How many ids below `id_limit` stand for nothing: a table of vectors has rows for them too."""
    return tokenizer.id_limit - len(tokenizer)


# --- in a chat ------------------------------------------------------------------------------------------

TURN, TURN_ENDS = "<|im_start|>", "<|im_end|>"
"""The marks around a turn in SmolLM2's chat format (ids 1 and 2), which is ChatML's."""

ANSWERS = "assistant"


class Message(NamedTuple):
    """What one side of a chat says."""

    role: str
    content: str


class Turn(NamedTuple):
    """A turn as a model reads it from ids: `role` is what stands before the first line break.

    `ids` are all that belong to it, marks and the blank text after it included. `role` is None for text that
    stands outside any turn, `closed` says whether the end mark came, and `forged` that the mark which opened
    the turn was not written by the template, but stood in a message.
    """

    role: str | None
    content: str
    ids: tuple[int, ...]
    closed: bool
    forged: bool = False


def chat_text(messages: Sequence[Message]) -> str:
    """The messages in the chat format, as one text that ends where the model is to answer.

    Source: the template of SmolLM2's instruct models, without the greeting that it puts first when no system
    message is given.
    """
    said = [f"{TURN}{role}\n{content}{TURN_ENDS}\n" for role, content in messages]
    return "".join([*said, f"{TURN}{ANSWERS}\n"])


def chat_ids(tokenizer: BPETokenizer, messages: Sequence[Message], way: str = "plain") -> list[int]:
    """The ids of the messages in the chat format.

    "allowed" encodes `chat_text` in one go with every special string allowed, those in messages too. "plain"
    puts the marks' ids around text that is encoded without any: role and message stay one piece of text, so
    that a message without special strings gives the same ids either way. "refused" does that too, and
    raises SpecialTokenError for a message that holds a special string. UnknownTokenError for a tokenizer
    without the marks.
    """
    _require(way, WAYS, "way")
    for mark in (TURN, TURN_ENDS):
        if mark not in tokenizer.specials:
            raise UnknownTokenError(f"{tokenizer.name} has no special token {mark!r}.")
    if way == "allowed":
        return tokenizer.encode(chat_text(messages), allowed_special="all")
    opens, closes = tokenizer.specials[TURN], tokenizer.specials[TURN_ENDS]
    ids = []
    for role, content in messages:
        if way == "refused":
            tokenizer.encode(content, disallowed_special="all")
        ids += [opens, *tokenizer.encode(f"{role}\n{content}"), closes, *tokenizer.encode("\n")]
    return [*ids, opens, *tokenizer.encode(f"{ANSWERS}\n")]


def chat_turns(tokenizer: BPETokenizer, messages: Sequence[Message], way: str = "plain") -> list[Turn]:
    """The turns that a model reads from `chat_ids`; errors are the same."""
    read = turns(tokenizer, chat_ids(tokenizer, messages, way))
    if way != "allowed":
        return read
    by_template, done = set(), 0
    for message in messages:
        by_template.add(done)
        done += len(well_formed(chat_text([message]).removesuffix(f"{TURN}{ANSWERS}\n")))
    by_template.add(done)
    starts = (found.start for found in places(tokenizer, chat_text(messages)) if found.special == TURN)
    return [
        turn if turn.role is None else turn._replace(forged=next(starts) not in by_template) for turn in read
    ]


def turns(tokenizer: BPETokenizer, ids: Sequence[int]) -> list[Turn]:
    """The turns in the ids: each begins with the mark's id, and no text makes one. Joined, their ids are all.

    Blank text between turns belongs to the turn before it; other text there is a turn without a role.
    """
    opens, closes = tokenizer.specials[TURN], tokenizer.specials[TURN_ENDS]
    parts: list[list[int]] = [[]]
    for token_id in ids:
        if token_id == opens or parts[-1][-1:] == [closes]:
            parts.append([])
        parts[-1].append(token_id)
    read: list[Turn] = []
    for part in filter(None, parts):
        if part[0] == opens:
            closed = part[-1] == closes
            role, _, content = tokenizer.decode(part[1 : len(part) - closed]).partition("\n")
            read.append(Turn(role, content, tuple(part), closed))
        elif read and not tokenizer.decode(part).strip():
            read[-1] = read[-1]._replace(ids=(*read[-1].ids, *part))
        else:
            closed = part[-1] == closes
            read.append(Turn(None, tokenizer.decode(part), tuple(part), closed))
    return read


# --- in a batch -----------------------------------------------------------------------------------------

SIDES = ("right", "left")


class Cell(NamedTuple):
    """A place in a batch: an id, and what it is there for: "text", "begin", "end" or "pad"."""

    token_id: int
    kind: str


class Batch(NamedTuple):
    """Texts of different lengths as rows of one length."""

    rows: tuple[tuple[Cell, ...], ...]

    @property
    def ids(self) -> list[list[int]]:
        """The ids, row by row."""
        return [[cell.token_id for cell in row] for row in self.rows]

    @property
    def mask(self) -> list[list[int]]:
        """The attention mask: 1 for what a model is to read, 0 for padding."""
        return [[int(cell.kind != "pad") for cell in row] for row in self.rows]

    def count(self, *kinds: str) -> int:
        """How many cells are of these kinds, or all of them."""
        return sum(cell.kind in kinds or not kinds for row in self.rows for cell in row)


def batch(
    tokenizer: BPETokenizer,
    texts: Sequence[str],
    pad: str,
    begin: str | None = None,
    end: str | None = None,
    side: str = "right",
) -> Batch:
    """The texts as plain text, between the marks that are given, filled up with `pad` on one side.

    `pad`, `begin` and `end` are special strings of the tokenizer, which may be one and the same; otherwise
    UnknownTokenError.
    """
    _require(side, SIDES, "side")

    def mark(special: str | None, kind: str) -> list[Cell]:
        if special is None:
            return []
        if special not in tokenizer.specials:
            raise UnknownTokenError(f"{tokenizer.name} has no special token {special!r}.")
        return [Cell(tokenizer.specials[special], kind)]

    rows = [
        [*mark(begin, "begin"), *(Cell(i, "text") for i in tokenizer.encode(text)), *mark(end, "end")]
        for text in texts
    ]
    length = max(map(len, rows), default=0)
    filling = [mark(pad, "pad") * (length - len(row)) for row in rows]
    filled = [row + more if side == "right" else more + row for row, more in zip(rows, filling)]
    return Batch(tuple(map(tuple, filled)))


def _require(chosen: str, choices: Collection[str], what: str) -> None:
    if chosen not in choices:
        raise TokcoreError(f"There is no {what} {chosen!r}; there are {', '.join(choices)}.")
