"""The exercises page: its first look, groups and links, the way through it, and the results."""

import csv
import io
import json

import pytest

from tests.pages import labels
from tests.pages.exercises import FIRST, PAGE, at, check, downloads, put, results, successes, told
from tests.pages.reading import components, go_to, has_button, open_page, press, sentences, shared_link
from ui.exercises import overview
from workshop.catalogue import KINDS, task
from workshop.groups import seed
from workshop.handout import answer
from workshop.results import read_results


def test_the_first_look_holds_a_task_with_its_picture_and_no_notice():
    visit = open_page(PAGE)
    one = task(FIRST, seed(0))
    assert [title.value for title in visit.title] == ["What do you expect, and why?"]
    assert visit.caption[0].value == "Workshop · Exercises"
    assert visit.header[0].value == KINDS[FIRST].title
    assert one.question in [text.value for text in visit.markdown]
    row = components(visit)[f"{PAGE}.{FIRST}.given0"]["stages"][0]["parts"]
    assert [bytes(part["bytes"]) for part in row] == list(one.given[0].rows[0][2])
    assert sentences(visit) == "" and has_button(visit, "Check") and has_button(visit, labels.RESET)
    assert answer(one) not in told(visit)
    assert "In code" not in [heading.value for heading in visit.header]


@pytest.mark.parametrize("group", [7, 42, 999])
def test_a_group_gets_its_own_numbers_from_the_link(group):
    visit = open_page(PAGE, link={"group": str(group)})
    assert visit.number_input(key=f"{PAGE}.group").value == group
    assert "group" not in visit.query_params
    text = b"".join(task(FIRST, seed(group)).given[0].rows[0][2])
    row = components(visit)[f"{PAGE}.{FIRST}.given0"]["stages"][0]["parts"]
    assert b"".join(bytes(part["bytes"]) for part in row) == text
    again = open_page(PAGE, link=shared_link(visit))
    assert components(again) == components(visit)


@pytest.mark.parametrize("group", ["1000", "-1", "x", "", "7.5", "9" * 5_000, "<b>"])
def test_a_group_that_there_is_not_gets_a_sentence(group):
    visit = open_page(PAGE, link={"group": group})
    assert "names no group that there is" in sentences(visit)
    assert "<b>" not in sentences(visit)
    assert visit.number_input(key=f"{PAGE}.group").value == 0
    press(visit, labels.RESET)
    assert sentences(visit) == ""


@pytest.mark.parametrize(
    "link",
    [
        {"exercises.exercise": "no such"},
        {"exercises.group": "99999"},
        {"exercises.variant": "nan"},
        {"exercises.variant": "0"},
        {"no.such": "1"},
    ],
)
def test_a_damaged_link_opens_a_working_page(link):
    visit = open_page(PAGE, link=link)
    assert visit.header[0].value == KINDS[FIRST].title
    assert has_button(visit, "Check")


def test_next_previous_and_another_lead_through_all():
    visit, keys = open_page(PAGE), list(KINDS)
    here = keys.index(FIRST)
    press(visit, "Next")
    assert visit.selectbox(key=f"{PAGE}.exercise").value == keys[here + 1]
    press(press(visit, "Previous"), "Previous")
    assert visit.selectbox(key=f"{PAGE}.exercise").value == keys[here - 1]
    press(visit, "Another like it")
    assert visit.number_input(key=f"{PAGE}.variant").value == 2
    press(visit, "Next")
    assert visit.number_input(key=f"{PAGE}.variant").value == 1
    visit.selectbox(key=f"{PAGE}.exercise").set_value(keys[-1]).run()
    assert visit.selectbox(key=f"{PAGE}.exercise").value == keys[-1]
    press(visit, "Next")
    assert visit.selectbox(key=f"{PAGE}.exercise").value == keys[0]


