"""How long encoding takes: tokcore with an empty and a full cache, tiktoken, and Hugging Face's tokenizers.

Every contestant turns the same text into the same ids on one thread. Run: python bench/encoding.py
"""

from timing import novel, print_table, take_turns  # isort: skip - sets the threads before the peers load

import json

import tokenizers
from tokenizers import models, pre_tokenizers

from tokcore import load
from tokcore.alphabet import printable
from tokcore.published import FILES, PUBLISHED, reference


def huggingface(name: str) -> tokenizers.Tokenizer:
    """The published vocabulary in Hugging Face's own library."""
    if name == "smollm2":
        return tokenizers.Tokenizer.from_file(str(FILES / PUBLISHED[name].file))
    tok = load(name)
    token = [printable(tok.token_bytes(token_id)) for token_id in range(tok.vocab_size)]
    merges = [(token[left], token[right]) for left, right in tok.merges]
    library = tokenizers.Tokenizer(
        models.BPE(dict(zip(token, range(len(token)))), merges, ignore_merges=True)
    )
    # Its engine has no possessive marks and reads a final \Z as the end of the text.
    split = pre_tokenizers.Split(tokenizers.Regex(tok.pattern), "isolated")
    library.pre_tokenizer = pre_tokenizers.Sequence(
        [split, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]
    )
    return library


def main() -> None:
    text = novel()
    for name in ("gpt2", "cl100k_base", "o200k_base", "smollm2"):
        tok, library = load(name), huggingface(name)
        own = reference(name) if name != "smollm2" else None

        def cold(tok=tok):
            tok._encoder.clear()
            return tok.encode(text)

        contestants = {
            "tokcore, empty cache": cold,
            "tokcore, again": lambda tok=tok: tok.encode(text),
            "Hugging Face, one thread": lambda library=library: (
                library.encode(text, add_special_tokens=False).ids
            ),
        }
        if own:
            contestants = {"tiktoken encode_ordinary": lambda own=own: own(text)} | contestants
        ids = [json.dumps(list(run())) for run in contestants.values()]
        same = "the same ids from all" if len(set(ids)) == 1 else "DIFFERENT IDS"
        unit = next(iter(contestants)) if own else "Hugging Face, one thread"
        print_table(f"{name} on The Time Machine ({same})", take_turns(contestants), unit)


if __name__ == "__main__":
    main()
