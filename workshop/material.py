"""What exercises are made of: short sentences and words of the bundled texts, and small made-up corpora."""

import random
import re
from collections import Counter
from functools import lru_cache

from tokcore import GPT2_PATTERN, BPETokenizer
from tokcore.corpora import Split, corpus, held_out
from tokcore.published import load

PUBLISHED = ("gpt2", "cl100k_base", "o200k_base", "smollm2")
NOVELS = ("botchan", "northanger_abbey")
TITLES = {
    "botchan": "Botchan",
    "northanger_abbey": "Northanger Abbey",
    "furniture_catalogue": "the furniture catalogue",
}


@lru_cache(maxsize=4)
def sentences(name: str = "botchan") -> tuple[str, ...]:
    """Sentences of 30 to 75 characters without quotation marks, in the order of the text."""
    text = " ".join(corpus(name).text.split())
    found = re.findall(r"(?<=[a-z][.] )[A-Z][^.!?\"_*()\[\]]{28,72}[.]", text)
    return tuple(dict.fromkeys(one for one in found if one.isascii()))


@lru_cache(maxsize=4)
def common_words(name: str = "botchan") -> tuple[str, ...]:
    """Words of 5 to 9 small letters that stand in a text at least twice, most frequent first."""
    counts = Counter(re.findall(r"(?<= )[a-z]{5,9}(?= )", corpus(name).text))
    return tuple(word for word, count in counts.most_common() if count > 1)


@lru_cache(maxsize=8)
def split(name: str) -> Split:
    """A bundled text, nine lines in ten to learn from and one held out."""
    return held_out(corpus(name).text)


@lru_cache(maxsize=8)
def trained(name: str, size: int, characters: int | None = None, pattern: str | None = GPT2_PATTERN):
    """A tokenizer learned from the training lines of a bundled text, or from their beginning."""
    text = split(name).training[:characters]
    return BPETokenizer.train(text, size, pattern, specials=(), name=f"learned from {TITLES[name]}")


def pieces(tokenizer: BPETokenizer, text: str) -> tuple[bytes, ...]:
    """The tokens of a text as bytes."""
    return tuple(map(tokenizer.token_bytes, tokenizer.encode(text)))


def count(name: str, text: str) -> int:
    """The tokens of a text under a published tokenizer."""
    return len(load(name).encode(text))


def toy_corpus(chance: random.Random, words: int = 9) -> str:
    """Short made-up words that share their endings, several of them more than once."""
    onsets, codas = chance.sample("bhlmpr", 3), chance.sample("gnpt", 2)
    vowels = chance.sample("aiou", 2)
    stems = [onset + vowel + coda for onset in onsets for vowel in vowels for coda in codas]
    chosen = chance.sample(stems, 4)
    chosen += [f"{chance.choice(chosen)}s"]
    return " ".join(chance.choices(chosen, [4, 3, 2, 2, 2], k=words))
