"""Exported files give their libraries our ids, and a file is loaded exactly or refused with the reason."""

import json
import random
from functools import cache

import pytest
import tiktoken
import tiktoken.load
from tokenizers import Regex, Tokenizer, pre_tokenizers

import tokcore
from tests.tokcore.samples import AWKWARD, CODE_POINTS, declarations, random_texts
from tokcore import BPETokenizer, LimitError, PatternError, TokcoreError, VocabularyError, load_tokenizer_json
from tokcore.alphabet import PRINTABLE
from tokcore.corpora import corpus
from tokcore.export import to_python, to_ruby
from tokcore.limits import MAX_TOKENIZER_FILE_BYTES
from tokcore.pretokenize import _NOTATION, NONE, PATTERNS, _ranges, as_pattern
from tokcore.published import FILES, PUBLISHED, load

GPT2 = tokcore.GPT2_PATTERN
PUBLIC = ["gpt2", "cl100k_base", "o200k_base", "smollm2"]
TRAINED = {
    "one chunk": (None, "first"),
    "first": (GPT2, "first"),
    "smallest-id": (GPT2, "smallest-id"),
    "huggingface": (tokcore.O200K_PATTERN, "huggingface"),
    "digits": (tokcore.SMOLLM2_PATTERN, "first"),
    "white space": (r"\s+|\S+", "first"),
    "own": (r"(?i:'s|'t)|\p{L}+|\p{N}{1,3}+|[^\s\p{L}\p{N}]+|\s+$|\s+?(?=\S)|\s", "first"),
    "words": (r"\w+|[^\w\s]+|\s+", "first"),
    "gaps": (r"[a-z]+| [A-Z]", "first"),
}
LANGUAGES = "\n\n".join(text[:400] for text in declarations())


@cache
def made(name: str) -> BPETokenizer:
    """A published tokenizer, or one trained here on pieces of 82 languages and of a novel."""
    if name in PUBLIC:
        return load(name)
    pattern, ties = TRAINED[name]
    return BPETokenizer.train(LANGUAGES + corpus("botchan").text[:60_000], 1_200, pattern, ties)


@cache
def texts() -> list[str]:
    ends = ["", " \n", "a  \n", "x \n\n ", "\x04"]
    return [*declarations(), corpus("botchan").text, *random_texts(3_000), *ends]


@cache
def ours(name: str) -> list[list[int]]:
    return list(map(made(name).encode, texts()))


def library(file: str, samples: list[str], plain: bool = True) -> list[list[int]]:
    """The ids that Hugging Face's library gives; `plain` reads special strings as text."""
    tokenizer = Tokenizer.from_str(file)
    tokenizer.encode_special_tokens = plain
    return [encoding.ids for encoding in tokenizer.encode_batch_fast(samples, add_special_tokens=False)]


def different(some: list[list[int]], others: list[list[int]]) -> list[int]:
    """The first few places at which two lists of ids differ; short to print, unlike the lists."""
    assert len(some) == len(others)
    return [place for place, (one, other) in enumerate(zip(some, others)) if one != other][:5]


# --- to Hugging Face's library and back ---------------------------------------------------------------


@pytest.mark.parametrize("name", [*PUBLIC, *TRAINED])
def test_an_exported_tokenizer_json_gives_the_same_ids_and_comes_back(name):
    tok, file = made(name), made(name).to_tokenizer_json()
    assert different(ours(name), library(file, texts())) == []
    specials = "".join(f"{special} a{special}  " for special in tok.specials)
    samples = [specials, "<eos><eos>\n<bos> <bos", *(f"{text} {specials}{text}" for text in texts()[-300:])]
    ids = library(file, samples, plain=False)
    assert different([tok.encode(text, allowed_special="all") for text in samples], ids) == []
    assert set(tok.specials.values()) <= set(ids[0])
    back = load_tokenizer_json(file)
    assert (back.fingerprint, back.specials) == (tok.fingerprint, tok.specials)
    assert (back.encode(LANGUAGES), back.merges) == (tok.encode(LANGUAGES), tok.merges)


