"""What the libraries of the published tokenizers make of a text, with special strings in it or without."""

import tokenizers

from tokcore.published import FILES, reference

TIKTOKEN = ("gpt2", "cl100k_base", "o200k_base")
NAMES = (*TIKTOKEN, "smollm2")
END = "<|endoftext|>"
NESTED = "<|endoftext<|endoftext|>|>"


def library(name, special):
    """The library's own encoding; `special` says that special strings are their tokens."""
    if name in TIKTOKEN:
        encoding = reference(name).__self__
        return lambda text: encoding.encode(
            text, allowed_special="all" if special else set(), disallowed_special=()
        )
    made = tokenizers.Tokenizer.from_file(str(FILES / "smollm2.json"))
    made.encode_special_tokens = not special
    return lambda text: made.encode(text, add_special_tokens=False).ids


LIBRARY = {(name, special): library(name, special) for name in NAMES for special in (True, False)}
