"""The words of the field: what each means here, the page that shows it at work, and where it comes from."""

from collections.abc import Mapping
from typing import NamedTuple


class Term(NamedTuple):
    """A term: its meaning in a sentence or two, the pages that use it, the main one first, and its source.

    `opens` are the choices, written as in a link, under which the main page shows it.
    """

    meaning: str
    pages: tuple[str, ...]
    source: str | None = None
    opens: Mapping[str, str] = {}


SOURCES = {
    "Gage 1994": "P. Gage, *A New Algorithm for Data Compression*, The C Users Journal 12 (2), 1994",
    "Jelinek 1977": "F. Jelinek, R. Mercer, L. Bahl, J. Baker, *Perplexity, a Measure of the Difficulty of "
    "Speech "
    "Recognition Tasks*, The Journal of the Acoustical Society of America 62, 1977",
    "Sennrich 2016": "R. Sennrich, B. Haddow, A. Birch, [*Neural Machine Translation of Rare Words with "
    "Subword "
    "Units*](https://arxiv.org/abs/1508.07909), ACL 2016",
    "Radford 2019": "A. Radford and others, *Language Models are Unsupervised Multitask Learners*, OpenAI "
    "2019",
    "Kudo 2018": "T. Kudo, J. Richardson, [*SentencePiece*](https://arxiv.org/abs/1808.06226), EMNLP 2018",
    "Rust 2021": "P. Rust and others, [*How Good is Your Tokenizer?*](https://arxiv.org/abs/2012.15613), "
    "ACL 2021",
    "Petrov 2023": "A. Petrov and others, [*Language Model Tokenizers Introduce Unfairness Between "
    "Languages*](https://arxiv.org/abs/2305.15425), NeurIPS 2023",
    "Singh 2024": "A. Singh, DJ Strouse, [*Tokenization counts*](https://arxiv.org/abs/2402.14903), 2024",
    "Land 2024": "S. Land, M. Bartolo, [*Fishing for Magikarp*](https://arxiv.org/abs/2405.05417), EMNLP "
    "2024",
    "Unicode": "The Unicode Consortium, [*The Unicode Standard*](https://www.unicode.org/versions/latest/), "
    "chapters 2 and 3",
    "tiktoken": "OpenAI, [tiktoken](https://github.com/openai/tiktoken), the library and its notes",
}

