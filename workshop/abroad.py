"""Exercises with the Declaration of Human Rights in many languages: its price, and split characters."""

import random
import unicodedata
from functools import partial

from tokcore import load
from tokcore.languages import declaration, declaration_cost, languages
from tokcore.words import words
from workshop.exercise import Feedback, Kind, Number, Task, Text, Trap, Values, quoted
from workshop.material import PUBLISHED, pieces
from workshop.pictures import Bars, Source, Strips, Table

UPSIDE_DOWN, BY_BYTES = "divided the wrong way round", "compared bytes instead of tokens"
FERTILITY, DIFFERENCE = "took fertility for premium", "took the difference, not the ratio"


def premium(chance: random.Random) -> Task | None:
    """How many times the tokens of English does another language take?"""
    language = languages()[chance.choice(list(languages()))]
    name = chance.choice(PUBLISHED)
    base, other = (declaration_cost(name, code) for code in ("eng", language.code))
    if not other.words or other.tokens < 1.4 * base.tokens:
        return None
    right = round(other.premium(base), 2)
    traps = (
        Trap(
            UPSIDE_DOWN,
            {"value": base.tokens / other.tokens},
            "You divided the tokens of English by the others. The base stands below the line.",
        ),
        Trap(
            BY_BYTES,
            {"value": other.bytes / base.bytes},
            "You compared bytes. They say how long the text is, not what a model reads and what is paid for.",
        ),
        Trap(
            FERTILITY,
            {"value": other.per_word},
            "That is fertility: tokens per word of this language. Words differ in length, so it does not "
            "compare languages; the premium compares the same content.",
        ),
        Trap(
            DIFFERENCE,
            {"value": other.tokens - base.tokens},
            "That is how many tokens more. The premium says how many times as many.",
        ),
    )
    rows = tuple(
        (who, one.tokens, one.words, one.characters, one.bytes)
        for who, one in (("English", base), (language.name, other))
    )
    bars = tuple(
        (tok, round(declaration_cost(tok, language.code).premium(declaration_cost(tok, "eng")), 2))
        for tok in PUBLISHED
    )
    return Task(
        question=f"Article 1 of the Universal Declaration of Human Rights under {name}. **What is the "
        f"premium of {language.name} over English?** Two decimals.",
        inputs=(Number("value", "Premium", 0.011, 10_000),),
        right={"value": right},
        because=f"{other.tokens} / {base.tokens} = {right:.2f}: the same content costs {right:.2f} times "
        f"the tokens.",
        traps=traps,
        hints=(
            "The premium compares what is paid for the same content.",
            "Only one column of the table is needed, and the base language stands below the line.",
            f"Divide {other.tokens} by the tokens of English.",
        ),
        given=(
            Table(
                f"Article 1 under {name}",
                ("language", "tokens", "words", "characters", "bytes"),
                rows,
                ("tokens", "words", "characters", "bytes"),
            ),
        ),
        shown=(
            Bars(
                f"What {language.name} costs over English, by tokenizer", "times the tokens of English", bars
            ),
            Strips(
                declaration(language.code), (name,), direction=language.direction, words=bool(other.words)
            ),
        ),
        code="from tokcore.languages import declaration_cost\n"
        f'other, base = declaration_cost("{name}", "{language.code}"), declaration_cost("{name}", "eng")\n'
        "round(other.premium(base), 2)",
        result=right,
        otherwise=lambda values: "Not that. Which two figures of the table belong to the same content?",
    )


ONE_BYTE, BETWEEN, WHOLE = (
    "took a word of one-byte letters",
    "cut between characters only",
    "found a word in one piece",
)
NO_WORD = "gave no single word"


def split_character(chance: random.Random) -> Task | None:
    """Find a word in which a token ends inside a character."""
    name = chance.choice(PUBLISHED)
    language = languages()[chance.choice(list(languages()))]
    text = declaration(language.code)
    candidates = [
        bare
        for word in words(text)
        if (bare := "".join(filter(_is_letter, word))) and len(bare) <= MOST_LETTERS
    ]
    judged = {word: _splits(name, {"word": word}) for word in candidates}
    right = next((word for word, found in judged.items() if found.right), None)
    between = next((word for word, found in judged.items() if found.misconception == BETWEEN), None)
    if right is None or between is None or language.script == "Latin":
        return None
    traps = (
        Trap(ONE_BYTE, {"word": "tokenizer"}, ""),
        Trap(BETWEEN, {"word": between}, ""),
        Trap(NO_WORD, {"word": f"{between} {between}"}, ""),
    )
    tokens = [token.hex(" ") for token in pieces(load(name), right)]
    return Task(
        question=f"**Find a word with a character that {name} splits: a token ends between two of its "
        f"bytes.** Copy it from this text in {language.name}, or type any other of up to {MOST_LETTERS} "
        "letters.",
        inputs=(Text("word", "Your word", MOST_LETTERS * 2),),
        right={"word": right},
        because=f"In {quoted(right)} the tokens are the bytes {' | '.join(tokens)}.",
        traps=traps,
        hints=(
            "Only a character of several bytes can be split. Letters of English are one byte each.",
            "Look for rare letters: a frequent one got its bytes merged early.",
            f"{quoted(right)} stands in the text. Count its letters and its tokens.",
        ),
        given=(Source(f"Article 1 in {language.name}", text),),
        shown=(
            Strips(right, (name,), direction=language.direction, label="A character is split"),
            Strips(between, (name,), direction=language.direction, label="None is split"),
        ),
        code=f'import tokcore\ntok = tokcore.load("{name}")\n[tok.token_bytes(i).hex(" ") for i in '
        f"tok.encode({right!r})]",
        result=tokens,
        otherwise=lambda values: "",
        judge=partial(_splits, name),
        yours=lambda values: (Strips(values["word"].strip(), (name,), direction="auto", words=False),),
    )


