"""Learning merges: equal to counting everything again, and to Hugging Face's trainer."""

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tests.tokcore.oracle import digest, recount_bytes
from tests.tokcore.samples import small_corpora
from tokcore import GPT2_PATTERN, BPETokenizer, LimitError, PatternError, VocabularyError, training_steps
from tokcore.alphabet import printable
from tokcore.corpora import corpus
from tokcore.limits import MAX_TRACE_STEPS, MAX_TRAIN_CHARACTERS, MAX_VOCAB_SIZE
from tokcore.training import TIES, learn_merges

# sha256 of the merges on The Time Machine as `oracle.recount_bytes` finds them in about half a minute each.
DIGESTS = {
    ("none", "first", 1024): "38f50abe2dd34d9cfc1c404e37a67a9c2f91414d4aa2daf451fa69a1db197ea1",
    ("none", "first", 4096): "c6fa607db5dcdfe87021238f0ca698cad458e7b09e9ace0b86be5c600ff3802c",
    ("none", "smallest-id", 1024): "8ac1a36ab1ca19c2ebf90a7a75705afa0e51fce7a200c8030974158aa5be7770",
    ("none", "smallest-id", 4096): "1c3011196cfbfe7847f3e69c7952fd8350f26f0581a80596c9430fee1a6e12c2",
    ("none", "huggingface", 1024): "faa67af74b201f708592e5cbd889f4118f3e773269f16aae83a1091fb4f69bf8",
    ("none", "huggingface", 4096): "3d6c52f4529ba43406a3286591385f3a2279b7c9228ffe76eccb0fae96187f3c",
    ("gpt2", "first", 1024): "0fdbd13774f2d834e7564c45d2ac06f96a3927927c7d5b391748f6d429f0a6be",
    ("gpt2", "first", 4096): "ecb10c86d51c9c5f867000ce22436006b265565cdbc8514159bb778995a20091",
    ("gpt2", "smallest-id", 1024): "f1ac94bcd18cdefeb5b350525ce5725f16be0ec5353ed851ee563cb88ce1b469",
    ("gpt2", "smallest-id", 4096): "ae3c07b5f7ed28843bc3e69f0c2a035b2e738e4047869b58aee6b3483762f0af",
    ("gpt2", "huggingface", 1024): "16d1b9e10f7b48b78cca188737b7237b019f5758ae11ecf421ba404e9c5fea1f",
    ("gpt2", "huggingface", 4096): "98e8268d3f0bad01ab582e2a7f27ec59f574b601d21a2d7264291ace4d5b16e0",
}
PATTERNS = {"none": None, "gpt2": GPT2_PATTERN}


@pytest.mark.parametrize("ties", TIES)
def test_steps_equal_the_recount_on_thousands_of_small_texts(ties):
    for chance, text in small_corpora(5000):
        pattern = chance.choice([None, GPT2_PATTERN])
        n_merges, runners_up = chance.randint(1, 25), chance.choice([1, 3, 8, 50])
        merges, steps = recount_bytes(text, n_merges, pattern, ties, runners_up)
        case = (text, n_merges, pattern)
        assert training_steps(text, n_merges, pattern, ties, runners_up) == steps, case
        assert learn_merges(text, n_merges, pattern, ties) == merges, case


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_steps_equal_the_recount_on_a_novel(time_machine, pattern, ties):
    text = time_machine if pattern == "gpt2" else time_machine[:20_000]
    merges, steps = recount_bytes(text, 144, PATTERNS[pattern], ties)
    assert training_steps(text, 144, PATTERNS[pattern], ties) == steps
    assert learn_merges(text, 144, PATTERNS[pattern], ties) == merges
    assert len(merges) == 144


@pytest.mark.parametrize("pattern, ties, size", DIGESTS)
def test_merges_on_a_novel_are_those_of_the_recount(time_machine, pattern, ties, size):
    merges = learn_merges(time_machine, size - 256, PATTERNS[pattern], ties)
    assert digest(merges) == DIGESTS[pattern, ties, size]


def huggingface_tokens(text, size):
    """The tokens that Hugging Face's trainer learns, in their printable form and in id order."""
    library = Tokenizer(models.BPE())
    library.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=size, initial_alphabet=alphabet, show_progress=False)
    library.train_from_iterator([text], trainer)
    vocabulary = library.get_vocab()
    return sorted(vocabulary, key=vocabulary.get)


@pytest.mark.parametrize("size", [1024, 4096])
@pytest.mark.parametrize("name", ["time_machine", "botchan"])
def test_the_huggingface_rule_learns_what_its_trainer_learns(request, name, size):
    text = corpus(name).text if name == "botchan" else request.getfixturevalue(name)
    tok = BPETokenizer.train(text, size, GPT2_PATTERN, ties="huggingface")
    learned = [printable(tok.token_bytes(token_id)) for token_id in range(256, size)]
    assert huggingface_tokens(text, size)[256:] == learned


def test_the_tie_rules_differ_on_a_novel(time_machine):
    merges = {tuple(learn_merges(time_machine, 768, GPT2_PATTERN, ties)) for ties in TIES}
    assert len(merges) == 3


@pytest.mark.parametrize(
    "text, ties, tokens",
    [
        ("ba ab", "first", [b"ba"]),
        ("ba ab", "smallest-id", [b" a"]),
        ("ba ab", "huggingface", [b"ab"]),  # a space, printed Ġ, comes after the letters
        ("aaabdaaabac", "first", [b"aa", b"aaa", b"aaab"]),
        ("aaabdaaabac", "huggingface", [b"aa", b"ab", b"aaab"]),
    ],
)
def test_tie_rules(text, ties, tokens):
    assert [step.merged for step in training_steps(text, len(tokens), ties=ties)] == tokens


def test_a_step_says_what_it_beat():
    step = training_steps("hug pug pun bun hugs hug hug pug", 2)[1]
    assert (step.rank, step.left, step.right, step.merged) == (1, b"h", b"ug", b"hug")
    assert (step.count, step.replaced, step.length, step.tied) == (4, 4, 22, 1)
    assert step.runners_up[:3] == ((b"ug", b" ", 4), (b" ", b"p", 3), (b" ", b"h", 3))


def test_overlapping_pairs_count_but_are_not_all_replaced():
    (step,) = training_steps("aaaaaxyxyxy", 1)
    assert (step.merged, step.count, step.replaced, step.length) == (b"aa", 4, 2, 9)


def test_fewer_steps_mean_that_the_pairs_ran_out():
    assert [step.merged for step in training_steps("abc", 100)] == [b"ab", b"abc"]
    assert training_steps("abc", 0) == []


def test_lone_surrogates_are_learned_as_the_replacement_character():
    assert learn_merges("\ud800x\ud800x", 3) == learn_merges("\ufffdx\ufffdx", 3)


@pytest.mark.parametrize(
    "call, error, says",
    [
        (lambda: learn_merges("ab", 1, ties="last"), VocabularyError, "no tie rule 'last'; there are first,"),
        (lambda: learn_merges("ab", 1, "("), PatternError, "not a regular expression"),
        (lambda: learn_merges("ab", MAX_VOCAB_SIZE - 255), LimitError, "65,537 tokens .* limit of 65,536"),
        (lambda: learn_merges("a" * (MAX_TRAIN_CHARACTERS + 1), 1), LimitError, "5,000,001 characters"),
        (lambda: training_steps("ab", MAX_TRACE_STEPS + 1), LimitError, "4,097 merges in one trace"),
    ],
)
def test_what_cannot_be_learned_is_refused_with_a_reason(call, error, says):
    with pytest.raises(error, match=says):
        call()
