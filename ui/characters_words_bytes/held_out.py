"""What held-out lines do to a vocabulary of words: unseen words and characters, and the price of `<unk>`."""

from collections.abc import Sequence

import altair as alt
import streamlit as st

from tokcore import GPT2_PATTERN, BPETokenizer, Vocab, normalise, words
from tokcore.alphabet import UNKNOWN
from tokcore.corpora import Split
from tokcore.measures import lines
from tokcore.spelling import character_name, code_point
from tokcore.unseen import (
    Price,
    Unseen,
    everyday_words,
    is_rare,
    measure,
    prices,
    rare_share,
)
from ui import charts, chores, jobs, listing
from ui.arrow import arrow_table
from ui.listing import Column, figures
from ui.palette import TRAINED_HERE
from ui.remembered import remembered
from ui.texts import Text
from ui.trained import split

LISTED = 12
PIECES = 4_096
"""Tokens of the BPE that is learned from the same training lines."""

STEPS = (1, 2, 3, 5, 10, 20, 50, 100)
_LINES, _WORDS, _LETTERS = 4, 12, 40


@remembered(most=16)
def parts(text: Text, letters_only: bool) -> Split:
    """The lines to learn from and the held-out ones, as written or normalised."""
    return Split(*map(normalise, split(text))) if letters_only else split(text)


@remembered(most=16)
def found(text: Text, letters_only: bool) -> Unseen:
    """What the held-out lines have that the others have not."""
    return jobs.run(measure, *parts(text, letters_only), characters=len(text.text))


