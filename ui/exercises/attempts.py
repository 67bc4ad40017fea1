"""What a visitor did with the exercises: kept in their session, and nowhere else."""

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

import streamlit as st

from ui import inputs
from workshop.catalogue import KINDS, task
from workshop.exercise import Feedback, Task
from workshop.results import MOST_RECORDS, Record

PAGE = "exercises"
FIRST = "next_merge"
"""The exercise that stands there at first."""

_RECORDS, _SINCE, _SENT = "exercise_records", "exercise_since", "exercise_sent"
_MOST_SENT = 30
"""So many answers of a task are remembered, to count none of them twice."""


class View(NamedTuple):
    """What stands beside a task: hints taken, whether the answer is shown, the last answer, its outcome,
    and whether it was sent `before`."""

    hints: int = 0
    shown: bool = False
    feedback: Feedback | None = None
    values: Mapping[str, Any] | None = None
    before: bool = False


@st.cache_resource(max_entries=256, show_spinner="Working out the numbers …")
def made(kind: str, seed: str) -> Task:
    """The task of a kind and a seed, worked out once for everybody."""
    return task(kind, seed)


def records() -> dict[tuple[str, str], Record]:
    """This visitor's records by (kind, seed), oldest first."""
    return st.session_state.setdefault(_RECORDS, {})


def begin(kind: str, seed: str) -> bool:
    """Note when a task was first seen; False when there is no room for its record."""
    since = st.session_state.setdefault(_SINCE, {})
    if (kind, seed) not in since and len(since) < MOST_RECORDS:
        since[kind, seed] = time.monotonic()
    return (kind, seed) in since


def record(kind: str, seed: str) -> Record:
    """The record of a task so far."""
    return records().get((kind, seed), Record(kind, seed))


def _save(one: Record) -> None:
    if (one.kind, one.seed) in st.session_state.get(_SINCE, {}):
        records()[one.kind, one.seed] = one


def _view_key(kind: str, seed: str) -> str:
    return inputs.key(PAGE, f"{kind}.{seed}.picked")  # Reset takes what ends so away


def view(kind: str, seed: str) -> View:
    """What stands beside the task now."""
    return st.session_state.get(_view_key(kind, seed), View())


def answer_name(kind: str, seed: str, name: str) -> str:
    """The name of an answer's input."""
    return f"{kind}.{seed}.{name}"


def check(kind: str, seed: str) -> None:
    """Check what stands in the inputs; an answer that was sent before is no new try."""
    asked = made(kind, seed)
    typed = {
        one.name: st.session_state.get(inputs.key(PAGE, answer_name(kind, seed, one.name)))
        for one in asked.inputs
    }
    feedback, values = asked.check(typed), asked.read(typed)
    sent = st.session_state.setdefault(_SENT, {}).get((kind, seed), ())
    before = values is not None and values in sent
    if not before and feedback.counts and (kind, seed) in st.session_state.get(_SINCE, {}):
        st.session_state[_SENT][kind, seed] = (*sent, values)[-_MOST_SENT:]
        _save(record(kind, seed).checked(feedback, time.monotonic() - st.session_state[_SINCE][kind, seed]))
    st.session_state[_view_key(kind, seed)] = view(kind, seed)._replace(
        feedback=feedback, values=values, before=before
    )


def hint(kind: str, seed: str) -> None:
    """Take one more hint; one taken before an answer is right counts."""
    now = view(kind, seed)
    taken = min(now.hints + 1, len(made(kind, seed).hints))
    st.session_state[_view_key(kind, seed)] = now._replace(hints=taken)
    one = record(kind, seed)
    if one.right_at is None and not one.shown:
        _save(one._replace(hints=max(one.hints, taken)))


def show(kind: str, seed: str) -> None:
    """Show the answer; looked at before an answer was right, it ends the task."""
    st.session_state[_view_key(kind, seed)] = view(kind, seed)._replace(shown=True)
    one = record(kind, seed)
    if one.right_at is None:
        _save(one._replace(shown=True))


def start_over() -> None:
    """Forget all records and all that was shown; inputs stay as they are."""
    for name in [str(name) for name in st.session_state if str(name).startswith(f"{PAGE}.")]:
        if name.endswith(".picked"):
            del st.session_state[name]
    for kept in (_RECORDS, _SINCE, _SENT):
        st.session_state[kept] = {}


def step(by: int) -> None:
    """Go to the exercise before or after the one chosen, at its first variant."""
    keys = list(KINDS)
    chosen = inputs.key(PAGE, "exercise")
    here = keys.index(st.session_state.get(chosen, FIRST))
    st.session_state[chosen] = keys[(here + by) % len(keys)]
    st.session_state[inputs.key(PAGE, "variant")] = 1


def another() -> None:
    """Go to the next variant of the exercise."""
    chosen = inputs.key(PAGE, "variant")
    st.session_state[chosen] = st.session_state.get(chosen, 1) % 99 + 1
