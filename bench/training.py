"""How long learning merges takes: tokcore, Hugging Face's trainer on one thread, and counting again.

Every contestant goes from the text to its merges and makes the same tokens. Run: python bench/training.py
"""

from timing import novel, print_table, take_turns  # isort: skip - sets the threads before the peers load

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tests.tokcore.oracle import recount, recount_bytes
from tokcore import GPT2_PATTERN
from tokcore.pretokenize import GPT2
from tokcore.training import learn_merges


def huggingface(text: str, size: int) -> list[str]:
    """The tokens that Hugging Face's trainer learns, in id order."""
    library = Tokenizer(models.BPE())
    library.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    library.train_from_iterator(
        [text], trainers.BpeTrainer(vocab_size=size, initial_alphabet=alphabet, show_progress=False)
    )
    vocabulary = library.get_vocab()
    return sorted(vocabulary, key=vocabulary.get)


def recount_every_chunk(text: str, n_merges: int) -> None:
    """The naive trainer over every chunk of the text, equal ones again and again."""
    chunks = [(chunk.encode(), 1) for chunk in GPT2.cut(text)]
    recount([bytes([byte]) for byte in range(256)], chunks, n_merges, runners_up=0)


def main() -> None:
    text = novel()
    for size in (1024, 4096):
        seconds = take_turns(
            {
                "Hugging Face BpeTrainer, one thread": lambda size=size: huggingface(text, size),
                "tokcore, the same tie rule": lambda size=size: learn_merges(
                    text, size - 256, GPT2_PATTERN, "huggingface"
                ),
                "tokcore, first pair met": lambda size=size: learn_merges(text, size - 256, GPT2_PATTERN),
                "cutting and counting chunks alone": lambda: learn_merges(text, 0, GPT2_PATTERN),
            }
        )
        work = f"The Time Machine to {size:,} tokens, GPT-2 pattern, from text to merges"
        print_table(work, seconds, "Hugging Face BpeTrainer, one thread")
    for work, pattern in (("GPT-2 pattern", GPT2_PATTERN), ("one chunk", None)):
        seconds = take_turns(
            {
                "tokcore": lambda pattern=pattern: learn_merges(text, 768, pattern),
                "counting every pair again": lambda pattern=pattern: recount_bytes(
                    text, 768, pattern, runners_up=0
                ),
            },
            rounds=3,
            warm_up=0,
        )
        print_table(f"The Time Machine to 1,024 tokens, {work}", seconds, "tokcore")
    seconds = take_turns(
        {
            "equal chunks counted once": lambda: recount_bytes(text, 768, GPT2_PATTERN, runners_up=0),
            "every chunk by itself": lambda: recount_every_chunk(text, 768),
        },
        rounds=3,
        warm_up=0,
    )
    print_table("Counting again to 1,024 tokens, GPT-2 pattern", seconds, "equal chunks counted once")


if __name__ == "__main__":
    main()
