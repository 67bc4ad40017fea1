"""The exact incremental trainer: which adjacent pair is most frequent, and what merging it changes.

Distinct chunks stand once, end to end, in one row with a gap between them; each carries how often it occurs.
Of every adjacent pair the trainer keeps the count (overlaps included, as `zip(row, row[1:])` would count) and
the places where it began. Merging a pair touches only those places, so a merge costs what it changes and
nothing is ever counted again.

Two facts keep it exact. All occurrences of a pair are born at one moment, in reading order, when the
younger of its two tokens is made, and from then on only disappear: so a remembered count is never too
small and a remembered first place never too late, and one look at the front of the queue tells whether
they are still true. And a place is a place in the row of single units, which no merge moves.
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any

from tokcore.limits import MAX_SPELLED_BYTES, LimitError

SHIFT = 24
"""A pair of ids is one integer, left << SHIFT | right, so that comparing keys compares (left, right)."""
_RIGHT = (1 << SHIFT) - 1

GAP, INSIDE = -1, -2


class _Pair:
    """A pair's count, and the places where it began (each shifted by `offset`); `first` skips dead ones."""

    __slots__ = ("count", "first", "offset", "places")

    def __init__(self, count: int, places: list[int], offset: int):
        self.count, self.places, self.offset, self.first = count, places, offset, 0


