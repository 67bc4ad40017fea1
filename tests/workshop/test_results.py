"""Scores, result files and what a class's files say together."""

import csv
import io
import json
import re
from statistics import median

import pytest

from tokcore.limits import TokcoreError
from workshop.catalogue import KINDS
from workshop.exercise import Feedback
from workshop.results import MOST_RECORDS, Record, ResultFile, read_results, score, to_csv, to_json
from workshop.struggles import example_class, struggles

WRONG = Feedback(False, "no", KINDS["next_merge"].names[0])
UNNAMED, RIGHT = Feedback(False, "no"), Feedback(True, "yes")
NOTHING = Feedback(False, "fill in", counts=False)
NEW = Record("next_merge", "7.0")
TRIED = Record("next_merge", "7.0", 3, 2, 3, False, 41, (KINDS["next_merge"].names[0],) * 2)
SHOWN = Record("beats", "7.1", 1, 3, None, True, 9, ())


def after(*feedback, start=NEW):
    for place, one in enumerate(feedback, 1):
        start = start.checked(one, 10.7 * place)
    return start


@pytest.mark.parametrize(
    ("feedback", "tries", "right_at", "seconds", "named"),
    [
        ([], 0, None, 0, 0),
        ([RIGHT], 1, 1, 10, 0),
        ([WRONG, UNNAMED, RIGHT], 3, 3, 32, 1),
        ([NOTHING, RIGHT], 1, 1, 21, 0),
        ([RIGHT, WRONG, RIGHT], 1, 1, 10, 0),
        ([WRONG] * 30, 30, None, 321, 20),
    ],
)
def test_a_record_counts_tries_until_one_is_right(feedback, tries, right_at, seconds, named):
    one = after(*feedback)
    assert (one.tries, one.right_at, one.seconds, len(one.misconceptions)) == (
        tries,
        right_at,
        seconds,
        named,
    )


def test_an_answer_that_was_shown_cannot_be_right_any_more():
    one = after(WRONG)._replace(shown=True)
    assert after(RIGHT, start=one) == one


@pytest.mark.parametrize(
    ("record", "state"),
    [(NEW, "seen"), (after(RIGHT), "right at once"), (after(WRONG), "begun"), (TRIED, "right at try 3"),
     (SHOWN, "answer shown"), (after(RIGHT, start=NEW._replace(hints=1)), "right at try 1")],
)  # fmt: skip
def test_the_state_of_a_record(record, state):
    assert record.state == state


def test_the_score():
    assert score([]).sentence == score([NEW]).sentence == "No answer checked yet."
    assert score([after(RIGHT), TRIED, SHOWN, NEW, after(WRONG)]) == (4, 2, 1)
    assert score([TRIED]).sentence == "1 of 1 right, 0 at the first try."


@pytest.mark.parametrize("write", [to_json, to_csv])
@pytest.mark.parametrize(
    "name", ["", "group 7", "=2+2", "+1", "-x", "@y", "'quoted'", '你好, "you"; <b>', "a,b"]
)
def test_a_result_file_comes_back_as_it_was(write, name):
    file = ResultFile(name, (TRIED, SHOWN, after(RIGHT)))
    assert read_results(write(file).encode()) == file
    assert read_results(b"\xef\xbb\xbf" + write(file).encode()) == file
    assert read_results(b"\xff\xfe" + write(file).encode("utf-16-le")) == file


def test_no_cell_of_a_csv_file_begins_like_a_formula():
    cells = [cell for row in csv.reader(io.StringIO(to_csv(ResultFile("=1+1", (TRIED,))))) for cell in row]
    assert not [cell for cell in cells if cell[:1] in "=+@" and cell]


@pytest.mark.parametrize("write", [to_json, to_csv])
def test_the_group_has_a_column_of_its_own_and_files_without_it_are_still_read(write):
    file = ResultFile("ann", (TRIED, SHOWN, after(RIGHT, start=NEW._replace(seed="12.3"))))
    if write is to_csv:
        rows = list(csv.DictReader(io.StringIO(write(file))))
        assert [row.pop("group") for row in rows] == ["7", "7", "12"]
        written = io.StringIO()
        old = csv.DictWriter(written, rows[0])
        old.writeheader()
        old.writerows(rows)
        earlier = written.getvalue()
    else:
        whole = json.loads(write(file))
        assert [row.pop("group") for row in whole["results"]] == [7, 7, 12]
        earlier = json.dumps(whole)
    assert "group" not in earlier.replace("groups", "") and read_results(earlier.encode()) == file


@pytest.mark.parametrize(
    ("name", "seeds", "named"),
    [
        ("ann", ["7.0"], "exercises-group-7-ann.csv"),
        ("Ann & Ben, 3b", ["7.0", "0.2", "7.1"], "exercises-group-0-7-Ann-Ben-3b.csv"),
        ('../..\\a:b*?"<|>\n%00', ["1.0"], "exercises-group-1-a-b-00.csv"),
        ("\u202egnp.exe", ["1.0"], "exercises-group-1-gnp-exe.csv"),
        ("你好 हिन्दी", ["1.0"], "exercises-group-1-你好-हिन्दी.csv"),
        ("x" * 60, [f"{group}.0" for group in range(9)], f"exercises-group-0-1-2-{'x' * 40}.csv"),
    ],
)
def test_the_name_of_a_file_tells_group_and_person_in_harmless_letters(name, seeds, named):
    assert ResultFile(name, tuple(TRIED._replace(seed=seed) for seed in seeds)).file_name("csv") == named


