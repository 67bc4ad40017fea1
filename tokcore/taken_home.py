"""A tokenizer as a file for another library: the file, the lines that load it there, and the proof.

The proof is worked out with the bytes of the file: the library reads them in a process of its own and
encodes texts, and its ids are compared with those of `encode`. The process is needed although the file is
ours, because the pattern in it may be a person's: the libraries' engines are not `regex`, and have no time
limit.
"""

import base64
import hashlib
from collections.abc import Sequence
from itertools import permutations
from typing import Any, NamedTuple

from tokcore import apart
from tokcore.limits import MAX_PAGE_CHARACTERS, VocabularyError
from tokcore.pretokenize import NONE, UNMATCHED
from tokcore.tokenizer import BPETokenizer
from tokcore.words import WordBPE

FORMATS = {"tokenizer.json": "tokenizers", "tokenizer.tiktoken": "tiktoken"}
"""The name of each file, and of the library that reads it."""

SPECIALS = "the special tokens"


class Sample(NamedTuple):
    """A text to compare ids on, and what it is called."""

    name: str
    text: str


class Proof(NamedTuple):
    """What a library made of a file: how many ids are the same on each sample, or the first difference.

    Where all ids are the same, the difference may be in what the special tokens are decoded to.
    """

    library: str
    counts: tuple[tuple[str, int], ...]
    difference: str | None


def with_specials(tok: BPETokenizer | WordBPE, specials: Sequence[str]) -> BPETokenizer:
    """The trained tokenizer with these special tokens at the ids that follow its vocabulary.

    Raises VocabularyError for a tokenizer that no file can hold, and for specials that are empty or repeat.
    """
    if isinstance(tok, WordBPE):
        raise VocabularyError(
            "Neither file can hold this tokenizer: both spell every token in bytes. This one starts from "
            "characters, drops the white space between words, and has an end mark that is no character: "
            "a file would have to write it as the four characters </w>, which a text may hold."
        )
    if len(set(specials)) < len(specials):
        raise VocabularyError("Each special token can be there only once.")
    return BPETokenizer.from_merges(tok.merges, tok.rules, specials, tok.name)


def file(tok: BPETokenizer, name: str) -> bytes:
    """The file of that name in FORMATS; TokcoreError, saying why, when it cannot hold the tokenizer."""
    return tok.to_tiktoken() if name == "tokenizer.tiktoken" else tok.to_tokenizer_json().encode()


def lines(tok: BPETokenizer, name: str, data: bytes, text: str) -> str:
    """The lines of Python that load the file in its own library and encode a text with it.

    tiktoken keeps a copy of each file that it read, by its name; with the hash it does not take an older one.
    """
    if name == "tokenizer.json":
        return (
            "from tokenizers import Tokenizer\n\n"
            'tok = Tokenizer.from_file("tokenizer.json")\n'
            "# With False, a special string in a text becomes the special token.\n"
            "tok.encode_special_tokens = True\n"
            f"tok.encode({text!r}).ids"
        )
    return (
        "import tiktoken\nfrom tiktoken.load import load_tiktoken_bpe\n\n"
        "ranks = load_tiktoken_bpe(\n"
        f'    "tokenizer.tiktoken",\n    expected_hash="{hashlib.sha256(data).hexdigest()}",\n)\n'
        "tok = tiktoken.Encoding(\n"
        f'    "mine",\n    pat_str={_pattern(tok)!r},\n'
        f"    mergeable_ranks=ranks,\n    special_tokens={tok.specials!r},\n)\n"
        f"tok.encode_ordinary({text!r})"
    )


