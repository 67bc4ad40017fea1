"""The answers once more, by other means: tiktoken and tokenizers themselves, or a count written out here.

Each function takes a task, reads what the person sees of it, and returns the answer that it should have.
"""

import math
import re
from collections import Counter
from itertools import pairwise

import regex
import tokenizers

from tokcore import PATTERNS, SMOLLM2_PATTERN, load
from tokcore.alphabet import printable
from tokcore.corpora import corpus
from tokcore.glitch import smollm2_indicators
from tokcore.languages import declaration
from tokcore.published import FILES, library_pattern, reference, tokenizer_file
from workshop.pictures import Chunks, Columns, Encoding, Source, Stages, Strips, Table, Training


def given(one, kind, place=0):
    return [picture for picture in one.given if isinstance(picture, kind)][place]


def shown(one, kind):
    return next(picture for picture in one.shown if isinstance(picture, kind))


def ids(name, text):
    return reference(name)(text)


def asked(one, expression):
    """What the question says at a place, by a regular expression."""
    return re.search(expression, one.question)


def merge_once(row, pair):
    merged, place = [], 0
    while place < len(row):
        if tuple(row[place : place + 2]) == pair:
            merged.append(row[place] + row[place + 1])
            place += 2
        else:
            merged.append(row[place])
            place += 1
    return merged


def how_many_tokens(one):
    picture = shown(one, Strips)
    assert given(one, Source).text == picture.text
    return {"count": len(ids(picture.names[0], picture.text))}


def beats(one):
    first, margin, second = asked(one, r"which (\w+) needs at least (\d) tokens fewer than (\w+)\.").groups()
    text = one.right["text"]
    assert len(text) <= 40
    assert len(ids(second, text)) - len(ids(first, text)) >= int(margin)
    for trap in one.traps:
        text = {**one.right, **trap.values}["text"]
        assert len(ids(second, text)) - len(ids(first, text)) < int(margin)
    return one.right


def bytes_of_text(one):
    sizes = ((0x80, 1), (0x800, 2), (0x10000, 3), (0x110000, 4))
    text = given(one, Source).text
    return {"count": sum(next(size for end, size in sizes if ord(c) < end) for c in text)}


def out_of_vocabulary(one):
    known = set(given(one, Source, 0).text.split())
    return {"count": sum(word not in known for word in given(one, Source, 1).text.split())}


def next_merge(one):
    picture = shown(one, Training)
    row = list(picture.text)
    for _ in range(picture.merges - 1):
        row = merge_once(row, Counter(pairwise(row)).most_common(1)[0][0])
    assert [part.decode() for part in given(one, Stages).rows[0][2]] == row
    (best, count), (_, second) = Counter(pairwise(row)).most_common(2)
    assert count > second
    return dict(zip(("left", "right"), best))


def saved_by_merge(one):
    text = given(one, Source).text
    (pair, _), *_ = Counter(pairwise(text)).most_common(1)
    return {"count": len(merge_once(list(text), pair))}


def encode_by_hand(one):
    merges = [tuple(part.decode() for part in pair) for _, pair, _ in given(one, Table).rows]
    row = list(given(one, Source).text)
    while found := [pair for pair in pairwise(row) if pair in merges]:
        row = merge_once(row, min(found, key=merges.index))
    return {"tokens": tuple(row)}


def chunks_of(one):
    name = shown(one, Chunks).pattern
    tokenizer = {"gpt2": "gpt2", "cl100k": "cl100k_base"}.get(name)
    pattern = library_pattern(tokenizer) if tokenizer else SMOLLM2_PATTERN
    return {"count": len(regex.findall(pattern, given(one, Source).text))}


def repair_pattern(one):
    wanted, broken = (row[2] for row in given(one, Stages).rows)
    text = "".join(wanted)
    assert list(wanted) == re.findall(r" ?[^\W\d_]+| ?\d+| ?(?:[^\w\s]|_)+|\s+", text)
    assert list(broken) == regex.findall(given(one, Source).text, text) != list(wanted)
    assert regex.findall(one.right["pattern"], text) == list(wanted)
    return one.right


def first_rank(one):
    listed = tokenizer_file("smollm2")["model"]["merges"]
    ranks = {tuple(m.split(" ") if isinstance(m, str) else m): rank for rank, m in enumerate(listed)}
    pairs = [pair for _, pair, _, _ in given(one, Table).rows]
    rank, pair = min((ranks.get(tuple(map(printable, pair)), math.inf), pair) for pair in pairs)
    word = shown(one, Encoding).text
    assert b"".join([pairs[0][0], *(right for _, right in pairs)]).decode() == word
    return {"left": pair[0].decode(), "right": pair[1].decode(), "rank": rank}


def leading_space(one):
    name = asked(one, r"tokens does (\w+) make").group(1)
    word = asked(one, "“(.+?)”").group(1)
    return {"start": len(ids(name, word)), "after": len(ids(name, f" {word}"))}