TERMS = {
    "token": Term(
        "A piece of text that has a number of its own. A model reads and writes tokens, nothing smaller.",
        ("compare", "vocabulary", "characters_words_bytes"),
        "Sennrich 2016",
    ),
    "id": Term(
        "The number of a token. It says nothing about the token's letters or meaning.",
        ("vocabulary", "compare", "production"),
    ),
    "vocabulary": Term(
        "All tokens of a tokenizer. Its size is their number, here without the special tokens.",
        ("vocabulary", "vocab_size", "characters_words_bytes"),
        "Sennrich 2016",
    ),
    "byte-pair encoding (BPE)": Term(
        "Begin with single bytes or characters and join the most frequent pair of neighbours, again and "
        "again.",
        ("bpe_trace", "smollm2_merges"),
        "Gage 1994",
    ),
    "pair": Term(
        "Two tokens that stand side by side. Training counts pairs; encoding looks them up.",
        ("bpe_trace",),
        "Gage 1994",
    ),
    "merge": Term(
        "A rule that joins one pair into one new token.",
        ("bpe_trace", "smollm2_merges", "vocab_size"),
        "Sennrich 2016",
    ),
    "rank": Term(
        "A merge's place in the order of learning. When a text is encoded, the lowest rank goes first.",
        ("smollm2_merges", "bpe_trace", "vocabulary"),
        "tiktoken",
    ),
    "tie rule": Term(
        "Which pair is taken when several have the same count. Trainers differ in it.",
        ("bpe_trace",),
    ),
    "chunk": Term(
        "A stretch of text that a tokenizer cuts out before any merge. No token crosses its ends.",
        ("pretokenization", "smollm2_merges", "digit_chunking"),
        "Radford 2019",
    ),
    "pattern": Term(
        "The regular expression that cuts a text into chunks.",
        ("pretokenization", "digit_chunking", "production"),
        "Radford 2019",
    ),
    "end mark": Term(
        "A sign for the end of a word, written &lt;/w&gt;, in tokenizers that start from the characters of "
        "words.",
        ("bpe_trace", "vocab_size"),
        "Sennrich 2016",
    ),
    "byte": Term(
        "A number from 0 to 255. In UTF-8 a character takes one to four of them.",
        ("characters_words_bytes", "compare", "vocabulary"),
        "Unicode",
    ),
    "code point": Term(
        "The number that Unicode gives to a character, such as U+00E9 for é.",
        ("characters_words_bytes",),
        "Unicode",
    ),
    "split character": Term(
        "A character whose bytes lie in more than one token. None of these tokens can be shown alone.",
        ("fertility", "compare"),
    ),
    "out of vocabulary": Term(
        "Said of a word that a word list does not have. It becomes &lt;unk&gt;, the unknown token.",
        ("characters_words_bytes",),
        "Sennrich 2016",
    ),
    "held-out text": Term(
        "Text kept apart from training, to measure what is new. Here one line in ten, drawn with a fixed "
        "seed.",
        ("vocab_size", "pretokenization", "characters_words_bytes"),
    ),
    "bytes per token": Term(
        "How much text a token holds on average: the higher, the shorter the sequence.",
        ("vocab_size", "compare", "pretokenization"),
    ),
    "fertility": Term(
        "Tokens per word. A word here is a run of characters between white space.",
        ("fertility", "vocab_size", "production"),
        "Rust 2021",
    ),
    "premium": Term(
        "The tokens of a text divided by those of its translation into a base language.",
        ("fertility",),
        "Petrov 2023",
    ),
    "place value": Term(
        "What a digit is worth by its column. Cuts that fall out of line put different columns together.",
        ("digit_chunking",),
        "Singh 2024",
    ),
    "special token": Term(
        "A token with a meaning for the model, such as the end of a text. No merge makes it; a caller adds "
        "it.",
        ("special_tokens", "production"),
        "tiktoken",
    ),
    "injection": Term(
        "A special string typed by a user that is read as the special token. Encode what users type as "
        "plain text.",
        ("special_tokens",),
        "tiktoken",
    ),
    "round trip": Term(
        "Encode, then decode. With all 256 bytes in the vocabulary the same text comes back.",
        ("production", "compare"),
        "Kudo 2018",
    ),
    "fingerprint": Term(
        "A checksum over pattern, bytes, merges and special tokens. Two tokenizers with the same one are "
        "the same.",
        ("production",),
    ),
    "under-trained": Term(
        "Said of a token that the model hardly ever met while it learned, so that it cannot use it.",
        ("glitch_tokens",),
        "Land 2024",
        {"glitch_tokens.kind": "Under-trained"},
    ),
    "unreachable": Term(
        "Said of a token that no text gives. That takes a proof.",
        ("glitch_tokens",),
        "Land 2024",
        {"glitch_tokens.kind": "Unreachable"},
    ),
    "perplexity": Term(
        "How unsure a model is of the next token: as if it chose evenly among so many. Lower is better.",
        ("vocab_size",),
        "Jelinek 1977",
    ),
    "bits per byte": Term(
        "How unsure a model is, per byte of the text. Unlike perplexity per token it compares vocabularies.",
        ("vocab_size",),
    ),
    "embedding": Term(
        "The vector of numbers by which a model knows a token. Each token of the vocabulary needs one.",
        ("vocab_size", "glitch_tokens"),
    ),
    "token type": Term(
        "A token as an entry of the vocabulary, however often it stands in a text.",
        ("vocab_size",),
    ),
    "context window": Term(
        "How many tokens a model can read at once.",
        ("fertility",),
    ),
    "padding": Term(
        "Filler tokens that bring the texts of a batch to one length. A mask tells the model to skip them.",
        ("special_tokens",),
        None,
        {"special_tokens.kind": "In a batch"},
    ),
    "chat template": Term(
        "The frame of special tokens that marks who says what in a chat.",
        ("special_tokens",),
        None,
        {"special_tokens.kind": "Through a chat template"},
    ),
    "normalisation": Term(
        "Changing a text before it is cut. NFC, for one, writes é as one code point.",
        ("production", "characters_words_bytes"),
        "Unicode",
        {"production.kind": "Lost text"},
    ),
    "rare": Term(
        "Of a token type: seen fewer than 20 times. Of a word: used in none of the bundled novels.",
        ("vocab_size", "characters_words_bytes"),
    ),
}


def on(page: str) -> list[str]:
    """The terms that a page uses, those first that it is the main page of."""
    used = [name for name, term in TERMS.items() if page in term.pages]
    return sorted(used, key=lambda name: TERMS[name].pages.index(page))
