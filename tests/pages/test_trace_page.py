"""BPE in slow motion: the chapter's figures, every control, patterns that fail, tokenizers that are kept."""

from collections import Counter

import pytest

import tokcore
from tests.pages import labels
from tests.pages.labels import COMPARE, EXAMPLE, TRACE
from tests.pages.reading import (
    answers,
    choose,
    components,
    go_to,
    kept_names,
    last_row,
    open_page,
    press,
    sentences,
    strips,
    write,
)
from tokcore.training import TIES

TOY = EXAMPLE[TRACE]


def compare_links(visit):
    """Links to the page that compares; those to the glossary stand on every page."""
    return [link for link in visit.get("page_link") if link.proto.label == labels.KEPT]


def training(visit) -> dict:
    return components(visit)["bpe_trace.training"]


def replay(visit) -> dict:
    return components(visit)["bpe_trace.encode_step"]


def learned(visit) -> list[bytes | str]:
    """The new token of each step."""
    tokens = [step["token"] for step in training(visit)["steps"]]
    return [bytes(t["bytes"]) if "bytes" in t else t["text"] + "</w>" * t["ends"] for t in tokens]


def with_own_pattern(pattern: str, text: str | None = None):
    return choose(open_page(TRACE, text), TRACE, pattern="my own", regex=pattern)


def test_the_first_look_is_the_chapters_table():
    shown = training(open_page(TRACE))
    assert [shown["length"], *(step["length"] for step in shown["steps"])] == [32, 26, 22, 19]
    assert [step["count"] for step in shown["steps"]] == [6, 4, 3]
    assert learned(open_page(TRACE)) == [b"ug", b"hug", b"hug "]
    assert shown["start"] is None, "the finished picture: the last step"


def test_the_first_look_encodes_with_these_merges():
    assert last_row(replay(open_page(TRACE))) == [
        b"hug",
        b"s",
        b" ",
        b"b",
        b"u",
        b"n",
        b" ",
        b"hug ",
        b"p",
        b"ug",
    ]


def test_steps_tell_runners_up_by_falling_count():
    for step in training(open_page(TRACE))["steps"]:
        counts = [count for _, _, count in step["runnersUp"]]
        assert counts == sorted(counts, reverse=True)
        assert step["count"] >= counts[0]


def test_the_number_of_merges_changes_the_run():
    visit = open_page(TRACE)
    visit.number_input(key="bpe_trace.merges").set_value(5).run()
    expected = tokcore.training_steps(TOY, 5)
    assert [step["count"] for step in training(visit)["steps"]] == [step.count for step in expected]
    assert learned(visit) == [step.merged for step in expected]


def test_the_text_changes_the_run():
    visit = write(open_page(TRACE), TRACE, "banana banana")
    assert learned(visit) == [step.merged for step in tokcore.training_steps("banana banana", 3)]


def test_words_start_from_characters_with_an_end_mark():
    visit = choose(open_page(TRACE), TRACE, scheme="words")
    counts = Counter(TOY.split())
    expected = tokcore.WordBPE.training_steps(counts, 3)
    assert training(visit)["length"] == sum((len(word) + 1) * n for word, n in counts.items())
    assert [step["length"] for step in training(visit)["steps"]] == [step.length for step in expected]
    assert learned(visit) == [step.merged for step in expected]
    shown = last_row(replay(visit))
    assert shown == tokcore.WordBPE.train(counts, 3).encode("hugs bun hug pug")


@pytest.mark.parametrize("pattern", [name for name in tokcore.PATTERNS if name != "none"])
def test_a_named_pattern_cuts_the_text_first(pattern):
    text = "low lower lowest 1234 don't low low\n" * 3
    visit = open_page(TRACE, text)
    visit.selectbox(key="bpe_trace.pattern").set_value(pattern).run()
    expected = tokcore.training_steps(text, 3, pattern=tokcore.PATTERNS[pattern].source)
    assert learned(visit) == [step.merged for step in expected]
    assert [step["length"] for step in training(visit)["steps"]] == [step.length for step in expected]


