"""Token strips: the same text under several tokenizers, linked by the bytes that tokens share."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import streamlit as st

from tokcore import BPETokenizer, UnknownTokenError, WordBPE
from tokcore.encoding import Span
from tokcore.limits import MAX_DRAWN_TOKENS
from tokcore.measures import bytes_per_token, disputed_cuts, first_different_cut, tokens_per_word
from tokcore.uploaded import Reading
from ui import inputs, mode
from ui.component import component
from ui.tokens import hexadecimal, token

_strips = component(
    "strips", "tiles address strips", "tiles address strips", "<div class='strips root'></div>"
)

Tokenizer = BPETokenizer | WordBPE | Reading
VIEWS = ("text", "ids", "bytes")
HINT = "Point at a token, or Tab to a strip and use the arrow keys, to see its id and bytes."
LEGEND = " A thick edge marks a cut that not all of these tokenizers make."


def strips(
    key: str,
    tokenizers: dict[str, Tokenizer],
    text: str,
    views: list[str],
    marks: bool,
    colours: dict[str, str],
    checks: dict[str, str | None],
    direction: str = "ltr",
    words: bool = True,
    compare: bool = True,
    spans: Mapping[str, Sequence[Span]] | None = None,
    label: str = "",
) -> dict[str, list[Span]]:
    """Draw one strip for each tokenizer; returns the spans that each made of the text.

    `checks` are sentences to stand beside a tokenizer's figures. `direction` is that of the text; without
    `words`, for scripts that do not separate them, tokens per word are left out; without `compare` cuts that
    differ are not marked; `spans` are drawn in place of those that the tokenizers give plain text. `label`
    tells strips of one name apart when read aloud. What a person clicks is `picked(key)` from then on.
    """
    spans = {name: list((spans or {}).get(name) or tok.spans(text)) for name, tok in tokenizers.items()}
    disputed = dict(zip(spans, disputed_cuts(list(spans.values()))))
    alone = mode.presented() or mode.embedded()  # without the lead that explains the mark
    data = text.encode()
    drawn = [
        {
            "key": name,
            "name": name,
            "color": colours[name],
            "count": f"{len(spans[name]):,}",
            "unit": "token" if len(spans[name]) == 1 else "tokens",
            "facts": facts(text, len(spans[name]), words),
            "direction": direction,
            "check": checks.get(name),
            "tokens": [tile(tokenizer, span, data) for span in spans[name][:MAX_DRAWN_TOKENS]],
            "disputed": sorted(disputed[name]) if compare else [],
            "cut": _cut_sentence(len(spans[name])),
            "ids": [span.token_id for span in spans[name]],
        }
        for name, tokenizer in tokenizers.items()
    ]
    mount(
        {
            "strips": drawn,
            "views": views,
            "marks": marks,
            "hint": HINT + LEGEND * (alone and compare and any(disputed.values())),
            "label": label,
            "difference": _earliest_difference(tokenizers, spans) if compare else None,
        },
        key,
    )
    return spans


def mount(data: dict, key: str) -> None:
    """Draw strips that are ready to draw, and note what a person clicks."""
    clicked = _strips(data=data, key=f"{key}.strips", on_picked_change=lambda: None).picked
    if clicked:
        st.session_state[inputs.key(key, "picked")] = clicked


def picked(key: str) -> tuple[str, int] | None:
    """The token last clicked in these strips, as (tokenizer, id)."""
    clicked = st.session_state.get(inputs.key(key, "picked"))
    return (clicked["tokenizer"], clicked["id"]) if clicked else None


def facts(text: str, tokens: int, words: bool = True) -> str:
    """The two ratios of a tokenizer on a text, as one short line; without `words` only the first."""
    parts = []
    if (ratio := bytes_per_token(text, tokens)) is not None:
        parts.append(f"{ratio:.2f} bytes per token")
    if words and (ratio := tokens_per_word(text, tokens)) is not None:
        parts.append(f"{ratio:.2f} tokens per word")
    return " · ".join(parts)


def _earliest_difference(tokenizers: dict[str, Tokenizer], spans: dict[str, list[Span]]) -> dict | None:
    """The first place in the text that any two of the tokenizers cut differently, ready to draw."""
    found = [
        (difference.start, place, pair, difference)
        for place, pair in enumerate(combinations(spans, 2))
        if (difference := first_different_cut(spans[pair[0]], spans[pair[1]]))
    ]
    if not found:
        return None
    start, _, pair, difference = min(found)
    sides = zip(pair, (difference.left, difference.right))
    return {
        "place": start,
        "sides": [
            {"name": name, "tokens": [token(tokenizers[name], span.token_id) for span in between[:24]]}
            for name, between in sides
        ],
    }


def tile(tokenizer: Tokenizer, span: Span, data: bytes) -> dict:
    """One token of a strip over a text that is `data` in UTF-8."""
    return token(tokenizer, span.token_id) | {
        "id": span.token_id,
        "start": span.start,
        "end": span.end,
        "hex": hexadecimal(_own_bytes(tokenizer, span, data)),
    }


def _own_bytes(tokenizer: Tokenizer, span: Span, data: bytes) -> bytes:
    """The token's bytes: its own, or for a word tokenizer the part of the text that it covers."""
    if isinstance(tokenizer, BPETokenizer):
        return tokenizer.token_bytes(span.token_id)
    return data[span.start : span.end]


def _cut_sentence(tokens: int) -> str | None:
    if tokens <= MAX_DRAWN_TOKENS:
        return None
    return f"The first {MAX_DRAWN_TOKENS:,} of {tokens:,} tokens are drawn; every count covers all of them."


def decoded(tokenizers: dict[str, Tokenizer], ids: list[int], colours: dict[str, str], key: str) -> None:
    """Draw what the same ids mean to each tokenizer; one that lacks an id says which."""
    drawn = []
    for name, tokenizer in tokenizers.items():
        strip = {"key": name, "name": name, "color": colours[name], "disputed": [], "facts": "", "tokens": []}
        try:
            tiles, done = [], 0
            for token_id in ids:
                tile = token(tokenizer, token_id)
                data = bytes(tile["bytes"]) if "bytes" in tile else tile["text"].encode()
                span = {"id": token_id, "start": done, "end": done + len(data), "hex": hexadecimal(data)}
                tiles.append(tile | span)
                done += len(data)
            strip |= {"count": f"{done:,}", "unit": "byte" if done == 1 else "bytes", "tokens": tiles}
        except UnknownTokenError as error:
            strip |= {"count": "", "unit": "", "facts": str(error)}
        drawn.append(strip)
    mount(
        {
            "strips": drawn,
            "views": ["text"],
            "marks": True,
            "hint": "The same numbers, read by each tokenizer.",
            "label": "ids back to text",
            "difference": None,
        },
        key,
    )
