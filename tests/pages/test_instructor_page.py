"""The page for instructors: result files read or refused, where the class struggled, tasks of the groups."""

import re

import pytest

from tests.bad_input import a_zip
from tests.pages import labels
from tests.pages.reading import choose, components, has_button, open_page, press, sentences, shared_link
from tokcore.limits import MAX_RESULT_FILES
from workshop.catalogue import KINDS, task
from workshop.groups import seed
from workshop.handout import answer, lines
from workshop.results import Record, ResultFile, to_csv, to_json
from workshop.struggles import example_class, struggles

PAGE = "instructor"
NAME = KINDS["inject"].names[0]
FIRST = ResultFile("ann", (Record("inject", "1.0", 3, 1, 3, False, 60, (NAME, NAME)),))
SECOND = ResultFile("ben", (Record("inject", "2.0", 1, 0, 1), Record("beats", "2.0", 1, 0, None)))


def handed_in(*files):
    visit = open_page(PAGE)
    visit.file_uploader[0].set_value(
        [(f"{place}.json", data if isinstance(data, bytes) else to_json(data).encode(), "application/json")
         for place, data in enumerate(files)]
    ).run()  # fmt: skip
    assert not visit.exception, visit.exception
    return visit


def table(visit):
    data = components(visit)[f"{PAGE}.table"]
    return [
        {column["name"]: cell["words"] for column, cell in zip(data["columns"], row)} for row in data["rows"]
    ]


def figures(visit):
    return {metric.label: metric.value for metric in visit.metric}


def told(visit):
    return "\n".join(text.value for text in visit.text)


def groups(visit, kind="next_merge"):
    return [[cell["words"] for cell in row] for row in components(visit)[f"{PAGE}.{kind}"]["rows"]]


def test_the_first_look_is_a_class_that_is_made_up_and_says_so():
    visit = open_page(PAGE)
    assert [title.value for title in visit.title] == ["Where does the class struggle?"]
    assert visit.caption[0].value == "Workshop · For instructors"
    assert any("made-up class" in caption.value for caption in visit.caption)
    assert [row["exercise"] for row in table(visit)] == [one.title for one in struggles(example_class())]
    assert figures(visit)["files"] == "12"
    assert sentences(visit) == "" and has_button(visit, labels.RESET)
    assert len(groups(visit)) == 6 and visit.get("download_button")


def test_files_handed_in_take_its_place():
    visit = handed_in(FIRST, SECOND)
    assert not any("made-up class" in caption.value for caption in visit.caption)
    assert figures(visit) == {"files": "2", "tasks tried": "3", "right at the first try": "33%"}
    assert [row["exercise"] for row in table(visit)] == [KINDS["beats"].title, KINDS["inject"].title]
    assert table(visit)[1] == {
        "exercise": KINDS["inject"].title,
        "tasks": "2",
        "right at the first try, %": "50",
        "right in the end, %": "100",
        "median tries": "2",
        "hints per task": "0.5",
        "most common misconception": NAME,
        "times": "2",
    }
    assert [link.proto.page for link in visit.get("page_link")] == ["compare", KINDS["inject"].page]
    assert any("Hardest: A text for which one beats the other" in text.value for text in visit.markdown)


def test_each_page_to_revisit_names_all_its_exercises_that_somebody_missed():
    kinds = ["next_merge", "beats", "encode_by_hand", "saved_by_merge"]
    tries = [(3, None), (2, 2), (2, None), (1, 1)]
    records = [Record(kind, "1.0", n, 0, right) for kind, (n, right) in zip(kinds, tries)]
    visit = handed_in(ResultFile("", tuple(records)))
    told = [text.value for text in visit.markdown if text.value.startswith("- ")]
    assert [re.findall(r"\*\*(.*?)\*\*", one) for one in told] == [
        [KINDS["next_merge"].title, KINDS["encode_by_hand"].title],
        [KINDS["beats"].title],
    ]
    assert "0% right at the first try, 100% in the end." in told[1]
    visit = handed_in(ResultFile("", (records[3],)))
    assert "Every task was right at the first try." in "\n".join(text.value for text in visit.text)


def test_who_handed_in_stands_in_a_closed_list():
    unnamed = ResultFile("", (Record("beats", "0.0", 2, 0, 2), Record("beats", "12.0", 1, 0, None)))
    visit = handed_in(SECOND, FIRST, unnamed)
    rows = [[cell["words"] for cell in row] for row in components(visit)[f"{PAGE}.people"]["rows"]]
    assert rows == [
        ["no name", "0, 12", "2", "1", "0"],
        ["ann", "1", "1", "1", "0"],
        ["ben", "2", "2", "1", "1"],
    ]
    (box,) = [one for one in visit.get("expander") if one.label.startswith("Who handed in")]
    assert box.label == "Who handed in: 3 files" and not box.proto.expanded
    assert f"{PAGE}.people" not in components(open_page(PAGE))


