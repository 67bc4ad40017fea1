"""The exact incremental trainer: which adjacent pair is most frequent, and what merging it changes.

Distinct chunks stand once, end to end, in one row with a gap between them; each carries how often it occurs.
Of every adjacent pair the trainer keeps the count (overlaps included, as `zip(row, row[1:])` would count) and
the places where it began. Merging a pair touches only those places, so a merge costs what it changes and
nothing is ever counted again.

Two facts keep it exact. All occurrences of a pair are born at one moment, in reading order, when the
younger of its two tokens is made, and from then on only disappear: so a remembered count is never too
small and a remembered first place never too late, and one look at the front of the queue tells whether
they are still true. And a place is a place in the row of single units, which no merge moves.

Pairs that stand once are most of all pairs, and the last to be merged. They are not kept at all until nothing
else is left, or somebody asks for them; then one scan of the row finds those that are still there.
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, repeat
from typing import Any

from tokcore.limits import MAX_SPELLED_BYTES, LimitError

BASE = 15_485_863
"""A pair of ids is one integer, left * BASE + right, so that comparing keys compares (left, right).

More than any id. A prime, because a dictionary first looks at a key's lowest bits: with a power of two, pairs
that end alike would all want the same place in it.
"""

GAP, INSIDE = -1, -2


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
        row, sizes, counts = [GAP], [1], [0]
        for chunk, count in chunks:
            row += chunk
            row.append(GAP)
            sizes.append(len(chunk) + 1)
            counts.append(count)
        self.length = sum(map(int.__mul__, sizes, counts)) - sum(counts)
        self._row = row
        self._before = [GAP, *row]  # the token that ends where each place begins
        self._width = [1] * len(tokens)  # of each token, in units
        self._by_place = order is None
        self._rank = order or self._first_place  # of equally frequent pairs the smallest is next
        self._units, self._spelled = len(tokens), 0
        weights = list(chain.from_iterable(map(repeat, counts, sizes)))
        self._weigh = weights.__getitem__ if max(counts) > 1 else None
        # Of each pair its count, and its places: where its younger token begins, or the left one of two
        # units. What merges took away is still among the places, but no longer in the count.
        self._counts: dict[int, int] = {}
        self._places: dict[int, list[int]] = {}
        self._dead: dict[int, int] = {}  # how many places at the beginning are known to be gone
        # The queue: pair keys by count, the counts in a heap, and the highest count's keys in a heap of
        # their own. Entries go stale when a count falls; they are moved when they reach the front.
        self._level = 0
        self._front: list[tuple[Any, int]] = []
        self._by_count: dict[int, list[int]] = {}
        self._levels: list[int] = []
        self._floor = 2
        self._scan_units()

    def _scan_units(self) -> None:
        """Take in the pairs of single units."""
        row = self._row
        found = [defaultdict(list) for _ in range(self._units + 1)]  # by left and right; the last left is GAP
        followers = found[GAP]
        for place, unit in enumerate(row[1:]):
            followers[unit].append(place)
            followers = found[unit]
        for left, followers in enumerate(found[:GAP]):
            for right, places in followers.items():
                if right >= 0:
                    self._take_in(left * BASE + right, places)

    def _lower_floor(self) -> None:
        """Take in the pairs that stand once too, unless that was done before."""
        if self._floor == 1:
            return
        self._floor = 1
        row, width, units, known = self._row, self._width, self._units, self._counts
        starts = [place for place, token in enumerate(row) if token != INSIDE]
        tokens = [row[place] for place in starts]
        found: dict[int, list[int]] = defaultdict(list)
        for place, left, right in zip(starts, tokens, tokens[1:]):
            if left >= 0 and right >= 0 and (key := left * BASE + right) not in known:
                found[key].append(place + width[left] if right >= left and right >= units else place)
        for key, places in found.items():
            self._take_in(key, places)

    def _take_in(self, key: int, places: list[int]) -> None:
        count = sum(map(self._weigh, places)) if self._weigh else len(places)
        if count >= self._floor:
            self._counts[key], self._places[key] = count, places
            self._enqueue(key, count)

    def _enqueue(self, key: int, count: int) -> None:
        if count == self._level:
            heapq.heappush(self._front, (self._rank(key), key))
            return
        if count in self._by_count:
            self._by_count[count].append(key)
        else:
            heapq.heappush(self._levels, -count)
            self._by_count[count] = [key]

    def _first_place(self, key: int) -> int:
        """Where the pair first stands now; remembers how many of its places are gone."""
        row, places, dead = self._row, self._places[key], self._dead.get(key, 0)
        left, right = divmod(key, BASE)
        width = self._width[left]
        offset = width if right >= left and right >= self._units else 0
        start = dead
        while True:
            place = places[dead] - offset
            if row[place] == left and row[place + width] == right:
                if dead != start:
                    self._dead[key] = dead
                return place
            dead += 1

    def _requeue(self, keys: Iterable[int], level: int) -> None:
        """Queue the pairs whose count fell below `level`, or forget them."""
        counts, by_count, floor = self._counts, self._by_count, self._floor
        for key in keys:
            if floor <= (count := counts[key]) != level:
                if count in by_count:
                    by_count[count].append(key)
                else:
                    heapq.heappush(self._levels, -count)
                    by_count[count] = [key]
            elif count < floor:  # the floor is never above the level
                del counts[key], self._places[key]
                self._dead.pop(key, None)

    def best(self) -> tuple[int, int] | None:
        """The next pair as (packed key, count), or None when no two tokens stand side by side."""
        counts, front = self._counts, self._front
        while True:
            while front:
                remembered, key = front[0]
                if counts[key] != self._level:
                    heapq.heappop(front)
                    self._requeue((key,), self._level)
                elif self._by_place and (place := self._first_place(key)) != remembered:
                    heapq.heapreplace(front, (place, key))
                else:
                    return key, self._level
            if not self._levels:
                self._lower_floor()
            if not self._levels:
                return None
            level = self._level = -heapq.heappop(self._levels)
            live = self._live(self._by_count.pop(level), level)
            front[:] = sorted(zip(map(self._rank, live), live))

    def merge(self, key: int) -> int:
        """Merge the pair that `best` named, everywhere, left to right; how many merges were made."""
        heapq.heappop(self._front)
        row, ends_at, width, weigh = self._row, self._before, self._width, self._weigh
        counts, places_of, floor = self._counts, self._places, self._floor
        count, places = counts.pop(key), places_of.pop(key)
        (left, right), new = divmod(key, BASE), len(width)
        step = width[left]
        wide = step + width[right]
        width.append(wide)
        self._spelled += wide
        if self._spelled > MAX_SPELLED_BYTES:
            raise LimitError(
                f"After {new - self._units:,} merges the tokens grow without end: together they have more "
                f"than the limit of {MAX_SPELLED_BYTES:,} bytes. Ask for fewer merges, or cut the text with "
                "a pattern first."
            )
        self.tokens.append(self.tokens[left] + self.tokens[right])
        if right >= left and right >= self._units:
            places = [place - step for place in places]
        if len(places) == 1:
            self._merge_once(places, count, left, right, new)
            return count
        before, after = defaultdict(list), defaultdict(list)
        for place in places:
            middle = place + step
            if row[place] == left and row[middle] == right:
                end = place + wide
                before[ends_at[place]].append(place)
                after[row[end]].append(place)
                row[middle] = INSIDE
                row[place] = ends_at[end] = new
        # `before` is read while later places are still unmerged, so a new token in it means two in a row.
        doubled = 0
        if new in before:
            doubled = sum(map(weigh, before[new])) if weigh else len(before[new])
        if left == right:  # the count holds overlaps, which cannot all be merged
            count = sum(sum(map(weigh, places)) if weigh else len(places) for places in before.values())
        self.length -= count
        level, by_count = self._level, self._by_count
        for groups, scale, old_part, new_part in (
            (before, BASE, left, new),
            (after, 1, right * BASE, new * BASE),
        ):
            for token, places in groups.items():
                if token < 0:
                    continue
                times = len(places)
                if weigh:
                    times = weigh(places[0]) if times == 1 else sum(map(weigh, places))
                if (old := token * scale + old_part) in counts:
                    counts[old] -= times
                if doubled and token == left and groups is after:
                    times -= doubled  # these were merged themselves, and are pairs of two new tokens
                if times >= floor:
                    key = token * scale + new_part
                    counts[key], places_of[key] = times, places
                    if times == level:
                        heapq.heappush(self._front, (self._rank(key), key))
                    elif times in by_count:
                        by_count[times].append(key)
                    else:
                        heapq.heappush(self._levels, -times)
                        by_count[times] = [key]
        return count

    def _merge_once(self, places: list[int], count: int, left: int, right: int, new: int) -> None:
        """Merge a pair that only ever stood at one place."""
        row, ends_at, counts = self._row, self._before, self._counts
        place = places[0]
        end = place + self._width[new]
        before, after = ends_at[place], row[end]
        row[place + self._width[left]] = INSIDE
        row[place] = ends_at[end] = new
        self.length -= count
        kept = count >= self._floor
        if before >= 0:
            if (old := before * BASE + left) in counts:
                counts[old] -= count
            if kept:
                key = before * BASE + new
                counts[key], self._places[key] = count, places
                self._enqueue(key, count)
        if after >= 0:
            if (old := right * BASE + after) in counts:
                counts[old] -= count
            if kept:
                key = new * BASE + after
                counts[key], self._places[key] = count, places
                self._enqueue(key, count)

    def runners_up(self, limit: int) -> tuple[list[tuple[int, int]], int]:
        """Up to `limit` pairs after `best`, as (packed key, count), and how many in all tie with it."""
        if not self.best():
            return [], 0
        level, front = self._level, self._front
        live = self._live([key for _, key in front], level)
        front[:] = sorted(zip(map(self._rank, live), live))
        found = [(key, level) for _, key in front[1 : limit + 1]]
        while len(found) < limit:
            level = self._next_level(level) or self._lower_floor() or self._next_level(level)
            if not level:
                break
            keys = self._by_count[level] = self._live(self._by_count[level], level)
            found += [(key, level) for key in heapq.nsmallest(limit - len(found), keys, self._rank)]
        return found, len(live) - 1

    def _next_level(self, level: int) -> int:
        """The highest count below `level` that pairs are queued for, or 0."""
        return max((-count for count in self._levels if -count < level), default=0)

    def _live(self, keys: list[int], level: int) -> list[int]:
        """The keys whose pairs still have this count; the others go where they belong now."""
        live = [key for key in keys if self._counts[key] == level]
        if len(live) < len(keys):
            self._requeue(keys, level)
        return live


def split_key(key: int) -> tuple[int, int]:
    """The (left, right) ids of a packed pair."""
    return divmod(key, BASE)
