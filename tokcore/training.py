"""Learning merges: the most frequent adjacent pair becomes one token, again and again.

What may differ is what decides between equally frequent pairs, so the tie rule is part of a tokenizer's
recipe. `learn_merges` gives the merges; `training_steps` gives the same merges with what each of them beat.
A corpus is known by its chunks and how often each occurs, so counts that were added up elsewhere do as well.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from tokcore.alphabet import BYTES_IN_ORDER, HUGGINGFACE_ORDER, well_formed
from tokcore.counting import count_chunks
from tokcore.limits import (
    MAX_COUNTED_CHARACTERS,
    MAX_TRACE_STEPS,
    MAX_TRAIN_CHARACTERS,
    MAX_VOCAB_SIZE,
    CorpusError,
    VocabularyError,
    require_at_most,
)
from tokcore.pretokenize import Pattern
from tokcore.trainer import Trainer, split_key

TIES = ("first", "smallest-id", "huggingface")
"""Which of several equally frequent pairs wins: the first met in a scan, the one with the smallest ids, or
the one with the smallest ids after numbering bytes by their printable form."""


@dataclass(frozen=True, slots=True)
class TrainingStep:
    """One merge of a training run, as a person would check it.

    `left`, `right` and `merged` are the tokens themselves (bytes, or strings for `WordBPE`). `count` is how
    often the pair stood in the corpus, overlaps included; `replaced` is how many merges were made there.
    `runners_up` are the next (left, right, count) in the order in which they would have won; `tied` of them
    all, shown or not, had the winning count too. `length` is the corpus in tokens after this merge. `rank`
    counts from 0 and is the place of the merge in `merges`.
    """

    rank: int
    left: Any
    right: Any
    merged: Any
    count: int
    replaced: int
    runners_up: tuple[tuple[Any, Any, int], ...]
    length: int
    tied: int


def run(
    trainer: Trainer, n_merges: int, progress: Callable[[int], Any] = lambda made: None
) -> list[tuple[int, int]]:
    """The (left, right) ids of up to `n_merges` merges, fewer when the pairs run out.

    `progress` is called with 1 after each of them.
    """
    merges: list[tuple[int, int]] = []
    while len(merges) < n_merges and (found := trainer.best()):
        trainer.merge(found[0])
        merges.append(split_key(found[0]))
        progress(1)
    return merges


def trace(
    trainer: Trainer, n_merges: int, runners_up: int, show: Callable[[Any], Any] = lambda token: token
) -> list[TrainingStep]:
    """Every step of a run, its tokens written by `show`. Raises LimitError above MAX_TRACE_STEPS."""
    require_at_most(n_merges, MAX_TRACE_STEPS, "merges in one trace")

    def spelled(key: int) -> tuple[Any, Any]:
        left, right = split_key(key)
        return show(trainer.tokens[left]), show(trainer.tokens[right])

    steps: list[TrainingStep] = []
    while len(steps) < n_merges and (found := trainer.best()):
        key, count = found
        others, tied = trainer.runners_up(runners_up)
        others = tuple((*spelled(other), times) for other, times in others)
        replaced = trainer.merge(key)
        left, right = spelled(key)
        merged = show(trainer.tokens[-1])
        steps.append(
            TrainingStep(len(steps), left, right, merged, count, replaced, others, trainer.length, tied)
        )
    return steps


def text_counts(text: str, pattern: Pattern | str | None = None) -> Mapping[str, int]:
    """The counted chunks of a text to train on. Raises LimitError above MAX_TRAIN_CHARACTERS."""
    require_at_most(len(text), MAX_TRAIN_CHARACTERS, "characters of training text")
    return count_chunks(text, pattern)


class _Units(NamedTuple):
    """The bytes as units of a trainer: the byte of each unit, the unit of each byte, the units spelled."""

    byte_of: tuple[int, ...]
    unit_of: bytes
    spelled: tuple[bytes, ...]


@cache
def _units(byte_of: tuple[int, ...]) -> _Units:
    unit_of = bytes(sorted(range(256), key=byte_of.__getitem__))
    return _Units(byte_of, unit_of, tuple(bytes([byte]) for byte in byte_of))


def _byte_trainer(counts: Mapping[str, int], ties: str) -> tuple[Trainer, tuple[int, ...]]:
    """A trainer over the bytes of the counted chunks, and the byte that each of its 256 units stands for."""
    if ties not in TIES:
        raise VocabularyError(f"There is no tie rule {ties!r}; there are {', '.join(TIES)}.")
    units = _units(HUGGINGFACE_ORDER if ties == "huggingface" else BYTES_IN_ORDER)
    spelled = [well_formed(chunk).encode().translate(units.unit_of) for chunk in counts]
    # The packed pair is (left, right) already, so it is its own key for the rules that compare ids.
    order = None if ties == "first" else int
    return Trainer(list(units.spelled), zip(spelled, counts.values()), order), units.byte_of


def merges_of_counts(
    counts: Mapping[str, int],
    n_merges: int,
    ties: str = "first",
    progress: Callable[[int], Any] = lambda made: None,
) -> list[tuple[int, int]]:
    """What `learn_merges` gives for a text with these chunks, each with how often it occurs.

    The chunks are in order of first appearance, as `counting.count_chunks` and `add_counts` give them: the
    tie rule "first" reads them in that order. `progress` is called with 1 after each merge. Raises
    CorpusError for a count that is no whole number above 0, VocabularyError for a tie rule that does not
    exist, LimitError above MAX_VOCAB_SIZE or MAX_COUNTED_CHARACTERS.
    """
    require_at_most(n_merges + 256, MAX_VOCAB_SIZE, "tokens")
    require_at_most(sum(map(len, counts)), MAX_COUNTED_CHARACTERS, "characters of distinct chunks")
    for chunk, count in counts.items():
        if not isinstance(count, int) or count < 1:
            raise CorpusError(
                f"The chunk {chunk[:40]!r} has the count {count!r}, not a whole number above 0."
            )
    trainer, byte_of = _byte_trainer(counts, ties)
    ids = [*byte_of, *range(256, 256 + n_merges)]
    return [(ids[left], ids[right]) for left, right in run(trainer, n_merges, progress)]


def learn_merges(
    text: str, n_merges: int, pattern: Pattern | str | None = None, ties: str = "first"
) -> list[tuple[int, int]]:
    """Learn up to `n_merges` merges from the bytes of the text's chunks.

    Returns (left id, right id) per merge; ids 0-255 are the bytes and merge k makes id 256 + k. The list is
    shorter than asked for when no pair is left. Raises VocabularyError for a tie rule that does not exist,
    PatternError for a pattern that does not compile, LimitError above MAX_VOCAB_SIZE or
    MAX_TRAIN_CHARACTERS.
    """
    return merges_of_counts(text_counts(text, pattern), n_merges, ties)


def training_lengths(
    text: str, n_merges: int, pattern: Pattern | str | None = None, ties: str = "first"
) -> list[int]:
    """The corpus in tokens before any merge of `learn_merges` and after each of them.

    Place k is what encoding the training text with the first k merges gives, without encoding it. Raises as
    `learn_merges` does.
    """
    require_at_most(n_merges + 256, MAX_VOCAB_SIZE, "tokens")
    trainer, _ = _byte_trainer(text_counts(text, pattern), ties)
    lengths = [trainer.length]
    while len(lengths) <= n_merges and (found := trainer.best()):
        trainer.merge(found[0])
        lengths.append(trainer.length)
    return lengths


def training_steps(
    text: str,
    n_merges: int,
    pattern: Pattern | str | None = None,
    ties: str = "first",
    runners_up: int = 8,
) -> list[TrainingStep]:
    """The merges of `learn_merges` as steps, each with what it beat; the tokens in them are bytes.

    Fewer steps than asked for mean that the pairs ran out. Raises LimitError above MAX_TRACE_STEPS too.
    """
    return trace(_byte_trainer(text_counts(text, pattern), ties)[0], n_merges, runners_up)
