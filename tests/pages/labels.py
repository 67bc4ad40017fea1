"""What a person reads on the pages, in one place: tests that look for words look for these."""

import ast
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

COMPARE, TRACE, MERGES = "compare", "bpe_trace", "smollm2_merges"
BOTCHAN = "Botchan, Natsume Soseki (in English)"
TIME_MACHINE = "The Time Machine, H. G. Wells"
WORDS_SCHEME = "characters and an end mark"
OWN_PATTERN = "my own"
OWN_TEXT = "My own text"
DOOR = Path(__file__).parents[2] / "streamlit_app.py"


class Page(NamedTuple):
    """What tests must know about a page: its question, the box for a person's own text, its other views.

    `name` is the box's in a link and `example` what it holds at first; `own` is another text that it takes,
    and unless it `takes_anything` some texts get a sentence instead of a picture.
    Choices are written as in a link: `opens` are those under which the box is there, and each of `views`
    is a set of choices that draws something else.
    """

    question: str
    box: str
    example: str
    name: str = "text"
    own: str = "hug & <b>bug</b> naïve 你好, hug = 100%"
    takes_anything: bool = True
    opens: Mapping[str, str] = {}
    views: Sequence[Mapping[str, str | Sequence[str]]] = ()


ROWS = {
    COMPARE: Page(
        "What does a model see instead of your text?",
        "Your text",
        "Tokenizers never see words: 12345678 chairs, naïve μέλισσες, 你好 🤗",
        views=[{"show": ["text", "ids", "bytes"], "tokenizers": ["gpt2", "cl100k_base", "smollm2"]}],
    ),
    "characters_words_bytes": Page(
        "What should a token be: a byte, a character or a word?",
        "Text to spell",
        "Hello, naïve café: 你好 🚀",
        name="string",
        views=[{"normalised": "true", "unit": "words", "min_freq": "5"}, {"corpus": OWN_TEXT}],
    ),
    TRACE: Page(
        "How does a tokenizer learn its tokens?",
        "The text to learn from",
        "hug pug pun bun hugs hug hug pug",
        views=[{"scheme": WORDS_SCHEME}, {"pattern": OWN_PATTERN}],
    ),
    "pretokenization": Page(
        "Where may a token begin and end?",
        "Text to cut",
        "The traveller's clock struck 12,345 times.",
        views=[{"pattern": OWN_PATTERN}],
    ),
    "vocab_size": Page(
        "How many tokens should a vocabulary have?",
        "Your text, up to 20,000 characters",
        "Brelmond oak bench\nBrelmond oak side table\nset of 2 Tavrith barstools\nTavrith velvet bench\n"
        "Ostrivel walnut side table\nset of 4 Ostrivel oak barstools\n",
        opens={"corpus": OWN_TEXT},
        views=[
            {"scheme": "characters, end mark", "measure": "tokens per word"},
            {"corpus": OWN_TEXT, "measure": "tokens per line"},
            {"corpus": OWN_TEXT, "way": "Upload a file"},
        ],
    ),
    MERGES: Page("What happens to your text inside a real tokenizer?", "Your text", "sled for 2 barstools"),
    "vocabulary": Page(
        "Why does the same word get different tokens?",
        "Word",
        "chair",
        name="word",
        own="naïve <b>",
        views=[{"pair": "my own", "any_case": "false", "lengths": "characters"}],
    ),
    "fertility": Page(
        "What does the same text cost in another language?",
        "The same sentence in each line; the first line is the base",
        "The time traveller returned after many years.\n"
        "Der Zeitreisende kehrte nach vielen Jahren zurück.\n"
        "Ο ταξιδιώτης του χρόνου επέστρεψε μετά από πολλά χρόνια.",
        opens={"source": "My sentences"},
        views=[{"source": "My sentences"}, {"which": "My choice", "grouped": "false"}],
    ),
    "digit_chunking": Page(
        "Where does a tokenizer cut a number?",
        "Your number or addition",
        "999+1=",
        name="own",
        own="4815+162342=",
        takes_anything=False,
        opens={"prompt": "my own"},
        views=[{"prompt": "my own", "ways": ["my own rule", "smollm2"]}],
    ),
    "special_tokens": Page(
        "What does a typed <|endoftext|> do?",
        "Your text",
        "The end<|endoftext|>Once upon a time",
        views=[{"kind": "Through a chat template"}, {"kind": "In a batch"}, {"kind": "All of them"}],
    ),
    "glitch_tokens": Page(
        "Which tokens go wrong, and whose fault is it?",
        "Is a text of yours among them?",
        " SolidGoldMagikarp",
        name="look",
        opens={"kind": "Under-trained"},
        views=[
            {"kind": "Unreachable"},
            {"kind": "Unreachable", "how": "Merges in an impossible order"},
            {"kind": "Under-trained"},
            {"kind": "Under-trained", "which": "SmolLM2, measured"},
            {"kind": "Make one"},
        ],
    ),
    "production": Page(
        "What goes wrong with a tokenizer when nothing reports an error?",
        "Your text",
        "The naïve traveller paid 12345678 drachmas at the cafe\u0301.<|endoftext|>",
        views=[
            {"kind": "First difference"},
            {"kind": "Other kinds of text"},
            {"kind": "Price"},
            {"kind": "Lost text"},
            {"kind": "Your own file"},
        ],
    ),
}
"""One row for each page: all that a new page needs for the tests that are about every page."""

