"""What held-out text has that training text never had, each counted again another way."""

import csv
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokcore import Vocab, normalise
from tokcore.corpora import SOURCES, corpus, held_out
from tokcore.measures import words_seen
from tokcore.unseen import (
    FIELDS,
    NOVELS,
    Price,
    bare,
    everyday_words,
    field,
    is_rare,
    measure,
    prices,
    rare_share,
)

CATALOGUE = Path(__file__).parents[2] / "data" / "texts" / "furniture_catalogue.csv"
SMALL = st.text(st.sampled_from("ab é\n"), max_size=60)


@pytest.mark.parametrize(
    "training, held, expected",
    [
        ("", "", (0, 0, 0, 0, (), (), None)),
        ("a b a", "a c c d", (2, 1, 3, 4, (("c", 2), ("d", 1)), (("c", 2), ("d", 1)), 7 / 4)),
        ("x\ny\n", "", (2, 2, 2, 0, (), (), None)),
        ("", "a\n", (0, 0, 0, 1, (("a", 1),), (("a", 1),), 1.0)),
        ("a b\n", "b a\na b\n", (2, 2, 3, 4, (), (), 6 / 4)),
        ("The", "the", (1, 1, 3, 1, (("the", 1),), (("t", 1),), 3.0)),
        ("ab\t", "ab \u00ad", (1, 1, 3, 2, (("\u00ad", 1),), ((" ", 1), ("\u00ad", 1)), 2.0)),
        ("a ", "c d c d", (1, 1, 2, 4, (("c", 2), ("d", 2)), (("c", 2), ("d", 2)), 7 / 4)),
    ],
)
def test_what_is_unseen(training, held, expected):
    assert measure(training, held) == expected


@pytest.mark.parametrize(
    "training, held, count, rate", [("a", "a b b", 2, 2 / 3), ("a", "a", 0, 0.0), ("a", " \n", 0, None)]
)
def test_the_rate_is_the_share_of_all_held_out_words(training, held, count, rate):
    found = measure(training, held)
    assert (found.count, found.rate) == (count, rate)


@given(SMALL, SMALL)
def test_unseen_and_seen_make_all_words(training, held):
    found = measure(training, held)
    seen, total = words_seen(training, held)
    assert (found.words - found.count, found.words) == (seen, total)
    assert {word for word, _ in found.unseen} == set(held.split()) - set(training.split())
    assert {character for character, _ in found.new_characters} == set(held) - set(training) - {"\n"}


@pytest.mark.parametrize("column", ["name", "description"])
def test_a_list_is_measured_as_its_lines(column):
    """The figures of a catalogue, each counted from the lines themselves."""
    with CATALOGUE.open(encoding="utf-8", newline="") as file:
        entries = [row[column] for row in csv.DictReader(file)]
    split = held_out("".join(f"{entry}\n" for entry in entries))
    training, held = (part.splitlines() for part in split)
    assert (len(training), len(held)) == (2520, 280)
    found = measure(*split)
    known = Counter(word for entry in training for word in entry.split())
    met = [word for entry in held for word in entry.split()]
    unseen = [word for word in met if word not in known]
    characters = {character for entry in training for character in entry}
    assert (found.distinct, found.once) == (len(known), sum(n == 1 for n in known.values()))
    assert found.rate == len(unseen) / len(met)
    assert found.unseen == tuple(Counter(unseen).most_common())
    assert found.characters == len(characters)
    assert {one for one, _ in found.new_characters} == {c for entry in held for c in entry} - characters
    assert found.per_word == sum(map(len, held)) / len(met)


@pytest.mark.parametrize(
    "name, letters_only, distinct, once, unseen, words, characters, new",
    [
        ("time_machine", False, 6_461, 4_163, 496, 3_161, 66, "819"),
        ("time_machine", True, 4_308, 2_285, 282, 3_213, 27, ""),
        ("botchan", False, 7_988, 4_995, 573, 4_754, 77, ""),
        ("northanger_abbey", False, 10_536, 6_314, 705, 7_627, 74, ""),
        ("furniture_catalogue", False, 7_561, 4_146, 572, 9_490, 70, ""),
        ("furniture_names", False, 2_500, 1_192, 117, 1_655, 61, ""),
        ("furniture_names", True, 2_165, 1_090, 105, 1_590, 27, ""),
    ],
)
def test_figures_of_the_named_texts(
    name, letters_only, distinct, once, unseen, words, characters, new, time_machine
):
    split = held_out(corpus(name).text)
    found = measure(*(map(normalise, split) if letters_only else split))
    assert (found.distinct, found.once, found.count, found.words) == (distinct, once, unseen, words)
    assert (found.characters, "".join(one for one, _ in found.new_characters)) == (characters, new)


