"""How long encoding takes, against libraries that are compiled. Run: python bench/encoding.py

Everybody turns the same text into the same ids on one thread. Cold is with an empty cache of chunks, as after
loading; warm is the same text again. The compiled libraries keep a cache of their own or none, as they come.
"""

from timing import compare, novel, novels, print_table, require_same  # isort: skip - sets the threads first

import riptoken
import tokenizers
from tokenizers import models, pre_tokenizers

from tokcore import BPETokenizer, load
from tokcore.alphabet import printable
from tokcore.published import library_pattern, reference

TARGETS = {  # on the 4 MB text: cold, warm ÷ tiktoken
    "gpt2": (1.9, 1.0),
    "o200k_base": (2.7, 1.4),
}


def huggingface(tok: BPETokenizer) -> tokenizers.Tokenizer:
    """The published vocabulary in Hugging Face's own library."""
    token = [printable(tok.token_bytes(token_id)) for token_id in range(tok.vocab_size)]
    merges = [(token[left], token[right]) for left, right in tok.merges]
    library = tokenizers.Tokenizer(
        models.BPE(dict(zip(token, range(len(token)))), merges, ignore_merges=True)
    )
    split = pre_tokenizers.Split(tokenizers.Regex(tok.pattern), "isolated")
    library.pre_tokenizer = pre_tokenizers.Sequence(
        [split, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]
    )
    return library


def rows(name: str, what: str, text: str, targets: tuple[float | None, float | None]):
    tok, tiktoken = load(name), reference(name)
    ranks = {tok.token_bytes(token_id): token_id for token_id in range(tok.vocab_size)}
    rip, library = riptoken.CoreBPE(ranks, {}, library_pattern(name)), huggingface(tok)
    work, ids = f"{name}, {what}", tok.encode(text)
    require_same(f"{work}, tiktoken", ids, tiktoken(text))
    require_same(f"{work}, riptoken", ids, list(rip.encode_ordinary(text)))
    require_same(f"{work}, Hugging Face", ids, library.encode(text, add_special_tokens=False).ids)

    def cold() -> list[int]:
        tok._encoder.clear()
        return tok.encode(text)

    cold_target, warm_target = targets
    fast = warm_target and 1 / 4  # the targets are for the long text
    # Emptying the cache turns warm into cold, so they are timed one after the other.
    yield from compare(f"{work}, cold", cold, {"tiktoken": (lambda: tiktoken(text), cold_target)})
    peers = {
        "tiktoken": (lambda: tiktoken(text), warm_target),
        "riptoken": (lambda: rip.encode_ordinary(text), None),
        "Hugging Face": (lambda: library.encode(text, add_special_tokens=False).ids, fast),
    }
    yield from compare(f"{work}, warm", lambda: tok.encode(text), peers)


def main() -> None:
    short, long = novel(), novels()
    table = []
    for name, targets in TARGETS.items():
        table += rows(name, "novel", short, (None, None))
        table += rows(name, "4 MB", long, targets)
    print_table(table, "tiktoken", "tokenizers", "riptoken")


if __name__ == "__main__":
    main()
