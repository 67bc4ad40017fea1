"""Typing: the picture follows without leaving the box, and no key is ever lost."""

import pytest
from playwright.sync_api import expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

import tokcore
from tests.browser.app import (
    code,
    count,
    go_by_menu,
    open_page,
    press,
    share,
    text_box,
    time_to_picture,
    tokens,
    write,
)
from tests.pages import labels
from tests.pages.labels import COMPARE, EXAMPLE, MERGES, TRACE

SENTENCE = "Naïve: 13 lazy dogs, one fox."
KEEP_VALUES = """(box) => {
  const values = window.values = [];
  box.addEventListener("input", () => values.push(box.value));
}"""


def expect_count(tab, text):
    for name in ("gpt2", "o200k_base", "smollm2"):
        expect(count(tab, name)).to_have_text(f"{len(tokcore.load(name).encode(text)):,}")


@pytest.fixture(scope="module")
def opened(lasting_tab, server):
    return open_page(lasting_tab, server, COMPARE)


@pytest.fixture
def empty(opened):
    """The comparing page, the same for several tests, with no text yet."""
    write(opened, COMPARE, "")
    return opened


def test_the_strips_follow_while_the_box_keeps_the_cursor(empty):
    tab, box = empty, text_box(empty, COMPARE)
    box.press_sequentially("hugs for two")
    expect_count(tab, "hugs for two")
    expect(tokens(tab, "gpt2").last).to_have_accessible_name('" two", id 734')
    expect(box).to_be_focused()
    box.press("End")
    box.press_sequentially(" more")
    expect_count(tab, "hugs for two more")
    expect(box).to_be_focused()


def test_a_new_picture_comes_within_a_second_of_the_last_key(tab, server):
    open_page(tab, server, COMPARE)
    times = sorted(time_to_picture(tab, key) for key in "abcdefghi")
    print(
        f"\nfrom key to picture, pause of 160 ms included: median {times[4]:.0f} ms, worst {times[-1]:.0f} ms"
    )
    assert times[4] < 1_000


@pytest.mark.parametrize("delay", [0, 25, 165], ids=lambda delay: f"{delay} ms between keys")
def test_typing_never_loses_or_takes_back_a_character(empty, delay):
    tab, box = empty, text_box(empty, COMPARE)
    box.evaluate(KEEP_VALUES)
    box.press_sequentially(SENTENCE, delay=delay)
    assert tab.evaluate("window.values") == [SENTENCE[: i + 1] for i in range(len(SENTENCE))]
    expect_count(tab, SENTENCE)
    assert box.input_value() == SENTENCE


def test_deleting_everything_leaves_an_empty_picture_and_typing_fills_it_again(opened):
    tab = opened
    for text, tokens_of_gpt2 in (("one", "1"), ("", "0"), ("back", "1")):
        write(tab, COMPARE, text)
        expect(count(tab, "gpt2")).to_have_text(tokens_of_gpt2)


def test_the_same_text_typed_again_after_reset_is_taken_again(opened):
    tab = opened
    write(tab, COMPARE, "once more")
    press(tab, labels.RESET)
    expect(text_box(tab, COMPARE)).to_have_value(EXAMPLE[COMPARE])
    write(tab, COMPARE, "once more")
    expect_count(tab, "once more")


@pytest.mark.parametrize("page", [COMPARE, TRACE])
def test_reset_wins_over_what_was_typed_a_moment_before(tab, server, page):
    open_page(tab, server, page)
    box = text_box(tab, page)
    box.press_sequentially(" and more")
    press(tab, labels.RESET)
    expect(box).to_have_value(EXAMPLE[page])
    expect(code(tab)).to_contain_text(repr(EXAMPLE[page]))
    box.press("End")
    box.press_sequentially("!")
    expect(code(tab)).to_contain_text(repr(EXAMPLE[page] + "!"))


def test_a_text_is_kept_although_the_page_is_left_at_once(tab, server):
    box = text_box(open_page(tab, server, COMPARE), COMPARE)
    box.fill("typed in a hurry")
    go_by_menu(tab, TRACE)
    press(tab, labels.USE_MY_TEXT)
    expect(text_box(tab, TRACE)).to_have_value("typed in a hurry")
    go_by_menu(tab, COMPARE)
    expect(text_box(tab, COMPARE)).to_have_value("typed in a hurry")


def test_the_head_stays_while_one_types_and_brings_what_was_typed_last(tab, server):
    open_page(tab, server, COMPARE)
    write(tab, COMPARE, "a text of one's own")
    go_by_menu(tab, TRACE)
    write(tab, TRACE, "hug bug")
    go_by_menu(tab, COMPARE)
    head = tab.get_by_role("heading", level=1)
    head.evaluate("(head) => { head.dataset.stays = true; }")
    write(tab, COMPARE, "a newer text")
    expect(head).to_have_attribute("data-stays", "true")
    press(tab, labels.USE_MY_TEXT)
    expect(tab.get_by_role("button", name=labels.USE_MY_TEXT)).to_have_count(0)
    expect(text_box(tab, COMPARE)).to_have_value("a newer text")
    expect_count(tab, "a newer text")


def test_half_a_surrogate_pair_is_shown_as_a_replacement(empty):
    tab, box = empty, text_box(empty, COMPARE)
    box.evaluate("""(box) => { box.value = "a\\ud83e"; box.dispatchEvent(new Event("input")); }""")
    expect_count(tab, "a\ufffd")


def test_a_long_text_can_be_pasted_and_is_shortened_in_a_sentence(empty):
    tab = empty
    typed = "word " * 4_200
    text_box(tab, COMPARE).fill(typed)
    expect(tab.get_by_role("alert").filter(has_text=labels.LONG_TEXT)).to_be_visible()
    assert text_box(tab, COMPARE).input_value() == typed
    expect_count(tab, typed[:20_000])


def finished_runs(received):
    """How each run ended of which the app told a browser."""
    messages = map(ForwardMsg.FromString, received)
    return [
        ForwardMsg.ScriptFinishedStatus.Name(message.script_finished)
        for message in messages
        if message.WhichOneof("type") == "script_finished"
    ]


@pytest.mark.parametrize(
    ("page", "choices"), [(COMPARE, {"marks": "false"}), (TRACE, {"merges": "5"}), (MERGES, {})]
)
def test_a_browser_asks_for_the_picture_alone_and_the_link_keeps_the_choices(tab, server, page, choices):
    received = []
    tab.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(frame)))
    open_page(tab, server, page, labels.link(page, choices))
    received.clear()
    for text in ("hug pug one", "hug pug two", "hug pug three"):
        write(tab, page, text)
    tab.wait_for_timeout(100)  # what was received is told a little later than it is drawn
    assert finished_runs(received) == ["FINISHED_FRAGMENT_RUN_SUCCESSFULLY"] * 3
    for name, value in choices.items():
        expect(share(tab)).to_contain_text(f"{page}.{name}={value}")


def test_the_shared_link_follows_a_choice_at_once(tab, server):
    open_page(tab, server, COMPARE)
    write(tab, COMPARE, "hug pug one")
    tab.get_by_text("Mark white space", exact=True).click()
    expect(share(tab)).to_contain_text("compare.marks=false")
