"""Where words end: chunks and their alternatives, two vocabularies, and the trade on other lines."""

import time

import pytest

import tokcore
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
    write,
)
from tokcore.corpora import corpus, held_out
from tokcore.pretokenize import GPT2

PAGE = "pretokenization"
EXAMPLE = "The traveller's clock struck 12,345 times."
ALTERNATIVES = {
    name: [rule for rule, _ in pattern.alternatives] for name, pattern in tokcore.PATTERNS.items()
}


def chunks(visit):
    """The chunks on screen, each with the name of its alternative."""
    data = components(visit)[f"{PAGE}.chunks"]
    return [(chunk["text"], data["rules"][chunk["rule"]]["name"]) for chunk in data["chunks"]]


def lists(visit):
    """Title -> the bytes of the tokens listed under it."""
    data = components(visit)[f"{PAGE}.lists"]
    return {one["title"]: [bytes(token["bytes"]) for token in one["tokens"]] for one in data["lists"]}


def figures(visit):
    return [metric.value for metric in visit.metric]


def traded(visit):
    """Lines -> their bytes per token (without a pattern, with it), from the table behind the chart."""
    table = visit.dataframe[0].value
    return {
        lines: tuple(table[table["lines"] == lines]["bytes per token"])
        for lines in dict.fromkeys(table["lines"])
    }


def ratio(tok, text):
    return len(text.encode()) / len(tok.encode(text))


@pytest.fixture(scope="module")
def learned(time_machine):
    """Vocabulary size -> the tokenizers of the whole novel, without and with GPT-2's pattern."""
    return {
        size: [
            tokcore.BPETokenizer.train(time_machine, size, pattern)
            for pattern in (None, tokcore.GPT2_PATTERN)
        ]
        for size in (1_024, 4_096)
    }


def test_the_first_look_cuts_the_example_as_gpt2_does(time_machine):
    visit = open_page(PAGE)
    assert visit.title[0].value == "Where may a token begin and end?"
    assert sentences(visit) == ""
    assert chunks(visit) == [
        ("The", "letters"),
        (" traveller", "letters"),
        ("'s", "contraction"),
        (" clock", "letters"),
        (" struck", "letters"),
        (" 12", "numbers"),
        (",", "other signs"),
        ("345", "numbers"),
        (" times", "letters"),
        (".", "other signs"),
    ]
    rules = components(visit)[f"{PAGE}.chunks"]["rules"]
    assert [(rule["name"], rule["expression"]) for rule in rules] == list(GPT2.alternatives)
    assert [rule["count"] for rule in rules] == ["1", "5", "2", "2", "0", "0"]


def test_the_first_look_holds_the_figures_of_the_novel(time_machine):
    visit = open_page(PAGE)
    assert figures(visit)[:2] == ["78 of 768", "0 of 768"]
    shown = lists(visit)
    crossing = [token.decode() for token in shown["Across a word boundary"]]
    assert crossing[:8] == [", and ", "of the ", ". I ", ". Th", ". A", ". I", "in the ", "ed to "]
    assert [token.decode() for token in shown["The 20 longest with the pattern"]][:6] == [
        " Psychologist",
        "sychologist",
        " Traveller",
        " Morlocks",
        " darkness",
        " Machine",
    ]


def test_the_longest_and_the_gained_are_one_list_where_they_are_the_same():
    visit = open_page(PAGE)
    assert list(lists(visit)) == [
        "The 20 longest without a pattern",
        "The 20 longest with the pattern",
        "Across a word boundary",
    ]
    hint = components(visit)[f"{PAGE}.lists"]["lists"][1]["hint"]
    assert hint == "Words of this text, and all of them gained: these are the longest of the 614."
    assert "Gained with the pattern" in lists(choose(visit, PAGE, pattern="none"))


def test_what_the_figures_count_is_said():
    (said,) = [caption.value for caption in open_page(PAGE).caption if "256" in caption.value]
    assert "the 1,024 of a vocabulary less the 256 single bytes" in said
    assert "Gained are those that the vocabulary with the pattern has and the one without lacks" in said


