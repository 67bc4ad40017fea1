"""Texts made to break things: the same ids as the libraries, and no function that fails on them or hangs."""

import time
from collections import Counter

import pytest

import tokcore
from tests.bad_input import PATTERNS, SLOW_TEXT, TEXTS
from tokcore import GPT2_PATTERN, BPETokenizer, LimitError, TokcoreError, WordBPE, load
from tokcore.alphabet import well_formed
from tokcore.corpora import held_out
from tokcore.counting import count_chunks
from tokcore.pretokenize import as_pattern
from tokcore.published import reference

PUBLISHED = ("gpt2", "cl100k_base", "o200k_base", "smollm2")


@pytest.mark.parametrize(
    ("name", "what"),
    [(name, what) for what in TEXTS for name in (PUBLISHED[::3] if "1 MB" in what else PUBLISHED)],
)
def test_the_ids_are_the_librarys_and_give_the_text_back(name, what):
    text, tok = well_formed(TEXTS[what]), load(name)
    ids = tok.encode(TEXTS[what])
    assert ids == reference(name)(text)
    assert tok.decode(ids) == text or tok.missing_bytes
    if "1 MB" not in what:
        assert [span.token_id for span in tok.spans(TEXTS[what])] == ids


@pytest.mark.parametrize("what", TEXTS)
def test_training_counts_every_byte_and_learns_what_can_be_undone(what):
    text = well_formed(TEXTS[what])
    for pattern in (GPT2_PATTERN,) if "1 MB" in what else (GPT2_PATTERN, None):
        tok = BPETokenizer.train(TEXTS[what], 400, pattern)
        assert sum(len(chunk) * times for chunk, times in count_chunks(text, pattern).items()) == len(text)
        assert tok.decode(tok.encode(text)) == text
        assert len(tok.merges) <= 144 and (len(text) > 1_000 or tok.stopped_early)


TAKING = {
    "sweep": lambda text: tokcore.vocab_size_sweep(BPETokenizer.train(text, 400, GPT2_PATTERN), text)[256],
    "training_steps": lambda text: tokcore.training_steps(text, 20, pattern=GPT2_PATTERN),
    "WordBPE": lambda text: WordBPE.train(Counter(tokcore.words(text)), 60).encode_ids(text),
    "normalise": tokcore.normalise,
    "characters": lambda text: len(tokcore.Vocab(tokcore.characters(text))),
    "held_out": held_out,
}


@pytest.mark.parametrize("name", TAKING)
@pytest.mark.parametrize("what", TEXTS)
def test_whatever_takes_a_text_answers_soon_or_refuses_with_a_sentence(name, what):
    started = time.process_time()
    try:
        TAKING[name](TEXTS[what])
    except TokcoreError as error:
        assert str(error).endswith(".") and len(str(error)) < 500
    assert time.process_time() - started < 20


@pytest.mark.parametrize("what", PATTERNS)
def test_a_bad_pattern_is_refused_with_a_sentence_in_time(what, monkeypatch):
    monkeypatch.setattr("tokcore.pretokenize.PATTERN_SECONDS", 0.3)
    started = time.process_time()
    with pytest.raises(TokcoreError) as refusal:
        as_pattern(PATTERNS[what]).cut(SLOW_TEXT)
    assert str(refusal.value).endswith(".")
    assert time.process_time() - started < 3


@pytest.mark.parametrize(
    ("size", "says"),
    [
        (0, "cannot have 0 tokens"),
        (255, "cannot have 255 tokens"),
        (-1, "cannot have -1 tokens"),
        (10**9, "1,000,000,000 tokens are more than the limit of 65,536"),
    ],
)
def test_a_vocabulary_that_cannot_be_is_refused_at_once(size, says):
    for train in (
        lambda: BPETokenizer.train("hug pug", size),
        lambda: BPETokenizer.train_from_counts({"hug": 2}, size),
    ):
        with pytest.raises(TokcoreError, match=says):
            train()


def test_a_text_beyond_what_training_takes_is_refused_with_both_numbers():
    with pytest.raises(LimitError, match=r"5,000,001 characters of training text .* limit of 5,000,000"):
        BPETokenizer.train("a" * 5_000_001, 300)
