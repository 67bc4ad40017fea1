"""For instructors: where the class struggled, from its result files, and the tasks of every group."""

import streamlit as st

from ui import page
from ui.instructor import class_results, tasks
from workshop.struggles import example_class

PAGE = "instructor"

page.begin(
    PAGE,
    "Workshop",
    "For instructors",
    "Where does the class struggle?",
    "Everybody can hand in the result file of their exercises. Put the files here: they are read for this "
    "visit only, and kept nowhere. Until then you see a class that is made up.",
    own_text=None,
)
files = class_results.handed_in(PAGE)
st.header("Where the class struggled", anchor=False)
if not files:
    st.caption("A made-up class, to show what the table looks like. Your files take its place.")
found = class_results.show(files or example_class(), PAGE)
if found:
    class_results.revisit(found)
if files:
    class_results.people(files, PAGE)

st.space("medium")
st.header("What each group gets", anchor=False)
with st.container(width=760):
    st.markdown(
        "A group's number decides its numbers. Send group 7 to the exercises with `?group=7` at the end of "
        "the address: they get the same tasks on every computer. The answers are worked out now."
    )
kinds, groups, answers = tasks.chosen(PAGE)
tasks.show(kinds, groups, answers, PAGE)

rows = class_results.table_rows(found)
page.finish_reference(
    PAGE,
    downloads=[
        page.Download(
            "Where the class struggled (CSV)",
            "where-the-class-struggled.csv",
            lambda: page.csv_of(rows),
        )
    ],
)
