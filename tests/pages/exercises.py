"""The exercises page without a browser: reach a task, fill its inputs in, read what comes of it."""

from tests.pages.reading import open_page, press
from workshop.catalogue import KINDS
from workshop.groups import seed

PAGE, FIRST = "exercises", "next_merge"
HINTS = [f"Hint {place} of 3" for place in (1, 2, 3)]
LABS = [kind for kind in KINDS if kind.startswith("lab_")]


def at(kind=FIRST, group=0, variant=1):
    visit = open_page(PAGE, link={"group": str(group)} if group else None)
    visit.selectbox(key=f"{PAGE}.exercise").set_value(kind).run()
    if variant > 1:
        visit.number_input(key=f"{PAGE}.variant").set_value(variant).run()
    assert not visit.exception, visit.exception
    return visit


def put(visit, values, kind=FIRST, group=0, variant=1):
    """Fill the inputs of the task in, as a person would."""
    for name, value in values.items():
        key = f"{PAGE}.{kind}.{seed(group, variant - 1)}.{name}"
        widgets = [*visit.text_input, *visit.text_area, *visit.number_input, *visit.radio]
        widget = next(widget for widget in widgets if widget.key == key)
        widget.set_value("|".join(value) if isinstance(value, tuple) else value)
    return visit


def check(visit, values, *where):
    return press(put(visit, values, *where), "Check")


def told(visit):
    return "\n".join(text.value for text in visit.text)


def successes(visit):
    return [one.value for one in visit.success]


def downloads(visit):
    return [button.proto.label for button in visit.get("download_button")]


def results(visit):
    return list(visit.session_state["exercise_records"].values())
