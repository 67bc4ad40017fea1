"""The page on special tokens as a visitor meets it: its views, strips, turns, cells and tables."""

from tests.pages.reading import components, open_page, picture, token_ids

PAGE = "special_tokens"
QUESTION = "What does a typed <|endoftext|> do?"
NAMES = ("gpt2", "cl100k_base", "o200k_base", "smollm2")
NOVEL = "trained on a novel"
END = "<|endoftext|>"
EXAMPLE = f"The end{END}Once upon a time"
NESTED = "<|endoftext<|endoftext|>|>"
KIND = f"{PAGE}.kind"
VIEWS = {
    "ways": {},
    "chat": {KIND: "Through a chat template"},
    "batch": {KIND: "In a batch"},
    "all": {KIND: "All of them"},
}
TEXTS = ["the time machine", "it was late", "the traveller smiled at us"]
"""The worked batch."""


def look(view="ways", **typed):
    """The page at one of its views."""
    return open_page(PAGE, link=VIEWS[view], **typed)


def figures(visit):
    return {metric.label: metric.value for metric in visit.metric}


def said(visit):
    return "\n".join(text.value for text in visit.text)


def everything(visit):
    return picture(visit), figures(visit), said(visit)


def drawn(visit):
    """Strip by its name."""
    return {strip["name"]: strip for strip in components(visit)[f"{PAGE}.strips"]["strips"]}


def ids(visit, name, way):
    return token_ids(drawn(visit)[f"{name}, {way}"])


def outlined(strip):
    return [token["id"] for token in strip["tokens"] if token["outlined"]]


def shown_ways(visit):
    """A way to encode the chat, by its name."""
    return {way["name"]: way for way in components(visit)[f"{PAGE}.turns"]["ways"]}


def grid(visit, name):
    """One thing of every cell of the batch."""
    return [[cell[name] for cell in row] for row in components(visit)[f"{PAGE}.batch_grid"]["rows"]]


def table(visit, name):
    return components(visit)[f"{PAGE}.{name}"]["rows"]
