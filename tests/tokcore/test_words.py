"""The older schemes: normalised text, words, `Vocab`, and merges that stop at a word's end."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tokcore.oracle import recount_words
from tests.tokcore.samples import TEXTS, WORD_COUNTS, small_corpora
from tokcore import (
    LimitError,
    UnknownTokenError,
    Vocab,
    VocabularyError,
    WordBPE,
    characters,
    normalise,
    words,
)
from tokcore.limits import MAX_TRACE_STEPS, MAX_TRAIN_CHARACTERS, MAX_VOCAB_SIZE

PAPER = {"low": 5, "lower": 2, "newest": 6, "widest": 3}


@pytest.mark.parametrize(
    "text, normal",
    [("", ""), ("The 3 Men!", "the men "), ("naïve", "na ve"), ("a\n\nB", "a b"), ("123", " "), ("aZ", "az")],
)
def test_normalised_text(text, normal):
    assert normalise(text) == normal


@pytest.mark.parametrize(
    "text, found",
    [
        ("", []),
        (" a  b\n", ["a", "b"]),
        ("it's 3.5", ["it's", "3.5"]),
        ("a\u00a0b\u3000c\x85d", list("abcd")),
    ],
)
def test_words_lie_between_white_space(text, found):
    assert words(text) == found


def test_characters_are_tokens():
    assert characters("né🚀") == ["n", "é", "🚀"]


@pytest.mark.parametrize(
    "tokens, options, kept",
    [
        ([], {}, ["<unk>"]),
        (list("baab"), {}, ["<unk>", "b", "a"]),  # equal counts keep the order of first appearance
        (list("abbccc"), {"min_freq": 2}, ["<unk>", "c", "b"]),
        (list("ab"), {"reserved": ["<pad>", "b"]}, ["<unk>", "<pad>", "b", "a"]),
        ([["a", "b"], ["b"], []], {}, ["<unk>", "b", "a"]),
        ([("a", "b"), ("b",)], {}, ["<unk>", "b", "a"]),
        (["<unk>", "a", "<unk>"], {}, ["<unk>", "a"]),
    ],
)
def test_a_vocab_orders_tokens_by_falling_frequency(tokens, options, kept):
    vocab = Vocab(tokens, **options)
    assert vocab.to_tokens(list(range(len(vocab)))) == kept
    assert vocab[kept] == list(range(len(kept)))


def test_vocab_facts():
    vocab = Vocab("the cat the dog".split(), min_freq=2)
    assert vocab.token_freqs == [("the", 2), ("cat", 1), ("dog", 1)]
    assert (vocab["the"], vocab["cat"], vocab["never"], vocab.unk) == (1, 0, 0, 0)
    assert vocab[["the", ["cat", "the"]]] == [1, [0, 1]]
    assert vocab[("the",)] == [1]
    assert (vocab.to_tokens(1), vocab.to_tokens([0, [1]])) == ("the", ["<unk>", ["the"]])


@pytest.mark.parametrize("index", [-1, 2, 100])
def test_an_index_without_a_token_is_refused(index):
    with pytest.raises(UnknownTokenError, match=f"vocabulary of 2 tokens has no index {index}"):
        Vocab(["a"]).to_tokens(index)


@pytest.mark.parametrize("reserved", [["<pad>", "<pad>"], ["<unk>"]])
def test_a_vocab_names_no_token_twice(reserved):
    with pytest.raises(VocabularyError, match="one token twice"):
        Vocab(["a"], reserved=reserved)


def test_merges_of_the_example_in_the_paper():
    word = WordBPE.train(PAPER, 10)
    assert ["".join(pair) for pair in word.merges[:4]] == ["es", "est", "est</w>", "lo"]
    assert word.encode("lowest newer") == ["low", "est</w>", "n", "ew", "e", "r", "</w>"]


def test_steps_equal_the_recount_on_thousands_of_small_texts():
    for chance, text in small_corpora(3000):
        counts = Counter(words(text))
        if chance.random() < 0.5:
            counts = Counter({word: chance.randint(1, 4) for word in counts})
        n_merges, runners_up = chance.randint(1, 25), chance.choice([1, 8, 50])
        steps = recount_words(counts, n_merges, runners_up)
        assert WordBPE.training_steps(counts, n_merges, runners_up) == steps, (counts, n_merges)
        merges = tuple((step.left, step.right) for step in steps)
        assert WordBPE.train(counts, n_merges).merges == merges, (counts, n_merges)


def test_steps_equal_the_recount_on_a_novel(time_machine):
    counts = Counter(words(time_machine))
    assert WordBPE.training_steps(counts, 100) == recount_words(counts, 100)


@given(WORD_COUNTS, st.integers(0, 40))
def test_the_vocabulary_is_characters_mark_merges_and_unk(counts, n_merges):
    word = WordBPE.train(counts, n_merges)
    alphabet = {character for text in counts for character in text}
    assert word.vocab_size == len(word.vocabulary) == len(alphabet) + 1 + len(word.merges) + 1
    inner = [word._tokens[token_id] for token_id in range(word.vocab_size)]
    assert len(set(inner)) == len(inner)
    assert set(word.vocabulary[: len(alphabet)]) == alphabet
    assert (word.vocabulary[len(alphabet)], word.vocabulary[-1]) == ("</w>", "<unk>")


def test_a_vocabulary_is_distinct_as_people_read_it():
    word = WordBPE.train(PAPER, 30)
    assert len(set(word.vocabulary)) == word.vocab_size == 10 + 1 + len(word.merges) + 1


@given(WORD_COUNTS, st.integers(0, 40), TEXTS)
def test_words_come_back_from_their_tokens(counts, n_merges, text):
    word = WordBPE.train(counts, n_merges)
    known = " ".join([*counts, *counts])
    assert "".join(word.encode(known)).split("</w>") == "</w>".join([*words(known), ""]).split("</w>")
    ids = word.encode_ids(text)
    assert word.encode(text) == [word.vocabulary[token_id] for token_id in ids]
    assert [token_id for chunk in word.encode_steps(text) for token_id in chunk.result] == ids
    assert [span.token_id for span in word.spans(text)] == ids


@given(WORD_COUNTS, st.text(st.sampled_from("abce </w>é🚀\n"), max_size=40))
def test_spans_cover_every_word(counts, text):
    data, covered = text.encode(), b""
    done = 0
    for span in WordBPE.train(counts, 20).spans(text):
        assert data[done : span.start].strip() == b""
        covered += data[span.start : span.end]
        done = span.end
    assert (covered, data[done:].strip()) == ("".join(words(text)).encode(), b"")


@pytest.mark.parametrize("n_merges", [0, 1, 2, 3, 5, 8, 30])
def test_the_four_typed_characters_never_become_the_mark(n_merges):
    typed = {"</w>": 9, "a</w>": 4, "a": 3, "b</w></w>": 2, "</w>a": 2}
    assert WordBPE.training_steps(typed, n_merges) == recount_words(typed, n_merges)
    word = WordBPE.train(typed, n_merges)
    mark = word.first_merged - 1
    assert word.vocabulary[mark] == "</w>"
    for text in typed:
        ids = word.encode_ids(text)
        assert "".join(word.encode_word(text)) == text + "</w>"
        assert mark not in ids[:-1]  # the mark is at the end, alone or inside the last token
        assert sum(span.end - span.start for span in word.spans(text)) == len(text)
    assert len({tuple(word.encode_ids(text)) for text in typed}) == len(typed)


def test_a_spelling_is_the_typed_characters_and_whether_the_word_ends():
    word = WordBPE.train({"</w>": 3, "ab": 2}, 12)
    shown = {word.token(token_id): word.spelling(token_id) for token_id in range(word.vocab_size)}
    assert shown["ab</w>"] == ("ab", True)
    assert shown["a"] == ("a", False)
    assert shown["<unk>"] == ("", False)
    assert word.spelling(word.first_merged - 1) == ("", True)
    assert [word.spelling(token_id) for token_id in word.encode_ids("</w>")] == [("</w>", True)]
    assert word.vocabulary[word.unknown_id] == "<unk>"
    assert word.encode_ids("é")[0] == word.unknown_id


def test_strange_characters_are_unknown():
    word = WordBPE.train({"ab": 2}, 5)
    assert word.encode("xab éa") == ["<unk>", "ab</w>", "<unk>", "a", "</w>"]
    assert word.encode("\ud800") == ["<unk>", "</w>"]


@pytest.mark.parametrize("counts", [{}, {"": 3}, {"ab": 0}, {"ab": -1}])
def test_words_that_do_not_occur_teach_nothing(counts):
    word = WordBPE.train(counts, 5)
    assert (word.merges, word.vocabulary, word.encode("")) == ((), ("</w>", "<unk>"), [])
    assert WordBPE.training_steps(counts, 5) == []


def test_parents_tokens_and_truncation():
    word = WordBPE.train(PAPER, 10)
    made = word.first_merged
    assert word.parents(made) == (word.vocabulary.index("e"), word.vocabulary.index("s"))
    assert [word.parents(0), word.parents(made - 1), word.parents(word.vocab_size - 1)] == [None] * 3
    for n_merges in range(11):
        shorter, trained = word.truncate(n_merges), WordBPE.train(PAPER, n_merges)
        assert (shorter.merges, shorter.vocabulary) == (trained.merges, trained.vocabulary)
        assert shorter.encode("lowest xe") == trained.encode("lowest xe")


@pytest.mark.parametrize(
    "call, error, says",
    [
        (lambda: WordBPE.train(PAPER, 5).truncate(6), VocabularyError, "has 5 merges, so not 6"),
        (lambda: WordBPE.train(PAPER, 5).truncate(-1), VocabularyError, "so not -1"),
        (
            lambda: WordBPE.train(PAPER, 5).token(17),
            UnknownTokenError,
            "trained here has no token with the id",
        ),
        (lambda: WordBPE.train(PAPER, 5).token(-1), UnknownTokenError, "the id -1"),
        (lambda: WordBPE.train(PAPER, 5).spelling(99), UnknownTokenError, "the id 99"),
        (lambda: WordBPE.train(PAPER, MAX_VOCAB_SIZE + 1), LimitError, "65,537 merges"),
        (lambda: WordBPE.train({"a" * (MAX_TRAIN_CHARACTERS + 1): 1}, 1), LimitError, "5,000,001 characters"),
        (lambda: WordBPE.training_steps(PAPER, MAX_TRACE_STEPS + 1), LimitError, "4,097 merges"),
    ],
)
def test_what_cannot_be_had_is_refused_with_a_reason(call, error, says):
    with pytest.raises(error, match=says):
        call()
