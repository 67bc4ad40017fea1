"""Compare tokenizers: counts are the libraries' own, every control acts, bad input gets a sentence."""

import pytest

import tokcore
from tests.pages import labels
from tests.pages.labels import COMPARE, EXAMPLE, TRACE
from tests.pages.reading import (
    choose,
    components,
    go_to,
    kept_names,
    open_page,
    press,
    sentences,
    strips,
    token_ids,
    write,
)
from tokcore.published import reference

PUBLISHED = ("gpt2", "cl100k_base", "o200k_base", "smollm2")
LIBRARY = {name: "tokenizers" if name == "smollm2" else "tiktoken" for name in PUBLISHED}


def pick(visit, *names):
    return choose(visit, COMPARE, tokenizers=list(names))


def decoded(visit) -> dict[str, dict]:
    return {strip["name"]: strip for strip in components(visit)["compare.ids.strips"]["strips"]}


@pytest.fixture
def four():
    """The page with all published tokenizers picked."""
    return pick(open_page(COMPARE), *PUBLISHED)


def test_the_first_look_compares_three_tokenizers_on_the_example():
    shown = strips(open_page(COMPARE))
    assert list(shown) == ["gpt2", "o200k_base", "smollm2"]
    for name, strip in shown.items():
        assert token_ids(strip) == tokcore.load(name).encode(EXAMPLE[COMPARE])


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE[COMPARE],
        "",
        "Hello\n\n  world ",
        "12345678",
        "<|endoftext|>",
        "a\x04b",
        "x" * 3_000,
        "你好 " * 900,
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_every_count_and_id_is_the_librarys_and_the_page_says_so(four, text):
    write(four, COMPARE, text)
    for name, strip in strips(four).items():
        ids = reference(name)(text)
        assert strip["count"] == f"{len(ids):,}"
        assert token_ids(strip) == ids[:2_000]
        assert strip["check"] == labels.SAME[LIBRARY[name]]
        assert strip["unit"] == ("token" if len(ids) == 1 else "tokens")


def test_a_wrong_answer_would_be_called_wrong(monkeypatch):
    monkeypatch.setattr("tokcore.published.reference", lambda name: lambda text: [0])
    assert {strip["check"].split()[-1] for strip in strips(open_page(COMPARE)).values()} == {"NO"}


def test_tiles_carry_the_tokens_bytes_and_cover_the_text(four):
    for name, strip in strips(four).items():
        tokenizer = tokcore.load(name)
        assert [bytes(tile["bytes"]) for tile in strip["tokens"]] == [
            tokenizer.token_bytes(tile["id"]) for tile in strip["tokens"]
        ]
        covered = b"".join(bytes.fromhex(tile["hex"]) for tile in strip["tokens"])
        assert covered.decode() == EXAMPLE[COMPARE]
        assert [tile["end"] for tile in strip["tokens"][:-1]] == [t["start"] for t in strip["tokens"][1:]]


def test_more_tokens_than_can_be_drawn_are_counted_and_the_cut_is_told():
    strip = strips(open_page(COMPARE, "a b " * 2_000))["gpt2"]
    assert len(strip["tokens"]) == 2_000
    assert strip["count"] == "4,001"
    assert "first 2,000 of 4,001" in strip["cut"]


def test_a_cut_that_not_all_make_is_marked():
    visit = pick(open_page(COMPARE, "12345678"), "gpt2", "o200k_base")
    shown = strips(visit)
    assert [bytes(t["bytes"]) for t in shown["gpt2"]["tokens"]] == [b"123", b"45", b"678"]
    assert [bytes(t["bytes"]) for t in shown["o200k_base"]["tokens"]] == [b"123", b"456", b"78"]
    assert shown["gpt2"]["disputed"] == [5]
    assert shown["o200k_base"]["disputed"] == [6]
    assert components(visit)["compare.strips"]["difference"]["place"] == 3


def test_tokenizers_that_agree_have_no_difference():
    visit = pick(open_page(COMPARE, "hello"), "gpt2", "cl100k_base")
    assert components(visit)["compare.strips"]["difference"] is None


def test_the_card_first_shows_the_longest_token_of_the_first_strip():
    card = components(open_page(COMPARE))["compare.card"]
    assert card["owner"].endswith("of gpt2")
    longest = max(strips(open_page(COMPARE))["gpt2"]["tokens"], key=lambda tile: tile["end"] - tile["start"])
    assert card["token"]["bytes"] == longest["bytes"]
    assert ["id", f"{longest['id']:,}"] in card["facts"]
    assert {row["name"] for row in card["elsewhere"]} == {"cl100k_base", "o200k_base", "smollm2"}