@pytest.mark.parametrize("ties", TIES)
def test_equal_counts_are_settled_by_the_chosen_rule(ties):
    visit = open_page(TRACE, "zy zy ba ba")
    visit.number_input(key="bpe_trace.merges").set_value(6)
    visit.selectbox(key="bpe_trace.ties").set_value(ties).run()
    assert learned(visit) == [step.merged for step in tokcore.training_steps("zy zy ba ba", 6, ties=ties)]


def test_the_tie_rules_differ_on_that_text():
    assert len({tokcore.training_steps("zy zy ba ba", 6, ties=ties)[0].merged for ties in TIES}) > 1


def test_an_own_pattern_cuts_the_text_first():
    visit = with_own_pattern(r"\w+|\W")
    expected = tokcore.training_steps(TOY, 3, pattern=r"\w+|\W")
    assert learned(visit) == [step.merged for step in expected]


@pytest.mark.parametrize("pattern", ["(", "[", "*", r"\p{Nonsense}", "(?P<a", "(?:a{9999}){9999}"])
def test_a_pattern_that_does_not_compile_gets_a_sentence(pattern):
    visit = with_own_pattern(pattern)
    assert len(visit.error) == 1
    assert visit.error[0].value.endswith(".")
    press(visit, labels.RESET)
    assert learned(visit) == [b"ug", b"hug", b"hug "]


@pytest.mark.parametrize("pattern", ["", "a*", "(?=u)", "zzz", "^", r"(?r)\w+", "(u)(g)"])
def test_a_pattern_that_matches_little_or_nothing_never_breaks_the_page(pattern):
    visit = with_own_pattern(pattern)
    assert sentences(visit) or "bpe_trace.training" in components(visit)


@pytest.mark.parametrize("box", ["text", "other"])
def test_a_pattern_that_would_run_for_ever_is_stopped_with_a_sentence(box, monkeypatch):
    monkeypatch.setattr("tokcore.pretokenize.PATTERN_SECONDS", 0.2)
    visit = open_page(TRACE, **{box: "a" * 60 + "c"})
    choose(visit, TRACE, pattern="my own", regex=r"(a|aa)+$")
    assert "was stopped" in sentences(visit)
    assert visit.title[0].value == labels.QUESTION[TRACE]


@pytest.mark.parametrize("character", ["a", "你", "🤗"])
def test_a_long_text_in_any_script_is_trained_on(character):
    visit = open_page(TRACE, character * 3_000)
    assert not visit.error, visit.error[0].value
    assert training(visit)["length"] == len(character.encode()) * 3_000
    assert "of 3,000 characters" in training(visit)["corpus"]["note"]


def test_the_followed_word_changes_and_may_be_empty():
    visit = open_page(TRACE)
    before = training(visit)["word"]
    visit.text_input(key="bpe_trace.word").set_value("pug").run()
    assert training(visit)["word"] != before
    visit.text_input(key="bpe_trace.word").set_value("").run()
    assert not visit.exception
    assert training(visit)["word"] is None


@pytest.mark.parametrize("scheme", ["bytes", "words"])
@pytest.mark.parametrize("other", ["", " ", "pug", "never seen: 你好 🤗", "<b>", "x" * 300])
def test_any_other_text_is_encoded(scheme, other):
    visit = open_page(TRACE, other=other)
    if scheme == "words":
        choose(visit, TRACE, scheme="words")
        assert last_row(replay(visit)) == tokcore.WordBPE.train(Counter(TOY.split()), 3).encode(other)
    else:
        tok = tokcore.BPETokenizer.train(TOY, 259, specials=())
        assert last_row(replay(visit)) == [tok.token_bytes(i) for i in tok.encode(other)]


def test_when_the_pairs_run_out_the_page_says_so():
    visit = open_page(TRACE)
    visit.number_input(key="bpe_trace.merges").set_value(600).run()
    assert labels.PAIRS_RAN_OUT in sentences(visit)
    assert training(visit)["steps"][-1]["length"] == 1
    answers(visit)[0].set_value(True).run()
    assert "pairs have run out" in visit.text[0].value


