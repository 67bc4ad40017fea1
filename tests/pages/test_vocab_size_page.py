"""How large a vocabulary: every figure on the page counted again, and every control."""

from collections import Counter

import pytest

import tokcore
from tests.pages.reading import (
    answers,
    choose,
    components,
    open_page,
    run_in_code,
    sentences,
)
from tokcore.bigram import predict
from tokcore.corpora import corpus, held_out

PAGE = "vocab_size"
NOVELS = {"time_machine": 9_773, "botchan": 10_852, "northanger_abbey": 12_507}
CHARTS = ("curves", "rare", "sizes", "perplexity", "bits", "matrix")
LINES = "red tie\nblue tie\nred hat\nblue hat\nred tie\nblue tie\nred hat\nblue hat\nred coat\nblue coat\n"


def figures(visit):
    return {metric.label: metric.value for metric in visit.metric}


def table(visit, name):
    """The rows behind a chart, or those of the table of sizes."""
    return visit.dataframe[CHARTS.index(name)].value


def headings(visit):
    return "\n".join(text.value for text in visit.markdown if text.value.startswith("### "))


def lists(visit):
    return {one["title"]: one["tokens"] for one in components(visit)[f"{PAGE}.landmarks"]["lists"]}


def own(text):
    """The page with a text that a person typed."""
    return choose(open_page(PAGE, text), PAGE, corpus="own")


def train(text, scheme="bytes"):
    if scheme == "words":
        return tokcore.WordBPE.train(Counter(text.split()), 16_000)
    return tokcore.BPETokenizer.train(text, 16_384, tokcore.GPT2_PATTERN)


def count(tok, text):
    return Counter(tok.encode(text))


def test_the_first_look_is_the_novel_with_1024_tokens(time_machine):
    visit = open_page(PAGE)
    assert visit.title[0].value == "How many tokens should a vocabulary have?"
    assert sentences(visit) == ""
    tok = train(time_machine).truncate(1_024)
    counts = count(tok, time_machine)
    training, held = held_out(time_machine)
    unseen = count(train(training).truncate(1_024), held).total()
    rare = sum(times < 20 for times in counts.values())
    assert counts.total() == 65_741
    assert figures(visit) == {
        "bytes per token, training": "2.72",
        "bytes per token, held out": f"{len(held.encode()) / unseen:.2f}",
        "tokens in use": f"{len(counts):,} of 1,024",
        "seen fewer than 20 times": f"{rare / len(counts):.1%}",
        "embedding parameters": "786,432",
    }


def test_published_tokenizers_stand_on_the_same_chart(time_machine):
    rows = table(open_page(PAGE), "curves")
    rows = rows[rows["tokenizer"].notna()].set_index("tokenizer")
    assert list(rows.index) == ["gpt2", "cl100k_base", "o200k_base", "smollm2"]
    assert dict(rows["tokens"])["gpt2"] == 44_073
    assert dict(rows["tokens"])["o200k_base"] == 42_624
    assert [f"{rows['bytes per token'][name]:.2f}" for name in ("gpt2", "o200k_base")] == ["4.06", "4.20"]
    assert list(rows["vocabulary"]) == [50_256, 100_256, 199_998, 49_135]


@pytest.mark.parametrize("measure", ["bytes per token", "tokens per word", "tokens per line"])
@pytest.mark.parametrize("scheme", ["bytes", "words"])
def test_the_curves_are_counted_with_each_tokenizer(measure, scheme):
    visit = choose(open_page(PAGE), PAGE, corpus="furniture_names", scheme=scheme, measure=measure)
    text = corpus("furniture_names").text
    training, held = held_out(text)
    rows = table(visit, "curves")
    for name, learned, measured in (("training text", text, text), ("held-out lines", training, held)):
        tok = train(learned, scheme)
        curve = rows[rows["measured on"] == name].set_index("merges")[measure]
        assert {0, len(tok.merges)} <= set(curve.index)
        for merges in map(int, curve.index[::20]):
            cut = tok.truncate(256 + merges if scheme == "bytes" else merges)
            whole = len(cut.encode(measured))
            expected = {
                "bytes per token": len(measured.encode()) / whole,
                "tokens per word": whole / len(measured.split()),
                "tokens per line": sum(len(cut.encode(line)) for line in measured.splitlines())
                / len(measured.splitlines()),
            }
            assert curve[merges] == pytest.approx(expected[measure], abs=1e-4)
    assert f"{measure.capitalize()} on the held-out lines" in headings(visit)


@pytest.mark.parametrize("name, size", NOVELS.items())
def test_the_curves_end_where_the_pairs_run_out(name, size):
    visit = choose(open_page(PAGE), PAGE, corpus=name)
    rows = table(visit, "curves")
    assert rows[rows["measured on"] == "training text"]["vocabulary"].max() == size
    assert table(visit, "sizes")["vocabulary"].max() == size
    marked = [f"pairs run out: {size:,}" in str(chart.proto) for chart in visit.get("vega_lite_chart")]
    assert marked == [True, True, False, False, False], "on both charts over the vocabulary size"
    assert list(lists(visit).values())[-1][-1]["note"] == f"{size - 1:,}"


