"""One text in 82 languages, and what each costs under a tokenizer.

The text is the Universal Declaration of Human Rights (`data/udhr.json`): the same content in every language,
which is what a comparison of lengths needs. Fertility is tokens per word; the premium of a language is its
tokens divided by the tokens of the same text in a base language (Petrov et al., 2023; Ahia et al., 2023).
"""

import json
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import regex

from tokcore.alphabet import well_formed
from tokcore.limits import UnknownTokenError
from tokcore.published import load
from tokcore.tokenizer import BPETokenizer

_FILE = Path(__file__).parents[1] / "data" / "udhr.json"

PARTS = ("article 1", "whole")
"""How much of the declaration: the text of its first article without heading, or all of it."""

SCRIPTS = (
    "Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Ethiopic Devanagari Bengali Gurmukhi Gujarati "
    "Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Khmer Myanmar Hangul Han Hiragana Katakana"
).split()
"""Scripts that `script_of` tells apart, by their Unicode names; text with kana is Japanese."""

UNSPACED = frozenset("Thai Lao Tibetan Khmer Myanmar Han Japanese".split())
"""Scripts whose words are not separated: white space in them ends phrases, so it counts no words."""

_BETWEEN_WORDS = regex.compile(r"[\s\u1361]+")  # Ethiopic may write its wordspace ፡ in place of a space


class Language(NamedTuple):
    """A language of the declaration.

    `own_name` is its name in itself (Unicode CLDR), `tag` its BCP 47 tag, `direction` "ltr" or "rtl"; `note`
    says what makes its lengths differ for a reason that is not the language, or is None.
    """

    code: str
    name: str
    own_name: str
    tag: str
    direction: str
    script: str
    note: str | None


class Cost(NamedTuple):
    """A text under a tokenizer, counted: `words` is None where a script does not separate them.

    `partial` is how many of the tokens are not whole characters: their bytes alone are no UTF-8.
    """

    tokens: int
    words: int | None
    characters: int
    bytes: int
    partial: int

    @property
    def per_word(self) -> float | None:
        """Fertility: tokens per word; None where there are no words to count."""
        return self.tokens / self.words if self.words else None

    @property
    def per_character(self) -> float | None:
        """Tokens per character (code point); None without characters."""
        return self.tokens / self.characters if self.characters else None

    @property
    def bytes_per_token(self) -> float | None:
        """UTF-8 bytes per token; None without tokens."""
        return self.bytes / self.tokens if self.tokens else None

    @property
    def partial_share(self) -> float | None:
        """The share, from 0 to 1, of tokens that are not whole characters; None without tokens."""
        return self.partial / self.tokens if self.tokens else None

    def premium(self, base: "Cost") -> float | None:
        """How many times the tokens of `base`, the same content in another language; None without any."""
        return self.tokens / base.tokens if base.tokens else None

    def window_share(self, window: int) -> float:
        """The share of a context window of so many tokens that the text takes; above 1 it does not fit."""
        return self.tokens / window


# code | line of article 1 in the file | English name | own name. The file has no marks between articles;
# the lines are those of the <article data-number="1"> of the package that it is made from.
_TABLE = """
eng | 13 | English | English
deu_1996 | 12 | German | Deutsch
fra | 12 | French | français
spa | 13 | Spanish | español
por_BR | 13 | Portuguese (Brazil) | português
por_PT | 11 | Portuguese (Portugal) | português
ita | 13 | Italian | italiano
nld | 11 | Dutch | Nederlands
swe | 13 | Swedish | svenska
dan | 13 | Danish | dansk
nob | 13 | Norwegian | norsk bokmål
fin | 13 | Finnish | suomi
isl | 11 | Icelandic | íslenska
pol | 12 | Polish | polski
ces | 15 | Czech | čeština
slk | 13 | Slovak | slovenčina
hun | 12 | Hungarian | magyar
ron_2006 | 12 | Romanian | română
bul | 12 | Bulgarian | български
rus | 12 | Russian | русский
ukr | 12 | Ukrainian | українська
bel | 13 | Belarusian | беларуская
ell_monotonic | 12 | Greek | Ελληνικά
ell_polytonic | 12 | Greek (polytonic) | Ελληνικά
srp_cyrl | 12 | Serbian (Cyrillic) | српски
srp_latn | 12 | Serbian (Latin) | srpski
hrv | 13 | Croatian | hrvatski
slv | 12 | Slovenian | slovenščina
lit | 12 | Lithuanian | lietuvių
lav | 12 | Latvian | latviešu
est | 13 | Estonian | eesti
tur | 13 | Turkish | Türkçe
azj_latn | 12 | Azerbaijani | azərbaycan
kaz | 12 | Kazakh | қазақша
uzn_latn | 12 | Uzbek | o‘zbek
heb | 10 | Hebrew | עברית
arb | 12 | Arabic | العربية
pes_1 | 11 | Persian | فارسی
urd | 12 | Urdu | اردو
hin | 13 | Hindi | हिन्दी
ben | 16 | Bengali | বাংলা
mar | 13 | Marathi | मराठी
guj | 13 | Gujarati | ગુજરાતી
pan | 11 | Punjabi | ਪੰਜਾਬੀ
tam | 11 | Tamil | தமிழ்
tel | 11 | Telugu | తెలుగు
kan | 10 | Kannada | ಕನ್ನಡ
mal | 5 | Malayalam | മലയാളം
sin | 12 | Sinhala | සිංහල
nep | 9 | Nepali | नेपाली
tha | 11 | Thai | ไทย
lao | 12 | Lao | ລາວ
khm | 12 | Khmer | ខ្មែរ
mya | 11 | Burmese | မြန်မာ
vie | 13 | Vietnamese | Tiếng Việt
ind | 13 | Indonesian | Bahasa Indonesia
jav | 14 | Javanese | Basa Jawa
tgl | 16 | Tagalog | Tagalog
cmn_hans | 11 | Chinese (simplified) | 简体中文
cmn_hant | 13 | Chinese (traditional) | 繁體中文
jpn | 11 | Japanese | 日本語
kor | 13 | Korean | 한국어
khk | 12 | Mongolian | монгол
kat | 14 | Georgian | ქართული
hye | 14 | Armenian | հայերեն
amh | 2 | Amharic | አማርኛ
som | 11 | Somali | Soomaali
swh | 13 | Swahili | Kiswahili
yor | 12 | Yoruba | Yorùbá
ibo | 12 | Igbo | Igbo
zul | 13 | Zulu | isiZulu
afr | 13 | Afrikaans | Afrikaans
epo | 13 | Esperanto | Esperanto
lat | 15 | Latin | Latina
eus | 14 | Basque | euskara
cat | 12 | Catalan | català
gle | 9 | Irish | Gaeilge
cym | 16 | Welsh | Cymraeg
bod | 12 | Tibetan | བོད་སྐད།
quy | 12 | Quechua | Chanka runasimi
haw | 10 | Hawaiian | ʻŌlelo Hawaiʻi
nav | 11 | Navajo | Diné Bizaad
"""


