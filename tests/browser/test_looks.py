"""Light and dark, wide and narrow: the text can be read and everything can be reached."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.app import (
    enter,
    in_scheme,
    menu,
    open_box,
    open_page,
    pictured,
    player,
    text_box,
)
from tests.pages import labels
from tests.pages.labels import COMPARE, MERGES, PAGES, PLAYER, TRACE

MIXED = "one two three four five six seven\n\u202e\u00a0 \u0301 你好 🤗 " + "long" * 60
WORDS = ", ".join(f"[data-testid={kind}]" for kind in ("stCaptionContainer", "stMarkdownContainer", "stText"))
TILED = (COMPARE, TRACE, MERGES, "digit_chunking", "special_tokens", "production")
"""Pages on which a person's text becomes tiles; axe looks at the colours of all pages."""

PICTURES = ".root, .player, .strips, .stages, .card"
PHONE = {"width": 390, "height": 844}

# For every piece of text in some parts of the page: its class, its colour, what is painted behind it.
INK = """(roots) => {
  const found = new Map();
  const up = (node) => node.parentElement ?? node.getRootNode().host;
  const nothing = /, 0\\)$|transparent/;
  const walk = (node) => {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.ELEMENT_NODE) walk(child);
      if (child.nodeType !== Node.TEXT_NODE || !child.data.trim()) continue;
      const parts = [];
      for (let at = node; at; at = up(at)) parts.push(getComputedStyle(at));
      if (parts.some((style) => style.visibility === "hidden" || style.display === "none")) continue;
      const painted = parts.map((style) => style.backgroundColor).filter((color) => !nothing.test(color));
      const behind = painted.slice(0, painted.findIndex((color) => !color.startsWith("rgba")) + 1).join(";");
      const clear = parts.reduce((product, style) => product * Number(style.opacity), 1);
      if (clear === 0) continue; // a chart's label that would overlap another
      const line = [node.className, parts[0].color, behind, clear].join("|");
      found.set(line, child.data.trim().slice(0, 20));
    }
  };
  roots.forEach(walk);
  return [...found].map(([line, text]) => [...line.split("|"), text]);
}"""


def channels(color):
    """Red, green and blue, 0 to 1, and how opaque, of a computed colour."""
    numbers = [float(number) for number in re.findall(r"[\d.]+", color)]
    scale = 1 if color.startswith("color(srgb") else 255
    return [number / scale for number in numbers[:3]], numbers[3] if len(numbers) > 3 else 1.0


def luminance(color):
    """The relative luminance of WCAG 2."""
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts))


def over(color, paper):
    """What a translucent colour looks like on an opaque one."""
    front, opaque = color
    return [opaque * a + (1 - opaque) * b for a, b in zip(front, paper)]


