"""The page on special tokens: one text in three ways, and the list of all special tokens."""

import pytest
import tokenizers

from tests.pages import labels
from tests.pages.reading import (
    choose,
    components,
    go_to,
    has_button,
    open_page,
    press,
    run_in_code,
    sentences,
    shared_link,
)
from tests.pages.special_tokens import (
    END,
    EXAMPLE,
    NAMES,
    NESTED,
    NOVEL,
    PAGE,
    QUESTION,
    VIEWS,
    drawn,
    everything,
    figures,
    ids,
    look,
    outlined,
    said,
    table,
)
from tokcore import load
from tokcore.published import FILES, reference
from ui.special_tokens.ways import DEFAULTS


@pytest.fixture(scope="module")
def smollm2():
    return tokenizers.Tokenizer.from_file(str(FILES / "smollm2.json"))


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_has_the_pages_anatomy_and_no_notice(view, time_machine):
    visit = look(view)
    assert [title.value for title in visit.title] == [QUESTION]
    assert visit.caption[0].value == "In the wild · Special tokens"
    assert [heading.value for heading in visit.header][-len(labels.PARTS) :] == list(labels.PARTS)
    assert sentences(visit) == ""
    assert has_button(visit, labels.RESET)
    assert visit.get("download_button")


def test_the_page_says_what_a_typed_special_string_does():
    lead = " ".join(block.value for block in look().markdown)
    assert "that string is only text: several ordinary tokens, and nothing ends" in lead
    assert "becomes the one special token when the program that encodes the text allows it" in lead
    assert "never allow it in a text that somebody else wrote" in lead


# --- three ways ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, special", list(zip(NAMES, (50256, 100257, 199999, 0))))
def test_the_first_look_shows_the_example_in_three_ways(name, special, smollm2):
    visit = look()
    strips = drawn(visit)
    if name == "smollm2":
        allowed = smollm2.encode(EXAMPLE, add_special_tokens=False).ids
    else:
        allowed = reference(name).__self__.encode(EXAMPLE, allowed_special="all")
    assert ids(visit, name, "as plain text") == reference(name)(EXAMPLE)
    assert ids(visit, name, "allowed") == allowed
    assert outlined(strips[f"{name}, as plain text"]) == []
    assert outlined(strips[f"{name}, allowed"]) == [special]
    assert strips[f"{name}, refused"]["tokens"] == []
    assert f"'{END}' at character 7;" in strips[f"{name}, refused"]["instead"]
    counts = [strips[f"{name}, {way}"]["count"] for way in ("as plain text", "allowed", "refused")]
    assert counts == ["13", "7", "no ids"]
    assert components(visit)[f"{PAGE}.strips"]["hint"].startswith(
        "This text holds 1 special string of each of these tokenizers."
    )


def test_the_trained_tokenizers_figures_are_on_the_page(time_machine):
    visit = press(look(), "a beginning mark")
    assert components(visit)[f"{PAGE}.text.box"]["text"] == "<bos>the time machine"
    assert ids(visit, NOVEL, "as plain text") == [60, 98, 111, 115, 62, 341, 513, 680]
    assert ids(visit, NOVEL, "allowed") == [1025, 341, 513, 680]
    assert "'<bos>' at character 0;" in drawn(visit)[f"{NOVEL}, refused"]["instead"]
    assert "<pad> 1,024, <bos> 1,025, <eos> 1,026. That makes 1,027." in said(visit)
    for way in ("allowed", "refused"):
        assert (
            ids(visit, "gpt2", way)
            == ids(visit, "gpt2", "as plain text")
            == reference("gpt2")("<bos>the time machine")
        )
    hint = components(visit)[f"{PAGE}.strips"]["hint"]
    assert f"0 of gpt2, 0 of smollm2, 1 of {NOVEL}. Where there is none" in hint


