"""Visitors of one process: nobody gets another's text, tokenizer, file or error, and nothing stays."""

import codecs

import pytest
from streamlit.runtime.caching.cache_resource_api import _resource_caches

import streamlit_app
from tests.container import ROOT
from tests.pages import labels
from tests.pages.holders import holders
from tests.pages.labels import COMPARE, OWN_TEXT, PAGES, TRACE
from tests.pages.visits import house
from ui import broken, foot, jobs
from ui.server import MOST_AWAY

SIZES = "vocab_size"
TYPED = {"corpus": OWN_TEXT}
FILE = TYPED | {"way": "Upload a file"}
FIRST, SECOND = "quokka 12 ziggurat", "marmot 34 pyramids"


@pytest.fixture(scope="module")
def at_home():
    with house() as running:
        yield running


@pytest.fixture
def tabs(at_home):
    """Two visitors, who are gone afterwards."""
    both = at_home.tab(), at_home.tab()
    yield both
    for tab in both:
        tab.leave()


def shared_entries():
    """How many results everybody shares."""
    return {key: len(cache._mem_cache) for key, cache in _resource_caches._function_caches[None].items()}


def own_results(tab):
    """What is remembered for one visitor alone."""
    caches = _resource_caches._function_caches.get(tab.id, {})
    return [entry for cache in caches.values() for entry in cache._mem_cache.values()]


@pytest.mark.parametrize("page", PAGES)
def test_each_is_sent_only_their_own_text(tabs, page):
    row = labels.ROWS[page]
    for tab, mine in zip(tabs, (FIRST, SECOND)):
        tab.open(page, labels.link(page, row.opens, **{row.name: mine}))
        assert tab.was_sent(FIRST, SECOND) == [mine]
    assert tabs[0].open(page, labels.link(page, row.opens)).was_sent(FIRST, SECOND) == [FIRST]


def test_a_tokenizer_is_kept_for_who_trained_it(tabs):
    one, other = tabs
    one.open(TRACE, labels.link(TRACE, {}, text=FIRST)).press(labels.KEEP)
    assert one.open(COMPARE).was_sent("mine: ")
    assert not other.open(
        COMPARE, labels.link(COMPARE, {"tokenizers": ["gpt2", "mine: 12 merges"]})
    ).was_sent("mine: ")


def test_a_file_is_read_for_who_uploaded_it_also_when_another_knows_its_name(tabs):
    one, other = (tab.open(SIZES, labels.link(SIZES, FILE)) for tab in tabs)
    table = f"{FIRST},b\n" + f"{SECOND},x\n" * 50
    stolen = one.upload("names.csv", table.encode())
    assert one.was_sent(FIRST, "bytes per token, training") == [FIRST, "bytes per token, training"]
    other.upload("names.csv", b"", stolen)
    assert other.was_sent(FIRST, SECOND, "Choose a file") == ["Choose a file"]


def test_results_of_the_same_text_are_worked_out_and_kept_for_each_alone(at_home, tabs):
    text = "one text of two people\n" * 5
    third = at_home.tab()  # whose text has the same merges in other letters: what is public is known then
    third.open(SIZES, labels.link(SIZES, TYPED, text=codecs.encode(text, "rot13")))
    before = shared_entries()
    one, other = (own_results(tab.open(SIZES, labels.link(SIZES, TYPED, text=text))) for tab in tabs)
    assert len(one) == len(other) > 5
    assert not {*map(id, one)} & {*map(id, other)}
    assert shared_entries() == before, "nothing of it is shared"
    for tab in (third, tabs[0]):
        tab.leave()
    assert (own_results(tabs[0]), own_results(tabs[1])) == ([], other)


def test_nobody_holds_a_text_when_its_visitor_is_gone(tabs):
    backwards = "".join(reversed(f"{FIRST} and {SECOND}, " * 600))  # long enough for a worker
    for tab in tabs:
        tab.open(SIZES, labels.link(SIZES, FILE)).upload("a.txt", backwards[::-1].encode())
    assert holders(backwards)
    for tab in tabs:
        tab.leave()
    assert holders(backwards) == []
    assert jobs.run(holders, backwards) == []


def test_an_error_of_the_app_is_a_sentence_without_its_words_and_nothing_is_lost(tabs, monkeypatch, caplog):
    one, other = tabs
    hidden = f"{ROOT}/tokcore/secret.py line 12 {SECOND}"

    def fails(*_, **__):
        raise RuntimeError(hidden)

    with monkeypatch.context() as at_fault:
        at_fault.setattr(foot, "following", fails)
        one.open(COMPARE, labels.link(COMPARE, {}, text=FIRST))
        assert one.was_sent(broken.SENTENCE, FIRST) == [broken.SENTENCE, FIRST]
        shown = "".join(map(str, one.elements))
        assert (
            FIRST in shown
            and [word for word in ("Traceback", "RuntimeError", str(ROOT), SECOND) if word in shown] == []
        )
        assert hidden in caplog.text, "the log says what it was"
    one.press("Try again")
    assert one.was_sent(FIRST, "Remember") == [FIRST, "Remember"]
    assert not one.was_sent(broken.SENTENCE)
    assert not other.open(COMPARE).was_sent(broken.SENTENCE, FIRST)


def test_the_app_that_the_server_starts_is_told_of_its_errors():
    assert streamlit_app.app._on_script_error is broken.told


def test_after_a_break_everybodys_visit_goes_on(at_home):
    tabs = [at_home.tab() for _ in range(MOST_AWAY)]
    tabs[0].open(COMPARE, labels.link(COMPARE, {}, text=FIRST))
    for tab in tabs:
        tab.cut()
    assert all(tab.connect_again() for tab in tabs)
    assert not any(tab.watches_files for tab in tabs)
    assert tabs[0].open(COMPARE).was_sent(FIRST)
    for tab in tabs:
        tab.leave()
