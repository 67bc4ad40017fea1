"""Result files handed in, and where the class struggled."""

import altair as alt
import streamlit as st

from tokcore import TokcoreError
from tokcore.limits import MAX_RESULT_FILES
from ui import charts, inputs
from ui.arrow import arrow_table
from ui.listing import Column, figures, listing, words
from ui.wording import counted
from workshop.results import ResultFile, read_results, score
from workshop.struggles import Struggle, struggles

REVISIT = 3
_RANGE = ["#2F7F89", "#86BDC3", "#B9AF9C"]


def handed_in(page: str) -> list[ResultFile]:
    """The result files that can be read, each once; a sentence for every other.

    The same results, as CSV and as JSON or under two names, are one file.
    """
    uploads = st.file_uploader(
        f"Result files of the exercises, CSV or JSON, up to {MAX_RESULT_FILES}",
        ["csv", "json"],
        accept_multiple_files=True,
        key=inputs.key(page, "files"),
        max_upload_size=1,
    )
    if len(uploads) > MAX_RESULT_FILES:
        more = len(uploads) - MAX_RESULT_FILES
        st.warning(f"{MAX_RESULT_FILES} files are read; the other {more} are left out.")
    found: dict[ResultFile, str] = {}
    refused, again = [], []
    for upload in uploads[:MAX_RESULT_FILES]:
        try:
            file = read_results(upload.getvalue())
        except TokcoreError as error:
            refused.append(f"{upload.name}: {error}")
            continue
        if file in found:
            again.append(f"{upload.name}: the same name, tasks and times as in {found[file]}.")
        else:
            found[file] = upload.name
    if refused:
        st.warning(f"{counted(len(refused), 'file')} left out:", icon=":material/block:")
        st.text("\n".join(refused))
    if again:
        st.info(f"{counted(len(again), 'file')} here already, and counted once:", icon=":material/file_copy:")
        st.text("\n".join(again))
    return list(found)


def table_rows(found: list[Struggle]) -> list[dict]:
    """The struggles as rows of a table."""
    return [
        {
            "exercise": one.title,
            "tasks": one.tasks,
            "right at the first try, %": round(100 * one.first),
            "right in the end, %": round(100 * one.right),
            "median tries": int(one.tries) if one.tries == int(one.tries) else one.tries,
            "hints per task": round(one.hints, 1),
            "most common misconception": one.misconception or "none named",
            "times": one.times,
        }
        for one in found
    ]


def show(files: list[ResultFile], page: str) -> list[Struggle]:
    """Draw where the class struggled; returns it kind by kind, hardest first."""
    found = struggles(files)
    if not found:
        st.info("These files hold no answer that was checked.")
        return found
    hardest = found[0]
    tasks = sum(one.tasks for one in found)
    at_once = sum(one.first * one.tasks for one in found) / tasks
    figures(
        {"files": f"{len(files)}", "tasks tried": f"{tasks:,}", "right at the first try": f"{at_once:.0%}"}
    )
    _chart(
        found,
        f"Hardest: {hardest.title}, right at the first try in {hardest.first:.0%} of the tasks, "
        f"in the end in {hardest.right:.0%}",
        page,
    )
    rows = table_rows(found)
    numbers = {name for name, value in rows[0].items() if isinstance(value, int | float)}
    listing(
        [Column(name, name in numbers) for name in rows[0]],
        [[words(value) for value in row.values()] for row in rows],
        "Where the class struggled",
        f"{page}.table",
    )
    return found


def _chart(found: list[Struggle], title: str, page: str) -> None:
    rows = [
        {"exercise": one.title, "tasks": part, "share, %": round(100 * share, 1)}
        for one in found
        for part, share in (
            ("right at the first try", one.first),
            ("right later", one.right - one.first),
            ("not right", 1 - one.right),
        )
    ]
    parts = ["right at the first try", "right later", "not right"]
    order = {part: place for place, part in enumerate(parts)}
    bars = (
        alt.Chart(arrow_table([row | {"order": order[row["tasks"]]} for row in rows]))
        .mark_bar()
        .encode(
            y=alt.Y("exercise:N", sort=None, title=None, axis=alt.Axis(labelLimit=280)),
            x=alt.X(
                "share, %:Q",
                title="share of the tasks, %",
                scale=alt.Scale(domain=[0, 100]),
                axis=alt.Axis(tickCount=5),
            ),
            color=alt.Color(
                "tasks:N",
                title=None,
                sort=parts,
                scale=alt.Scale(domain=parts, range=_RANGE),
                legend=alt.Legend(orient="top", columns=1),
            ),
            order=alt.Order("order:Q"),
            tooltip=charts.tips("exercise", "tasks", "share, %"),
        )
        .properties(height=alt.Step(26))
    )
    told = "; ".join(
        f"{one.title}: {one.first:.0%} at the first try, {one.right:.0%} in the end" for one in found
    )
    charts.show(bars, title, f"{title}. {told}.", rows, f"{page}.chart")


def revisit(found: list[Struggle]) -> None:
    """Links to the pages of the hardest exercises, and under each all its exercises that somebody missed."""
    st.markdown("### What to revisit")
    by_page: dict[str, list[Struggle]] = {}
    for one in found:
        if one.first < 1:
            by_page.setdefault(one.page, []).append(one)
    if not by_page:
        st.text("Every task was right at the first try.")
    for page, missed in list(by_page.items())[:REVISIT]:
        st.page_link(f"pages/{page}.py", icon=":material/arrow_forward:")
        st.markdown("\n".join(f"- {_told(one)}" for one in missed))


def _told(one: Struggle) -> str:
    """An exercise in a line; titles and misconceptions are the catalogue's own words."""
    often = f" Most often: {one.misconception}." if one.misconception else ""
    return f"**{one.title}**: {one.first:.0%} right at the first try, {one.right:.0%} in the end.{often}"


def people(files: list[ResultFile], page: str) -> None:
    """Who handed in. Closed at first, because the page may stand on a wall; names are cells of text."""
    scores = [(file, score(file.records)) for file in sorted(files, key=lambda one: (one.groups, one.name))]
    rows = [
        [
            words(file.name or "no name", not file.name),
            words(", ".join(map(str, file.groups))),
            words(found.begun),
            words(found.right),
            words(found.first),
        ]
        for file, found in scores
    ]
    heads = [Column("name"), Column("group", True)]
    heads += [Column(name, True) for name in ("tasks", "right in the end", "right at the first try")]
    with st.expander(f"Who handed in: {counted(len(files), 'file')}"):
        listing(heads, rows, "Who handed in", f"{page}.people")
