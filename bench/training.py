"""How long learning merges takes, against trainers that are compiled. Run: python bench/training.py

Everybody goes from the text to the merges, on one thread, and has the same tokens in the same order; where a
peer has a tie rule of its own, ours is asked for that rule. Hugging Face without a pattern takes minutes.
"""

from timing import compare, novel, novels, print_table, require_same  # isort: skip - sets the threads first

import bpeasy
import rustbpe
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tokcore import GPT2_PATTERN
from tokcore.alphabet import BYTES_IN_ORDER, HUGGINGFACE_ORDER, from_printable
from tokcore.encoding import tokens_of_merges
from tokcore.training import learn_merges

ONE_CHUNK = r"[\s\S]+"
ALL_PAIRS = 65_536


def huggingface(text: str, size: int, pattern: str | None) -> Tokenizer:
    """Hugging Face's BpeTrainer over bytes; its ByteLevel step cuts with the GPT-2 pattern or not at all."""
    library = Tokenizer(models.BPE())
    library.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=pattern is not None)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    library.train_from_iterator(
        [text], trainers.BpeTrainer(vocab_size=size, initial_alphabet=alphabet, show_progress=False)
    )
    return library


def rust(text: str, size: int, pattern: str | None) -> rustbpe.Tokenizer:
    """The trainer of rustbpe."""
    library = rustbpe.Tokenizer()
    library.train_from_iterator(iter([text]), size, pattern=pattern or ONE_CHUNK)
    return library


def easy(text: str, size: int, pattern: str | None) -> dict[bytes, int]:
    """The trainer of bpeasy, whose tokens may be at most so many bytes long."""
    return bpeasy.train_bpe(iter([text]), pattern or ONE_CHUNK, 128, size)


def huggingface_tokens(library: Tokenizer) -> list[bytes]:
    vocabulary = library.get_vocab()
    return [from_printable(token) for token in sorted(vocabulary, key=vocabulary.get)]


def rust_tokens(library: rustbpe.Tokenizer) -> list[bytes]:
    return [bytes(token) for token, _ in sorted(library.get_mergeable_ranks(), key=lambda pair: pair[1])]


# name: how to train, the tie rule, how to read the tokens, and the order of the single bytes
PEERS = {
    "Hugging Face": (huggingface, "huggingface", huggingface_tokens, HUGGINGFACE_ORDER),
    "rustbpe": (rust, "smallest-id", rust_tokens, BYTES_IN_ORDER),
    "bpeasy": (easy, "smallest-id", lambda ranks: sorted(ranks, key=ranks.get), BYTES_IN_ORDER),
}


def row(what: str, text: str, size: int, pattern: str | None, peer: str, target: float | None):
    train, ties, read, bytes_in_order = PEERS[peer]
    work = f"{what}, {'all pairs' if size == ALL_PAIRS else f'{size:,} tokens'}, "
    work += "GPT-2 pattern" if pattern else "no pattern"
    tokens = tokens_of_merges(learn_merges(text, size - 256, pattern, ties))
    theirs = read(train(text, size, pattern))
    require_same(f"{work}, {peer}", [bytes([byte]) for byte in bytes_in_order] + tokens[256:], theirs)
    return compare(
        work,
        lambda: learn_merges(text, size - 256, pattern, ties),
        {peer: (lambda: train(text, size, pattern), target)},
        warm_up=0,
    )


def main() -> None:
    short, long = novel(), novels()
    print_table(
        [
            *row("novel", short, 4096, GPT2_PATTERN, "Hugging Face", 1.0),
            *row("novel", short, 4096, GPT2_PATTERN, "rustbpe", None),
            *row("novel", short, 4096, GPT2_PATTERN, "bpeasy", None),
            *row("4 MB", long, 16_000, GPT2_PATTERN, "Hugging Face", 0.45),
            *row("4 MB", long, ALL_PAIRS, GPT2_PATTERN, "Hugging Face", 0.45),
            *row("4 MB", long, 16_000, GPT2_PATTERN, "rustbpe", None),
            *row("novel", short, 4096, None, "rustbpe", 1.0),
            *row("novel", short, 4096, None, "Hugging Face", 1 / 70),
        ],
        "tokenizers",
        "rustbpe",
        "bpeasy",
    )


if __name__ == "__main__":
    main()
