"""Glossary: the words of the field on one screen, each with the page that shows it at work."""

import streamlit as st

from ui import inputs, page
from ui.terms import SOURCES, TERMS

PAGE = "glossary"
COLUMNS = 4

page.begin(
    PAGE,
    "Workshop",
    "Glossary",
    "What do the words mean?",
    "Each term leads to the page that shows it at work. The numbers in brackets are the sources below.",
    own_text=None,
)
asked = st.query_params.get("term")
with st.container(width=320):
    wanted = inputs.line(PAGE, "find", "Find a term", "", limit=40).casefold().strip()
found = sorted(
    name for name, term in TERMS.items() if wanted in name.casefold() or wanted in term.meaning.casefold()
)
numbers = {source: number for number, source in enumerate(SOURCES, 1)}
if not found:
    st.info("No term and no meaning here has that in it.")
height = -(-len(found) // COLUMNS)
for place, column in enumerate(st.columns(COLUMNS, gap="large")):
    for name in found[place * height : (place + 1) * height]:
        term = TERMS[name]
        cited = f" :small[[{numbers[term.source]}]]" if term.source else ""
        with column.container(border=name == asked, gap=None, key="asked" if name == asked else None):
            st.page_link(f"pages/{term.pages[0]}.py", label=f"**{name}**", query_params=term.opens or None)
            st.markdown(f"{term.meaning}{cited}")

st.header("Sources", anchor=False)
st.markdown("\n".join(f"{number}. {SOURCES[source]}" for source, number in numbers.items()))
page.finish_reference(PAGE, part="asked" if asked in found else None)