@pytest.mark.parametrize("written, name", [(f"[{written}]", name) for written, name in _NOTATION.items()])
def test_every_code_point_is_in_the_same_classes_in_both_libraries(written, name):
    text = "".join(map(chr, CODE_POINTS))
    pieces = pre_tokenizers.Split(Regex(written), "removed", invert=True).pre_tokenize_str(text)
    low_high = iter(_ranges("tiktoken")[name])
    measured = "".join(chr(c) for low, high in zip(low_high, low_high) for c in range(low, high + 1))
    assert "".join(piece for piece, _ in pieces) == "".join(
        c for c in measured if not "\ud800" <= c <= "\udfff"
    )


def test_smollm2_is_exported_as_the_published_file_and_loaded_from_it():
    published = FILES / "smollm2.json"
    assert load("smollm2").to_tokenizer_json() == published.read_text("utf-8")
    for source in (published, published.read_bytes()):
        assert load_tokenizer_json(source).fingerprint == load("smollm2").fingerprint
    assert load_tokenizer_json(published).name == "smollm2.json"


@pytest.mark.parametrize("special", ["a", "Ġthe", "é", "\u0100"])
def test_a_special_spelled_like_a_token_cannot_be_exported(special):
    tok = BPETokenizer.train("the the the the", 260, specials=[special], pattern=GPT2)
    with pytest.raises(VocabularyError, match="another token like the special"):
        tok.to_tokenizer_json()


# --- patterns in Ruby's syntax ------------------------------------------------------------------------

WORD, NO_WORD = r"[\w\u200c\u200d&&[^²³¹¼½¾]]", r"[\W²³¹¼½¾&&[^\u200c\u200d]]"


@pytest.mark.parametrize(
    "python, ruby",
    [
        *((pattern.source, pattern.source.replace("Z", "z")) for pattern in PATTERNS.values()),
        (r"a\Z|b$|^c", r"a\z|b\Z|\Ac"),
        (r"\p{N}{1,3}+x|y{2}", r"(?>\p{N}{1,3})x|y{2}"),
        (r"\W{1,2}+", f"(?>{NO_WORD}{{1,2}})"),
        (r"\w+|[^\w-]", rf"{WORD}+|[^{WORD}-]"),
        (r"(?<=\w)a(?!b(c)d)", rf"(?<={WORD})a(?!b(c)d)"),
        (r"\\w\$|[$^\]]", r"\\w\$|[$^\]]"),
        (r"[\p{Han}\p{Sm}a-z&^]++.", r"[\p{Han}\p{Sm}a-z&^]++."),
    ],
)
def test_a_pattern_is_spelled_for_ruby_and_back(python, ruby):
    assert (to_ruby(python), to_python(ruby)) == (ruby, python)
    cut, chance = pre_tokenizers.Split(Regex(ruby), "isolated").pre_tokenize_str, random.Random(3)
    for _ in range(300):
        text = "".join(chance.choices(AWKWARD + "abcdxyz²½ßﬆ_&$\\^]\u200c", k=30))
        assert [piece for piece, _ in cut(text)] == as_pattern(python).cut(text)


OTHER_SYNTAX = (
    r"\b \B \h \R \X \pL \N (?s:a) (?P<n>a) (?#a) {e<=1} [[a]] [a&&b] [[:alpha:]] \xe9 \p{IsGreek} {2}?"
)


@pytest.mark.parametrize(
    "pattern, says",
    [
        *((f"xa{part}", f"The part {part[:12]!r}") for part in OTHER_SYNTAX.split()),
        *(
            (part, f"The part {part!r}")
            for part in ("(?i:ss)", "(?i:ST)", "(?i:fi)", "(?i:é)", r"(?i:\p{Lu})")
        ),
        ("(?<=a+)b", "The part '(?<=a+)b'"),
        *(
            (f"x|{part}", f"repeated condition {part[:-1]!r}")
            for part in ("$+b", r"\Z?b", "(?:a|b$)+b", "(?=a)*b")
        ),
        *(
            (part, "can match nothing at all")
            for part in ("a*", "a|", "(?=b)|ab", r"\Z|a", r"(?<=a)(?!b)|(a|b?)c?")
        ),
    ],
)
def test_a_pattern_that_the_library_reads_differently_is_not_exported(pattern, says):
    tok = BPETokenizer.train("", 256, pattern)
    with pytest.raises(PatternError, match="may mean something else in Hugging Face's library") as refusal:
        tok.to_tokenizer_json()
    assert says in str(refusal.value)


