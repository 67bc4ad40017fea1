"""One text in bytes, characters, words and BPE tokens: how large each vocabulary, how long each sequence."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt

from tokcore import GPT2_PATTERN, characters, normalise, words
from tokcore.languages import UNSPACED, script_of
from ui import charts
from ui.arrow import arrow_table
from ui.palette import TRAINED_HERE
from ui.remembered import remembered
from ui.texts import Text
from ui.trained import Recipe, swept

RECIPE = Recipe(16_384 - 256, GPT2_PATTERN)
SIZES = tuple(2**k for k in range(8, 15))
BPE = "BPE"
_WRITES, _LACKS = "writes any text", "has <unk> for what it never saw"
_KINDS = {
    "bytes": (TRAINED_HERE[1], "circle"),
    "characters": (TRAINED_HERE[3], "square"),
    "words": (TRAINED_HERE[2], "diamond"),
    BPE: (TRAINED_HERE[0], "circle"),
}


class Point(NamedTuple):
    """The text in one scheme: the different tokens that it has (of bytes all 256), and all of its tokens."""

    scheme: str
    vocabulary: int
    tokens: int

    @property
    def complete(self) -> bool:
        """Whether the scheme can write any text at all."""
        return self.scheme in ("bytes", BPE)


def normalised(text: Text) -> Text:
    """The text in lower case with the letters A to Z and single spaces only."""
    return text._replace(
        text=normalise(text.text),
        key=f"{text.key}, normalised",
        code=f"{text.code}\ntext = tokcore.normalise(text)",
    )


@remembered(most=16)
def unspaced(text: Text) -> bool:
    """Whether the text is in a script that puts no spaces between words."""
    return script_of(text.text) in UNSPACED


@remembered(most=16)
def points(text: Text) -> list[Point]:
    """The text in every scheme; BPE with its vocabulary doubling, all sizes from one training."""
    found = swept(text, RECIPE, True)
    plain = {"characters": characters(text.text), "words": words(text.text)}
    return [
        Point("bytes", 256, len(text.text.encode())),
        *(Point(name, len(set(tokens)), len(tokens)) for name, tokens in plain.items()),
        *(Point(BPE, size, found.at(size).tokens) for size in _sizes(found[-1].vocab_size)),
    ]


def _sizes(largest: int) -> list[int]:
    return sorted({min(size, largest) for size in SIZES})


def by_name(found: Sequence[Point]) -> dict[str, Point]:
    """Scheme -> its point; of BPE the largest that has no more tokens than there are words, or 512."""
    named = {point.scheme: point for point in found if point.scheme != BPE}
    most = max(named["words"].vocabulary, 512)
    return named | {BPE: [point for point in found if point.scheme == BPE and point.vocabulary <= most][-1]}


def finding(found: Sequence[Point]) -> str:
    """What the picture says."""
    _, characters, words, bpe = by_name(found).values()
    said = _length(characters.tokens / bpe.tokens).removesuffix(" than").removesuffix(" as")
    return (
        f"Words: {_length(characters.tokens / words.tokens)} characters. BPE of {bpe.vocabulary:,} tokens: "
        f"{said}, and it can write any text"
    )


def _length(times: float) -> str:
    """How long a sequence is beside one that has so many times its tokens."""
    if round(times, 1) == 1:
        return "about as long as"
    return f"{times:.1f} times shorter than" if times > 1 else f"{1 / times:.1f} times longer than"


def rows(found: Sequence[Point]) -> list[dict]:
    """One row for each point, as the chart draws them."""
    count = by_name(found)["words"].tokens
    return [
        {
            "scheme": point.scheme,
            "vocabulary": point.vocabulary,
            "tokens": point.tokens,
            "tokens per word": round(point.tokens / count, 2),
            "what it can write": _WRITES if point.complete else _LACKS,
        }
        for point in found
    ]


def chart(found: Sequence[Point]) -> alt.LayerChart:
    """The length of the sequence over the size of the vocabulary; hollow marks have `<unk>`."""
    sizes = [point.vocabulary for point in found]
    x = alt.X(
        "vocabulary:Q",
        title="tokens in the vocabulary (logarithmic axis)",
        scale=alt.Scale(type="log", base=2, nice=False, domain=[min(sizes) / 1.8, max(sizes) * 1.8]),
        axis=alt.Axis(values=[2**k for k in range(22)], format=",.0f", labelOverlap=True, grid=False),
    )
    y = alt.Y(
        "tokens:Q",
        title="tokens in the whole text",
        scale=alt.Scale(domain=[0, max(point.tokens for point in found) * 1.12], nice=False),
        axis=alt.Axis(format=",.0f", tickCount=6),
    )
    base = alt.Chart(arrow_table(rows(found))).encode(x=x, y=y)
    line = base.transform_filter(alt.datum.scheme == BPE).mark_line(color=_KINDS[BPE][0], strokeWidth=2)
    kinds = list(_KINDS)
    ink = alt.Scale(domain=kinds, range=[colour for colour, _ in _KINDS.values()])
    marks = (
        base.transform_filter("datum.scheme != 'BPE' || datum.vocabulary > 256")  # 256 are the bytes
        .mark_point(size=130, strokeWidth=2.4, opacity=1)
        .encode(
            stroke=alt.Stroke("scheme:N", legend=None, scale=ink),
            fill=alt.Fill("scheme:N", legend=None, scale=ink),
            fillOpacity=alt.condition(
                f"datum['what it can write'] == '{_WRITES}'", alt.value(1), alt.value(0)
            ),
            shape=alt.Shape(
                "scheme:N",
                legend=None,
                scale=alt.Scale(domain=kinds, range=[shape for _, shape in _KINDS.values()]),
            ),
            tooltip=charts.tips(
                "scheme",
                alt.Tooltip("vocabulary:Q", format=","),
                alt.Tooltip("tokens:Q", format=","),
                "tokens per word",
                "what it can write",
            ),
        )
    )
    return alt.layer(line, marks, *_names(found, x, y)).properties(height=430)


def _names(found: Sequence[Point], x: alt.X, y: alt.Y) -> list[alt.Chart]:
    """What the points are called, where the line of BPE leaves room."""
    high = max(point.tokens for point in found)
    sizes = [point for point in found if point.scheme == BPE and point.vocabulary > 256]
    if len(sizes) > 1 and sizes[-1].vocabulary < 1.5 * sizes[-2].vocabulary:
        sizes[-2:-1] = []  # two names would stand on each other
    named = [(point, point.scheme) for point in found if point.scheme != BPE]
    named += [(point, f"{'BPE ' * (point is sizes[0])}{point.vocabulary:,}") for point in sizes]
    layers = []
    for point, said in named:
        if point.complete:
            place = {"align": "left", "dx": 9, "dy": -9}
        else:
            place = {"align": "center", "dy": 20 if point.tokens > high / 9 else -16}
        at = {"vocabulary": point.vocabulary, "tokens": point.tokens, "said": said}
        words = alt.Chart(arrow_table([at])).mark_text(color=charts.ink(), fontSize=13, **place)
        layers.append(words.encode(x=x, y=y, text=alt.Text("said:N")))
    return layers


def show(page: str, found: Sequence[Point]) -> None:
    """Draw the trade-off under what it shows."""
    said = finding(found)
    charts.show(
        chart(found),
        said,
        f"Tokens in the text over the size of the vocabulary, for bytes, characters, words and BPE. {said}.",
        rows(found),
        key=f"{page}.schemes",
    )


def code(text: Text, letters_only: bool, bpe: int, least: int, unit: str) -> str:
    """The tokcore lines that give the figures of the page."""
    parts = "text, learned, held"
    return (
        "from tokcore import corpora, unseen\n"
        f"{text.code}\nlearned, held = corpora.held_out(text)\n"
        "everyday = unseen.everyday_words(apart_from=text)\n"
        f"units = tokcore.{unit}(tokcore.normalise(text))\nvocab = tokcore.Vocab(units)\n"
        "len(units), len(vocab), vocab[units[:10]]\n"
        + (f"{parts} = map(tokcore.normalise, ({parts}))\n" if letters_only else "")
        + "[(len(set(cut)), len(cut)) for cut in (tokcore.characters(text), tokcore.words(text))]\n"
        f"tok = tokcore.BPETokenizer.train(text, {RECIPE.merges + 256}, tokcore.GPT2_PATTERN)\n"
        f"len(text.encode()), tokcore.vocab_size_sweep(tok, text)[{bpe}]\n"
        "seen = unseen.measure(learned, held)\n"
        "seen.rate, seen.distinct, seen.once, seen.characters, seen.per_word\n"
        "unseen.rare_share(seen.unseen, everyday), seen.unseen[:12], seen.new_characters\n"
        f"unseen.prices(learned, held, [{least}])\n"
    )
