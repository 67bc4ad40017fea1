"""A byte-level BPE tokenizer: a pattern, the bytes' ids, a list of merges and some special strings.

Everything else follows from these four. A `BPETokenizer` never changes, so one may serve many people.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain

import regex

from tokcore.alphabet import well_formed
from tokcore.encoding import (
    HEAP_FROM,
    ChunkEncoder,
    ChunkSteps,
    Span,
    merge_by_heap,
    merge_by_scan,
    merge_steps,
    parents,
    spans_of,
    tokens_of_merges,
)
from tokcore.ids import shared_ids, shared_pairs
from tokcore.limits import SpecialTokenError, UnknownTokenError, VocabularyError
from tokcore.pretokenize import Pattern, as_pattern
from tokcore.training import merges_of_counts, text_counts


class BPETokenizer:
    """Text to ids and back, by merges learned here or published by others.

    `tokens` are the tokens' bytes in id order, the single bytes of the alphabet first, then one per merge in
    rank order; `first_id` is the id of the first. `specials` maps strings to ids outside that range.
    Use `train`, `from_merges` or `tokcore.load` to get one.
    """

    def __init__(
        self,
        tokens: Sequence[bytes],
        pattern: Pattern | str | None = None,
        specials: Mapping[str, int] | None = None,
        first_id: int = 0,
        name: str = "trained here",
        wanted: int | None = None,
        merges: Sequence[tuple[int, int]] | None = None,
        specials_follow: bool = False,
    ):
        self.name = name
        self.rules = as_pattern(pattern)
        self.specials = dict(specials or {})
        self.first_id = first_id
        self._tokens = tuple(tokens)
        self._wanted = wanted
        self._specials_follow = specials_follow
        self._id_of = dict(zip(self._tokens, shared_ids(first_id, first_id + len(self._tokens))))
        if len(self._id_of) != len(self._tokens):
            raise VocabularyError(
                "Two tokens of this vocabulary have the same bytes, so their ids are ambiguous."
            )
        if any(not special or special != well_formed(special) for special in self.specials):
            raise VocabularyError("A special string must not be empty, nor hold a lone surrogate.")
        self._special_of = {token_id: special for special, token_id in self.specials.items()}
        self.byte_ids = tuple(self._id_of.get(bytes([byte])) for byte in range(256))
        self.missing_bytes = bytes(byte for byte in range(256) if self.byte_ids[byte] is None)
        self.first_merged = first_id + 256 - len(self.missing_bytes)
        self._encoder = ChunkEncoder(self._id_of, self._units)
        if merges is not None:
            self.__dict__["merges"] = tuple(merges)

    # --- making one -----------------------------------------------------------------------------------

    @classmethod
    def train(
        cls,
        text: str,
        vocab_size: int = 1024,
        pattern: Pattern | str | None = None,
        ties: str = "first",
        specials: Sequence[str] = ("<pad>", "<bos>", "<eos>"),
        name: str = "trained here",
    ) -> "BPETokenizer":
        """Learn `vocab_size` - 256 merges from the text, or fewer when the pairs run out.

        `pattern` keeps merges inside chunks; None makes the whole text one chunk. `ties` is one of
        `training.TIES`. `specials` get the ids after the vocabulary. Raises VocabularyError below 256 tokens,
        LimitError above the limits, PatternError for a pattern that does not compile.
        """
        rules = as_pattern(pattern)
        return cls.train_from_counts(text_counts(text, rules), vocab_size, rules, ties, specials, name)

    @classmethod
    def train_from_counts(
        cls,
        counts: Mapping[str, int],
        vocab_size: int = 1024,
        pattern: Pattern | str | None = None,
        ties: str = "first",
        specials: Sequence[str] = ("<pad>", "<bos>", "<eos>"),
        name: str = "trained here",
        progress: Callable[[int], object] = lambda made: None,
    ) -> "BPETokenizer":
        """What `train` learns from a text with these chunks, counted by `counting.count_chunks`.

        `pattern` is the one that they were cut with; `progress` is called with 1 after each merge. Raises as
        `train` does, and CorpusError for a count that is no whole number above 0.
        """
        if vocab_size < 256:
            raise VocabularyError(
                f"A byte-level vocabulary starts with the 256 bytes, so it cannot have {vocab_size} tokens."
            )
        merges = merges_of_counts(counts, vocab_size - 256, ties, progress)
        return cls._of_merges(merges, as_pattern(pattern), specials, name, wanted=vocab_size)

    @classmethod
    def from_merges(
        cls,
        merges: Iterable[tuple[int, int]],
        pattern: Pattern | str | None = None,
        specials: Sequence[str] = (),
        name: str = "from merges",
    ) -> "BPETokenizer":
        """The tokenizer of these merges, whose ids 0-255 are the bytes and merge k makes id 256 + k.

        Raises VocabularyError when a merge names an id that no earlier merge made, makes bytes that another
        token already has, or can never happen because earlier merges always take its parts away.
        """
        merges = tuple(merges)
        made = cls._of_merges(merges, as_pattern(pattern), specials, name)
        for rank, pair in enumerate(merges):
            if parents(made._id_of, made._tokens[256 + rank]) != pair:
                raise VocabularyError(
                    f"Merge {rank} can never happen: earlier merges cut its token differently."
                )
        return made

    @classmethod
    def _of_merges(cls, merges, rules, specials, name, wanted=None) -> "BPETokenizer":
        tokens = tokens_of_merges(merges)
        ids = {special: len(tokens) + place for place, special in enumerate(specials)}
        return cls(tokens, rules, ids, name=name, wanted=wanted, merges=merges, specials_follow=True)

    def __reduce__(self):
        """What a pickle holds: what all else follows from."""
        parts = self._tokens, self.rules, self.specials, self.first_id, self.name, self._wanted
        return _unpickled, (parts, self.__dict__.get("merges"), self._specials_follow)

    def truncate(self, vocab_size: int) -> "BPETokenizer":
        """The tokenizer with the first `vocab_size` tokens: what training would have given, stopped there.

        Specials of a trained tokenizer move to the ids that follow; published ones keep theirs. Raises
        VocabularyError for a size that cuts into the single bytes or is larger than the vocabulary.
        """
        alphabet = self.first_merged - self.first_id
        if not alphabet <= vocab_size <= self.vocab_size:
            raise VocabularyError(
                f"This tokenizer can keep from {alphabet} to {self.vocab_size} tokens, not {vocab_size}."
            )
        specials = self.specials
        if self._specials_follow:
            specials = {special: vocab_size + place for place, special in enumerate(specials)}
        merges = self.merges[: vocab_size - alphabet] if "merges" in self.__dict__ else None
        return BPETokenizer(
            self._tokens[:vocab_size],
            self.rules,
            specials,
            self.first_id,
            name=f"{self.name}, first {vocab_size:,}",
            merges=merges,
            specials_follow=self._specials_follow,
        )

    # --- what it consists of --------------------------------------------------------------------------

    @property
    def pattern(self) -> str | None:
        """The pre-tokenization pattern as a regular expression, or None when text is one chunk."""
        return None if self.rules.name == "none" else self.rules.source

    @property
    def vocab_size(self) -> int:
        """How many tokens there are, specials left out."""
        return len(self._tokens)

    @property
    def stopped_early(self) -> bool:
        """Whether training asked for more tokens than there were pairs to merge."""
        return self._wanted is not None and self.vocab_size < self._wanted

    @property
    def id_limit(self) -> int:
        """The largest id plus one; larger than `len` where the ids have holes."""
        return max(self.first_id + self.vocab_size, *(i + 1 for i in self.specials.values()), 0)

    def __len__(self) -> int:
        return self.vocab_size + len(self.specials)

    def __repr__(self) -> str:
        return f"<BPETokenizer {self.name}: {self.vocab_size:,} tokens and {len(self.specials)} specials>"

    @cached_property
    def merges(self) -> tuple[tuple[int, int], ...]:
        """(left id, right id) per merge in rank order; recovered from the tokens for published files."""
        return tuple(map(self.parents, range(self.first_merged, self.first_id + self.vocab_size)))

    @cached_property
    def fingerprint(self) -> str:
        """sha256, in hexadecimal, over pattern, byte ids, merges and specials: equal for equal behaviour."""
        parts = [self.pattern, self.byte_ids, self.merges, sorted(self.specials.items())]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def token_bytes(self, token_id: int) -> bytes:
        """The bytes of one token, a special's in UTF-8. Raises UnknownTokenError for an id without one."""
        if token_id in self._special_of:
            return self._special_of[token_id].encode()
        place = token_id - self.first_id
        if not 0 <= place < self.vocab_size:
            raise UnknownTokenError(f"{self.name} has no token with the id {token_id}.")
        return self._tokens[place]

    def token_id(self, token: bytes) -> int | None:
        """The id of the token with exactly these bytes (specials left out), or None."""
        return self._id_of.get(token)

    def parents(self, token_id: int) -> tuple[int, int] | None:
        """The two ids whose merge made this token; None for a single byte or a special."""
        if token_id in self._special_of or len(token := self.token_bytes(token_id)) == 1:
            return None
        if "merges" in self.__dict__:
            return self.merges[token_id - self.first_merged]
        return parents(self._id_of, token)

    # --- text to ids ----------------------------------------------------------------------------------

    def encode(
        self,
        text: str,
        allowed_special: Collection[str] | str = (),
        disallowed_special: Collection[str] | str = (),
    ) -> list[int]:
        """The ids of the text. Special strings are plain text unless they are allowed.

        `allowed_special` and `disallowed_special` are collections of special strings, or "all". A string
        that is disallowed and not allowed raises SpecialTokenError, naming it and its place; one that is no
        special of this tokenizer raises UnknownTokenError. Lone surrogates are read as U+FFFD.
        """
        text = well_formed(text)
        allowed = self._named(allowed_special)
        self._refuse(text, self._named(disallowed_special) - allowed)
        if not allowed:
            return list(self._encode_plain(text))
        ids: list[int] = []
        # Longest first, so that a special that begins like another is not cut short.
        either = "|".join(regex.escape(special) for special in sorted(allowed, key=len, reverse=True))
        for part in regex.split(f"({either})", text):
            if part in allowed:
                ids.append(self.specials[part])
            else:
                ids.extend(self._encode_plain(part))
        return ids

    def _units(self, chunk: str) -> bytes:
        """The chunk's bytes without those that the vocabulary lacks, as SmolLM2's library drops them."""
        data = chunk.encode()
        return data.translate(None, self.missing_bytes) if self.missing_bytes else data

    def _encode_plain(self, text: str) -> Iterable[int]:
        return chain.from_iterable(map(self._encoder.__getitem__, self.rules.cut(text)))

    def _named(self, specials: Collection[str] | str) -> set[str]:
        if specials == "all":
            return set(self.specials)
        named = {specials} if isinstance(specials, str) else set(specials)
        if unknown := sorted(named - set(self.specials)):
            raise UnknownTokenError(f"{self.name} has no special token {unknown[0]!r}.")
        return named

    def _refuse(self, text: str, disallowed: set[str]) -> None:
        places = [(place, special) for special in disallowed if (place := text.find(special)) >= 0]
        if places:
            place, special = min(places)
            raise SpecialTokenError(
                f"The text holds the special string {special!r} at character {place}; it is not allowed here."
            )

    def encode_steps(self, text: str) -> list[ChunkSteps]:
        """The text chunk by chunk, each with every merge in order: rank, place, and the ids after it.

        Special strings are plain text. Raises LimitError when one chunk is too long to list its merges.
        """
        listed = []
        for chunk in self.rules.chunks(well_formed(text)):
            ids = tuple(self.byte_ids[byte] for byte in self._units(chunk.text))
            dropped = bytes(byte for byte in chunk.text.encode() if byte in self.missing_bytes)
            steps = merge_steps(self._id_of, self.token_bytes, ids, self.first_merged)
            listed.append(ChunkSteps(*chunk, dropped, ids, steps))
        return listed

    def merged(self, data: bytes) -> tuple[int, ...]:
        """The ids that merging leaves of these bytes as one chunk, which is not looked up whole first."""
        return (merge_by_scan if len(data) < HEAP_FROM else merge_by_heap)(self._id_of, data)

    def spans(self, text: str) -> list[Span]:
        """The tokens of the text with the bytes of it that they cover; dropped bytes lie between them."""
        ids = self.encode(text)
        lengths = [len(self._tokens[token_id - self.first_id]) for token_id in ids]  # none is a special
        return spans_of(ids, lengths, well_formed(text).encode(), self.missing_bytes)

    # --- ids to text ----------------------------------------------------------------------------------

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of the ids, joined. Raises UnknownTokenError for an id without a token."""
        return b"".join(map(self.token_bytes, ids))

    def decode(self, ids: Iterable[int]) -> str:
        """The text of the ids; bytes that are not UTF-8 become U+FFFD."""
        return self.decode_bytes(ids).decode("utf-8", "replace")

    # --- files ----------------------------------------------------------------------------------------

    def to_tokenizer_json(self) -> str:
        """The `tokenizer.json` of this tokenizer; see `export.to_tokenizer_json`."""
        from tokcore.export import to_tokenizer_json

        return to_tokenizer_json(self)

    def to_tiktoken(self) -> bytes:
        """The rank file of this tokenizer; see `export.to_tiktoken`."""
        from tokcore.export import to_tiktoken

        return to_tiktoken(self)


def _unpickled(parts: tuple, merges: tuple[tuple[int, int], ...] | None, specials_follow: bool):
    if merges is not None:
        tokens, first_id = parts[0], parts[3]
        merges = shared_pairs(merges, first_id, first_id + len(tokens))
    return BPETokenizer(*parts, merges=merges, specials_follow=specials_follow)
