"""Heavy work in a worker process, while the page waits and shows how far it is.

`run` is all that a page or a cached function calls. What a person does meanwhile, such as changing an input
or leaving the page, reaches the waiting script when it next shows something; that gives the work up, and the
worker in the middle of it is ended.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator_singletons import get_dg_singleton_instance
from streamlit.proto.Element_pb2 import Element
from streamlit.runtime.scriptrunner_utils.script_run_context import enqueue_message, get_script_run_ctx

from tokcore import pretokenize
from tokcore.elsewhere import Answer, Question, took_too_long
from tokcore.limits import LimitError
from ui.workers import Ended, Place, Pool, Worker

Result = TypeVar("Result")

HERE = 10_000
"""Texts of up to so many characters are worked on in the app's own process: training 16,000 merges on one
takes it 15 ms, about as long as handing it on and taking the result back."""

SECONDS = 30
"""How long one job may use a processor."""

PATIENCE = 4 * SECONDS
"""How long it may take on the clock, when other work slows it down."""

SHOWN_AFTER = 0.5
"""Work that is done sooner, in seconds, shows no progress."""

_TICK = 0.1
_quiet: ContextVar[bool] = ContextVar("work for everybody", default=False)
_offered: ContextVar[bool] = ContextVar("somebody outside offers to try again", default=False)
_pool = Pool()


class Interrupted(Exception):
    """The worker ended in the middle; its text is a sentence for a person, who may try again."""


@contextmanager
def for_everybody() -> Iterator[None]:
    """Work inside is shared: it comes first, shows nothing, and goes on when the person who waits leaves."""
    before = _quiet.set(True)
    try:
        yield
    finally:
        _quiet.reset(before)


def run(
    function: Callable[..., Result],
    *arguments: Any,
    characters: int | None = None,
    label: str = "Counting",
) -> Result:
    """What the function gives for the arguments, worked out by a worker process.

    The function must be one that can be imported without Streamlit. `characters` says how much text it reads:
    of up to HERE it is called in this process. None stands for work that may take long on any text. Raises
    what the function raises on purpose, LimitError when it takes too long or too much memory, and Interrupted
    when the worker ends.
    """
    if characters is not None and characters <= HERE:
        return function(*arguments)
    question = Question(function, arguments, SECONDS, pretokenize.seconds_left())
    with _bar(label) as show, _pool.place(urgent=_quiet.get()) as place:
        return _answer(question, place, show)


def _answer(question: Question, place: Place, show: Callable[[str, float], None]) -> Any:
    while not (worker := place.wait(_TICK)):
        show(_in_the_queue(place.ahead), 0.0)
    try:
        answer = _last_message(question, worker, show)
    except Ended:
        raise Interrupted(
            "The work was interrupted: the process that did it has ended. Nothing you typed is lost."
        ) from None
    pretokenize.spend_seconds(answer.pattern_seconds)
    if answer.kind == "refused":
        raise answer.content
    if answer.kind == "broken":
        raise RuntimeError(f"A worker broke down:\n{answer.content}")
    return answer.content


def _last_message(question: Question, worker: Worker, show: Callable[[str, float], None]) -> Answer:
    deadline, share = time.monotonic() + PATIENCE, 0.0
    worker.ask(question)
    while True:
        message = worker.next(_TICK)
        if isinstance(message, Answer):
            return message
        share = share if message is None else message
        if time.monotonic() > deadline:
            raise LimitError(took_too_long(PATIENCE))
        show("", share)


def _in_the_queue(ahead: int) -> str:
    if not ahead:
        return "Other people's work comes first; yours is next."
    return f"Other people's work comes first; {ahead} {'waits' if ahead == 1 else 'wait'} before you."


@contextmanager
def _bar(label: str) -> Iterator[Callable[[str, float], None]]:
    """A bar where the page stands, gone when the work is done; it is called with a sentence and a share.

    Showing it is also where Streamlit ends a script whose person has gone on.
    """
    seen = not _quiet.get() and get_script_run_ctx(suppress_warning=True) is not None
    element, since, drawn = Element(), time.monotonic(), []

    def show(sentence: str, share: float) -> None:
        if not seen or time.monotonic() - since < SHOWN_AFTER:
            return
        element.progress.value = round(100 * share)
        element.progress.text = sentence or f"{label} …{f' {share:.0%}' if share else ''}"
        if not drawn:
            # As st.spinner does it: what stands between other elements and shifts none of them.
            drawn.extend(get_dg_singleton_instance().main_dg._transient(element))
        enqueue_message(drawn[0]())

    try:
        yield show
    finally:
        if drawn:
            enqueue_message(drawn[1]())


def or_again(call: Callable[..., Result], *arguments: Any) -> Result:
    """What the call gives; when its worker ended, the page stops with a sentence and a button to try again.

    Of calls inside one another the outermost does so, because nothing may be drawn where results are cached.
    """
    if _quiet.get() or _offered.get():
        return call(*arguments)
    before = _offered.set(True)
    try:
        return call(*arguments)
    except Interrupted as error:
        sentence = str(error)
    finally:
        _offered.reset(before)
    st.error(sentence)
    st.button("Try again", icon=":material/refresh:", key="jobs.again")  # to run the page again is enough
    st.stop()
