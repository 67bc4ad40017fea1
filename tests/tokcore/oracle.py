"""The slow way to learn merges: count every pair, merge the best, count everything again."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import mul
from typing import Any

import regex

from tokcore.training import TrainingStep

MARK = "\n"
"""How the oracle spells the end of a word: no word between white space holds it."""


def recount(
    tokens: list[Any],
    chunks: Iterable[tuple[Sequence[int], int]],
    n_merges: int,
    order: Callable[[tuple[int, int]], Any] | None = None,
    runners_up: int = 8,
) -> tuple[list[tuple[int, int]], list[TrainingStep]]:
    """The merges over chunks of ids, each with how often it occurs, and the steps of the run.

    `tokens` spells the ids and grows by one token per merge. `order` ranks pairs of equal counts; without it
    the one met first in a scan wins. With no runners-up asked for, `tied` is 0.
    """
    rows, weights = [], []
    for chunk, times in chunks:
        rows.append(list(chunk))
        weights.append(times)
    merges, steps = [], []
    length = length_of(rows, weights)
    while len(steps) < n_merges:
        counts = count_pairs(rows, weights)
        if not counts:
            break
        if runners_up:
            pairs = sorted(counts, key=lambda pair: (-counts[pair], order(pair) if order else 0))
        else:
            most = max(counts.values())
            equal = [pair for pair, count in counts.items() if count == most]
            pairs = [min(equal, key=order) if order else equal[0]]
        (left, right), new = pairs[0], len(tokens)
        rows = [replace(row, left, right, new) if left in row else row for row in rows]
        before, length = length, length_of(rows, weights)
        tokens.append(tokens[left] + tokens[right])
        merges.append((left, right))
        steps.append(
            TrainingStep(
                rank=len(steps),
                left=tokens[left],
                right=tokens[right],
                merged=tokens[new],
                count=counts[left, right],
                replaced=before - length,
                runners_up=tuple((tokens[a], tokens[b], counts[a, b]) for a, b in pairs[1 : runners_up + 1]),
                length=length,
                tied=sum(counts[pair] == counts[left, right] for pair in pairs[1:]),
            )
        )
    return merges, steps


def count_pairs(rows: list[list[int]], weights: list[int]) -> Counter:
    """How often each pair stands in the rows, overlaps included, in the order in which a scan meets them."""
    counts: Counter = Counter()
    for row, times in zip(rows, weights):
        if times == 1:
            counts.update(zip(row, row[1:]))
        else:
            for pair in zip(row, row[1:]):
                counts[pair] += times
    return counts


def replace(row: list[int], left: int, right: int, new: int) -> list[int]:
    """The row with every (left, right), taken from the left, replaced by `new`."""
    made, done, place = [], 0, -1
    while True:
        try:
            place = row.index(left, place + 1)
        except ValueError:
            return made + row[done:]
        if place + 1 < len(row) and row[place + 1] == right:
            made += row[done:place]
            made.append(new)
            place += 1
            done = place + 1


def length_of(rows: list[list[int]], weights: list[int]) -> int:
    """The corpus in tokens."""
    return sum(map(mul, map(len, rows), weights))


def byte_order(ties: str) -> Callable[[tuple[int, int]], Any] | None:
    """What ranks equally frequent pairs of ids under a tie rule."""
    if ties == "first":
        return None
    if ties == "smallest-id":
        return lambda pair: pair

    def number(token_id: int) -> int:  # bytes without a picture of their own come after the others
        hidden = token_id < 0x21 or 0x7E < token_id < 0xA1 or token_id == 0xAD
        return token_id + 256 * hidden if token_id < 256 else token_id + 256

    return lambda pair: (number(pair[0]), number(pair[1]))


def byte_chunks(text: str, pattern: str | None) -> Counter:
    """The distinct chunks of the text as bytes, with their counts, in the order of first appearance."""
    chunks = [text] if pattern is None else regex.findall(pattern, text)
    return Counter(chunk.encode() for chunk in chunks)


def recount_bytes(
    text: str, n_merges: int, pattern: str | None = None, ties: str = "first", runners_up: int = 8
) -> tuple[list[tuple[int, int]], list[TrainingStep]]:
    """Byte-level training the slow way."""
    tokens = [bytes([byte]) for byte in range(256)]
    return recount(tokens, byte_chunks(text, pattern).items(), n_merges, byte_order(ties), runners_up)


def recount_words(word_counts: Mapping[str, int], n_merges: int, runners_up: int = 8) -> list[TrainingStep]:
    """Training over characters and an end mark the slow way; ties go to the smallest pair of strings."""
    tokens = [*sorted({unit for word in word_counts for unit in word}), MARK]
    chunks = {tuple(tokens.index(unit) for unit in word + MARK): times for word, times in word_counts.items()}

    def shown(token: str) -> str:
        return token.replace(MARK, "</w>")

    def order(pair: tuple[int, int]) -> tuple[str, str]:
        return shown(tokens[pair[0]]), shown(tokens[pair[1]])

    _, steps = recount(tokens, chunks.items(), n_merges, order, runners_up)
    return [
        TrainingStep(
            step.rank,
            shown(step.left),
            shown(step.right),
            shown(step.merged),
            step.count,
            step.replaced,
            tuple((shown(left), shown(right), times) for left, right, times in step.runners_up),
            step.length,
            step.tied,
        )
        for step in steps
    ]


def digest(merges: Iterable[tuple[int, int]]) -> str:
    """The sha256 of a list of merges, in hexadecimal."""
    return hashlib.sha256(json.dumps([list(pair) for pair in merges]).encode()).hexdigest()
