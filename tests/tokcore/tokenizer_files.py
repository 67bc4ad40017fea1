"""Files to upload: kinds of models, settings that change the text, and what a hostile person may write."""

import json
from functools import cache

from tokcore import BPETokenizer
from tokcore.alphabet import PRINTABLE


@cache
def _small() -> str:
    return BPETokenizer.train("hug pug pun bun hugs hug hug pug", 262, None, specials=()).to_tokenizer_json()


def small(**changes) -> bytes:
    """A tokenizer of six merges over single bytes, without a pattern, with parts of its file replaced."""
    return json.dumps(json.loads(_small()) | changes).encode()


def cut_by(source: str) -> bytes:
    """The small tokenizer with a pattern."""
    file = json.loads(_small())
    file["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"] = source
    return json.dumps(file).encode()


def merging(pairs, merges=None) -> bytes:
    """A tokenizer of the 256 bytes and these merges, or with other `merges` than its vocabulary has."""
    vocab = {character: place for place, character in enumerate(PRINTABLE)}
    for left, right in pairs:
        vocab[left + right] = len(vocab)
    file = json.loads(_small())
    file["model"] |= {"vocab": vocab, "merges": [list(pair) for pair in merges or pairs]}
    return json.dumps(file).encode()


def _other(model: dict, pre_tokenizer: dict, decoder: dict, normalizer: dict | None = None) -> bytes:
    unused = dict.fromkeys(("truncation", "padding", "post_processor"))
    parts = {"normalizer": normalizer, "pre_tokenizer": pre_tokenizer, "decoder": decoder, "model": model}
    return json.dumps({"version": "1.0", "added_tokens": []} | unused | parts).encode()


WORDPIECE = _other(
    {
        "type": "WordPiece",
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
        "vocab": {"[UNK]": 0, "the": 1, "un": 2, "##like": 3, "##ly": 4},
    },
    {"type": "Whitespace"},
    {"type": "WordPiece", "prefix": "##", "cleanup": False},
    {"type": "Lowercase"},
)
_SPACES = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
UNIGRAM = _other(
    {
        "type": "Unigram",
        "unk_id": 0,
        "byte_fallback": False,
        "vocab": [["<unk>", 0.0], ["▁the", -2.0], ["▁", -3.0], ["un", -3.0], ["like", -3.5], ["ly", -4.0]],
    },
    _SPACES,
    _SPACES,
)
DOUBLED_60_TIMES = {
    "type": "Sequence",
    "normalizers": [{"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}] * 60,
}
BILLION_PADS = {
    "strategy": {"Fixed": 1_000_000_000},
    "direction": "Right",
    "pad_to_multiple_of": None,
    "pad_id": 0,
    "pad_type_id": 0,
    "pad_token": "!",
}
ENDLESS = "(?=((a{0,40}){0,3}c|))a"
"""A pattern that takes long at every place, but nowhere so long that the library gives up by itself."""
