"""Without a mouse: Tab reaches every control, the focus is seen, and the trace can be stepped."""

import pytest
from playwright.sync_api import expect

from tests.browser.app import at_step, open_page, player, settled
from tests.pages import labels
from tests.pages.labels import COMPARE, MERGES, PLAYER, TRACE

PLAYER_CONTROLS = [
    "First step",
    "One step back",
    "Play",
    "One step on",
    "Last step",
    "Step",
    labels.COPY_LINK,
]
EVERY_PAGE = [labels.RESET, labels.SHOW_ANSWER]
CONTROLS = {
    COMPARE: [
        labels.TEXT_BOX[COMPARE],
        "gpt2",
        "text",
        labels.MARKS,
        labels.IDS,
        "Tokens (CSV)",
        "Ids (JSON)",
    ],
    TRACE: [
        labels.SOURCE,
        "bytes",
        labels.MERGE_COUNT,
        labels.TEXT_BOX[TRACE],
        labels.PATTERN,
        labels.TIES,
        labels.FOLLOWED_WORD,
        labels.PLAYER[TRACE],
        *PLAYER_CONTROLS,
        "Every step",
        labels.OTHER_TEXT,
        labels.ENCODING,
        labels.KEEP,
        "Steps (CSV)",
    ],
    MERGES: [
        labels.TEXT_BOX[MERGES],
        labels.PLAYER[MERGES],
        *PLAYER_CONTROLS,
        "Merges in the order they were made",
        "Merges (CSV)",
    ],
}

# The element that has the focus, also inside a component: its name, and whether anything shows the focus.
FOCUSED = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (!at || at === document.body) return null;
  const name = at.getAttribute("aria-label") ?? at.labels?.[0]?.innerText ?? at.innerText ?? "";
  return { name: name.trim().split("\\n").at(-1), seen: at.matches(":focus-visible") };
}"""


def tab_through(tab, most=250):
    """Press Tab from the top of the page until it leaves the page; the names of what had the focus."""
    names = []
    tab.evaluate("document.activeElement?.blur()")
    for _ in range(most):
        tab.keyboard.press("Tab")
        focused = tab.evaluate(FOCUSED)
        if focused is None:
            return names
        assert focused["seen"], f"{focused} shows that it has the focus"
        names.append(focused["name"])
    raise AssertionError(f"{most} times Tab never leave the page: {names[-5:]}")


def expect_stepping_with_the_keyboard_alone(tab, page):
    tab.evaluate("document.activeElement?.blur()")
    for _ in range(60):
        tab.keyboard.press("Tab")
        if tab.evaluate(FOCUSED)["name"] == PLAYER[page]:
            break
    group = player(tab, PLAYER[page])
    tab.keyboard.press("Home")
    at_step(group, 0)
    tab.keyboard.press("ArrowRight")
    at_step(group, 1)
    tab.keyboard.press("Tab")
    expect(group.get_by_role("button", name="First step")).to_be_focused()
    tab.keyboard.press("ArrowRight")
    at_step(group, 2)
    tab.keyboard.press("Enter")
    at_step(group, 0)
    group.get_by_role("slider").focus()
    tab.keyboard.press("ArrowRight")
    at_step(group, 1)


@pytest.mark.parametrize("page", CONTROLS)
def test_tab_reaches_every_control_in_reading_order(tab, server, page):
    names = tab_through(open_page(tab, server, page))
    expected = [*CONTROLS[page], *EVERY_PAGE]
    missing = [control for control in expected if not any(name.startswith(control) for name in names)]
    assert missing == []
    assert "In the wild" in names, "the navigation"
    reset, box = names.index(labels.RESET), names.index(labels.TEXT_BOX[page])
    answer = names.index(labels.SHOW_ANSWER)
    assert reset < box < answer
    if page in PLAYER:
        expect_stepping_with_the_keyboard_alone(tab, page)


def test_a_page_is_reached_by_the_keyboard(tab, server):
    open_page(tab, server, COMPARE)
    while tab.evaluate(FOCUSED) is None or tab.evaluate(FOCUSED)["name"] != labels.GROUP[MERGES]:
        tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("menuitem", name=labels.TITLE[MERGES])).to_be_visible()
    item = tab.get_by_role("menuitem", name=labels.TITLE[MERGES])
    item.focus()
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("heading", name=labels.QUESTION[MERGES])).to_be_visible()


def test_choices_are_made_with_the_keyboard(tab, server):
    open_page(tab, server, COMPARE)
    pill = tab.get_by_role("button", name="cl100k_base")
    pill.focus()
    tab.keyboard.press("Space")
    expect(tab.get_by_role("region", name="cl100k_base").first).to_be_visible()
    switch = tab.get_by_role("switch", name=labels.SHOW_ANSWER).first
    switch.focus()
    tab.keyboard.press("Space")
    expect(tab.get_by_test_id("stText").filter(has_text="to choose from")).to_be_visible()
    settled(tab)