@pytest.mark.parametrize(
    "word, found",
    [
        ("Time,", "time"),
        ('"Suppose', "suppose"),
        ("traveller's.", "traveller's"),
        ("noise-free", "noise-free"),
        ("[1898]", "1898"),
        ("--", ""),
        ("", ""),
        ("你好。", "你好"),
        ("ÉTÉ!", "été"),
        ("e\u0301", "e\u0301"),
        ("हिन्दी।", "हिन्दी"),
        ("<|x|>", "x"),
    ],
)
def test_a_bare_word_has_nothing_around_it(word, found):
    assert bare(word) == found


def test_everyday_words_are_those_of_the_other_bundled_novels():
    assert [SOURCES[name].url for name in NOVELS] == [None, None]
    texts = {name: corpus(name).text for name in NOVELS}
    stripped = {name: {bare(word) for word in text.split()} | {""} for name, text in texts.items()}
    assert everyday_words() == stripped["botchan"] | stripped["northanger_abbey"]
    assert everyday_words(texts["botchan"]) == stripped["northanger_abbey"]
    assert everyday_words(texts["northanger_abbey"]) == stripped["botchan"]
    assert everyday_words("some other text") == everyday_words()


@pytest.mark.parametrize(
    "word, rare",
    [
        ("Catherine", False),
        ("(teacher,", False),
        ("the", False),
        ("--", False),
        ("…", False),
        ("Braskurzel", True),
        ("6.9", True),
        ("noise-free", True),
        ("haggard", True),
        ("KTB-66620.", True),
    ],
)
def test_words_that_no_novel_has_are_rare(word, rare):
    assert is_rare(word, everyday_words()) is rare


@pytest.mark.parametrize(
    "unseen, share",
    [
        ([], None),
        ([("xyzzy", 3)], 1.0),
        ([("xyzzy", 3), ("the", 1)], 0.75),
        ([("the", 2), ("--", 2)], 0.0),
        ([("Xyzzy,", 1), ("xyzzy", 1), ("The", 2)], 0.5),
    ],
)
def test_the_share_of_rare_words_counts_every_occurrence(unseen, share):
    assert rare_share(unseen, {"the"}) == share


@pytest.mark.parametrize(
    "name, rare", [("time_machine", 228), ("furniture_names", 115), ("furniture_catalogue", 569)]
)
def test_how_many_unseen_words_are_rare(name, rare, time_machine):
    split = held_out(corpus(name).text)
    novels = set().union(
        *({bare(word) for word in corpus(novel).text.split()} for novel in ("botchan", "northanger_abbey"))
    )
    known = set(split.training.split())
    unseen = [word for word in split.held_out.split() if word not in known]
    counted = sum(bare(word) != "" and bare(word) not in novels for word in unseen)
    assert counted == rare
    assert rare_share(measure(*split).unseen, everyday_words()) == counted / len(unseen)


@given(SMALL, SMALL, st.lists(st.integers(0, 5), max_size=4))
def test_prices_are_those_of_a_vocab(training, held, least):
    check_prices(training, held, least)


def test_prices_of_a_text_that_holds_the_unknown_token_itself():
    check_prices("<unk> a <unk> b b", "<unk> a c", [0, 1, 2, 3])


def check_prices(training, held, min_freqs):
    for price, least in zip(prices(training, held, min_freqs), min_freqs, strict=True):
        vocab = Vocab(training.split(), min_freq=least)
        shares = []
        for text in (training, held):
            indices = vocab[text.split()]
            shares.append(indices.count(0) / len(indices) if indices else 0.0)
        assert price == (least, len(vocab), *shares)


def test_prices_on_a_novel(time_machine):
    split = held_out(time_machine)
    check_prices(*split, [1, 2, 5, 100])
    assert prices(*split, [2]) == [Price(2, 2_299, 4_163 / 29_145, 696 / 3_161)]


@pytest.mark.parametrize(
    "name, lines, distinct, rate",
    [("what comes with it", 587, 76, 0.0), ("product codes", 2_800, 2_520, 1.0)],
)
def test_fields_of_the_catalogue_are_closed_or_always_new(name, lines, distinct, rate):
    text = field(corpus("furniture_catalogue").text, name)
    assert len(text.splitlines()) == lines
    found = measure(*held_out(text))
    assert (found.distinct, found.rate) == (distinct, rate)


def test_a_field_is_read_from_every_description_that_has_it():
    with CATALOGUE.open(encoding="utf-8", newline="") as file:
        descriptions = [row["description"] for row in csv.DictReader(file)]
    text = corpus("furniture_catalogue").text
    codes = [one.rpartition("Code ")[2].removesuffix(".") for one in descriptions]
    comes = [one.partition("Comes with ")[2].partition(";")[0] for one in descriptions]
    assert field(text, "product codes").splitlines() == codes
    assert field(text, "what comes with it").splitlines() == [one for one in comes if one]
    assert list(FIELDS) == ["what comes with it", "product codes"]
