"""The answers about trained tokenizers once more: learned afresh, and read by Hugging Face's library."""

import math
import re
from collections import Counter
from functools import lru_cache

import tokenizers

from tests.workshop.recounts import asked, given
from tokcore import GPT2_PATTERN, BPETokenizer
from tokcore.corpora import corpus
from tokcore.glitch import planted_text
from workshop.material import TITLES, split
from workshop.pictures import Table

NAME_OF = {title: name for name, title in TITLES.items()}


@lru_cache(maxsize=32)
def learned(name, size, characters=None):
    """A tokenizer learned afresh, read back by Hugging Face's library."""
    tokenizer = BPETokenizer.train(split(name).training[:characters], size, GPT2_PATTERN, specials=())
    return tokenizers.Tokenizer.from_str(tokenizer.to_tokenizer_json())


@lru_cache(maxsize=32)
def counted(name, size):
    """How often each token stands in the training lines, and how many tokens the held-out lines are."""
    tokenizer, text = learned(name, size), split(name)
    return Counter(tokenizer.encode(text.training).ids), len(tokenizer.encode(text.held_out).ids)


def choose_size(one):
    name = NAME_OF[asked(one, r"learned from (.+?)\. A type").group(1)]
    most = int(asked(one, r"at most (\d+) %").group(1))
    found, count = {}, len(split(name).held_out.split())
    assert asked(one, r"have ([\d,]+) words").group(1) == f"{count:,}"
    for size, types, rare, held in given(one, Table).rows:
        counts, tokens = counted(name, int(size.replace(",", "")))
        assert (types, rare) == (len(counts), sum(times < 20 for times in counts.values()))
        assert held == tokens
        found[size] = (100 * rare / types, held / count)
    size = [size for size, (share, _) in found.items() if share <= most][-1]
    return {"size": size, "share": found[size][0], "per_word": found[size][1]}


def lab_transfer(one):
    said = r"of ([\d,]+) tokens learned from the beginning of (.+?) and now reads (.+?)\. The"
    size, home, away = asked(one, said).groups()
    home, away = NAME_OF[home], NAME_OF[away]
    text = split(away).training[:120_000]
    found = learned(home, int(size.replace(",", "")), 120_000).encode(text).ids
    times = Counter(found)
    size = int(size.replace(",", ""))
    used = sum(times[token_id] >= 20 for token_id in range(size - 20, size))
    return {"used": used, "ratio": len(text.encode()) / len(found)}


def lab_perplexity(one):
    rows = given(one, Table).rows
    small, large = (tokens * math.log2(perplexity) / size for _, perplexity, _, tokens, size in rows)
    better = rows[0 if small < large else 1][0]
    return {"small": small, "large": large, "better": f"with {better} tokens"}


def lab_pattern(one):
    size, home, other = asked(
        one, r"^([\d,]+) tokens were learned from a part of (.+?) without.+does (.+?) never"
    ).groups()
    start = int(re.search(r"training\[(\d+) :", one.code).group(1))
    text = split(NAME_OF[home]).training[start : start + 40_000]
    made = [
        BPETokenizer.train(text, int(size.replace(",", "")), pattern, specials=())
        for pattern in (None, GPT2_PATTERN)
    ]
    free, bound = (
        len(tokenizers.Tokenizer.from_str(tokenizer.to_tokenizer_json()).encode(text).ids)
        for tokenizer in made
    )
    tokens = [row[0].decode() for row in given(one, Table).rows]
    assert tokens == [
        token.decode() for token in sorted(made[0]._tokens, key=lambda token: (-len(token), token))[:20]
    ]
    never = sum(token not in corpus(NAME_OF[other]).text for token in tokens)
    assert free < bound
    return {"never": never, "saved": 100 * (bound - free) / bound, "better": one.inputs[2].options[0]}


def lab_glitch(one):
    name = asked(one, r"name (\w+) is").group(1)
    start = int(re.search(r"text\[(\d+) :", one.code).group(1))
    text = corpus("northanger_abbey").text[start : start + 20_000]
    for times in map(int, one.inputs[0].options):
        planted = BPETokenizer.train(planted_text(text, name, times, 0), 640, GPT2_PATTERN, specials=())
        if len(tokenizers.Tokenizer.from_str(planted.to_tokenizer_json()).encode(f" {name}").ids) == 1:
            break
    return {"times": str(times), "where": one.inputs[1].options[0], "end": one.inputs[2].options[0]}
