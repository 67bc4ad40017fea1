"""The figures of the text this project teaches from, each computed here and stated exactly."""

from collections import Counter

import pytest

import tokcore
from tokcore import GPT2_PATTERN, BPETokenizer, Vocab, WordBPE, characters, normalise, training_steps, words
from tokcore.alphabet import printable
from tokcore.corpora import corpus
from tokcore.measures import bytes_per_token, tokens_per_word
from tokcore.published import reference

TOY = "hug pug pun bun hugs hug hug pug"
PARAGRAPH = (
    "The Time Traveller (for so it will be convenient to speak of him) was expounding a recondite matter to "
    "us; his pale grey eyes shone and twinkled. Prices rose 3.5% in 1895, and naïve café patrons paid "
    "£12,345 more! 🚀"
)
SWEEP = {
    256: 1.0,
    384: 1.7715,
    512: 2.0773,
    768: 2.46,
    1024: 2.748,
    1536: 3.1397,
    2048: 3.4941,
    3072: 3.9698,
    4096: 4.5998,
}


@pytest.fixture(scope="module")
def plain(time_machine):
    """4,096 tokens learned from the whole text as one chunk."""
    return BPETokenizer.train(time_machine, vocab_size=4096)


@pytest.fixture(scope="module")
def own(time_machine):
    """1,024 tokens learned inside the chunks of GPT-2's pattern."""
    return BPETokenizer.train(time_machine, vocab_size=1024, pattern=GPT2_PATTERN)


def spelled(tok, ids):
    return [tok.token_bytes(token_id).decode() for token_id in ids]


def crossers(tok):
    """The learned tokens with a space between other characters."""
    tokens = map(tok.token_bytes, range(256, tok.vocab_size))
    return [token.decode() for token in tokens if b" " in token.strip(b" ")]


def test_the_text_starts_like_this(time_machine):
    assert time_machine[:60] == "The Time Machine, by H. G. Wells [1898]\n\n\n\n\nI\n\n\nThe Time Tra"
    assert len(time_machine.encode()) == 178_979


def test_normalised_text_gives_these_counts_and_ids(time_machine):
    text = normalise(time_machine)
    assert text[:60] == "the time machine by h g wells i the time traveller for so it"
    assert (len(set(characters(text))), len(characters(text))) == (27, 173_428)
    assert (len(set(words(text))), len(words(text))) == (4_579, 32_775)
    vocab = Vocab(characters(text))
    assert (len(vocab[characters(text)]), len(vocab)) == (173_428, 28)
    assert vocab[characters(text[:10])] == [3, 9, 2, 1, 3, 5, 13, 2, 1, 13]
    assert vocab.to_tokens([3, 9, 2, 1]) == ["t", "h", "e", " "]


@pytest.mark.parametrize(
    "text, data",
    [("a", [97]), ("é", [195, 169]), ("你", [228, 189, 160]), ("🚀", [240, 159, 154, 128])],
)
def test_characters_take_one_to_four_bytes(text, data):
    assert list(text.encode()) == BPETokenizer.train("", 256).encode(text) == data


def test_a_greeting_in_characters_and_bytes():
    greeting = "Hello, naïve café: 你好 🚀"
    assert (len(greeting), len(BPETokenizer.train("", 256).encode(greeting))) == (23, 32)


def test_toy_corpus_merges_counts_and_lengths():
    steps = training_steps(TOY, 3)
    assert len(TOY.encode()) == 32
    assert [(step.left, step.right, step.count, step.length) for step in steps] == [
        (b"u", b"g", 6, 26),
        (b"h", b"ug", 4, 22),
        (b"hug", b" ", 3, 19),
    ]


def test_toy_merges_encode_other_words():
    tok = BPETokenizer.train(TOY, vocab_size=259)
    assert spelled(tok, tok.encode("hugs")) == ["hug", "s"]
    assert spelled(tok, tok.encode("bun")) == ["b", "u", "n"]
    assert tok.decode(tok.encode("hug pug hugs")) == "hug pug hugs"


def test_first_and_last_merges_without_a_pattern(plain):
    tokens = spelled(plain, range(256, 1024))
    assert tokens[:8] == ["e ", "th", "d ", "in", "t ", "s ", "an", "er"]
    assert tokens[-8:] == ["appe", "vo", "ering ", "too ", "door", "acro", "clo", "after "]


def test_a_sentence_takes_13_tokens_without_a_pattern(plain):
    tok = plain.truncate(1024)
    sentence = "The Time Traveller smiled. Are you sure?"
    expected = "The |Time Traveller |s|mi|le|d|. A|r|e |you |su|re|?".split("|")
    assert spelled(tok, tok.encode(sentence)) == expected
    assert len(expected) == 13


@pytest.mark.parametrize("size", SWEEP)
def test_bytes_per_token_at_each_vocabulary_size(plain, time_machine, size):
    sample = time_machine[:10_000]
    tokens = len(plain.truncate(size).encode(sample))
    assert round(bytes_per_token(sample, tokens), 4) == SWEEP[size]


def test_the_gain_per_doubling_is_not_constant(plain, time_machine):
    sample = time_machine[:10_000]
    sizes = [256, 512, 1024, 2048, 4096]
    reached = [bytes_per_token(sample, len(plain.truncate(size).encode(sample))) for size in sizes]
    gains = [round(later - earlier, 2) for earlier, later in zip(reached, reached[1:])]
    assert gains == [1.08, 0.67, 0.75, 1.11]


