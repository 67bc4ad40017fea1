"""Exercises: questions with a group's own numbers, checked at once, with hints and a picture."""

import streamlit as st

from tokcore import TokcoreError
from ui import inputs, page
from ui.exercises import answers, attempts, overview
from ui.exercises.pictures import draw
from ui.wording import counted
from workshop.catalogue import KINDS
from workshop.groups import ALONE, MOST_GROUPS, MOST_ROUNDS, read_group, seed
from workshop.handout import answer
from workshop.results import MOST_RECORDS, score

PAGE, FIRST = attempts.PAGE, attempts.FIRST

page.begin(
    PAGE,
    "Workshop",
    "Exercises",
    "What do you expect, and why?",
    "Decide first, then check: a wrong answer is told what may lie behind it. Every group has numbers of its "
    "own, the same on every computer, and every answer is worked out while you wait.",
    own_text=None,
    kept=("group",),
)
if "group" in st.query_params:  # the short form, to say aloud or to write on a board
    written = st.query_params["group"]
    del st.query_params["group"]
    if (found := read_group(written)) is None:
        st.info(f"The link names no group that there is: groups go from {ALONE} to {MOST_GROUPS}.")
    else:
        st.session_state[inputs.key(PAGE, "group")] = found
        st.query_params[inputs.key(PAGE, "group")] = str(found)
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    with st.container(width=400):
        kind = inputs.one_of(PAGE, "exercise", "Exercise", list(KINDS), FIRST, lambda key: KINDS[key].title)
    with st.container(width=130):
        group = inputs.number(PAGE, "group", "Group", ALONE, ALONE, MOST_GROUPS, "0 when you work alone.")
    with st.container(width=130):
        variant = inputs.number(PAGE, "variant", "Variant", 1, 1, MOST_ROUNDS, "The same with other numbers.")
    st.button("Previous", icon=":material/arrow_back:", on_click=attempts.step, args=(-1,))
    st.button("Next", icon=":material/arrow_forward:", on_click=attempts.step, args=(1,))

of = seed(group, variant - 1)
task = attempts.made(kind, of)
if not attempts.begin(kind, of):
    st.info(
        f"A visit keeps {MOST_RECORDS} results, and this task would be one more. It is checked all the same, "
        "but not counted. Take your result file, then start over."
    )
number = list(KINDS).index(kind) + 1
so_far = score(attempts.records().values())
st.header(KINDS[kind].title, anchor=False)
with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
    st.caption(
        f"Exercise {number} of {len(KINDS)} · about {counted(KINDS[kind].minutes, 'minute')} · "
        f"{'all so far: ' if so_far.begun else ''}{so_far.sentence}",
        width="content",
    )
    st.page_link(
        f"pages/{KINDS[kind].page}.py",
        label="Study it on its page",
        icon=":material/menu_book:",
        width="content",
    )
asked, answered = st.columns([3, 2], gap="large")
with asked:
    st.markdown(task.question)
    for place, picture in enumerate(task.given):
        draw(picture, f"{PAGE}.{kind}.given{place}")
with answered:
    answers.form(kind, of, task)
    answers.outcome(kind, of, task)

now = attempts.view(kind, of)
if task.yours and now.values and now.feedback.counts:
    st.header("What your answer does", anchor=False)
    try:
        for place, picture in enumerate(task.yours(now.values)):
            draw(picture, f"{PAGE}.{kind}.yours{place}", "your answer")
    except TokcoreError as error:
        st.text(str(error))
if now.shown:
    st.header("The answer", anchor=False)
    st.text(answer(task, "\n") + f"\n\n{task.because}")
    for place, picture in enumerate(task.shown):
        draw(picture, f"{PAGE}.{kind}.shown{place}", "the answer")
    st.header("In code", anchor=False)
    st.code(task.code, language="python", wrap_lines=True)

st.space("medium")
overview.overview(group, variant)
overview.results()
page.finish_reference(PAGE)
