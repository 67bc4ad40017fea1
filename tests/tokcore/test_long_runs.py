"""The long comparisons with other trainers and with the readers of exported files, in short."""

from collections import Counter

import pytest

from bench import exports, recipes, trainers
from bench.corpora import KINDS, MOST_CHARACTERS, PATTERNS, Corpus, corpus

IN_THE_SUITE = ("counting again", "tokenizers")
"""rustbpe is installed for the long run only."""


def run(capsys, script, *arguments):
    code = script.main(["--seed", "suite", *map(str, arguments[:-1])], arguments[-1])
    return code, capsys.readouterr().out.splitlines()


# --- trainers -------------------------------------------------------------------------------------------


def test_what_is_learned_is_what_the_other_trainers_learn(capsys):
    code, lines = run(capsys, trainers, "--corpora", 260, IN_THE_SUITE)
    assert (code, lines[-1]) == (0, "260 corpora x 2 trainers: 0 differences")


def test_corpora_are_the_same_for_a_seed_and_of_many_kinds():
    corpora = [corpus("a", place) for place in range(520)]
    assert corpora == [corpus("a", place) for place in range(520)]
    assert corpora != [corpus("b", place) for place in range(520)]
    assert Counter(one.kind for one in corpora) == {kind.__name__: 40 for kind in KINDS}
    assert {one.pattern for one in corpora} == set(PATTERNS)
    assert max(len(one.text) for one in corpora) <= MOST_CHARACTERS
    texts = [one.text for one in corpora]
    for part in ["", "a" * 200, "\n\n\n", "\r\n", "\x00", "\x85", "\xad", "é", "你", "🤗"]:
        assert any(part in text for text in texts), ascii(part)
    assert "" in texts
    sizes = [one.vocab_size - 256 - len(one.text.encode()) for one in corpora if one.text]
    assert sum(size >= 0 for size in sizes) > 100 and any(one.vocab_size == 256 for one in corpora)


CASE = Corpus("words", "ba ab", 258, "none")


@pytest.mark.parametrize(
    "trainer, merges, place, ours, theirs",
    [
        ("tokenizers", [(b"a", b"b")], 0, (b"b", b"a"), (b"a", b"b")),
        ("tokenizers", [(b"b", b"a")], 1, (b"ba", b" "), None),
        ("tokenizers", [], 0, (b"b", b"a"), None),
        ("rustbpe", [(b"ba",), (b"ba ",), (b"ba a",)], 2, None, (b"ba a",)),
        ("rustbpe", [(b"ba",), (b" a",)], 1, (b"ba ",), (b" a",)),
    ],
)
def test_the_first_merge_that_differs_is_found(monkeypatch, trainer, merges, place, ours, theirs):
    monkeypatch.setitem(trainers.TRAINERS, trainer, ("first", lambda corpus: merges))
    found = trainers.difference(CASE, trainer, trainers.learned(CASE, "first"))
    assert found == (trainer, CASE, place, ours, theirs)


def test_a_trainer_that_differs_is_counted_and_its_corpora_shown(capsys, monkeypatch):
    monkeypatch.setitem(trainers.TRAINERS, "tokenizers", ("first", trainers.hugging_face))
    code, lines = run(capsys, trainers, "--corpora", 40, IN_THE_SUITE)
    shown = [line for line in lines if line.startswith("tokenizers: merge ")]
    count = int(lines[-1].removeprefix("40 corpora x 2 trainers: ").removesuffix(" differences"))
    assert code == 1 and count > len(shown) == trainers.MOST_SHOWN
    assert "Corpus(kind='" in shown[0] and ", text=" in shown[0]


# --- exports --------------------------------------------------------------------------------------------

SHORT = (
    ("gpt2 pattern, awkward specials", "tokenizer.json"),
    ("gpt2 pattern, awkward specials", "tokenizer.tiktoken"),
    ("smollm2 pattern", "tokenizer.json"),
    ("one chunk, no specials", "tokenizer.tiktoken"),
)


def test_exported_files_read_special_strings_as_here_in_every_way(capsys):
    code, lines = run(capsys, exports, "--strings", 500, SHORT)
    assert (code, lines[-1]) == (0, "500 strings x 4 files: 0 differences")
    (sentence,) = exports.REFUSED.values()
    assert lines[-2] == f"smollm2 as tokenizer.tiktoken is refused: {sentence}"


def test_every_tokenizer_is_written_in_every_format_that_can_hold_it():
    names = [*recipes.TRAINED, *recipes.PUBLISHED, *recipes.CUT_SHORT]
    left_out = {("smollm2", "tokenizer.tiktoken"), ("gaps", "tokenizer.tiktoken")}
    wanted = {(name, written) for name in names for written in exports.FORMATS} - left_out
    assert set(recipes.FILES) == wanted and len(recipes.FILES) == len(wanted)


def test_strings_hold_the_specials_whole_and_broken():
    tok = recipes.made("gpt2 pattern, awkward specials")
    texts = recipes.texts(tok, 400, "a")
    assert texts == recipes.texts(tok, 400, "a") != recipes.texts(tok, 400, "b")
    for special in tok.specials:
        whole = sum(special in text for text in texts)
        assert 10 < whole < 200
        assert sum(special[:-1] in text or special[1:] in text for text in texts) > whole


def test_only_strings_for_a_pattern_of_ones_own_lack_characters_newer_than_the_libraries():
    newer = set(map(chr, recipes.newer()))
    assert "\u0c5c" in newer and not newer & set("aé你🤗\U00032000\U0010ffff")
    for name, lack in (("bytes alone", False), ("words", True)):
        texts = recipes.texts(recipes.made(name), 3_000, "a")
        assert newer.isdisjoint("".join(texts)) == lack


@pytest.mark.parametrize("way", ["plain", "allowed", "refused", "decode"])
def test_a_file_that_is_read_differently_is_counted_and_its_strings_shown(capsys, monkeypatch, way):
    read = exports.theirs

    def wrong(tok, path):
        side = read(tok, path)
        if way == "decode":
            return side._replace(decode=lambda ids: side.decode(ids) + "!")
        return side._replace(ways=side.ways | {way: lambda texts: [[0] for _ in texts]})

    monkeypatch.setattr(exports, "theirs", wrong)
    code, lines = run(capsys, exports, "--strings", 6, SHORT[1:2])
    assert (code, lines[-1]) == (1, "6 strings x 1 files: 6 differences")
    shown = [line for line in lines if line.startswith("gpt2 pattern, awkward specials as ")]
    assert len(shown) == 1 + 6
    said = {"decode": ("plain, decoded: ", "!' there")}.get(way, (f"{way}: ", "  [0] there"))
    assert said[0] in shown[1] and lines[lines.index(shown[1]) + 2].endswith(said[1])


def test_a_refusal_that_does_not_come_is_no_success(capsys, monkeypatch):
    monkeypatch.setattr(exports, "REFUSED", {("bytes alone", "tokenizer.tiktoken"): "It cannot be."})
    code, lines = run(capsys, exports, "--strings", 1, ())
    assert (code, lines[-2]) == (1, "bytes alone as tokenizer.tiktoken is not refused")


@pytest.mark.parametrize("script, option", [(trainers, "--corpora"), (exports, "--strings")])
@pytest.mark.parametrize("count", [0, 1_000_001])
def test_a_count_outside_the_limits_is_refused(capsys, script, option, count):
    with pytest.raises(SystemExit):
        script.main([option, str(count)])
    assert f"{option} goes from 1 to 1,000,000." in capsys.readouterr().err