# --- to tiktoken --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*PUBLIC[:3], *TRAINED])
def test_a_rank_file_loads_in_tiktoken_and_gives_the_same_ids(name, tmp_path, monkeypatch):
    tok, file = made(name), tmp_path / "ranks.tiktoken"
    file.write_bytes(tok.to_tiktoken())
    if name in PUBLIC:
        assert file.read_bytes() == (FILES / PUBLISHED[name].file).read_bytes()
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    ranks = tiktoken.load.load_tiktoken_bpe(str(file))
    assert ranks == {tok.token_bytes(token_id): token_id for token_id in range(tok.vocab_size)}
    pattern = tok.pattern or NONE.source
    encoding = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens=tok.specials)
    if name != "gaps":  # tiktoken drops what a pattern does not match
        assert different(ours(name), encoding.encode_ordinary_batch(texts())) == []


def test_what_tiktoken_cannot_use_is_refused():
    with pytest.raises(VocabularyError, match="smollm2 lacks 21 of the 256 bytes, and tiktoken crashes"):
        load("smollm2").to_tiktoken()
    with pytest.raises(VocabularyError, match="start at 3, but a rank file starts at 0"):
        BPETokenizer([bytes([byte]) for byte in range(256)], first_id=3).to_tiktoken()


# --- loading ------------------------------------------------------------------------------------------


def small() -> dict:
    """The parsed file of a tokenizer with the merges `u g`, `h ug` and `hug s`, to be changed."""
    tok = BPETokenizer.train("hugs hugs hug pug", 259, GPT2, specials=("<pad>", "<eos>"))
    return json.loads(tok.to_tokenizer_json())


def changed(path: str, value) -> str:
    """The small file with `value`, or what it makes of the old one, at a path such as `model.type`."""
    file = at = small()
    *keys, last = (int(key) if key.isdigit() else key for key in path.split("."))
    for key in keys:
        at = at[key]
    at[last] = value(at[last]) if callable(value) else value
    return json.dumps(file)


def steps(*several, **flags) -> dict:
    """A pre-tokenizer of some steps and a ByteLevel with these flags."""
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False} | flags
    return {"type": "Sequence", "pretokenizers": [*several, level]}


def split(source: str, behavior: str = "Isolated", invert: bool = False) -> dict:
    return {"type": "Split", "pattern": {"Regex": source}, "behavior": behavior, "invert": invert}


def digits(one_by_one: bool) -> dict:
    return {"type": "Digits", "individual_digits": one_by_one}


FIRST, PRE, MERGES, VOCAB = "added_tokens.0", "pre_tokenizer", "model.merges", "model.vocab"
SPLIT = f"{PRE}.pretokenizers.0"
SPECIALS = {"<pad>": 259, "<eos>": 260}
BYTES_LAST = {token: token_id for token_id, token in enumerate(["ug", "hug", "hugs", *PRINTABLE])}
LOWER_NFKC = {"type": "Sequence", "normalizers": [{"type": "Lowercase"}, {"type": "NFKC"}]}


@pytest.mark.parametrize(
    "path, value",
    [
        (MERGES, [["u", "g"], ["h", "ug"], ["hug", "s"]]),
        ("model.continuing_subword_prefix", ""),
        ("model.dropout", 0.0),
        ("model.unk_token", "<pad>"),
        ("normalizer", {"type": "Sequence", "normalizers": []}),
        ("post_processor", {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True}),
        (VOCAB, lambda vocab: {token: place for token, place in vocab.items() if token not in SPECIALS}),
        (PRE, steps()["pretokenizers"][0]),
        (PRE, steps(use_regex=True)["pretokenizers"][0]),
        (PRE, steps(use_regex=True)),
        (PRE, steps(digits(True), use_regex=True)),
        (PRE, steps(split(r"[\s\S]+"))),
        (PRE, steps(split("[a-z]+|[A-Z]"))),
        (PRE, steps(split(r"(?i:'S|'t)|\A\p{Lu}+|\s+\z|.\Z"))),
        (PRE, steps(split(GPT2, "Removed", True))),
        ("added_tokens", lambda tokens: [token | {"normalized": True} for token in tokens]),
        ("added_tokens", lambda tokens: tokens[::-1]),
    ],
)
def test_other_ways_to_write_a_file_are_loaded_exactly(path, value):
    file, samples = changed(path, value), ["hugs, Hug's 12345 <eos>\n\n  é你🤗 pugs", *texts()[-200:]]
    tok = load_tokenizer_json(file)
    assert different([tok.encode(text) for text in samples], library(file, samples)) == []
    allowed = [tok.encode(text, allowed_special="all") for text in samples]
    assert different(allowed, library(file, samples, plain=False)) == []
    assert load_tokenizer_json(tok.to_tokenizer_json()).fingerprint == tok.fingerprint