def test_csv_files_say_the_same():
    visit = open_page(PAGE)
    files = [("a.csv", to_csv(FIRST).encode(), "text/csv"), ("b.csv", to_csv(SECOND).encode(), "text/csv")]
    visit.file_uploader[0].set_value(files).run()
    assert table(visit) == table(handed_in(FIRST, SECOND))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "names other columns"),
        (b"\xff", "not UTF-8"),
        (b"{}", "does not say so"),
        (b"x" * 300_000, "300,000 bytes in one result file are more than the limit of 200,000"),
        (a_zip(), "not UTF-8, as its byte"),
        (b"{" * 10_000, "cannot be read as JSON"),
        (to_json(FIRST).replace("inject", "<script>").encode(), "of a kind that there is not"),
    ],
)
def test_a_file_that_cannot_be_read_is_left_out_with_a_sentence(data, says):
    visit = handed_in(FIRST, data)
    assert "1 file left out" in sentences(visit)
    assert "1.json: " in told(visit) and says in told(visit)
    assert "<script>" not in told(visit)
    assert figures(visit)["files"] == "1"
    alone = handed_in(data)
    assert any("made-up class" in caption.value for caption in alone.caption)


def test_the_same_results_twice_count_once_and_the_page_says_so():
    visit = handed_in(FIRST, FIRST, to_csv(FIRST).encode(), ResultFile("ben", FIRST.records))
    assert figures(visit)["files"] == "2"
    assert "2 files here already, and counted once:" in sentences(visit)
    for place in (1, 2):
        assert f"{place}.json: the same name, tasks and times as in 0.json." in told(visit)


def test_more_files_than_the_limit_are_said_to_be_left_out(monkeypatch):
    monkeypatch.setattr("ui.instructor.class_results.MAX_RESULT_FILES", 1)
    visit = handed_in(FIRST, SECOND)
    assert "1 files are read; the other 1 are left out" in sentences(visit)
    assert figures(visit)["files"] == "1"
    assert MAX_RESULT_FILES == 200


def test_files_without_a_checked_answer_get_a_sentence():
    visit = handed_in(ResultFile("", (Record("inject", "1.0"),)))
    assert "no answer that was checked" in sentences(visit)
    assert visit.get("download_button") and len(groups(visit)) == 6


def test_a_hostile_name_is_a_cell_of_text_and_nothing_else():
    name = "<img src=x onerror=alert(1)> **b**"
    visit = handed_in(ResultFile(name, FIRST.records))
    assert components(visit)[f"{PAGE}.people"]["rows"][0][0]["words"] == name
    shown = [*visit.markdown, *visit.caption, *visit.text, *visit.header, *visit.get("info")]
    assert not [one.value for one in shown if "onerror" in one.value or "**b" in one.value]


def test_groups_are_listed_without_their_answers_until_asked():
    visit = open_page(PAGE)
    assert groups(visit) == [
        [str(one.group), "\n".join(one.given)] for one in lines("next_merge", range(1, 7))
    ]
    choose(visit, PAGE, answers=True)
    assert [row[2] for row in groups(visit)] == [answer(task("next_merge", seed(g))) for g in range(1, 7)]
    choose(visit, PAGE, answers=False)
    assert {len(row) for row in groups(visit)} == {2}


def test_every_control_of_the_list_changes_it():
    visit = open_page(PAGE)
    choose(visit, PAGE, first=10)
    assert [row[0] for row in groups(visit)] == [str(group) for group in range(10, 16)]
    choose(visit, PAGE, count=2)
    assert [row[0] for row in groups(visit)] == ["10", "11"]
    visit.multiselect(key=f"{PAGE}.kinds").set_value(["beats", "inject"]).run()
    assert (
        [row[0] for row in groups(visit, "beats")]
        == [row[0] for row in groups(visit, "inject")]
        == ["10", "11"]
    )
    assert f"{PAGE}.next_merge" not in components(visit)
    assert all(
        task("beats", seed(10)).question.replace("*", "")[:30] in row[1] for row in groups(visit, "beats")[:1]
    )


def test_too_many_kinds_or_none_get_a_sentence():
    visit = open_page(PAGE)
    visit.multiselect(key=f"{PAGE}.kinds").set_value(list(KINDS)[:5]).run()
    assert "3 exercises fit on the list" in sentences(visit)
    visit.multiselect(key=f"{PAGE}.kinds").set_value([]).run()
    assert "Pick at least one exercise" in sentences(visit)
    press(visit, labels.RESET)
    assert sentences(visit) == "" and len(groups(visit)) == 6


def test_the_last_groups_there_are():
    visit = choose(open_page(PAGE), PAGE, first=998, count=24)
    assert [row[0] for row in groups(visit)] == ["998", "999"]


def test_a_link_restores_the_list():
    link = {"instructor.first": "10", "instructor.count": "2", "instructor.answers": "true"}
    visit = open_page(PAGE, link=link)
    assert [row[0] for row in groups(visit)] == ["10", "11"] and len(groups(visit)[0]) == 3
    again = open_page(PAGE, link=shared_link(visit))
    assert groups(again) == groups(visit)
