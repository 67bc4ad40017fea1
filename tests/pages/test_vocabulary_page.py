"""Look inside a vocabulary: what a search finds, draws, counts and hides, and the card of one token."""

import json

import pytest

from tests.pages import labels
from tests.pages.reading import (
    answers,
    choose,
    components,
    open_page,
    sentences,
)
from tests.pages.vocabulary import (
    OBSCENE,
    PAGE,
    chart,
    everything,
    figures,
    hits,
    part,
)
from tokcore import load
from tokcore.glitch import obscene


def test_the_first_look_holds_the_worked_example():
    visit = open_page(PAGE)
    assert visit.title[0].value == "Why does the same word get different tokens?"
    assert visit.caption[0].value == "In the wild · Look inside a vocabulary"
    assert [heading.value for heading in visit.header][-5:] == list(labels.PARTS)
    assert sentences(visit) == ""
    assert figures(visit)["tokens found"] == "10"
    assert figures(visit)["tokens in all, specials too"] == "50,257"
    found = [bytes(hit["token"]["bytes"]) for hit in hits(visit)]
    assert found[:4] == [b" chair", b" chairman", b" Chair", b" Chairman"]
    assert hits(visit)[0] | {"token": 0} == {
        "id": 5118,
        "made": "merge 4,862",
        "token": 0,
        "cut": False,
        "hex": "20 63 68 61 69 72",
    }
    assert part(visit, "hits")["chosen"] == 5118
    assert part(visit, "card")["owner"] == "token 5,118 of gpt2"
    assert visit.get("download_button")


def test_the_page_says_why_one_word_has_different_tokens():
    words = " ".join(block.value for block in open_page(PAGE).markdown)
    for reason in ("compares bytes, not words", "with a capital", "frequent", "a list of its own"):
        assert reason in words


# --- the search ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query, count, first, data",
    [
        (" chair", 6, 5118, b" chair"),
        (" chair ", 0, None, b" chair "),
        (r"\n", None, 198, b"\n"),
        (r"\x0a", None, 198, b"\n"),
        ("\\", None, 59, b"\\"),
        ("é", None, None, "é".encode()),
        ("<|endoftext|>", 1, 50256, b"<|endoftext|>"),
        ("x" * 80, 0, None, b"x" * 80),
    ],
)
def test_a_query_is_searched_as_bytes_and_shown(query, count, first, data):
    written = query if query != "\\" else "\\\\"
    visit = choose(open_page(PAGE), PAGE, query=written)
    tok = load("gpt2")
    tokens = [tok.token_bytes(i) for i in range(50_257)]
    small = data.decode().lower()
    expected = [i for i, t in enumerate(tokens) if small in t.decode(errors="surrogateescape").lower()]
    assert figures(visit)["tokens found"] == f"{len(expected):,}"
    assert count in (None, len(expected))
    assert [hit["id"] for hit in hits(visit)] == expected[:30]
    assert first in (None, expected[0] if expected else None)
    assert bytes(part(visit, "hits")["asked"]["bytes"]) == data
    assert part(visit, "hits")["askedSays"].endswith(data.hex(" "))
    if expected:
        assert visit.number_input(key=f"{PAGE}.id").value == expected[0]


@pytest.mark.parametrize("query", ["\\", r"\x4", r"a\q", r"\xzz"])
def test_a_query_that_cannot_be_read_gets_a_sentence_and_loses_nothing(query):
    visit = choose(open_page(PAGE), PAGE, query=query)
    assert "A backslash begins" in sentences(visit)
    assert visit.text_input(key=f"{PAGE}.query").value == query
    assert f"{PAGE}.hits" not in components(visit)
    assert [heading.value for heading in visit.header][-5:] == list(labels.PARTS)
    for switch in answers(visit):
        switch.set_value(True)
    assert not visit.run().exception
    choose(visit, PAGE, query="chair")
    assert everything(visit) == everything(open_page(PAGE))


def test_an_empty_query_lists_the_whole_vocabulary():
    visit = choose(open_page(PAGE), PAGE, query="")
    assert figures(visit)["tokens found"] == "50,257"
    assert part(visit, "hits")["asked"] is None
    assert [hit["made"] for hit in hits(visit)] == ["byte"] * 30