@pytest.mark.parametrize("size", [1_024, 4_096])
def test_lists_and_counts_are_those_of_the_two_trainings(size, learned):
    visit = choose(open_page(PAGE), PAGE, size=size)
    made = [[tok.token_bytes(i) for i in range(256, size)] for tok in learned[size]]
    crossing = [[token for token in tokens if b" " in token.strip(b" ")] for tokens in made]
    gained = sorted(set(made[1]) - set(made[0]), key=lambda token: (-len(token), token))
    counted = [f"{len(crossing[0]):,} of {size - 256:,}", f"{len(crossing[1]):,} of {size - 256:,}"]
    assert figures(visit) == [*counted, f"{len(gained):,} of {size - 256:,}"]
    longest = [sorted(tokens, key=lambda token: (-len(token), token))[:20] for tokens in made]
    told_apart = [] if gained[:20] == longest[1] else [gained[:20]]
    assert list(lists(visit).values()) == [*longest, crossing[0][:20], *told_apart]


@pytest.mark.parametrize("size", [1_024, 4_096])
def test_the_trade_is_measured_on_lines_seen_and_unseen(size, time_machine):
    visit = choose(open_page(PAGE), PAGE, size=size)
    training, held = held_out(time_machine)
    toks = [tokcore.BPETokenizer.train(training, size, pattern) for pattern in (None, tokcore.GPT2_PATTERN)]
    shown = traded(visit)
    assert shown["training lines"] == pytest.approx([ratio(tok, training) for tok in toks])
    assert shown["held-out lines"] == pytest.approx([ratio(tok, held) for tok in toks])
    for name, title in [("botchan", "Botchan"), ("furniture_catalogue", "Furniture catalogue")]:
        other = held_out(corpus(name).text).held_out
        assert shown[title] == pytest.approx([ratio(tok, other) for tok in toks])
    leads = [100 * (without / with_it - 1) for without, with_it in list(shown.values())[:2]]
    heading = next(text.value for text in visit.markdown if text.value.startswith("### "))
    assert f"{leads[0]:.1f} % more of the lines it learned from" in heading
    assert f"{leads[1]:.1f} % more of lines it never saw" in heading
    assert leads[0] > leads[1] > 0


@pytest.mark.parametrize("pattern", list(tokcore.PATTERNS))
@pytest.mark.parametrize(
    "text", [EXAMPLE, "", "HTTPServer isn't  3.14159\n\n  Über नमस्ते مرحبا 你好 🤗 ", "a" * 3_000]
)
def test_every_pattern_cuts_and_names_as_tokcore_does(pattern, text):
    visit = choose(open_page(PAGE, text), PAGE, pattern=pattern)
    found = [(chunk.text, chunk.rule) for chunk in tokcore.PATTERNS[pattern].chunks(text)]
    assert chunks(visit) == found
    rules = components(visit)[f"{PAGE}.chunks"]["rules"]
    assert [rule["name"] for rule in rules] == ALTERNATIVES[pattern]
    assert [rule["count"] for rule in rules] == [
        f"{sum(rule == name for _, rule in found):,}" for name in ALTERNATIVES[pattern]
    ]


def test_without_a_pattern_the_two_trainings_are_one_and_the_page_says_so():
    visit = choose(open_page(PAGE), PAGE, pattern="none")
    assert "the two trainings are the same" in sentences(visit)
    assert figures(visit)[0] == figures(visit)[1]
    assert figures(visit)[2] == "0 of 768"


def test_more_chunks_than_can_be_drawn_are_counted_and_the_cut_is_told():
    data = components(open_page(PAGE, "a b " * 2_000))[f"{PAGE}.chunks"]
    assert len(data["chunks"]) == 2_000
    assert "first 2,000 of 4,001" in data["cut"]
    assert sum(int(rule["count"].replace(",", "")) for rule in data["rules"]) == 4_001


def test_an_own_pattern_cuts_and_trains(time_machine):
    visit = choose(open_page(PAGE), PAGE, pattern="my own", regex=r" ?\w+")
    assert chunks(visit)[:3] == [
        ("The", "your pattern"),
        (" traveller", "your pattern"),
        ("'", "no alternative"),
    ]
    assert components(visit)[f"{PAGE}.chunks"]["rules"][1] == {
        "name": "no alternative",
        "expression": "",
        "count": "3",
    }
    own = tokcore.BPETokenizer.train(time_machine, 1_024, r" ?\w+")
    crossing = [token for i in range(256, 1_024) if b" " in (token := own.token_bytes(i)).strip(b" ")]
    assert figures(visit)[1] == f"{len(crossing)} of 768"


