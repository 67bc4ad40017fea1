"""Which tokens a text can become: those that are not themselves when alone, and those that no text reaches.

The two are different. A token is *not itself when alone* when its own text encodes to something else; in
another context it may well appear. It is *unreachable* when no text whatever gives it, which needs a proof.
Three are sound for every text:

* bytes: no text in UTF-8 holds the token's bytes.
* pattern: no chunk holds them; see `factors.py`.
* merges: merging the token's bytes alone ends as something else, and no chunk is exactly these bytes. What
  stands around them does not matter: until the token is made no merge reaches over its edges, and between
  them the merges go in the order in which they go alone.

A token with neither a text that gives it nor a proof stays open.
"""

import codecs
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from tokcore.factors import PART, could_be, smallest_missing
from tokcore.limits import PATTERN_SECONDS, PatternError, VocabularyError, require_at_most
from tokcore.pretokenize import Pattern
from tokcore.tokenizer import BPETokenizer

# What may stand before a token, and after it, and change how it is cut: letters of both cases and of none, a
# number, ends of contractions, white space, every sign of ASCII.
_AFTER = ("", " ", "a", "A", "s", "S", "'", "\n", "/", ".", "1", "中", "\r", "\t", "ll", "LL", "re")
_BEFORE = (*_AFTER, *(sign for sign in map(chr, range(0x21, 0x7F)) if not sign.isalnum()))
_CONTEXTS = sorted(product(_BEFORE, _AFTER), key=lambda pair: len("".join(pair)))
_MOST_WHOLES, _ENDS_PER_BEGINNING = 6_000, 8
MOST_MERGES = 64
"""The longest list of merges that `read_merges` reads."""
_CONTINUATION = range(0x80, 0xC0)


class Stray(NamedTuple):
    """A token whose text encodes to the ids `alone`; `context` is a text that gives it, if one is known."""

    token_id: int
    alone: tuple[int, ...]
    context: str | None


_REASONS = {
    "bytes": "No text in UTF-8 holds the bytes {}.",
    "pattern": "No match of the pattern's alternatives holds {}.",
    "merges": "Merging its bytes ends as {}, and no chunk is exactly these bytes.",
}


class Proof(NamedTuple):
    """Why no text gives a token: `kind` is "bytes", "pattern" or "merges", `what` completes its sentence.

    `missing` are the bytes in the token that no text, or no chunk, has side by side; for merges, all of them.
    """

    kind: str
    what: str
    missing: bytes

    @property
    def reason(self) -> str:
        """The proof as a sentence."""
        return _REASONS[self.kind].format(self.what)


class Survey(NamedTuple):
    """The tokens of a tokenizer: id -> a text that gives it, id -> why none does, and the ids left open."""

    reached: dict[int, str]
    unreachable: dict[int, Proof]
    open: list[int]


def not_itself(tokenizer: BPETokenizer) -> list[Stray]:
    """The tokens whose own text encodes to something else, each with a context that does give it.

    Tokens whose bytes are not whole characters have no text of their own and are left out. Raises
    PatternError when a person's own pattern needs more than PATTERN_SECONDS for all of them together.
    """
    return [
        Stray(token_id, tuple(tokenizer.encode(text)), context_of(tokenizer, token_id))
        for token_id, text in _texts(tokenizer)
        if text is not None and not _is_itself(tokenizer, token_id, text)
    ]


def without_text(tokenizer: BPETokenizer) -> int:
    """How many tokens have bytes that are not whole characters."""
    return sum(text is None for _, text in _texts(tokenizer))


def survey(tokenizer: BPETokenizer, search: bool = True) -> Survey:
    """What is known of every token but specials: a text that gives it, a proof that none does, or neither.

    Without `search` only the token's own text is tried. Raises PatternError as `not_itself` does.
    """
    found = Survey({}, {}, [])
    for token_id, text in _texts(tokenizer):
        if text is not None and _is_itself(tokenizer, token_id, text):
            found.reached[token_id] = text
        elif proof := unreachable(tokenizer, token_id):
            found.unreachable[token_id] = proof
        elif search and (context := context_of(tokenizer, token_id)) is not None:
            found.reached[token_id] = context
        else:
            found.open.append(token_id)
    return found


