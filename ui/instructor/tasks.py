"""The tasks of several groups: on the screen, with the answers when asked for, and as pages to print."""

import streamlit as st

from ui import inputs
from ui.exercises.attempts import made
from ui.listing import Column, listing, words
from ui.listing import lines as in_lines
from workshop.catalogue import KINDS
from workshop.groups import MOST_GROUPS, seed
from workshop.handout import Line, lines, shared
from workshop.sheets import file_name, page

MOST_KINDS, MOST_GROUPS_LISTED = 3, 24


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
    st.caption("Everybody who has this address can open this page, and show the answers.")
    return kinds[:MOST_KINDS], range(first, min(first + count, MOST_GROUPS + 1)), answers


def show(kinds: list[str], groups: range, answers: bool, name: str) -> None:
    """Draw the list, kind by kind, and offer the pages to print."""
    if not kinds:
        st.info("Pick at least one exercise to list.")
        return
    for kind in kinds:
        for group in groups:
            made(kind, seed(group))  # with the notice that numbers are being worked out
        st.markdown(f"### {KINDS[kind].title}")
        _list(lines(kind, groups), answers, f"{name}.{kind}")
    with st.container(horizontal=True, gap="small"):
        for label, with_answers in (("Page to print (HTML)", False), ("Page with answers (HTML)", True)):
            st.download_button(
                label,
                data=lambda with_answers=with_answers: page(kinds, groups, with_answers),
                file_name=file_name(groups, with_answers),
                mime="text/html",
                icon=":material/print:",
                on_click="ignore",
            )
    st.caption(
        "The page to print begins a new sheet for each group, with its number on top and room to write. The "
        "page with answers is for you."
    )


def _list(found: list[Line], answers: bool, key: str) -> None:
    """What all groups are asked stands above the list, once; a row holds what only its group gets."""
    common, own = shared([one.question for one in found])
    choices = len({one.options for one in found}) > 1
    if common:
        st.text(common)
    if not choices and found[0].options:
        st.text("\n".join(found[0].options))
    columns = [Column("group"), Column("what the group gets"), *([Column("answer")] if answers else [])]
    rows = []
    for one, question in zip(found, own):
        told = [*([question] if question else []), *one.given, *(one.options if choices else ())]
        rows.append([words(one.group), in_lines(told), *([words(one.answer)] if answers else [])])
    listing(columns, rows, "Tasks of the groups", key)