def test_words_run_out_of_pairs_at_12027_merges():
    visit = choose(open_page(PAGE), PAGE, scheme="words", merges=16_000)
    assert "The pairs ran out after 12,027 merges" in sentences(visit)
    assert list(table(visit, "sizes")["merges"]) == [0, 1_000, 2_000, 4_000, 8_000, 12_027]


def test_the_catalogue_has_all_16000_merges_and_says_that_it_is_synthetic():
    visit = choose(open_page(PAGE), PAGE, corpus="furniture_catalogue", scheme="words", merges=16_000)
    assert sentences(visit) == ""
    assert list(table(visit, "sizes")["merges"]) == [0, 1_000, 2_000, 4_000, 8_000, 16_000]
    assert any("synthetic" in caption.value for caption in visit.caption)


@pytest.mark.parametrize("scheme", ["bytes", "words"])
def test_the_table_holds_every_step_and_its_gain(scheme, time_machine):
    visit = choose(open_page(PAGE), PAGE, scheme=scheme, width=100)
    training, held = held_out(time_machine)
    tok, part = train(time_machine, scheme), train(training, scheme)
    rows = table(visit, "sizes").to_dict("records")
    expected = {
        "bytes": [256, 512, 1_024, 2_048, 4_096, 8_192, 9_773],
        "words": [
            merges + tok.vocab_size - len(tok.merges) for merges in (0, 1_000, 2_000, 4_000, 8_000, 12_027)
        ],
    }[scheme]
    assert [row["vocabulary"] for row in rows] == expected
    before = None
    for row in rows:
        merges = row["merges"]
        cut = tok.truncate(256 + merges if scheme == "bytes" else merges)
        cut_part = part.truncate(
            min(256 + merges, part.vocab_size) if scheme == "bytes" else min(merges, len(part.merges))
        )
        counts, unseen = count(cut, time_machine), count(cut_part, held).total()
        assert row["bytes per token"] == round(178_979 / counts.total(), 2)
        assert row["held out"] == round(len(held.encode()) / unseen, 2)
        assert row["tokens per word, held out"] == round(unseen / len(held.split()), 2)
        assert row["types used"] == len(counts)
        assert row["rare (%)"] == round(100 * sum(n < 20 for n in counts.values()) / len(counts), 1)
        assert row["embedding parameters"] == 100 * row["vocabulary"]
        if before:
            assert row["gain"] == pytest.approx(
                row["bytes per token"] - before["bytes per token"], abs=0.0151
            )
            assert row["gain, held out"] == pytest.approx(row["held out"] - before["held out"], abs=0.0151)
        before = row


def test_first_last_and_middle_merges_are_listed(time_machine):
    tok = train(time_machine)
    shown = lists(choose(open_page(PAGE), PAGE, size=2_048))
    assert list(shown) == ["The 20 first", "The 20 around merge 1,792", "The 20 last"]
    for tokens, start in zip(shown.values(), (256, 2_038, 9_753)):
        assert [bytes(token["bytes"]) for token in tokens] == [
            tok.token_bytes(i) for i in range(start, start + 20)
        ]
        assert [token["note"] for token in tokens] == [f"{i:,}" for i in range(start, start + 20)]


def test_merges_of_words_are_listed_with_their_end_mark(time_machine):
    word = train(time_machine, "words")
    tokens = lists(choose(open_page(PAGE), PAGE, scheme="words"))["The 20 first"]
    spelled = [token["text"] + "</w>" * token["ends"] for token in tokens]
    assert spelled == ["".join(pair) for pair in word.merges[:20]]


@pytest.mark.parametrize("scheme, sizes", [("bytes", (512, 2_048, 8_192)), ("words", None)])
def test_one_model_is_measured_per_token_and_per_byte(scheme, sizes, time_machine):
    visit = choose(open_page(PAGE), PAGE, scheme=scheme)
    training, held = held_out(time_machine)
    part = train(training, scheme)
    rows = table(visit, "perplexity").to_dict("records")
    cuts = (
        [part.truncate(size) for size in sizes]
        if sizes
        else [part.truncate(min(merges, len(part.merges))) for merges in (1_000, 4_000, 16_000)]
    )
    assert len(rows) == 3
    for row, cut in zip(rows, cuts):
        made = predict(cut, training, held)
        assert row["vocabulary"] == f"{cut.vocab_size:,}"
        assert row["tokens"] == len(cut.encode(held))
        assert row["perplexity per token"] == pytest.approx(made.perplexity)
        assert row["bits per byte"] == pytest.approx(made.bits_per_byte)
    worst = rows[-1]["perplexity per token"] / rows[0]["perplexity per token"]
    assert f"look {worst:.1f} times as uncertain" in headings(visit)
    best = min(rows, key=lambda row: row["bits per byte"])["vocabulary"]
    assert f"Per byte of the same lines, {best} tokens predict best" in headings(visit)


