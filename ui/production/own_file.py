"""A `tokenizer.json` beside published tokenizers: its tokens, its facts, and whether it can be stepped."""

from collections.abc import Sequence

import streamlit as st

from tokcore import BPETokenizer, TokcoreError, load
from tokcore.disagreement import side, side_of_reading
from tokcore.uploaded import Reading
from ui import inputs, session, stepper
from ui.card import card
from ui.listing import figures
from ui.palette import colour
from ui.production import uploads
from ui.production.parted import reasons
from ui.production.uploads import NAME, File
from ui.strips import picked, strips

MOST_STEPPED = 200
"""How many characters of the text are shown merge by merge."""

FACTS = ("model", "tokens", "added tokens", "normalizer", "pre-tokenizer", "decoder", "sha256 of the file")


def own_file(page: str, text: str, file: File, beside: Sequence[str]) -> list[dict]:
    """Draw the text under the file's own library beside published tokenizers; a row for each token."""
    found = uploads.reading(file, text)
    if not isinstance(found, Reading):
        st.error("This file cannot be used here. What stands in the way:")
        st.text(found.sentence)
        return []
    verdict = uploads.verdict(file)
    why_not = verdict.why_not or uploads.same_ids(verdict.tokenizer, found)
    figures(
        {
            "kind of model": found.facts.model,
            "tokens": f"{found.facts.tokens:,}",
            "the text comes back": "yes" if found.decoded == text else "no",
            "steps and trees": "no" if why_not else "yes",
        }
    )
    if found.decoded != text:
        st.text(_what_comes_back(found))
    tokenizers = {NAME: found} | {name: load(name) for name in beside}
    colours = {name: colour(name) for name in tokenizers}
    checks = {} if why_not else {NAME: "same ids by hand: yes"}
    strips(f"{page}.file", tokenizers, text, ["text"], True, colours, checks)
    with st.expander("What the file says of itself, in the words of its library"):
        st.code(_facts(found), language=None, wrap_lines=True)
    if beside:
        taken = side_of_reading(found, NAME) if why_not else side(verdict.tokenizer, text, NAME)
        reasons(f"{page}.file", text, [taken, side(load(beside[0]), text, beside[0])], tokenizers)
    st.header("Steps and trees", anchor=False)
    if why_not:
        st.text(f"This tokenizer can be compared, but not taken apart. {why_not}")
    else:
        _apart(page, text, file, verdict.tokenizer)
    return [
        {"id": i, "token": found.spelled[i], "start byte": start, "end byte": end}
        for i, start, end in found.found
    ]


def _facts(found: Reading) -> str:
    return "\n".join(f"{name:<19} {value}" for name, value in zip(FACTS, found.facts))


def _what_comes_back(found: Reading) -> str:
    if found.normalized != found.text:
        return "The ids give another text back: the file changes the text before it cuts it (normalizer)."
    return "The ids give another text back: some of it has no token in this vocabulary, or is written anew."


def _apart(page: str, text: str, file: File, tokenizer: BPETokenizer) -> None:
    """What only a tokenizer of tokcore has: keep it, step through it, and look at the tree of a token."""
    with st.container(width=760):
        st.text(
            "tokcore reads this file too and gives the same ids, on your text and on a text made to find "
            "differences. So it can be kept for the other pages of this visit."
        )
        st.text(_known(tokenizer))
    lines = uploads.code(file)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Keep this tokenizer for Compare",
            icon=":material/bookmark_add:",
            on_click=_keep,
            args=(tokenizer, lines),
            key=inputs.key(page, "keep"),
        )
        if session.name_of(lines):
            st.page_link(
                "pages/compare.py", label="Kept: compare it with real ones", icon=":material/arrow_forward:"
            )
    try:
        stepper.replay(page, tokenizer, tokenizer.encode_steps(text[:MOST_STEPPED]), "step", ("text",))
    except TokcoreError as error:
        st.text(str(error))
    if len(text) > MOST_STEPPED:
        st.caption(f"Steps of the first {MOST_STEPPED} characters of the text.")
    clicked, spans = picked(f"{page}.file"), tokenizer.spans(text)
    if clicked and clicked[0] == NAME:
        card(NAME, tokenizer, clicked[1], key=f"{page}.card")
    elif spans:
        longest = max(spans, key=lambda span: span.end - span.start)
        card(NAME, tokenizer, longest.token_id, key=f"{page}.card")


def _known(tokenizer: BPETokenizer) -> str:
    """Whose fingerprint this one equals."""
    told = f"Fingerprint {tokenizer.fingerprint}\n"
    if names := session.same_as(tokenizer):
        return f"{told}The same tokenizer as {' and '.join(names)}: their fingerprints are equal."
    return f"{told}No other tokenizer of this visit, and no published one here, has this fingerprint."


def _keep(tokenizer: BPETokenizer, lines: str) -> None:
    name = session.keep(uploads.WISH, tokenizer, lines)
    inputs.add_choice("compare", "tokenizers", name, beside="gpt2", most=4)


def code(text: str, file: File | None) -> str:
    """The lines that read the file by its own library."""
    lines = file.code if file else uploads.UPLOADED
    return (
        f"import tokcore\nfrom tokcore.uploaded import obstacle, read\n{lines}\n"
        f"found = read(data, {text!r})\n"
        "found.ids\nfound.decoded == found.text\nobstacle(data)"
    )