@remembered(most=4, own=2)
def half(text: Text, letters_only: bool) -> Unseen:
    """The same after half of the text to learn from."""
    learned, held_out = parts(text, letters_only)
    return jobs.run(measure, learned[: len(learned) // 2], held_out, characters=len(text.text))


@remembered(most=16)
def rare(text: Text, letters_only: bool) -> float | None:
    """The share of the unseen words that are rare."""
    return rare_share(found(text, letters_only).unseen, everyday_words(text.text))


@remembered(most=16)
def pieces(text: Text, letters_only: bool) -> BPETokenizer:
    """BPE learned from the training lines."""
    training = parts(text, letters_only).training
    how = PIECES - 256, GPT2_PATTERN
    return jobs.run(chores.trained, training, *how, characters=len(training), label="Training")


@remembered(most=200, own=20)
def price(text: Text, letters_only: bool, least: int) -> list[Price]:
    """What a vocabulary costs at some numbers of occurrences, `least` among them."""
    least_numbers = sorted({*STEPS, least})
    return jobs.run(prices, *parts(text, letters_only), least_numbers, characters=len(text.text))


@remembered(most=24, own=2)
def vocabulary(text: Text, letters_only: bool, least: int) -> Vocab:
    """The words that occur so often in the training lines."""
    training = parts(text, letters_only).training
    return jobs.run(chores.vocabulary, training, least, characters=len(training))


def percent(share: float | None, digits: int = 1) -> str:
    """A share in words; a dash where there is none."""
    return "–" if share is None else f"{share:.{digits}%}"


def unseen(page: str, text: Text, letters_only: bool) -> None:
    """Draw the figures, the most frequent unseen words, and the unseen characters."""
    seen, novels = found(text, letters_only), everyday_words(text.text)
    figures(
        {
            "held-out words never seen": percent(seen.rate),
            "of them rare words": percent(rare(text, letters_only), 0),
            "different training words": f"{seen.distinct:,}",
            "of them seen once": f"{seen.once:,}",
            "different training characters": f"{seen.characters:,}",
            "characters per held-out word": f"{seen.per_word:.1f}" if seen.per_word else "–",
        }
    )
    left, right = st.columns([3, 2], gap="large")
    with left:
        said = f"{seen.count:,} of {seen.words:,} held-out words are unseen"
        st.markdown(f"### {said}{'; the most frequent:' if seen.count > LISTED else ''}")
        tok = pieces(text, letters_only)
        rows = [
            [
                listing.texts([_short(word)]),
                listing.words(times),
                listing.words("rare" if is_rare(word, novels) else "everyday", quiet=True),
                listing.tiles(tok, tok.encode(f" {_short(word)}")),
            ]
            for word, times in seen.unseen[:LISTED]
        ]
        heads = [Column("word"), Column("times", True), Column("kind"), Column("in BPE tokens")]
        if rows:
            listing.listing(heads, rows, "The most frequent unseen words", f"{page}.unseen")
        else:
            st.caption("None: every held-out word stands in the training lines.")
    with right:
        st.markdown(f"### {len(seen.new_characters):,} unseen characters")
        rows = [
            [
                listing.texts([character]),
                listing.words(code_point(character)),
                listing.words(character_name(character).lower()),
                listing.words(times),
            ]
            for character, times in seen.new_characters[:LISTED]
        ]
        heads = [Column("character"), Column("code point"), Column("name"), Column("times", True)]
        if rows:
            listing.listing(heads, rows, "Unseen characters", f"{page}.new_characters")
        else:
            st.caption("Every character of the held-out lines stands in the training lines.")


def _short(word: str) -> str:
    return word if len(word) <= _LETTERS else f"{word[:_LETTERS]}…"


def unknowns(page: str, text: Text, letters_only: bool, least: int) -> None:
    """Draw what becomes `<unk>` when words that occur less often than `least` are left out."""
    paid = price(text, letters_only, least)
    here = next(row for row in paid if row.min_freq == least)
    figures(
        {
            "entries learned from the training lines": f"{here.entries:,}",
            "training words that become `<unk>`": percent(here.training),
            "held-out words that become `<unk>`": percent(here.held_out),
        }
    )
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.markdown("### Held-out lines as this vocabulary writes them")
        vocab = vocabulary(text, letters_only, least)
        drawn = []
        for line in lines(split(text).held_out):
            parts_of_line = words(normalise(line) if letters_only else line)[:_WORDS]
            if len(parts_of_line) > 2 or len(line.split()) < 3:
                drawn.append(parts_of_line)
            if len(drawn) == _LINES:
                break
        rows = [
            [
                listing.words(" ".join(map(_short, row)), quiet=True),
                {"tokens": [_token(word, bool(vocab[word])) for word in row]},
            ]
            for row in drawn
        ]
        heads = [Column("line"), Column("as tokens")]
        listing.listing(heads, rows, "Held-out lines with their unknown words", f"{page}.unknown")
    with right:
        _price_chart(page, paid, here)


def _token(word: str, known: bool) -> dict:
    return {"text": _short(word)} if known else {"text": UNKNOWN, "unknown": True}


def price_rows(paid: Sequence[Price]) -> list[dict]:
    """One row for each number of occurrences and text."""
    return [
        {
            "min_freq": row.min_freq,
            "entries": row.entries,
            "words of": name,
            "<unk> (%)": round(100 * share, 2),
        }
        for row in paid
        for name, share in (("training lines", row.training), ("held-out lines", row.held_out))
    ]


def _price_chart(page: str, paid: Sequence[Price], here: Price) -> None:
    names = ["held-out lines", "training lines"]
    base = alt.Chart(arrow_table(price_rows(paid))).encode(
        x=alt.X(
            "min_freq:Q",
            title="a word must occur this often (logarithmic axis)",
            scale=alt.Scale(type="log", nice=False),
            axis=alt.Axis(values=list(STEPS), grid=False),
        ),
        y=alt.Y("<unk> (%):Q", title="% of the words become <unk>"),
    )
    curves = base.mark_line(strokeWidth=2.5, point=alt.OverlayMarkDef(size=50)).encode(
        color=alt.Color(
            "words of:N",
            title=None,
            scale=alt.Scale(domain=names, range=[TRAINED_HERE[2], TRAINED_HERE[1]]),
            legend=alt.Legend(orient="top"),
        ),
        shape=alt.Shape("words of:N", title=None, scale=alt.Scale(domain=names)),
        tooltip=charts.tips("min_freq", alt.Tooltip("entries:Q", format=","), "words of", "<unk> (%)"),
    )
    rule = (
        alt.Chart(arrow_table([{"min_freq": here.min_freq}]))
        .mark_rule(color=charts.ink())
        .encode(x=alt.X("min_freq:Q"))
    )
    first = paid[0]
    said = (
        f"With every training word kept {first.held_out:.1%} of the held-out words are unknown, "
        f"with those that occur {here.min_freq} times or more {here.held_out:.1%}"
    )
    charts.show(
        alt.layer(rule, curves).properties(height=250),
        said,
        f"Share of words that become unknown over the least number of occurrences. {said}.",
        price_rows(paid),
        key=f"{page}.price",
    )
