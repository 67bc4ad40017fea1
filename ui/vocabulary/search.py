"""A search through a vocabulary: what is asked for, the tokens found, and the card of one of them."""

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from tokcore import BPETokenizer, TokcoreError, WordBPE, load
from tokcore.glitch import obscene
from tokcore.lookup import KINDS, PLACES, SCRIPTS, UNITS, Entry, Lookup, content, read_bytes
from ui import inputs, session
from ui.card import card
from ui.component import component
from ui.listing import HIDDEN, figures
from ui.tokens import hexadecimal, shortened, token
from ui.wording import counted

EXAMPLE, EXAMPLE_ID = "chair", 5118
PER_PAGE = 30
MOST_PAGES, MOST_IDS, MOST_LENGTH = 9_999, 999_999, 9_999
MOST_BYTES = 64
"""How much of one token is drawn, in bytes; in hexadecimal a quarter of it."""
CARD_BYTES = 200
MOST_ROWS = 10_000
ANY = "any"
WHERE = dict(zip(PLACES, ("anywhere in the token", "at its start", "at its end", "the whole token")))
KIND = {ANY: "any kind"} | dict(
    zip(KINDS, ("single bytes or characters", "merged", "special", "parts of characters"))
)
HELP = (
    "A space counts, also the first and the last. Write `\\n` for a new line, `\\t` for a tab, `\\\\` for a "
    "backslash, and any byte as `\\x` with two hexadecimal digits, such as `\\x0a`."
)
ROW = {"horizontal": True, "vertical_alignment": "bottom", "gap": "medium"}

_hits = component("hits", "tiles hits", "tiles hits", "<div class='hits root'></div>")


class Search(NamedTuple):
    """What was asked for: `options` are those of `Lookup.search` that are not its defaults. `found` is None
    when the query could not be read."""

    name: str
    tokenizer: BPETokenizer | WordBPE
    lookup: Lookup
    written: str
    data: bytes
    options: dict[str, object]
    found: list[int] | None


@st.cache_resource(max_entries=len(session.PUBLISHED), show_spinner="Reading the vocabulary …")
def _published(name: str) -> Lookup:
    return Lookup(load(name))


def lookup_of(name: str) -> Lookup:
    """A vocabulary to search: a published one is prepared once for everybody."""
    return _published(name) if name in session.PUBLISHED else Lookup(session.by_name(name))


def search(page: str) -> Search:
    """The controls, and what they find."""
    with st.container(**ROW):
        name = inputs.one_of(
            page, "tokenizer", "Vocabulary of", [*session.PUBLISHED, *session.kept()], "gpt2"
        )
        written = inputs.line(page, "query", "Tokens that hold", EXAMPLE, help=HELP)
        where = inputs.one_of(page, "where", "Where", list(WHERE), "anywhere", WHERE.get)
        any_case = inputs.switch(page, "any_case", "Capital and small letters alike", True)
    narrow = st.expander("Only some of them: by kind, script or length. And how to write bytes")
    with narrow, st.container(**ROW):
        kind = inputs.one_of(page, "kind_of_token", "Kind", list(KIND), ANY, KIND.get)
        script = inputs.one_of(page, "script", "With letters of", [ANY, *SCRIPTS], ANY)
        unit = inputs.choice(page, "unit", "Length in", UNITS, UNITS[0])
        shortest = inputs.number(page, "shortest", "At least", 0, 0, MOST_LENGTH)
        longest = inputs.number(page, "longest", "At most (0: no limit)", 0, 0, MOST_LENGTH)
    narrow.caption(HELP)
    asked = {
        "where": (where, "anywhere"),
        "any_case": (any_case, False),
        "kind": (kind, ANY),
        "script": (script, ANY),
        "unit": (unit, UNITS[0]),
        "shortest": (shortest, 0),
        "longest": (longest, 0),
    }
    options = {option: value for option, (value, default) in asked.items() if value != default}
    lookup = lookup_of(name)
    try:
        data = read_bytes(written)
        found = lookup.search(data, **options)
    except TokcoreError as error:
        st.error(str(error))
        data, found = b"", None
    _start_again(page, (name, written, *options.items()), found)
    return Search(name, session.by_name(name), lookup, written, data, options, found)


def _start_again(page: str, asked: tuple, found: Sequence[int] | None) -> None:
    """After another question: the first page of tokens, and the card of the first of them."""
    seen = inputs.key(page, "asked")
    before, st.session_state[seen] = st.session_state.get(seen, asked), asked
    if before != asked and found:
        st.session_state[inputs.key(page, "part")] = 1
        st.session_state[inputs.key(page, "id")] = found[0]


