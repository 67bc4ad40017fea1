"""How much a caller may ask for, and the errors that say so."""


class TokcoreError(ValueError):
    """Base of every error that tokcore raises on purpose; its text is a sentence for a person."""


class LimitError(TokcoreError):
    """More was asked for than the limits below allow."""


class PatternError(TokcoreError):
    """A pre-tokenization pattern does not compile, matches nothing at all, or takes too long."""


class VocabularyError(TokcoreError):
    """A vocabulary, or a wish for one, that byte-pair encoding cannot have."""


class UnknownTokenError(TokcoreError):
    """An id, or a name of a tokenizer, that stands for nothing."""


class SpecialTokenError(TokcoreError):
    """A special string stands in text where it was not allowed."""


class CorpusError(TokcoreError):
    """A text that is not there, or is not the text that its hash promises."""


MAX_TRAIN_CHARACTERS = 5_000_000
"""The longest text, in characters, that training accepts."""

MAX_COUNTED_CHARACTERS = 50_000_000
"""How long the distinct chunks of a counted corpus may be together, in characters: training lays them end to
end in memory, and each takes about 0.1 kB."""

MAX_VOCAB_SIZE = 65_536
"""The largest vocabulary, in tokens, that training accepts."""

MAX_SPELLED_BYTES = 50_000_000
"""How long all learned tokens may be together. Without a pattern, merges of pairs that stand once go on until
the whole text is one token, and all its beginnings are tokens too."""

MAX_TRACE_STEPS = 4_096
"""The most steps that one trace holds."""

MAX_SHOWN_MERGES = 600
"""The most merges that a page shows one by one."""

MAX_STEP_BYTES = 4_000
"""The longest chunk, in bytes, whose merges are listed one by one (each step copies what is left)."""

MAX_PATTERN_CHARACTERS = 2_000
"""The longest pre-tokenization pattern a person may write."""

MAX_PATTERN_REPEATS = 10_000
"""The largest product of the counted repeats, such as {1000}, in a pattern a person may write."""

PATTERN_SECONDS = 2.0
"""How long a person's own pattern may run before it is refused."""

MAX_TOKENIZER_FILE_BYTES = 20_000_000
"""The largest tokenizer.json, in bytes, that is read."""

MAX_FILE_TOKEN_BYTES = 2_000_000
"""How long all tokens of a tokenizer.json may be together, in bytes: that the merges make each of them is
worked out token by token. Those of o200k_base are 1.4 million."""

MAX_BOX_CHARACTERS = 2_000_000
"""The longest text, in characters, that a box on a page hands on. More stays in the box, which says so."""

MAX_PAGE_CHARACTERS = 20_000
"""The longest text, in characters, that a page encodes and draws."""

MAX_TEXT_FILE_BYTES = 5_000_000
"""The largest file of text or table, in bytes, that a page reads."""

MAX_FILE_CHARACTERS = 2_000_000
"""The longest text, in characters, that a page reads from a person's file and trains on."""

MAX_COLUMNS = 200
"""The most columns of a table that a page offers."""

MAX_RESULT_FILE_BYTES = 200_000
"""The largest file with results of the exercises, in bytes, that is read."""

MAX_RESULT_FILES = 200
"""The most files with results that a page reads together."""

MAX_DRAWN_TOKENS = 2_000
"""The most tokens that a page draws as tiles; counts always cover the whole text."""

MAX_LINK_CHARACTERS = 1_000
"""The longest text, in characters, that a link carries."""


def shorten(text: str, limit: int = MAX_PAGE_CHARACTERS) -> tuple[str, str | None]:
    """The text cut to `limit` characters, and a sentence that says so (None when nothing was cut)."""
    if len(text) <= limit:
        return text, None
    size, words = len(text.encode(errors="surrogatepass")), _words(text)
    return text[:limit], (
        f"This text has {len(text):,} characters, {size:,} bytes in UTF-8 and {words:,} "
        f"word{'' if words == 1 else 's'}. The page works with the first {limit:,} characters; the other "
        f"{len(text) - limit:,} are left out of the picture and of every other count."
    )


def _words(text: str, part: int = 1 << 20) -> int:
    """How many words a text has, counted in parts: a list of all of them may be larger than the text."""
    found = 0
    for start in range(0, len(text), part):
        found += len(text[start : start + part].split())
        found -= start > 0 and not any(map(str.isspace, text[start - 1 : start + 1]))  # one word in both
    return found


def require_at_most(amount: int, limit: int, what: str) -> None:
    """Raise LimitError, naming both numbers, when `amount` of `what` is over `limit`."""
    if amount > limit:
        raise LimitError(f"{amount:,} {what} are more than the limit of {limit:,}.")
