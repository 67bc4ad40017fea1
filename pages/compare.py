"""Compare tokenizers: the same text under up to four of them, and what their ids mean."""

import json

import streamlit as st

from tokcore import BPETokenizer
from tokcore.published import same_as_library
from tokcore.verified import verified
from ui import inputs, page, session
from ui.card import card
from ui.compare import answers
from ui.palette import LIBRARY, colour
from ui.strips import VIEWS, decoded, picked, strips
from ui.wording import counted

PAGE = "compare"
EXAMPLE = "Tokenizers never see words: 12345678 chairs, naïve μέλισσες, 你好 🤗"
IDS = "3198 1271 11 867 26368 13"
MOST = 4

page.begin(
    PAGE,
    "Learn",
    "Compare tokenizers",
    "What does a model see instead of your text?",
    "A model reads numbers. Each tile below is one token: a piece of text that has a number of its own. "
    "A thick right edge marks a cut that not all of these tokenizers make.",
)


@page.live
def picture() -> page.Foot | None:
    """The text under each tokenizer, and one token up close."""
    text = inputs.text(PAGE, "Your text", EXAMPLE, rows=2)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        offered = [*session.PUBLISHED, *session.kept()]
        names = inputs.choices(
            PAGE, "tokenizers", "Tokenizers (up to four)", offered, ["gpt2", "o200k_base", "smollm2"]
        )
        views = inputs.choices(PAGE, "show", "Show", VIEWS, ["text"])
        marks = inputs.switch(PAGE, "marks", "Mark white space", True)
    if len(names) > MOST:
        st.info(f"Four strips fit on a page: {', '.join(names[MOST:])} must wait until you take one away.")
        names = names[:MOST]
    if not names or not views:
        st.info("Pick at least one tokenizer and one thing to show.")
        return None

    tokenizers = {name: session.by_name(name) for name in names}
    colours = {name: colour(name, offered.index(name)) for name in names}
    checks = {
        name: f"identical to {LIBRARY[name]}: {'yes' if same_as_library(name, text) else 'NO'}"
        for name in names
        if name in LIBRARY
    }
    st.text(
        f"{counted(len(text), 'character')} · {counted(len(text.encode()), 'byte')} in UTF-8 · "
        f"{counted(len(text.split()), 'word')}"
    )
    if holding := [
        n for n, tok in tokenizers.items() if any(s in text for s in getattr(tok, "specials", ()))
    ]:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(
                f"Your text spells out a special token of {', '.join(holding)}. On this page it is read as "
                "plain text, like every other string.",
                width="content",
            )
            st.page_link(
                "pages/special_tokens.py",
                label="What a typed special token can do: Special tokens",
                icon=":material/arrow_forward:",
            )
    spans = strips(PAGE, tokenizers, text, views, marks, colours, checks)
    if checks:
        st.caption(f":material/verified: {verified().sentence}")

    st.header("One token, up close", anchor=False)
    if (clicked := picked(PAGE)) and clicked[0] in tokenizers:
        card(clicked[0], tokenizers[clicked[0]], clicked[1], key=f"{PAGE}.card")
    elif spans[names[0]]:  # nothing clicked yet: the longest token of the first strip
        longest = max(spans[names[0]], key=lambda span: span.end - span.start)
        card(names[0], tokenizers[names[0]], longest.token_id, key=f"{PAGE}.card")
    else:
        st.caption("Type something, and its tokens can be looked at one by one.")

    def read_back() -> None:
        st.header("Ids back to text", anchor=False)
        ids = inputs.ids(PAGE, "ids", "Ids, as numbers", IDS)
        if ids is None:
            st.info(f"Write ids as whole numbers with spaces or commas between them, for example {IDS}")
        else:
            decoded(tokenizers, ids, colours, key=f"{PAGE}.ids")

    reading = (
        "ids = tok.encode(text)\nlen(ids)\n[(i, tok.token_bytes(i)) for i in ids]"
        if isinstance(tokenizers[names[0]], BPETokenizer)
        else "tokens = tok.encode(text)\nlen(tokens)\ntokens"
    )
    return page.Foot(
        PAGE,
        tries=[
            page.Try(
                "Which of these tokenizers needs the fewest tokens for your text, and why?",
                lambda: answers.cheapest(tokenizers, {name: len(spans[name]) for name in names}),
            ),
            page.Try(
                "Does a space before a word change how many tokens the word takes?",
                lambda: answers.first_space(tokenizers, text),
            ),
            page.Try("Does a word in capitals cost the same?", lambda: answers.capitals(tokenizers, text)),
        ],
        remember="**Count with the tokenizer of the model you use, exactly as it ships.** Two tokenizers "
        "cut the same text differently, and a number that means a word to one means something else to "
        "another.",
        code=f"{session.code(names[0])}\ntext = {text!r}\n{reading}",
        texts=("text", "ids"),
        downloads=[
            page.Download(
                "Tokens (CSV)",
                "tokens.csv",
                lambda: page.csv_text(
                    ["tokenizer", "id", "start byte", "end byte"],
                    [(name, *span) for name in names for span in spans[name]],
                ),
            ),
            page.Download(
                "Ids (JSON)",
                "ids.json",
                lambda: json.dumps({name: [span.token_id for span in spans[name]] for name in names}),
                "application/json",
            ),
        ],
        above=read_back,
    )
