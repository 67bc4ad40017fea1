"""What the page `characters_words_bytes` shows, for its tests."""

import tokcore
from tests.pages.reading import choose, components, open_page
from tokcore.corpora import corpus, held_out

PAGE = "characters_words_bytes"
CHARTS = ("schemes", "price", "closed")
GREETING = "Hello, naïve café: 你好 🚀"
LINES = "red tie\nblue tie\nred hat\nblue hat\nred tie\nblue tie\nred hat\nblue hat\nred coat\nblue coat\n"


def figures(visit):
    return {metric.label: metric.value for metric in visit.metric}


def table(visit, name):
    """The rows behind a chart."""
    return visit.dataframe[CHARTS.index(name)].value


def headings(visit):
    return "\n".join(text.value for text in visit.markdown if text.value.startswith("### "))


def cells(visit, name):
    """The rows of a table of tiles, each cell as its words or the text of its tiles."""
    return [
        [_tiles(cell["tokens"]) if "tokens" in cell else cell["words"] for cell in row]
        for row in components(visit)[f"{PAGE}.{name}"]["rows"]
    ]


def _tiles(tokens):
    return [token["text"] if "text" in token else bytes(token["bytes"]) for token in tokens]


def stages(visit, name):
    return {one["name"]: one["parts"] for one in components(visit)[f"{PAGE}.{name}"]["stages"]}


def own(text, **choices):
    """The page with a text that a person typed."""
    return choose(open_page(PAGE, text), PAGE, corpus="own", **choices)


def parts(name, letters_only=False):
    split = held_out(corpus(name).text)
    return tuple(map(tokcore.normalise, split)) if letters_only else split
