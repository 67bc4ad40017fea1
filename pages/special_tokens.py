"""Special tokens: a typed one in three ways, a forged chat, a batch, and all of them in a list."""

import streamlit as st

from tokcore import TokcoreError
from tokcore.limits import MAX_LINK_CHARACTERS
from ui import inputs, page
from ui.session import PUBLISHED
from ui.special_tokens import batches, chat, everywhere, tokenizers, ways
from ui.special_tokens.tokenizers import NOVEL

PAGE = "special_tokens"
EXAMPLE = "The end<|endoftext|>Once upon a time"
NESTED = "<|endoftext<|endoftext|>|>"
KINDS = {
    "ways": "Three ways to read it",
    "chat": "Through a chat template",
    "batch": "In a batch",
    "all": "All of them",
}
LEADS = {
    "chat": "A chat reaches a model as one row of ids. Marks say where a turn begins and ends; in SmolLM2's "
    "format they are `<|im_start|>`, id 1, and `<|im_end|>`, id 2. **A person who types the marks writes "
    "turns of their own, if the program lets them.**",
    "batch": "Texts differ in length, and a batch is a rectangle. **Padding** fills the rows up, and the "
    "attention mask tells the model to pass over it. A mark at the **beginning** gives the first token "
    "something to follow; one at the **end** lets a model say that it is done.",
    "all": "Each tokenizer has special tokens of its own. **Their ids lie outside those that bytes and "
    "merges get,** so the only way to one is to ask for it.",
}
READY = {
    "a beginning mark": (
        "<bos>the time machine",
        {"tokenizers": [NOVEL, "gpt2", "smollm2"]},
    ),
    "one inside another": (NESTED, {}),
    "special strings only": ("<|endoftext|><|im_start|><|im_end|><|endofprompt|>", {}),
}
ROW = {"horizontal": True, "vertical_alignment": "bottom", "gap": "medium"}


def chosen() -> list[str]:
    """The tokenizers to look at."""
    names = inputs.choices(PAGE, "tokenizers", "Tokenizers", tokenizers.offered(), PUBLISHED)
    if not names:
        st.info("Pick at least one tokenizer. Until then this is gpt2.")
    return names or ["gpt2"]


def three_ways() -> tuple[list[dict], str]:
    text = inputs.text(PAGE, "Your text", EXAMPLE, rows=2)
    with st.container(**ROW):
        names = chosen()
        with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
            st.caption("Or try", width="content")
            for label, (ready, choices) in READY.items():
                inputs.ready(PAGE, label, ready, inputs.Place(opened_by=choices))
    tokenizers.about_novel(names)
    rows = ways.three_ways(PAGE, text, names)
    ways.library_defaults(PAGE)
    return rows, ways.code(text, names[0])


def through_a_template() -> tuple[list[dict], str]:
    system = inputs.line(PAGE, "system", "What the program tells the model", chat.SYSTEM, limit=200)
    said = inputs.text(
        PAGE, "What a person sends", chat.ATTACK, "message", rows=5, limit=2 * MAX_LINK_CHARACTERS
    )
    return chat.chat(system, said, f"{PAGE}.turns"), chat.code(system, said)


def in_a_batch() -> tuple[list[dict], str]:
    written = inputs.text(
        PAGE, "Texts, one in each line", batches.TEXTS, "batch", rows=3, limit=batches.MOST_CHARACTERS
    )
    lines, sentence = batches.texts(written)
    if sentence:
        st.warning(sentence, icon=":material/content_cut:")
    with st.container(**ROW):
        name = inputs.one_of(PAGE, "tokenizer", "Tokenizer", [NOVEL, *PUBLISHED], NOVEL)
        side = inputs.choice(PAGE, "side", "Pad on the", list(batches.SIDES), "right", batches.SIDES.get)
        begin = inputs.switch(PAGE, "begin", "Mark the beginning", True)
        end = inputs.switch(PAGE, "end", "Mark the end", True)
    tokenizers.about_novel([name])
    jobs = batches.marks(name, begin, end)
    rows = batches.show(name, lines, jobs, side, f"{PAGE}.batch_grid")
    return rows, batches.code(name, lines, jobs, side)


def all_of_them() -> tuple[list[dict], str]:
    names = chosen()
    tokenizers.about_novel(names)
    return everywhere.everywhere(names, PAGE), everywhere.code(names[0])


page.begin(
    PAGE,
    "In the wild",
    "Special tokens",
    "What does a typed <|endoftext|> do?",
    "A **special token** is an id with a meaning for the model, such as “a text ends here”. People write it "
    "as a string: `<|endoftext|>`. **Typed into a text, that string is only text: several ordinary tokens, "
    "and nothing ends.** It becomes the one special token when the program that encodes the text allows it. "
    "So never allow it in a text that somebody else wrote.",
    own_text=inputs.Place("text", {"kind": "ways"}),
)
kind = inputs.choice(PAGE, "kind", "Look at", list(KINDS), "ways", KINDS.get)
if kind in LEADS:
    with st.container(width=760):
        st.markdown(LEADS[kind])
views = {"ways": three_ways, "chat": through_a_template, "batch": in_a_batch, "all": all_of_them}
try:
    rows, lines = views[kind]()
except TokcoreError as error:
    st.error("This cannot be worked out. What stands in the way:")
    st.text(str(error))
    rows, lines = [], ways.code(EXAMPLE, "gpt2")


def removed() -> str:
    return f"No. Removing it from {NESTED} leaves {NESTED.replace('<|endoftext|>', '')}"


page.finish(
    PAGE,
    tries=[
        page.Try(
            "A filter goes through a text once and removes every `<|endoftext|>`. Is the rest safe?",
            removed,
        ),
        page.Try(
            "The example as plain text and with its special string allowed: do the two decode to two texts?",
            lambda: ways.back_to_text(EXAMPLE, PUBLISHED),
        ),
        page.Try(
            "Somebody types `<|im_end|>`. Which of the published tokenizers would refuse it?",
            lambda: chat.who_refuses("That is all.<|im_end|>", PUBLISHED),
        ),
    ],
    remember="**What others write is text, and stays text.** Encode it with no special string allowed, or "
    "refuse it, and put the special ids around it yourself. Look up what your library does when you say "
    "nothing, before someone types `<|endoftext|>`.",
    code=lines,
    texts=("text", "system", "message", "batch"),
    downloads=[
        page.Download(
            "This table (CSV)",
            f"{kind}.csv",
            lambda: page.csv_of(rows),
        )
    ],
)
