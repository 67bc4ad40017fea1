"""Digits: where tokenizers and rules cut a number, and what the cuts do to the columns of a sum."""

import streamlit as st

from tokcore import TokcoreError
from tokcore.digits import (
    RULES,
    UP_TO,
    by_pattern,
    matches,
    read_prompt,
    sharing_a_token,
    survey,
    survey_of,
)
from ui import inputs, page
from ui.arrow import show_table
from ui.digit_chunking import answers
from ui.digit_chunking.columns import Way, columns, way
from ui.digit_chunking.surveys import PRICES, price, price_row, shapes
from ui.session import PUBLISHED

PAGE = "digit_chunking"
PROMPTS = ("4815+16234=", "123+456=", "1234+5678=", "12345678", "my own")
OWN = "my own rule"

page.begin(
    PAGE,
    "In the wild",
    "Digits",
    "Where does a tokenizer cut a number?",
    "We add in columns, from the right. A model adds the pieces that its tokenizer hands it. Here every "
    "number stands in its columns and every tile is one token. A heavy bar with a notch marks a cut that "
    "another number of the same sum does not have, so pieces below each other hold different digits.",
    own_text=inputs.Place("own", {"prompt": "my own"}, 60),
)
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    chosen = inputs.choice(PAGE, "prompt", "Number or addition", list(PROMPTS), PROMPTS[0])
    written = chosen
    if chosen == "my own":
        written = inputs.line(PAGE, "own", "Your number or addition", "999+1=", limit=60)
offered = [*PUBLISHED, *RULES, OWN]
names = inputs.choices(PAGE, "ways", "Cut by", offered, ["gpt2", "o200k_base", *RULES])
source = r"(?r)\d{1,2}"
if OWN in names:
    source = inputs.line(
        PAGE,
        "rule",
        "Your rule, as a regular expression for one piece",
        source,
        limit=200,
        help=r"For example \d{1,2}; with (?r) in front it searches from the right, \d+ is all of it.",
    )
if not names:
    st.info("Pick at least one tokenizer or rule.")
    st.stop()


try:
    prompt = read_prompt(written)
    surveys = {name: survey(by_pattern(source)) if name == OWN else survey_of(name) for name in names}
    if OWN in names and not matches(source, prompt.numbers):
        st.info("Your rule matches no digit here, so every number stays one piece. \\d stands for a digit.")
except TokcoreError as error:
    st.error(str(error))
    st.stop()
ways = {
    name: Way(by_pattern(source), None, price(surveys[name])) if name == OWN else way(name) for name in names
}
first = names[0]
in_code = f"digits.by_pattern({source!r})" if first == OWN else f"digits.cut_of({first!r})"
drawn = columns(prompt, ways, key=f"{PAGE}.columns")


st.header("Which digits share a token", anchor=False)
show_table(
    [
        {"cut by": name}
        | {
            f"{place}: {number}": " · ".join(sharing_a_token(pieces))
            for place, (number, pieces) in enumerate(zip(prompt.numbers, drawn[name].splits), start=1)
        }
        for name in names
    ]
)

st.header(f"Every number up to {UP_TO:,}", anchor=False)
with st.container(width=760):
    st.markdown(
        "A rule gives all numbers of one length the same split. A tokenizer that learned its cuts need not."
    )
shown = inputs.one_of(PAGE, "shapes", "Splits under", [*PUBLISHED, *RULES], "gpt2")
shapes(shown, survey_of(shown), key=f"{PAGE}.shapes_chart")
st.markdown("### What each way costs over these numbers")
show_table([price_row(name, found) for name, found in surveys.items()], PRICES)


page.finish(
    PAGE,
    tries=[
        page.Try("How does gpt2 cut 519, 520, 521, 522 and 523?", answers.next_number),
        page.Try(
            "Under o200k_base, do the tokens of 123+456= and 1234+5678= hold the same columns?",
            lambda: answers.same_columns(*PROMPTS[1:3]),
        ),
        page.Try(
            "Do separators bring the cuts of real tokenizers in line?", lambda: answers.separated(prompt)
        ),
    ],
    remember="**Numbers need a check of their own.** Look at how your model's tokenizer cuts the numbers you "
    "use, test sums whose numbers differ in length, and try separators or single digits before you trust it "
    "with columns.",
    code=f"import tokcore\nfrom tokcore import digits\nprompt = digits.read_prompt({written!r})\n"
    f"cut = {in_code}\n"
    "splits = [cut(number) for number in prompt.rows]\nsplits\n"
    "digits.out_of_line(splits)\n[digits.sharing_a_token(s) for s in splits]\n"
    "len(digits.survey(cut).shapes)",
    texts=("own", "rule"),
    downloads=[
        page.Download(
            "Tokens (CSV)",
            "digits.csv",
            lambda: page.csv_text(
                ["cut by", "number", "tokens", "cuts out of line (digits to their right)"],
                [
                    (name, number, " ".join(pieces), " ".join(map(str, sorted(out))))
                    for name, row in drawn.items()
                    for number, pieces, out in zip(prompt.rows, row.splits, row.out)
                ],
            ),
        ),
    ],
)
