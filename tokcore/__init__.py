"""Byte-pair encoding that explains itself: train, encode step by step, and read real tokenizers.

import tokcore
tok = tokcore.BPETokenizer.train("hug pug pun bun hugs hug hug pug", vocab_size=259)
[tok.token_bytes(i) for i in tok.encode("hugs")]      # [b'hug', b's']
tokcore.load("gpt2").encode("hugs")
"""

from tokcore.export import load_tokenizer_json
from tokcore.limits import (
    CorpusError,
    LimitError,
    PatternError,
    SpecialTokenError,
    TokcoreError,
    UnknownTokenError,
    VocabularyError,
)
from tokcore.measures import first_difference
from tokcore.pretokenize import CL100K_PATTERN, GPT2_PATTERN, O200K_PATTERN, PATTERNS, SMOLLM2_PATTERN
from tokcore.published import load
from tokcore.sweep import vocab_size_sweep
from tokcore.tokenizer import BPETokenizer
from tokcore.training import training_steps
from tokcore.words import Vocab, WordBPE, characters, normalise, words

__all__ = [
    "CL100K_PATTERN",
    "GPT2_PATTERN",
    "O200K_PATTERN",
    "PATTERNS",
    "SMOLLM2_PATTERN",
    "BPETokenizer",
    "CorpusError",
    "LimitError",
    "PatternError",
    "SpecialTokenError",
    "TokcoreError",
    "UnknownTokenError",
    "Vocab",
    "VocabularyError",
    "WordBPE",
    "characters",
    "first_difference",
    "load",
    "load_tokenizer_json",
    "normalise",
    "training_steps",
    "vocab_size_sweep",
    "words",
]