def contrast(ink, papers, clear=1.0):
    """The contrast ratio of WCAG 2 of text on a pile of colours, of which only the last is opaque."""
    *upper, paper = [channels(color) for color in papers.split(";")]
    paper = paper[0]
    for color in reversed(upper):
        paper = over(color, paper)
    front, opaque = channels(ink)
    high, low = sorted((luminance(over((front, clear * opaque), paper)), luminance(paper)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("ink", "paper", "ratio"),
    [("rgb(0, 0, 0)", "rgb(255, 255, 255)", 21), ("rgb(119, 119, 119)", "rgb(255, 255, 255)", 4.48)],
)
def test_contrast_is_the_known_ratio(ink, paper, ratio):
    assert contrast(ink, paper) == pytest.approx(ratio, abs=0.01)


def text_of(page):
    """A text that is hard to draw, or for a page that takes only some texts one of those."""
    row = labels.ROWS[page]
    return MIXED if row.takes_anything else row.own


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_scheme_is_the_persons(tab, server, scheme):
    tab.emulate_media(color_scheme=scheme)
    open_page(tab, server, COMPARE)
    paper = tab.get_by_test_id("stApp").evaluate("(app) => getComputedStyle(app).backgroundColor")
    assert luminance(channels(paper)[0]) < 0.02 if scheme == "dark" else luminance(channels(paper)[0]) > 0.8


def expect_contrast(tab, scheme):
    """Text on every tile and around the picture can be read."""
    in_scheme(tab, scheme)
    faint = []
    for _, ink, paper, clear, text in tab.get_by_test_id("stMain").locator(WORDS).evaluate_all(INK):
        if (ratio := contrast(ink, paper, float(clear))) < 4.5:
            faint.append(f"{text!r}: {ink} at {clear} on {paper} is {ratio:.2f}")
    hues = set()
    for classes, ink, paper, clear, text in tab.locator(PICTURES).evaluate_all(INK):
        enough = 3 if classes == "mark" else 4.5  # a dot for a space is a picture, not a text
        if contrast(ink, paper, float(clear)) < enough:
            faint.append(f"{text!r} ({classes}): {ink} on {paper}")
        hues.add(paper)
    assert faint == [], scheme
    assert len(hues) >= 7, "six hues and the paper"


def expect_no_sideways_scrolling(tab):
    for place in ("document.documentElement", "document.querySelector('[data-testid=stMain]')"):
        wide, shown = tab.evaluate(f"[{place}.scrollWidth, {place}.clientWidth]")
        assert wide <= shown, place


@pytest.mark.parametrize("page", PAGES)
def test_a_text_fits_a_phone_and_can_be_read(tab, server, page):
    tab.set_viewport_size(PHONE)
    # The choice of what to show is another page's on every page but one, and left alone there.
    box = open_box(tab, server, page, **{"compare.show": ["text", "ids", "bytes"]})
    expect_no_sideways_scrolling(tab)
    controls = tab.get_by_test_id("stMain").locator("button, input, textarea, [role=switch]")
    assert controls.evaluate_all(OUTSIDE, PHONE["width"]) == []
    enter(tab, box, text_of(page))
    pictured(tab)
    expect_no_sideways_scrolling(tab)
    for scheme in ("light", "dark") if page in TILED else ():
        expect_contrast(tab, scheme)


# The controls that stick out of the window, apart from those in a part that scrolls by itself.
OUTSIDE = """(all, width) => {
  const scrollsInside = (one) => {
    for (let at = one.parentElement; at; at = at.parentElement ?? at.getRootNode().host) {
      if (at.dataset?.testid === "stMain") return false;
      if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
    }
    return false;
  };
  return all.filter((one) => {
    const place = one.getBoundingClientRect();
    const drawn = place.width > 1 && place.height > 1;
    return drawn && (place.left < 0 || place.right > width) && !scrollsInside(one);
  }).map((one) => one.outerHTML);
}"""


def step_by_touch(tab, page):
    group = player(tab, PLAYER[page])
    group.get_by_role("button", name="First step").tap()
    group.get_by_role("button", name="One step on").tap()
    expect(group.get_by_role("slider")).to_have_value("1")


def test_a_phone_steps_by_touch_and_reaches_another_page_by_the_menu(new_tab, server):
    tab = new_tab(viewport=PHONE, has_touch=True)
    for page in (TRACE, MERGES):
        step_by_touch(open_page(tab, server, page), page)
    if not menu(tab).is_visible():
        tab.get_by_test_id("stExpandSidebarButton").tap()
    links = tab.get_by_role("link").or_(tab.get_by_role("menuitem"))
    if not links.filter(has_text=labels.TITLE[TRACE]).count():
        menu(tab).get_by_role("button", name=labels.GROUP[TRACE]).tap()
    links.filter(has_text=labels.TITLE[TRACE]).first.tap()
    expect(tab.get_by_role("heading", name=labels.QUESTION[TRACE])).to_be_visible()
    expect(text_box(tab, TRACE)).to_be_visible()
    expect(tab.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