def prove(tok: BPETokenizer, name: str, data: bytes, samples: Sequence[Sample]) -> Proof:
    """Whether the library that reads this file gives the ids of `tok`, found out now.

    Of each sample the first MAX_PAGE_CHARACTERS are encoded, and then the special strings, as special tokens.
    Raises LimitError when the library takes too long, VocabularyError in its words when it does not read the
    file or stops on a text.
    """
    texts = [sample.text[:MAX_PAGE_CHARACTERS] for sample in samples]
    allowed = "".join(tok.specials)
    request = {
        "name": name,
        "texts": texts,
        "allowed": allowed,
        "pattern": _pattern(tok),
        "specials": tok.specials,
    }
    found = apart.ask("taken_home", request, data)
    for what, failed in (("error", "does not read this file"), ("stopped", "stops on this text")):
        if what in found:
            raise VocabularyError(f"The library {FORMATS[name]} {failed}. It says: {found[what]}")
    ours = [*map(tok.encode, texts), tok.encode(allowed, allowed_special="all")]
    names = [*(sample.name for sample in samples), SPECIALS]
    compared = [one for one in zip(names, ours, found["ids"]) if one[1] or one[2]]
    differences = (_difference(*one, FORMATS[name]) for one in compared)
    difference = next(filter(None, differences), None)
    if difference and name == "tokenizer.tiktoken":
        difference += _reason(tok, texts)
    if not difference and found["decoded"] != tok.decode(ours[-1]):
        difference = (
            f"All ids are the same, but {FORMATS[name]} decodes those of {SPECIALS} to other characters: in "
            "a tokenizer.json, characters such as é and Ġ stand for bytes."
        )
    return Proof(
        f"{FORMATS[name]} {found['version']}", tuple((one, len(ids)) for one, ids, _ in compared), difference
    )


def _pattern(tok: BPETokenizer) -> str:
    return tok.pattern or NONE.source


def _reason(tok: BPETokenizer, texts: Sequence[str]) -> str:
    """Why tiktoken may give other ids, as sentences to add; nothing when no reason is known."""
    reasons = ""
    if any(chunk.rule == UNMATCHED for text in texts for chunk in tok.rules.chunks(text)):
        reasons += (
            " The pattern matches only a part of the text. Here the rest stays in chunks of its own, "
            "tiktoken leaves it out."
        )
    for short, long in permutations(tok.specials, 2):
        if long.startswith(short):
            return reasons + (
                f" The special token {long!r} begins like {short!r}. Here the longer one is found first, "
                "tiktoken tries them in an order of its own."
            )
    return reasons


def _difference(name: str, ours: Sequence[int], theirs: Sequence[int], library: str) -> str | None:
    if list(ours) == list(theirs):
        return None
    place = next((i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b), min(len(ours), len(theirs)))
    here, there = (str(ids[place]) if place < len(ids) else "none" for ids in (ours, theirs))
    return f"In {name}, id {place + 1:,} is {here} here and {there} in {library}."


# --- the other process --------------------------------------------------------------------------------------


def answer(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    """The library's ids for the texts of a request, and the special tokens decoded, in the other process."""
    if request["name"] == "tokenizer.json":
        import tokenizers as library

        made = library.Tokenizer.from_str(data.decode())

        def encode(text: str, plain: bool) -> list[int]:
            made.encode_special_tokens = plain
            return made.encode(text, add_special_tokens=False).ids

        def decode(ids: list[int]) -> str:
            return made.decode(ids, skip_special_tokens=False)

    else:
        import tiktoken as library

        ranks = {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, data.splitlines())}
        encoding = library.Encoding(
            "mine", pat_str=request["pattern"], mergeable_ranks=ranks, special_tokens=request["specials"]
        )

        def encode(text: str, plain: bool) -> list[int]:
            return encoding.encode(text, allowed_special=set() if plain else "all", disallowed_special=())

        decode = encoding.decode

    try:
        ids = [*(encode(text, True) for text in request["texts"]), encode(request["allowed"], False)]
        decoded = decode(ids[-1])
    except BaseException as error:  # a panic of the library is no Exception
        return {"stopped": apart.in_words(error)}
    return {"ids": ids, "decoded": decoded, "version": library.__version__}