def test_pages_cover_every_hit_once():
    visit = choose(open_page(PAGE), PAGE, query="the")
    count = int(figures(visit)["tokens found"].replace(",", ""))
    pages = -(-count // 30)
    assert visit.number_input(key=f"{PAGE}.part").label == f"Page, of {pages}"
    seen = []
    for number in range(1, pages + 1):
        seen += [hit["id"] for hit in hits(choose(visit, PAGE, part=number))]
    expected = [i for i in range(50_257) if b"the" in load("gpt2").token_bytes(i).lower()]
    assert seen == expected
    assert len(seen) == count
    last = hits(visit)
    assert hits(choose(visit, PAGE, part=pages + 1)) == last
    assert f"There are {pages} pages. This is the last." in sentences(visit)
    choose(visit, PAGE, query="them")
    assert hits(visit)[0]["id"] == visit.number_input(key=f"{PAGE}.id").value
    choose(visit, PAGE, query="the")
    assert [hit["id"] for hit in hits(visit)] == expected[:30], "another question starts on the first page"


@pytest.mark.parametrize(
    "choices, count, words",
    [
        ({"kind_of_token": "special"}, "2", "Only special."),
        ({"kind_of_token": "part"}, "1,562", "Only parts of characters."),
        ({"kind_of_token": "single"}, "256", "Only single bytes or characters."),
        ({"script": "Ethiopic"}, "0", "Only with letters of Ethiopic."),
        (
            {"unit": "bytes", "shortest": 128, "longest": 128},
            "1",
            "of at least 128 bytes, of at most 128 bytes.",
        ),
        ({"shortest": 100}, None, "Only of at least 100 characters."),
    ],
)
def test_filters_count_exactly_and_are_said(choices, count, words):
    visit = choose(open_page(PAGE), PAGE, tokenizer="o200k_base", query="", **choices)
    if count is None:
        tokens = map(load("o200k_base").token_bytes, range(199_998))
        count = f"{sum(len(token.decode(errors='ignore')) >= 100 for token in tokens)}"
    assert figures(visit)["tokens found"] == count
    assert any(caption.value.endswith(words) for caption in visit.caption)


def test_obscene_tokens_are_counted_but_neither_drawn_nor_written():
    visit = choose(open_page(PAGE), PAGE, tokenizer="o200k_base", query="成人")
    hidden = [i for i in range(199_998) if "成人".encode() in load("o200k_base").token_bytes(i)]
    assert figures(visit)["tokens found"] == f"{len(hidden)}" != "0"
    assert all(hit["token"] is None and hit["hex"] == "" for hit in hits(visit))
    assert "not shown, but counted" in part(visit, "hits")["note"]
    assert "is obscene, so its card is not shown" in sentences(visit)
    assert f"{PAGE}.card" not in components(visit)
    choose(visit, PAGE, query="", id=OBSCENE)
    assert obscene(load("o200k_base").decode([OBSCENE]))
    assert "is obscene" in sentences(visit)


def test_the_widest_searches_send_little_to_the_browser():
    visit = choose(open_page(PAGE), PAGE, tokenizer="o200k_base", query="", shortest=60)
    sent = sum(len(json.dumps(data)) for data in components(visit).values()) + len(json.dumps(chart(visit)))
    assert len(hits(visit)) == 30
    for hit in hits(visit):
        assert hit["cut"] == (len(load("o200k_base").token_bytes(hit["id"])) > 64)
        assert len(hit["token"]["bytes"]) <= 64
    assert sent < 300_000


# --- one token ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, token_id, owner, tree",
    [
        ("gpt2", 256, "token 256 of gpt2", True),
        ("gpt2", 255, "token 255 of gpt2", False),
        ("smollm2", 0, "token 0 of smollm2", False),
        ("o200k_base", 199999, "token 199,999 of o200k_base", False),
    ],
)
def test_an_id_opens_a_card_with_its_merges(name, token_id, owner, tree):
    visit = choose(open_page(PAGE), PAGE, tokenizer=name, id=token_id)
    card = part(visit, "card")
    assert card["owner"] == owner
    assert bool(card["tree"]) is tree


@pytest.mark.parametrize(
    "name, token_id, last", [("gpt2", 50257, "50,256"), ("cl100k_base", 100256, "100,276")]
)
def test_an_id_without_a_token_gets_a_sentence(name, token_id, last):
    visit = choose(open_page(PAGE), PAGE, tokenizer=name, id=token_id)
    assert f"has no token with the id {token_id}. Its ids go from 0 to {last}." in sentences(visit)
    assert [heading.value for heading in visit.header][-5:] == list(labels.PARTS)
