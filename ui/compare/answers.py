"""The answers to the predictions on Compare, from the text on the page and the tokenizers picked there."""

from collections.abc import Mapping

import regex

from tokcore import BPETokenizer
from tokcore.languages import UNSPACED, script_of
from ui.strips import Tokenizer
from ui.wording import counted

MOST_WORDS = 500
"""How many different words of a text are tried."""

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]{0,29}")


def cheapest(tokenizers: Mapping[str, Tokenizer], counts: Mapping[str, int]) -> str:
    """Who needs the fewest tokens, all of them on a tie, and whether the largest vocabulary explains it."""
    fewest = min(counts.values())
    if not fewest:
        return "There is no text to count."
    best = [name for name in tokenizers if counts[name] == fewest]
    said = f"{_listed(best)}, with {counted(fewest, 'token')}{' each' * (len(best) > 1)}"
    sizes = {name: ids_of(tokenizer) for name, tokenizer in tokenizers.items()}
    largest = max(sizes, key=sizes.__getitem__)
    if len(tokenizers) == 1:
        return f"{said}. It is the only one picked."
    if best == [largest] and list(sizes.values()).count(sizes[largest]) == 1:
        return f"{said}. Of these it has the most ids to choose from: {sizes[largest]:,}."
    every = ", ".join(f"{name} {size:,}" for name, size in sizes.items())
    return f"{said}. The number of ids to choose from does not explain it: {every}."


def ids_of(tokenizer: Tokenizer) -> int:
    """The size of a vocabulary as it is usually given: ids up to the highest, special tokens included."""
    if not isinstance(tokenizer, BPETokenizer):
        return tokenizer.vocab_size
    return max(tokenizer.first_id + tokenizer.vocab_size, *(i + 1 for i in tokenizer.specials.values()), 0)


def first_space(tokenizers: Mapping[str, Tokenizer], text: str) -> str:
    """The word of the text for which a space in front changes most, with and without it."""
    found = [word for word in _words(text) if script_of(word) not in UNSPACED]
    if not found:
        return "Your text has no word of letters, in a script with spaces between words, to try."

    def changes(word: str) -> tuple[int, int]:
        pairs = [(_ids(tok, word), _ids(tok, f" {word}")) for tok in tokenizers.values()]
        return sum(len(bare) != len(spaced) for bare, spaced in pairs), len(word)

    tried = found[:MOST_WORDS]
    word = max(tried, key=changes)
    number = changes(word)[0]
    some = "your text" if len(tried) == len(found) else f"the first {MOST_WORDS} different words of your text"
    if number:
        under = "all of these" if number == len(tokenizers) else f"{number} of these {len(tokenizers)}"
        first = f"For “{word}” in your text it does, under {under if len(tokenizers) > 1 else 'this one'}."
    else:
        changed = any(_ids(tok, word) != _ids(tok, f" {word}") for tok in tokenizers.values())
        first = f"For no word in {some}. “{word}” keeps its number{' and gets other ids' * changed}."
    return "\n".join([first, *(_with_space(name, tok, word) for name, tok in tokenizers.items())])


def _with_space(name: str, tokenizer: Tokenizer, word: str) -> str:
    bare, spaced = _ids(tokenizer, word), _ids(tokenizer, f" {word}")
    return f"{name}: “{word}” takes {_with_ids(bare)}, “·{word}” takes {_with_ids(spaced)}"


def capitals(tokenizers: Mapping[str, Tokenizer], text: str) -> str:
    """The longest word of the text that capitals change, after a space: as it is and in capitals."""
    small = [word for word in _words(text) if word != word.upper()]
    word = max(small, key=len, default="chairs")
    lines = [
        f"{name}: “·{word}” takes {counted(len(_ids(tok, f' {word}')), 'token')}, "
        f"“·{word.upper()}” takes {len(_ids(tok, f' {word.upper()}'))}"
        for name, tok in tokenizers.items()
    ]
    if not small:
        lines.insert(0, f"Capitals change no word of your text, so this is about “{word}”.")
    return "\n".join(lines)


def _words(text: str) -> list[str]:
    """The different words of a text: letters with their marks, the first thirty of a longer run."""
    return list(dict.fromkeys(_WORD.findall(text)))


def _listed(names: list[str]) -> str:
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def _ids(tokenizer: Tokenizer, text: str) -> list[int]:
    return [span.token_id for span in tokenizer.spans(text)]


def _with_ids(ids: list[int]) -> str:
    return f"{counted(len(ids), 'token')} ({'id' if len(ids) == 1 else 'ids'} {' '.join(map(str, ids))})"
