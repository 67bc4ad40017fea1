"""Taking a tokenizer home: nothing is worked out unasked, then files, lines and proof are there."""

import pytest

import tokcore
from tests.pages import labels
from tests.pages.production import texts, uploaded
from tests.pages.reading import choose, go_to, open_page, press
from tokcore import BPETokenizer, LimitError, taken_home
from tokcore.taken_home import FORMATS, file, with_specials
from ui import jobs
from ui.take_home import TITLE, UPLOAD

TRACE, SIZES = labels.TRACE, "vocab_size"
OWN = {TRACE: "the text below", SIZES: labels.OWN_TEXT}
WORDS = {TRACE: labels.WORDS_SCHEME, SIZES: "characters, end mark"}
SPECIALS = ["<pad>", "<bos>", "<eos>"]
TOY = labels.EXAMPLE[TRACE]


@pytest.fixture
def asked(monkeypatch):
    """The questions that go to a library."""
    seen, really = [], jobs.run

    def noting(work, *given, **more):
        if work is taken_home.prove:
            seen.append(given[1])
        return really(work, *given, **more)

    monkeypatch.setattr(jobs, "run", noting)
    return seen


def opened(page, text=None, link=None, **typed):
    return open_page(page, text, link=link, home=True, **typed)


def loading(visit):
    """The blocks of code that load a file in a library."""
    return [
        block.value for block in visit.code if "tokenizer.json" in block.value or "tiktoken" in block.value
    ]


def trained(specials=SPECIALS):
    return with_specials(BPETokenizer.train(TOY, 259, specials=()), specials)


def test_nothing_is_worked_out_before_the_part_is_opened(asked):
    visit = open_page(TRACE)
    assert TITLE in [part.label for part in visit.expander]
    assert (asked, loading(visit)) == ([], [])


def test_an_open_part_proves_both_files_once_for_a_text(asked):
    visit = opened(TRACE)
    tok = trained()
    for library in FORMATS.values():
        assert f"Same ids in {library}" in texts(visit)
    counts = [len(tok.encode("hugs bun hug pug")), len(tok.encode(TOY)), len(SPECIALS)]
    assert texts(visit).count(
        "{} ids of the text to encode\n{} ids of the text to learn from\n{} ids of the special tokens".format(
            *counts
        )
    ) == len(FORMATS)
    assert loading(visit) == [
        taken_home.lines(tok, name, file(tok, name), "hugs bun hug pug") for name in FORMATS
    ]
    assert tok.fingerprint in texts(visit)
    (link,) = [link.proto for link in visit.get("page_link") if link.proto.page == "production"]
    assert link.query_string.replace("+", " ") == "&".join(
        f"{name}={value}" for name, value in UPLOAD.items()
    )
    visit.run()
    assert asked == list(FORMATS)
    choose(visit, TRACE, other="hug")
    assert asked == [*FORMATS, *FORMATS]


def test_a_file_taken_home_is_known_when_it_comes_back():
    visit = opened(TRACE)
    tok = trained()
    for name, value in UPLOAD.items():
        visit.query_params[name] = value
    go_to(visit, "production")
    data = file(tok, "tokenizer.json")
    visit.file_uploader[0].set_value(("tokenizer.json", data, "application/json")).run()
    name = "the tokenizer taken home from the page “BPE in slow motion”"
    assert f"The same tokenizer as {name}: their fingerprints are equal." in texts(visit)
    press(visit, labels.KEEP)
    assert f"The same tokenizer as {name} and mine: from a file: their" in texts(visit.run())
    stranger = uploaded(data)
    assert tok.fingerprint in texts(stranger)
    assert "No other tokenizer of this visit, and no published one here, has this fingerprint" in texts(
        stranger
    )


def test_a_vocabulary_is_taken_home_at_the_size_on_screen():
    text = "".join(f"{a}{b} {b}{a}\n" for a in "abcdef" for b in "ghijkl")
    visit = opened(SIZES, text, link={f"{SIZES}.corpus": labels.OWN_TEXT, f"{SIZES}.size": "270"})
    tok = BPETokenizer.train(text, 16_384, tokcore.GPT2_PATTERN, specials=()).truncate(270)
    tok = with_specials(tok, SPECIALS)
    assert tok.specials["<pad>"] == 270
    assert loading(visit) == [taken_home.lines(tok, name, file(tok, name), text[:80]) for name in FORMATS]
    assert texts(visit).count(f": identical\n{len(tok.encode(text))} ids of the text that was learned") == 2


@pytest.mark.parametrize("page", [TRACE, SIZES])
def test_characters_with_an_end_mark_fit_in_no_file(page, asked):
    visit = opened(page, TOY, link={f"{page}.corpus": OWN[page], f"{page}.scheme": WORDS[page]})
    assert "Neither file can hold this tokenizer: both spell every token in bytes." in texts(visit)
    assert loading(visit) == []


def test_specials_are_a_persons_own_and_may_be_refused():
    visit = opened(TRACE, specials="<|a|> </b>")
    assert "special_tokens={'<|a|>': 259, '</b>': 260}" in "\n".join(loading(visit))
    choose(visit, TRACE, specials="<a> <a>")
    assert "Each special token can be there only once." in texts(visit)
    choose(visit, TRACE, specials="ug")
    assert "This file cannot hold this tokenizer.\nA tokenizer.json writes another token" in texts(visit)
    assert len(loading(visit)) == 1, "tiktoken holds it"


def test_a_pattern_of_ones_own_may_be_too_much_for_a_library():
    visit = choose(opened(TRACE, "hug pug hug"), TRACE, pattern="my own", regex=r"(?r)\w+|\W")
    assert texts(visit).count("This file cannot hold this tokenizer.") == 2
    assert "may mean something else in Hugging Face's library" in texts(visit)
    assert "The library tiktoken does not read this file. It says:" in texts(visit)
    choose(visit, TRACE, regex="[a-z]+")
    assert "Not identical in tiktoken" in texts(visit)
    assert "Same ids in tokenizers" in texts(visit)


def test_a_library_that_takes_too_long_is_a_sentence_and_tried_again(monkeypatch):
    really = jobs.run

    def stopped(work, *given, **more):
        if work is taken_home.prove:
            raise LimitError("The library was stopped.")
        return really(work, *given, **more)

    with monkeypatch.context() as slow:
        slow.setattr(jobs, "run", stopped)
        visit = opened(TRACE)
        assert texts(visit).count("The library was stopped.") == 2
    assert texts(visit.run()).count(": identical") == 2
