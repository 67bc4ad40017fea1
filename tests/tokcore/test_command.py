"""The command line: the same figures as the package's functions, from files and from standard input."""

import io
import json
import re
from pathlib import Path

import pytest

from tokcore import GPT2_PATTERN, BPETokenizer, load, load_tokenizer_json
from tokcore.command import main
from tokcore.corpora import corpus
from tokcore.measures import bytes_per_token, tokens_per_word
from tokcore.sweep import sweep
from tokcore.terminal import Progress, figure, table

ROOT = Path(__file__).resolve().parents[2]
NOVEL = corpus("northanger_abbey").text[:60_000]
TEXTS = {"novel.txt": NOVEL, "greeting.txt": "hello  world\r\n\r\n你好 <|endoftext|>!\n", "empty.txt": ""}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("texts")
    for name, text in TEXTS.items():
        (folder / name).write_bytes(text.encode())
    tok = BPETokenizer.train(TEXTS["greeting.txt"], 270, r"\w+", specials=("<|endoftext|>", "<a b>"))
    (folder / "own.json").write_text(tok.to_tokenizer_json(), "utf-8")
    return folder


@pytest.fixture(autouse=True)
def there(folder, monkeypatch):
    monkeypatch.chdir(folder)


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs the command in this process and gives (status, standard output, standard error)."""

    def ran(line, typed=""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        status = main(line.split() if isinstance(line, str) else line)
        return status, *capsys.readouterr()

    return ran


@pytest.fixture
def said(run):
    """What the command writes when all goes well."""

    def written(line, typed=""):
        status, out, err = run(line, typed)
        assert (status, err) == (0, "")
        return out

    return written


# --- train --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line, expected",
    [
        ("", lambda: BPETokenizer.train(NOVEL, 1_024, GPT2_PATTERN)),
        (
            "--vocab-size 700 --ties smallest-id",
            lambda: BPETokenizer.train(NOVEL, 700, GPT2_PATTERN, "smallest-id"),
        ),
        ("--pattern none --vocab-size 300", lambda: BPETokenizer.train(NOVEL, 300)),
        (r"--pattern \w+|\W --vocab-size 300", lambda: BPETokenizer.train(NOVEL, 300, r"\w+|\W")),
        (
            "--special <x> --special <y> --vocab-size 300",
            lambda: BPETokenizer.train(NOVEL, 300, GPT2_PATTERN, specials=("<x>", "<y>")),
        ),
        ("--no-special --vocab-size 256", lambda: BPETokenizer.train(NOVEL, 256, GPT2_PATTERN, specials=())),
    ],
)
@pytest.mark.parametrize("source", ["novel.txt", "-"])
def test_training_gives_the_tokenizer_of_the_package(said, tmp_path, line, expected, source):
    written, tok = [tmp_path / "tok.json", tmp_path / "tok.tiktoken"], expected()
    outs = f"--out {written[0]} --out {written[1]}"
    learned = json.loads(said(f"train {source} {line} --json {outs}", NOVEL))
    assert learned["fingerprint"] == tok.fingerprint
    assert learned["specials"] == tok.specials
    assert learned["pattern"] == tok.pattern
    tokens = len(tok.encode(NOVEL))
    assert (learned["tokens"], learned["bytes"]) == (tokens, len(NOVEL.encode()))
    assert learned["bytes_per_token"] == bytes_per_token(NOVEL, tokens)
    assert (learned["merges"], learned["vocab_size"]) == (len(tok.merges), tok.vocab_size)
    assert (learned["stopped_early"], learned["written"]) == (False, [str(path) for path in written])
    assert written[0].read_text("utf-8") == tok.to_tokenizer_json()
    assert written[1].read_bytes() == tok.to_tiktoken()
    assert load_tokenizer_json(written[0]).encode(NOVEL) == tok.encode(NOVEL)


def test_the_summary_of_a_training(said):
    out = said("train greeting.txt --vocab-size 900 --special <x> --no-special")
    tok = BPETokenizer.train(TEXTS["greeting.txt"], 900, GPT2_PATTERN)
    rows = dict(line.split("  ", 1) for line in out.splitlines())
    rows = {name: value.strip() for name, value in rows.items()}
    per_token = bytes_per_token(TEXTS["greeting.txt"], len(tok.encode(TEXTS["greeting.txt"])))
    assert rows == {
        "trained on": "greeting.txt",
        "vocabulary, tokens": str(tok.vocab_size),
        "merges learned": str(tok.vocab_size - 256),
        "special tokens": "none",
        "pattern": "gpt2",
        "training text, bytes": str(len(TEXTS["greeting.txt"].encode())),
        "distinct chunks": str(len(set(tok.rules.cut(TEXTS["greeting.txt"])))),
        "bytes per token": f"{per_token:.2f}",
        "stopped early": "yes, the pairs ran out before 900",
    }


# --- encode -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base", "smollm2", "own.json"])
@pytest.mark.parametrize("file", TEXTS)
@pytest.mark.parametrize("from_file", [True, False])
def test_encoding_gives_the_ids_of_the_package(said, name, file, from_file):
    text, source = TEXTS[file], file if from_file else "-"
    ids = (load_tokenizer_json(Path(name)) if name == "own.json" else load(name)).encode(text)
    assert said(f"encode --tokenizer {name} {source}", text) == "".join(f"{i}\n" for i in ids)
    title = file if from_file else "standard input"
    expected = [{"file": title, "ids": ids, "tokens": len(ids)}]
    assert json.loads(said(f"encode --tokenizer {name} --json {source}", text)) == expected
    assert said(f"encode --tokenizer {name} --count {source}", text) == f"{len(ids)}\t{title}\n"


def test_several_files_are_encoded_one_after_the_other(said):
    ids = [load("gpt2").encode(text) for text in TEXTS.values()]
    files = " ".join(TEXTS)
    assert said(f"encode --tokenizer gpt2 {files}") == "".join(f"{i}\n" for row in ids for i in row)
    listed = json.loads(said(f"encode --tokenizer gpt2 --json {files}"))
    assert [(row["file"], row["ids"], row["tokens"]) for row in listed] == [
        (name, row, len(row)) for name, row in zip(TEXTS, ids)
    ]
    counts = [(len(row), name) for name, row in zip(TEXTS, ids)]
    total = sum(map(len, ids)), "total"
    assert said(f"encode --tokenizer gpt2 --count {files}") == "".join(
        f"{n}\t{name}\n" for n, name in [*counts, total]
    )
    listed = json.loads(said(f"encode --tokenizer gpt2 --count --json {files}"))
    assert listed == [{"file": name, "tokens": n} for n, name in counts]


@pytest.mark.parametrize(
    "name, text",
    [
        ("gpt2", "a <|endoftext|>\n b<|endoftext|>"),
        ("smollm2", "<|im_start|>user\nhi<|im_end|>\n"),
        ("own.json", "x <a b>y <a  b> <|endoftext|>"),
    ],
)
def test_special_strings_are_text_or_tokens_or_refused(run, said, name, text):
    tok = load_tokenizer_json(Path(name)) if name == "own.json" else load(name)
    text = "word " * (1_000 if name == "own.json" else 120_000) + text  # further than a block
    for special, allowed in (("plain", ()), ("allow", "all")):
        out = said(f"encode --tokenizer {name} --special {special} -", text)
        assert list(map(int, out.split())) == tok.encode(text, allowed_special=allowed)
    status, _, err = run(f"encode --tokenizer {name} --special refuse -", text)
    place, string = min((text.index(special), special) for special in tok.specials if special in text)
    assert (status, err) == (
        2,
        f"tokcore: standard input holds the special string {string!r} at character {place:,}.\n",
    )
    plain = said(f"encode --tokenizer {name} --special refuse novel.txt")
    assert list(map(int, plain.split())) == tok.encode(NOVEL)


def test_a_special_string_with_a_space_is_found_across_blocks(said):
    tok = BPETokenizer.train("a b", 256, GPT2_PATTERN, specials=("<a b>",))
    Path("spaced.json").write_text(tok.to_tokenizer_json(), "utf-8")
    out = said("encode --tokenizer spaced.json --special allow -", "<a b>" * 110_000)  # longer than a block
    assert out == "256\n" * 110_000


# --- compare ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("files", [list(TEXTS), ["greeting.txt", "-", "novel.txt"], ["-"]])
def test_comparing_gives_the_measures_of_the_package(said, files):
    typed, names = "One two.\n\nthree", ["gpt2", "own.json", "smollm2"]
    toks = [load("gpt2"), load_tokenizer_json(Path("own.json")), load("smollm2")]
    line = " ".join(f"--tokenizer {name}" for name in names)
    found = json.loads(said(f"compare {line} --json {' '.join(files)}", typed))
    expected, texts = [], [TEXTS.get(file, typed) for file in files]
    for file, text in zip(files, texts):
        for name, tok in zip(names, toks):
            tokens = len(tok.encode(text))
            expected.append(
                {
                    "file": "standard input" if file == "-" else file,
                    "tokenizer": name,
                    "bytes": len(text.encode()),
                    "words": len(text.split()),
                    "tokens": tokens,
                    "bytes_per_token": bytes_per_token(text, tokens),
                    "tokens_per_word": tokens_per_word(text, tokens),
                }
            )
    assert found["files"] == expected
    for row, name, tok in zip(found["total"], names, toks):
        tokens = sum(len(tok.encode(text)) for text in texts)
        together = " ".join(texts)
        assert (row["file"], row["tokenizer"], row["tokens"]) == (None, name, tokens)
        assert row["bytes_per_token"] == sum(len(text.encode()) for text in texts) / tokens
        assert row["tokens_per_word"] == tokens_per_word(together, tokens)


def test_comparing_shows_a_table(said):
    rows = said("compare --tokenizer gpt2 --tokenizer smollm2 greeting.txt empty.txt").splitlines()
    assert [line.split()[:3] for line in rows[:3]] == [
        ["file", "tokenizer", "bytes"],
        ["greeting.txt", "gpt2", "38"],
        ["greeting.txt", "smollm2", "38"],
    ]
    assert rows[3].split() == ["empty.txt", "gpt2", "0", "0", "0", "-", "-"]
    assert [line.split()[:2] for line in rows[5:]] == [["all", "files"]] * 2
    assert len(said("compare --tokenizer gpt2 greeting.txt").splitlines()) == 2


# --- sweep --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", ["novel.txt", "-"])
def test_sweeping_gives_the_points_of_the_package(said, source):
    tok = BPETokenizer.train(NOVEL, 2_000, GPT2_PATTERN)
    points = sweep(tok, NOVEL)
    found = json.loads(said(f"sweep --sizes 2000,256,300 --json {source}", NOVEL))
    assert (found["bytes"], found["vocab_size"], found["stopped_early"]) == (
        len(NOVEL.encode()),
        2_000,
        False,
    )
    assert found["sizes"] == [
        points.at(n)._asdict() | {"bytes_per_token": bytes_per_token(NOVEL, points.at(n).tokens)}
        for n in (2_000, 256, 300)
    ]


def test_sweeping_by_doublings_on_other_text(said):
    tok, text = BPETokenizer.train(NOVEL, 4_096, GPT2_PATTERN), TEXTS["greeting.txt"]
    points = sweep(tok, text)
    found = json.loads(said("sweep novel.txt --measure greeting.txt --measure - --json", text))
    assert [row["vocab_size"] for row in found["sizes"]] == [256, 512, 1_024, 2_048, 4_096]
    assert [row["tokens"] for row in found["sizes"]] == [2 * points.at(256 << k).tokens for k in range(5)]


def test_sweeping_a_tokenizer_that_there_is(said):
    rows = said("sweep --tokenizer smollm2 greeting.txt").splitlines()
    points = sweep(load("smollm2"), TEXTS["greeting.txt"])
    sizes = [256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, load("smollm2").vocab_size]
    assert [line.split()[:2] for line in rows[1:]] == [[f"{n:,}", str(points.at(n).tokens)] for n in sizes]


def test_sizes_that_training_did_not_reach_have_no_row(said):
    rows = said("sweep greeting.txt --sizes 256,258,5000").splitlines()
    reached = BPETokenizer.train(TEXTS["greeting.txt"], 5_000, GPT2_PATTERN).vocab_size
    assert [line.split()[0] for line in rows[1:-1]] == ["256", "258"]
    assert rows[-1] == f"The pairs ran out at {reached} tokens."


# --- failures -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line, says",
    [
        ("encode --tokenizer gpt2 none.txt", "none.txt cannot be read: No such file or directory."),
        ("encode --tokenizer gpt2 .", ". cannot be read: Is a directory."),
        ("encode --tokenizer gpt2 bad.txt", "bad.txt is not UTF-8: its byte 2 is 0xFF."),
        (
            "encode --tokenizer gpt3 novel.txt",
            "There is no tokenizer or file 'gpt3'; there are gpt2, r50k_base,",
        ),
        ("encode --tokenizer gpt2.tiktoken novel.txt", "has neither pattern nor specials"),
        ("encode --tokenizer bad.txt novel.txt", "bad.txt: This is not JSON."),
        ("encode --tokenizer no.json novel.txt", "no.json cannot be used: No such file or directory."),
        ("compare --tokenizer gpt2 - -", "Standard input can be read only once."),
        ("sweep - --measure -", "Standard input can be read only once."),
        (
            "train novel.txt --out tok.txt",
            "The name of the file to write, 'tok.txt', ends in .json or .tiktoken.",
        ),
        ("train novel.txt --out no/tok.json", "'no/tok.json' cannot be written: its folder is missing"),
        ("train novel.txt --vocab-size 255", "at least 256 tokens, not 255."),
        ("train novel.txt --vocab-size 70000", "70,000 tokens are more than the limit of 65,536."),
        ("train novel.txt --vocab-size 0", "'0' is not a whole number above 0"),
        ("train novel.txt --pattern gtp2", "there is no pattern 'gtp2'; there are none, gpt2,"),
        ("train novel.txt --pattern (", "This is not a regular expression"),
        ("train novel.txt --special a --out tok.json", "writes another token like the special 'a'"),
        (
            "train novel.txt --pattern (?r)a --out tok.json",
            "may mean something else in Hugging Face's library",
        ),
        ("train bad.txt novel.txt --processes 2", "bad.txt is not UTF-8: its byte 2 is 0xFF."),
        ("sweep novel.txt --sizes 256,x", "'x' is not a whole number above 0"),
        ("sweep novel.txt --sizes 300,200", "The sizes go from 256 to 300, so not to 200."),
        ("sweep novel.txt --sizes 200", "at least 256 tokens, not 200."),
        (
            "sweep --tokenizer gpt2 novel.txt --sizes 60000",
            "The sizes go from 256 to 50,256, so not to 60,000.",
        ),
        ("", "the following arguments are required"),
        ("train", "the following arguments are required: FILE"),
        ("novel.txt", "invalid choice: 'novel.txt'"),
    ],
)
def test_a_failure_is_one_sentence_and_the_status_2(run, folder, line, says):
    (folder / "bad.txt").write_bytes(b"ab\xffc")
    status, _, err = run(line)
    assert status == 2
    assert says in err
    assert err.count("\n") == 1 and err.endswith("\n")


# --- what is shown ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "when, terminal, shown", [("auto", False, 0), ("auto", True, 1), ("never", True, 0), ("always", False, 1)]
)
def test_a_progress_bar_is_drawn_where_somebody_sees_it(when, terminal, shown):
    stream = io.StringIO()
    stream.isatty = lambda: terminal
    with Progress("counting", 200, "bytes", when, stream) as progress:
        progress(50)
        for _ in range(150):
            progress(1)
    lines = stream.getvalue().split("\r")[1:]
    assert bool(lines) == bool(shown)
    if shown:
        assert lines[0] == "counting: [######..................]  25% of 200 bytes"
        assert lines[-1] == "counting: [########################] 100% of 200 bytes\n"
        assert len(lines) < 100  # not for every call


@pytest.mark.parametrize(
    "total, line",
    [(None, "x: 1,234 bytes"), (0, "x: 1,234 bytes"), (1, "x: [########################] 100% of 1 bytes")],
)
def test_a_bar_whose_end_is_not_known(total, line):
    progress = Progress("x", total, "bytes", "never", io.StringIO())
    progress(1_234)
    assert progress.line() == line


@pytest.mark.parametrize(
    "value, shown", [(None, "-"), (1_234_567, "1,234,567"), (1_234.567, "1,234.57"), ("a", "a"), (0, "0")]
)
def test_figures(value, shown):
    assert figure(value) == shown


def test_a_table_puts_numbers_to_the_right():
    rows = [("name", "tokens"), ("a", 5), ("bcdef", 1_000), ("g", None)]
    assert table(rows) == "name   tokens\na           5\nbcdef   1,000\ng           -\n"
    assert table([("a", "b"), ("long", "x")]) == "a     b\nlong  x\n"
    assert table([("a", "b")]) == "a  b\n"


def test_the_readme_shows_what_the_command_writes(said, tmp_path, monkeypatch):
    (tmp_path / "data").symlink_to(ROOT / "data")
    monkeypatch.chdir(tmp_path)
    (shown,) = re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    lines = re.findall(r"^\$ python -m tokcore (.*)\n", shown, re.MULTILINE)
    assert len(lines) == 2
    assert shown == "".join(f"$ python -m tokcore {line}\n{said(line)}" for line in lines)