class Trainer:
    """A corpus in the middle of training: `best` says which pair is next, `merge` merges it.

    `tokens` spells the units (ids 0, 1, ...) as bytes or strings; each merge appends one. `chunks` are
    sequences of unit ids, each with how often it occurs, in order of first appearance. `order` gives the key
    that decides between equal counts from a packed pair; without it the pair met first in a scan wins.
    """

    def __init__(
        self,
        tokens: list[Any],
        chunks: Iterable[tuple[Sequence[int], int]],
        order: Callable[[int], Any] | None = None,
    ):
        self.tokens = tokens
        row, weights, all_once = [GAP], [0], True
        self.length = 0
        for chunk, count in chunks:
            row.extend(chunk)
            row.append(GAP)
            weights.extend(repeat(count, len(chunk) + 1))
            self.length += len(chunk) * count
            all_once = all_once and count == 1
        self._row = row
        self._ending = row[:]  # the token whose last unit stands at each place
        self._width = [1] * len(tokens)  # of each token, in units
        self._order = order
        self._units, self._spelled = len(tokens), 0
        places_of: dict[tuple[int, int], list[int]] = defaultdict(list)
        for place, pair in enumerate(zip(row, row[1:])):
            places_of[pair].append(place)
        self._weigh = len if all_once else lambda places, weight=weights.__getitem__: sum(map(weight, places))
        self._pairs = {
            left << SHIFT | right: _Pair(self._weigh(places), places, 0)
            for (left, right), places in places_of.items()
            if left >= 0 and right >= 0
        }
        # The queue: pair keys by count, the counts in a heap, and the highest count's keys in a heap of
        # their own. Entries go stale when a count falls; they are moved when they reach the front.
        self._level = 0
        self._front: list[tuple[Any, int]] = []
        self._by_count: dict[int, list[int]] = defaultdict(list)
        self._counts: list[int] = []
        for key, pair in self._pairs.items():
            self._enqueue(key, pair.count)

    def _enqueue(self, key: int, count: int) -> None:
        if count == self._level:
            heapq.heappush(self._front, (self._sort_key(key), key))
            return
        keys = self._by_count[count]
        if not keys:
            heapq.heappush(self._counts, -count)
        keys.append(key)

    def _sort_key(self, key: int) -> Any:
        if self._order:
            return self._order(key)
        pair = self._pairs[key]
        return pair.places[pair.first] + pair.offset

    def _first_place(self, key: int) -> int:
        """Where the pair first stands now; remembers how many of its places are gone."""
        pair, row = self._pairs[key], self._row
        left, right = key >> SHIFT, key & _RIGHT
        width, places, offset, first = self._width[left], pair.places, pair.offset, pair.first
        while True:
            place = places[first] + offset
            if row[place] == left and row[place + width] == right:
                pair.first = first
                return place
            first += 1

    def _requeue_or_drop(self, key: int) -> None:
        count = self._pairs[key].count
        if count > 0:
            self._enqueue(key, count)
        else:
            del self._pairs[key]

    def best(self) -> tuple[int, int] | None:
        """The next pair as (packed key, count), or None when no two tokens stand side by side."""
        while True:
            while self._front:
                remembered, key = self._front[0]
                if self._pairs[key].count != self._level:
                    heapq.heappop(self._front)
                    self._requeue_or_drop(key)
                elif not self._order and (place := self._first_place(key)) != remembered:
                    heapq.heapreplace(self._front, (place, key))
                else:
                    return key, self._level
            if not self._counts:
                return None
            level = -heapq.heappop(self._counts)
            keys = self._by_count.pop(level, ())
            self._level = level
            for key in keys:
                if self._pairs[key].count == level:
                    self._front.append((self._sort_key(key), key))
                else:
                    self._requeue_or_drop(key)
            heapq.heapify(self._front)

    def merge(self, key: int) -> int:
        """Merge the pair that `best` named, everywhere, left to right; how many merges were made."""
        heapq.heappop(self._front)
        pair, row, ending, width = self._pairs.pop(key), self._row, self._ending, self._width
        left, right, new = key >> SHIFT, key & _RIGHT, len(width)
        step, wide = width[left], width[left] + width[right]
        width.append(wide)
        self._spelled += wide
        if self._spelled > MAX_SPELLED_BYTES:
            raise LimitError(
                f"After {new - self._units:,} merges the tokens grow without end. Ask for fewer "
                "merges, or cut the text with a pattern first."
            )
        self.tokens.append(self.tokens[left] + self.tokens[right])
        before, after = defaultdict(list), defaultdict(list)
        places = [place + pair.offset for place in pair.places] if pair.offset else pair.places
        merged = []
        for place in places:
            if row[place] == left and row[place + step] == right:
                before[ending[place - 1]].append(place)
                after[row[place + wide]].append(place)
                merged.append(place)
                row[place + step] = INSIDE
                row[place] = ending[place + wide - 1] = new
        replaced = self._weigh(merged)
        self.length -= replaced
        before.pop(GAP, None)
        after.pop(GAP, None)
        # `before` is read while later places are still unmerged, so a new token in it means two in a row.
        doubled = 0
        if touching := before.pop(new, None):
            doubled = self._weigh(touching)
            self._add(new << SHIFT | new, doubled, touching, -wide)
        pairs = self._pairs
        for token, places in before.items():
            count = self._weigh(places)
            if (old := pairs.get(token << SHIFT | left)) is not None:
                old.count -= count
            self._add(token << SHIFT | new, count, places, -width[token])
        for token, places in after.items():
            count = self._weigh(places)
            if (old := pairs.get(right << SHIFT | token)) is not None:
                old.count -= count
            if token == left:  # some of these were merged themselves, and are pairs of two new tokens
                count -= doubled
            if count > 0:
                self._add(new << SHIFT | token, count, places, 0)
        return replaced

    def _add(self, key: int, count: int, places: list[int], offset: int) -> None:
        self._pairs[key] = _Pair(count, places, offset)
        self._enqueue(key, count)

    def runners_up(self, limit: int) -> tuple[list[tuple[int, int]], int]:
        """Up to `limit` pairs after `best`, as (packed key, count), and how many in all tie with it."""
        if not self.best():
            return [], 0
        live, stale = self._split_by_truth([key for _, key in self._front], self._level)
        tied = len(live) - 1
        self._front = [(self._sort_key(key), key) for key in live]
        heapq.heapify(self._front)
        found = self._in_order(live, self._level, limit + 1)[1:]
        level = self._level
        while True:
            for key in stale:  # what fell below this level may stand first on the next one
                self._requeue_or_drop(key)
            lower = [-count for count in self._counts if -count < level]
            if len(found) >= limit or not lower:
                return found, tied
            level = max(lower)
            live, stale = self._split_by_truth(self._by_count[level], level)
            self._by_count[level] = live
            found += self._in_order(live, level, limit - len(found))

    def _split_by_truth(self, keys: list[int], level: int) -> tuple[list[int], list[int]]:
        """The keys whose pairs still have this count, and those whose count has fallen."""
        live = [key for key in keys if self._pairs[key].count == level]
        return live, [key for key in keys if self._pairs[key].count != level]

    def _in_order(self, keys: list[int], level: int, limit: int) -> list[tuple[int, int]]:
        """The first `limit` pairs of one count, in the order in which they would win."""
        heap = [(self._sort_key(key), key) for key in keys]
        heapq.heapify(heap)
        found = []
        while heap and len(found) < limit:
            remembered, key = heap[0]
            if not self._order and (place := self._first_place(key)) != remembered:
                heapq.heapreplace(heap, (place, key))
            else:
                found.append((key, level))
                heapq.heappop(heap)
        return found


def split_key(key: int) -> tuple[int, int]:
    """The (left, right) ids of a packed pair."""
    return key >> SHIFT, key & _RIGHT
