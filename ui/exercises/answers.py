"""The inputs of an answer with their button, and what comes of it."""

from pathlib import Path

import streamlit as st

from ui import inputs
from ui.exercises import attempts
from ui.exercises.attempts import PAGE
from workshop.exercise import Choice, Number, Task
from workshop.exercise import Input as Asked

_STYLE = Path(__file__).parents[1] / "components" / "exercises.css"


def form(kind: str, seed: str, task: Task) -> None:
    """The inputs of a task; Enter checks too."""
    st.html(_STYLE)
    with st.form(inputs.key(PAGE, f"{kind}.{seed}.form"), border=False):
        for one in task.inputs:
            _draw(attempts.answer_name(kind, seed, one.name), one)
        st.form_submit_button("Check", icon=":material/check:", on_click=attempts.check, args=(kind, seed))


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
    """What the last answer got, the hints taken, and the buttons for more."""
    now, one = attempts.view(kind, seed), attempts.record(kind, seed)
    if feedback := now.feedback:
        if feedback.right:
            st.success(
                f"Right, at try {one.right_at}." if one.right_at else "Right.", icon=":material/check:"
            )
        elif feedback.counts:
            st.warning("Not yet.", icon=":material/replay:")
        else:
            st.info("No answer yet.", icon=":material/edit:")
        st.text(feedback.sentence)
        if feedback.misconception:
            st.caption(f"What happened: {feedback.misconception}.")
    for place, sentence in enumerate(task.hints[: now.hints], 1):
        st.caption(f"Hint {place} of {len(task.hints)}")
        st.text(sentence)
    with st.container(horizontal=True, gap="small"):
        if now.hints < len(task.hints):
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
