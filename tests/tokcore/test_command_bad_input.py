"""The command line on bad input: ids and figures where there are some, else one sentence and the status 2."""

import json

import pytest

from tests.bad_input import PATTERNS, SLOW_TEXT, TEXTS, a_zip
from tests.tokcore.tokenizer_files import UNIGRAM, cut_by, merging, small
from tokcore import load
from tokcore.alphabet import well_formed
from tokcore.command import main
from tokcore.files import READ_BYTES

TEXT = "hug pug 你好 🤗\r\n" * 9


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Runs the command where these files are; what it writes, or the one sentence of its failure."""
    monkeypatch.chdir(tmp_path)

    def ran(*arguments, **files):
        for name, data in files.items():
            (tmp_path / name).write_bytes(data)
        status = main(arguments)
        out, err = capsys.readouterr()
        assert (status, out == "" or err == "") in ((0, True), (2, True))
        assert err.count("\n") == (status == 2) and len(err) < 600 and "Traceback" not in err
        return err or out

    return ran


@pytest.mark.parametrize("what", TEXTS)
def test_bad_texts_are_encoded_compared_learned_from_and_measured(run, what):
    text = well_formed(TEXTS[what])
    count = len(load("gpt2").encode(text))
    file = {"text": text.encode()}
    assert run("encode", "--count", "--tokenizer", "gpt2", "text", **file) == f"{count}\ttext\n"
    if "1 MB" in what:  # which takes a second each time
        return
    (row,) = json.loads(run("compare", "--json", "--tokenizer", "gpt2", "text"))["files"]
    assert (row["tokens"], row["bytes"], row["words"]) == (count, len(text.encode()), len(text.split()))
    learned = json.loads(run("train", "--json", "--vocab-size", "300", "text"))
    assert learned["bytes"] == len(text.encode())
    measured = json.loads(run("sweep", "--json", "--sizes", "256", "text"))["sizes"]
    assert measured[0]["tokens"] == len(text.encode())


@pytest.mark.parametrize("order", ["le", "be"])
@pytest.mark.parametrize("text", [TEXT, "", "a" * (READ_BYTES // 2) + "🤗"], ids=["lines", "empty", "long"])
def test_utf16_with_its_mark_is_read_as_its_text(run, order, text):
    mark = {"le": b"\xff\xfe", "be": b"\xfe\xff"}[order]
    out = run("encode", "--tokenizer", "gpt2", "t", t=mark + text.encode(f"utf-16-{order}"))
    assert list(map(int, out.split())) == load("gpt2").encode(text)


BROKEN = b"\xff\xfe" + b"a\0" * READ_BYTES + b"\0\xd8a\0"
"""UTF-16 with half of a surrogate pair, in the second part that is read."""


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"ab\xffc", "bad is not UTF-8: its byte 2 is 0xFF."),
        (b"a" * READ_BYTES + b"\xe4\xbd", f"bad is not UTF-8: its byte {READ_BYTES:,} is 0xE4."),
        ("\ud800".encode(errors="surrogatepass"), "bad is not UTF-8: its byte 0 is 0xED."),
        (b"\xff\xfea\0b", "bad is not UTF-16: its byte 4 is 0x62."),
        (BROKEN, f"bad is not UTF-16: its byte {2 + 2 * READ_BYTES:,} is 0x00."),
        (a_zip(), "bad is not UTF-8: its byte "),
        (b"a" * 5_000_001, "with more than the limit of 5,000,000 characters"),
    ],
    ids=range(7),
)
def test_what_is_no_text_is_refused_with_its_byte(run, data, says):
    if data.isascii():
        says = "more than the limit of 5,000,000 characters without a place where every chunk ends."
    assert says in run("encode", "--tokenizer", "gpt2", "bad", bad=data)
    assert says in run("train", "bad")


FILES = {
    "cut off": (small()[:900], "This is not JSON."),
    "another model": (UNIGRAM, "The model of this tokenizer is Unigram, not BPE."),
    "10,000 levels": (b'{"model": ' + b"[" * 10_000 + b"]" * 10_000 + b"}", "This is not JSON."),
    "duplicate merges": (merging([("h", "u"), ("hu", "g")], [("h", "u"), ("h", "u")]), "Several merges make"),
    "unknown tokens": (merging([("h", "u")], [("zzz", "u")]), "does not join two tokens to one of the"),
    "a pattern without end": (cut_by("(x+x+)+y"), "This pattern ran for more than 0.3 seconds"),
    "a zip": (a_zip(), "This is not JSON."),
}


@pytest.mark.parametrize("what", FILES)
def test_a_bad_tokenizer_file_is_one_sentence(run, what, monkeypatch):
    monkeypatch.setattr("tokcore.pretokenize.PATTERN_SECONDS", 0.3)
    data, says = FILES[what]
    slow = b"x" * 3_000 + b"z"
    assert says in run("encode", "--tokenizer", "bad.json", "text", **{"bad.json": data, "text": slow})


def test_a_file_of_50_megabytes_is_refused_unread(run, tmp_path):
    with (tmp_path / "large.json").open("wb") as file:
        file.truncate(50_000_000)
    says = "large.json: 50,000,000 bytes of tokenizer.json are more than the limit of 20,000,000."
    assert says in run("encode", "--tokenizer", "large.json", "large.json")


@pytest.mark.parametrize("what", PATTERNS)
def test_a_bad_pattern_is_one_sentence(run, what, monkeypatch):
    monkeypatch.setattr("tokcore.pretokenize.PATTERN_SECONDS", 0.3)
    told = run("train", "--pattern", PATTERNS[what], "slow", slow=SLOW_TEXT.encode())
    assert told.startswith(
        ("tokcore: This pattern ", "tokcore: This is not a reg", "tokcore: 40,000 repeats")
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("train --vocab-size 0 t", "'0' is not a whole number above 0"),
        ("train --vocab-size -5 t", "'-5' is not a whole number above 0"),
        ("train --vocab-size 255 t", "at least 256 tokens, not 255."),
        ("train --vocab-size 1000000000 t", "1,000,000,000 tokens are more than the limit of 65,536."),
        ("sweep --sizes 1000000000 t", "1,000,000,000 tokens are more than the limit of 65,536."),
        ("sweep --tokenizer gpt2 --sizes 1000000000 t", "from 256 to 50,256, so not to 1,000,000,000."),
    ],
)
def test_a_size_that_cannot_be_is_one_sentence(run, line, says):
    assert says in run(*line.split(), t=b"hug")
