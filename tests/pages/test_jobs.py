"""Work in other processes: the same results, limits with a sentence, a queue, and nothing shared."""

import contextlib
import os
import random
import signal
import threading
import time
from contextvars import copy_context
from functools import wraps

import pytest
from streamlit.runtime.scriptrunner_utils.exceptions import StopException

from tests.pages.reading import choose, components, open_page, picture, press, sentences
from tokcore import GPT2_PATTERN, BPETokenizer, LimitError, PatternError, pretokenize
from tokcore.corpora import corpus
from tokcore.sweep import sweep
from ui import chores, jobs
from ui.workers import Pool

TEXT = corpus("botchan").text[:15_000]
ENDLESS = r"(x|xx)+$"
PAGE = "vocab_size"


def letters(count):
    """A text in one piece that takes training long."""
    return "".join(random.Random(7).choices("abcdefgh", k=count))


LONG = chores.trained, letters(1_000_000), 60_000, None


@pytest.fixture
def pool(monkeypatch):
    """A pool of one worker, all of this test's own."""
    alone = Pool(1)
    monkeypatch.setattr(jobs, "_pool", alone)
    yield alone
    for worker in alone.resting:
        worker.wake()
        worker.end()


def meanwhile(call, *arguments):
    """Call in a thread; the list gets the result or the exception, and the thread can be joined."""
    came = []

    def caught():
        try:
            came.append(call(*arguments))
        except BaseException as error:
            came.append(error)

    thread = threading.Thread(target=caught)
    thread.start()
    return thread, came


def until(condition):
    """Wait for what another thread does."""
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def child(pool):
    """The pool's only worker process, resting."""
    (worker,) = pool.resting
    return worker.process.pid


def test_a_worker_gives_what_the_call_gives(pool):
    tokenizer = chores.trained(TEXT, 2_000, GPT2_PATTERN)
    trained = jobs.run(chores.trained, TEXT, 2_000, GPT2_PATTERN)
    assert (
        trained.fingerprint
        == tokenizer.fingerprint
        == BPETokenizer.train(TEXT, 2_256, GPT2_PATTERN, specials=()).fingerprint
    )
    assert list(jobs.run(sweep, tokenizer, TEXT)) == list(sweep(tokenizer, TEXT))
    in_words = jobs.run(chores.trained, TEXT, 500, None, False)
    assert in_words.merges == chores.trained(TEXT, 500, None, False).merges
    recipe = chores.Recipe("bytes", 40, ENDLESS, "huggingface")
    assert jobs.run(chores.run, TEXT, recipe).steps == chores.run(TEXT, recipe).steps
    assert jobs.run(os.getpid) == child(pool) != os.getpid()
    assert jobs.run(os.getpid, characters=jobs.HERE) == os.getpid()
    assert jobs.run(os.getpid, characters=jobs.HERE + 1) == child(pool)


def test_refusals_come_back_and_the_worker_goes_on(pool, monkeypatch):
    first = jobs.run(os.getpid)
    with pytest.raises(PatternError, match="not a regular expression"):
        jobs.run(chores.chunks, TEXT, "(")
    with pytest.raises(LimitError, match="more memory than one person's work may take"):
        jobs.run(bytearray, 10**11)
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        jobs.run(divmod, 1, 0)
    monkeypatch.setattr(jobs, "SECONDS", 0.2)
    with pytest.raises(LimitError, match=r"took more than 0\.2 seconds, so it was stopped"):
        jobs.run(*LONG)
    assert jobs.run(os.getpid) == first


def test_a_killed_worker_is_a_sentence_and_the_next_one_works(pool):
    first = jobs.run(os.getpid)
    (worker,) = pool.resting
    thread, came = meanwhile(jobs.run, *LONG)
    until(lambda: worker.asked)
    os.kill(first, signal.SIGKILL)
    thread.join()
    assert isinstance(came[0], jobs.Interrupted)
    assert str(came[0]).startswith("The work was interrupted")
    assert jobs.run(os.getpid) != first
    process = pool.resting[0].process
    process.kill()  # while nobody waits for it
    process.wait()
    assert jobs.run(sum, (1, 2)) == 3


