"""Where words end: a pattern cuts the text before any merge, and what that does to a vocabulary."""

import streamlit as st

from tokcore import PATTERNS, TokcoreError
from tokcore.corpora import SOURCES
from tokcore.measures import boundary_crossers, learned_tokens, longest_first, tokens_gained
from tokcore.pretokenize import as_pattern
from ui import charts, inputs, page, texts
from ui.chunks import chunks
from ui.listing import figures
from ui.lists import Tokens, lists, of_bytes
from ui.pretokenization import answers, trade
from ui.trained import Recipe, tokenizer

PAGE = "pretokenization"
EXAMPLE = "The traveller's clock struck 12,345 times."
OWN = "my own"
SIZES = (1_024, 4_096)
OTHERS = ("time_machine", "botchan", "northanger_abbey", "furniture_catalogue")
LISTED = 20

page.begin(
    PAGE,
    "Learn",
    "Where words end",
    "Where may a token begin and end?",
    "Before any merge, a **pattern** cuts the text into chunks, and no token reaches from one chunk into the "
    "next. A pattern is a list of alternatives, tried in order at every place. Under each chunk stands the "
    "alternative that matched.",
)
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    named = inputs.one_of(PAGE, "pattern", "Pattern", [*PATTERNS, OWN], "gpt2")
    source = None if named == "none" else PATTERNS[named].source if named in PATTERNS else named
    if named == OWN:
        source = inputs.line(PAGE, "regex", "Your pattern", r" ?\w+|[^\w]+", limit=200)
text = inputs.text(PAGE, "Text to cut", EXAMPLE, rows=2)
try:
    found = chunks(as_pattern(source), text, key=f"{PAGE}.chunks")
except TokcoreError as error:
    st.error(str(error))
    st.stop()

st.header("The same training, without and with this pattern", anchor=False)
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    book = inputs.one_of(
        PAGE, "corpus", "Learn from", list(SOURCES), "time_machine", lambda name: SOURCES[name].title
    )
    size = inputs.choice(PAGE, "size", "Tokens in each vocabulary", list(SIZES), SIZES[0], "{:,}".format)
learned = texts.public(book)
if SOURCES[book].note:
    st.caption(SOURCES[book].note)
if named == "none":
    st.info("With “none” the two trainings are the same. Pick a pattern to see what it changes.")
recipes = Recipe(size - 256), Recipe(size - 256, source, personal=named == OWN)
others = {other.key: other for other in map(texts.public, OTHERS) if other.key != learned.key}
try:
    # The vocabularies are learned from the whole text; what they save is measured on lines they never saw.
    plain, cut = (tokenizer(learned, recipe, True) for recipe in recipes)
    trades = trade.trades(learned, list(others.values()), *recipes)
except TokcoreError as error:
    st.error(str(error))
    st.stop()
crossing, still = boundary_crossers(plain), boundary_crossers(cut)
gained = tokens_gained(cut, plain)
figures(
    {
        "tokens across words, without": f"{len(crossing):,} of {len(plain.merges):,}",
        "with the pattern": f"{len(still):,} of {len(cut.merges):,}",
        "tokens gained instead": f"{len(gained):,} of {len(cut.merges):,}",
    }
)
st.caption(
    f"Counted among the tokens that training learned: the {size:,} of a vocabulary less the 256 single bytes "
    "that it starts from. A token across words has a space inside, not only at its ends. Gained are those "
    "that the vocabulary with the pattern has and the one without lacks."
)
longest, with_it = f"The {LISTED} longest", longest_first(learned_tokens(cut))
shown = [
    (f"{longest} without a pattern", "Phrases of this one text.", longest_first(learned_tokens(plain))),
    (f"{longest} with the pattern", "Words of this text.", with_it),
    ("Across a word boundary", f"The first learned of {len(crossing):,}, without a pattern.", crossing),
    ("Gained with the pattern", f"The longest of {len(gained):,} that the other vocabulary lacks.", gained),
]
if gained and gained[:LISTED] == with_it[:LISTED]:  # one list, then, and it says so
    said = f"Words of this text, and all of them gained: these are the longest of the {len(gained):,}."
    shown[1:] = [(shown[1][0], said, with_it), shown[2]]
lists([Tokens(title, hint, of_bytes(all_of[:LISTED])) for title, hint, all_of in shown], key=f"{PAGE}.lists")

st.header("What the pattern costs, and on which text", anchor=False)
same, unseen = trades[:2]
finding = (
    f"Without the pattern a token holds {same.more} of the lines it learned from, {unseen.more} of lines it "
    "never saw"
)
charts.show(
    trade.chart(trades),
    finding,
    f"Bytes per token of {len(trades)} texts under two vocabularies of {size:,} tokens. {finding}.",
    trade.rows(trades),
    key=f"{PAGE}.trade",
)
st.caption(
    "Here both learn from nine lines in ten of the text; the held-out lines are the tenth that neither saw. "
    "Of the other texts a tenth is measured too. The percentages say how much more text a token holds "
    "without the pattern."
)


page.finish(
    PAGE,
    tries=[
        page.Try(
            "In how many different tokens does the word “the” stand on its own?",
            lambda: answers.disguises(plain, cut),
        ),
        page.Try(
            "How many of the learned tokens do the held-out lines use at all?",
            lambda: answers.used(learned, *recipes),
        ),
        page.Try("Where do the spaces of “two words 12” go, pattern by pattern?", answers.spaces),
    ],
    remember="**Decide where words end before you learn merges.** Tokens across words save most on the "
    "text they were learned from, take places from words, and hide the words inside them. With a pattern a "
    "word keeps its space in front and is the same token whatever stands beside it.",
    code="import tokcore\nfrom tokcore import corpora, measures\n"
    f"from tokcore.pretokenize import as_pattern\npattern = {source!r}\n"
    f"as_pattern(pattern).chunks({text!r})\n{learned.code}\n"
    f"plain = tokcore.BPETokenizer.train(text, {size})\n"
    f"cut = tokcore.BPETokenizer.train(text, {size}, pattern)\n"
    "len(measures.boundary_crossers(plain)), len(measures.boundary_crossers(cut))\n"
    f"measures.tokens_gained(cut, plain)[:{LISTED}]\n"
    "learned, held = corpora.held_out(text)\n"
    f"plain, cut = (tokcore.BPETokenizer.train(learned, {size}, p) for p in (None, pattern))\n"
    "[len(held.encode()) / len(tok.encode(held)) for tok in (plain, cut)]",
    texts=("text", "regex"),
    downloads=[
        page.Download(
            "Chunks (CSV)",
            "chunks.csv",
            lambda: page.csv_text(["chunk", "start", "alternative"], found),
        ),
    ],
)
