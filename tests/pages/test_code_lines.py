"""The lines under *In code*, run by themselves, give the figures on the screen."""

import pytest

import tokcore
from tests.pages import labels
from tests.pages.labels import COMPARE, MERGES, TRACE
from tests.pages.reading import (
    choose,
    components,
    go_to,
    kept_names,
    last_row,
    open_page,
    press,
    run_in_code,
    stages,
    strips,
    token_ids,
)

TEXTS = [None, 'it\'s "quoted" \\ and {braced}\n\ttwice', "naïve 你好 🤗 \x00\x04", "12345678"]


@pytest.mark.parametrize("names", [["gpt2", "o200k_base"], ["smollm2"], ["cl100k_base"]])
@pytest.mark.parametrize("text", [*TEXTS, ""])
def test_compare(names, text):
    visit = choose(open_page(COMPARE, text), COMPARE, tokenizers=names)
    count, pairs = run_in_code(visit)
    strip = strips(visit)[names[0]]
    assert f"{count:,}" == strip["count"]
    assert [token_id for token_id, _ in pairs] == token_ids(strip)
    assert [list(data) for _, data in pairs] == [tile["bytes"] for tile in strip["tokens"]]


def test_compare_with_a_shortened_text():
    visit = open_page(COMPARE, "word " * 5_000)
    assert f"{run_in_code(visit)[0]:,}" == strips(visit)["gpt2"]["count"]


@pytest.mark.parametrize("scheme", ["bytes", "words"])
def test_compare_with_a_kept_tokenizer_alone(scheme):
    visit = choose(open_page(TRACE), TRACE, scheme=scheme)
    go_to(press(visit, labels.KEEP), COMPARE)
    kept = kept_names(visit)
    strip = strips(choose(visit, COMPARE, tokenizers=kept))[kept[0]]
    assert f"{run_in_code(visit)[0]:,}" == strip["count"], "the code is of a tokenizer on the screen"


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        (None, {}),
        (None, {"scheme": "words"}),
        (TEXTS[1], {"merges": 6, "pattern": "gpt2"}),
        (TEXTS[1], {"scheme": "words", "merges": 2}),
        ("zy zy ba ba", {"merges": 6, "ties": "huggingface"}),
        ("zy zy ba ba", {"merges": 600, "ties": "smallest-id"}),
        (TEXTS[2] * 3, {"merges": 9, "pattern": "smollm2"}),
        (None, {"corpus": "botchan", "merges": 5, "pattern": "o200k"}),
        (None, {"corpus": "botchan", "scheme": "words", "merges": 5}),
    ],
)
def test_a_training_run(text, choices):
    check_training(choose(open_page(TRACE, text), TRACE, **choices))


def test_a_training_run_with_an_own_pattern():
    visit = open_page(TRACE, "it's 'hug' \"hug\"", other="'hug'")
    check_training(choose(visit, TRACE, pattern="my own", regex=r"""['"]|\w+|\s"""))


def check_training(visit):
    (merged, count, length), tokens = run_in_code(visit)
    shown = components(visit)["bpe_trace.training"]["steps"][-1]
    assert (count, length) == (shown["count"], shown["length"])
    token = shown["token"]
    spelled = bytes(token["bytes"]) if "bytes" in token else token["text"] + "</w>" * token["ends"]
    assert merged == spelled
    assert tokens == last_row(components(visit)["bpe_trace.encode_step"])


@pytest.mark.parametrize("text", [*TEXTS, "", "word " * 200])
def test_smollm2(text):
    visit = open_page(MERGES, text)
    ids, chunks = run_in_code(visit)
    assert [str(token_id) for token_id in ids] == stages(visit)[4]
    assert [chunk for chunk, _ in chunks] == stages(visit)[1]
    ranks = [rank for _, ranks in chunks for rank in ranks]
    assert ranks == [step["rank"] for step in components(visit)["smollm2_merges.step"]["steps"]]
    assert tokcore.load("smollm2").decode(ids)[:4] == "".join(stages(visit)[1])[:4]