MOST_LETTERS = 20


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LM"


def _splits(name: str, values: Values) -> Feedback:
    word = values["word"].strip()
    if not word or len(word) > MOST_LETTERS or not all(map(_is_letter, word)):
        return Feedback(
            False, f"Give one word of up to {MOST_LETTERS} letters, without spaces and signs.", NO_WORD
        )
    data, ends, at = word.encode(), set(), 0
    for character in word:
        at += len(character.encode())
        ends.add(at)
    spans = load(name).spans(word)
    if any(span.end not in ends for span in spans):
        return Feedback(
            True, f"{len(word)} characters, {len(data)} bytes, {len(spans)} tokens, and a cut inside one."
        )
    if word.isascii():
        return Feedback(
            False,
            "Every letter of this word is one byte, and a byte is never cut. It takes another script.",
            ONE_BYTE,
        )
    if len(spans) == 1:
        return Feedback(False, "This word is one token: nothing is cut at all.", WHOLE)
    return Feedback(
        False,
        f"{len(spans)} tokens, but every one ends where a character ends. Look for rarer letters.",
        BETWEEN,
    )


BILL_WORDS, FOUR, ENGLISH = (
    "counted words for tokens",
    "used four characters a token",
    "used the figure of English",
)


def bill(chance: random.Random) -> Task | None:
    """How many tokens will a long text be?"""
    name, code = chance.choice(PUBLISHED), chance.choice(list(languages()))
    language, base, other = languages()[code], declaration_cost(name, "eng"), declaration_cost(name, code)
    if not other.words or other.per_word < 1.5 * base.per_word:
        return None
    asked = chance.randrange(2, 40) * 500
    right = asked * other.tokens / other.words
    traps = (
        Trap(
            BILL_WORDS,
            {"count": asked},
            "You took every word for a token. Context windows and prices are counted in tokens.",
        ),
        Trap(
            FOUR,
            {"count": asked * other.characters / other.words / 4},
            "You used the rule of thumb of four characters a token. It was measured on English.",
        ),
        Trap(
            ENGLISH,
            {"count": asked * base.tokens / base.words},
            f"You used the tokens per word of English. {language.name} has a figure of its own.",
        ),
        Trap(
            UPSIDE_DOWN,
            {"count": asked * other.words / other.tokens},
            "You divided where you should multiply: a word is more than one token here.",
        ),
    )
    rows = tuple(
        (who, one.tokens, one.words, one.characters)
        for who, one in (("English", base), (language.name, other))
    )
    return Task(
        question=f"You send {asked:,} words of {language.name} to a model that reads {name}. **How many "
        "tokens will they be, if they are like this sample?** Within one in a hundred.",
        inputs=(Number("count", "Tokens", right / 100),),
        right={"count": round(right)},
        because=f"{other.tokens} / {other.words} = {other.per_word:.2f} tokens per word, times {asked:,}: "
        f"about {right:,.0f}.",
        traps=traps,
        hints=(
            "Prices and context windows are counted in tokens. How many are there to a word?",
            f"Tokens per word, from the sample in {language.name} and under this tokenizer.",
            f"Multiply {asked:,} by the tokens per word of {language.name}, {other.per_word:.3f}.",
        ),
        given=(
            Table(
                f"A sample under {name}",
                ("language", "tokens", "words", "characters"),
                rows,
                ("tokens", "words", "characters"),
            ),
        ),
        shown=(
            Bars(
                f"Tokens for {asked:,} words of {language.name}, by tokenizer",
                "tokens",
                tuple((tok, round(asked * declaration_cost(tok, code).per_word)) for tok in PUBLISHED),
            ),
        ),
        code="from tokcore.languages import declaration_cost\n"
        f'sample = declaration_cost("{name}", "{code}")\nround({asked} * sample.tokens / sample.words)',
        result=round(right),
        otherwise=lambda values: (
            "Not within one in a hundred. Which figure says how many tokens a word takes?"
        ),
    )


KINDS = (
    Kind(
        "premium",
        "The price of another language",
        "fertility",
        3,
        (UPSIDE_DOWN, BY_BYTES, FERTILITY, DIFFERENCE),
        premium,
    ),
    Kind(
        "split_character",
        "Split a character",
        "fertility",
        5,
        (ONE_BYTE, BETWEEN, WHOLE, NO_WORD),
        split_character,
    ),
    Kind(
        "bill",
        "How long will it be",
        "production",
        4,
        (BILL_WORDS, FOUR, ENGLISH, UPSIDE_DOWN),
        bill,
    ),
)
