"""Look inside a vocabulary: every control acts, the code gives the figures, Reset, links and answers."""

import pytest

from tests.pages import labels
from tests.pages.reading import (
    answers,
    choose,
    components,
    open_page,
    press,
    run_in_code,
    sentences,
    shared_link,
)
from tests.pages.vocabulary import (
    PAGE,
    PUBLISHED,
    chart,
    everything,
    figures,
    hits,
    ids,
    outlined,
    part,
    rows,
)
from tokcore import load
from tokcore.family import ids_of

# --- every control, code, Reset and links -------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, value",
    [
        ("tokenizer", "smollm2"),
        ("query", "table"),
        ("where", "start"),
        ("any_case", False),
        ("kind_of_token", "special"),
        ("script", "Cyrillic"),
        ("shortest", 7),
        ("longest", 6),
        ("id", 256),
        ("word", "bench"),
        ("pair", "48 49"),
        ("spaced", True),
        ("beside", "o200k_base"),
        ("lengths", "characters"),
    ],
)
def test_a_control_changes_the_picture_and_reset_brings_it_back(name, value):
    visit = open_page(PAGE)
    before = everything(visit)
    choose(visit, PAGE, **{name: value})
    assert everything(visit) != before
    press(visit, labels.RESET)
    assert everything(visit) == before
    assert sentences(visit) == ""


def test_the_unit_of_lengths_changes_what_is_found():
    visit = choose(open_page(PAGE), PAGE, query="é", shortest=2)
    before = figures(visit)["tokens found"]
    assert figures(choose(visit, PAGE, unit="bytes"))["tokens found"] != before


@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"tokenizer": "smollm2", "where": "whole", "any_case": False},
        {"tokenizer": "o200k_base", "query": r"\n", "kind_of_token": "merged", "longest": 3},
        {"query": 'it\'s "quoted" {x}', "word": "it's \"{x}\\"},
    ],
)
def test_the_code_lines_give_the_figures_on_screen(choices):
    visit = choose(open_page(PAGE), PAGE, **choices)
    (count, first), found, shared = run_in_code(visit)
    assert f"{count:,}" == figures(visit)["tokens found"]
    assert first == [hit["id"] for hit in hits(visit)][:10]
    name = choices.get("tokenizer", "gpt2")
    cells = rows(visit, "forms")[name][:-1]
    assert found == [ids(cell) for cell in cells]
    assert set(shared) == {i for cell in cells for i in outlined(cell)}


def test_a_link_restores_choices_and_when_asked_what_was_typed():
    typed = {"query": " The", "word": "bench", "two": "sofa settee"}
    choices = {"tokenizer": "smollm2", "where": "start", "part": 2, "id": 300, "pair": "my own"}
    visit = choose(open_page(PAGE), PAGE, pair="my own", **typed)
    assert not set(shared_link(visit)) & set(typed)
    visit.checkbox(key=f"{PAGE}.share").set_value(True).run()
    assert {name: shared_link(visit)[name] for name in typed} == {
        name: [text] for name, text in typed.items()
    }
    link = {f"{PAGE}.tokenizer": "smollm2", f"{PAGE}.where": "at its start", f"{PAGE}.id": "300"}
    opened = open_page(PAGE, link=link | typed | {f"{PAGE}.pair": "my own", f"{PAGE}.part": "2"})
    made = choose(open_page(PAGE, **typed), PAGE, **{n: choices[n] for n in ("tokenizer", "where", "pair")})
    made = choose(made, PAGE, part=2, id=300)
    assert everything(opened) == everything(made)
    assert part(opened, "hits")["chosen"] == 300


@pytest.mark.parametrize(
    "link",
    [
        {"vocabulary.tokenizer": "no such"},
        {"vocabulary.tokenizer": "mine: bytes, 3 merges"},
        {"vocabulary.script": "Klingon"},
        {"vocabulary.id": "99999999"},
        {"vocabulary.id": "nan"},
        {"vocabulary.part": "-3"},
        {"vocabulary.part": "9999"},
        {"query": "x" * 5_000},
        {"query": "\\", "word": "w" * 5_000, "two": "t" * 5_000},
    ],
)
def test_a_damaged_link_opens_a_working_page(link):
    visit = open_page(PAGE, link=link)
    press(visit, labels.RESET)
    assert everything(visit) == everything(open_page(PAGE))
    assert sentences(visit) == ""


def test_answers_are_computed():
    visit = open_page(PAGE)
    assert len(answers(visit)) == 3
    for switch in answers(visit):
        switch.set_value(True)
    visit.run()
    shown = "\n".join(text.value for text in visit.text)
    the = [i for i in range(50_257) if b"the" in load("gpt2").token_bytes(i).lower()]
    alone = [i for i in the if load("gpt2").token_bytes(i).lower() in (b"the", b" the")]
    assert f"{len(the)} tokens of gpt2 hold them. The word alone is {len(alone)} tokens: " in shown
    for name in PUBLISHED:
        numbers = [ids_of(load(name), text)[0] for text in (" chair", " chairs")]
        assert f"{name}: {numbers[0]:,} and {numbers[1]:,}" in shown
    assert "with 128 bytes" in shown


def test_what_a_person_typed_stays_out_of_markdown_charts_and_other_visits():
    typed = {"query": "zzyzx", "word": "zzyzxword", "two": "zzyzx zzyzy"}
    visit = choose(open_page(PAGE), PAGE, pair="my own", **typed)
    for kind in ("markdown", "caption", "title", "header", "metric"):
        assert "zzyz" not in str([element.value for element in visit.get(kind)])
    assert "zzyz" not in str(chart(visit))
    assert everything(open_page(PAGE)) != everything(visit)
    assert "zzyz" not in str(components(open_page(PAGE)))
