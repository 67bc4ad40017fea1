"""The page on what goes wrong, as a visitor meets it: its views, figures, tables and charts."""

import pandas as pd

from tests.pages.reading import components, open_page, picture

PAGE = "production"
EXAMPLE = "The naïve traveller paid 12345678 drachmas at the cafe\u0301.<|endoftext|>"
KINDS = {
    "swapped": "Wrong tokenizer",
    "parted": "First difference",
    "drift": "Other kinds of text",
    "bill": "Price",
    "returned": "Lost text",
    "file": "Your own file",
}
UPLOAD = {f"{PAGE}.source": "Upload a file"}


def look(kind, text=None, **choices):
    """The page at one of its views, with choices as they stand in a link."""
    link = {f"{PAGE}.kind": KINDS[kind]} | {f"{PAGE}.{name}": value for name, value in choices.items()}
    return open_page(PAGE, text, link=link)


def uploaded(data, text=None, name="tokenizer.json"):
    """The view of a person's own file, with this file chosen."""
    visit = look("file", text, source="Upload a file")
    visit.file_uploader[0].set_value((name, data, "application/json")).run()
    assert not visit.exception, visit.exception
    return visit


def figures(visit):
    return {metric.label: metric.value for metric in visit.metric}


def table(visit, name):
    """The words and tokens of each row of a table."""
    return [
        [cell.get("words", cell.get("tokens")) for cell in row]
        for row in components(visit)[f"{PAGE}.{name}"]["rows"]
    ]


def strips(visit, name="strips"):
    """Tokenizer -> ids of its tiles."""
    drawn = components(visit)[f"{PAGE}.{name}"]["strips"]
    return {strip["name"]: [tile["id"] for tile in strip["tokens"]] for strip in drawn}


def behind(visit):
    """The table behind the chart."""
    return visit.dataframe[-1].value if visit.dataframe else pd.DataFrame()


def charts(visit):
    return [chart.proto.spec for chart in visit.get("vega_lite_chart") + visit.get("arrow_vega_lite_chart")]


def texts(visit):
    return "\n".join(text.value for text in visit.text)


def everything(visit):
    return picture(visit), figures(visit), charts(visit), behind(visit).to_csv(), texts(visit)
