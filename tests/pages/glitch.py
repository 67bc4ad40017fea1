"""The page on glitch tokens as a visitor meets it: its views, figures, tables and charts."""

from tests.pages.reading import components, open_page, picture

GLITCH = "glitch_tokens"
QUESTION = "Which tokens go wrong, and whose fault is it?"
ALONE = {}
UNREACHABLE = {f"{GLITCH}.kind": "Unreachable"}
MERGES = UNREACHABLE | {f"{GLITCH}.how": "Merges in an impossible order"}
LIST = {f"{GLITCH}.kind": "Under-trained"}
MEASURED = LIST | {f"{GLITCH}.which": "SmolLM2, measured"}
MAKE = {f"{GLITCH}.kind": "Make one"}
VIEWS = {
    "alone": ALONE,
    "unreachable": UNREACHABLE,
    "merges": MERGES,
    "list": LIST,
    "measured": MEASURED,
    "make": MAKE,
}


def look(view, **typed):
    """The page at one of its views."""
    return open_page(GLITCH, link=VIEWS[view], **typed)


def figures(visit):
    return {metric.label: metric.value for metric in visit.metric}


def table(visit, name):
    return components(visit)[f"{GLITCH}.{name}"]["rows"]


def charts(visit):
    return [chart.proto.spec for chart in visit.get("vega_lite_chart") + visit.get("arrow_vega_lite_chart")]


def everything(visit):
    return picture(visit), figures(visit), charts(visit)


def token(cell):
    return b"".join(bytes(tile["bytes"]) for tile in cell["tokens"])
