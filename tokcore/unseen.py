"""What held-out text has that training text never had: words, characters, and what `<unk>` costs for them.

Words are runs of characters between white space, and counted as often as they stand there, unless a docstring
says different words. A word is *rare* when it is no everyday word, that is, when the bundled novels never use
it: those are mostly the names, numbers and codes that no list of words can hold beforehand.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import NamedTuple

import regex

from tokcore.corpora import corpus
from tokcore.words import words

NOVELS = ("botchan", "northanger_abbey")
"""The bundled novels, whose words are everyday words."""

TOO_MANY = 0.02
"""A rule of thumb: where more of the held-out words are unseen than one or two in a hundred, words make poor
tokens."""

FIELDS = {
    "what comes with it": re.compile(r"Comes with ([^;]+);"),
    "product codes": re.compile(r"Code (\S+)\."),
}
"""Fields of the furniture catalogue's descriptions: one is a short list that never grows, one always new."""

_AROUND = regex.compile(r"^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$")


class Unseen(NamedTuple):
    """Held-out text set against training text.

    Of the training text: how many `distinct` words it has, how many of them only `once`, and how many
    different `characters`. Of the held-out text: how many `words`, those that are `unseen` and the unseen
    `new_characters`, each with how often it stands there, most frequent first, and the characters `per_word`
    (spaces count, line ends do not; None without words).
    """

    distinct: int
    once: int
    characters: int
    words: int
    unseen: tuple[tuple[str, int], ...]
    new_characters: tuple[tuple[str, int], ...]
    per_word: float | None

    @property
    def count(self) -> int:
        """How many of the held-out words are unseen."""
        return sum(times for _, times in self.unseen)

    @property
    def rate(self) -> float | None:
        """The out-of-vocabulary rate: the share, 0 to 1, of the held-out words that are unseen; None without
        any words."""
        return self.count / self.words if self.words else None


def measure(training: str, held_out: str) -> Unseen:
    """What the held-out text has that the training text has not.

    Equal counts keep the order of first appearance. Line ends (U+000A) are no part of a line, so they are not
    counted as characters.
    """
    known, met = Counter(words(training)), Counter(words(held_out))
    letters, new = Counter(training), Counter(held_out)
    letters.pop("\n", None)
    spelled = new.total() - new.pop("\n", 0)
    return Unseen(
        len(known),
        sum(times == 1 for times in known.values()),
        len(letters),
        met.total(),
        tuple((word, times) for word, times in met.most_common() if word not in known),
        tuple((character, times) for character, times in new.most_common() if character not in letters),
        spelled / met.total() if met else None,
    )


def bare(word: str) -> str:
    """The word in lower case, without what stands around its letters, marks and digits."""
    return _AROUND.sub("", word.lower())


@cache
def _bare_words(novel: str) -> tuple[str, frozenset[str]]:
    text = corpus(novel).text
    return text, frozenset(map(bare, words(text)))


def everyday_words(apart_from: str = "") -> frozenset[str]:
    """The words of the bundled novels, bare; a novel that is the text in hand itself does not count."""
    return frozenset().union(*(found for text, found in map(_bare_words, NOVELS) if text != apart_from), [""])


def is_rare(word: str, everyday: Collection[str]) -> bool:
    """Whether the word, bare, is none of the everyday words; punctuation alone is not rare."""
    return bool(found := bare(word)) and found not in everyday


def rare_share(unseen: Iterable[tuple[str, int]], everyday: Collection[str]) -> float | None:
    """The share, 0 to 1, of the unseen words, as often as they stand there, that are rare; None without."""
    unseen = list(unseen)
    total = sum(times for _, times in unseen)
    rare = sum(times for word, times in unseen if is_rare(word, everyday))
    return rare / total if total else None


class Price(NamedTuple):
    """A vocabulary of the training words that occur `min_freq` times or more.

    `entries` counts `<unk>` too; `training` and `held_out` are the shares, 0 to 1, of the words of each text
    that become `<unk>` (0 without words).
    """

    min_freq: int
    entries: int
    training: float
    held_out: float


def prices(training: str, held_out: str, min_freqs: Iterable[int]) -> list[Price]:
    """What each `min_freq` of a `Vocab` of the training words saves in entries, and costs in `<unk>`."""
    known, met = Counter(words(training)), Counter(words(held_out))
    return [
        Price(
            least,
            1 + sum(times >= least and word != "<unk>" for word, times in known.items()),
            _lost(known, known, least),
            _lost(met, known, least),
        )
        for least in min_freqs
    ]


def _lost(met: Counter[str], known: Mapping[str, int], least: int) -> float:
    lost = sum(times for word, times in met.items() if known.get(word, 0) < max(least, 1) or word == "<unk>")
    return lost / met.total() if met else 0.0


def field(catalogue: str, name: str) -> str:
    """One of FIELDS of every description in the furniture catalogue that has it, a line for each."""
    return "".join(f"{found}\n" for found in FIELDS[name].findall(catalogue))