def test_files_without_a_name_do_not_overwrite_each_other():
    names = {ResultFile(" 👩 ", (TRIED._replace(seconds=s),)).file_name("json") for s in range(30)}
    assert len(names) == 30 and all(re.fullmatch("exercises-group-7-[0-9a-f]{6}.json", n) for n in names)


def test_no_name_is_in_a_file_unless_it_was_typed():
    assert json.loads(to_json(ResultFile("", (TRIED,))))["name"] == ""
    assert set(json.loads(to_json(ResultFile("", (TRIED,))))) == {"format", "version", "name", "results"}


def changed(**values):
    """A JSON result file with other values in its only result."""
    return json.dumps(
        {"format": "tokenizer playground exercises", "version": 1, "results": [{**TRIED._asdict(), **values}]}
    ).encode()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "names other columns"),
        (b"PK\x03\x04\xff", "not UTF-8, as its byte 4 shows"),
        (b"\xff\xfea", "not UTF-16, as its byte 2 shows"),
        (b"{", "cannot be read as JSON"),
        (b"{" * 100_000, "cannot be read as JSON"),
        (b"{}", "does not say so"),
        (b'{"format": "tokenizer playground exercises", "version": 2}', "another version"),
        (b'{"format": "tokenizer playground exercises", "version": 1}', "no list of results"),
        (b'{"format": "tokenizer playground exercises", "version": 1, "results": [1]}', "no list of results"),
        (b'{"format": "tokenizer playground exercises", "version": 1, "results": []}', "no results in it"),
        (b"a,b\n1,2\n", "names other columns"),
        (b"\x00" * 50, "names other columns"),
        (b"x" * 200_001, "more than the limit of 200,000"),
        (to_csv(ResultFile("", (TRIED,))).replace(",1,", ",9,", 1).encode(), "another version"),
        (to_json(ResultFile("", (TRIED,) * (MOST_RECORDS + 1))).encode(), "200 are the most"),
        (changed(kind="no such"), "of a kind that there is not"),
        (changed(kind=[]), "of a kind that there is not"),
        (changed(seed="x"), "no group and round"),
        (changed(seed=7.0), "no group and round"),
        (changed(tries=-1), "as its tries"),
        (changed(tries=1.5), "as its tries"),
        (changed(tries=True), "as its tries"),
        (changed(tries="9" * 5_000), "as its tries"),
        (changed(hints=4), "from 0 to 3 as its hints"),
        (changed(seconds=10**9), "as its seconds"),
        (changed(right_at=4), "a try that was not made"),
        (changed(right_at=0), "a try that was not made"),
        (changed(misconceptions=["<script>"]), "a misconception that its exercise does not know"),
        (changed(misconceptions=[{}]), "a misconception that its exercise does not know"),
        (changed(misconceptions=5), "a misconception that its exercise does not know"),
        (changed(misconceptions=list(TRIED.misconceptions) * 11), "does not know"),
    ],
)
def test_a_bad_file_gets_a_sentence(data, says):
    with pytest.raises(TokcoreError, match=says):
        read_results(data)


def test_a_long_or_strange_name_is_tamed():
    file = json.loads(changed())
    for name, read in (
        ("x" * 500, "x" * 60),
        (["a"], ""),
        (None, ""),
        (" a \n b ", "a b"),
        ("\udfff", "\ufffd"),
    ):
        assert read_results(json.dumps(file | {"name": name}).encode()).name == read


def test_where_a_class_struggled_is_a_plain_count():
    files = example_class()
    records = [one for file in files for one in file.records]
    found = struggles(files)
    assert {one.kind for one in found} == {one.kind for one in records}
    assert [one.first for one in found] == sorted(one.first for one in found)
    for one in found:
        mine = [record for record in records if record.kind == one.kind]
        named = [name for record in mine for name in record.misconceptions]
        assert one.tasks == len(mine)
        assert one.first == sum(record.right_at == 1 for record in mine) / len(mine)
        assert one.right == sum(bool(record.right_at) for record in mine) / len(mine)
        assert one.tries == median(record.tries for record in mine)
        assert one.hints == pytest.approx(sum(record.hints for record in mine) / len(mine))
        assert one.times == max(map(named.count, named), default=0) == named.count(one.misconception)
        assert one.page == KINDS[one.kind].page


def test_of_equals_the_one_that_fewer_solved_is_harder_and_then_the_one_with_more_tries():
    def at(kind, tries, right_at):
        return Record(kind, "1.0", tries, 0, right_at)

    solved, unsolved = at("beats", 5, 5), at("inject", 1, None)
    assert [one.kind for one in struggles([ResultFile("", (solved, unsolved))])] == ["inject", "beats"]
    fewer, more = at("beats", 2, None), at("inject", 3, None)
    assert [one.kind for one in struggles([ResultFile("", (fewer, more))])] == ["inject", "beats"]
    first = at("beats", 1, 1)
    assert [one.kind for one in struggles([ResultFile("", (first, unsolved))])] == ["inject", "beats"]


def test_tasks_that_were_only_seen_count_nowhere():
    assert struggles([ResultFile("", (NEW,))]) == []
    (one,) = struggles([ResultFile("", (NEW, SHOWN))])
    assert (one.kind, one.first, one.right, one.misconception) == ("beats", 0, 0, None)
    assert struggles([]) == []


def test_the_example_class_could_have_been_handed_in():
    for file in example_class():
        assert read_results(to_json(file).encode()) == file
        assert read_results(to_csv(file).encode()) == file