def test_the_answers_are_computed_from_this_text():
    visit = open_page(TRACE)
    for switch in answers(visit):
        switch.set_value(True)
    following, overlaps, rules = (text.value for text in visit.run().text)
    step = tokcore.training_steps(TOY, 4)[-1]
    assert (step.left, step.right, step.count, step.tied) == (b"hug ", b"p", 2, 3)
    assert following == (
        "hug· + p, which stands 2 times. 3 other pairs stand as often; the first met in the text wins."
    )
    single = tokcore.training_steps("aaaa aaa", 1)[0]
    assert f"{single.count} times" in overlaps
    assert f"only {single.replaced} merges" in overlaps
    assert len(rules.splitlines()) == len(TIES)
    assert rules.splitlines()[0].startswith("first pair met in the text: ug | hug | hug· | hug·p | ")


@pytest.mark.parametrize(
    ("text", "choices", "says"),
    [
        ("abab", {}, "ab + ab, which stands 1 time. No other pair stands as often."),
        ("aab b", {"ties": "smallest-id"}, "the one with the smallest ids wins."),
        ("hugs", {"scheme": "words"}, "; the smallest pair of strings wins."),
        ("é é", {}, "é + ·, which stands 1 time. 1 other pair stands as often; the first"),
    ],
)
def test_the_next_merge_names_the_rule_only_on_a_tie(text, choices, says):
    visit = choose(open_page(TRACE, text), TRACE, **choices)
    visit.number_input(key="bpe_trace.merges").set_value(1).run()
    answers(visit)[0].set_value(True).run()
    assert says in visit.text[-1].value


@pytest.mark.parametrize("scheme", ["bytes", "words"])
def test_a_kept_tokenizer_can_be_compared(scheme):
    visit = choose(open_page(TRACE), TRACE, scheme=scheme)
    assert not compare_links(visit)
    go_to(press(visit, labels.KEEP), COMPARE)
    assert len(kept_names(visit)) == 1
    choose(visit, COMPARE, tokenizers=["gpt2", *kept_names(visit)])
    own = strips(write(visit, COMPARE, "hug pugs hug"))[kept_names(visit)[0]]
    if scheme == "words":
        expected = tokcore.WordBPE.train(Counter(TOY.split()), 3).encode("hug pugs hug")
    else:
        expected = tokcore.BPETokenizer.train(TOY, 259, specials=()).encode("hug pugs hug")
    assert own["count"] == str(len(expected))
    assert own["check"] is None, "no library has it"
    for text in ("", "你好 unknown", " "):
        write(visit, COMPARE, text)
        assert not visit.exception, visit.exception


def test_only_the_tokenizer_on_screen_is_said_to_be_kept():
    visit = press(open_page(TRACE), labels.KEEP)
    assert len(compare_links(visit)) == 1
    write(visit, TRACE, "an entirely different text, text, text")
    assert not compare_links(visit), "this run was not kept, its namesake was"


def test_two_kept_tokenizers_of_different_texts_are_both_kept():
    visit = press(open_page(TRACE), labels.KEEP)
    press(write(visit, TRACE, "an entirely different text, text, text"), labels.KEEP)
    go_to(visit, COMPARE)
    assert len(kept_names(visit)) == 2


def test_reset_brings_every_choice_back():
    visit = with_own_pattern("[a-z]+| ", "other text, other text")
    choose(
        visit, TRACE, merges=7, ties="smallest-id", word="bun", other="bun", scheme="words", corpus="botchan"
    )
    press(visit, labels.RESET)
    fresh = open_page(TRACE)
    assert training(visit) == training(fresh)
    assert replay(visit) == replay(fresh)
    choose(visit, TRACE, pattern="my own")
    assert visit.text_input(key="bpe_trace.regex").value == " ?\\w+|[^\\w]"