@pytest.mark.parametrize(
    "path, value, says",
    [
        ("model.type", "Unigram", "The model of this tokenizer is Unigram, not BPE"),
        ("normalizer", {"type": "NFC"}, r"changes text before it cuts it \(normalizer: NFC\)"),
        ("normalizer", LOWER_NFKC, "normalizer: Lowercase, then NFKC"),
        ("model.byte_fallback", True, r"not byte-level: characters first \(byte_fallback\)"),
        ("model.ignore_merges", True, r"without merging \(ignore_merges\)"),
        ("model.dropout", 0.1, r"at random \(dropout\)"),
        ("model.continuing_subword_prefix", "##", r"parts of words \(continuing_subword_prefix\)"),
        ("model.end_of_word_suffix", "</w>", r"parts of words \(end_of_word_suffix\)"),
        ("truncation", {"max_length": 8}, r"how many ids a text has \(truncation\)"),
        ("padding", {"length": 8}, r"how many ids a text has \(padding\)"),
        (PRE, None, r"not byte-level \(pre-tokenizer: none\)"),
        (PRE, {"type": "Metaspace"}, r"not byte-level \(pre-tokenizer: Metaspace\)"),
        (PRE, steps(add_prefix_space=True), r"puts a space first \(add_prefix_space\)"),
        (PRE, steps(split("a"), use_regex=True), r"cannot be done here \(pre-tokenizer: Split, then Byte"),
        (PRE, steps(split("a"), split("b")), "pre-tokenizer: Split, then Split, then ByteLevel"),
        (PRE, steps(digits(False), use_regex=True), "pre-tokenizer: Digits, then ByteLevel"),
        (PRE, steps({"type": "Punctuation"}), "pre-tokenizer: Punctuation, then ByteLevel"),
        (f"{SPLIT}.pattern", {"String": " "}, "at a fixed string"),
        (
            SPLIT,
            split(GPT2, "MergedWithNext"),
            r"more than cut text by its pattern \(Split: MergedWithNext\)",
        ),
        (SPLIT, split("[a-z]+", "Removed", True), "more than cut text by its pattern"),
        (SPLIT, split("a("), "cannot be used here. This is not a regular expression: missing"),
        (SPLIT, split("a" * 3000), "cannot be used here. 3,000 characters of pattern are more than"),
        (SPLIT, split(r"\p{N}{1,3}+|\s+"), "may mean something else in Hugging Face's library"),
        (SPLIT, split(r"\w+"), "may mean something else"),
        (SPLIT, split("^a"), "may mean something else"),
        (VOCAB, [], "not a table from tokens to ids"),
        (f"{VOCAB}.ug", "1", "not a table from tokens to ids"),
        (f"{VOCAB}.ug", 257, "gaps or repeat"),
        (f"{VOCAB}.hugs", 300, "gaps or repeat"),
        (VOCAB, BYTES_LAST, "do not start with the single bytes"),
        (VOCAB, lambda vocab: vocab | {"▁a": 261}, "not byte-level: its token '▁a' is not written in bytes"),
        (VOCAB, lambda vocab: vocab | {"ug": 257, "hug": 256}, "Merge 0 makes 'ug'.*not in rank order"),
        (MERGES, [], "No merge makes the token 'ug'"),
        (MERGES, {"u": "g"}, "No merge makes the token 'ug'"),
        (MERGES, ["u g", "h ug", "hug s", "h ug"], "Several merges make the token 'hug'"),
        (MERGES, ["u g", "h ug", "h ugs"], "Merge 2, .'h', 'ugs'., does not join two tokens"),
        (MERGES, ["u g", "h ug", "hugs"], "Merge 2, .'hugs'., does not join"),
        (MERGES, ["u g", "h ug", 7], "Merge 2, 7, does not join"),
        (MERGES, ["u g", "hug s", "h ug"], "Merge 1 makes 'hugs', whose id is not the next one"),
        ("added_tokens", {"a": 1}, "not a list of tokens"),
        (f"{FIRST}.special", False, "finds the added token '<pad>' in plain text: it is not special"),
        (f"{FIRST}.lstrip", True, "'<pad>' depends on the text around it"),
        (f"{FIRST}.single_word", True, "'<pad>' depends on the text around it"),
        ("added_tokens.1.normalized", True, "looks for the added token '<eos>' before or after others"),
        (f"{FIRST}.content", "a", "writes the added token 'a' like a single byte"),
        (f"{FIRST}.id", 7, "gives the added token '<pad>' the id 259, not the file's"),
    ],
)
def test_what_cannot_be_repeated_exactly_is_refused_with_the_reason(path, value, says):
    with pytest.raises(VocabularyError, match=says) as refusal:
        load_tokenizer_json(changed(path, value))
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    "merges, says",
    [
        (["u g", "h u", "hu g"], "Merge 2 never makes 'hug': earlier merges cut it differently"),
        (["u g", "h u", "h ug"], None),
    ],
)
def test_a_merge_that_earlier_merges_prevent_is_refused(merges, says):
    tokens = [*PRINTABLE, *(merge.replace(" ", "") for merge in merges)]
    model = {"type": "BPE", "vocab": {token: place for place, token in enumerate(tokens)}, "merges": merges}
    file = json.dumps({"model": model, "pre_tokenizer": steps()})
    if says is None:
        assert load_tokenizer_json(file).encode("hug") == library(file, ["hug"])[0] == [258]
    else:
        with pytest.raises(VocabularyError, match=says):
            load_tokenizer_json(file)


