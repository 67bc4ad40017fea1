"""What each command of the command line does: files in, the package's own figures out."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tokcore.export import load_tokenizer_json
from tokcore.files import Progress as Report
from tokcore.files import Source, bytes_of, file_blocks, readable_twice, title
from tokcore.limits import (
    MAX_VOCAB_SIZE,
    SpecialTokenError,
    TokcoreError,
    UnknownTokenError,
    VocabularyError,
    require_at_most,
)
from tokcore.parallel import count_files
from tokcore.pretokenize import NONE
from tokcore.published import PUBLISHED, load
from tokcore.sweep import RARE_BELOW
from tokcore.sweep import sweep as sweep_sizes
from tokcore.terminal import Progress, is_terminal, table, write, write_json
from tokcore.tokenizer import BPETokenizer
from tokcore.words import words

SPECIAL = ("plain", "allow", "refuse")
"""What a special string in a text is: text like any other, its token, or an error."""

WRITERS = {".json": lambda tok: tok.to_tokenizer_json().encode(), ".tiktoken": BPETokenizer.to_tiktoken}
SWEPT_UP_TO = 4_096


def tokenizer_of(name: str) -> BPETokenizer:
    """The published tokenizer of that name, or the one of a tokenizer.json file."""
    if name in PUBLISHED:
        return load(name)
    if name.endswith(".tiktoken"):
        raise UnknownTokenError(f"{name} has neither pattern nor specials; give its tokenizer.json instead.")
    if not name.endswith(".json") and not Path(name).exists():
        raise UnknownTokenError(f"There is no tokenizer or file {name!r}; there are {', '.join(PUBLISHED)}.")
    try:
        return load_tokenizer_json(Path(name))
    except TokcoreError as error:
        raise type(error)(f"{name}: {error}") from None


def train(asked: Any) -> None:
    """Learn a tokenizer, write its files, and say what was learned."""
    specials = dict.fromkeys(asked.special or ("<pad>", "<bos>", "<eos>"))
    specials = () if asked.no_special else tuple(specials)
    _require_writable(asked, specials)
    counts, tok = _trained(asked, asked.files, asked.vocab_size, specials)
    size = sum(len(chunk.encode()) * times for chunk, times in counts.items())
    tokens = sum(len(tok.merged(chunk.encode())) * times for chunk, times in counts.items())
    for name in asked.out:
        Path(name).write_bytes(WRITERS[Path(name).suffix](tok))
    learned = {
        "vocab_size": tok.vocab_size,
        "merges": len(tok.merges),
        "specials": tok.specials,
        "pattern": tok.pattern,
        "ties": asked.ties,
        "bytes": size,
        "distinct_chunks": len(counts),
        "tokens": tokens,
        "bytes_per_token": _ratio(size, tokens),
        "stopped_early": tok.stopped_early,
        "fingerprint": tok.fingerprint,
        "written": asked.out,
    }
    if asked.json:
        return write_json(learned)
    rows = [
        ("vocabulary, tokens", tok.vocab_size),
        ("merges learned", len(tok.merges)),
        ("special tokens", " ".join(f"{special}={i}" for special, i in tok.specials.items()) or "none"),
        ("pattern", tok.rules.name if tok.rules.name != "own" else tok.pattern),
        ("training text, bytes", size),
        ("distinct chunks", len(counts)),
        ("bytes per token", learned["bytes_per_token"]),
        (
            "stopped early",
            f"yes, the pairs ran out before {asked.vocab_size:,}" if tok.stopped_early else "no",
        ),
        *(("written", name) for name in asked.out),
    ]
    write(table([("trained on", ", ".join(map(title, asked.files))), *rows]))


def _require_writable(asked: Any, specials: tuple[str, ...]) -> None:
    """Raise now what writing would raise after a long training."""
    empty = BPETokenizer.from_merges((), asked.pattern, specials)
    for name in asked.out:
        if Path(name).suffix not in WRITERS:
            raise UnknownTokenError(f"The name of the file to write, {name!r}, ends in .json or .tiktoken.")
        WRITERS[Path(name).suffix](empty)
        if not Path(name).parent.is_dir() or Path(name).is_dir():
            raise TokcoreError(
                f"The file {name!r} cannot be written: its folder is missing, or it is a folder."
            )


def _trained(
    asked: Any, sources: list[Source], vocab_size: int, specials: tuple[str, ...]
) -> tuple[Counter[str], BPETokenizer]:
    if vocab_size < 256:
        raise VocabularyError(f"A byte-level vocabulary has at least 256 tokens, not {vocab_size}.")
    require_at_most(vocab_size, MAX_VOCAB_SIZE, "tokens")  # before hours of counting
    with Progress("counting", bytes_of(sources), "bytes", asked.progress) as progress:
        counts = count_files(sources, asked.pattern, asked.processes, progress)
    with Progress("merging", vocab_size - 256, "merges", asked.progress) as progress:
        tok = BPETokenizer.train_from_counts(
            counts, vocab_size, asked.pattern, asked.ties, specials, progress=progress
        )
    return counts, tok


def _write_lines(name: str, blocks: Iterable[list[int]], place: int) -> int:
    tokens = 0
    for ids in blocks:
        write("".join(f"{token_id}\n" for token_id in ids))
        tokens += len(ids)
    return tokens


def _write_json_ids(name: str, blocks: Iterable[list[int]], place: int) -> int:
    """One object of the list that `encode` writes, ids as they come, so that they need not fit in memory."""
    write(f'{", " if place else "["}{{"file": {json.dumps(name)}, "ids": [')
    tokens = 0
    for ids in blocks:
        write((", " if tokens and ids else "") + ", ".join(map(str, ids)))
        tokens += len(ids)
    write(f'], "tokens": {tokens}}}')
    return tokens


WRITE_IDS = {
    "lines": _write_lines,
    "json": _write_json_ids,
    "count": lambda name, blocks, place: sum(map(len, blocks)),
}


def encode(asked: Any) -> None:
    """Write the ids of each file, or how many there are."""
    tok, counted = tokenizer_of(asked.tokenizer), []
    form = "count" if asked.count else "json" if asked.json else "lines"
    beside = form != "count" and asked.progress == "auto" and is_terminal()  # the bar would stand in the ids
    with Progress(
        "encoding", bytes_of(asked.files), "bytes", "never" if beside else asked.progress
    ) as progress:
        for source in asked.files:
            tokens = WRITE_IDS[form](
                title(source), encoded(tok, source, asked.special, progress), len(counted)
            )
            counted.append((title(source), tokens))
    if form == "json":
        write("]\n")
    elif form == "count" and asked.json:
        write_json([{"file": name, "tokens": tokens} for name, tokens in counted])
    elif form == "count":
        total = [("total", sum(tokens for _, tokens in counted))] if len(counted) > 1 else []
        write("".join(f"{tokens}\t{name}\n" for name, tokens in [*counted, *total]))


def encoded(tok: BPETokenizer, source: Source, special: str, progress: Report) -> Iterator[list[int]]:
    """The ids of a source, block by block; `special` is one of SPECIAL.

    Raises SpecialTokenError, naming the file, the string and its character, for one that is refused.
    """
    known = tok.specials if special != "plain" else ()
    # Blocks are cut beside white space, which might cut a special string that holds some.
    spaced = any(string.split() != [string] for string in known)
    done = 0
    for block in file_blocks(source, NONE if spaced else tok.rules, progress=progress):
        if special == "refuse" and (
            found := [(block.find(string), string) for string in known if string in block]
        ):
            place, string = min(found)
            raise SpecialTokenError(
                f"{title(source)} holds the special string {string!r} at character {done + place:,}."
            )
        yield tok.encode(block, allowed_special="all" if special == "allow" else ())
        done += len(block)


def compare(asked: Any) -> None:
    """Measure each tokenizer on each file, and on all of them."""
    toks = {name: tokenizer_of(name) for name in asked.tokenizer}
    rows, totals = [], {name: Counter() for name in toks}
    with readable_twice(asked.files) as sources:
        size = bytes_of(sources)
        with Progress("encoding", size and size * len(toks), "bytes", asked.progress) as progress:
            for source in sources:
                for name, tok in toks.items():
                    amounts = measured(file_blocks(source, tok.rules, progress=progress), tok)
                    totals[name].update(amounts)
                    rows.append(_compared(title(source), name, amounts))
    total = [_compared("all files", name, amounts) for name, amounts in totals.items()]
    if asked.json:
        return write_json({"files": rows, "total": [row | {"file": None} for row in total]})
    shown = [*rows, *(total if len(asked.files) > 1 else ())]
    write(table([[column.replace("_", " ") for column in shown[0]], *(row.values() for row in shown)]))


def measured(blocks: Iterable[str], tok: BPETokenizer) -> Counter[str]:
    """How many bytes, words and tokens the blocks of one text have together."""
    amounts: Counter[str] = Counter()
    for block in blocks:
        amounts["bytes"] += len(block.encode())
        amounts["words"] += len(words(block))
        amounts["tokens"] += len(tok.encode(block))
    return amounts


def _compared(file: str, name: str, amounts: Counter[str]) -> dict[str, Any]:
    size, count, tokens = (amounts[what] for what in ("bytes", "words", "tokens"))
    return {
        "file": file,
        "tokenizer": name,
        "bytes": size,
        "words": count,
        "tokens": tokens,
        "bytes_per_token": _ratio(size, tokens),
        "tokens_per_word": _ratio(tokens, count),
    }


def sweep(asked: Any) -> None:
    """Measure vocabulary sizes of one tokenizer, given or learned from the files."""
    with readable_twice([*asked.files, *(asked.measure or ())]) as sources:
        learned_from, measured_on = sources[: len(asked.files)], sources[len(asked.files) :]
        if asked.tokenizer:
            tok = tokenizer_of(asked.tokenizer)
        else:
            tok = _trained(asked, learned_from, max(asked.sizes or (SWEPT_UP_TO,)), ())[1]
        size = 0

        def all_blocks() -> Iterator[str]:
            nonlocal size
            for source in measured_on or learned_from:
                for block in file_blocks(source, tok.rules, progress=progress):
                    size += len(block.encode())
                    yield block

        with Progress("encoding", bytes_of(measured_on or learned_from), "bytes", asked.progress) as progress:
            points = sweep_sizes(tok, all_blocks())
    sizes = asked.sizes or doublings(points.first_size, tok.vocab_size)
    # A size that training did not reach has no row: there are no more tokens than that.
    reached = [points.at(n) for n in sizes if not (tok.stopped_early and n > tok.vocab_size)]
    if asked.json:
        rows = [point._asdict() | {"bytes_per_token": _ratio(size, point.tokens)} for point in reached]
        return write_json(
            {"bytes": size, "vocab_size": tok.vocab_size, "stopped_early": tok.stopped_early, "sizes": rows}
        )
    heading = ["vocabulary", "tokens", "bytes per token", "types", f"rare types (under {RARE_BELOW})"]
    rows = [(n, tokens, _ratio(size, tokens), types, rare) for n, tokens, types, rare in reached]
    write(table([heading, *rows]))
    if tok.stopped_early:
        write(f"The pairs ran out at {tok.vocab_size:,} tokens.\n")


def doublings(first: int, last: int) -> list[int]:
    """256 and its doublings between two sizes, and the last size itself."""
    sizes = [256 << power for power in range(24)]
    return sorted({last, *(size for size in sizes if first <= size <= last)})


def _ratio(amount: int, units: int) -> float | None:
    return amount / units if units else None
