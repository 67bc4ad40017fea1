"""The inputs of an answer with their button, and what comes of it."""

from contextlib import nullcontext
from pathlib import Path

import streamlit as st

from ui import inputs
from ui.exercises import attempts
from ui.exercises.attempts import PAGE
from workshop.exercise import Choice, Number, Task, Text
from workshop.exercise import Input as Asked

_STYLE = Path(__file__).parents[1] / "components" / "exercises.css"


def form(kind: str, seed: str, task: Task) -> None:
    """The inputs of a task, and beside their button what the last answer got.

    Enter checks where one field is all there is. Of several it would send the others as they stand, empty or
    from the try before: there the button checks, which is the next stop of the Tab key.
    """
    st.html(_STYLE)
    alone = len(task.inputs) == 1
    with st.form(inputs.key(PAGE, f"{kind}.{seed}.form"), border=False, enter_to_submit=alone):
        tokens = [one for one in task.inputs if isinstance(one, Text) and one.reads == "token"]
        with st.container(horizontal=True, gap="small") if tokens else nullcontext():
            for one in tokens:
                _draw(attempts.answer_name(kind, seed, one.name), one)
        for one in task.inputs:
            if one not in tokens:
                _draw(attempts.answer_name(kind, seed, one.name), one)
        with st.container(horizontal=True, gap="small", key="verdict"):
            st.form_submit_button(
                "Check", icon=":material/check:", on_click=attempts.check, args=(kind, seed)
            )
            _verdict(kind, seed)


def _verdict(kind: str, seed: str) -> None:
    """The outcome in a few words, which are read aloud; of two wrong tries in a row they differ."""
    now, one = attempts.view(kind, seed), attempts.record(kind, seed)
    if not now.feedback:
        return
    if now.feedback.right:
        late = "Right. The answer was shown before, so it does not count." if one.shown else "Right."
        st.success(f"Right, at try {one.right_at}." if one.right_at else late, icon=":material/check:")
    elif not now.feedback.counts:
        st.info("No answer yet.", icon=":material/edit:")
    elif now.before:
        st.warning("Not yet. You have sent this answer already.", icon=":material/replay:")
    elif one.right_at or one.shown or not one.tries:
        st.warning("Not yet.", icon=":material/replay:")
    else:
        st.warning(f"Not yet. That was try {one.tries}.", icon=":material/replay:")


def _draw(name: str, one: Asked) -> None:
    if isinstance(one, Choice):
        st.radio(one.label, one.options, index=None, **inputs.own(PAGE, name, None))
    elif isinstance(one, Number):
        whole = not one.tolerance or one.tolerance >= 1
        low, high, step = (0, one.high, 1) if whole else (0.0, float(one.high), 0.01)
        st.number_input(
            one.label,
            low,
            high,
            None,
            step,
            format=None if whole else "%g",
            placeholder="a number",
            **inputs.own(PAGE, name, None),
        )
    elif one.rows > 1:
        st.text_area(
            one.label,
            one.start,
            height=30 * one.rows,
            max_chars=one.limit,
            **inputs.own(PAGE, name, one.start),
        )
    else:
        st.text_input(one.label, one.start, max_chars=one.limit, **inputs.own(PAGE, name, one.start))


def outcome(kind: str, seed: str, task: Task) -> None:
    """What lies behind the last answer, the hints taken, and the buttons for more."""
    now, one = attempts.view(kind, seed), attempts.record(kind, seed)
    if now.feedback:
        st.text(now.feedback.sentence)
        if now.before and not now.feedback.right:
            st.caption("The same answer again does not count as a try.")
        if now.feedback.misconception:
            st.caption(f"What happened: {now.feedback.misconception}.")
    for place, sentence in enumerate(task.hints[: now.hints], 1):
        st.caption(f"Hint {place} of {len(task.hints)}")
        st.text(sentence)
    right = bool(now.feedback and now.feedback.right)
    with st.container(horizontal=True, gap="small"):
        if right:
            st.button("Next exercise", icon=":material/arrow_forward:", on_click=attempts.step, args=(1,))
        elif now.hints < len(task.hints):
            st.button(
                f"Hint {now.hints + 1} of {len(task.hints)}",
                icon=":material/lightbulb:",
                on_click=attempts.hint,
                args=(kind, seed),
            )
        if not now.shown:
            st.button(
                "Show me",
                icon=":material/visibility:",
                on_click=attempts.show,
                args=(kind, seed),
                help=None if one.right_at else "Shows the answer, and ends this task without a try.",
            )
        st.button("Another like it", icon=":material/casino:", on_click=attempts.another)
