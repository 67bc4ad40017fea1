"""Exercises about counting: tokens of a sentence, bytes of characters, words that a list does not have."""

import random
from functools import partial

import regex

from tokcore import BPETokenizer, load
from tokcore.glitch import obscene
from tokcore.spelling import clusters
from tokcore.unseen import measure
from tokcore.words import words
from workshop.exercise import Feedback, Kind, Number, Task, Text, Trap, Values, quoted, too_far
from workshop.material import PUBLISHED, count, sentences
from workshop.pictures import Source, Stages, Strips, Table

WORDS, CHARACTERS = "counted words instead of tokens", "counted characters instead of tokens"
NO_SPACE, CHUNKS = "forgot the leading space", "took every piece of the pattern for one token"


def how_many_tokens(chance: random.Random) -> Task | None:
    """How many tokens is a sentence?"""
    text, name = chance.choice(sentences("botchan")), chance.choice(PUBLISHED)
    tokenizer = load(name)
    right, cut = count(name, text), tokenizer.rules.cut(text)
    several = [chunk for chunk in cut if len(tokenizer.encode(chunk)) > 1]
    if not several or right in (len(words(text)), len(cut)):
        return None
    bare = sum(count(name, word) for word in words(text))
    traps = (
        Trap(
            WORDS,
            {"count": len(words(text))},
            "You counted words. A rare word is several tokens, and a sign at its end is a token of its own.",
        ),
        Trap(
            CHARACTERS,
            {"count": len(text)},
            "You counted characters. A token here is several characters long on average.",
        ),
        Trap(
            CHUNKS,
            {"count": len(cut)},
            f"You counted the pieces that the pattern cuts. A piece is where merges stay inside; "
            f"some of these, {len(several)} in number, are more than one token.",
        ),
        Trap(
            NO_SPACE,
            {"count": bare},
            "You counted the tokens of each word by itself. Inside a sentence a word comes with the space "
            "before it, and that is another piece of text, often with another number of tokens.",
        ),
    )
    split = "; ".join(f"{quoted(one)} is {len(tokenizer.encode(one))}" for one in several)
    return Task(
        question=f"**How many tokens does {name} make of this sentence?** Estimate piece by piece before you "
        "type a number.",
        inputs=(Number("count", "Tokens"),),
        right={"count": right},
        because=f"{right} tokens: of {len(cut)} pieces all are one token, but for {len(several)}: {split}.",
        traps=traps,
        hints=(
            "A frequent word is one token, together with the space before it. Which words are rare?",
            f"The pattern cuts this sentence into {len(cut)} pieces. Of more than one token: {len(several)}.",
            f"Of the pieces, {split}. All others are one token each.",
        ),
        given=(Source("The sentence", text),),
        shown=(Strips(text, (name,)),),
        code=f'import tokcore\nlen(tokcore.load("{name}").encode({text!r}))',
        result=right,
        otherwise=too_far(right, "tokens"),
    )


OTHER_WAY, EQUAL, TOO_LITTLE = "won for the other tokenizer", "found a draw", "won by too little"
MOST = 40