def _texts(tokenizer: BPETokenizer) -> Iterator[tuple[int, str | None]]:
    """Every token's id and its text, None for bytes that are not whole characters; bounded in time."""
    end = time.monotonic() + PATTERN_SECONDS
    written = tokenizer.pattern is not None and not tokenizer.rules.engine
    for token_id in range(tokenizer.first_id, tokenizer.first_id + tokenizer.vocab_size):
        if written and time.monotonic() > end:
            raise PatternError(
                f"Cutting all {tokenizer.vocab_size:,} tokens with this pattern takes more than "
                f"{PATTERN_SECONDS:g} seconds, so it was stopped."
            )
        try:
            yield token_id, tokenizer.token_bytes(token_id).decode()
        except UnicodeDecodeError:
            yield token_id, None


def _is_itself(tokenizer: BPETokenizer, token_id: int, text: str) -> bool:
    # A chunk that is a token becomes that token, so most tokens need no encoding.
    return tokenizer.rules.cut(text) == [text] or tokenizer.encode(text) == [token_id]


# --- a text that gives a token ------------------------------------------------------------------------------


def context_of(tokenizer: BPETokenizer, token_id: int) -> str | None:
    """A text, as short as this search knows, among whose tokens this one is; None proves nothing.

    The token's text is tried with letters, signs and white space on both sides. Bytes that are not whole
    characters are made whole first.
    """
    token = tokenizer.token_bytes(token_id)
    try:
        text = token.decode()
    except UnicodeDecodeError:
        tried: Iterable[str] = islice(_wholes(token), _MOST_WHOLES)
    else:
        tried = (before + text + after for before, after in _CONTEXTS)
    return next((text for text in tried if token_id in tokenizer.encode(text)), None)


