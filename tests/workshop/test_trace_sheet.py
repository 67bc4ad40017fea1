"""The sheet of a trace: its steps, every text as text, nothing from a network, and what is left out."""

import re
from html.parser import HTMLParser

import pytest

import tokcore
from tokcore import WordBPE, training_steps
from ui.bpe_trace.runs import in_words
from ui.chores import Recipe, run
from workshop import trace_sheet
from workshop.paper import Html, element, marked, tile

TOY = "hug pug pun bun hugs hug hug pug"
WORKED = Recipe("bytes", 3)
HOSTILE = "<script>alert(1)</script> ]]> & \"' <img src=http://x.org/a.png> hug hug"
TAGS = set("html head meta title style body h1 h2 p pre table thead tbody tr th td span".split())


class Sheet(HTMLParser):
    """The rows of tables, and all text, of a sheet."""

    def __init__(self, written):
        super().__init__()
        self.rows, self.texts, self.tags, self.in_cell = [], [], [], False
        self.feed(written)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        assert {name for name, _ in attrs} <= {"class", "charset", "lang", "name", "content"}
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self.in_cell = True

    def handle_endtag(self, tag):
        self.in_cell = self.in_cell and tag not in ("td", "th")

    def handle_data(self, data):
        self.texts.append(data)
        if self.in_cell:
            self.rows[-1][-1] += data


def training(text=TOY, other="hugs bun hug pug", recipe=WORKED):
    tokenizer, steps, length = run(text, recipe)
    return steps, trace_sheet.training(tokenizer, steps, length, text, in_words(recipe), other)


def is_a_page_of_its_own(written):
    """No script, no attribute that could ask for anything, and styles of its own."""
    assert set(Sheet(written).tags) <= TAGS
    (style,) = re.findall("<style>(.*?)</style>", written)
    assert not re.search(r"url|@import|http", style)


@pytest.mark.parametrize("recipe", [Recipe("bytes", 3), Recipe("words", 3), Recipe("bytes", 8, r"\w+|\W")])
def test_the_sheet_holds_the_steps_of_the_trace(recipe):
    steps, written = training(recipe=recipe)
    is_a_page_of_its_own(written)
    rows = [row for row in Sheet(written).rows if row[0].isdecimal()]
    assert len(rows[: len(steps)]) == len(steps) > 0
    for step, row in zip(steps, rows):
        pair = f"{marked(step.left)} {marked(step.right)}"
        assert row[:3] == [str(step.rank + 1), pair, str(step.count)]
        assert row[4:] == [marked(step.merged), str(step.length)]
        for left, right, count in step.runners_up[:2]:
            assert f"{marked(left)} {marked(right)} {count}" in row[3]


def test_the_worked_example_is_the_chapters():
    _, written = training()
    sheet = Sheet(written)
    assert [row[5] for row in sheet.rows[1:4]] == ["26", "22", "19"]
    assert "Every step: the corpus begins with 32 tokens" in sheet.texts
    assert {"10 tokens: ", "Their ids: 257 115 32 98 117 110 32 258 112 256"} <= set(sheet.texts)
    assert "".join(sheet.texts).count("The first ") == 0, "nothing is left out"


def test_smollm2s_sheet_holds_its_stages_and_merges():
    tok, text = tokcore.load("smollm2"), "sled for 2 barstools\x04"
    chunks = tok.encode_steps(text)
    written = trace_sheet.smollm2(tok, text, chunks)
    is_a_page_of_its_own(written)
    rows = Sheet(written).rows
    assert rows[5][2] == " ".join(map(str, tok.encode(text)))
    merges = [(marked(chunk.text), f"{step.rank:,}") for chunk in chunks for step in chunk.steps]
    assert [(row[1], row[4]) for row in rows[7:]] == merges
    assert "Dropped, because the vocabulary has no such byte: 04." in Sheet(written).texts


@pytest.mark.parametrize("scheme", ["bytes", "words"])
def test_hostile_text_stays_text(scheme):
    _, written = training(HOSTILE, HOSTILE, Recipe(scheme, 30))
    is_a_page_of_its_own(written)
    assert Sheet(written).texts.count(HOSTILE) == 2
    tok = tokcore.load("smollm2")
    written = trace_sheet.smollm2(tok, HOSTILE, tok.encode_steps(HOSTILE))
    is_a_page_of_its_own(written)
    assert HOSTILE in Sheet(written).texts


def test_a_long_trace_is_bounded_and_the_sheet_says_so():
    text = "".join(f"{a}{b} {b}{a}{c} " for a in "abcdefghij" for b in "klmnopqrst" for c in "uvwxyz")
    steps, written = training(text, text[:300], Recipe("bytes", 400))
    told = " ".join(Sheet(written).texts)
    assert f"The first {trace_sheet.LEAST_STEPS} of {len(steps)} steps." in told
    assert f"The first {trace_sheet.MOST_MERGES} of {len(steps)} merges." in told
    assert f"The first {trace_sheet.MOST_CHARACTERS} of {len(text):,} characters." in told
    assert len(Sheet(written).rows) == trace_sheet.MOST_ROWS + 2
    assert [step.merged for step in steps] == [step.merged for step in training_steps(text, 400)]
    for row in Sheet(training("a" * 4_000, "a", Recipe("bytes", 12))[1]).rows:
        assert len(row[4]) <= trace_sheet.MOST_TOKEN_CHARACTERS


def test_an_encoding_without_a_merge_says_so():
    assert "No merge applies: every unit stays a token of its own." in Sheet(training(other="x")[1]).texts
    assert "1 token: " in Sheet(training(other="x")[1]).texts
    assert isinstance(run(TOY, Recipe("words", 1)).tokenizer, WordBPE)


@pytest.mark.parametrize(
    ("token", "written"),
    [
        (" a\n\t", "·a↵⇥"),
        (b"\xe4\xbd", "\\xe4\\xbd"),
        ("\u202eb\x00", "U+202EbU+0000"),
        ("你 🤗", "你·🤗"),
    ],
)
def test_a_token_is_marked(token, written):
    assert marked(token) == written


def test_only_html_is_taken_as_it_is():
    assert element("p", "<b>", Html("<i>"), look="q") == '<p class="q">&lt;b&gt;<i></p>'
    assert tile("") == '<span class="t">∅</span>'
