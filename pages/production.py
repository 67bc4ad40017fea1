"""When tokenizers go wrong: other ids, other cuts, other texts, the bill, the way back, one's own file."""

import streamlit as st

from tokcore import BPETokenizer, TokcoreError
from tokcore.corpora import DEFAULT, SOURCES, corpus
from ui import inputs, page, session
from ui.production import bill, drift, own_file, parted, returned, swapped, uploads

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
LEADS = {
    "swapped": "A model was trained with one tokenizer and is fed by another. Ids are only numbers: **where "
    "the "
    "other vocabulary has them too, nothing reports an error,** and the model reads something else.",
    "parted": "Two programs count the same text differently. **Find the first place where their cuts differ, "
    "and the reason:** there are only a few.",
    "drift": "A tokenizer knows the text that it learned from. **The further a text is from there, the more "
    "tokens a word takes,** and the earlier the context is full.",
    "bill": "The same text is not the same number of tokens everywhere. **A price per token says little "
    "until you know how many tokens your text is.**",
    "returned": "Encode, decode, compare. **A tokenizer may drop or change what it cannot write, and no "
    "error says so.**",
    "file": "Any tokenizer.json is read here by the library it was made for, and set beside published ones. "
    "**Where tokcore gives the same ids, it can be taken apart as well.**",
}
ROW = {"horizontal": True, "vertical_alignment": "bottom", "gap": "medium"}


def pair(labels: tuple[str, str], defaults: tuple[str, str]) -> list[str]:
    """Two tokenizers to choose, by name."""
    return [
        inputs.one_of(PAGE, f"{kind}{place}", label, offered, default)
        for place, (label, default) in enumerate(zip(labels, defaults))
    ]


def ids_of_another() -> tuple[list[dict], str]:
    with st.container(**ROW):
        names = pair(("Encode with", "Decode with"), ("gpt2", "smollm2"))
    return swapped.swapped(PAGE, text, names, offered), swapped.code(text, names)


def where_two_part() -> tuple[list[dict], str]:
    with st.container(**ROW):
        names = pair(("One", "The other"), ("gpt2", "o200k_base"))
        specials = inputs.switch(PAGE, "specials", "Special strings are special tokens", False)
    return parted.parted(PAGE, text, names, offered, specials), parted.code(text, names, specials)


def away_from_home() -> tuple[list[dict], str]:
    with st.container(**ROW):
        learned = inputs.one_of(
            PAGE, "learned", "Trained on", drift.LEARNED, DEFAULT, lambda n: SOURCES[n].title
        )
        merges = inputs.choice(PAGE, "merges", "Merges", drift.MERGES, 4_096, "{:,}".format)
        beside = inputs.one_of(PAGE, "beside", "Beside", session.PUBLISHED, "gpt2")
        measure = inputs.choice(PAGE, "measure", "Show", list(drift.MEASURES), "tokens per word")
    if note := corpus(learned).note:
        st.info(note)
    rows = drift.rows(learned, merges, beside, text)
    drift.draw(PAGE, rows, measure, beside)
    return rows, drift.code(learned, merges)


def the_bill() -> tuple[list[dict], str]:
    names = inputs.choices(PAGE, "names", "Tokenizers", offered, session.PUBLISHED)
    with st.container(**ROW):
        price = inputs.amount(PAGE, "price", "Price per million tokens", 1.0, 10_000.0, 0.1)
        calls = inputs.number(PAGE, "calls", "Calls", 10_000, 1, 1_000_000_000)
    if not names:
        st.info("Pick at least one tokenizer.")
        return [], bill.code(text, session.PUBLISHED, price, calls)
    rows = bill.rows(text, names, price, calls)
    bill.bill(PAGE, rows, price, calls)
    return rows, bill.code(text, names, price, calls)


def there_and_back() -> tuple[list[dict], str]:
    samples = list(returned.SAMPLES)
    added = inputs.choices(PAGE, "added", "Put at the end of the text", samples, samples)
    sent = text + "".join(returned.SAMPLES[name] for name in added)
    rows = returned.returned(f"{PAGE}.returned", sent, offered)
    returned.missing_bytes("smollm2", f"{PAGE}.missing")
    return rows, returned.code(sent)


def your_own_file() -> tuple[list[dict], str]:
    source = inputs.choice(PAGE, "source", "The file", list(uploads.KINDS), "shipped", uploads.KINDS.get)
    beside = inputs.choices(PAGE, "published", "Beside", session.PUBLISHED, ["gpt2", "o200k_base"])
    file = uploads.chosen(PAGE, source)
    return own_file.own_file(PAGE, text, file, beside) if file else [], own_file.code(text, file)


page.begin(
    PAGE,
    "In the wild",
    "When tokenizers go wrong",
    "What goes wrong with a tokenizer when nothing reports an error?",
    "Tokenizers fail quietly: a number is always a number. Six ways to see it, with your own text.",
)
offered = [
    *session.PUBLISHED,
    *(name for name, kept in session.kept().items() if isinstance(kept, BPETokenizer)),
]
kind = inputs.choice(PAGE, "kind", "Look at", list(KINDS), "swapped", KINDS.get)
text = inputs.text(PAGE, "Your text", EXAMPLE, rows=2)
with st.container(width=760):
    st.markdown(LEADS[kind])
views = {
    "swapped": ids_of_another,
    "parted": where_two_part,
    "drift": away_from_home,
    "bill": the_bill,
    "returned": there_and_back,
    "file": your_own_file,
}
try:
    rows, lines = views[kind]()
except TokcoreError as error:
    st.error("This cannot be worked out. What stands in the way:")
    st.text(str(error))
    rows, lines = [], swapped.code(text, ("gpt2", "smollm2"))

page.finish(
    PAGE,
    tries=[
        page.Try(
            "Will a wrong pair of these tokenizers always be noticed by an error?",
            lambda: swapped.every_pair(text),
        ),
        page.Try("gpt2 and r50k_base are two names. Are they two tokenizers?", swapped.two_names),
        page.Try("How much of Unicode can SmolLM2 not give back?", returned.out_of_reach),
    ],
    remember="**The tokenizer is part of the model.** Use it exactly as it was shipped and count in its "
    "tokens. Keep its fingerprint beside the weights and compare it before the first text. When two "
    "tokenizers disagree, go to the first place where they do, and find out why before you go on.",
    code=lines,
    downloads=[
        page.Download(
            "This table (CSV)",
            f"{kind}.csv",
            lambda: page.csv_of(rows),
        )
    ],
)
