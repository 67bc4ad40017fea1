"""Whatever a person types stays text: no element, no request, no navigation, no lost page."""

import pytest
from playwright.sync_api import expect

from tests.browser.app import (
    choose_from_list,
    code,
    entered,
    fill_line,
    finished,
    open_box,
    open_page,
    press,
    settled,
    show_answers,
    strip,
    text_box,
    tokens,
    write,
)
from tests.pages import labels
from tests.pages.labels import COMPARE, MERGES, PAGES, TRACE
from tokcore import PatternError
from tokcore.pretokenize import as_pattern

HOSTILE = {
    "short": "<img src=x onerror=a()>",
    "image": "<img src=x onerror=alert(1)>",
    "style": "<style>*{display:none}</style>",
    "refresh": "<meta http-equiv=refresh content='0;url=http://127.0.0.2/'>",
    "script": "</code></script><script>alert(2)</script>",
    "frame": "<iframe src=javascript:alert(3)></iframe>",
    "markdown link": "[a](javascript:alert(4)) <javascript:alert(5)>",
    "markdown image": "![x](http://127.0.0.2/x.png)",
    "markdown rest": "# h\n\n| a |\n|-|\n:red[x] :material/home: $x^2$ `c` **b**",
}
STRANGE = {
    "override": "abc \u202egnp.exe\u202c \u2066x\u2069",
    "arabic and hebrew": "مرحبا بالعالم שלום עולם 123",
    "combining": "Z\u0351\u036b\u0343a\u0327\u0301" + "\u0301" * 50,
    "joined emoji": "👩‍👩‍👧‍👦🏳️‍🌈👍🏽 🇺🇳",
    "controls": "a\x07b\x1b[31mc\u2028\u2029d",
}
TOGETHER = {
    "hostile": "\n".join(HOSTILE.values()),
    "strange": "\n".join(STRANGE.values()) + "w" * 500,
}
MADE_BY_TEXT = (
    "img[src='x']",
    "img[src*='127.0.0.2']",
    "a[href^='javascript']",
    "main meta",
    "main script",
    "main iframe",
    "svg script",
    "[onerror]",
)


def expect_only_text(tab, server, page, box=None):
    for made in MADE_BY_TEXT:
        assert tab.locator(made).count() == 0, made
    assert tab.url.startswith(server.url)
    expect(tab.get_by_role("heading", level=1, name=labels.QUESTION.get(page))).to_be_visible()
    expect(box or text_box(tab, page)).to_be_visible()
    sizes = tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert sizes[0] <= sizes[1], "the page does not scroll sideways"


@pytest.mark.parametrize("page", PAGES)
def test_a_text_stays_text_in_every_part_of_the_page(tab, server, page):
    row = labels.ROWS[page]
    box = open_box(tab, server, page, **{row.name: TOGETHER["hostile"]})
    held = box.input_value()
    assert held
    assert TOGETHER["hostile"].replace("\n", "").startswith(held.replace("\n", "")), "as much as fits"
    expect_only_text(tab, server, page)
    show_answers(tab)
    share_it(tab, server, page)
    if row.opens:  # Reset would close the box
        open_box(tab, server, page)
        show_answers(tab)
    else:
        press(tab, labels.RESET)
    expect(box).to_have_value(row.example)
    with entered(tab, box, TOGETHER["strange"][:400]) as written:  # the smallest limit of a page
        expect(box).to_have_value(written)
        expect_only_text(tab, server, page)
        share_it(tab, server, page)


def share_it(tab, server, page):
    """Put the text into the link, which some pages do only with a text that they take."""
    row = labels.ROWS[page]
    share = tab.get_by_text(labels.SHARE_TEXT, exact=True)
    if row.takes_anything or share.count():
        share.click()
        expect(tab.get_by_test_id("stCode").filter(has_text=f"{row.name}=")).to_be_visible()
        expect_only_text(tab, server, page)