def test_a_kept_tokenizer_without_special_tokens_gives_three_times_the_same():
    visit = press(open_page(labels.TRACE), labels.KEEP)
    go_to(visit, PAGE)
    name = visit.pills(key=f"{PAGE}.tokenizers").options[-1]
    choose(visit, PAGE, tokenizers=[name])
    assert ids(visit, name, "refused") == ids(visit, name, "allowed") == ids(visit, name, "as plain text")
    assert "No special string of these tokenizers" in components(visit)[f"{PAGE}.strips"]["hint"]
    assert run_in_code(visit) == [ids(visit, name, "allowed")] * 2 + [None]
    assert f"{PAGE}.tokenizers" not in shared_link(visit)
    choose(visit, PAGE, kind="all")
    assert "None of these tokenizers has a special token." in said(visit)


@pytest.mark.parametrize(
    "text, special",
    [
        (NESTED, [50256]),
        (END * 3, [50256] * 3),
        ("", []),
        ("\x00\ufffd" + END, [50256]),
        ("<|endoftext|", []),
        ("السلام" + END + "你好", [50256]),
    ],
    ids=ascii,
)
def test_texts_of_all_kinds_are_read_in_three_ways(text, special):
    visit = choose(look(text=text), PAGE, tokenizers=["gpt2"])
    encoding = reference("gpt2").__self__
    assert ids(visit, "gpt2", "as plain text") == encoding.encode_ordinary(text)
    assert ids(visit, "gpt2", "allowed") == encoding.encode(text, allowed_special="all")
    assert outlined(drawn(visit)["gpt2, allowed"]) == special
    assert (drawn(visit)["gpt2, refused"]["count"] == "no ids") == bool(special)
    plain, allowed, refused = run_in_code(visit)
    assert (plain, allowed) == (ids(visit, "gpt2", "as plain text"), ids(visit, "gpt2", "allowed"))
    assert refused == drawn(visit)["gpt2, refused"]["instead"]


@pytest.mark.parametrize("place, first", [(0, 0), (100, 0), (19_000, 1)])
def test_of_a_long_text_the_part_with_the_first_special_string_is_drawn(place, first):
    words = "word " * 4_000
    text = (words[:place] + END + words)[:20_000]
    visit = choose(look(text=text), PAGE, tokenizers=["gpt2", "smollm2"])
    for name in ("gpt2", "smollm2"):
        plain, allowed = drawn(visit)[f"{name}, as plain text"], drawn(visit)[f"{name}, allowed"]
        assert plain["count"] == f"{len(reference(name)(text)):,}"
        assert outlined(allowed) == [load(name).specials[END]]
        assert len(plain["tokens"]) <= 240
        assert (plain["tokens"][0]["start"] > 0) == first
        assert "every count covers all of them" in plain["cut"]
        assert ("shortly before the first special string" in plain["cut"]) == first
    assert len(str(components(visit))) < 1_000_000


def test_a_clicked_or_the_first_special_token_has_its_card():
    card = components(look())[f"{PAGE}.card"]
    assert card["owner"] == "token 50,256 of gpt2"
    assert "no merge makes it" in card["noTree"]
    assert [line["value"] for line in card["elsewhere"]] == [
        f"a special token too, id {i}; as plain text 7 tokens" for i in ("100,257", "199,999", "0")
    ]
    visit = look()
    visit.session_state[f"{PAGE}.picked"] = {"tokenizer": "smollm2, as plain text", "id": 44}
    assert components(visit.run())[f"{PAGE}.card"]["owner"] == "token 44 of smollm2"
    press(visit, labels.RESET)
    assert components(visit)[f"{PAGE}.card"] == card
    assert components(look(text="plain"))[f"{PAGE}.card"]["owner"].endswith("of gpt2")
    assert f"{PAGE}.card" not in components(look(text=""))