def test_answers_survive_a_visit_to_another_exercise_and_page():
    visit = put(at(), {"left": "zz", "right": "y"})
    press(visit, "Check")
    go_to(press(press(visit, "Next"), "Previous"), "compare")
    go_to(visit, PAGE)
    assert visit.text_input(key=f"{PAGE}.{FIRST}.0.0.left").value == "zz"
    assert "Not yet." in sentences(visit)


def test_reset_brings_the_example_back_and_keeps_the_results_and_the_group():
    visit = at("inject", 3, 2)
    fresh = components(at(FIRST, 3))
    check(visit, task("inject", seed(3, 1)).right, "inject", 3, 2)
    press(visit, labels.RESET)
    assert visit.header[0].value == KINDS[FIRST].title
    shown = components(visit)
    assert shown[f"{PAGE}.{FIRST}.given0"] == fresh[f"{PAGE}.{FIRST}.given0"]
    assert "1 of 1 right" in told(visit)
    visit.selectbox(key=f"{PAGE}.exercise").set_value("inject").run()
    assert not visit.text_area[0].value and not successes(visit)


def test_the_list_says_how_every_exercise_stands():
    visit = check(at(), task(FIRST, seed(0)).right)
    rows = components(visit)[f"{PAGE}.overview"]["rows"]
    assert [row[0]["words"] for row in rows] == [kind.title for kind in KINDS.values()]
    assert [row[1]["words"] for row in rows] == [str(kind.minutes) for kind in KINDS.values()]
    states = dict(zip(KINDS, (row[2]["words"] for row in rows)))
    assert states.pop(FIRST) == "right at once" and set(states.values()) == {"–"}
    assert visit.get("expander")[0].label.startswith(f"All exercises: 1 of {len(KINDS)} done")


def test_results_are_taken_away_with_a_name_only_if_typed(monkeypatch):
    files = {}
    for write in ("to_csv", "to_json"):
        original = getattr(overview, write)
        monkeypatch.setattr(
            overview, write, lambda file, w=write, o=original: files.update({w: o(file)}) or files[w]
        )
    visit = open_page(PAGE)
    assert not [label for label in downloads(visit) if "Result file" in label]
    check(visit, task(FIRST, seed(0)).right)
    assert [label for label in downloads(visit) if "Result file" in label] == [
        "Result file (CSV)",
        "Result file (JSON)",
    ]
    visit.text_input(key=f"{PAGE}.name").set_value("  group\t7 <b> ").run()
    assert any("take your result file first" in text.value for text in visit.markdown)
    kept = tuple(results(visit))
    made = overview.ResultFile("group 7 <b>", kept)
    assert (
        read_results(overview.to_json(made).encode()) == made == read_results(overview.to_csv(made).encode())
    )
    assert json.loads(files["to_json"])["results"][0]["kind"] == FIRST
    row = next(csv.DictReader(io.StringIO(files["to_csv"])))
    assert (row["right_at"], row["group"]) == ("1", "0")


def test_start_over_forgets_every_result():
    visit = press(check(at(), task(FIRST, seed(0)).right), "Forget my results")
    assert results(visit) == [] and successes(visit) == []
    assert "No answer checked yet." in told(visit)


def test_beyond_the_limit_a_task_is_checked_but_not_counted(monkeypatch):
    monkeypatch.setattr("ui.exercises.attempts.MOST_RECORDS", 1)
    visit = check(at(), task(FIRST, seed(0)).right)
    press(visit, "Another like it")
    assert "keeps" in sentences(visit) and "not counted" in sentences(visit)
    check(visit, task(FIRST, seed(0, 1)).right, FIRST, 0, 2)
    assert successes(visit) == ["Right."]
    assert len(results(visit)) == 1


def test_two_visitors_do_not_meet():
    first = check(at(), task(FIRST, seed(0)).right)
    second = open_page(PAGE)
    assert "No answer checked yet." in told(second) and "1 of 1 right" in told(first.run())
    assert "exercise_records" not in second.session_state or not results(second)