def test_tokens_cross_word_boundaries_only_without_a_pattern(plain, own):
    found = crossers(plain.truncate(1024))
    assert len(found) == 78
    assert found[:8] == [", and ", "of the ", ". I ", ". Th", ". A", ". I", "in the ", "ed to "]
    assert crossers(own) == []
    gained = {own.token_bytes(i) for i in range(1024)} - {plain.token_bytes(i) for i in range(1024)}
    longest = sorted(gained, key=lambda token: (-len(token), token))[:6]
    expected = " Psychologist|sychologist| Traveller| Morlocks| darkness| Machine".split("|")
    assert [token.decode() for token in longest] == expected


def test_the_gpt2_pattern_cuts_a_sentence():
    chunks = tokcore.PATTERNS["gpt2"].cut("The traveller's clock struck 12,345 times.")
    assert chunks == "The| traveller|'s| clock| struck| 12|,|345| times|.".split("|")


def test_special_strings_are_text_until_allowed(own):
    assert own.encode("<bos>the time machine") == [60, 98, 111, 115, 62, 341, 513, 680]
    assert own.encode("<bos>the time machine", allowed_special="all") == [1025, 341, 513, 680]
    assert own.specials == {"<pad>": 1024, "<bos>": 1025, "<eos>": 1026}
    assert len(own) == own.id_limit == 1027


def test_gpt2_ranks_around_the_last_byte():
    gpt2 = tokcore.load("gpt2")
    assert [gpt2.token_bytes(i) for i in range(254, 260)] == [b"\xa0", b"\xad", b" t", b" a", b"he", b"in"]
    assert gpt2.specials == {"<|endoftext|>": 50256}


def test_the_paragraph_takes_60_tokens_as_in_the_library():
    gpt2 = tokcore.load("gpt2")
    ids = gpt2.encode(PARAGRAPH)
    assert ids == reference("gpt2")(PARAGRAPH)
    assert len(ids) == 60
    assert spelled(gpt2, ids[:8]) == ["The", " Time", " Trave", "ller", " (", "for", " so", " it"]


def test_tokens_of_the_whole_text(time_machine, own):
    counts = [
        len(tok.encode(time_machine)) for tok in (own, tokcore.load("gpt2"), tokcore.load("o200k_base"))
    ]
    assert counts == [65_741, 44_073, 42_624]
    assert [f"{bytes_per_token(time_machine, count):.2f}" for count in counts] == ["2.72", "4.06", "4.20"]


@pytest.mark.parametrize(
    "sentence, gpt2, o200k_base, in_words",
    [
        ("The time traveller returned after many years.", 8, 8, 7),
        ("Der Zeitreisende kehrte nach vielen Jahren zurück.", 20, 11, 7),
        ("Ο ταξιδιώτης του χρόνου επέστρεψε μετά από πολλά χρόνια.", 66, 17, 9),
    ],
)
def test_tokens_per_word_differ_by_language(sentence, gpt2, o200k_base, in_words):
    assert len(words(sentence)) == in_words
    assert len(tokcore.load("gpt2").encode(sentence)) == gpt2
    assert len(tokcore.load("o200k_base").encode(sentence)) == o200k_base
    assert tokens_per_word(sentence, gpt2) == gpt2 / in_words


@pytest.mark.parametrize(
    "name, text, tokens",
    [
        ("gpt2", "12345678", ["123", "45", "678"]),
        ("o200k_base", "12345678", ["123", "456", "78"]),
        ("gpt2", " SolidGoldMagikarp", [" SolidGoldMagikarp"]),
    ],
)
def test_numbers_and_a_strange_name(name, text, tokens):
    tok = tokcore.load(name)
    assert spelled(tok, tok.encode(text)) == tokens


def test_the_strange_name_is_token_43453():
    assert tokcore.load("gpt2").encode(" SolidGoldMagikarp") == [43453]


def test_smollm2_has_these_sizes():
    tok = tokcore.load("smollm2")
    assert (len(tok), len(tok.merges), len(tok.specials)) == (49_152, 48_900, 17)


@pytest.mark.parametrize(
    "text, tokens",
    [
        ("set of 2 barstools", "set Ġof Ġ 2 Ġbar st ools"),
        ("6.5 qt . slow cooker", "6 . 5 Ġq t Ġ. Ġslow Ġcooker"),
        (
            "48 '' wide genuine leather wingback chair",
            "4 8 Ġ'' Ġwide Ġgenuine Ġleather Ġwing back Ġchair",
        ),
        ("sled coffee table", "s led Ġcoffee Ġtable"),
        (" sled coffee table", "Ġsled Ġcoffee Ġtable"),
    ],
)
def test_smollm2_by_hand_is_what_its_library_does(text, tokens):
    tok = tokcore.load("smollm2")
    by_hand = [token_id for chunk in tok.encode_steps(text) for token_id in chunk.result]
    assert by_hand == tok.encode(text) == reference("smollm2")(text)
    assert [printable(tok.token_bytes(token_id)) for token_id in by_hand] == tokens.split()


@pytest.mark.parametrize("name, tokens", [("botchan", 10_852), ("northanger_abbey", 12_507)])
def test_pairs_run_out_on_the_bundled_texts(name, tokens):
    tok = BPETokenizer.train(corpus(name).text, vocab_size=20_000, pattern=GPT2_PATTERN)
    assert (tok.vocab_size, tok.stopped_early) == (tokens, True)


def test_pairs_run_out_on_the_time_machine(time_machine):
    tok = BPETokenizer.train(time_machine, vocab_size=20_000, pattern=GPT2_PATTERN)
    assert (tok.vocab_size, tok.stopped_early) == (9_773, True)
    by_word = WordBPE.train(Counter(words(time_machine)), 20_000)
    assert len(by_word.merges) == 12_027
