"""The tasks of several groups: on the screen, with the answers when asked for, and as a page to print."""

import streamlit as st

from ui import inputs
from ui.exercises.attempts import made
from ui.listing import Column, listing, words
from workshop.catalogue import KINDS
from workshop.groups import MOST_GROUPS, seed
from workshop.handout import Line, lines, page

MOST_KINDS, MOST_GROUPS_LISTED = 3, 24
_GAP = " · "


def chosen(name: str) -> tuple[list[str], range, bool]:
    """Which kinds, which groups, and whether with answers."""
    kinds = inputs.several(
        name,
        "kinds",
        f"Exercises, up to {MOST_KINDS}",
        list(KINDS),
        ["next_merge"],
        lambda key: KINDS[key].title,
    )
    if len(kinds) > MOST_KINDS:
        st.info(f"{MOST_KINDS} exercises fit on the list: the first of them are taken.")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        with st.container(width=150):
            first = inputs.number(name, "first", "From group", 1, 0, MOST_GROUPS)
        with st.container(width=150):
            count = inputs.number(name, "count", "How many groups", 6, 1, MOST_GROUPS_LISTED)
        answers = inputs.switch(name, "answers", "Show the answers", False)
    return kinds[:MOST_KINDS], range(first, min(first + count, MOST_GROUPS + 1)), answers


def show(kinds: list[str], groups: range, answers: bool, name: str) -> None:
    """Draw the list, kind by kind, and offer the page to print."""
    if not kinds:
        st.info("Pick at least one exercise to list.")
        return
    for kind in kinds:
        for group in groups:
            made(kind, seed(group))  # with the notice that numbers are being worked out
        found = lines(kind, groups)
        st.markdown(f"### {KINDS[kind].title}")
        st.text(
            found[0].question
            if len({one.question for one in found}) == 1
            else "Each group has its own question."
        )
        _list(found, answers, f"{name}.{kind}")
    st.download_button(
        "Page to print (HTML)",
        data=lambda: page(kinds, groups, answers),
        file_name="exercises-for-groups.html",
        mime="text/html",
        icon=":material/print:",
        on_click="ignore",
    )


def _list(found: list[Line], answers: bool, key: str) -> None:
    alike = len({one.question for one in found}) == 1
    columns = [Column("group"), Column("what the group gets"), *([Column("answer")] if answers else [])]
    rows = []
    for one in found:
        told = _GAP.join([*([] if alike else [one.question]), *one.given])
        rows.append([words(one.group), words(told), *([words(one.answer)] if answers else [])])
    listing(columns, rows, "Tasks of the groups", key)
