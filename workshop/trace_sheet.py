"""A trace on one sheet of paper: how a tokenizer was trained, and how a text goes through its merges.

What does not fit on a sheet is left out, and the sheet says how much.
"""

from collections.abc import Sequence

from tokcore import BPETokenizer, WordBPE
from tokcore.alphabet import printable
from tokcore.encoding import ChunkSteps
from tokcore.pretokenize import SMOLLM2_DIGITS
from tokcore.training import TrainingStep
from workshop.paper import Html, element, marked, page, table, tile, tiles

MOST_ROWS, LEAST_STEPS = 17, 10
MOST_MERGES = 60
MOST_CHARACTERS, MOST_LINES = 400, 4
MOST_TOKENS = 30
MOST_TOKEN_CHARACTERS = 40
"""How much a sheet holds: rows of its tables together, of which steps of training get so many when they need
them; merges in the list; characters and lines of a text; tokens in a row, characters of a token."""

Tokenizer = BPETokenizer | WordBPE


def training(
    tokenizer: Tokenizer,
    steps: Sequence[TrainingStep],
    length: int,
    text: str,
    recipe: Sequence[tuple[str, str]],
    other: str,
) -> str:
    """The sheet of a training run: text, recipe, steps, merges, and how they encode another text.

    `length` is the corpus in tokens before any merge, `recipe` the choices by name.
    """
    chunks = tokenizer.encode_steps(other)
    encoded = sum(len(chunk.steps) for chunk in chunks)
    shown = min(len(steps), max(LEAST_STEPS, MOST_ROWS - encoded))
    rows = [
        [
            step.rank + 1,
            _pair(step.left, step.right),
            step.count,
            _runners_up(step),
            tile(_short(step.merged)),
            step.length,
        ]
        for step in steps[:shown]
    ]
    columns = ("step", "most frequent pair", "count", "next in line", "new token", "corpus length")
    return page(
        "BPE in slow motion",
        [
            element("h1", "How a tokenizer learns its tokens"),
            element(
                "p",
                "Count every pair of neighbours, make the most frequent pair one token, and begin again.",
            ),
            element("p", " · ".join(f"{name}: {value}" for name, value in recipe), look="q"),
            element("h2", "The text to learn from"),
            *_text(text),
            element("h2", f"Every step: the corpus begins with {length:,} tokens"),
            table(columns, rows),
            *_left_out(len(steps), shown, "steps"),
            element("h2", "The merges, in order: they are the tokenizer"),
            tiles(_short(step.merged) for step in steps[:MOST_MERGES]),
            *_left_out(len(steps), MOST_MERGES, "merges"),
            element("h2", "Another text, encoded with these merges"),
            *_text(other),
            *_encoding(tokenizer, chunks, MOST_ROWS - shown),
        ],
    )


def smollm2(tokenizer: BPETokenizer, text: str, chunks: Sequence[ChunkSteps]) -> str:
    """The sheet of a text on its way through SmolLM2's tokenizer: its stages, then every merge."""
    ids = [token_id for chunk in chunks for token_id in chunk.result]
    stages = [
        ("1  Digits", "every digit alone", SMOLLM2_DIGITS.cut(text)),
        ("2  Words", "each with the space before it", [chunk.text for chunk in chunks]),
        ("3  Bytes", "Ġ is a space", [printable(chunk.text.encode()) for chunk in chunks]),
        ("4  Tokens", "after every merge", [printable(tokenizer.token_bytes(one)) for one in ids]),
        ("5  Ids", "what the model reads", list(map(str, ids))),
    ]
    rows = [
        [
            element("span", name, look="h"),
            element("span", hint, look="h"),
            Html(tiles(map(_short, parts[:MOST_TOKENS])) + _more(len(parts), MOST_TOKENS)),
        ]
        for name, hint, parts in stages
    ]
    dropped = b"".join(chunk.dropped for chunk in chunks)
    return page(
        "SmolLM2's merges by hand",
        [
            element("h1", "What happens to a text inside a real tokenizer"),
            element("p", "SmolLM2: cut the text, write it as bytes, and in each piece merge by rank."),
            *_text(text),
            element("h2", "From text to tokens"),
            table(("stage", "what it does", "pieces"), rows),
            *(
                [element("p", f"Dropped, because the vocabulary has no such byte: {dropped.hex(' ')}.")]
                if dropped
                else []
            ),
            element("h2", "Every merge, in order"),
            *_merges(tokenizer, chunks, MOST_ROWS - 4),
        ],
    )


def _encoding(tokenizer: Tokenizer, chunks: Sequence[ChunkSteps], most: int) -> list[Html]:
    """Every merge of a text, and what it ends as."""
    ids = [token_id for chunk in chunks for token_id in chunk.result]
    tokens = [_written(tokenizer, one) for one in ids[:MOST_TOKENS]]
    return [
        *_merges(tokenizer, chunks, most),
        element(
            "p",
            f"{len(ids):,} {'token' if len(ids) == 1 else 'tokens'}: ",
            tiles(map(_short, tokens)),
            _more(len(ids), MOST_TOKENS),
        ),
        element("p", "Their ids: ", " ".join(map(str, ids[:MOST_TOKENS])), _more(len(ids), MOST_TOKENS)),
    ]


def _merges(tokenizer: Tokenizer, chunks: Sequence[ChunkSteps], most: int) -> list[Html]:
    rows = []
    for chunk in chunks:
        before = chunk.ids
        for rank, place, after in chunk.steps:
            left, right, made = (
                _written(tokenizer, one) for one in (before[place], before[place + 1], after[place])
            )
            rows.append(
                [
                    len(rows) + 1,
                    tile(_short(chunk.text)),
                    _pair(left, right),
                    tile(_short(made)),
                    rank,
                    str(after[place]),
                ]
            )
            before = after
    if not rows:
        return [element("p", "No merge applies: every unit stays a token of its own.")]
    columns = ("merge", "inside the piece", "pair", "token", "rank", "id")
    return [table(columns, rows[:most]), *_left_out(len(rows), most, "merges")]


def _written(tokenizer: Tokenizer, token_id: int) -> bytes | str:
    if isinstance(tokenizer, BPETokenizer):
        return tokenizer.token_bytes(token_id)
    return tokenizer.token(token_id)


def _pair(left: bytes | str, right: bytes | str) -> Html:
    return tiles((_short(left), _short(right)))


def _runners_up(step: TrainingStep) -> Html | str:
    """The two pairs that came next, with their counts."""
    shown = [element("span", _pair(left, right), f" {count:,}") for left, right, count in step.runners_up[:2]]
    return Html(", ".join(shown)) if shown else "none"


def _short(token: bytes | str) -> str:
    """A token as it is printed, cut short."""
    written = marked(token)
    return written if len(written) <= MOST_TOKEN_CHARACTERS else f"{written[: MOST_TOKEN_CHARACTERS - 1]}…"


def _text(text: str) -> list[Html]:
    """The beginning of a text, as it is."""
    shown = "\n".join(text[:MOST_CHARACTERS].split("\n")[:MOST_LINES])
    return [element("pre", shown), *_left_out(len(text), len(shown), "characters")]


def _left_out(whole: int, most: int, what: str) -> list[Html]:
    if whole <= most:
        return []
    return [element("p", f"The first {most:,} of {whole:,} {what}.", look="q")]


def _more(whole: int, most: int) -> Html:
    return element("span", f" and {whole - most:,} more", look="q") if whole > most else Html()