def _wholes(token: bytes) -> Iterator[str]:
    """Texts in which these bytes stand, the characters at the edges made whole."""
    edges = _edges(token)
    if edges is None:
        return
    head, middle, tail = edges
    ends = list(islice(_completions(tail, leads=False), _MOST_WHOLES))
    if head:
        ends = ends[:: 1 + len(ends) // _ENDS_PER_BEGINNING]
    for before in _completions(head, leads=True):
        yield from (before + middle + after for after in ends)


def _completions(part: bytes, leads: bool) -> Iterator[str]:
    """Characters whose bytes end with `part` (`leads`: what is missing comes before it), or begin with it."""
    if not part:
        yield ""
        return
    for size in (1, 2, 3):
        places = [_CONTINUATION[:: 1 if size < 3 else 5]] * size
        if leads:
            places[0] = range(0xC2, 0xF5)
        for missing in map(bytes, product(*places)):
            try:
                yield (missing + part if leads else part + missing).decode()
            except UnicodeDecodeError:
                continue


def _edges(token: bytes) -> tuple[bytes, str, bytes] | None:
    """The token as the end of a character, whole ones, the beginning of one; None when no text holds it."""
    rest = token.lstrip(bytes(_CONTINUATION))
    head = token[: len(token) - len(rest)]
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        middle = decoder.decode(rest)
    except UnicodeDecodeError:
        return None
    tail = decoder.getstate()[0]
    # A surrogate's first two bytes wait in the decoder for a third that never makes them a character.
    if len(head) > 3 or (tail[:1] == b"\xed" and tail[1:2] >= b"\xa0"):
        return None
    return head, middle, tail


# --- a proof that none does ---------------------------------------------------------------------------------


def unreachable(tokenizer: BPETokenizer, token_id: int) -> Proof | None:
    """Why no text gives this token, or None when that is not proved. The token is no special."""
    token = tokenizer.token_bytes(token_id)
    edges = _edges(token)
    if edges is None:
        # A vocabulary that lacks bytes drops them, and what is left side by side need not be UTF-8.
        return None if tokenizer.missing_bytes else Proof("bytes", token.hex(" "), token)
    head, middle, tail = edges
    characters = PART * bool(head) + middle + PART * bool(tail)
    dropped = "".join(chr(byte) for byte in tokenizer.missing_bytes if byte < 0x80)
    if run := smallest_missing(tokenizer.rules, characters, dropped):
        row = characters[slice(*run)]
        named = " followed by ".join(_kind(tokenizer.rules, character) for character in row)
        whole = row.replace(PART, "").encode()
        return Proof("pattern", named, head * (run[0] == 0) + whole + tail * (run[1] == len(characters)))
    if tokenizer.missing_bytes or could_be(tokenizer.rules, characters):
        return None
    ids = tokenizer.merged(token)
    if ids == (token_id,):
        return None
    left = " ".join(tokenizer.token_bytes(i).hex() for i in ids)
    return Proof("merges", left, token)


_KINDS = (("a letter", r"\p{L}"), ("a number", r"\p{N}"), ("white space", r"\s"))


def _kind(rules: Pattern, character: str) -> str:
    """What a character is to a published pattern, in words."""
    if character == PART:
        return "part of a character"
    if character in "\r\n":
        return "a line break"
    for name, expression in _KINDS:
        if Pattern(name, ((name, expression),), rules.engine).cut(character):
            cased = "a capital letter" if character.isupper() else "a small letter"
            return cased if name == "a letter" and character.upper() != character.lower() else name
    return "an apostrophe" if character == "'" else "another sign"


# --- merges in an impossible order --------------------------------------------------------------------------


class ListedMerge(NamedTuple):
    """A merge of a list: its two parts, and the `pieces` that the whole list leaves of what it should make.

    `taken` is the rank of the merge that joins the two parts' edges before their turn, None when none does.
    """

    left: str
    right: str
    pieces: tuple[str, ...]
    taken: int | None

    @property
    def possible(self) -> bool:
        """Whether merging ever makes this token, whatever text stands around it."""
        return len(self.pieces) == 1


def read_merges(written: str) -> list[tuple[str, str]]:
    """The merges of a line such as "b c, a b, ab c"; each part is one character or made by an earlier merge.

    Raises VocabularyError with a sentence for anything else, or for more than MOST_MERGES.
    """
    merges, made = [], set()
    for entry in written.split(","):
        parts = entry.split()
        if len(parts) != 2:
            raise VocabularyError("Write each merge as two parts with a space between, and a comma after it.")
        for part in parts:
            if len(part) > 1 and part not in made:
                raise VocabularyError(f"Merge {len(merges)} needs {part!r}, which no earlier merge makes.")
        if "".join(parts) in made:
            raise VocabularyError(f"Merge {len(merges)} makes {''.join(parts)!r}, which is made already.")
        made.add("".join(parts))
        merges.append((parts[0], parts[1]))
        require_at_most(len(merges), MOST_MERGES, "merges in one line")
    return merges


def listed(merges: Sequence[tuple[str, str]]) -> list[ListedMerge]:
    """What the whole list makes of each of its tokens: pairs merge by rank, as Hugging Face's tokenizers do.

    What stands around a token changes nothing (see the head of this file), so a token that its own characters
    do not end as is made in no text.
    """
    ranks = {pair: rank for rank, pair in reversed(list(enumerate(merges)))}
    rows = []
    for left, right in merges:
        row, taken = list(left + right), None
        while found := [
            (ranks[pair], place) for place, pair in enumerate(zip(row, row[1:])) if pair in ranks
        ]:
            rank, place = min(found)
            start = len("".join(row[:place]))
            if taken is None and start < len(left) < start + len(row[place] + row[place + 1]):
                taken = rank
            row[place : place + 2] = [row[place] + row[place + 1]]
        rows.append(ListedMerge(left, right, tuple(row), None if len(row) == 1 else taken))
    return rows