def show(page: str, made: Search, chosen: int) -> None:
    """The tokens found, a page at a time, and their exact number; a click takes one in place of `chosen`."""
    if made.found is None:
        return
    count, pages = len(made.found), max(1, -(-len(made.found) // PER_PAGE))
    with st.container(**ROW):
        figures({"tokens found": f"{count:,}", "tokens in all, specials too": f"{len(made.lookup):,}"})
        part = 1
        if pages > 1:
            with st.container(width=200):
                part = inputs.number(page, "part", f"Page, of {pages:,}", 1, 1, MOST_PAGES)
    if only := _only(made.options):
        st.caption(f"Only {', '.join(only)}.")
    if part > pages:
        st.info(f"There are {pages:,} pages. This is the last.")
    start = (min(part, pages) - 1) * PER_PAGE
    drawn = [_hit(made, token_id) for token_id in made.found[start : start + PER_PAGE]]
    hidden = sum(hit["token"] is None for hit in drawn)
    _hits(
        data={
            "asked": {"bytes": list(made.data)} if made.data else None,
            "askedSays": f"{counted(len(made.data), 'byte')}: {hexadecimal(made.data)}",
            "hits": drawn,
            "chosen": chosen,
            "label": "Tokens found",
            "empty": "No token of this vocabulary is like that. A text that holds these characters is put "
            "together from smaller tokens.",
            "note": _note(hidden),
        },
        key=f"{page}.hits",
        on_picked_change=lambda: _pick(page),
    )


def _note(hidden: int) -> str | None:
    if not hidden:
        return None
    return f"{counted(hidden, 'token')} on this page {'is' if hidden == 1 else 'are'} not shown, but counted."


def _only(options: dict) -> list[str]:
    """The filters in use, in words."""
    unit = options.get("unit", UNITS[0])
    said = {
        "kind": lambda kind: KIND[kind],
        "script": lambda script: script if script.endswith("letters") else f"with letters of {script}",
        "shortest": lambda count: f"of at least {count:,} {unit}",
        "longest": lambda count: f"of at most {count:,} {unit}",
    }
    return [say(options[option]) for option, say in said.items() if option in options]


def _pick(page: str) -> None:
    chosen = st.session_state[f"{page}.hits"].get("picked")
    if isinstance(chosen, int) and 0 <= chosen <= MOST_IDS:
        st.session_state[inputs.key(page, "id")] = chosen


def _hit(made: Search, token_id: int) -> dict:
    entry = made.lookup.entry(token_id)
    base = {"id": token_id, "made": _made(entry, made.tokenizer)}
    if hides(entry.data):
        return base | {"token": None, "says": HIDDEN, "hex": ""}
    short = entry.data[: MOST_BYTES // 4]
    more = f" … {len(entry.data):,} bytes" if len(short) < len(entry.data) else ""
    return base | {
        "token": shortened(token(made.tokenizer, token_id), MOST_BYTES),
        "cut": len(entry.data) > MOST_BYTES,
        "hex": hexadecimal(short) + more,
    }


def hides(data: bytes) -> bool:
    """Whether a token is not to be drawn."""
    return obscene(data.decode(errors="replace"))


def _made(entry: Entry, tokenizer: BPETokenizer | WordBPE) -> str:
    if entry.rank is not None:
        return f"merge {entry.rank:,}"
    if entry.kind == "special":
        return "special"
    return "byte" if isinstance(tokenizer, BPETokenizer) else "character"


def one(page: str, made: Search) -> int:
    """The card of the token that was clicked, or whose id was written; returns the id."""
    with st.container(width=260):
        token_id = inputs.number(page, "id", "Id of the token", EXAMPLE_ID, 0, MOST_IDS)
    try:
        data = content(made.tokenizer, token_id)
    except TokcoreError as error:
        st.info(f"{error} Its ids go from {made.lookup.ids[0]:,} to {made.lookup.ids[-1]:,}.")
        return token_id
    if hides(data):
        st.info(f"Token {token_id:,} of {made.name} is obscene, so its card is not shown.")
    elif len(data) > CARD_BYTES:
        st.info(f"Token {token_id:,} has {len(data):,} bytes: too many to draw what it is made of.")
    else:
        card(made.name, made.tokenizer, token_id, key=f"{page}.card")
    return token_id


def spelled(tokenizer: BPETokenizer | WordBPE, token_id: int) -> str:
    """A token as plain text, as Python writes it, its end mark included; long ones are cut."""
    data = content(tokenizer, token_id)
    if hides(data):
        return HIDDEN
    if isinstance(tokenizer, WordBPE):
        return repr(tokenizer.token(token_id)[:MOST_BYTES])
    text = data[:MOST_BYTES].decode(errors="backslashreplace")
    return repr(text) + (" …" if len(data) > MOST_BYTES else "")


def rows(made: Search) -> list[tuple]:
    """The first MOST_ROWS tokens found, for a file."""
    listed = []
    for entry in map(made.lookup.entry, (made.found or [])[:MOST_ROWS]):
        text, scripts = spelled(made.tokenizer, entry.token_id), " ".join(sorted(entry.scripts))
        how = _made(entry, made.tokenizer)
        listed.append((entry.token_id, text, how, len(entry.data), entry.characters, scripts))
    return listed


def code(made: Search) -> str:
    """The lines of Python that find the same tokens."""
    options = "".join(f", {option}={value!r}" for option, value in made.options.items())
    return (
        f"{session.code(made.name)}\nfrom tokcore.lookup import Lookup, read_bytes\n"
        f"found = Lookup(tok).search(read_bytes({made.written!r}){options})\nlen(found), found[:10]"
    )
