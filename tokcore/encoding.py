"""Applying merges: the fast way over a chunk's units, and the same merges one by one with their ranks.

Units are bytes, or characters in a string. A vocabulary learned by merging has one way to make each token
(see `parents`), so a table from a token's units to its id is enough: two neighbours merge when the table
holds them joined, smallest id first. Short chunks are scanned, long ones use a heap over a linked list, so
that no chunk costs more than n log n.
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import NamedTuple

from tokcore.alphabet import BYTES_IN_ORDER
from tokcore.limits import MAX_STEP_BYTES, VocabularyError, require_at_most

Units = bytes | str

NEVER = 1 << 40
"""Ranks of pairs that do not merge; larger than any id."""

HEAP_FROM = 96  # units; below it, scanning a short list beats keeping a heap
CACHED_CHUNKS = 1 << 16
CACHED_CHUNK_CHARACTERS = 64


class Span(NamedTuple):
    """A token in a text: its id, and the bytes of the text from `start` up to `end` that it stands for."""

    token_id: int
    start: int
    end: int


class MergeStep(NamedTuple):
    """One merge while encoding: its `rank` (its place in `merges`), the `place` of the pair among the chunk's
    tokens, and the chunk's token ids after it."""

    rank: int
    place: int
    ids: tuple[int, ...]


class ChunkSteps(NamedTuple):
    """A chunk on its way to tokens.

    `text` and `start` (in characters) are its place, `rule` names what cut it, `dropped` lists the bytes that
    the vocabulary lacks and that were left out, `ids` are the tokens before any merge.
    """

    text: str
    start: int
    rule: str
    dropped: bytes
    ids: tuple[int, ...]
    steps: tuple[MergeStep, ...]

    @property
    def result(self) -> tuple[int, ...]:
        """The chunk's token ids after the last merge."""
        return self.steps[-1].ids if self.steps else self.ids


class ChunkEncoder(dict):
    """Chunk text -> tuple of ids, computed when first asked for and remembered up to a bound.

    `id_of` maps the units of every token (bytes, or a string) to its id; `units` turns a chunk into units.
    """

    def __init__(self, id_of: Mapping[Units, int], units: Callable[[str], Units]):
        super().__init__()
        self._id_of, self._units = id_of, units

    def __missing__(self, chunk: str) -> tuple[int, ...]:
        data = self._units(chunk)
        whole = self._id_of.get(data)
        if whole is not None:
            ids = (whole,)
        elif len(data) < HEAP_FROM:
            ids = merge_by_scan(self._id_of, data)
        else:
            ids = merge_by_heap(self._id_of, data)
        if len(chunk) <= CACHED_CHUNK_CHARACTERS:
            if len(self) >= CACHED_CHUNKS:
                self.clear()
            self[chunk] = ids
        return ids


def merge_by_scan(id_of: Mapping[Units, int], data: Units, below: int = NEVER) -> tuple[int, ...]:
    """The ids that merging leaves of `data`, using only tokens with ids smaller than `below`."""
    cuts = list(range(len(data) + 1))
    ranks = [id_of.get(data[i : i + 2], NEVER) for i in range(len(data) - 1)]
    while ranks and (best := min(ranks)) < below:
        at = ranks.index(best)
        del ranks[at], cuts[at + 1]
        if at < len(ranks):
            ranks[at] = id_of.get(data[cuts[at] : cuts[at + 2]], NEVER)
        if at:
            ranks[at - 1] = id_of.get(data[cuts[at - 1] : cuts[at + 1]], NEVER)
    return tuple(id_of[data[start:end]] for start, end in zip(cuts, cuts[1:]))


