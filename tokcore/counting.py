r"""How often each chunk occurs: all that training needs to know of a text, and what parts of it add up to.

Counts of parts are the counts of the whole only when no chunk crosses from one part into the next. Where a
text of any length may be cut so that none does is known for the named patterns:

- In gpt2 and smollm2 no alternative goes from a character that is not white space to one that is.
- In cl100k and o200k only signs before line breaks do, so there the white space must be another; and a run of
  white space that ends in a line break is one chunk, with or without the text behind it, unless a slash
  follows, which o200k adds to signs and line breaks.

What stands before such a place is cut in the same way when the text ends there, because the one character
that a pattern looks ahead to is of the same kind as the end; what stands behind it starts anew, because no
pattern looks back.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import regex

from tokcore.alphabet import well_formed
from tokcore.limits import MAX_TRAIN_CHARACTERS, LimitError
from tokcore.pretokenize import CL100K, GPT2, O200K, SMOLLM2, Pattern, as_pattern

BLOCK_CHARACTERS = 1 << 19
"""How long a block is, in characters, unless said otherwise."""

# Only ASCII white space and line breaks are named, so that a difference between classes can only cost places.
_BEFORE_SPACE = r"(?<=\S)(?=[ \t\r\n])"
_BEFORE_BLANK_OR_BEHIND_LINE = r"(?<=\S)(?=[ \t])|(?<=[\r\n])(?=[^\s/])"
_PLACES = {
    pattern: (regex.compile(place), regex.compile(f"(?r){place}"))  # the first such place, and the last
    for pattern, place in (
        (GPT2, _BEFORE_SPACE),
        (SMOLLM2, _BEFORE_SPACE),
        (CL100K, _BEFORE_BLANK_OR_BEHIND_LINE),
        (O200K, _BEFORE_BLANK_OR_BEHIND_LINE),
    )
}


def count_chunks(text: str, pattern: Pattern | str | None = None) -> Counter[str]:
    """How often each chunk of the text occurs, in order of first appearance.

    `pattern` is as in `BPETokenizer.train`; None makes the text one chunk. Raises PatternError for a pattern
    that does not compile or takes too long.
    """
    return Counter(as_pattern(pattern).cut(well_formed(text)))


def add_counts(parts: Iterable[Mapping[str, int]]) -> Counter[str]:
    """The counts of all parts together, in order of first appearance when the parts come in order."""
    total: Counter[str] = Counter()
    for part in parts:
        total.update(part)
    return total


def blocks(
    stream: str | Iterable[str], pattern: Pattern | str | None = None, size: int = BLOCK_CHARACTERS
) -> Iterator[str]:
    """The text in blocks of about `size` characters, at least 1, that no chunk crosses; joined they are the
    text again.

    `stream` is the text, or its parts in order, such as an open file; only what has no place to be cut yet is
    held in memory. Without a named pattern nothing is known of such places, and the text is one block. Raises
    LimitError when a block would be longer than MAX_TRAIN_CHARACTERS.
    """
    rules = as_pattern(pattern)
    first, last = _PLACES.get(rules, (None, None))
    held: list[str] = []
    length, wanted = 0, min(size, MAX_TRAIN_CHARACTERS) + 1
    for part in [stream] if isinstance(stream, str) else stream:
        held.append(part)
        length += len(part)
        if first and (length >= wanted or length > MAX_TRAIN_CHARACTERS):
            text, start = "".join(held), 0
            while len(text) - start > size:
                found = last.search(text, start + 1, start + size + 1) or first.search(text, start + size)
                if not found:
                    break
                yield text[start : found.start()]
                start = found.start()
            held = [text[start:]]
            length = len(held[0])
            wanted = length + size  # what is held has been searched, and would be again each time
        if length > MAX_TRAIN_CHARACTERS:
            raise LimitError(_too_long(rules))
    if length:
        yield "".join(held)


def _too_long(rules: Pattern) -> str:
    limit = f"more than the limit of {MAX_TRAIN_CHARACTERS:,} characters"
    if rules in _PLACES:
        return f"This text has {limit} without a place where every chunk ends."
    named = "Without a pattern" if rules.name == "none" else "With a pattern of one's own"
    return f"{named} a text is taken as one piece, and this one has {limit}."
