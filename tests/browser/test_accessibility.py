"""Every page, light, dark and on a phone: axe finds nothing serious, and Tab reaches every control."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.app import in_scheme, open_page, pictured, settled
from tests.pages import labels

LOOKS = {"dark": ("dark", 1280), "light": ("light", 1280), "phone": ("light", 390)}
CONTRAST = "color-contrast"
RULES = {"light": {"runOnly": [CONTRAST]}, "phone": {"rules": {CONTRAST: {"enabled": False}}}}
"""Light differs from dark in its colours alone, and a phone has the colours of light."""

OTHERS = "dark"
"""What pictures other than the first are looked at in: they are made of the same parts."""

FIRST = "the first view"
HIGH = 900

LOOK_AT = "Look at"
"""The control by which a page that has several pictures goes from one to the next."""

GRAVE = ("serious", "critical")
OURS = ("heading-order", "landmark-unique", "label-content-name-mismatch")
"""Rules that must hold although axe calls what breaks them moderate."""

FAULTS = """async ([grave, ours, rules]) => {
  const found = await axe.run("[data-testid=stMain]", { resultTypes: ["violations"], ...rules });
  const faults = found.violations.filter(({ id, impact }) => grave.includes(impact) || ours.includes(id));
  const said = faults.flatMap(({ id, nodes }) => nodes.slice(0, 4).map(({ html, failureSummary }) =>
    `${id}: ${html.slice(0, 160)} ${failureSummary.replace(/\\s+/g, " ")}`));
  return { said, checked: [...found.passes, ...found.incomplete].map(({ id }) => id) };
}"""
MUST_BE_CHECKED = {
    "dark": {CONTRAST, "button-name", "heading-order"},
    "light": {CONTRAST},
    "phone": {"button-name", "heading-order"},
}
LACKING = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  return main.scrollHeight - main.clientHeight;
}"""
"""How much higher the window would have to be to show the whole page, in pixels."""

UNFOLD = """() => {
  const folded = document.querySelectorAll("[data-testid=stMain] details:not([open]) > summary");
  folded.forEach((one) => one.click());
}"""


@pytest.fixture(scope="session")
def scripts(npm_package):
    """What is added to a page: axe, and the notes on what the keyboard reaches."""
    files = (npm_package("axe-core", "4.14.1") / "axe.min.js", Path(__file__).with_name("reach.js"))
    return [file.read_text("utf-8") for file in files]


def look_as(tab, look):
    scheme, width = LOOKS[look]
    tab.set_viewport_size({"width": width, "height": HIGH})
    tab.emulate_media(color_scheme=scheme)


def give_room(tab):
    """Make the window as high as the page: what has to be scrolled to, axe may pass over."""
    for _ in range(10):
        if (lacking := tab.evaluate(LACKING)) <= 0:
            return
        size = tab.viewport_size
        tab.set_viewport_size({"width": size["width"], "height": size["height"] + lacking})
        pictured(tab)
    raise AssertionError(f"the page grows with its window, and lacks {lacking} pixels")


def faults(tab, look, rules=None):
    """What axe finds in the main block under a look, by all rules or as `rules` has it."""
    scheme, width = LOOKS[look]
    tab.set_viewport_size({"width": width, "height": tab.viewport_size["height"]})
    give_room(in_scheme(tab, scheme))
    found = tab.evaluate(FAULTS, [GRAVE, OURS, rules or {}])
    assert MUST_BE_CHECKED[look] - set(found["checked"]) == set()
    return found["said"]


def unreachable(tab, most=400):
    """The controls of the main block that neither Tab nor, inside a group, an arrow key reaches."""
    assert tab.evaluate("reach.start()") > 5
    been_there = False
    for _ in range(most):
        tab.keyboard.press("Tab")
        if (here := tab.evaluate("reach.inMain()")) < been_there:
            break
        been_there = here
    else:
        raise AssertionError(f"{most} times Tab do not lead through the page")
    while steps := tab.evaluate("reach.nextGroup()"):
        for key, times in zip(("ArrowLeft", "ArrowRight"), steps):
            for _ in range(times):
                tab.keyboard.press(key)
    return tab.evaluate("reach.leftOut()")


def views(tab, server, page, scripts):
    """The page as it opens, and with every choice that draws another picture; all that folds is open."""
    row = labels.ROWS.get(page)
    for view in [{}, *(view for view in row.views if list(view) != ["kind"])] if row else [{}]:
        look_as(tab, "dark")
        open_page(tab, server, page, labels.link(page, view))
        yield finish(tab, scripts), str(view) if view else FIRST
        if not view:
            options = tab.get_by_role("radiogroup", name=LOOK_AT, exact=True).get_by_role("radio")
            for option in options.all_inner_texts()[1:]:
                look_as(tab, "dark")
                options.filter(has_text=option).click()
                expect(options.filter(has_text=option)).to_be_checked()
                yield finish(tab, scripts), option


def finish(tab, scripts):
    pictured(settled(tab))
    tab.evaluate(UNFOLD)
    expect(tab.get_by_test_id("stMain").locator("details:not([open])")).to_have_count(0)
    for script in scripts:
        tab.evaluate(script)
    return pictured(settled(tab))


@pytest.mark.parametrize("page", labels.LISTED)
def test_everybody_can_use_a_page(tab, server, scripts, page):
    tab.emulate_media(reduced_motion="reduce")
    found = []
    for shown, view in views(tab, server, page, scripts):
        for look in LOOKS if view == FIRST else [OTHERS]:
            found += [f"{view}, {look}: {fault}" for fault in faults(shown, look, RULES.get(look))]
        found += [f"{view}, no key reaches {control}" for control in unreachable(shown)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("page", [labels.COMPARE, labels.TRACE])
def test_a_presented_page_is_as_usable(tab, server, scripts, page):
    tab.emulate_media(reduced_motion="reduce")
    look_as(tab, "light")
    shown = finish(open_page(tab, server, page, "?present=true"), scripts)
    assert faults(shown, "light") == []
    assert unreachable(shown) == []