def test_one_waits_for_the_other_and_whoever_gives_up_leaves_the_queue(pool, monkeypatch):
    said = []
    monkeypatch.setattr(jobs, "_in_the_queue", lambda ahead: said.append(ahead) or "")
    first, _ = meanwhile(jobs.run, time.sleep, 1.0)
    until(lambda: pool.busy)
    others = []
    for number in range(3):
        others.append(meanwhile(jobs.run, abs, -number))
        until(lambda: len(pool.waiting) == number + 1)  # noqa: B023
    shared = meanwhile(lambda: jobs.for_everybody()(jobs.run)(abs, -9))
    until(lambda: len(pool.waiting) == 4)
    assert [place.ahead for place in pool.waiting] == [0, 1, 2, 3]
    assert [place.urgent for place in pool.waiting] == [True, False, False, False]
    for thread, came in (*others, shared):
        thread.join()
        assert isinstance(came[0], int)
    first.join()
    assert {0, 1, 2, 3} <= set(said)
    assert (pool.busy, pool.waiting) == (0, [])


def test_a_person_who_goes_on_ends_the_work(pool, monkeypatch):
    def gone(*_):
        raise StopException

    first = jobs.run(os.getpid)
    with monkeypatch.context() as leaving:
        leaving.setattr(jobs, "_bar", lambda label: contextlib.nullcontext(gone))
        with pytest.raises(StopException):
            jobs.run(time.sleep, 60)
    assert (pool.busy, pool.waiting, pool.resting) == (0, [], [])
    assert jobs.run(os.getpid) != first


def test_what_a_page_shows_while_it_waits(pool, monkeypatch):
    shown = []
    monkeypatch.setattr(jobs, "SHOWN_AFTER", 0)
    monkeypatch.setattr(jobs, "enqueue_message", lambda message: shown.append(message.delta.new_transient))
    visit = open_page(PAGE, "a public matrix\n", corpus="own")
    pool.size = 0
    others = [pool.place() for _ in range(2)]
    for place in others:
        place.__enter__()
    thread, _ = meanwhile(until, lambda: any("2 wait before you" in str(one) for one in shown))

    def free():
        thread.join()
        for place in others:
            place.__exit__(None, None, None)
        pool.size = 1
        with pool.changed:
            pool.changed.notify_all()

    freeing, _ = meanwhile(free)
    visit.session_state[f"{PAGE}.text"] = TEXT
    visit.run()
    freeing.join()
    bars = [element.progress for one in shown for element in one.elements]
    assert any(bar.text.startswith("Training …") and 0 < bar.value <= 100 for bar in bars)
    assert not shown[-1].elements, "the last bar is taken away"


def test_a_large_text_of_ones_own_draws_the_same_picture(monkeypatch):
    elsewhere = open_page(PAGE, TEXT, corpus="own")
    monkeypatch.setattr(jobs, "HERE", 10**9)
    here = open_page(PAGE, TEXT, corpus="own")
    assert [metric.value for metric in elsewhere.metric] == [metric.value for metric in here.metric]
    assert picture(elsewhere) == picture(here)
    assert [chart.proto.spec for chart in elsewhere.get("vega_lite_chart")] == [
        chart.proto.spec for chart in here.get("vega_lite_chart")
    ]
    other = open_page(PAGE, TEXT[::-1], corpus="own")
    assert picture(other) != picture(here)


def test_a_worker_that_ends_is_a_sentence_with_a_button(monkeypatch):
    really, ended = jobs._last_message, []

    def once(question, worker, show):
        if not ended:
            ended.append(worker.process.pid)
            os.kill(worker.process.pid, signal.SIGKILL)
        return really(question, worker, show)

    monkeypatch.setattr(jobs, "_last_message", once)
    visit = open_page(PAGE, TEXT, corpus="own")
    assert "The work was interrupted" in sentences(visit)
    assert components(visit)[f"{PAGE}.text.box"]["text"] == TEXT
    press(visit, "Try again")
    assert sentences(visit) == ""
    assert visit.metric


def in_a_context_of_its_own(test):
    """A test after which nothing that it allows patterns is left to the next one."""
    return wraps(test)(lambda *given, **named: copy_context().run(test, *given, **named))


@in_a_context_of_its_own
def test_a_pattern_has_two_seconds_for_a_run_of_the_page(pool):
    pretokenize.allow_seconds(0.3)
    worked = time.process_time()
    for text in (f"{'x' * 60}b", f"{'x' * 70}b"):
        with pytest.raises(PatternError, match="was stopped"):
            jobs.run(chores.chunks, text, ENDLESS)
    assert pretokenize.seconds_left() == 0
    with pytest.raises(PatternError):
        pretokenize.as_pattern(ENDLESS).cut("x")
    assert time.process_time() - worked < 0.3, "the page's own process has hardly worked"
    pretokenize.allow_seconds(0.3)
    assert len(jobs.run(chores.chunks, "xx", ENDLESS)) == 1
    assert 0 < pretokenize.seconds_left() <= 0.3
    visit = choose(open_page("pretokenization"), "pretokenization", pattern="my own", regex=ENDLESS)
    assert not visit.exception
