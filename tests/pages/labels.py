"""What a person reads on the pages, in one place: tests that look for words look for these."""

COMPARE, TRACE, MERGES = PAGES = ("compare", "bpe_trace", "smollm2_merges")

TITLE = {
    COMPARE: "Compare tokenizers",
    TRACE: "BPE in slow motion",
    MERGES: "SmolLM2's merges by hand",
}
GROUP = {COMPARE: "Learn", TRACE: "Learn", MERGES: "In the wild"}
QUESTION = {
    COMPARE: "What does a model see instead of your text?",
    TRACE: "How does a tokenizer learn its tokens?",
    MERGES: "What happens to your text inside a real tokenizer?",
}
EXAMPLE = {
    COMPARE: "Tokenizers never see words: 12345678 chairs, naïve μέλισσες, 你好 🤗",
    TRACE: "hug pug pun bun hugs hug hug pug",
    MERGES: "sled for 2 barstools",
}
PARTS = ("Try this", "Remember", "In code", "Share", "Download")

TEXT_BOX = {COMPARE: "Your text", TRACE: "The text to learn from", MERGES: "Your text"}
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

MERGE_COUNT = "Merges"
SOURCE = "Learn from"
SCHEME = "Start from"
WORDS_SCHEME = "characters and an end mark"
SMALLEST_IDS = "smallest ids"
BOTCHAN = "Botchan, Natsume Soseki (in English)"
TIME_MACHINE = "The Time Machine, H. G. Wells"
PATTERN = "Cut the text first with"
OWN_PATTERN = "my own"
PATTERN_BOX = "Pattern"
TIES = "Equal counts go to the"
FOLLOWED_WORD = "Follow one word"
OTHER_TEXT = "Text to encode"
TOKENIZERS = "Tokenizers (up to four)"
SHOW = "Show"
MARKS = "Mark white space"
IDS = "Ids, as numbers"

# Parts of sentences.
LONG_TEXT = "are left out of the picture and of every count"
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