def merge_by_heap(id_of: Mapping[Units, int], data: Units) -> tuple[int, ...]:
    """What `merge_by_scan` gives, in n log n for chunks of any length.

    All pairs of the smallest id are merged at once, from the left: a token's parts have smaller ids than the
    token, so what their merges make can only come later.
    """
    join = bytes if isinstance(data, bytes) else "".join
    size, get = len(data), id_of.get
    id_of_unit = {unit: id_of[join((unit,))] for unit in set(data)}
    ids = list(map(id_of_unit.__getitem__, data))  # of the token that begins at each place
    ranks = list(map(cache(lambda *pair: get(join(pair))), data, data[1:]))  # of it with the next one
    places_of = defaultdict(list)
    for place, rank in enumerate(ranks):
        if rank is not None:
            places_of[rank].append(place)
    ranks += [None, None]  # the last byte has nothing to its right, and neither has the end
    width, before = [1] * (size + 1), [1] * (size + 1)  # of the token that begins, or ends, at each place
    heap = list(places_of)
    heapq.heapify(heap)
    while heap:
        rank = heapq.heappop(heap)
        changed, last = [], -1
        places = places_of.pop(rank)
        places.sort()  # they may come from several merges
        for place in places:
            if ranks[place] == rank:  # else merged away, or its right neighbour has grown
                gone = place + width[place]
                end = gone + width[gone]
                width[place] = before[end] = end - place
                ids[place], ids[gone], ranks[gone] = rank, None, None
                if (left := place - before[place]) != last:  # -1 when there is none
                    changed.append(left)
                changed.append(place)
                last = place
        for place in changed:
            right = place + width[place]
            new = ranks[place] = get(data[place : right + width[right]]) if right < size else None
            if new is not None:
                if new not in places_of:
                    heapq.heappush(heap, new)
                places_of[new].append(place)
    return tuple([token_id for token_id in ids if token_id is not None])


def parents(id_of: Mapping[Units, int], token: Units) -> tuple[int, int] | None:
    """The two ids whose merge makes `token`, or None when the tokens below it cannot make it.

    They are what the token's bytes become under all merges of lower rank: the state in which the pair stood
    alone when the token was learned.
    """
    ids = merge_by_scan(id_of, token, below=id_of[token])
    return ids if len(ids) == 2 else None


def tokens_of_merges(merges: Iterable[tuple[int, int]]) -> list[bytes]:
    """The bytes of the 256 single bytes and of what each merge makes, in id order.

    Raises VocabularyError when a merge names an id that no earlier merge made.
    """
    tokens = [bytes([byte]) for byte in BYTES_IN_ORDER]
    for rank, (left, right) in enumerate(merges):
        if not (0 <= left < len(tokens) and 0 <= right < len(tokens)):
            raise VocabularyError(f"Merge {rank} joins ids {left} and {right}, of which one is not made yet.")
        tokens.append(tokens[left] + tokens[right])
    return tokens


def spans_of(ids: Iterable[int], lengths: Iterable[int], data: bytes, missing: bytes) -> list[Span]:
    """Where tokens of these lengths, in bytes, stand in `data`, whose `missing` bytes were dropped before."""
    every = range(len(data))
    kept = [place for place in every if data[place] not in missing] if missing else every
    found, done = [], 0
    for token_id, length in zip(ids, lengths):
        found.append(Span(token_id, kept[done], kept[done + length - 1] + 1))
        done += length
    return found


def merge_steps(
    id_of: Mapping[Units, int], units_of: Callable[[int], Units], ids: tuple[int, ...], first_merged: int
) -> tuple[MergeStep, ...]:
    """Every merge over `ids`: at each step the pair of lowest rank, the leftmost of equals.

    `first_merged` is the id that the merge of rank 0 makes. Raises LimitError above MAX_STEP_BYTES.
    """
    require_at_most(len(ids), MAX_STEP_BYTES, "bytes in one chunk shown step by step")
    row = list(ids)
    made = [id_of.get(units_of(left) + units_of(right), NEVER) for left, right in zip(row, row[1:])]
    steps = []
    while made and (best := min(made)) != NEVER:
        place = made.index(best)
        row[place : place + 2] = [best]
        del made[place]
        for pair in (place - 1, place):
            if 0 <= pair < len(made):
                made[pair] = id_of.get(units_of(row[pair]) + units_of(row[pair + 1]), NEVER)
        steps.append(MergeStep(best - first_merged, place, tuple(row)))
    return tuple(steps)
