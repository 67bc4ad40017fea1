"""One language model over the tokens of several vocabulary sizes: per token, and per byte."""

from collections.abc import Mapping, Sequence

import altair as alt
import streamlit as st

from tokcore.bigram import Prediction
from ui import charts
from ui.arrow import arrow_table
from ui.palette import TRAINED_HERE
from ui.texts import Text
from ui.trained import predicted, tokenizer
from ui.vocab_size.sizes import Plan, up_to


def rows(predictions: Mapping[int, Prediction]) -> list[dict]:
    """One row for each vocabulary size."""
    return [
        {
            "vocabulary": f"{size:,}",
            "tokens": made.tokens,
            "bits": round(made.bits),
            "bytes": made.bytes,
            "perplexity per token": made.perplexity,
            "bits per byte": made.bits_per_byte,
        }
        for size, made in predictions.items()
    ]


def bars(rows: Sequence[Mapping], measure: str, digits: str) -> alt.LayerChart:
    """A bar for each vocabulary size with its figure."""
    base = alt.Chart(arrow_table(rows)).encode(
        x=alt.X("vocabulary:N", sort=None, title="tokens in the vocabulary", axis=alt.Axis(labelAngle=0)),
        y=alt.Y(f"{measure}:Q", title=measure),
    )
    figures = base.mark_text(dy=-9, color=charts.ink(), fontSize=14).encode(
        text=alt.Text(f"{measure}:Q", format=digits)
    )
    return (base.mark_bar(color=TRAINED_HERE[0], size=54) + figures).properties(height=230)


LEAD = (
    "One small model, which only knows which token follows which, learns the training lines and predicts the "
    "held-out ones. Its **perplexity** says how unsure it is of the next token: as if it chose evenly among "
    "so many. **Bits per byte** shares that out over the bytes of the text. Larger tokens are harder to "
    "guess, but fewer: only the figure per byte can be compared."
)


def perplexity(page: str, text: Text, plan: Plan) -> None:
    """Say what the two figures are, and draw them side by side."""
    with st.container(width=760):
        st.markdown(LEAD)
    learned = tokenizer(text, plan.recipe, False)
    found = {
        learned.vocab_size - len(learned.merges) + merges: predicted(text, plan.recipe, merges)
        for merges in up_to(plan.models, len(learned.merges))
    }
    sizes = list(found)
    best = min(sizes, key=lambda size: found[size].bits_per_byte)
    times = found[sizes[-1]].perplexity / found[sizes[0]].perplexity
    sides = {
        "perplexity per token": (
            f"Per token, {sizes[-1]:,} tokens look {times:.1f} times as uncertain as {sizes[0]:,}"
            if len(sizes) > 1
            else f"Perplexity per token with {sizes[0]:,} tokens, all that this text gives",
            ",.0f",
        ),
        "bits per byte": (
            f"Per byte of the same lines, {best:,} tokens predict best"
            if len(sizes) > 1
            else f"Bits per byte with {sizes[0]:,} tokens",
            ".2f",
        ),
    }
    for column, (measure, (finding, digits)) in zip(st.columns(2, gap="large"), sides.items()):
        with column:
            charts.show(
                bars(rows(found), measure, digits),
                finding,
                f"{measure} of a bigram model at {len(sizes)} vocabulary sizes. {finding}.",
                rows(found),
                key=f"{page}.{measure.split()[0]}",
            )