@pytest.mark.parametrize("scheme, merges", [("bytes", 768), ("words", 4_000)])
def test_the_matrix_is_learned_on_one_text_and_measured_on_another(scheme, merges):
    visit = choose(open_page(PAGE), PAGE, scheme=scheme)
    rows = table(visit, "matrix").to_dict("records")
    names = {
        "The Time Machine": "time_machine",
        "Botchan": "botchan",
        "Northanger Abbey": "northanger_abbey",
        "Furniture catalogue": "furniture_catalogue",
    }
    assert [(row["learned from"], row["measured on"]) for row in rows] == [
        (a, b) for a in names for b in names
    ]
    for row in rows[1::5]:  # the pairs beside the diagonal
        training = held_out(corpus(names[row["learned from"]]).text).training
        held = held_out(corpus(names[row["measured on"]]).text).held_out
        tok = train(training, scheme).truncate(merges + 256 if scheme == "bytes" else merges)
        assert row["bytes per token"] == pytest.approx(len(held.encode()) / len(tok.encode(held)), abs=1e-4)
    home = []
    for name in names:
        column = {row["learned from"]: row["bytes per token"] for row in rows if row["measured on"] == name}
        away = [value for other, value in column.items() if other != name]
        home.append(column[name] / (sum(away) / len(away)) - 1)
    assert f"A token holds {100 * sum(home) / 4:.0f} % more" in headings(visit)


@pytest.mark.parametrize(
    "control, value, part",
    [
        ("corpus", "botchan", "curves"),
        ("scheme", "words", "rare"),
        ("measure", "tokens per word", "curves"),
        ("size", 2_048, "matrix"),
        ("width", 64, "sizes"),
    ],
)
def test_every_control_changes_the_picture(control, value, part):
    visit = open_page(PAGE)
    before = table(visit, part)
    assert not table(choose(visit, PAGE, **{control: value}), part).equals(before)


def test_a_size_beyond_the_last_pair_gets_a_sentence():
    visit = choose(open_page(PAGE), PAGE, size=16_384)
    assert "The pairs ran out after 9,517 merges" in sentences(visit)
    assert figures(visit)["tokens in use"].endswith("of 9,773")


@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"corpus": "botchan", "size": 16_384},
        {"corpus": "furniture_names", "scheme": "words", "merges": 500},
        {"corpus": "own"},
        {"corpus": "own", "scheme": "words"},
    ],
)
def test_the_code_gives_the_figures_on_screen(choices):
    visit = choose(open_page(PAGE), PAGE, **choices)
    (seen, types, rare), unseen, _ = run_in_code(visit)
    shown = figures(visit)
    assert shown["bytes per token, training"] == f"{seen:.2f}"
    assert shown["tokens in use"].startswith(f"{types:,} of")
    assert shown["seen fewer than 20 times"] == f"{rare:.1%}"
    assert shown["bytes per token, held out"] == f"{unseen:.2f}"


def test_the_answers_are_counted(time_machine):
    visit = open_page(PAGE)
    for switch in answers(visit):
        switch.set_value(True)
    gains, rare, transfer = (text.value for text in visit.run().text)
    assert gains.splitlines()[1].endswith(": +1.08, +0.67, +0.75, +1.11")
    shown = table(visit, "sizes")["gain"].dropna()
    assert gains.splitlines()[0].endswith(": " + ", ".join(f"{gain:+.2f}" for gain in shown))
    tok = train(time_machine)
    size = int(rare.split()[1].replace(",", ""))
    for merges, is_rare in ((size - 257, False), (size - 256, True), (size + 500, True)):
        counts = count(tok.truncate(merges + 256), time_machine)
        assert (sum(times < 20 for times in counts.values()) > len(counts) / 2) == is_rare
    used = set(tok.encode(corpus("botchan").text))
    for line, start in zip(transfer.splitlines()[1:], (256, 1_014, 9_753)):
        assert line.endswith(f": {len(used & set(range(start, start + 20)))} of 20")


def test_the_novel_that_cannot_be_had_is_replaced_with_a_sentence(monkeypatch, tmp_path):
    monkeypatch.setenv("TOKCORE_TEXTS", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("tokcore.corpora.SOURCES", _unreachable())
    visit = open_page(PAGE)
    assert any("The text used instead is Botchan" in caption.value for caption in visit.caption)
    assert table(visit, "sizes")["vocabulary"].max() == NOVELS["botchan"]
    assert len(table(visit, "matrix")) == 9, "Botchan stands in the matrix once"


def _unreachable():
    from tokcore.corpora import SOURCES

    source = SOURCES["time_machine"]._replace(url="http://127.0.0.1:9/no-novel.txt")
    return SOURCES | {"time_machine": source}
