"""The answers to the predictions on How large a vocabulary."""

from collections.abc import Mapping, Sequence

from tokcore import BPETokenizer
from tokcore.corpora import corpus
from tokcore.measures import bytes_per_token
from tokcore.sweep import Sweep, mostly_rare_from, sweep
from ui import texts
from ui.texts import Text
from ui.trained import Tokenizer


def doublings(table: Sequence[Mapping]) -> str:
    """What each step of the table of sizes gains, and the doublings of a novel without a pattern."""
    book = corpus("time_machine")
    start = book.text[:10_000]
    points = sweep(BPETokenizer.train(book.text, 4_096), start)
    reached = [bytes_per_token(start, points.at(2**k).tokens) for k in range(8, 13)]
    rows = {
        "Here, step by step, on the training text": [row["gain"] for row in table[1:]],
        f"{book.title}, first 10,000 characters, no pattern, 256 to 4,096": [
            later - earlier for earlier, later in zip(reached, reached[1:])
        ],
    }
    return "\n".join(f"{name}: {', '.join(f'{gain:+.2f}' for gain in gains)}" for name, gains in rows.items())


def mostly_rare(learned: Sweep) -> str:
    """The size from which on most token types are rare."""
    size = mostly_rare_from(learned)
    return f"From {size:,} tokens on." if size else "At no size that this text reaches."


def transfer(text: Text, tokenizer: Tokenizer, spans: Mapping[str, range]) -> str:
    """How many of the listed merges another novel uses."""
    other = texts.public("botchan" if text.short != "Botchan" else "northanger_abbey")
    encode = tokenizer.encode if isinstance(tokenizer, BPETokenizer) else tokenizer.encode_ids
    used = set(encode(other.text))
    return f"In {other.title}:\n" + "\n".join(
        f"the {len(ids)} {where}: {len(used & set(ids))} of {len(ids)}" for where, ids in spans.items()
    )