def boxes(tab):
    """The names of the boxes for texts on the page; axe finds those that have none."""
    inputs = tab.get_by_test_id("stMain").get_by_role("textbox")
    named = "all.filter((one) => one.ariaLabel || one.labels?.length)"
    return inputs.evaluate_all(f"all => {named}.map((one) => one.ariaLabel ?? one.labels[0].innerText)")


@pytest.mark.parametrize("page", [page for page in labels.LISTED if page not in labels.FORMS])
def test_every_box_of_every_view_takes_a_text_as_text(tab, server, page):
    row = labels.ROWS.get(page)
    done = set()
    views = [{}, row.opens, *row.views] if row else [{}]
    for view in [view for place, view in enumerate(views) if view not in views[:place]]:
        open_page(tab, server, page, labels.link(page, view))
        for name in [name for name in boxes(tab) if name not in done]:
            done.add(name)
            box = tab.get_by_role("textbox", name=name, exact=True)
            with entered(tab, box, TOGETHER["hostile"][:400]) as written:
                expect(box).to_have_value(written)
                expect_only_text(tab, server, page, box)
    assert row or done == {"Find a term"}


def test_a_tokens_card_shows_markup_as_text(tab, server):
    open_page(tab, server, COMPARE)
    for name in ("image", "style", "markdown image"):
        write(tab, COMPARE, HOSTILE[name])
        for place in range(min(6, tokens(tab, "o200k_base").count())):
            tokens(tab, "o200k_base").nth(place).click()
            settled(tab)
        expect_only_text(tab, server, COMPARE)
        text = "".join(tokens(tab, "o200k_base").all_inner_texts())
        assert text.replace("·", " ") == HOSTILE[name]


def test_a_hostile_pattern_is_text_in_its_own_refusal(tab, server):
    open_page(tab, server, TRACE)
    choose_from_list(tab, labels.PATTERN, labels.OWN_PATTERN)
    for hostile in HOSTILE.values():
        for written in ("{}", "(?P<{}", "\\p{{{}}}", "(?P={})"):
            pattern = written.format(hostile.replace("\n", " "))
            fill_line(tab, labels.PATTERN_BOX, pattern)
            expect_answer(tab, pattern)
            expect_only_text(tab, server, TRACE)


def expect_answer(tab, pattern):
    """The lines to a pattern that was taken, or the sentence to one that was not."""
    try:
        as_pattern(pattern)
    except PatternError as error:
        expect(tab.get_by_test_id("stAlert").filter(has_text=str(error))).to_be_visible()
    else:
        expect(code(tab)).to_contain_text(repr(pattern))


@pytest.mark.parametrize("scheme", ["bytes", "words"])
def test_a_tokenizer_trained_on_markup_is_compared_as_text(tab, server, scheme):
    open_page(tab, server, TRACE)
    write(tab, TRACE, HOSTILE["image"] + " " + HOSTILE["image"])
    if scheme == "words":
        tab.get_by_text(labels.WORDS_SCHEME, exact=True).click()
        expect(code(tab)).to_contain_text("WordBPE")
    press(settled(tab), labels.KEEP)
    tab.get_by_role("link", name=labels.KEPT).click()
    finished(tab, COMPARE)
    press(tab, labels.USE_MY_TEXT)
    expect(text_box(tab, COMPARE)).to_have_value(HOSTILE["image"] + " " + HOSTILE["image"])
    kept = tab.get_by_role("region", name="mine:").first
    kept.get_by_role("group").get_by_role("button").first.click()
    expect(tab.get_by_text("of mine:")).to_be_visible()
    expect_only_text(tab, server, COMPARE)


def test_unseen_characters_are_named_where_they_stand(tab, server):
    open_page(tab, server, COMPARE)
    write(tab, COMPARE, STRANGE["override"])
    expect(strip(tab, "smollm2")).to_contain_text("U+202E")
    open_page(tab, server, MERGES)
    write(tab, MERGES, "a\u202eb")
    expect(tab.locator(".stages").first).to_contain_text("U+202E")
