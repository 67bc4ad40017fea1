"""Paper: pages of HTML that print on A4 and need no network, in which every text is text.

A text becomes part of a page by `element` alone, which escapes it; what is markup already is `Html`. Nothing
here knows what a page is about, so exercises and pages of the app can print with it.
"""

import html
import unicodedata
from collections.abc import Iterable, Sequence
from string import Template

_MARKS = {" ": "·", "\n": "↵", "\t": "⇥"}
_UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs")

_STYLE = (
    "@page{size:A4;margin:14mm}"
    "body{font:10pt/1.4 'Noto Sans','Segoe UI','Helvetica Neue',Arial,sans-serif;color:#15130f;"
    "max-width:182mm;margin:0 auto;padding:0 0 4mm}"
    "@media screen{body{padding:10mm}}"
    "h1{font-size:16pt;line-height:1.2;margin:0 0 1mm}h2{font-size:11pt;margin:4mm 0 1mm}"
    "h1,h2{break-after:avoid}p{margin:0 0 1.5mm}"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0 0 2mm}"
    "pre,code{font-family:'Noto Sans Mono','DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:9pt}"
    "table{border-collapse:collapse;width:100%;font-size:9pt;margin-bottom:1.5mm}"
    "tr{break-inside:avoid}thead{display:table-header-group}"
    "th,td{text-align:left;vertical-align:top;padding:.45mm 3mm .45mm 0;border-bottom:.2mm solid #bbb;"
    "overflow-wrap:break-word}th{font-weight:600;border-bottom:.3mm solid #555}"
    ".n{text-align:right;width:1%;font-variant-numeric:tabular-nums;white-space:nowrap}"
    ".t{font-family:'Noto Sans Mono','DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:9pt;"
    "border:.2mm solid #777;border-radius:.7mm;padding:0 .8mm;margin-right:.8mm;white-space:pre-wrap;"
    "overflow-wrap:anywhere;-webkit-box-decoration-break:clone;box-decoration-break:clone}"
    ".h{white-space:nowrap}.q{color:#555;font-size:8.5pt}"
)
_PAGE = Template(
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    "<title>$title</title><style>$style</style></head><body>$body</body></html>\n"
)


class Html(str):
    """Markup of our own, in which every text is escaped already."""


def element(tag: str, *parts: str, look: str = "") -> Html:
    """An element around parts: a `str` is a text and is escaped, `Html` stays. `look` is a class of ours."""
    inside = "".join(part if isinstance(part, Html) else html.escape(part) for part in parts)
    return Html(f'<{tag} class="{look}">{inside}</{tag}>' if look else f"<{tag}>{inside}</{tag}>")


def page(title: str, parts: Iterable[Html], style: str = "") -> str:
    """A whole page with this title; `style` is CSS of ours on top of what every page has."""
    return _PAGE.substitute(title=html.escape(title), style=_STYLE + style, body="".join(parts))


def marked(token: str | bytes) -> str:
    """A token in print: white space as marks, bytes and characters without a picture as their numbers."""
    text = token.decode("utf-8", "backslashreplace") if isinstance(token, bytes) else token
    return "".join(_MARKS.get(one) or (_code(one) if _unseen(one) else one) for one in text)


def _unseen(character: str) -> bool:
    return unicodedata.category(character) in _UNSEEN


def _code(character: str) -> str:
    return f"U+{ord(character):04X}"


def tile(token: str | bytes) -> Html:
    """A token in a frame."""
    return element("span", marked(token) or "∅", look="t")


def tiles(tokens: Iterable[str | bytes]) -> Html:
    """Tokens in a row, which may go on in the next line."""
    return Html(" ".join(map(tile, tokens)))


def table(columns: Sequence[str], rows: Iterable[Sequence[str | int]]) -> Html:
    """A table; numbers stand at the right of their columns."""
    rows = list(rows)
    numbers = {place for row in rows for place, cell in enumerate(row) if isinstance(cell, int)}

    def line(cells: Sequence[str | int], tag: str) -> Html:
        looks = ["n" if place in numbers else "" for place in range(len(cells))]
        written = [f"{cell:,}" if isinstance(cell, int) else cell for cell in cells]
        return element("tr", *(element(tag, cell, look=look) for cell, look in zip(written, looks)))

    head = element("thead", line(columns, "th"))
    return element("table", head, element("tbody", *(line(row, "td") for row in rows)))