def _declarations(one):
    return declaration("eng"), next(p.text for p in one.shown if isinstance(p, Strips))


def premium(one):
    name = asked(one, r"under (\w+)\.").group(1)
    base, other = _declarations(one)
    return {"value": len(ids(name, other)) / len(ids(name, base))}


def split_character(one):
    name, word = shown(one, Strips).names[0], one.right["word"]
    assert word in given(one, Source).text
    whole = []
    for token_id in ids(name, word):
        try:
            whole.append(load(name).token_bytes(token_id).decode())
        except UnicodeDecodeError:
            return one.right
    raise AssertionError(f"{whole} are whole characters")


def bill(one):
    words, language, name = asked(one, r"send ([\d,]+) words of (.+?) to a model that reads (\w+)\.").groups()
    row = next(row for row in given(one, Table).rows if row[0] == language)
    code = re.search(rf'declaration_cost\("{name}", "(\w+)"\)', one.code).group(1)
    text = declaration(code)
    assert row[1:] == (len(ids(name, text)), len(regex.split(r"[\s\u1361]+", text.strip())), len(text))
    return {"count": round(int(words.replace(",", "")) * row[1] / row[2])}


def _pieces(name, number):
    return [load(name).token_bytes(token_id).decode() for token_id in ids(name, number)]


def _cuts(pieces):
    lengths = [len(piece) for piece in pieces]
    return {sum(lengths[place:]) for place in range(1, len(lengths))}


def _out_of_line(rows):
    return any(
        cut < sum(map(len, other)) and cut not in _cuts(other)
        for row in rows for cut in _cuts(row) for other in rows
    )  # fmt: skip


def break_place_value(one):
    name = asked(one, r"makes (\w+) cut").group(1)
    first = int(asked(one, r"sum (\d+)").group(1))
    second = one.right["second"]
    assert _out_of_line([_pieces(name, str(n)) for n in (first, second, first + second)])
    numbers = [str(n) for n in (first, second, first + second, 7, 12345678, 999, 1000)]
    assert not _out_of_line([[p[::-1] for p in re.findall(r"\d{1,3}", n[::-1])][::-1] for n in numbers])
    for trap in one.traps:
        if "second" in trap.values:
            other = trap.values["second"]
            assert not _out_of_line([_pieces(name, str(n)) for n in (first, other, first + other)])
    return one.right


def typed_special(one):
    name = asked(one, r"tokens does (\w+) make").group(1)
    return {"count": len(ids(name, given(one, Source).text))}


def inject(one):
    library = tokenizers.Tokenizer.from_file(str(FILES / "smollm2.json"))
    mark, role = library.token_to_id("<|im_start|>"), asked(one, r"turn of the role (\w+)\.").group(1)
    found = library.encode(one.right["message"]).ids
    after = library.decode(found[found.index(mark) + 1 :], skip_special_tokens=False)
    assert after.startswith(f"{role}\n")
    library.encode_special_tokens = True
    assert mark not in library.encode(one.right["message"]).ids
    return {
        "message": one.right["message"],
        "way": next(way for way in one.inputs[1].options if "plain" in way),
    }


def which_fault(one):
    token_id, name = re.match(r"Token ([\d,]+) of (.+)", given(one, Table).label).groups()
    token_id, token = int(token_id.replace(",", "")), given(one, Table).rows[0][1][0]
    if name not in ("smollm2", "o200k_base"):
        chunks = set(PATTERNS["gpt2"].cut(corpus("botchan").text))
        assert len(token) > 1 and not any(token.decode() in chunk for chunk in chunks)
        return {"fault": "unreachable"}
    if ids(name, token.decode()) != [token_id]:
        text = re.fullmatch("in the text (.+)", given(one, Table).rows[2][1]).group(1)
        assert token_id in ids(name, eval(text))
        return {"fault": "only different when alone"}
    measured = {
        one.id: one.repeats for one in (*smollm2_indicators().nearest, *smollm2_indicators().controls)
    }
    return {"fault": "under-trained" if measured[token_id] < 0.5 else "a token like any other"}


def lab_digits(one):
    name, numbers = asked(one, r"does (\w+) cut").group(1), asked(one, r"of (\d+)\+(\d+)=").groups()
    pieces = _pieces(name, numbers[1])
    assert shown(one, Columns).prompt == "+".join(numbers) + "="
    names = ["ones", "tens", "hundreds"]
    names += [f"{which}{unit}" for unit in ("thousands", "millions") for which in ("", "ten ", "hundred ")]
    high = len(numbers[1]) - 1
    low = high - len(pieces[0]) + 1
    price = next(option for option in one.inputs[2].options if "one more digit" in option)
    return {"pieces": "|".join(pieces), "places": f"{names[high]} to {names[low]}", "price": price}
