"""The smallest language model over tokens: which token follows which, and how well that predicts a text.

With it two figures of one model can be put side by side: perplexity per token, which depends on how much text
a token stands for, and bits per byte, which does not.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tokcore.alphabet import well_formed
from tokcore.tokenizer import BPETokenizer
from tokcore.words import WordBPE

DISCOUNT = 0.75


class Prediction(NamedTuple):
    """How well a model predicted a text: its `tokens` and `bytes`, and the `bits` that they cost in all."""

    tokens: int
    bytes: int
    bits: float

    @property
    def perplexity(self) -> float | None:
        """2 to the bits per token: as uncertain as a choice among so many tokens. None without tokens."""
        return 2 ** (self.bits / self.tokens) if self.tokens else None

    @property
    def bits_per_byte(self) -> float | None:
        """Bits divided by the bytes of the text in UTF-8; None without bytes."""
        return self.bits / self.bytes if self.bytes else None


class Bigram:
    """Counts of tokens and of pairs of neighbours in a sequence of ids, smoothed by absolute discounting.

    With c for counts in the training ids, N their number, V the vocabulary size, T(a) the number of different
    tokens that follow a, and d = `discount`:

        P(b | a) = max(c(a, b) - d, 0) / c(a, ·)  +  d T(a) / c(a, ·) · P(b)
        P(b)     = (c(b) + 1) / (N + V)

    where c(a, ·) is how often a is followed by anything; after a token that is never followed, and at the
    start, P(b) alone is used. The V tokens share all of the probability, so every token can be predicted.
    The scheme is interpolated absolute discounting (Ney, Essen and Kneser, 1994) over add-one counts.
    """

    def __init__(self, ids: Sequence[int], vocab_size: int, discount: float = DISCOUNT):
        self.discount = discount
        self._counts = Counter(ids)
        self._pairs = Counter(zip(ids, ids[1:]))
        self._followed = Counter(ids[:-1])
        self._followers = Counter(left for left, _ in self._pairs)
        self._total = len(ids) + vocab_size

    def probability(self, token_id: int, after: int | None = None) -> float:
        """P(token | after), or P(token) when nothing stands before it."""
        alone = (self._counts[token_id] + 1) / self._total
        followed = self._followed[after]
        if not followed:
            return alone
        seen = max(self._pairs[after, token_id] - self.discount, 0)
        return (seen + self.discount * self._followers[after] * alone) / followed

    def bits(self, ids: Sequence[int]) -> float:
        """What a sequence of ids costs under the model, in bits."""
        befores = [None, *ids[:-1]]
        return -sum(math.log2(self.probability(*pair)) for pair in zip(ids, befores))


def predict(tokenizer: BPETokenizer | WordBPE, training: str, text: str) -> Prediction:
    """How well a Bigram of the training text's tokens predicts another text's.

    Bytes are those of the text. A `WordBPE` leaves white space out, so its bits per byte may be compared with
    each other but not with a byte-level tokenizer's.
    """
    encode = tokenizer.encode if isinstance(tokenizer, BPETokenizer) else tokenizer.encode_ids
    ids = encode(text)
    bits = Bigram(encode(training), tokenizer.vocab_size).bits(ids)
    return Prediction(len(ids), len(well_formed(text).encode()), bits)
