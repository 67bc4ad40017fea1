"""The page that looks inside a vocabulary, as a visitor meets it: its hits, figures and tables."""

import json

from tests.pages import labels
from tests.pages.reading import components, go_to, picture, press

PAGE = "vocabulary"
PUBLISHED = ["gpt2", "cl100k_base", "o200k_base", "smollm2"]
OF_WORDS = "words of a catalogue"
SPELLINGS = ["at the start", "after a space", "capitalised", "plural", "hyphenated"]
OBSCENE = 9070
"""An id of o200k_base whose token is not drawn."""


def part(visit, name) -> dict:
    return components(visit)[f"{PAGE}.{name}"]


def hits(visit) -> list[dict]:
    return part(visit, "hits")["hits"]


def figures(visit) -> dict[str, str]:
    return {metric.label: metric.value for metric in visit.metric}


def rows(visit, name) -> dict[str, list[dict]]:
    """First cell -> the other cells of each row of a table."""
    return {row[0]["words"]: row[1:] for row in part(visit, name)["rows"]}


def ids(cell) -> list[int]:
    return [int(token["note"].replace(",", "")) for token in cell["tokens"]]


def outlined(cell) -> list[int]:
    return [i for i, token in zip(ids(cell), cell["tokens"]) if token.get("outlined")]


def said(cell) -> list[bytes]:
    return [bytes(token["bytes"]) for token in cell["tokens"]]


def chart(visit) -> dict:
    (element,) = visit.get("vega_lite_chart") or visit.get("arrow_vega_lite_chart")
    return json.loads(element.proto.spec)


def everything(visit):
    titles = [block.value for block in visit.markdown if block.value.startswith("###")]
    return picture(visit), figures(visit), chart(visit), titles


def kept(visit) -> str:
    """Keep what the page about training shows, come back, and return its name."""
    press(visit, labels.KEEP)
    go_to(visit, PAGE)
    return visit.selectbox(key=f"{PAGE}.tokenizer").options[-1]