def beats(chance: random.Random) -> Task | None:
    """Find a text that one tokenizer writes in fewer tokens than another."""
    first, second = chance.sample(PUBLISHED, 2)
    margin = chance.randint(2, 3)
    right = _found(chance, load(first), load(second), margin)
    wrong_way = _found(chance, load(second), load(first), 1)
    little = _found(chance, load(first), load(second), 1, margin - 1)
    if not (right and wrong_way and little):
        return None
    ahead = count(second, right) - count(first, right)
    traps = (
        Trap(OTHER_WAY, {"text": wrong_way}, "That is a text for which the other one needs fewer."),
        Trap(EQUAL, {"text": " the"}, "A draw: the same number of tokens."),
        Trap(TOO_LITTLE, {"text": little}, "Fewer, but not by enough."),
    )
    return Task(
        question=f"**Find a text for which {first} needs at least {margin} tokens fewer than {second}.** "
        f"It has up to {MOST} characters. A space at its beginning counts.",
        inputs=(Text("text", "Your text", MOST),),
        right={"text": right},
        because=f"For {quoted(right)} {first} needs {count(first, right)} and {second} "
        f"{count(second, right)}.",
        traps=traps,
        hints=(
            "Each vocabulary has long words that the other lacks: it was learned from another text.",
            f"Think of what the makers of {first} may have read a lot of: names, code, lists, another "
            f"language.",
            f"One token of {first} that does it spells {quoted(right)}.",
        ),
        given=(),
        shown=(Strips(right, (first, second)),),
        code=f"import tokcore\ntext = {right!r}\n"
        f'len(tokcore.load("{second}").encode(text)) - len(tokcore.load("{first}").encode(text))',
        result=ahead,
        otherwise=lambda values: "Look at both counts again.",
        judge=partial(_who_wins, first, second, margin),
        yours=lambda values: (Strips(values["text"], (first, second)),),
    )


def _found(chance, winner: BPETokenizer, loser: BPETokenizer, least: int, most: int = 99) -> str | None:
    for _ in range(600):
        token_id = chance.randrange(winner.first_merged, winner.first_id + winner.vocab_size)
        text = winner.token_bytes(token_id).decode("utf-8", "replace")
        if not regex.fullmatch(r" ?[A-Za-z]{4,30}", text) or obscene(text):
            continue
        if least <= len(loser.encode(text)) - len(winner.encode(text)) <= most:
            return text
    return None


def _who_wins(first: str, second: str, margin: int, values: Values) -> Feedback:
    text = values["text"]
    ours, theirs = count(first, text), count(second, text)
    counted = f"{first} needs {ours}, {second} {theirs}."
    if theirs - ours >= margin:
        return Feedback(True, counted)
    if theirs < ours:
        return Feedback(False, f"The other way round: {counted}", OTHER_WAY)
    if theirs == ours:
        return Feedback(False, f"A draw: {counted} Frequent words are one token in every vocabulary.", EQUAL)
    return Feedback(
        False, f"{counted} That is fewer, but by {theirs - ours} only. Go on from there.", TOO_LITTLE
    )


SEEN_AS, TWO_EACH = "counted what is drawn as one", "counted two bytes for every character"
CODE_POINTS = "counted characters instead of bytes"
_PARTS = (
    ("café", "naïve", "señor", "Łódź", "smörgås", "façade"),
    ("你好", "東京", "мир", "λόγος", "שלום", "한글"),
    ("🚀", "👍🏽", "👩\u200d🚀", "🤗", "e\u0301", "🇪🇺"),
)


def bytes_of_text(chance: random.Random) -> Task:
    """How many bytes does a text take in UTF-8?"""
    text = " ".join(chance.choice(part) for part in _PARTS)
    right = len(text.encode())
    ascii_only = sum(one.isascii() for one in text)
    traps = (
        Trap(
            CODE_POINTS,
            {"count": len(text)},
            "That is the number of characters. Outside ASCII a character takes two, three or four bytes.",
        ),
        Trap(
            SEEN_AS,
            {"count": len(clusters(text))},
            "That is how many signs you see. What is drawn as one can be several characters, each with "
            "bytes.",
        ),
        Trap(
            TWO_EACH,
            {"count": len(text.encode("utf-16-le"))},
            "That is the length with two bytes a unit (UTF-16). In UTF-8 lengths vary from one to four.",
        ),
    )
    each = ", ".join(f"U+{ord(one):04X}: {len(one.encode())}" for one in text if not one.isascii())
    return Task(
        question="**How many bytes does this text take in UTF-8?** A byte-level tokenizer starts from them.",
        inputs=(Number("count", "Bytes"),),
        right={"count": right},
        because=f"{len(text)} characters take {right} bytes.",
        traps=traps,
        hints=(
            "Letters without accents, and spaces, take one byte each.",
            f"{ascii_only} of its characters take one byte. Greek, Cyrillic, Hebrew and accented letters "
            "take two, Chinese, Japanese and Korean ones three, most emoji four.",
            f"The others take: {each}. Add one for each of the {ascii_only}.",
        ),
        given=(Source("The text", text),),
        shown=(
            Stages(
                (
                    ("as drawn", f"{len(clusters(text))} signs", tuple(clusters(text))),
                    ("characters", f"{len(text)} code points", tuple(text)),
                    ("bytes", f"{right} bytes", tuple(f"{byte:02x}" for byte in text.encode())),
                )
            ),
        ),
        code=f"len({text!r}.encode())",
        result=right,
        otherwise=too_far(right, "bytes"),
    )


