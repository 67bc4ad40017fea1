"""Compare what tokcore learns with other trainers, merge for merge, on thousands of small corpora.

python -m bench.trainers --corpora N [--seed S]

Each tie rule has its own trainer to be equal to: "first" counting every pair anew after each merge,
"smallest-id" rustbpe, "huggingface" the BpeTrainer of Hugging Face's tokenizers. The last line is
`N corpora x 3 trainers: 0 differences`, or how many there were; the first of them stand above it in full.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.metadata import version
from platform import python_version
from typing import NamedTuple

from bench.corpora import PATTERNS, Corpus, corpus
from tests.tokcore.oracle import recount
from tokcore import GPT2_PATTERN, SMOLLM2_PATTERN, BPETokenizer
from tokcore.alphabet import from_printable
from tokcore.export import to_ruby
from tokcore.pretokenize import as_pattern

MOST_CORPORA, MOST_SHOWN = 1_000_000, 20
Merge = tuple[bytes, ...]
"""The bytes of the two tokens of a merge; of a trainer that does not tell them, of the one that they make."""


def counting_again(corpus: Corpus) -> list[Merge]:
    """What is learned by counting all pairs anew for each merge; of equal counts the first met wins."""
    tokens = [bytes([byte]) for byte in range(256)]
    # Not cut by `regex` itself, whose classes hold code points that those of the published patterns do not.
    chunks = Counter(chunk.encode() for chunk in as_pattern(PATTERNS[corpus.pattern]).cut(corpus.text))
    merges, _ = recount(tokens, chunks.items(), corpus.vocab_size - 256, runners_up=0)
    return [(tokens[left], tokens[right]) for left, right in merges]


def rust(corpus: Corpus) -> list[Merge]:
    """What rustbpe learns, which tells only the tokens that its merges make."""
    import rustbpe

    library = rustbpe.Tokenizer()
    pattern = PATTERNS[corpus.pattern] or r"[\s\S]+"
    library.train_from_iterator(iter([corpus.text]), corpus.vocab_size, pattern=pattern)
    ranks = sorted((rank, bytes(token)) for token, rank in library.get_mergeable_ranks())
    return [(token,) for _, token in ranks[256:]]


def hugging_face(corpus: Corpus) -> list[Merge]:
    """What Hugging Face's BpeTrainer learns; its vocabulary has to list the same tokens in the same order."""
    import tokenizers
    from tokenizers import pre_tokenizers

    pattern, level = PATTERNS[corpus.pattern], pre_tokenizers.ByteLevel(add_prefix_space=False)
    if pattern == SMOLLM2_PATTERN:
        level = pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True), level])
    elif pattern != GPT2_PATTERN:  # which is the level's own
        level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
        if pattern:
            split = pre_tokenizers.Split(tokenizers.Regex(to_ruby(pattern)), "isolated")
            level = pre_tokenizers.Sequence([split, level])
    library = tokenizers.Tokenizer(tokenizers.models.BPE())
    library.pre_tokenizer = level
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=corpus.vocab_size,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    library.train_from_iterator([corpus.text], trainer)
    model = json.loads(library.to_str())["model"]
    merges = [tuple(map(from_printable, pair)) for pair in model["merges"]]
    tokens = [from_printable(token) for token in sorted(model["vocab"], key=model["vocab"].get)]
    if tokens[256:] != list(map(b"".join, merges)):
        raise ValueError(f"Hugging Face's merges do not make its tokens one by one: {corpus}")
    return merges


TRAINERS: dict[str, tuple[str, Callable[[Corpus], list[Merge]]]] = {
    "counting again": ("first", counting_again),
    "rustbpe": ("smallest-id", rust),
    "tokenizers": ("huggingface", hugging_face),
}
"""The other trainers, each with the tie rule that is its own."""


class Difference(NamedTuple):
    """Where a trainer learns something else than tokcore: the merge at `place`, None after the last."""

    trainer: str
    corpus: Corpus
    place: int
    ours: Merge | None
    theirs: Merge | None

    def __str__(self) -> str:
        return f"{self.trainer}: merge {self.place} is {self.ours} here, {self.theirs} there: {self.corpus}"


def learned(corpus: Corpus, ties: str) -> list[Merge]:
    """What tokcore learns under a tie rule."""
    tok = BPETokenizer.train(corpus.text, corpus.vocab_size, PATTERNS[corpus.pattern], ties, specials=())
    return [(tok.token_bytes(left), tok.token_bytes(right)) for left, right in tok.merges]


def difference(corpus: Corpus, trainer: str, ours: list[Merge]) -> Difference | None:
    """The first merge of the trainer that is not the one learned here, if any."""
    theirs = TRAINERS[trainer][1](corpus)
    if theirs and len(theirs[0]) == 1:
        ours = [(left + right,) for left, right in ours]
    for place in range(max(len(ours), len(theirs))):
        mine, other = (merges[place] if place < len(merges) else None for merges in (ours, theirs))
        if mine != other:
            return Difference(trainer, corpus, place, mine, other)
    return None


def main(arguments: Sequence[str] | None = None, trainers: Sequence[str] = tuple(TRAINERS)) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.trainers", description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=int, default=2_000)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args(arguments)
    if not 1 <= asked.corpora <= MOST_CORPORA:
        parser.error(f"--corpora goes from 1 to {MOST_CORPORA:,}.")
    found: list[Difference] = []
    merges = rules_differ = ran_out = 0
    for place in range(asked.corpora):
        one = corpus(asked.seed, place)
        ours = {trainer: learned(one, TRAINERS[trainer][0]) for trainer in trainers}
        found += filter(None, (difference(one, trainer, ours[trainer]) for trainer in trainers))
        merges += sum(map(len, ours.values()))
        rules_differ += len(set(map(tuple, ours.values()))) > 1
        ran_out += len(ours[trainers[0]]) < one.vocab_size - 256
        if (place + 1) % 200 == 0:
            print(f"{place + 1:,} corpora, {len(found):,} differences", flush=True)
    libraries = (f"{name} {version(name)}" for name in trainers if name != "counting again")
    print(", ".join([f"Python {python_version()}", *libraries]))
    print(f"{merges:,} merges; the tie rules learn different ones on {rules_differ:,} corpora,")
    print(f"and on {ran_out:,} the pairs ran out")
    print(*found[:MOST_SHOWN], sep="\n", end="\n" if found else "")
    print(f"{asked.corpora:,} corpora x {len(trainers)} trainers: {len(found):,} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
