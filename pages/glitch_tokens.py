"""Glitch tokens: not itself when alone, unreachable, under-trained; and one made before your eyes."""

import streamlit as st

from tokcore import BPETokenizer, TokcoreError
from tokcore.corpora import DEFAULT, SOURCES, corpus
from tokcore.glitch import MOST_PLANTED, smollm2_indicators
from tokcore.reachability import read_merges
from ui import inputs, page, session
from ui.glitch_tokens import alone as strays
from ui.glitch_tokens import planted
from ui.glitch_tokens import undertrained as trained
from ui.glitch_tokens import unreachable as proved
from ui.glitch_tokens.planted import CHARACTERS, SOURCE, TIMES

PAGE = "glitch_tokens"
KINDS = {
    "alone": "Not itself when alone",
    "unreachable": "Unreachable",
    "undertrained": "Under-trained",
    "make": "Make one",
}
LEADS = {
    "alone": "The token's own text encodes to something else. Another text does give the token, so it is not "
    "lost. **A fact about the tokenizer,** found by encoding every token alone.",
    "unreachable": "No text whatever gives the token. **A fact about the tokenizer, and it takes a proof:** "
    "a search that found no such text is not enough.",
    "undertrained": "Texts give the token, but the model hardly ever met it while it learned. **A fact about "
    "the model,** seen in its answers and in its weights.",
    "make": "A tokenizer learns from one text and a model from another. **Plant a name in the first, keep it "
    "out of the second,** and the model owns a token that it knows nothing about.",
}
LOOK, MERGES, NAME = " SolidGoldMagikarp", "b c, a b, c d, ab cd", "quietheron"
ROW = {"horizontal": True, "vertical_alignment": "bottom", "gap": "medium"}


def alone() -> tuple[list[dict], str]:
    mine = [name for name, kept in session.kept().items() if isinstance(kept, BPETokenizer)]
    with st.container(width=320):
        name = inputs.one_of(PAGE, "tokenizer", "Tokenizer", [*session.PUBLISHED, *mine], "o200k_base")
    rows = strays.alone(name, f"{PAGE}.strays")
    tokenizer = session.code(name).removeprefix("import tokcore\n")
    return rows, (
        f"from tokcore.reachability import not_itself\n{tokenizer}\n"
        "strays = not_itself(tok)\nlen(strays)\n[(s.token_id, s.alone) for s in strays]"
    )


def unreachable() -> tuple[list[dict], str]:
    how = inputs.choice(PAGE, "how", "A tokenizer with", list(proved.WAYS), "pattern", proved.WAYS.get)
    if how == "merges":
        written = inputs.line(PAGE, "merges", "Merges in the order of learning", MERGES, limit=200)
        rows = proved.merge_list(read_merges(written), f"{PAGE}.merge_list")
        return rows, (
            "from tokcore.reachability import listed, read_merges\n"
            f"rows = listed(read_merges({written!r}))\n[row.pieces for row in rows]"
        )
    with st.container(**ROW):
        source = inputs.one_of(
            PAGE, "source", "Trained on", list(SOURCES), DEFAULT, lambda n: SOURCES[n].title
        )
        size = inputs.number(PAGE, "size", "Vocabulary", 1024, 300, 2048)
        pattern = inputs.one_of(PAGE, "pattern", "Used with the pattern of", proved.USED, "gpt2")
    title, text, note = corpus(source)
    if note:
        st.info(note)
    rows = proved.proofs(proved.built(title, size, pattern, text), f"{PAGE}.proofs")
    return rows, (
        "from tokcore.corpora import corpus\nfrom tokcore.reachability import survey\n"
        f'trained = tokcore.BPETokenizer.train(corpus("{source}").text, {size}, specials=())\n'
        f'used = tokcore.BPETokenizer.from_merges(trained.merges, tokcore.PATTERNS["{pattern}"])\n'
        "found = survey(used)\nlen(found.unreachable), len(found.open)"
    )


