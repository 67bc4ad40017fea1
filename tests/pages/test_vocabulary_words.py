"""Look inside a vocabulary: one word's tokens, what two words share, and how the list begins."""

import pytest

from tests.pages import labels
from tests.pages.reading import answers, choose, components, open_page, run_in_code, sentences, shared_link
from tests.pages.vocabulary import (
    OF_WORDS,
    PAGE,
    PUBLISHED,
    SPELLINGS,
    figures,
    hits,
    ids,
    kept,
    outlined,
    part,
    rows,
    said,
)
from tokcore import BPETokenizer, load
from tokcore.corpora import corpus
from tokcore.family import shared_ids, spellings
from tokcore.pretokenize import GPT2_PATTERN
from tokcore.published import reference

# --- one word, and two --------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["chair", "box", "naïve", "椅子", "a b", "<b>", "🤗" * 20, "😀\u200d"])
def test_a_words_spellings_have_the_librarys_ids_and_shared_ones_are_outlined(word):
    visit = choose(open_page(PAGE), PAGE, word=word)
    assert [column["name"] for column in part(visit, "forms")["columns"]] == [
        "tokenizer",
        *SPELLINGS,
        "different ids",
    ]
    table = rows(visit, "forms")
    assert list(table) == [*PUBLISHED, OF_WORDS]
    for name in PUBLISHED:
        *cells, different = table[name]
        expected = [reference(name)(text) for text in spellings(word).values()]
        assert [ids(cell) for cell in cells] == expected
        times = [sum(i in row for row in expected) for row in expected for i in row]
        marks = [token.get("outlined", False) for cell in cells for token in cell["tokens"]]
        assert marks == [count > 1 for count in times]
        assert different["words"] == str(len({i for row in expected for i in row}))


def test_an_empty_word_gets_a_sentence_and_keeps_the_page():
    visit = choose(open_page(PAGE), PAGE, word="  ")
    assert "Write a word" in sentences(visit)
    assert visit.text_input(key=f"{PAGE}.word").value == "  "
    assert [heading.value for heading in visit.header][-5:] == list(labels.PARTS)
    assert run_in_code(visit)[0][0] == 10


@pytest.mark.parametrize(
    "pair, spaced, apart, smollm2",
    [
        ("chair chairs", False, "5 of 5", []),
        ("chair chairs", True, "5 of 5", []),
        ("48 49", False, "4 of 5", [b"4"]),
        ("48 49", True, "2 of 5", [b" ", b"4"]),
        ("noise noise-free", False, "0 of 5", [b"noise"]),
        ("barstools barometer", False, None, [b"bar"]),
    ],
)
def test_what_two_words_share_is_marked_and_counted(pair, spaced, apart, smollm2):
    visit = choose(open_page(PAGE), PAGE, pair=pair, spaced=spaced)
    table = rows(visit, "related")
    nothing = 0
    for name, (left, right, both) in table.items():
        if name in PUBLISHED:
            texts = [" " * spaced + word for word in pair.split()]
            assert [ids(left), ids(right)] == [reference(name)(text) for text in texts]
        shared = shared_ids(ids(left), ids(right))
        assert set(outlined(left)) == set(outlined(right)) == set(shared)
        assert (ids(both) == shared) if shared else both["words"] == "nothing"
        nothing += not shared
    assert figures(visit)["tokenizers under which the two share nothing"] == f"{nothing} of 5"
    assert apart in (None, f"{nothing} of 5")
    both = table["smollm2"][2]
    assert (said(both) if smollm2 else both["words"]) == (smollm2 or "nothing")


@pytest.mark.parametrize("written", ["sofa couch", "a  b", "椅子 椅子们"])
def test_two_words_of_ones_own(written):
    visit = choose(open_page(PAGE), PAGE, pair="my own", two=written)
    left, right = written.split()
    row = rows(visit, "related")["gpt2"]
    assert [ids(row[0]), ids(row[1])] == [reference("gpt2")(left), reference("gpt2")(right)]


@pytest.mark.parametrize("written", ["", "one", "one two three"])
def test_not_two_words_get_a_sentence(written):
    visit = choose(open_page(PAGE), PAGE, pair="my own", two=written)
    assert "Write two words with a space between them" in sentences(visit)
    assert visit.text_input(key=f"{PAGE}.two").value == written


# --- how the list begins ------------------------------------------------------------------------------------