@pytest.mark.parametrize(
    ("control", "value", "part"),
    [
        ("compare.tokenizers", ["cl100k_base"], "compare.strips"),
        ("compare.tokenizers", ["cl100k_base"], "compare.ids.strips"),
        ("compare.tokenizers", ["cl100k_base"], "compare.card"),
        ("compare.show", ["text", "ids", "bytes"], "compare.strips"),
    ],
)
def test_a_choice_changes_the_picture(control, value, part):
    visit = open_page(COMPARE)
    before = components(visit)[part]
    visit.pills(key=control).set_value(value).run()
    assert components(visit)[part] != before


def test_white_space_marks_can_be_switched_off():
    visit = open_page(COMPARE)
    assert components(visit)["compare.strips"]["marks"] is True
    visit.toggle(key="compare.marks").set_value(False).run()
    assert components(visit)["compare.strips"]["marks"] is False


def test_with_no_tokenizer_or_nothing_to_show_the_page_asks_for_one():
    visit = open_page(COMPARE)
    for control in ("compare.tokenizers", "compare.show"):
        visit.pills(key=control).set_value([]).run()
        assert not visit.exception
        assert labels.PICK_SOMETHING in sentences(visit)
        press(visit, labels.RESET)
        assert sentences(visit) == ""


def test_of_five_picked_tokenizers_four_are_drawn_and_the_fifth_is_named():
    visit = press(open_page(TRACE), labels.KEEP)
    go_to(visit, COMPARE)
    offered = [*PUBLISHED, *kept_names(visit)]
    pick(visit, *offered)
    assert list(strips(visit)) == offered[:4]
    assert labels.FOUR_FIT in sentences(visit)
    assert offered[4] in sentences(visit)


@pytest.mark.parametrize(
    ("written", "meaning"),
    [
        ("15496, 995", b"Hello world"),
        ("[15496, 995]", b"Hello world"),
        ("15496 995", b"Hello world"),
        ("50256", b"<|endoftext|>"),
        ("", b""),
    ],
)
def test_ids_in_any_usual_spelling_are_read_back_as_text(written, meaning):
    visit = open_page(COMPARE, ids=written)
    strip = decoded(visit)["gpt2"]
    assert b"".join(bytes(tile["bytes"]) for tile in strip["tokens"]) == meaning
    assert strip["count"] == str(len(meaning))


@pytest.mark.parametrize("written", ["abc", "1.5", "-1", "1e3", "٣", "0x10", "12 x", "²"])
def test_what_is_no_id_gets_a_sentence(written):
    assert labels.IDS_EXPECTED in sentences(open_page(COMPARE, ids=written))


@pytest.mark.parametrize("written", ["50257", "99999999", "9" * 1_999])
def test_an_unknown_id_is_named_where_it_is_unknown(written):
    strip = decoded(open_page(COMPARE, ids=written))["gpt2"]
    assert strip["tokens"] == []
    assert written in strip["facts"].replace(",", "")


def test_an_id_that_only_some_tokenizers_have_is_read_by_those():
    shown = decoded(open_page(COMPARE, ids="150000"))
    assert shown["o200k_base"]["tokens"]
    assert not shown["gpt2"]["tokens"]


@pytest.mark.parametrize(
    ("text", "names", "holding"),
    [
        ("a<|endoftext|>b", ["gpt2", "smollm2"], "gpt2, smollm2"),
        ("<|im_start|>", ["gpt2", "smollm2"], "smollm2"),
        ("<|im_start|>", ["gpt2"], None),
        ("endoftext", ["gpt2", "smollm2"], None),
    ],
)
def test_a_special_string_is_said_to_be_read_as_plain_text(text, names, holding):
    visit = pick(open_page(COMPARE, text), *names)
    said = [caption.value for caption in visit.caption if "special token of" in caption.value]
    links = [link.proto.page for link in visit.get("page_link") if link.proto.page == "special_tokens"]
    if holding is None:
        assert not said
        assert not links
    else:
        assert said[0].startswith(f"Your text spells out a special token of {holding}. ")
        assert len(links) == 1


def test_reset_brings_every_choice_back():
    visit = open_page(COMPARE)
    fresh = strips(visit), decoded(visit)
    pick(visit, "smollm2")
    visit.pills(key="compare.show").set_value(["ids"])
    visit.toggle(key="compare.marks").set_value(False)
    visit.text_input(key="compare.ids").set_value("7").run()
    press(visit, labels.RESET)
    assert (strips(visit), decoded(visit)) == fresh
    assert components(visit)["compare.strips"]["views"] == ["text"]
    assert components(visit)["compare.strips"]["marks"] is True
