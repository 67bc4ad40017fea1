"""The tokenizers whose exported files are compared, and the strings that try them."""

import random
from functools import cache
from typing import NamedTuple

import regex

from bench.strings import strings
from tokcore import CL100K_PATTERN, GPT2_PATTERN, O200K_PATTERN, SMOLLM2_PATTERN, BPETokenizer, load
from tokcore.corpora import corpus
from tokcore.taken_home import FORMATS

PROSE, GENERATED = 40_000, 3_000
JSON, RANKS = FORMATS
USUAL = ("<pad>", "<bos>", "<eos>")
# None begins like another, and none is like <é>: `taken_home.prove` tells of those.
AWKWARD = ("<|end of text|>", " <x>\n", "[^(a)|b]*$\\", "12345", "🤗<é>", "we''ll", "</w>")


class Recipe(NamedTuple):
    """How a tokenizer is trained here, and the files that can hold it."""

    pattern: str | None
    ties: str = "first"
    vocab_size: int = 2_000
    specials: tuple[str, ...] = USUAL
    formats: tuple[str, ...] = (JSON, RANKS)


TRAINED = {
    "one chunk": Recipe(None),
    "one chunk, no specials": Recipe(None, specials=()),
    "bytes alone": Recipe(GPT2_PATTERN, vocab_size=256, specials=AWKWARD),
    "gpt2 pattern": Recipe(GPT2_PATTERN, "smallest-id", 4_000),
    "gpt2 pattern, awkward specials": Recipe(GPT2_PATTERN, "huggingface", specials=AWKWARD),
    "cl100k pattern": Recipe(CL100K_PATTERN, "smallest-id", specials=()),
    "o200k pattern": Recipe(O200K_PATTERN, "huggingface", specials=AWKWARD),
    "smollm2 pattern": Recipe(SMOLLM2_PATTERN, specials=("<|im_start|>", "<|im_end|>")),
    "white space": Recipe(r"\s+|\S+"),
    "lines": Recipe(r"[^\n]*\n|[^\n]+", "smallest-id"),
    "words": Recipe(r"\w+|[^\w\s]+|\s+", "huggingface", specials=()),
    # {1,3}+ and $ mean other things in Ruby's syntax, in which tokenizers reads a pattern.
    "own": Recipe(r"(?i:'s|'t)|\p{L}++|\p{N}{1,3}+|[^\s\p{L}\p{N}]+|\s+$|\s+?(?=\S)|\s", specials=AWKWARD),
    # tiktoken leaves out what a pattern does not match, so with this one no rank file gives the same ids.
    "gaps": Recipe(r"[a-z]+| [A-Z]", formats=(JSON,)),
}
PUBLISHED = ("gpt2", "cl100k_base", "o200k_base", "smollm2")
CUT_SHORT = {"o200k_base, first 20,000": ("o200k_base", 20_000)}
"""Published tokenizers with fewer tokens. Their special tokens keep their ids, after a hole."""

REFUSED = {("smollm2", RANKS): "smollm2 lacks 21 of the 256 bytes, and tiktoken crashes on a byte it lacks."}
"""The files that cannot be made, with the sentence that says why."""

FILES = tuple(
    (name, written)
    for name in (*TRAINED, *PUBLISHED, *CUT_SHORT)
    for written in (TRAINED[name].formats if name in TRAINED else FORMATS)
    if (name, written) not in REFUSED
)


@cache
def made(name: str) -> BPETokenizer:
    """The tokenizer of this name; trained ones learn from a novel and from generated strings."""
    if name in PUBLISHED:
        return load(name)
    if name in CUT_SHORT:
        whole, vocab_size = CUT_SHORT[name]
        return load(whole).truncate(vocab_size)
    recipe = TRAINED[name]
    return BPETokenizer.train(
        _text(), recipe.vocab_size, recipe.pattern, recipe.ties, recipe.specials, name=name
    )


@cache
def _text() -> str:
    # Much of it is of the kinds that are compared, so that merges reach over wherever a wrong pattern would
    # not cut. A special string is left out: it could become a token, and no tokenizer.json holds both.
    generated = (text for text in strings(GENERATED, "learned from") if "<" not in text)
    return corpus("botchan").text[:PROSE] + "".join(generated)


def texts(tok: BPETokenizer, count: int, seed: str) -> list[str]:
    """So many generated strings, every other one with the tokenizer's special strings in it, whole or not.

    For a pattern of a person's own, which has the classes of `regex`, characters newer than the libraries are
    left out.
    """
    chance, specials = random.Random(f"{seed}/{tok.name}"), list(tok.specials)
    left_out = newer() if tok.rules.name == "own" else {}
    return [_with(chance, text, specials).translate(left_out) for text in strings(count, seed)]


@cache
def newer() -> dict[int, None]:
    """The code points that are characters for `regex`, and in the Unicode version of tokenizers not yet."""
    from tokenizers import Regex, pre_tokenizers

    assigned = "".join(regex.findall(r"\P{Cn}", "".join(map(chr, range(0x110000)))))
    unknown = pre_tokenizers.Split(Regex(r"\p{Cn}"), "removed", invert=True)
    text = assigned.encode("utf-8", "ignore").decode()
    return dict.fromkeys(ord(one) for piece, _ in unknown.pre_tokenize_str(text) for one in piece)


def _with(chance: random.Random, text: str, specials: list[str]) -> str:
    if not specials or chance.random() < 0.5:
        return text
    for special in chance.choices(specials, k=chance.randint(1, 3)):
        place = chance.randint(0, len(text))
        part = chance.choice([special, special, special * 2, special[:-1], special[1:], special.upper()])
        text = text[:place] + part + text[place:]
    return text
