"""Characters, words, bytes: the older schemes on one picture with BPE, and what new text does to them."""

import streamlit as st

from tokcore import TokcoreError
from ui import inputs, page, texts
from ui.characters_words_bytes import answers, closed, held_out, in_bytes, pipeline, schemes
from ui.listing import figures

PAGE = "characters_words_bytes"
LIST = (
    "Brelmond oak bench\nBrelmond oak side table\nset of 2 Tavrith barstools\nTavrith velvet bench\n"
    "Ostrivel walnut side table\nset of 4 Ostrivel oak barstools\n"
)
STRING = "Hello, naïve café: 你好 🚀"
MOST_CHARACTERS = 400

page.begin(
    PAGE,
    "Learn",
    "Characters, words, bytes",
    "What should a token be: a byte, a character or a word?",
    "With few different tokens a text becomes a long sequence, with many a short one. Each mark below is the "
    "same whole text, cut in another way. **BPE**, byte-pair encoding, begins with bytes and learns further "
    "tokens by joining pairs that stand together often.",
    own_text=texts.PLACE,
)
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    with st.container(width=340):
        source = texts.source(PAGE, "Text")
    letters_only = inputs.switch(
        PAGE,
        "normalised",
        "Normalise first",
        False,
        "Keeps the letters A to Z, in lower case. Everything else becomes a single space.",
    )
text = texts.chosen_if_any(PAGE, source, LIST)
normal = schemes.normalised(text) if text else None
points, held = None, False
if text and letters_only and not normal.text.strip():
    st.info("Nothing is left of this text when it is normalised: it has no letter from A to Z.")
elif text:
    try:
        points = schemes.points(normal if letters_only else text)
        held = held_out.found(text, letters_only).words > 0
        held_out.pieces(text, letters_only)  # refused, if at all, before anything is drawn
    except TokcoreError as error:
        points, held = None, False
        st.error(str(error))
if points:
    st.header("One text, cut four ways", anchor=False)
    shown = schemes.by_name(points)
    read = "normalised" if letters_only else "as written"
    sizes = {name: f"{name}, {point.vocabulary:,} different, {read}" for name, point in shown.items()}
    sizes["BPE"] = f"BPE, {shown['BPE'].vocabulary:,} tokens, {read}"
    figures({sizes[name]: f"{point.tokens:,}" for name, point in shown.items()})
    schemes.show(PAGE, points)
    if schemes.unspaced(text):
        st.info("This script puts no spaces between words, so what counts as a word here is a whole phrase.")
    st.caption(
        "Filled marks can write any text. Hollow ones have what this text has, and for the rest `<unk>`, "
        "one token that stands for everything unknown. BPE "
        "is learned from this text, inside the chunks of GPT-2's pattern; every size is from one training."
    )

if points and not held:
    st.info("This text has one line, or its held-out lines are empty: there is nothing new to read.")
least = 2
if held:
    st.header("New text, and words that training never saw", anchor=False)
    with st.container(width=760):
        st.markdown(
            "One line in ten is held out. A word is **unseen** when the other lines do not have it, and "
            "**rare** when the bundled novels do not have it either: in lower case, without the punctuation "
            "around it, it is not in *Botchan* or *Northanger Abbey* (a novel is not set against itself)."
        )
    held_out.unseen(PAGE, text, letters_only)
    st.header("The price of leaving words out", anchor=False)
    with st.container(width=340):
        least = inputs.number(PAGE, "min_freq", "A word must occur this often (min_freq)", 2, 1, 100)
    held_out.unknowns(PAGE, text, letters_only, least)
if points:
    st.header("When words are the right choice", anchor=False)
    with st.container(width=760):
        st.markdown(
            "Commands, options, units, the parts in a kit: where the list is **closed**, every word has been "
            "seen and is one token. The broken line is a rule of thumb: beyond one or two unseen words in a "
            "hundred, do not use words. All texts are taken as written."
        )
    closed.show(PAGE, text)

st.header("Any text in bytes", anchor=False)
string = inputs.text(PAGE, "Text to spell", STRING, "string", rows=2, limit=MOST_CHARACTERS)
spelled = in_bytes.show(PAGE, string)

unit = "characters"
if text and normal.text.strip():
    st.header("The classical pipeline", anchor=False)
    unit = inputs.choice(PAGE, "unit", "Cut into", list(pipeline.UNITS), "characters")
    pipeline.show(PAGE, text, normal, unit)

new_text = text if held else None
page.finish(
    PAGE,
    tries=[
        page.Try(
            "How many of the unseen words can BPE, learned from the same lines, not write?",
            lambda: answers.not_written(new_text, letters_only),
        ),
        page.Try(
            "Does twice the text to learn from halve the unseen words?",
            lambda: answers.twice_the_text(new_text, letters_only),
        ),
        page.Try(
            "In which language does the same article take the most characters, and the most bytes?",
            answers.languages,
        ),
    ],
    remember="**Count the unseen words of held-out text before you make words your tokens.** Beyond one or "
    "two in a hundred, don't; where the list is closed, words are fine. **Characters are a fallback:** they "
    "leave almost nothing out, but multiply every length by the characters in a word. Bytes leave nothing "
    "out.",
    code="import tokcore\n"
    + (schemes.code(text, letters_only, shown["BPE"].vocabulary, least, unit) if points else "")
    + f"[(character, list(character.encode())) for character in {string!r}]",
    texts=("text", "string"),
    downloads=[
        page.Download(
            "Unseen words (CSV)",
            "unseen_words.csv",
            lambda: page.csv_text(
                ["word", "times"], held_out.found(text, letters_only).unseen if held else []
            ),
        ),
        page.Download(
            "Characters and bytes (CSV)",
            "bytes.csv",
            lambda: page.csv_text(
                ["character", "code point", "name", "bytes"],
                [(one.character, one.code_point, one.name, one.data.hex(" ")) for one in spelled],
            ),
        ),
    ],
)
