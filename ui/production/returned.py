"""What comes back when a text is encoded and decoded, character by character, and why something does not."""

import unicodedata
from collections.abc import Sequence
from functools import partial

import streamlit as st

from tokcore import load
from tokcore.roundtrip import SURROGATES, Gap, Loss, losses
from tokcore.spelling import character_name, code_point, composed
from ui import chores, jobs, session
from ui.listing import MOST_ROWS, Column, figures, listing, words
from ui.remembered import remembered

SAMPLES = {
    "a control character": "\x04",
    "half a surrogate pair": "\ud83d",
    "a code point of plane 4": "\U00040000",
    "e with its accent apart": "e\u0301",
}
NFC = "a file with NFC"
MOST_POINTS = 12
"""How many code points of one character are written out; there may be thousands of marks on a letter."""


def returned(key: str, text: str, names: Sequence[str]) -> list[dict]:
    """Draw which characters come back from their ids; a row for each that does not somewhere."""
    lost = {name: losses(session.by_name(name), text) for name in names}
    worked_out = partial(jobs.run, characters=len(text), label="Composing letters and marks")
    changed = jobs.or_again(worked_out, composed, text)
    halves = {loss.place for found in lost.values() for loss in found if not loss.missing}
    pairs = {f"lost by {name}": f"{len(found):,}" for name, found in lost.items()}
    figures(pairs | {f"changed by {NFC}": f"{len(halves | changed.keys()):,}"})
    rows = []
    by_place = {name: {loss.place: loss for loss in found} for name, found in lost.items()}
    for place in sorted({at for found in by_place.values() for at in found} | changed.keys()):
        here = [loss for found in by_place.values() if (loss := found.get(place))]
        characters = here[0].character if here else changed[place][0]
        row = {"character": _points(characters)}
        row["name"] = " + ".join(map(character_name, characters[:MOST_POINTS]))
        row |= {name: _becomes(found.get(place)) for name, found in by_place.items()}
        row[NFC] = _becomes(here[0] if place in halves else None)
        if place in changed:
            row[NFC] = f"becomes {_points(changed[place][1])}"
        rows.append(row)
    if rows:
        columns = ["character", "name", *names, NFC]
        drawn = [[words(row[name], row[name] == "comes back") for name in columns] for row in rows]
        listing([*map(Column, columns)], drawn[:MOST_ROWS], "Characters that do not come back", key)
        if len(rows) > MOST_ROWS:
            st.caption(f"The first {MOST_ROWS} of {len(rows):,} are drawn.")
    else:
        st.text("Every character comes back from its ids, under every tokenizer here.")
    with st.container(width=760):
        st.caption(
            "Half a surrogate pair is lost before any tokenizer sees it: text in UTF-8 cannot hold it. "
            "“a file with NFC” stands for every tokenizer whose file composes letters and marks before it "
            "cuts, as Qwen's does: the text looks the same and is another one."
        )
    return rows


def _points(characters: str) -> str:
    """The code points of a few characters."""
    more = f" … {len(characters):,} code points" if len(characters) > MOST_POINTS else ""
    return " ".join(map(code_point, characters[:MOST_POINTS])) + more


def _becomes(loss: Loss | None) -> str:
    if loss is None:
        return "comes back"
    why = f"no byte {loss.missing.hex(' ')}" if loss.missing else "not a character"
    return f"{f'becomes {loss.becomes.count(chr(0xFFFD))} × U+FFFD' if loss.becomes else 'dropped'}: {why}"


@remembered(most=4, says="Trying every character …")
def gaps_of(name: str) -> list[Gap]:
    """The characters that a published tokenizer cannot write."""
    return jobs.run(chores.gaps_of, name, label="Trying every character")


def missing_bytes(name: str, key: str) -> None:
    """Draw the bytes that a published tokenizer lacks, and what each of them takes away."""
    found = gaps_of(name)
    never = bytes(set(load(name).missing_bytes) - {byte for gap in found for byte in gap.missing})
    st.header(f"The {len(load(name).missing_bytes)} bytes that {name} lacks", anchor=False)
    rows = [[words(bytes(sorted(never)).hex(" ")), words("no text in UTF-8 has them"), words("nothing")]]
    for first, last, missing in found:
        size = last - first + 1
        what = f"{code_point(chr(first))}, {character_name(chr(first))}"
        if size > 1:
            what = f"{size:,} code points, {code_point(chr(first))} to {code_point(chr(last))}"
        rows.append(
            [words(missing.hex(" ")), words(what), words("all of it" if size == 1 else "its first byte")]
        )
    columns = [Column("bytes"), Column("stand in"), Column("what is dropped")]
    listing(columns, rows, f"Bytes that {name} lacks", key)


def out_of_reach() -> str:
    """How much of Unicode SmolLM2 cannot give back."""
    found = gaps_of("smollm2")
    lost = sum(last - first + 1 for first, last, _ in found)
    every = 0x110000 - len(SURROGATES)
    alone = sum(first == last for first, last, _ in found)
    return (
        f"{lost:,} of {every:,} code points: {alone} control characters and {lost - alone:,} of planes where "
        f"Unicode {unicodedata.unidata_version} has no character yet."
    )


def code(text: str) -> str:
    """The lines that say what SmolLM2 does not give back."""
    return (
        'import tokcore\nfrom tokcore.roundtrip import losses\ntok = tokcore.load("smollm2")\n'
        f"text = {text!r}\n"
        "tok.decode(tok.encode(text)) == text\nlosses(tok, text)"
    )
