"""Look inside a vocabulary: search its tokens, one word in many spellings, and how the list begins."""

import streamlit as st

from tokcore import BPETokenizer
from tokcore.lookup import UNITS
from ui import inputs, page
from ui.vocabulary import beginning, search, words
from ui.wording import counted

PAGE = "vocabulary"
NARROW = 760

page.begin(
    PAGE,
    "In the wild",
    "Look inside a vocabulary",
    "Why does the same word get different tokens?",
    "A vocabulary is a fixed list of strings, each with a number, its **id**. A string that differs in one "
    "space, one capital or one letter is **another entry with another id**. Here are all entries that hold "
    "a text; the raised dot · is a space. Click one to see what it is made of.",
    own_text=inputs.Place("word", {}, 40),
)
made = search.search(PAGE)
hits = st.container()
st.header("One token, up close", anchor=False)
chosen = search.one(PAGE, made)
with hits:
    search.show(PAGE, made, chosen)

st.header("One word, many tokens", anchor=False)
with st.container(width=NARROW):
    st.markdown(
        "A tokenizer compares bytes, not words. With a space in front a word begins with another byte, and "
        "with a capital too, so it is another string. **A string that was frequent in the text a tokenizer "
        "learned from has a token of its own; a rare one is put together from several.** Each tokenizer has "
        "a list of its own, so ids differ from line to line too. An outlined token stands in another "
        "spelling of the same line as well."
    )
word = words.forms(PAGE)

st.header("What related words have in common", anchor=False)
with st.container(width=NARROW):
    st.markdown(
        "A model reads ids, and an id says nothing about the letters in it. Before a model has learned "
        "anything, two words have something in common for it only when they share a token. That depends on "
        "the spelling alone: related words may share nothing, and unrelated ones may share a piece."
    )
words.related(PAGE)

st.header("Where the bytes end and the merges begin", anchor=False)
with st.container(width=NARROW):
    st.markdown(
        "Every text can be written in single bytes, so they come before any merge. Then there is one token "
        "for each merge, in the order of learning. In the published vocabularies the bytes that print as a "
        "sign of their own (21–7e, a1–ac, ae–ff) stand before the others, so a byte's id is not its value. "
        "The files of gpt2, cl100k_base and o200k_base call a token's place its rank: there rank and id are "
        "the same number."
    )
left, right = st.columns([4, 5], gap="large")
with left:
    beginning.boundary(PAGE, made.tokenizer, made.lookup)
with right:
    if isinstance(made.tokenizer, BPETokenizer):
        beginning.square(PAGE, made.tokenizer)
    else:
        st.text("This tokenizer starts from characters and an end mark, so it gives no ids to bytes.")

st.header("The first merges, side by side", anchor=False)
with st.container(width=NARROW):
    st.markdown(
        "What is merged first is what stands most often in the text to learn from. An outlined token is not "
        "among the first of the other side."
    )
beginning.merges(PAGE, made.name, made.tokenizer)

st.header("How long tokens become", anchor=False)
unit = inputs.choice(PAGE, "lengths", "Length in", UNITS[::-1], "bytes")
beginning.lengths(PAGE, made.name, made.tokenizer, unit)


def the() -> str:
    hits = made.lookup.search(b"the", any_case=True)
    itself = [i for way in (b"the", b" the") for i in made.lookup.search(way, where="whole", any_case=True)]
    tokens = ", ".join(search.spelled(made.tokenizer, i) for i in itself)
    alone = counted(len(itself), "token")
    return f"{len(hits):,} tokens of {made.name} hold them. The word alone is {alone}: {tokens}."


def longest() -> str:
    entry = max(map(made.lookup.entry, made.lookup.ids), key=lambda entry: len(entry.data))
    return (
        f"{entry.token_id:,} with {len(entry.data):,} bytes: {search.spelled(made.tokenizer, entry.token_id)}"
    )


page.finish(
    PAGE,
    tries=[
        page.Try("How many tokens hold the letters “the”, and how many of them are that word?", the),
        page.Try("Are “ chair” and “ chairs” neighbours in the list?", words.neighbours),
        page.Try("Which token of this vocabulary is the longest?", longest),
    ],
    remember="**Tokens spell words, they don't relate them.** Every spelling is an entry of its own, and "
    "that “chair” and “chairs” belong together is nothing a tokenizer knows: a model has to learn it from "
    "text. Look up how your own words are spelled before you count on them.",
    code=f"{search.code(made)}\nfrom tokcore.family import ids_of, shared_ids, spellings\n"
    f"ids = [ids_of(tok, text) for text in spellings({word!r}).values()]\nids\nshared_ids(*ids)",
    texts=("query", "word", "two"),
    downloads=[
        page.Download(
            f"Tokens found (CSV, up to {search.MOST_ROWS:,})",
            "vocabulary.csv",
            lambda: page.csv_text(
                ["id", "token", "made by", "bytes", "characters", "scripts"], search.rows(made)
            ),
        )
    ],
)
