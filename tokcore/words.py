"""The older schemes: normalised text, characters and words as tokens, and merges that stop at a word's end.

`WordBPE` spells every word as its characters and an end mark, and learns merges from words and their counts
(Sennrich, Haddow and Birch, 2016). The mark is a symbol of its own: inside, it is a code unit that no text
can hold, and only when tokens are handed out is it written `</w>`. So the four typed characters `</w>` stay
four characters, whatever merges are learned from them.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any

from tokcore.alphabet import END_OF_WORD, UNKNOWN, well_formed
from tokcore.encoding import ChunkEncoder, ChunkSteps, Span, merge_steps
from tokcore.ids import shared_ids, shared_pairs
from tokcore.limits import (
    MAX_TRAIN_CHARACTERS,
    MAX_VOCAB_SIZE,
    UnknownTokenError,
    VocabularyError,
    require_at_most,
)
from tokcore.trainer import Trainer, split_key
from tokcore.training import TrainingStep, run, trace

# Lone surrogates, which well_formed text does not hold.
_END, _UNKNOWN = "\udfff", "\udffe"


def normalise(text: str) -> str:
    """The text in lower case with everything but the letters A-Z folded into single spaces."""
    return re.sub("[^A-Za-z]+", " ", text).lower()


def characters(text: str) -> list[str]:
    """Every character a token."""
    return list(text)


def words(text: str) -> list[str]:
    """Every run of characters between white space a token."""
    return text.split()


class Vocab:
    """Distinct tokens and their indices: 0 is `<unk>`, then `reserved`, then by falling frequency.

    Equal frequencies keep the order of first appearance; tokens seen fewer than `min_freq` times are left
    out. `tokens` may also be a list of lists. `token_freqs` is every (token, count), most frequent first.
    """

    unk = 0

    def __init__(self, tokens: Iterable, min_freq: int = 0, reserved: Sequence[str] = ()):
        tokens = list(tokens)
        if tokens and isinstance(tokens[0], list | tuple):
            tokens = list(chain.from_iterable(tokens))
        self.token_freqs = Counter(tokens).most_common()
        kept = [UNKNOWN, *reserved]
        kept += [token for token, count in self.token_freqs if count >= min_freq and token not in kept]
        self._tokens = kept
        self._index_of = {token: index for index, token in enumerate(kept)}
        if len(self._index_of) != len(kept):
            raise VocabularyError("The reserved tokens name one token twice.")

    def __len__(self) -> int:
        return len(self._tokens)

    def __getitem__(self, tokens):
        """The index of a token, 0 when it is unknown; for a list of tokens, the list of their indices."""
        if isinstance(tokens, list | tuple):
            return [self[token] for token in tokens]
        return self._index_of.get(tokens, self.unk)

    def to_tokens(self, indices):
        """The token of an index, or the list of tokens of a list. Raises UnknownTokenError."""
        if isinstance(indices, list | tuple):
            return [self.to_tokens(index) for index in indices]
        if not 0 <= indices < len(self):
            raise UnknownTokenError(f"This vocabulary of {len(self)} tokens has no index {indices}.")
        return self._tokens[indices]


class WordBPE:
    """BPE over characters with an end-of-word mark; ties go to the smallest pair of strings.

    Words are cut at white space; characters that training never saw become `<unk>`. Tokens are handed out
    as strings, with the mark written `</w>`; the id of a token is its place in `vocabulary`.
    """

    def __init__(
        self, tokens: Sequence[str], first_merged: int, merges: Sequence[tuple[int, int]], name: str
    ):
        """`tokens` are spelled with the inner mark: the characters, the mark, then one per merge."""
        self.name = name
        self.first_merged = first_merged
        self._tokens = (*tokens, _UNKNOWN)
        self._pairs = tuple(merges)
        self._id_of = dict(zip(self._tokens, shared_ids(0, len(self._tokens))))
        self._encoder = ChunkEncoder(self._id_of, self._spell)

    @classmethod
    def train(
        cls,
        word_counts: Mapping[str, int],
        n_merges: int,
        name: str = "trained here",
        progress: Callable[[int], Any] = lambda made: None,
    ) -> "WordBPE":
        """Learn up to `n_merges` merges from distinct words and how often each occurs.

        `progress` is called with 1 after each merge. Raises LimitError above the limits on merges and on
        characters.
        """
        require_at_most(n_merges, MAX_VOCAB_SIZE, "merges")
        trainer = _word_trainer(word_counts)
        first_merged = len(trainer.tokens)
        merges = run(trainer, n_merges, progress)
        return cls(trainer.tokens, first_merged, merges, name)

    def __reduce__(self):
        """What a pickle holds: what all else follows from."""
        return _unpickled, (self._tokens[:-1], self.first_merged, self._pairs, self.name)

    @staticmethod
    def training_steps(
        word_counts: Mapping[str, int], n_merges: int, runners_up: int = 8
    ) -> list[TrainingStep]:
        """Every step of the same run, with what each merge beat; the tokens in the steps are strings."""
        return trace(_word_trainer(word_counts), n_merges, runners_up, _shown)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The characters in order, the end mark, one token per merge, and `<unk>`."""
        return tuple(map(_shown, self._tokens))

    @property
    def vocab_size(self) -> int:
        """How many tokens there are, `<unk>` included."""
        return len(self._tokens)

    @property
    def merges(self) -> tuple[tuple[str, str], ...]:
        """(left, right) tokens per merge, in rank order."""
        return tuple((_shown(self._tokens[left]), _shown(self._tokens[right])) for left, right in self._pairs)

    def parents(self, token_id: int) -> tuple[int, int] | None:
        """The two ids whose merge made this token; None for a character, the mark and `<unk>`."""
        rank = token_id - self.first_merged
        return self._pairs[rank] if 0 <= rank < len(self._pairs) else None

    def truncate(self, n_merges: int) -> "WordBPE":
        """The tokenizer with the first `n_merges` merges. Raises VocabularyError when there are fewer."""
        if not 0 <= n_merges <= len(self._pairs):
            raise VocabularyError(f"This tokenizer has {len(self._pairs)} merges, so not {n_merges}.")
        tokens = self._tokens[: self.first_merged + n_merges]
        return WordBPE(tokens, self.first_merged, self._pairs[:n_merges], f"{self.name}, first {n_merges:,}")

    @property
    def unknown_id(self) -> int:
        """The id of `<unk>`."""
        return len(self._tokens) - 1

    def token(self, token_id: int) -> str:
        """The token of an id, with the mark written out. Raises UnknownTokenError."""
        return _shown(self._inner(token_id))

    def spelling(self, token_id: int) -> tuple[str, bool]:
        """The characters of a token, and whether it ends a word; `<unk>` has none."""
        inner = self._inner(token_id)
        return inner.removesuffix(_END).replace(_UNKNOWN, ""), inner.endswith(_END)

    def _inner(self, token_id: int) -> str:
        if not 0 <= token_id < len(self._tokens):
            raise UnknownTokenError(f"{self.name} has no token with the id {token_id}.")
        return self._tokens[token_id]

    def encode_ids(self, text: str) -> list[int]:
        """The ids of the text's words, end to end."""
        return list(chain.from_iterable(map(self._encoder.__getitem__, words(well_formed(text)))))

    def encode(self, text: str) -> list[str]:
        """The tokens of the text's words, end to end, as strings."""
        return list(map(self.token, self.encode_ids(text)))

    def encode_word(self, word: str) -> list[str]:
        """The tokens of one word, which may hold any character."""
        return list(map(self.token, self._encoder[well_formed(word)]))

    def encode_steps(self, text: str) -> list[ChunkSteps]:
        """Word by word, every merge in order. Raises LimitError when one word is too long to list."""
        listed = []
        for found in re.finditer(r"\S+", well_formed(text)):
            ids = tuple(map(self._id_of.__getitem__, self._spell(found[0])))
            steps = merge_steps(self._id_of, self._tokens.__getitem__, ids, self.first_merged)
            listed.append(ChunkSteps(found[0], found.start(), "word", b"", ids, steps))
        return listed

    def spans(self, text: str) -> list[Span]:
        """The tokens of the text with the bytes of it that they cover; white space lies between them."""
        text = well_formed(text)
        offsets = [0, *accumulate(len(character.encode()) for character in text)]
        found = []
        for word in re.finditer(r"\S+", text):
            done = word.start()
            for token_id in self._encoder[word[0]]:
                end = done + len(self._tokens[token_id].removesuffix(_END))
                found.append(Span(token_id, offsets[done], offsets[end]))
                done = end
        return found

    def _spell(self, word: str) -> str:
        """The word in units: its characters, strange ones replaced, and the end mark."""
        return "".join(unit if unit in self._id_of else _UNKNOWN for unit in word) + _END


def _unpickled(tokens: tuple[str, ...], first_merged: int, pairs: tuple, name: str) -> WordBPE:
    return WordBPE(tokens, first_merged, shared_pairs(pairs, 0, len(tokens)), name)


def _word_trainer(word_counts: Mapping[str, int]) -> Trainer:
    counts = Counter()
    for word, count in word_counts.items():
        counts[well_formed(word)] += count
    counts = +counts  # a word that occurs zero times does not occur
    require_at_most(sum(map(len, counts)), MAX_TRAIN_CHARACTERS, "characters of training text")
    tokens = [*sorted(set(chain.from_iterable(counts))), _END]
    unit_of = {token: unit for unit, token in enumerate(tokens)}
    chunks = (([unit_of[unit] for unit in word + _END], count) for word, count in counts.items())

    def smallest_strings(key: int) -> tuple[str, str]:
        left, right = split_key(key)
        return _shown(tokens[left]), _shown(tokens[right])

    return Trainer(tokens, chunks, smallest_strings)


def _shown(token: str) -> str:
    return token.replace(_END, END_OF_WORD).replace(_UNKNOWN, UNKNOWN)