def test_what_libraries_do_is_what_they_do(smollm2):
    enc = reference("gpt2").__self__
    quiet = tokenizers.Tokenizer.from_file(str(FILES / "smollm2.json"))
    quiet.encode_special_tokens = True

    def result(encode, plain, special):
        try:
            given = encode(EXAMPLE)
        except ValueError:
            return "refused, with an error"
        return {len(plain): "plain text", len(special): "the special token"}[len(given)]

    gpt2 = reference("gpt2")(EXAMPLE), enc.encode(EXAMPLE, allowed_special="all")
    small = reference("smollm2")(EXAMPLE), load("smollm2").encode(EXAMPLE, allowed_special="all")
    done = [
        result(load("gpt2").encode, *gpt2),
        result(enc.encode, *gpt2),
        result(enc.encode_ordinary, *gpt2),
        result(smollm2.encode, *small),
        result(quiet.encode, *small),
    ]
    assert [row[2] for row in DEFAULTS] == done
    assert [[cell["words"] for cell in row] for row in table(look(), "defaults")] == [*map(list, DEFAULTS)]


def test_without_a_tokenizer_a_sentence_asks_for_one_and_the_page_goes_on():
    visit = choose(look(text="kept"), PAGE, tokenizers=[])
    assert "Pick at least one tokenizer" in sentences(visit)
    assert components(visit)[f"{PAGE}.text.box"]["text"] == "kept"
    assert [strip.partition(",")[0] for strip in drawn(visit)] == ["gpt2"] * 3
    assert has_button(visit, labels.RESET)
    assert visit.get("download_button")


def test_the_texts_to_try_change_the_picture_and_nothing_is_lost():
    for label, text in (("one inside another", NESTED), ("special strings only", "<|im_start|>")):
        visit = press(look(), label)
        assert text in components(visit)[f"{PAGE}.text.box"]["text"]
        assert components(visit)[f"{PAGE}.text.box"]["version"] == 1
        assert len(drawn(visit)) == 12
        press(visit, labels.RESET)
        assert everything(visit) == everything(look())


# --- all of them --------------------------------------------------------------------------------------------


def test_all_special_tokens_with_their_ids_and_why_no_text_gives_them():
    visit = look("all")
    rows = table(visit, "all")
    listed = [
        (row[0]["words"], int(row[1]["words"].replace(",", "")), bytes(row[2]["tokens"][0]["bytes"]).decode())
        for row in rows
    ]
    expected = [
        (name, i, special)
        for name in NAMES
        for special, i in sorted(load(name).specials.items(), key=lambda item: item[1])
    ]
    assert listed == expected
    assert len(listed) == 1 + 5 + 2 + 17
    for (name, _, special), row in zip(listed, rows):
        plain = reference(name)(special)
        assert row[5]["words"] == f"{len(plain)}"
        assert [bytes(tile["bytes"]) for tile in row[4]["tokens"]] == [*map(load(name).token_bytes, plain)]
        assert "".join(tile["text"] for tile in row[3]["tokens"]) == special
    assert figures(visit) == {
        "special tokens": "25",
        "that merging can give": "0",
        "with an ordinary token spelled the same": "0",
        "tokens of their string as plain text": "3 to 7",
    }
    assert [[cell["words"] for cell in row] for row in table(visit, "where")] == [
        ["gpt2", "1", "50,256", "0 to 50,255", "50,257", "50,257", "0"],
        ["cl100k_base", "5", "100,257 to 100,260, 100,276", "0 to 100,255", "100,261", "100,277", "16"],
        ["o200k_base", "2", "199,999, 200,018", "0 to 199,997", "200,000", "200,019", "19"],
        ["smollm2", "17", "0 to 16", "17 to 49,151", "49,152", "49,152", "0"],
    ]


@pytest.mark.parametrize("name", [*NAMES, NOVEL])
def test_the_code_lines_list_them(name):
    visit = choose(look("all"), PAGE, tokenizers=[name])
    specials, (length, limit), made, listed = run_in_code(visit)
    ((_, count, _, run, shown, largest, _),) = table(visit, "where")
    assert (count["words"], shown["words"], largest["words"]) == (
        str(len(specials)),
        f"{length:,}",
        f"{limit:,}",
    )
    assert run["words"] == f"{made[0]:,} to {made[-1]:,}"
    assert [(token_id, False) for token_id in sorted(specials.values())] == [row[:2] for row in listed]
    if name == NOVEL:
        assert (specials, length) == ({"<pad>": 1024, "<bos>": 1025, "<eos>": 1026}, 1027)
