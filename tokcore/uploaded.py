"""A person's own `tokenizer.json` under its own library, Hugging Face's tokenizers.

The library is written for files that one trusts. A padding of a billion tokens, a normalizer that doubles the
text sixty times or a pattern that never ends is allowed in a file, and takes the whole process down or keeps
it for hours. So each question is asked in a process of its own (`apart.py`). What comes back are ids, places
and short strings.

Nothing is cut off or filled up: truncation and padding that a file asks for are switched off, no special
tokens are added, and special strings in the text are plain text, as everywhere in tokcore.
"""

import hashlib
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from tokcore import apart
from tokcore.alphabet import from_printable, well_formed
from tokcore.encoding import Span
from tokcore.export import load_tokenizer_json
from tokcore.limits import (
    MAX_PAGE_CHARACTERS,
    MAX_TOKENIZER_FILE_BYTES,
    TokcoreError,
    UnknownTokenError,
    VocabularyError,
    require_at_most,
)

SECONDS = apart.SECONDS
"""How long the library may use a processor for one question, reading the file included."""

MOST_TOKENS = 8 * MAX_PAGE_CHARACTERS
"""The most tokens that are read back; a byte-level tokenizer has at most four for a character."""

MOST_TOKEN_CHARACTERS = 400  # longer tokens are cut when they are shown

CHECK_TEXT = (
    "The traveller's clock struck 12,345 times; I'LL say 1234567890?!\n\n\tdef f(x):\r\n    return x\n"
    "  naïve cafe\u0301 Straße ÅNGSTRÖM — “quoted” … ½ ² Ⅷ ٣٤ ४५  end  \nПривет, мир. Ταξιδιώτης του χρόνου. "
    "שלום עולם. مرحبا بالعالم. नमस्ते दुनिया. สวัสดีชาวโลก. 你好，世界。こんにちは. 안녕하세요.\n🤗👩\u200d🚀🇫🇷 "
    "zero\u200bwidth\u00a0space \x00\x04\x1d\x7f \ufeff \ufffd \U000f0000 <|endoftext|><s></s>[CLS] ▁Ġ## "
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa   "
)
"""What a tokenizer is checked with besides a person's text: scripts, digits, white space, marks, controls."""


class Facts(NamedTuple):
    """What a file says of itself: the kind of its model, its tokens with and without added ones, its steps in
    the library's words, and the sha256 of the file."""

    model: str
    tokens: int
    added: int
    normalizer: str
    pre_tokenizer: str
    decoder: str
    sha256: str


class Reading(NamedTuple):
    """A text under a file's own library.

    `found` are its tokens in bytes of the text; tokens that share a character without saying where they cut
    it have the same place. `spelled` gives each id's string in the vocabulary, `pieces` the ends, in bytes,
    of what its pre-tokenizer would make of the text as it is, `decoded` what the ids give back, `normalized`
    the text after the file's normalizer, `as_it_is` the tokens without that normalizer. `always` are ids that
    stand outside the model, such as those of special tokens.
    """

    facts: Facts
    text: str
    found: tuple[Span, ...]
    spelled: dict[int, str]
    byte_level: bool
    decoded: str
    normalized: str
    as_it_is: tuple[Span, ...]
    pieces: tuple[int, ...]
    always: frozenset[int]

    @property
    def ids(self) -> list[int]:
        """The ids of the text."""
        return [span.token_id for span in self.found]

    def spans(self, text: str) -> list[Span]:
        """The tokens of the text, which must be the one that was read."""
        if well_formed(text) != self.text:
            raise UnknownTokenError("This is not the text that was read.")
        return list(self.found)

    def token_bytes(self, token_id: int) -> bytes | None:
        """The bytes of a token that stands in the text, or None where tokens are not written in bytes."""
        return spelled_bytes(self.spelled[token_id]) if self.byte_level else None


def spelled_bytes(token: str) -> bytes | None:
    """The bytes that a byte-level vocabulary writes as this string, or None when it writes none so."""
    try:
        return from_printable(token)
    except KeyError:
        return None


def read(data: bytes, text: str) -> Reading:
    """The text under the library, told in a process of its own.

    Raises LimitError above MAX_TOKENIZER_FILE_BYTES, above MAX_PAGE_CHARACTERS or when the process is
    stopped, VocabularyError with the library's own words when it does not read the file.
    """
    text = well_formed(text)
    require_at_most(len(text), MAX_PAGE_CHARACTERS, "characters of text")
    answer = _ask(data, {"question": "read", "text": text})
    places = [0, *accumulate(len(character.encode()) for character in text)]
    spelled = {int(token_id): token for token_id, token in answer["spelled"].items()}
    byte_level = answer["byte_level"]

    def spans(found: list[list[int]]) -> tuple[Span, ...]:
        return _exact([Span(i, places[a], places[b]) for i, a, b in found], spelled, byte_level)

    found = spans(answer["tokens"])
    unchanged = answer["normalized"] == text
    return Reading(
        Facts(*answer["facts"], hashlib.sha256(data).hexdigest()),
        text,
        found,
        spelled,
        byte_level,
        answer["decoded"],
        answer["normalized"],
        found if unchanged else spans(answer["as_it_is"]),
        tuple(places[end] for end in answer["pieces"]),
        frozenset(answer["always"]),
    )


