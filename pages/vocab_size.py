"""How large a vocabulary: one text at every size, what each size costs, and where more stops paying."""

import streamlit as st

from tokcore import TokcoreError
from tokcore.sweep import RARE_BELOW
from tokcore.taken_home import Sample
from ui import inputs, page, texts, trained
from ui.arrow import show_table
from ui.listing import figures
from ui.lists import Tokens, lists, of_ids
from ui.take_home import take_home
from ui.vocab_size import answers, size_charts, sizes
from ui.vocab_size.matrix import matrix
from ui.vocab_size.perplexity import perplexity
from ui.wording import counted

PAGE = "vocab_size"
LIST = (
    "Brelmond oak bench\nBrelmond oak side table\nset of 2 Tavrith barstools\nTavrith velvet bench\n"
    "Ostrivel walnut side table\nset of 4 Ostrivel oak barstools\n"
)
SCHEMES = {"bytes": "bytes, GPT-2 pattern", "words": "characters, end mark"}
LISTED = 20

page.begin(
    PAGE,
    "Learn",
    "How large a vocabulary",
    "How many tokens should a vocabulary have?",
    "A tokenizer with fewer merges is the beginning of one with more, so one training gives every size. More "
    "tokens make a text shorter. Each of them also needs a vector of its own, and text to learn it from.",
    own_text=texts.PLACE,
)
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    source = texts.source(PAGE, "Learn from")
    scheme = inputs.choice(PAGE, "scheme", "Start from", list(SCHEMES), "bytes", SCHEMES.get)
text = texts.chosen(PAGE, source, LIST)
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    if scheme == "bytes":
        asked = inputs.number(PAGE, "size", "Vocabulary to look at, in tokens", 1_024, 256, 16_384) - 256
    else:
        asked = inputs.number(PAGE, "merges", "Merges to look at", 4_000, 0, 16_000)
    width = inputs.number(PAGE, "width", "Numbers in a token's vector", 768, 1, 16_384)

plan = sizes.PLANS[scheme]
try:
    tok, part = (trained.tokenizer(text, plan.recipe, whole) for whole in (True, False))
except TokcoreError as error:
    st.error(str(error))
    st.stop()
curves = sizes.curves(text, plan)
learned = curves[0]
merges = min(asked, len(tok.merges))
point = learned.point(merges)
ran_out = learned.sweep[-1].vocab_size if len(tok.merges) < plan.recipe.merges else None
if merges < asked:
    st.info(
        f"The pairs ran out after {counted(merges, 'merge')}, so this is the largest vocabulary there is."
    )
if len(curves) == 1:
    st.info("This text has one line, so nothing is held out: every figure is of the text that was learned.")
measured = {
    f"bytes per token, {name}": f"{curve.value('bytes per token', merges):.2f}"
    for name, curve in zip(("training", "held out"), curves)
} | {
    "tokens in use": f"{point.types:,} of {point.vocab_size:,}",
    f"seen fewer than {RARE_BELOW} times": f"{point.rare_share:.1%}",
    "embedding parameters": f"{point.vocab_size * width:,}",
}
figures(measured)

st.header("What each size buys", anchor=False)
measure = inputs.choice(PAGE, "measure", "Show", list(sizes.MEASURES), "bytes per token")
by_line = measure == "tokens per line"
if by_line:
    st.caption("Every line is encoded alone. In a list a line is an entry; in a novel it is a line of print.")
shown = sizes.curves(text, plan, by_line)
references = sizes.published_rows(trained.published(text, by_line), learned.amounts, measure)
left, right = st.columns([3, 2], gap="large")
with left:
    size_charts.show_curves(PAGE, shown, references, measure, point.vocab_size, ran_out)
with right:
    size_charts.show_rare(PAGE, learned, merges, ran_out)
known, seen = trained.seen(text)
st.caption(
    "The solid line is learned from the whole text and measured on it. The dashed line is learned from nine "
    "lines in ten and measured on the tenth"
    + (f", of whose {seen:,} words {known / seen:.1%} stand in the other nine." if seen else ".")
)

st.header("What each doubling gains" if scheme == "bytes" else "What each step gains", anchor=False)
table = sizes.size_rows(curves, sizes.up_to(plan.steps, len(tok.merges)), width)
show_table(table, sizes.COLUMNS)

st.header("Which merges these are", anchor=False)
spans = sizes.landmarks(tok, merges, LISTED)
lists(
    [
        Tokens(f"The {LISTED} {where}", f"ids {ids[0]:,} to {ids[-1]:,}" if ids else "", of_ids(tok, ids))
        for where, ids in spans.items()
    ],
    key=f"{PAGE}.landmarks",
    abreast=3,
)

if len(curves) > 1:
    st.header("Why perplexity per token misleads", anchor=False)
    perplexity(PAGE, text, plan)
st.header("Learned from one text, used on another", anchor=False)
matrix(PAGE, text, plan, merges)
take_home(
    PAGE,
    lambda: trained.cut_down(tok, merges),
    "How large a vocabulary",
    [Sample("the text that was learned", text.text)],
)

page.finish(
    PAGE,
    tries=[
        page.Try("Does every doubling of the vocabulary gain the same?", lambda: answers.doublings(table)),
        page.Try(
            "From what size on are more than half of the token types in use rare?",
            lambda: answers.mostly_rare(learned.sweep),
        ),
        page.Try(
            "Which of the merges above does another novel use?", lambda: answers.transfer(text, tok, spans)
        ),
    ],
    remember="**Choose the size by measuring.** Watch the rare token types of the training text and the "
    "tokens per word of held-out text, and stop where the second hardly falls and the first climbs. Train on "
    "the text that the model will read, build the tokenizer once, and use it for every model you compare.",
    code=sizes.code(text, plan, merges, min(merges, len(part.merges))),
    downloads=[
        page.Download(
            "Every size (CSV)",
            "vocabulary_sizes.csv",
            lambda: page.csv_text(["vocabulary", "tokens", "types used", "rare types"], learned.sweep),
        )
    ],
)
