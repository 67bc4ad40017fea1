"""All exercises with their minutes and how each stands, and the results to take away."""

import streamlit as st

from ui import inputs
from ui.exercises import attempts
from ui.exercises.attempts import PAGE
from ui.listing import Column, listing, words
from workshop.catalogue import KINDS
from workshop.groups import seed
from workshop.results import MOST_NAME, ResultFile, score, to_csv, to_json


def overview(group: int, variant: int) -> None:
    """A line for each exercise: minutes, and how this variant of it stands.

    One that is right in any variant is done.
    """
    states = {kind: attempts.records().get((kind, seed(group, variant - 1))) for kind in KINDS}
    done = {kind for (kind, _), one in attempts.records().items() if one.right_at}
    minutes = sum(kind.minutes for key, kind in KINDS.items() if key not in done)
    with st.expander(f"All exercises: {len(done)} of {len(KINDS)} done, about {minutes} minutes left"):
        listing(
            [Column("exercise"), Column("minutes", True), Column("state")],
            [
                [
                    words(KINDS[kind].title),
                    words(KINDS[kind].minutes),
                    words(one.state if one else "–", not one),
                ]
                for kind, one in states.items()
            ],
            "All exercises",
            f"{PAGE}.overview",
        )


def results() -> None:
    """The score, the result file, and the way to begin again."""
    st.header("Your results", anchor=False)
    kept = tuple(attempts.records().values())
    st.text(score(kept).sentence)
    if kept:
        st.markdown(
            "**A reload or a link to a page begins anew: take your result file first.** The menu keeps your "
            "results."
        )
        with st.container(width=420):
            name = inputs.line(PAGE, "name", "Your name or group, if you like", "", limit=MOST_NAME)
        file = ResultFile(" ".join(name.split()), kept)
        # A name that is typed but not sent off yet would be missing without a word.
        named = f"carry the name {file.name}" if file.name else "carry no name: type one and press Enter"
        st.text(f"The files {named}.")
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            for label, ending, make, mime in (
                ("Result file (CSV)", "csv", to_csv, "text/csv"),
                ("Result file (JSON)", "json", to_json, "application/json"),
            ):
                st.download_button(
                    label,
                    data=make(file),  # so little that it is ready when somebody presses
                    file_name=file.file_name(ending),
                    mime=mime,
                    icon=":material/download:",
                    on_click="ignore",
                )
            with st.popover("Start over", icon=":material/delete:"):
                st.markdown("This forgets your score and every result on this page.")
                st.button("Forget my results", on_click=attempts.start_over)
    st.caption(
        "Your answers stay in this visit: nothing is stored on the server, and closing or reloading the page "
        "forgets them. The file holds your group, tries, hints, times and misconceptions, and your name only "
        "if you type one. Hand in one of the two: they hold the same."
    )