def test_the_rank_table_around_the_byte_boundary():
    table = rows(open_page(PAGE), "boundary")
    found = {int(place): said(cells[0])[0] for place, cells in table.items()}
    assert {place: found[place] for place in range(254, 260)} == {
        254: b"\xa0",
        255: b"\xad",
        256: b" t",
        257: b" a",
        258: b"he",
        259: b"in",
    }
    assert [table[str(place)][2].get("words") for place in (254, 255)] == ["not merged"] * 2
    assert said(table["256"][2]) == [b" ", b"t"]
    assert [table[str(place)][3]["words"] for place in (255, 256, 257)] == ["", "0", "1"]


@pytest.mark.parametrize(
    "name, title, first, missing",
    [
        ("gpt2", "All 256 bytes have ids, but none has its own value for an id", 188, 0),
        ("smollm2", "235 of the 256 bytes have ids, 17 to 251; 21 have no token", 190, 21),
    ],
)
def test_the_square_holds_every_bytes_id(name, title, first, missing):
    visit = choose(open_page(PAGE), PAGE, tokenizer=name)
    cells = part(visit, "square")["cells"]
    assert [cell["id"] for cell in cells] == list(load(name).byte_ids)
    assert cells[0]["id"] == first
    assert sum(cell["id"] is None for cell in cells) == missing
    assert f"### {title}" in [block.value for block in visit.markdown]


def test_the_first_merges_stand_beside_those_learned_live():
    visit = open_page(PAGE)
    text = corpus("time_machine").text
    learned = BPETokenizer.train(text, 1_024, GPT2_PATTERN, specials=())
    table = list(rows(visit, "merges").values())
    assert len(table) == 10
    for rank, (left, _, right, into) in enumerate(table):
        assert said(left) == [load("gpt2").token_bytes(i) for i in load("gpt2").parents(256 + rank)]
        assert said(right) == [learned.token_bytes(i) for i in learned.merges[rank]]
        assert said(into) == [learned.token_bytes(256 + rank)]
    ours, theirs = ({tok.token_bytes(256 + k) for k in range(256)} for tok in (load("gpt2"), learned))
    assert figures(visit)["among the first tokens learned of both"] == f"{len(ours & theirs)} of 256"


def test_the_newest_kept_tokenizer_stands_beside_gpt2():
    visit = choose(open_page(labels.TRACE, "hug pug hug hugs"), labels.TRACE, merges=3)
    name = kept(visit)
    assert [column["name"] for column in part(visit, "merges")["columns"]][3] == f"{name} joins"
    assert figures(visit)["among the first tokens learned of both"].endswith("of 3")
    choose(visit, PAGE, tokenizer=name)
    assert "### Every byte is its own id" in [block.value for block in visit.markdown]
    assert figures(visit)["tokens found"] == "0"
    assert name in rows(visit, "forms")
    assert f"{PAGE}.tokenizer" not in shared_link(visit)
    count = run_in_code(choose(visit, PAGE, query="hug"))[0][0]
    assert f"{count}" == figures(visit)["tokens found"] != "0"


def test_a_kept_tokenizer_of_words_is_looked_into():
    visit = choose(open_page(labels.TRACE), labels.TRACE, scheme="words")
    name = kept(visit)
    visit = choose(visit, PAGE, tokenizer=name, query="hug")
    assert int(figures(visit)["tokens found"]) > 0
    assert f"{PAGE}.square" not in components(visit)
    for switch in answers(visit):
        switch.set_value(True)
    assert not visit.run().exception
    assert f"{run_in_code(visit)[0][0]}" == figures(visit)["tokens found"]


def test_a_kept_tokenizer_whose_tokens_are_whole_texts_is_drawn_in_part():
    visit = choose(open_page(labels.TRACE, "ab" * 1_500), labels.TRACE, merges=12)
    visit = choose(visit, PAGE, tokenizer=kept(visit), query="", shortest=300)
    assert hits(visit)
    assert all(hit["cut"] and len(hit["token"]["bytes"]) == 64 for hit in hits(visit))
    assert "too many to draw what it is made of" in sentences(visit)


@pytest.mark.parametrize(
    "unit, title", [("bytes", "2 bytes, of its last up to 6"), ("characters", "2 characters")]
)
def test_the_chart_of_lengths_says_what_it_shows(unit, title):
    visit = choose(open_page(PAGE), PAGE, lengths=unit)
    headings = [block.value for block in visit.markdown if block.value.startswith("### Half of")]
    assert len(headings) == 1
    assert title in headings[0]
    table = visit.dataframe[-1].value
    assert list(table["merges"])[:3] == ["0–255", "256–511", "512–1,023"]
    assert table["tokens"].sum() == sum(
        unit == "bytes"
        or load("gpt2").token_bytes(i).decode(errors="ignore").encode() == load("gpt2").token_bytes(i)
        for i in range(256, 50_256)
    )
