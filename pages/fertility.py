"""Fertility by language: what the same text costs in up to 82 languages, or in a person's own sentences."""

import streamlit as st

from tokcore.languages import UNSPACED, language_name, languages
from ui import charts, inputs, page
from ui.fertility import answers
from ui.fertility.close_up import close_up
from ui.fertility.costs import COLUMNS, MEASURES, counted, declared, dots, finding, order, rows, typed
from ui.session import PUBLISHED

PAGE = "fertility"
SENTENCES = (
    "The time traveller returned after many years.\n"
    "Der Zeitreisende kehrte nach vielen Jahren zurück.\n"
    "Ο ταξιδιώτης του χρόνου επέστρεψε μετά από πολλά χρόνια."
)
TEXTS = {"article 1": "Article 1", "whole": "Whole declaration", "own": "My sentences"}
SELECTION = (
    "eng deu_1996 spa fin tur vie swh yor rus ukr kaz arb urd hin mar ell_monotonic heb ben tam kat amh tha "
    "mya bod cmn_hans jpn kor"
).split()
WHICH = {"selection": f"{len(SELECTION)} languages", "all": f"All {len(languages())}", "mine": "My choice"}
# As the GPT-2 paper (2019) and OpenAI's announcements of GPT-4 (March 2023) and GPT-4o (May 2024) state.
WINDOWS = {1_024: "1,024 (GPT-2)", 8_192: "8,192 (first GPT-4)", 128_000: "128,000 (GPT-4o)"}
MOST_LINES = 12

page.begin(
    PAGE,
    "In the wild",
    "Fertility by language",
    "What does the same text cost in another language?",
    "Price, speed and context are counted in tokens. The **premium** of a language is its tokens divided by "
    "those of the same text in a base language, so it needs the same text in both: here the Universal "
    "Declaration of Human Rights. **Fertility** is tokens per word.",
    own_text=inputs.Place("text", {"source": "own"}),
)
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    source = inputs.choice(PAGE, "source", "Text", list(TEXTS), "article 1", TEXTS.get)
    names = inputs.choices(PAGE, "tokenizers", "Tokenizers", PUBLISHED, ["gpt2", "cl100k_base", "o200k_base"])
    grouped = inputs.switch(PAGE, "grouped", "Group by script", True)
part = None if source == "own" else source
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    measure = inputs.one_of(PAGE, "measure", "Show", list(MEASURES), "premium")
    window = inputs.one_of(PAGE, "window", "Context window, in tokens", list(WINDOWS), 8_192, WINDOWS.get)
    if part:
        base = inputs.one_of(PAGE, "base", "Compare with", list(languages()), "eng", language_name)
        which = inputs.choice(PAGE, "which", "Languages", list(WHICH), "selection", WHICH.get)
if not names:
    st.info("Pick at least one tokenizer.")
    st.stop()
if part:
    codes = {"selection": SELECTION, "all": list(languages())}.get(which)
    if codes is None:
        own = ["eng", "deu_1996", "hin", "mya"]
        codes = inputs.several(PAGE, "codes", "Your languages", list(languages()), own, language_name)
    items = declared([base, *(code for code in codes if code != base)], part)
else:
    text = inputs.text(
        PAGE, "The same sentence in each line; the first line is the base", SENTENCES, limit=4_000
    )
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        st.info(f"The page compares the first {MOST_LINES} of your {len(lines):,} lines.")
    if not lines:
        st.info("Write one sentence in two languages, each on a line of its own.")
        st.stop()
    items, base = typed(lines[:MOST_LINES]), "1"

costs = counted(items, names, part)
table = rows(items, costs, base, names, window)
first = names[0]
axis = MEASURES[measure].axis.format(base=items[base].name, window=window)
ranked = order(table, measure, first, False)
if ranked:
    found = finding(table, measure, ranked[0], names, axis)
    charts.show(
        dots(table, measure, order(table, measure, first, grouped), names, axis),
        found,
        f"One line for each of {len(ranked)} texts, a mark for each tokenizer, sorted by {first}. {found}.",
        table,
        key=f"{PAGE}.chart",
        level=2,
        columns=COLUMNS,
    )
said = ["A word is what stands between white space: a syllable in Vietnamese, often a phrase in Korean."]
if left_out := [item.name for item in items.values() if item.script in UNSPACED]:
    said.append(f"No words to count, for scripts that do not separate them: {', '.join(left_out)}.")
said += [
    f"{language_name(code)}: {languages()[code].note}" for code in items if part and languages()[code].note
]
st.caption(" ".join(said))

st.header("One language, up close", anchor=False)
if part:
    close = inputs.one_of(PAGE, "close", "Language", list(languages()), "hin", language_name)
    pair = declared(dict.fromkeys((close, base)), part)
else:
    close = str(min(len(items), inputs.number(PAGE, "line", "Line", 3, 1, MOST_LINES)))
    pair = {key: items[key] for key in (close, base)}
item, spent = pair[close], counted(pair, names, part)
close_up(PAGE, pair, spent, close, base, names, window)


page.finish(
    PAGE,
    tries=[
        page.Try(
            "Does a larger vocabulary make every text here cheaper?", lambda: answers.larger(items, part)
        ),
        page.Try(
            "Is the premium of the language up close only the bytes of its script?",
            lambda: answers.only_bytes(pair, spent, close, base, first),
        ),
        page.Try(
            "Vietnamese is stored here with separate marks. What would composing them change?",
            lambda: answers.composed(names),
        ),
    ],
    remember="**Budget in tokens of the language you serve.** The same content fills the context sooner, "
    "costs more and arrives later in a language that the tokenizer saw little of. Measure on the same text "
    "in both languages, with the tokenizer of the model you will use.",
    code=f'import tokcore\nfrom tokcore import languages\ntok = tokcore.load("{first}")\n'
    + (
        f'text, base = (languages.declaration(code, "{part}") for code in ("{close}", "{base}"))\n'
        if part
        else f"text = {item.text!r}\nbase = {items[base].text!r}\n"
    )
    + "cost = languages.cost(tok, text)\ncost\ncost.per_word\ncost.premium(languages.cost(tok, base))",
    downloads=[
        page.Download(
            "Table (CSV)",
            "fertility.csv",
            lambda: page.csv_of(table),
        )
    ],
)
