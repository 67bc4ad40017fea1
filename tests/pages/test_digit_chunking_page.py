"""Digits: tiles are tokcore's pieces in their columns, cuts out of line are marked, every control acts."""

import json

import pytest

from tests.pages import labels
from tests.pages.reading import (
    answers,
    components,
    open_page,
    press,
    run_in_code,
    sentences,
    shared_link,
)
from tokcore.digits import RULES, by_pattern, cut_of, out_of_line, survey_of

PAGE = "digit_chunking"
FIRST_LOOK = ["gpt2", "o200k_base", *RULES]
EVERY = ["gpt2", "cl100k_base", "o200k_base", "smollm2", *RULES]
OWN = "my own rule"


def blocks(visit) -> dict[str, dict]:
    return {block["name"]: block for block in components(visit)[f"{PAGE}.columns"]["blocks"]}


def pieces(block: dict) -> list[tuple[str, ...]]:
    return [tuple(token["text"] for token in row["tokens"]) for row in block["rows"]]


def marked(block: dict) -> list[set[str]]:
    """The pieces of each row after which a cut is marked as out of line."""
    return [{token["text"] for token in row["tokens"] if token.get("out")} for row in block["rows"]]


def tables(visit) -> list:
    return [frame.value for frame in visit.dataframe]


def chart(visit) -> dict:
    (element,) = visit.get("vega_lite_chart") or visit.get("arrow_vega_lite_chart")
    return json.loads(element.proto.spec)


def choose(visit, prompt: str):
    visit.button_group(key=f"{PAGE}.prompt").set_value(prompt).run()
    assert not visit.exception, visit.exception
    return visit


def cut_by(visit, *names):
    visit.pills(key=f"{PAGE}.ways").set_value(list(names)).run()
    assert not visit.exception, visit.exception
    return visit


def own_prompt(text: str):
    """The page with a prompt of one's own, as the person has typed it."""
    visit = choose(open_page(PAGE), "my own")
    visit.text_input(key=f"{PAGE}.own").set_value(text).run()
    assert not visit.exception, visit.exception
    return visit


def test_the_first_look_draws_the_sum_under_tokenizers_and_rules():
    visit = open_page(PAGE)
    assert visit.title[0].value == "Where does a tokenizer cut a number?"
    assert visit.caption[0].value == "In the wild · Digits"
    assert sentences(visit) == ""
    assert list(blocks(visit)) == FIRST_LOOK
    for name, block in blocks(visit).items():
        assert pieces(block) == [cut_of(name)(number) for number in ("4815", "16234", "21049")]
    assert [heading.value for heading in visit.header][-5:] == list(labels.PARTS)


def test_cuts_out_of_line_are_marked_and_counted():
    shown = blocks(open_page(PAGE))
    assert marked(shown["o200k_base"]) == [{"481"}, {"162"}, {"210"}]
    assert marked(shown["gpt2"]) == [{"48"}, {"16"}, {"210"}]
    assert shown["gpt2"]["verdict"] == "2 places where cuts are out of line"
    for name in ("single digits", "three from the right", "with separators"):
        assert marked(shown[name]) == [set(), set(), set()]
        assert shown[name]["verdict"] == "every cut in line"


@pytest.mark.parametrize("prompt", ["123+456=", "1234+5678=", "12345678"])
def test_other_prompts_are_cut_as_tokcore_cuts_them(prompt):
    visit = cut_by(choose(open_page(PAGE), prompt), *EVERY)
    numbers = prompt.strip("=").split("+")
    rows = [*numbers, str(sum(map(int, numbers)))] if len(numbers) > 1 else numbers
    for name, block in blocks(visit).items():
        splits = [cut_of(name)(number) for number in rows]
        assert pieces(block) == splits
        assert [len(found) for found in marked(block)] == [len(out) for out in out_of_line(splits)]
        asked = sum(map(len, splits[: len(numbers)])) + (len(numbers) if len(numbers) > 1 else 0)
        count = f"{asked} + {len(splits[-1])}" if len(numbers) > 1 else f"{asked}"
        assert block["count"] == count


def test_every_digit_stands_in_the_column_of_its_place():
    for block in blocks(cut_by(choose(open_page(PAGE), "1234+5678="), *EVERY)).values():
        names = block["columns"]
        for row in block["rows"]:
            number = "".join(token["text"] for token in row["tokens"] if token["text"] != ",")
            for token in row["tokens"]:
                columns = names[token["from"] : token["from"] + token["span"]]
                if token["text"] == ",":
                    assert columns == [""]
                    continue
                assert len([column for column in columns if column]) == len(token["text"]) == token["span"]
            units = [
                name
                for token in row["tokens"]
                for name in names[token["from"] : token["from"] + token["span"]]
                if name
            ]
            assert units == ["1k", "100", "10", "1"][-len(number) :]


