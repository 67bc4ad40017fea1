"""Files to take home: the shown lines load them, the proof is the library's, what does not fit is refused."""

import ast

import pytest
import tiktoken
import tokenizers

import tokcore
from tokcore import BPETokenizer, TokcoreError, WordBPE
from tokcore.limits import MAX_PAGE_CHARACTERS
from tokcore.taken_home import FORMATS, SPECIALS, Proof, Sample, file, lines, prove, with_specials

TEXT = 'hug pug "bun" it\'s\n\\ naïve 你好 🤗 12345 <pad> {x}  '
VERSIONS = {"tokenizers": tokenizers.__version__, "tiktoken": tiktoken.__version__}


def trained(pattern=None, specials=("<pad>", "<script>"), merges=20) -> BPETokenizer:
    tok = BPETokenizer.train("hug pug pun bun hugs hug hug pug naïve", 256 + merges, pattern, specials=())
    return with_specials(tok, specials)


def last_value(code: str):
    """Run lines of Python; the value of the last one."""
    *before, last = ast.parse(code).body
    namespace = {}
    exec(compile(ast.Module(before, []), "<lines>", "exec"), namespace)
    return eval(compile(ast.Expression(last.value), "<lines>", "eval"), namespace)


@pytest.mark.parametrize("pattern", [None, tokcore.GPT2_PATTERN, tokcore.CL100K_PATTERN, r" ?\w+|[^\w]"])
def test_the_lines_load_the_file_and_the_proof_says_the_same(pattern, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tok = trained(pattern)
    for name, library in FORMATS.items():
        data = file(tok, name)
        (tmp_path / name).write_bytes(data)
        assert last_value(lines(tok, name, data, TEXT)) == tok.encode(TEXT)
        proof = prove(tok, name, data, [Sample("the text", TEXT), Sample("nothing", "")])
        counts = (("the text", len(tok.encode(TEXT))), (SPECIALS, 2))
        assert proof == Proof(f"{library} {VERSIONS[library]}", counts, None)


def test_a_newer_file_of_the_same_name_is_the_one_that_tiktoken_loads(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for merges in (2, 9):
        tok = trained(merges=merges)
        data = file(tok, "tokenizer.tiktoken")
        (tmp_path / "tokenizer.tiktoken").write_bytes(data)
        assert last_value(lines(tok, "tokenizer.tiktoken", data, "hugs")) == tok.encode("hugs")


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_of_another_tokenizer_is_found_out(name):
    tok, other = trained(merges=5), trained(merges=6)
    text = Sample("the text", "hugs bun")
    ours, theirs = tok.encode(text.text), other.encode(text.text)
    place = next(i for i, pair in enumerate(zip(ours, theirs)) if pair[0] != pair[1])
    assert prove(tok, name, file(other, name), [text]).difference == (
        f"In the text, id {place + 1} is {ours[place]} here and {theirs[place]} in {FORMATS[name]}."
    )


def test_specials_are_compared_as_special_tokens():
    tok, other = trained(specials=("<a>", "<b>")), trained(specials=("<b>", "<a>"))
    found = prove(tok, "tokenizer.json", file(other, "tokenizer.json"), [])
    assert found.difference == "In the special tokens, id 1 is 276 here and 277 in tokenizers."
    assert tok.specials == {"<a>": 276, "<b>": 277}
    assert with_specials(tok, []).specials == {}


def test_a_pattern_with_gaps_is_the_reason_for_tiktokens_ids():
    tok, text = trained(r"[a-z]+"), Sample("the text", "hug pug")
    said = prove(tok, "tokenizer.tiktoken", file(tok, "tokenizer.tiktoken"), [text]).difference
    assert said.startswith("In the text, id 2 is 32 here") and "tiktoken leaves it out" in said
    assert prove(tok, "tokenizer.json", file(tok, "tokenizer.json"), [text]).difference is None


@pytest.mark.parametrize("name", FORMATS)
def test_letters_newer_than_a_library_are_found_out_in_a_pattern_of_ones_own(name):
    letter = "\U0003f432"  # since Unicode 18
    merges = BPETokenizer.train(f"{letter}." * 9, 260).merges
    tok = BPETokenizer.from_merges(merges, r"\w+|\W+")
    said = prove(tok, name, file(tok, name), [Sample("the text", f"{letter}.")]).difference
    assert said == f"In the text, id 1 is 258 here and 259 in {FORMATS[name]}."


@pytest.mark.parametrize(
    ("specials", "json", "tiktoken"),
    [
        (("<x>", "<x>y"), None, "The special token '<x>y' begins like '<x>'. Here the longer one"),
        (("<é>", "é<"), "decodes those of the special tokens to other characters", None),
        (("Ġ<x>",), "All ids are the same, but tokenizers decodes", None),
        (("<é> ", "<ω>", "🤗"), None, None),
    ],
)
def test_special_strings_that_a_library_reads_or_writes_otherwise_are_named(specials, json, tiktoken):
    tok = trained(specials=specials)
    for name, says in zip(FORMATS, (json, tiktoken)):
        said = prove(tok, name, file(tok, name), [Sample("the text", TEXT)]).difference
        assert said is None if says is None else says in said


@pytest.mark.parametrize(
    ("pattern", "name", "says"),
    [
        (r"(?r)\w+|\W", "tokenizer.json", "may mean something else in Hugging Face's library"),
        (r"(?r)\w+|\W", "tokenizer.tiktoken", "The library tiktoken does not read this file. It says: "),
        (r"(a|aa)+$|\w|\W", "tokenizer.json", "The library tokenizers stops on this text. It says: Onig"),
    ],
)
def test_a_pattern_that_a_library_cannot_use_is_a_sentence(pattern, name, says):
    tok = trained(pattern)
    with pytest.raises(TokcoreError) as refusal:
        prove(tok, name, file(tok, name), [Sample("the text", "a" * 60 + "c")])
    assert says in str(refusal.value)


def test_what_no_file_holds_is_refused():
    with pytest.raises(TokcoreError, match="Neither file can hold this tokenizer"):
        with_specials(WordBPE.train({"hug": 2}, 1), [])
    with pytest.raises(TokcoreError, match="only once"):
        trained(specials=("<a>", "<a>"))
    with pytest.raises(TokcoreError, match="another token like the special 'ug'"):
        file(trained(specials=("ug",)), "tokenizer.json")
    with pytest.raises(TokcoreError, match="smollm2 lacks 21 of the 256 bytes"):
        file(tokcore.load("smollm2"), "tokenizer.tiktoken")


def test_a_long_text_is_compared_at_its_beginning():
    tok, text = trained(), "hug " * MAX_PAGE_CHARACTERS
    proof = prove(tok, "tokenizer.json", file(tok, "tokenizer.json"), [Sample("the text", text)])
    assert proof.counts[0] == ("the text", len(tok.encode(text[:MAX_PAGE_CHARACTERS])))
