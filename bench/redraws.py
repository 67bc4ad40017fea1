"""Changing every input of a page in a browser, and timing each change until the new picture is painted."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from playwright.sync_api import Locator, Page, TimeoutError

from tests.browser.app import pictured, settled
from tests.pages import labels

MOST_OPTIONS = 7
"""How many options of a list are tried."""

TYPED = "It was a bright cold day, and the clocks were striking thirteen."
LOOK_AT = "Look at"

# When a person acted last, and when the page changed last; components draw inside shadow roots. A table in a
# part that is folded paints itself later, and what was said to a screen reader is taken away later still.
WATCH = """() => {
  window.changed = window.acted = 0;
  const unseen = ({ target }) =>
    (target.closest ? target : target.parentElement)?.closest("details:not([open]), [data-live-announcer]");
  const note = (records) => { if (!records.every(unseen)) window.changed = performance.now(); };
  const seen = new WeakSet();
  window.watch = () => {
    const hosts = document.querySelectorAll("[data-testid=stBidiComponentIsolated]");
    for (const part of [document.body, ...[...hosts].map((host) => host.shadowRoot)]) {
      if (!part || seen.has(part)) continue;
      seen.add(part);
      new MutationObserver((records) => { note(records); window.watch(); }).observe(part,
        { childList: true, subtree: true, characterData: true, attributes: true });
    }
  };
  window.watch();
  for (const kind of ["click", "input", "keydown"]) {
    window.addEventListener(kind, () => { window.acted = performance.now(); }, true);
  }
}"""
STILL = 500
"""Milliseconds without any change after which a picture counts as finished."""

FINISHED = """(still) => {
  const ready = document.querySelector("[data-testid=stApp]").dataset.testScriptState === "notRunning";
  return ready && window.changed > window.acted && performance.now() - window.changed > still;
}"""


class Way(NamedTuple):
    """A control with one value and another, and how a person goes there and back."""

    control: str
    before: str
    after: str
    there: Callable[[], None]
    back: Callable[[], None]


class Change(NamedTuple):
    """A way with its seconds: for the first time in a process, and once more."""

    way: Way
    first: float
    again: float


def redraws(tab: Page) -> Iterator[Change]:
    """Change every control of the page that stands open, also under each option of *Look at*, and back."""
    tab.evaluate(WATCH)
    yield from (_timed(tab, way) for way in _inputs(tab))
    for look in [way for way in _radios(tab) if way.control == LOOK_AT]:
        yield _timed(tab, look)
        _act(tab, look.there)
        yield from (_timed(tab, way) for way in _inputs(tab))
        _act(tab, look.back)


def _timed(tab: Page, way: Way) -> Change:
    seconds = []
    for act in (way.there, way.back, way.there, way.back):
        seconds.append(_act(tab, act))
    return Change(way, seconds[0], seconds[2])


def _act(tab: Page, act: Callable[[], None]) -> float:
    """Act, wait until nothing has changed for a while, and return the seconds until the last change."""
    act()
    tab.wait_for_function(FINISHED, arg=STILL)
    pictured(settled(tab))
    return tab.evaluate("(window.changed - window.acted) / 1000")


def _inputs(tab: Page) -> list[Way]:
    found = [way for way in _radios(tab) if way.control != LOOK_AT]
    return [*found, *_lists(tab), *_switches(tab), *_pills(tab), *_numbers(tab), *_texts(tab)]


def _main(tab: Page, role: str) -> list[Locator]:
    return [one for one in tab.get_by_test_id("stMain").get_by_role(role).all() if one.is_visible()]


def _name(control: Locator) -> str:
    return control.evaluate("(one) => one.ariaLabel ?? one.labels?.[0]?.innerText ?? ''").strip()


def _radios(tab: Page) -> list[Way]:
    ways = []
    for group in _main(tab, "radiogroup"):
        options = group.get_by_role("radio")
        chosen = group.get_by_role("radio", checked=True).inner_text()
        name = group.evaluate(
            "(one) => document.getElementById(one.getAttribute('aria-labelledby'))?.innerText"
        )
        name = name or _name(group)
        for option in options.all_inner_texts():
            if option != chosen:
                # A page may draw its controls anew, so each is looked for again when it is used.
                pick = tab.get_by_role("radiogroup", name=name, exact=True).get_by_role(
                    "radio", exact=True, name=option
                )
                back = tab.get_by_role("radiogroup", name=name, exact=True).get_by_role(
                    "radio", exact=True, name=chosen
                )
                ways.append(Way(name, chosen, option, pick.click, back.click))
    return ways


def _lists(tab: Page) -> list[Way]:
    ways = []
    for box in _main(tab, "combobox"):
        name, chosen = _name(box), box.input_value()
        if not chosen:  # a list to take several from
            continue
        offered = _opened(tab, box)
        options = [one for one in offered.all_inner_texts() if one != chosen]
        tab.get_by_role("option", name=chosen, exact=True).click()
        offered.first.wait_for(state="hidden")
        for option in options[:MOST_OPTIONS]:
            ways.append(
                Way(name, chosen, option, _from_list(tab, name, option), _from_list(tab, name, chosen))
            )
    return ways


def _opened(tab: Page, box: Locator) -> Locator:
    """The options of a list. A list that has just been closed may take the first click at the next one."""
    offered = tab.get_by_role("option")
    for _ in range(20):
        box.click()
        try:
            offered.first.wait_for(timeout=500)
        except TimeoutError:
            continue
        return offered
    raise TimeoutError(f"The list {_name(box)!r} does not open.")


def _from_list(tab: Page, name: str, option: str) -> Callable[[], None]:
    def take() -> None:
        box = tab.get_by_role("combobox", name=name, exact=True)
        _opened(tab, box)
        box.fill(option)  # a long list holds only what is in sight
        tab.get_by_role("option", name=option, exact=True).click()

    return take


def _switches(tab: Page) -> list[Way]:
    ways = []
    for switch in _main(tab, "switch"):
        if (name := _name(switch)) != labels.SHOW_ANSWER:
            now = switch.is_checked()
            press = lambda name=name: tab.get_by_role("switch", name=name, exact=True).press("Space")  # noqa: E731
            ways.append(Way(name, "on" if now else "off", "off" if now else "on", press, press))
    return ways


def _pills(tab: Page) -> list[Way]:
    ways = []
    for group in tab.get_by_test_id("stMain").locator("[role=toolbar]:has(> button[aria-pressed])").all():
        name = _name(group)
        for option in group.locator("button[aria-pressed=false]").all_inner_texts():
            pill = tab.get_by_role("toolbar", name=name, exact=True).get_by_role(
                "button", name=option, exact=True
            )
            ways.append(Way(name, f"without {option}", f"with {option}", pill.click, pill.click))
    return ways


def _numbers(tab: Page) -> list[Way]:
    ways = []
    for box in _main(tab, "spinbutton"):
        value = box.input_value()
        other = str(int(float(value)) + 1)
        name = _name(box)
        ways.append(
            Way(
                name,
                value,
                other,
                _written(tab, "spinbutton", name, other),
                _written(tab, "spinbutton", name, value),
            )
        )
    return ways


def _texts(tab: Page) -> list[Way]:
    ways = []
    for box in _main(tab, "textbox"):
        name, value = _name(box), box.input_value()
        ways.append(
            Way(
                name,
                "the example",
                "another",
                _written(tab, "textbox", name, TYPED[:24]),
                _written(tab, "textbox", name, value),
            )
        )
    return ways


def _written(tab: Page, role: str, name: str, value: str) -> Callable[[], None]:
    def write() -> None:
        box = tab.get_by_role(role, name=name, exact=True)
        box.fill(value)
        if box.evaluate("(one) => one.tagName") == "INPUT":
            box.press("Enter")

    return write
