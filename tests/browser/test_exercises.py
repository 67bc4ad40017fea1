"""The exercises as people do them: by keyboard alone, on a phone, with hostile answers, and for everybody."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.app import open_page, settled
from tests.browser.test_accessibility import faults, look_as
from tests.browser.test_hostile_text import HOSTILE, MADE_BY_TEXT
from tests.pages.exercises import PAGE
from tests.pages.labels import link
from workshop.catalogue import KINDS, task
from workshop.exercise import Choice, Text
from workshop.groups import seed
from workshop.sheets import page

GROUP = 7
MADE_OF_ALL = (
    "repair_pattern choose_size next_merge encode_by_hand premium break_place_value inject which_fault "
    "how_many_tokens lab_transfer lab_pattern lab_glitch"
).split()
"""Kinds with every kind of picture and input that there is."""

ON_A_PHONE = ["how_many_tokens", "next_merge", "leading_space", "inject", "which_fault"]
FOCUSED = """() => {
  const at = document.activeElement;
  return at.getAttribute("aria-label") ?? at.labels?.[0]?.innerText ?? at.innerText ?? "";
}"""


def open_exercise(tab, server, kind, group=GROUP):
    return open_page(tab, server, PAGE, link(PAGE, {"exercise": KINDS[kind].title}, group=str(group)))


def field(tab, asked):
    return tab.get_by_test_id("stForm").get_by_label(asked.label, exact=True)


def fill(tab, one, values):
    """Fill the inputs of a task in."""
    for asked in one.inputs:
        value = values[asked.name]
        if isinstance(asked, Choice):
            tab.get_by_role("radiogroup", name=asked.label).get_by_text(value, exact=True).click()
        else:
            field(tab, asked).fill(f"{value:g}" if isinstance(value, float) else written(value))


def written(value):
    return "|".join(value) if isinstance(value, tuple) else str(value)


def press(tab, name):
    tab.get_by_role("button", name=name, exact=True).click()
    return settled(tab)


def said(tab, sentence):
    """The notice with this sentence, which is read aloud when it comes."""
    return tab.get_by_role("alert").or_(tab.get_by_role("status")).get_by_text(sentence, exact=True)


def no_sideways(tab):
    wide, seen = tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    return wide <= seen


def tab_to(tab, name, most=60):
    """Press Tab until the control of that name has the focus."""
    for _ in range(most):
        tab.keyboard.press("Tab")
        if tab.evaluate(FOCUSED).strip().split("\n")[-1] == name:
            return
    raise AssertionError(f"{most} times Tab do not lead to {name}")


def test_a_task_is_solved_with_the_keyboard_alone(tab, server):
    open_exercise(tab, server, "next_merge")
    right = task("next_merge", seed(GROUP)).right
    tab_to(tab, "First token")
    tab.keyboard.insert_text(right["right"].replace(" ", "·"))
    tab.keyboard.press("Enter")  # of two fields only one is filled: it is no try
    tab_to(tab, "Second token")
    tab.keyboard.insert_text(right["left"].replace(" ", "·"))
    tab_to(tab, "Check")
    tab.keyboard.press("Enter")
    expect(said(tab, "Not yet. That was try 1.")).to_be_visible()
    tab.keyboard.press("Enter")
    expect(said(tab, "Not yet. You have sent this answer already.")).to_be_visible()
    tab.keyboard.press("Shift+Tab")
    tab.keyboard.press("Control+a")
    tab.keyboard.insert_text(right["right"].replace(" ", "·"))
    tab.keyboard.press("Shift+Tab")
    tab.keyboard.press("Control+a")
    tab.keyboard.insert_text(right["left"].replace(" ", "·"))
    tab_to(tab, "Check")
    tab.keyboard.press("Enter")
    expect(said(tab, "Right, at try 2.")).to_be_visible()
    tab_to(tab, "Show me")
    tab.keyboard.press("Space")
    expect(tab.get_by_role("heading", name="The answer")).to_be_visible()


def test_options_are_chosen_with_arrow_keys(tab, server):
    open_exercise(tab, server, "which_fault")
    one = task("which_fault", seed(GROUP))
    tab.get_by_role("radiogroup", name="This token is").get_by_role("radio").first.focus()
    tab.keyboard.press("Space")
    for _ in range(one.inputs[0].options.index(one.right["fault"])):
        tab.keyboard.press("ArrowDown")
    tab_to(tab, "Check")
    tab.keyboard.press("Enter")
    expect(said(tab, "Right, at try 1.")).to_be_visible()


def test_five_exercises_on_a_phone(new_tab, server):
    tab = new_tab(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    for kind in ON_A_PHONE:
        open_exercise(tab, server, kind)
        one = task(kind, seed(GROUP))
        fill(tab, one, one.right)
        press(tab, "Check")
        expect(said(tab, "Right, at try 1.")).to_be_visible()
        press(tab, "Show me")
        expect(tab.get_by_role("heading", name="The answer")).to_be_visible()
        assert no_sideways(tab), kind


def test_the_result_file_is_taken_away_and_read_by_the_instructor(new_tab, server, tmp_path):
    tab = new_tab(accept_downloads=True, viewport={"width": 1280, "height": 720})
    open_exercise(tab, server, "next_merge")
    one = task("next_merge", seed(GROUP))
    fill(tab, one, {**one.right, **one.traps[0].values})
    press(tab, "Check")
    expect(said(tab, "Not yet. That was try 1.")).to_be_in_viewport(ratio=1)
    fill(tab, one, one.right)
    press(tab, "Check")
    expect(said(tab, "Right, at try 2.")).to_be_visible()
    for ending in ("CSV", "JSON"):
        with tab.expect_download() as downloaded:
            tab.get_by_role("button", name=f"Result file ({ending})").click()
        assert re.fullmatch(
            rf"exercises-group-{GROUP}-[0-9a-f]{{6}}.{ending.lower()}", downloaded.value.suggested_filename
        )
        downloaded.value.save_as(tmp_path / f"result.{ending.lower()}")
    open_page(tab, server, "instructor")
    for ending in ("csv", "json"):
        tab.locator("input[type=file]").set_input_files(tmp_path / f"result.{ending}")
    table = tab.get_by_role("table", name="Where the class struggled")
    expect(table.get_by_role("row")).to_have_count(2)
    expect(table).to_contain_text(one.traps[0].name)
    expect(tab.get_by_text("1 file here already, and counted once:")).to_be_visible()
    expect(tab.get_by_test_id("stMetric").first).to_contain_text("1")


def test_each_group_begins_on_a_sheet_of_its_own(tab):
    for kinds, each in ((["next_merge"], 1), (["next_merge", "encode_by_hand", "inject"], 2)):
        for groups in (range(1, 2), range(1, 4)):
            tab.set_content(page(kinds, groups, answers=False))
            sheets = tab.pdf(prefer_css_page_size=True).count(b"/Type /Page\n")
            assert sheets == each * len(groups), (kinds, groups)
    tab.emulate_media(media="print")
    heads = tab.locator("table.sheet > thead")
    assert [head.strip() for head in heads.all_inner_texts()] == [
        f"Group {group}\nExercises\nNames:" for group in groups
    ]
    assert {head.evaluate("e => getComputedStyle(e).display") for head in heads.all()} == {
        "table-header-group"
    }


@pytest.mark.parametrize(
    ("place", "kind"), list(enumerate(["beats", "encode_by_hand", "repair_pattern", "inject"]))
)
def test_answers_stay_text(tab, server, place, kind):
    """All kinds show answers in the same way, so each gets another part of the texts."""
    open_exercise(tab, server, kind)
    one = task(kind, seed(GROUP))
    for text in list(HOSTILE.values())[place::4]:
        values = {asked.name: text[: asked.limit] for asked in one.inputs if isinstance(asked, Text)}
        fill(tab, one, {**one.right, **values})
        press(tab, "Check")
        expect(tab.get_by_test_id("stAlert")).to_be_visible()
        for made in MADE_BY_TEXT:
            assert tab.locator(made).count() == 0, made
        assert tab.url.startswith(server.url)
        assert no_sideways(tab)


@pytest.fixture(scope="session")
def axe(npm_package):
    """What looks for faults, to add to a page."""
    return (npm_package("axe-core", "4.14.1") / "axe.min.js").read_text("utf-8")


def parts(kind):
    """The kinds of pictures and of inputs in an exercise."""
    one = task(kind, seed(GROUP))
    return {type(part) for part in (*one.given, *one.shown, *one.inputs)}


def test_the_kinds_that_axe_looks_at_have_all_parts_of_the_others():
    assert set().union(*map(parts, MADE_OF_ALL)) == set().union(*map(parts, KINDS))


@pytest.mark.parametrize(("place", "kind"), list(enumerate(MADE_OF_ALL)))
def test_everybody_can_do_an_exercise(tab, server, axe, place, kind):
    """Every other one is looked at in the dark."""
    tab.emulate_media(reduced_motion="reduce")
    look_as(tab, "light")
    open_exercise(tab, server, kind)
    one = task(kind, seed(GROUP))
    fill(tab, one, {**one.right, **one.traps[0].values})
    press(tab, "Check")
    for place in (1, 2, 3):
        press(tab, f"Hint {place} of 3")
    press(tab, "Show me")
    expect(tab.get_by_role("heading", name="The answer")).to_be_visible()
    tab.evaluate(axe)
    assert faults(tab, ("light", "dark")[place % 2]) == []
