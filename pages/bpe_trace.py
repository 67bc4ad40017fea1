"""BPE in slow motion: train on a small text merge by merge, then encode another text with those merges."""

import streamlit as st

from tokcore import PATTERNS, TokcoreError
from tokcore.corpora import SOURCES, corpus
from tokcore.limits import MAX_SHOWN_MERGES
from tokcore.taken_home import Sample
from tokcore.training import TIES
from ui import inputs, page, session, stepper
from ui.bpe_trace import answers, runs
from ui.take_home import take_home
from ui.wording import counted
from workshop import trace_sheet

PAGE = "bpe_trace"
TOY = "hug pug pun bun hugs hug hug pug"
TEXTS = ("text", "other", "word", "regex")
SPACE = "As it stands at the start of a text. Type a space before it to follow it inside one."

page.begin(
    PAGE,
    "Learn",
    "BPE in slow motion",
    "How does a tokenizer learn its tokens?",
    "Byte-pair encoding repeats one move: count every pair of neighbours, and make the most frequent pair "
    "one token. Step through it with the arrow keys; nothing is sent anywhere while you do.",
    own_text=inputs.Place("text", {"corpus": "own"}),
)

with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    source = inputs.one_of(
        PAGE,
        "corpus",
        "Learn from",
        ["own", *SOURCES],
        "own",
        lambda name: "the text below" if name == "own" else SOURCES[name].title,
    )
    scheme = inputs.choice(PAGE, "scheme", "Start from", list(runs.SCHEMES), "bytes", runs.SCHEMES.get)
    merges = inputs.number(PAGE, "merges", "Merges", 3, 1, MAX_SHOWN_MERGES)
recipe = runs.Recipe(scheme, merges)
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    if scheme == "bytes":
        named = inputs.one_of(PAGE, "pattern", "Cut the text first with", [*PATTERNS, "my own"], "none")
        ties = inputs.one_of(PAGE, "ties", "Equal counts go to the", list(TIES), "first", runs.TIE_RULES.get)
        pattern = None if named == "none" else PATTERNS[named].source if named in PATTERNS else None
        if named == "my own":
            pattern = inputs.line(PAGE, "regex", "Pattern", r" ?\w+|[^\w]", limit=200)
        recipe = runs.Recipe(scheme, merges, pattern, ties)
    word = inputs.line(PAGE, "word", "Follow one word", "hugs", limit=40, help=SPACE)
if scheme == "words":
    st.caption("Words are cut at white space, and equal counts go to the smallest pair of strings.")


@page.live
def picture() -> page.Foot | None:
    """Learning merges from one text, and encoding another with them."""
    if source == "own":
        text = inputs.text(PAGE, "The text to learn from", TOY, rows=2)
    else:
        title, text, note = corpus(source)
        if note:
            st.info(note)

    try:
        tokenizer, steps, length = (
            runs.run(text, recipe) if source == "own" else runs.run_on_corpus(title, recipe, text)
        )
        if not steps:
            st.info(
                "There is no pair of neighbours to merge inside a chunk. Give the text at least two letters "
                "in a row, and a pattern that leaves them together."
            )
            return None
        if len(steps) < merges:
            st.info(
                f"After {counted(len(steps), 'merge')} no two tokens are neighbours any more, "
                "so training stops there."
            )
        stepper.training(PAGE, tokenizer, steps, length, text, word, TEXTS)
    except TokcoreError as error:
        st.error(str(error))
        return None

    st.header("Now encode another text with these merges", anchor=False)
    with st.container(width=760):
        st.markdown(
            "Encoding asks for ranks only, never for counts: in every piece, the pair learned first merges "
            "first."
        )
    other = inputs.line(PAGE, "other", "Text to encode", "hugs bun hug pug", limit=300)
    try:
        stepper.replay(PAGE, tokenizer, tokenizer.encode_steps(other), "encode_step", TEXTS)
    except TokcoreError as error:  # a pattern of one's own may run for ever on this text only
        st.error(str(error))

    source_line = (
        f"text = {text!r}"
        if source == "own"
        else f'from tokcore.corpora import corpus\ntext = corpus("{source}").text'
    )
    training = runs.train_code(source_line, recipe)

    def keep() -> None:
        name = session.keep(f"mine: {scheme}, {counted(len(steps), 'merge')}", tokenizer, training)
        inputs.add_choice("compare", "tokenizers", name, beside="gpt2", most=4)

    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Keep this tokenizer for Compare",
            icon=":material/bookmark_add:",
            on_click=keep,
        )
        if session.name_of(training):
            st.page_link(
                "pages/compare.py", label="Kept: compare it with real ones", icon=":material/arrow_forward:"
            )
    samples = [Sample("the text to encode", other), Sample("the text to learn from", text)]
    take_home(PAGE, lambda: tokenizer, "BPE in slow motion", samples)

    return page.Foot(
        PAGE,
        tries=[
            page.Try(
                "Which pair would the next merge take?", lambda: answers.next_merge(text, recipe, steps)
            ),
            page.Try("Does a merge always shorten the corpus by the count of its pair?", answers.overlaps),
            page.Try(
                "With bytes and no pattern: do the tie rules learn the same first 8 tokens?",
                lambda: answers.tie_rules(text),
            ),
        ],
        remember="**Learn merges from the training text only, keep them in order, and fix the rule for "
        "ties.** The ordered list of merges is the tokenizer: with the same list, the same text gives the "
        "same tokens.",
        code=f"{training}\n{runs.trace_code(recipe, other)}",
        texts=TEXTS,
        downloads=[
            page.Download(
                "Steps (CSV)",
                "steps.csv",
                lambda: page.csv_text(
                    ["step", "left", "right", "new token", "count", "replaced", "corpus length"],
                    [(s.rank + 1, s.left, s.right, s.merged, s.count, s.replaced, s.length) for s in steps],
                ),
            ),
            page.Download(
                "Handout to print (HTML)",
                "bpe-in-slow-motion.html",
                lambda: trace_sheet.training(tokenizer, steps, length, text, runs.in_words(recipe), other),
                "text/html",
            ),
        ],
    )