REFERENCE = {"exercises", "instructor", "glossary"}
"""Pages to look something up in: they answer no question, and have no predictions and no code."""

FORMS = {"exercises", "instructor"}
"""Of these, pages whose boxes wait for a button, or that have none: tests of their own type into them."""


def listed() -> dict[str, tuple[str, str]]:
    """Page -> its group and title, in the order of the menu, as streamlit_app.py lists them."""
    tree = ast.parse(DOOR.read_text("utf-8"))
    pages = next(
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and [target.id for target in node.targets] == ["PAGES"]
    )
    groups = ast.literal_eval(pages)
    return {page: (group, title) for group, titles in groups.items() for page, title in titles.items()}


def link(page: str, choices: Mapping[str, str | Sequence[str]], **texts: str) -> str:
    """The end of an address that opens a page with these choices and texts."""
    query = {f"{page}.{name}": value for name, value in choices.items()} | texts
    return f"?{urlencode(query, doseq=True)}" if query else ""


LISTED = listed()
PAGES = tuple(page for page in LISTED if page in ROWS)
LIVE = tuple(page for page in PAGES if not ROWS[page].opens and ROWS[page].name == "text")
"""Pages whose live text box is there at first."""

GROUP = {page: group for page, (group, _) in LISTED.items()}
TITLE = {page: title for page, (_, title) in LISTED.items()}
QUESTION = {page: row.question for page, row in ROWS.items()}
EXAMPLE = {page: row.example for page, row in ROWS.items()}
TEXT_BOX = {page: row.box for page, row in ROWS.items()}
PARTS = ("Try this", "Remember", "In code", "Share", "Download")

PLAYER = {TRACE: "Training, merge by merge", MERGES: "Encoding, merge by merge"}
ENCODING = PLAYER[MERGES]

RESET = "Reset"
USE_MY_TEXT = "Use my text here"
KEEP = "Keep this tokenizer for Compare"
KEPT = "Kept: compare it with real ones"
SHOW_ANSWER = "Show the answer"
SHARE_TEXT = "Put my text into the link"
COPY_LINK = "Copy link"
COPIED = "Copied"
COPY_IDS = "Copy ids"
QR_CODE = "QR code"
ENLARGE = "Enlarge"
PRESENT = "Present"
LEAVE = "Leave"
FULL_PAGE = "Open the full page"

MERGE_COUNT = "Merges"
SOURCE = "Learn from"
SCHEME = "Start from"
SMALLEST_IDS = "smallest ids"
PATTERN = "Cut the text first with"
PATTERN_BOX = "Pattern"
TIES = "Equal counts go to the"
FOLLOWED_WORD = "Follow one word"
OTHER_TEXT = "Text to encode"
TOKENIZERS = "Tokenizers (up to four)"
SHOW = "Show"
MARKS = "Mark white space"
IDS = "Ids, as numbers"

# Parts of sentences.
LONG_TEXT = "are left out of the picture and of every other count"
LONG_LINK = "A link carries up to 1,000 characters"
PICK_SOMETHING = "Pick at least one tokenizer"
FOUR_FIT = "Four strips fit on a page"
IDS_EXPECTED = "Write ids as whole numbers"
NOTHING_TO_MERGE = "There is no pair of neighbours to merge"
PAIRS_RAN_OUT = "no two tokens are neighbours any more"
BYTES_DROPPED = "they were dropped before merging"
BOTCHAN_INSTEAD = "The text used instead is Botchan"
SAME = {"tiktoken": "identical to tiktoken: yes", "tokenizers": "identical to tokenizers: yes"}
SAME_BY_HAND = "same as the library: yes"