def test_two_tokens_with_one_id_are_refused():
    vocab = small()["model"]["vocab"] | {"<pad>": 5}
    file = json.loads(changed(VOCAB, vocab))
    file["added_tokens"][0]["id"] = 5
    with pytest.raises(VocabularyError, match="Two tokens of this vocabulary have the same id"):
        load_tokenizer_json(json.dumps(file))


def test_an_unknown_token_matters_where_bytes_are_missing():
    file = json.loads((FILES / "smollm2.json").read_text("utf-8"))
    file["model"]["unk_token"] = "<|endoftext|>"
    with pytest.raises(VocabularyError, match=r"lacks become '<\|endoftext\|>' \(unk_token\)"):
        load_tokenizer_json(json.dumps(file))


@pytest.mark.parametrize("source", ["", "{", b"\xff\xfe\x00", "[" * 100_000, "9" * 5_000, b"PK\x03\x04"])
def test_what_is_not_json_is_refused(source):
    with pytest.raises(VocabularyError, match="This is not JSON"):
        load_tokenizer_json(source)


@pytest.mark.parametrize("source", ["{}", "[]", "null", '{"model": 3}', '"\\ud800"'])
def test_json_of_something_else_is_refused(source):
    with pytest.raises(VocabularyError, match="but not a tokenizer"):
        load_tokenizer_json(source)


def test_a_large_source_is_refused_unread(tmp_path):
    with pytest.raises(LimitError, match="20,000,001 bytes of tokenizer"):
        load_tokenizer_json(b" " * (MAX_TOKENIZER_FILE_BYTES + 1))
    with (tmp_path / "large.json").open("wb") as file:
        file.truncate(MAX_TOKENIZER_FILE_BYTES + 1)
    with pytest.raises(LimitError):
        load_tokenizer_json(tmp_path / "large.json")


def test_a_long_quotation_is_cut_short():
    with pytest.raises(VocabularyError) as refusal:
        load_tokenizer_json(changed("model.type", "x" * 10_000))
    assert len(str(refusal.value)) == 400


def places(node, path=()):
    """The paths to everything in a file, of long tables to the first entries."""
    if isinstance(node, dict | list):
        for key in list(node if isinstance(node, dict) else range(len(node)))[:12]:
            yield (*path, str(key))
            yield from places(node[key], (*path, str(key)))


@pytest.mark.parametrize("path", [".".join(path) for path in places(small())])
def test_whatever_a_file_holds_the_answer_is_a_tokenizer_or_a_sentence(path):
    for value in (None, True, 0, -1, 0.5, "", "x", "\ud800", [], [None], [[]], {}, {"type": "Sequence"}):
        try:
            load_tokenizer_json(changed(path, value))
        except TokcoreError as error:
            assert str(error)[-1] in ".…"