def obstacle(data: bytes) -> str | None:
    """Why `tokcore` cannot stand in for the library, in a sentence; None when it gives the same ids.

    `load_tokenizer_json` must read the file, and its ids must be the library's on CHECK_TEXT. The file is
    read in the other process, so that no content of a file can harm this one. Raises as `read` does.
    """
    return _ask(data, {"question": "obstacle", "text": CHECK_TEXT})["obstacle"]


def _exact(found: list[Span], spelled: dict[int, str], byte_level: bool) -> tuple[Span, ...]:
    """The spans cut inside characters too, where the tokens' bytes say how."""
    lengths = [len(spelled_bytes(spelled[i]) or b"") if byte_level else 0 for i, _, _ in found]
    exact, done = [], 0
    while done < len(found):
        start, end, last = found[done].start, found[done].end, done + 1
        while last < len(found) and start <= found[last].start < end:
            end, last = max(end, found[last].end), last + 1
        together = found[done:last]
        if sum(lengths[done:last]) == end - start:
            for (token_id, *_), length in zip(together, lengths[done:last]):
                exact.append(Span(token_id, start, start + length))
                start += length
        else:
            exact += together
        done = last
    return tuple(exact)


# --- the other process --------------------------------------------------------------------------------------


def _ask(data: bytes, request: dict[str, str]) -> dict[str, Any]:
    require_at_most(len(data), MAX_TOKENIZER_FILE_BYTES, "bytes of tokenizer.json")
    found = apart.ask("uploaded", request, data, SECONDS)
    if "error" in found:
        raise VocabularyError(f"The library tokenizers does not take this file. It says: {found['error']}")
    return found


def answer(request: dict[str, str], data: bytes) -> dict[str, Any]:
    """Answer one question about one file, in the other process."""
    library = _library(data)
    found = _read(library, request["text"])
    if request["question"] == "obstacle":
        return {"obstacle": _obstacle(data, request["text"], [i for i, *_ in found["tokens"]])}
    return found


def _library(data: bytes) -> Any:
    import tokenizers

    library = tokenizers.Tokenizer.from_buffer(data)
    library.no_padding()
    library.no_truncation()
    library.post_processor = None  # it adds special tokens, and trims the places of tokens
    library.encode_special_tokens = True
    return library


def _read(library: Any, text: str) -> dict[str, Any]:
    normalizer, pre_tokenizer, decoder = library.normalizer, library.pre_tokenizer, library.decoder
    normalized = normalizer.normalize_str(text) if normalizer else text
    require_at_most(len(normalized), MOST_TOKENS, "characters of text after this file's normalizer")
    encoding = library.encode(text, add_special_tokens=False)
    require_at_most(len(encoding.ids), MOST_TOKENS, "tokens for this text")
    decoded = library.decode(encoding.ids, skip_special_tokens=False)
    as_it_is = encoding
    if normalized != text:
        library.normalizer = None
        as_it_is = library.encode(text, add_special_tokens=False)
    pieces = pre_tokenizer.pre_tokenize_str(text) if pre_tokenizer else ()
    seen = {*encoding.ids, *as_it_is.ids}
    added = library.get_added_tokens_decoder()
    tokens = library.get_vocab_size(with_added_tokens=True)
    kind, steps = type(library.model).__name__, (normalizer, pre_tokenizer, decoder)
    return {
        "facts": [kind, tokens, len(added), *map(_named, steps)],
        "tokens": _tokens(encoding),
        "as_it_is": _tokens(as_it_is),
        "spelled": {i: (library.id_to_token(i) or "")[:MOST_TOKEN_CHARACTERS] for i in seen},
        "byte_level": kind == "BPE" and "ByteLevel(" in repr((pre_tokenizer, decoder)),
        "decoded": decoded[:MOST_TOKENS],
        "normalized": normalized,
        "pieces": [end for _, (_, end) in pieces],
        "always": sorted(seen & added.keys()),
    }


def _tokens(encoding: Any) -> list[tuple[int, int, int]]:
    return [(i, start, end) for i, (start, end) in zip(encoding.ids, encoding.offsets)]


def _named(step: Any) -> str:
    """A step in the library's words, cut short."""
    if step is None:
        return "none"
    written = repr(step)
    return written if len(written) <= MOST_TOKEN_CHARACTERS else f"{written[: MOST_TOKEN_CHARACTERS - 1]}…"


def _obstacle(data: bytes, text: str, ids: Sequence[int]) -> str | None:
    try:
        ours = load_tokenizer_json(data).encode(text)
    except TokcoreError as error:
        return str(error)
    if ours == list(ids):
        return None
    place = next((i for i, pair in enumerate(zip(ours, ids)) if pair[0] != pair[1]), min(len(ours), len(ids)))
    return f"Its ids and those of tokcore differ on the check text, from token {place} on."
