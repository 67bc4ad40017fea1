"""What explains an answer, as data: a page draws it with the components that the other pages have."""

from typing import Any, NamedTuple

from tokcore import BPETokenizer


class Source(NamedTuple):
    """A text to read or to copy from, under a label."""

    label: str
    text: str


class Stages(NamedTuple):
    """Rows of pieces: (name, hint, pieces as str or bytes)."""

    rows: tuple[tuple[str, str, tuple[str | bytes, ...]], ...]


class Strips(NamedTuple):
    """A text under published tokenizers; with `allowed` its special strings become special tokens.

    `direction` is that of the text, `label` stands above.
    """

    text: str
    names: tuple[str, ...]
    allowed: bool = False
    direction: str = "ltr"
    words: bool = True
    label: str = ""


class Training(NamedTuple):
    """A training run, step by step."""

    text: str
    merges: int
    pattern: str | None = None


class Encoding(NamedTuple):
    """The merges of a text, step by step."""

    tokenizer: BPETokenizer
    text: str


class Chunks(NamedTuple):
    """A text in the chunks of a pattern, by its name or its source."""

    pattern: str
    text: str


class Columns(NamedTuple):
    """An addition in its place-value columns, cut by tokenizers or rules of these names, or by a pattern."""

    prompt: str
    ways: tuple[tuple[str, str | None], ...]


class Card(NamedTuple):
    """One token of a published tokenizer."""

    name: str
    token_id: int


class Table(NamedTuple):
    """Rows of figures, words, and tokens (bytes, or a tuple of bytes or str); `figures` names columns of
    numbers."""

    label: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    figures: tuple[str, ...] = ()


class Bars(NamedTuple):
    """A bar for each (name, value): a title that says the finding, and the unit of the values."""

    title: str
    unit: str
    rows: tuple[tuple[str, float], ...]


class Line(NamedTuple):
    """A line over a scale of doublings: (x, y)."""

    title: str
    x: str
    y: str
    rows: tuple[tuple[float, float], ...]


Picture = Source | Stages | Strips | Training | Encoding | Chunks | Columns | Card | Table | Bars | Line
