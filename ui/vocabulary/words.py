"""One word under every tokenizer: its spellings, and what related words have in common."""

import streamlit as st

from tokcore import TokcoreError
from tokcore.family import ids_of, shared_ids, spellings
from ui import inputs, session, texts, trained
from ui.listing import Column, figures, listing, tiles, words
from ui.trained import Recipe, Tokenizer

WORD = "chair"
OWN, OWN_PAIR = "my own", "sofa couch"
PAIRS = ("chair chairs", "48 49", "noise noise-free", "barstools barometer")
OF_WORDS = "words of a catalogue"
"""A tokenizer of characters and an end mark, learned here from the furniture catalogue."""
MERGES = 4_000


def tokenizers() -> dict[str, Tokenizer]:
    """Every tokenizer there is: the published ones, one of words, and those kept in this session."""
    of_words = trained.tokenizer(texts.public("furniture_catalogue"), Recipe(MERGES, of_bytes=False), True)
    return {name: session.by_name(name) for name in session.PUBLISHED} | {OF_WORDS: of_words} | session.kept()


def _tokens(tokenizer: Tokenizer, ids: list[int], shared: list[int]) -> dict:
    """A cell of tokens with their ids, those in `shared` outlined."""
    cell = tiles(tokenizer, ids)
    for drawn, token_id in zip(cell["tokens"], ids):
        drawn |= {"note": f"{token_id:,}"} | ({"outlined": True} if token_id in shared else {})
    return cell


def forms(page: str) -> str:
    """A word at the start, after a space, and changed a little, under every tokenizer; returns the word."""
    with st.container(width=320):
        word = inputs.line(page, "word", "Word", WORD, limit=40).strip()
    if not word:
        st.info("Write a word, and its spellings are cut by every tokenizer.")
        return word
    written = spellings(word)
    drawn = []
    try:
        for name, tokenizer in tokenizers().items():
            ids = [ids_of(tokenizer, text) for text in written.values()]
            shared = shared_ids(*ids)
            cells = [_tokens(tokenizer, row, shared) for row in ids]
            drawn.append([words(name), *cells, words(len({i for row in ids for i in row}))])
    except TokcoreError as error:
        st.error(str(error))
        return word
    columns = [Column("tokenizer"), *map(Column, written), Column("different ids", True)]
    listing(columns, drawn, "One word, many tokens", f"{page}.forms")
    st.caption(
        f"“{OF_WORDS}” has learned {MERGES:,} merges here, from a furniture catalogue. It starts from "
        "characters and marks where a word ends, </w>, in place of the space before it."
    )
    return word


def _shown(pair: str) -> str:
    return pair if pair == OWN else pair.replace(" ", " / ")


def related(page: str) -> None:
    """Two words side by side under every tokenizer, and the ids that both have."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        picked = inputs.choice(page, "pair", "Two words", [*PAIRS, OWN], PAIRS[0], _shown)
        if picked == OWN:
            picked = inputs.line(page, "two", "Two words of your own", OWN_PAIR, limit=60)
        spaced = inputs.switch(page, "spaced", "With a space before each", False)
    pair = picked.split()
    if len(pair) != 2:
        st.info(f"Write two words with a space between them, for example {OWN_PAIR}")
        return
    drawn, apart = [], 0
    try:
        for name, tokenizer in tokenizers().items():
            left, right = (ids_of(tokenizer, " " * spaced + word) for word in pair)
            shared = shared_ids(left, right)
            apart += not shared
            both = _tokens(tokenizer, shared, []) if shared else words("nothing")
            drawn.append(
                [words(name), _tokens(tokenizer, left, shared), _tokens(tokenizer, right, shared), both]
            )
    except TokcoreError as error:
        st.error(str(error))
        return
    figures({"tokenizers under which the two share nothing": f"{apart} of {len(drawn)}"})
    columns = [Column("tokenizer"), Column("first word"), Column("second word"), Column("in both")]
    listing(columns, drawn, "Two words and the ids they share", f"{page}.related")


def neighbours() -> str:
    """The ids of a word and its plural under every published tokenizer, a line each."""
    lines = []
    for name in session.PUBLISHED:
        ids = [
            " ".join(f"{i:,}" for i in ids_of(session.by_name(name), text)) for text in (" chair", " chairs")
        ]
        lines.append(f"{name}: {ids[0]} and {ids[1]}")
    return "\n".join([*lines, "An id is a place in the list of merges. It says when a token was learned."])
