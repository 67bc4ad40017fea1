"""SmolLM2's merges by hand: what its file holds, and how a text goes through it step by step."""

import streamlit as st

from tokcore import load
from tokcore.alphabet import NOT_IN_UTF8, printable
from tokcore.pretokenize import SMOLLM2_DIGITS
from tokcore.published import same_as_library
from ui import inputs, page, stepper
from ui.pieces import pieces
from ui.smollm2_merges import file
from ui.wording import counted
from workshop import trace_sheet

PAGE = "smollm2_merges"
EXAMPLE = "sled for 2 barstools"
MOST_CHARACTERS = 400

tok = load("smollm2")


def written(ids) -> list[str]:
    """Tokens in the printable form of the file, where Ġ is a space."""
    return [printable(tok.token_bytes(i)) for i in ids]


page.begin(
    PAGE,
    "In the wild",
    "SmolLM2's merges by hand",
    "What happens to your text inside a real tokenizer?",
    "SmolLM2 is a small open language model. Its whole tokenizer is one file, and what that file does can "
    "be done by hand: cut the text, write it as bytes, and merge by rank.",
)


@page.live
def picture() -> page.Foot:
    """The text's way to its ids."""
    text = inputs.text(PAGE, "Your text", EXAMPLE, rows=2, limit=MOST_CHARACTERS)
    chunks = tok.encode_steps(text)
    ids = [token_id for chunk in chunks for token_id in chunk.result]

    st.header("From text to tokens", anchor=False)
    pieces(
        [
            ("1  Digits", "every digit alone", SMOLLM2_DIGITS.cut(text)),
            ("2  Words", "each with the space before it", [chunk.text for chunk in chunks]),
            (
                "3  Bytes",
                "a printable sign for each; Ġ is a space",
                [printable(c.text.encode()) for c in chunks],
            ),
            ("4  Tokens", "after every merge", written(ids)),
            ("5  Ids", "what the model reads", list(map(str, ids))),
        ],
        key=f"{PAGE}.pieces",
        ids=ids,
    )
    if dropped := b"".join(chunk.dropped for chunk in chunks):
        st.warning(
            f"The vocabulary has no token for {len(dropped)} of the {len(text.encode())} bytes "
            f"({dropped.hex(' ')}), so they were dropped before merging, as the library does. "
            "These ids cannot give the text back.",
            icon=":material/delete_sweep:",
        )
    # Encoded merge by merge above; the library encodes the same text on its own, now.
    st.text(
        f"{counted(len(ids), 'token')} by hand · same as the library: "
        f"{'yes' if same_as_library('smollm2', text) else 'NO'}"
    )

    st.header("Every merge, in order", anchor=False)
    with st.container(width=760):
        st.markdown(
            "A merge's rank is its line in the file's list. Inside a piece the lowest rank goes first, "
            "wherever it stands, and no merge reaches into the next piece."
        )
    stepper.replay(PAGE, tok, chunks, "step", ("text",))

    st.header("The same word at the start, and after a space", anchor=False)
    word = (text.split() or ["sled"])[0]
    pieces(
        [
            ("at the start", "no space before it", written(tok.encode(word))),
            ("after a space", "the space belongs to the word", written(tok.encode(f" {word}"))),
        ],
        key=f"{PAGE}.start",
    )

    def how_many() -> str:
        made = sum(len(chunk.steps) for chunk in chunks)
        return f"{counted(made, 'merge')}, in {counted(len(chunks), 'piece')}."

    def digits() -> str:
        tokens = " ".join(written(tok.encode("in 2048 we")))
        return f"{tokens}: one token for each digit, and one for the space before them."

    def rebuilt() -> str:
        missing = tok.missing_bytes
        lost = missing.translate(None, NOT_IN_UTF8)
        return (
            f"No. {len(missing)} of the 256 byte values have no token. UTF-8 uses {len(lost)} of these, so a "
            f"text may hold them and lose them: {lost.hex(' ')}."
        )

    return page.Foot(
        PAGE,
        tries=[
            page.Try("How many merges does your text need, from bytes to tokens?", how_many),
            page.Try("What does SmolLM2 make of “in 2048 we”?", digits),
            page.Try("Can every text be rebuilt from SmolLM2's ids?", rebuilt),
        ],
        remember="**A tokenizer is part of its model.** Keep its file with the weights, load it from there, "
        "and compare ids with the library on your own text whenever you change either one.",
        code=f'import tokcore\ntok = tokcore.load("smollm2")\ntext = {text!r}\ntok.encode(text)\n'
        "[(c.text, [s.rank for s in c.steps]) for c in tok.encode_steps(text)]",
        downloads=[
            page.Download(
                "Merges (CSV)",
                "merges.csv",
                lambda: page.csv_text(
                    ["piece", "rank", "place", "ids after it"],
                    [(c.text, s.rank, s.place, " ".join(map(str, s.ids))) for c in chunks for s in c.steps],
                ),
            ),
            page.Download(
                "Handout to print (HTML)",
                "smollm2-merges.html",
                lambda: trace_sheet.smollm2(tok, text, chunks),
                "text/html",
            ),
        ],
        above=file.show,
    )