def test_a_token_says_what_it_stands_for():
    token = blocks(choose(open_page(PAGE), "1234+5678="))["o200k_base"]["rows"][0]["tokens"][0]
    assert token["says"] == "thousands to tens: 123 × 10"
    token = blocks(choose(open_page(PAGE), "123+456="))["o200k_base"]["rows"][0]["tokens"][0]
    assert token["says"] == "hundreds to ones"


def test_the_drawback_of_each_rule_stands_beside_it():
    shown = blocks(cut_by(open_page(PAGE), *EVERY))
    assert all(len(block["drawback"]) > 30 for block in shown.values())
    assert {name: shown[name]["drawback"] for name in RULES} == {
        name: rule.drawback for name, rule in RULES.items()
    }


def test_which_digits_share_a_token_is_written_out():
    frame = tables(choose(open_page(PAGE), "1234+5678="))[0]
    assert list(frame.columns) == ["cut by", "1: 1234", "2: 5678"]
    rows = frame.set_index("cut by")
    assert list(rows.loc["o200k_base"]) == ["thousands to tens · ones"] * 2
    assert list(rows.loc["gpt2"]) == ["thousands to hundreds · tens to ones", "thousands · hundreds to ones"]
    assert list(rows.loc["three from the right"]) == ["thousands · hundreds to ones"] * 2


def test_the_splits_of_all_numbers_are_charted():
    visit = open_page(PAGE)
    assert "### gpt2 cuts the numbers from 1 to 10,000 in 11 ways" in [m.value for m in visit.markdown]
    assert "2 + 2: 5,807" in chart(visit)["description"]
    assert chart(visit)["encoding"]["x"]["title"] == "how many numbers"
    visit.selectbox(key=f"{PAGE}.shapes").set_value("o200k_base").run()
    assert "### o200k_base cuts the numbers from 1 to 10,000 in 5 ways" in [m.value for m in visit.markdown]
    assert "3 + 1: 9,000" in chart(visit)["description"]
    behind = tables(visit)[1]
    assert list(behind["numbers"]) == [9, 90, 900, 9_000, 1]


def test_prices_stand_in_a_table():
    prices = tables(open_page(PAGE))[-1].set_index("cut by")
    assert list(prices.index) == FIRST_LOOK
    for name in FIRST_LOOK:
        found = survey_of(name)
        row = prices.loc[name]
        assert row["different splits"] == len(found.shapes)
        assert row["tokens per number"] == round(found.tokens / 10_000, 2)
        assert row["additions out of line, %"] == round(100 - found.in_line / 10, 1)
        assert row["pieces to learn"] == len(found.pieces)
    assert prices.loc["gpt2", "different splits"] == 11


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (r"(?r)\d{1,2}", ["in 99% of the numbers the last digit moves", "1.05 times the tokens"]),
        (r"\d{1,2}", ["651 of 1,000 additions have a cut out of line"]),
        (r"\d+", ["10,000 of its 10,000 pieces stand in fewer than 20 numbers"]),
        (r"\d", ["2.05 times the tokens of three from the right"]),
    ],
)
def test_a_rule_of_ones_own_is_drawn_with_its_price(rule, says):
    visit = cut_by(open_page(PAGE), "gpt2", OWN)
    visit.text_input(key=f"{PAGE}.rule").set_value(rule).run()
    assert not visit.exception
    block = blocks(visit)[OWN]
    assert pieces(block) == [by_pattern(rule)(number) for number in ("4815", "16234", "21049")]
    for part in says:
        assert part in block["drawback"]
    assert OWN in list(tables(visit)[-1]["cut by"])


@pytest.mark.parametrize("rule", ["(", "[", "1" * 199 + "("])
def test_a_rule_that_is_no_pattern_gets_a_sentence_and_stays(rule):
    visit = cut_by(open_page(PAGE), OWN)
    visit.text_input(key=f"{PAGE}.rule").set_value(rule).run()
    assert not visit.exception
    assert "not a regular expression" in sentences(visit)
    assert visit.text_input(key=f"{PAGE}.rule").value == rule


def test_a_rule_that_matches_no_digit_says_so_and_leaves_the_numbers_whole():
    visit = cut_by(open_page(PAGE), OWN)
    visit.text_input(key=f"{PAGE}.rule").set_value("[a-z]").run()
    assert "matches no digit here" in sentences(visit)
    assert pieces(blocks(visit)[OWN]) == [("4815",), ("16234",), ("21049",)]


