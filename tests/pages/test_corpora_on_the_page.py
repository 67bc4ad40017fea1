"""Training on named texts, with and without *The Time Machine* at hand. No test here uses a network."""

import socket

import pytest
import streamlit as st

import tokcore
from tests.pages import labels
from tests.pages.labels import TRACE
from tests.pages.reading import choose, components, open_page, sentences
from tokcore import corpora

TIME_MACHINE = {"bpe_trace.corpus": labels.TIME_MACHINE}


@pytest.fixture(autouse=True)
def no_runs_from_other_tests():
    st.cache_resource.clear()


@pytest.fixture
def unreachable(monkeypatch, tmp_path):
    """*The Time Machine* is nowhere: no folder has it, and its address is a closed port of this machine."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}/timemachine.txt"
    monkeypatch.delenv("TOKCORE_TEXTS", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    source = corpora.SOURCES["time_machine"]._replace(url=address)
    monkeypatch.setitem(corpora.SOURCES, "time_machine", source)
    return monkeypatch


def run(visit) -> dict:
    return components(visit)["bpe_trace.training"]


def test_the_time_machine_gives_its_own_figures(time_machine):
    visit = open_page(TRACE, link=TIME_MACHINE)
    assert sentences(visit) == ""
    assert run(visit)["length"] == 178_979
    expected = tokcore.training_steps(time_machine, 3)
    assert [step["count"] for step in run(visit)["steps"]] == [step.count for step in expected]
    assert "characters; every count covers the whole corpus" in run(visit)["corpus"]["note"]


def test_without_the_time_machine_botchan_is_used_and_the_page_says_so(unreachable):
    visit = open_page(TRACE, link=TIME_MACHINE)
    assert labels.BOTCHAN_INSTEAD in sentences(visit)
    assert run(visit)["length"] == len(corpora.corpus("botchan").text.encode())


def test_the_time_machine_is_itself_again_as_soon_as_it_can_be_had(unreachable, time_machine, tmp_path):
    assert labels.BOTCHAN_INSTEAD in sentences(open_page(TRACE, link=TIME_MACHINE))
    unreachable.setenv("TOKCORE_TEXTS", str(tmp_path))
    (tmp_path / "time_machine.txt").write_bytes(time_machine.encode())
    visit = open_page(TRACE, link=TIME_MACHINE)
    assert sentences(visit) == ""
    assert run(visit)["length"] == 178_979, "the run is of the text that the page names"


def test_a_text_that_cannot_be_had_is_not_asked_for_at_every_click(unreachable):
    asked = []
    really = corpora._downloaded
    unreachable.setattr(corpora, "_downloaded", lambda source: asked.append(source) or really(source))
    visit = open_page(TRACE, link=TIME_MACHINE)
    for word in ("one", "two", "three"):
        visit.text_input(key="bpe_trace.word").set_value(word).run()
    assert len(asked) <= 2


@pytest.mark.parametrize("name", ["botchan", "northanger_abbey"])
@pytest.mark.parametrize("scheme", ["bytes", "words"])
def test_a_bundled_text_is_trained_on(name, scheme):
    visit = choose(open_page(TRACE), TRACE, corpus=name, scheme=scheme)
    assert sentences(visit) == ""
    assert [step["count"] for step in run(visit)["steps"]] == sorted(
        (step["count"] for step in run(visit)["steps"]), reverse=True
    )
    assert run(visit)["length"] > 100_000
    assert "bpe_trace.text.box" not in components(visit), "the box is for a text of one's own"