TYPES, BACKWARDS, KNOWN = (
    "counted different words once",
    "looked from training to held-out text",
    "counted the known words",
)


def out_of_vocabulary(chance: random.Random) -> Task | None:
    """How many words of held-out text become the unknown token?"""
    lines = [
        " ".join(regex.findall("[a-z]+", one.lower())[:7]) for one in chance.sample(sentences("botchan"), 7)
    ]
    extra = chance.choice(words(lines[5]))
    training, held = "\n".join(lines[:5]), f"{lines[5]}\n{lines[6]} {extra} {chance.choice(words(lines[6]))}"
    found, back = measure(training, held), measure(held, training)
    if found.count < 4 or found.count == found.words:
        return None
    traps = (
        Trap(
            TYPES,
            {"count": len(found.unseen)},
            "You counted each new word once. It becomes <unk> every time that it stands there.",
        ),
        Trap(
            BACKWARDS,
            {"count": back.count},
            "You counted training words that the held-out text lacks. They are in the list and do no harm.",
        ),
        Trap(
            KNOWN,
            {"count": found.words - found.count},
            "Those are the words that the list has. The others become <unk>.",
        ),
    )
    new = [word for word, _ in found.unseen]
    return Task(
        question="A tokenizer's list holds every word of the training lines. **How many words of the "
        "held-out lines become `<unk>`?** A word is what stands between spaces.",
        inputs=(Number("count", "Words that become <unk>"),),
        right={"count": found.count},
        because=f"{found.count} of {found.words} held-out words are not in the list: "
        f"{found.rate:.0%} out of vocabulary.",
        traps=traps,
        hints=(
            "Go through the held-out words one by one and look each up in the training lines.",
            f"The held-out lines have {found.words} words. One that stands there twice counts twice.",
            f"The new words are {', '.join(new)}. Now count how often they stand there.",
        ),
        given=(Source("Training lines", training), Source("Held-out lines", held)),
        shown=(
            Table(
                "Words that the list does not have",
                ("word", "times in the held-out lines"),
                tuple(found.unseen),
                ("times in the held-out lines",),
            ),
        ),
        code=f"from tokcore.unseen import measure\nmeasure({training!r}, {held!r}).count",
        result=found.count,
        otherwise=too_far(found.count, "words"),
    )


KINDS = (
    Kind(
        "how_many_tokens",
        "How many tokens is a sentence",
        "compare",
        3,
        (WORDS, CHARACTERS, CHUNKS, NO_SPACE),
        how_many_tokens,
    ),
    Kind(
        "beats", "A text for which one beats the other", "compare", 5, (OTHER_WAY, EQUAL, TOO_LITTLE), beats
    ),
    Kind(
        "bytes_of_text",
        "Bytes behind the characters",
        "characters_words_bytes",
        3,
        (CODE_POINTS, SEEN_AS, TWO_EACH),
        bytes_of_text,
    ),
    Kind(
        "out_of_vocabulary",
        "Words that are not in the list",
        "characters_words_bytes",
        4,
        (TYPES, BACKWARDS, KNOWN),
        out_of_vocabulary,
    ),
)