@pytest.mark.parametrize("regex", ["(", "[", r"\p{Nonsense}", "(?:a{9999}){9999}"])
def test_a_pattern_that_does_not_compile_gets_a_sentence_and_reset_brings_the_example_back(regex):
    visit = choose(open_page(PAGE), PAGE, pattern="my own", regex=regex)
    assert len(visit.error) == 1
    assert visit.error[0].value.endswith(".")
    press(visit, labels.RESET)
    assert sentences(visit) == ""
    assert chunks(visit)[0] == ("The", "letters")


def test_a_pattern_that_is_slow_on_the_novel_only_is_stopped_with_a_sentence():
    started = time.perf_counter()
    visit = choose(open_page(PAGE, "ok"), PAGE, pattern="my own", regex=r"(?s)(?:.|.|.)*\Zq|.")
    assert time.perf_counter() - started < 25
    assert len(visit.error) == 1


@pytest.mark.parametrize("control, value", [("corpus", "botchan"), ("pattern", "cl100k"), ("size", 4_096)])
def test_every_choice_changes_what_was_learned(control, value):
    visit = open_page(PAGE)
    before = lists(visit), traded(visit)
    choose(visit, PAGE, **{control: value})
    assert lists(visit) != before[0]
    assert traded(visit) != before[1]


def test_the_synthetic_catalogue_is_said_to_be_synthetic():
    visit = choose(open_page(PAGE), PAGE, corpus="furniture_names")
    assert any("synthetic" in caption.value for caption in visit.caption)


def test_the_answers_are_counted(learned, time_machine):
    visit = open_page(PAGE)
    for switch in answers(visit):
        switch.set_value(True)
    the, used, spaces = (text.value for text in visit.run().text)
    counts = []
    for tok in learned[1_024]:
        words = [tok.token_bytes(i).decode("latin-1") for i in range(256, 1_024)]
        letters = ["".join(c if c.isascii() and c.isalpha() else " " for c in word).split() for word in words]
        counts.append(sum("the" in parts for parts in letters))
    assert the == f"Without a pattern in {counts[0]:,} tokens, with it in {counts[1]:,}."
    assert counts[0] > counts[1]
    training, held = held_out(time_machine)
    for line, pattern in zip(used.splitlines(), (None, tokcore.GPT2_PATTERN)):
        tok = tokcore.BPETokenizer.train(training, 1_024, pattern)
        assert line.endswith(f": {sum(i >= 256 for i in set(tok.encode(held))):,} of 768")
    assert spaces.splitlines() == [
        "Here · is a space and | a cut.",
        "none: two·words·12",
        "gpt2: two | ·words | ·12",
        "cl100k, o200k: two | ·words | · | 12",
        "smollm2: two | ·words | · | 1 | 2",
    ]


@pytest.mark.parametrize(
    "choices", [{}, {"pattern": "o200k", "corpus": "botchan"}, {"pattern": "none", "size": 4_096}]
)
def test_the_code_gives_the_figures_on_screen(choices):
    visit = choose(open_page(PAGE), PAGE, **choices)
    cut, crossing, gained, ratios = run_in_code(visit)
    assert [(chunk.text, chunk.rule) for chunk in cut] == chunks(visit)
    assert [f"{count:,}" for count in crossing] == [figure.split()[0] for figure in figures(visit)[:2]]
    shown = lists(visit)
    assert gained == shown.get("Gained with the pattern", shown["The 20 longest with the pattern"])
    assert traded(visit)["held-out lines"] == pytest.approx(ratios)


def test_a_link_carries_the_text_and_the_pattern_and_reset_takes_them_back():
    visit = choose(open_page(PAGE), PAGE, pattern="my own", regex=r"\w+|\W")
    write(visit, PAGE, "naïve 你好")
    next(box for box in visit.checkbox if box.label == labels.SHARE_TEXT).set_value(True).run()
    assert shared_link(visit) == {"text": ["naïve 你好"], "regex": [r"\w+|\W"]}
    again = choose(open_page(PAGE, link=shared_link(visit)), PAGE, pattern="my own")
    assert chunks(again) == chunks(visit)
    press(again, labels.RESET)
    assert "".join(text for text, _ in chunks(again)) == EXAMPLE


@pytest.mark.parametrize(
    "text", [" ", "\x00\x04\x7f\x85", "<script>alert(1)</script>", "\u202enirts ﷽", "🤗" * 390]
)
def test_any_text_is_cut_without_an_exception(text):
    visit = choose(open_page(PAGE), PAGE, pattern="o200k")
    write(visit, PAGE, text)
    assert not visit.exception
    assert "".join(chunk for chunk, _ in chunks(visit)) == text