def undertrained() -> tuple[list[dict], str]:
    which = inputs.choice(PAGE, "which", "Show", list(trained.LISTS), "gpt2", trained.LISTS.get)
    if which == "gpt2":
        rows = trained.catalogue(f"{PAGE}.catalogue")
        text = inputs.line(PAGE, "look", "Is a text of yours among them?", LOOK, limit=80)
        trained.look_up(text, f"{PAGE}.looked_up")
        lines = (
            "from tokcore.glitch import gpt2_glitch_tokens\nlisted = gpt2_glitch_tokens()\n"
            'gpt2 = tokcore.load("gpt2")\nsum(len(gpt2.encode(text)) == 1 for text in listed), len(listed)\n'
            f"gpt2.encode({text!r})"
        )
    else:
        limit = inputs.choice(PAGE, "limit", "Distance below", trained.LIMITS, 0.6)
        rows = trained.measured(smollm2_indicators(), limit, f"{PAGE}.repeats")
        lines = (
            "from tokcore.glitch import median_repeat, smollm2_indicators\nfound = smollm2_indicators()\n"
            f"near = found.below({limit})\nlen(near), median_repeat(near), median_repeat(found.controls)\n"
            'tokcore.load("smollm2").token_bytes(near[0].id)'
        )
    st.caption(trained.SOURCES)
    return rows, lines


def make() -> tuple[list[dict], str]:
    with st.container(**ROW):
        name = inputs.line(PAGE, "name", "Name to plant", NAME, limit=24)
        times = inputs.number(PAGE, "times", "Times in the tokenizer's text", TIMES, 1, MOST_PLANTED)
        seed = inputs.number(PAGE, "seed", "Seed", 0, 0, 999)
        filtered = inputs.switch(PAGE, "filtered", "Keep it out of the model's text", True)
    train = planted.example if name == NAME else planted.own
    rows = planted.draw(train(name, times, seed, filtered), f"{PAGE}.ways")
    return rows, (
        "from tokcore.corpora import corpus\nfrom tokcore.glitch import plant\n"
        f'text = corpus("{SOURCE}").text[:{CHARACTERS}]\n'
        f"made = plant(text, {name!r}, {times}, seed={seed}, filtered={filtered})\n"
        "made.name_ids\nmade.moved[made.name_ids[0]]"
    )


page.begin(
    PAGE,
    "In the wild",
    "Glitch tokens",
    "Which tokens go wrong, and whose fault is it?",
    "Three different things are called glitch tokens. Some are **not themselves when alone**: their own text "
    "is cut into other tokens. Some are **unreachable**: no text gives them. Both are facts about the "
    "tokenizer. "
    "And some are **under-trained**: texts give them, but the model hardly met them and goes wrong.",
    own_text=inputs.Place("look", {"kind": "undertrained", "which": "gpt2"}, 80),
)
kind = inputs.choice(PAGE, "kind", "Look at", list(KINDS), "alone", KINDS.get)
with st.container(width=760):
    st.markdown(LEADS[kind])
try:
    views = {"alone": alone, "unreachable": unreachable, "undertrained": undertrained, "make": make}
    rows, lines = views[kind]()
except TokcoreError as error:
    st.error(str(error))
    st.stop()

page.finish(
    PAGE,
    tries=[
        page.Try("How many tokens of published tokenizers are not themselves alone?", strays.published),
        page.Try("Does any of them hold single bytes that no text can give?", strays.impossible_bytes),
        page.Try(
            "A planted name's input vector stands still. Does the vector that predicts it?",
            lambda: planted.outputs(NAME),
        ),
    ],
    remember="**A vocabulary entry is only as good as the model's exposure to it.** Train tokenizer and "
    "model on the same text, look for entries that the model never met, and say that a token cannot occur "
    "only when you can prove it.",
    code=f"import tokcore\n{lines}",
    texts=("merges", "look", "name"),
    downloads=[
        page.Download(
            "This table (CSV)",
            f"{kind}.csv",
            lambda: page.csv_of(rows),
        )
    ],
)