@cache
def _declarations() -> dict[str, dict]:
    return json.loads(_FILE.read_text(encoding="utf-8"))


@cache
def _rows() -> dict[str, tuple[int, str, str]]:
    rows = (line.split(" | ") for line in _TABLE.strip().splitlines())
    return {code: (int(line), name, own_name) for code, line, name, own_name in rows}


@cache
def languages() -> dict[str, Language]:
    """Code -> language, in the order of the file: English first. Do not change it."""
    found = {}
    for code, (line, name, own_name) in _rows().items():
        row = _declarations()[code]
        script = script_of(row["text"])
        note = _note(row["text"], line)
        found[code] = Language(code, name, own_name, row["bcp47"], row["direction"], script, note)
    return found


def language_name(code: str) -> str:
    """The English name of a language of the declaration."""
    return languages()[code].name


def _note(text: str, line: int) -> str | None:
    if line < 3:  # nothing but a title stands above the first article
        return "this translation has no preamble, so its whole text is shorter than the others."
    if len(unicodedata.normalize("NFC", text)) < 0.95 * len(text):
        return "this file writes letters and their marks apart; composed (NFC) they would take fewer tokens."
    return None


def declaration(code: str, part: str = "article 1") -> str:
    """The declaration in one language, its first article or the whole of it.

    Raises UnknownTokenError for a code or a part that is not there.
    """
    if code not in _rows():
        raise UnknownTokenError(f"The declaration is not here in a language with the code {code!r}.")
    if part not in PARTS:
        raise UnknownTokenError(f"The declaration has no part {part!r} here; there are {', '.join(PARTS)}.")
    text = _declarations()[code]["text"]
    return text if part == "whole" else text.splitlines()[_rows()[code][0]]


@cache
def _letter_of(script: str) -> regex.Pattern:
    return regex.compile(rf"\p{{Script={script}}}")


@lru_cache(maxsize=4_096)
def _script_of_character(character: str) -> str | None:
    if not unicodedata.category(character).startswith(("L", "M")):
        return None
    return next((script for script in SCRIPTS if _letter_of(script).match(character)), None)


def script_of(text: str) -> str:
    """The script of most letters of the text; "Japanese" for kana with or without Han, "none" without any."""
    counts: Counter = Counter()
    for character, count in Counter(well_formed(text)).items():
        if script := _script_of_character(character):
            counts[script] += count
    kana = counts["Hiragana"] + counts["Katakana"]
    if kana and kana + counts["Han"] > sum(counts.values()) / 2:
        return "Japanese"
    return counts.most_common(1)[0][0] if counts.total() else "none"


def count_words(text: str, script: str | None = None) -> int | None:
    """Runs of characters between white space or Ethiopic wordspaces; None for a script in UNSPACED."""
    if (script or script_of(text)) in UNSPACED:
        return None
    return sum(map(bool, _BETWEEN_WORDS.split(well_formed(text))))


def cost(tokenizer: BPETokenizer, text: str, script: str | None = None) -> Cost:
    """A text under a tokenizer, counted. `script` is found out when it is not given."""
    text = well_formed(text)
    ids = tokenizer.encode(text)
    partial = sum(
        count for token_id, count in Counter(ids).items() if not _is_text(tokenizer.token_bytes(token_id))
    )
    return Cost(len(ids), count_words(text, script), len(text), len(text.encode()), partial)


def _is_text(token: bytes) -> bool:
    try:
        token.decode()
    except UnicodeDecodeError:
        return False
    return True


@lru_cache(maxsize=1_024)
def declaration_cost(name: str, code: str, part: str = "article 1") -> Cost:
    """The declaration in one language under a published tokenizer, counted once and remembered."""
    return cost(load(name), declaration(code, part), languages()[code].script)