@pytest.mark.parametrize("text", ["", "abc", "1-2", "1.5", "12,345", "<b>1</b>", "٣"])
def test_what_is_no_number_gets_a_sentence_and_stays(text):
    visit = own_prompt(text)
    assert "Write a whole number or an addition" in sentences(visit)
    assert visit.text_input(key=f"{PAGE}.own").value == text
    press(visit, labels.RESET)
    assert list(blocks(visit)) == FIRST_LOOK
    assert sentences(visit) == ""


@pytest.mark.parametrize(("text", "sentence"), [("1" * 13, "13 digits"), ("1+2+3+4+5", "5 numbers")])
def test_too_many_digits_or_numbers_get_a_sentence(text, sentence):
    assert sentence in sentences(own_prompt(text))


@pytest.mark.parametrize("text", ["999+1", "7", "9" * 12 + "+" + "9" * 12, "1+2+3+4", "007 + 08 ="])
def test_own_prompts_are_drawn(text):
    visit = own_prompt(text)
    numbers = text.replace(" ", "").strip("=").split("+")
    for block in blocks(visit).values():
        written = ["".join(token for token in row if token != ",") for row in pieces(block)]
        assert written[: len(numbers)] == numbers
        assert len(numbers) == 1 or int(written[-1]) == sum(map(int, numbers))
    assert sentences(visit) == ""


def test_with_nothing_to_cut_by_the_page_asks_for_something():
    visit = cut_by(open_page(PAGE))
    assert "Pick at least one" in sentences(visit)
    assert list(blocks(press(visit, labels.RESET))) == FIRST_LOOK


def test_the_answers_are_computed_from_the_tokenizers():
    visit = open_page(PAGE)
    for switch in answers(visit):
        switch.set_value(True)
    neighbours, columns, separated = (text.value for text in visit.run().text[-3:])
    assert neighbours.splitlines()[1:3] == ["520: 520", "521: 5 · 21"]
    assert columns.startswith("No.\n")
    assert "123 has hundreds to ones" in columns
    assert "1234 has thousands to tens | ones" in columns
    assert separated.splitlines()[0] == (
        "4815 and 16234 are cut in line by 1 of 4 tokenizers as written, by 4 with separators."
    )
    assert (
        "o200k_base: 481 | 5 and 162 | 34 (not in line)  →  4 | , | 815 and 16 | , | 234 (in line)"
    ) in separated


@pytest.mark.parametrize(
    ("text", "two"),
    [("7", "4815 and 16234"), ("12345678+2345", "2345 and 12345678"), ("123+4567", "4815 and 16234")],
)
def test_separators_are_tried_on_two_numbers_of_different_length(text, two):
    visit = own_prompt(text)
    answers(visit)[2].set_value(True)
    assert visit.run().text[-1].value.startswith(two)


@pytest.mark.parametrize(
    ("text", "says"),
    [("999+1=", "2 more that have no tile: + and =."), ("1+2+3", "3 more that have no tile: +, + and =.")],
)
def test_what_is_counted_beside_the_tiles_is_said(text, says):
    assert says in components(own_prompt(text))[f"{PAGE}.columns"]["hint"]
    assert "Counted" not in components(own_prompt("7"))[f"{PAGE}.columns"]["hint"]


def test_every_prompt_is_a_visible_choice():
    assert open_page(PAGE).button_group(key=f"{PAGE}.prompt").proto.options[-1].content == "my own"


@pytest.mark.parametrize("name", ["gpt2", "single digits", OWN])
def test_the_lines_in_code_give_what_is_drawn(name):
    visit = cut_by(open_page(PAGE), name)
    splits, out, shared, ways = run_in_code(visit)
    block = blocks(visit)[name]
    assert splits == pieces(block)
    assert [len(cuts) for cuts in out] == [len(found) for found in marked(block)]
    assert " · ".join(shared[0]) == tables(visit)[0].iloc[0, 1]
    assert ways == tables(visit)[-1]["different splits"][0]


def test_a_link_carries_a_persons_own_prompt_only_when_asked():
    visit = own_prompt("70+30")
    assert "own" not in shared_link(visit)
    visit.checkbox(key=f"{PAGE}.share").set_value(True).run()
    assert shared_link(visit)["own"] == ["70+30"]
    again = choose(open_page(PAGE, link={"own": "70+30"}), "my own")
    assert pieces(blocks(again)["single digits"])[0] == ("7", "0")


def test_reset_brings_every_choice_back():
    fresh = components(open_page(PAGE))
    visit = cut_by(own_prompt("999+1="), "smollm2", OWN)
    visit.text_input(key=f"{PAGE}.rule").set_value(r"\d").run()
    visit.selectbox(key=f"{PAGE}.shapes").set_value("smollm2").run()
    assert components(visit) != fresh
    press(visit, labels.RESET)
    assert components(visit) == fresh
    assert "11 ways" in " ".join(m.value for m in visit.markdown)
