"""One word, many tokens: how text may spell a word, and which ids its spellings and its relatives share.

A token is a string of bytes with a number. Two words have a token in common only when their spellings do;
what the words mean plays no part in it.
"""

import re
from collections import Counter
from collections.abc import Sequence

from tokcore.tokenizer import BPETokenizer
from tokcore.words import WordBPE


def spellings(word: str) -> dict[str, str]:
    """A word as text may have it, by English rules: at the start, then after a space and with one change."""
    capital = word[:1].upper() + word[1:]
    return {
        "at the start": word,
        "after a space": f" {word}",
        "capitalised": f" {capital}",
        "plural": f" {plural(word)}",
        "hyphenated": f" {word}-like",
    }


def plural(word: str) -> str:
    """The regular English plural."""
    if re.search("([sxz]|ch|sh)$", word):
        return f"{word}es"
    return f"{word[:-1]}ies" if re.search("[^aeiou]y$", word) else f"{word}s"


def ids_of(tokenizer: BPETokenizer | WordBPE, text: str) -> list[int]:
    """The ids of a text under either kind of tokenizer."""
    return (tokenizer.encode if isinstance(tokenizer, BPETokenizer) else tokenizer.encode_ids)(text)


def shared_ids(*rows: Sequence[int]) -> list[int]:
    """The ids that stand in more than one of the rows, in the order in which they are met."""
    times = Counter(token_id for row in rows for token_id in set(row))
    return [token_id for token_id in dict.fromkeys(i for row in rows for i in row) if times[token_id] > 1]
