"""Where two tokenizers part and why: every cause against an independent recount, on texts made for it."""

import json
import time
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tokcore.samples import declarations, random_texts
from tests.tokcore.tokenizer_files import UNIGRAM, WORDPIECE, merging, small
from tokcore import GPT2_PATTERN, BPETokenizer, first_difference, load
from tokcore.disagreement import KINDS, differences, disagreement, side, side_of_reading
from tokcore.encoding import Span
from tokcore.measures import Difference
from tokcore.published import FILES
from tokcore.uploaded import read

NAMES = ("gpt2", "cl100k_base", "o200k_base", "smollm2")
PAIRS = list(combinations(NAMES, 2))
TEXTS = [
    "The naïve traveller paid 12345678 drachmas at the cafe\u0301.<|endoftext|>",
    "I'LL go\n\n  now, <|im_start|>user, to Zürich\x04 and .\x04. back\x1d\x04",
    "\x04",
    "μέλισσες 你好 🤗👩\u200d🚀 \u0301\u0301",
    *random_texts(60, seed=5),
    *(text[:300] for text in declarations()[::9]),
]


def only(left, right, text, specials=False):
    """The causes of two tokenizers on a text, as (kind, sentence)."""
    sides = [side(one, text, specials=specials) for one in (left, right)]
    return [(cause.kind, cause.sentence) for cause in disagreement(*sides, text, most=1_000).causes]


def chunk_ends(name, text):
    """Where a tokenizer's pattern cuts, in bytes, counted from the chunks alone."""
    ends, done = set(), 0
    for chunk in load(name).rules.cut(text):
        done += len(chunk.encode())
        ends.add(done)
    return ends


# --- a text under one tokenizer -------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_side_is_what_the_tokenizer_says(name):
    tokenizer = load(name)
    for text in TEXTS:
        one = side(tokenizer, text)
        assert list(one.spans) == tokenizer.spans(text)
        assert {piece.end for piece in one.pieces} == chunk_ends(name, text)
        lost = {at for at, byte in enumerate(text.encode()) if byte in tokenizer.missing_bytes}
        assert one.dropped == lost
        with_specials = side(tokenizer, text, specials=True)
        ids = [span.token_id for span in with_specials.spans]
        assert ids == tokenizer.encode(text, allowed_special="all")
        data = text.encode()
        assert {data[s.start : s.end].decode() for s in with_specials.specials} <= tokenizer.specials.keys()


# --- where they differ ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_the_places_hold_every_cut_that_only_one_makes(left, right):
    for text in TEXTS:
        rows = load(left).spans(text), load(right).spans(text)
        found = differences(*rows)
        ends = [{span.end for span in row} for row in rows]
        disputed = ends[0] ^ ends[1]
        assert disputed == {
            cut for cut in disputed if sum(place.start < cut <= place.end for place in found) == 1
        }
        assert (found[0] if found else None) == first_difference(load(left), load(right), text)
        for place in found:
            assert place.start in ends[0] & ends[1] | {0}
            assert any(place.start < cut <= place.end for cut in disputed)
            assert place.left == tuple(s for s in rows[0] if place.start < s.end <= place.end)
        assert [place.start for place in found] == sorted(place.start for place in found)


# --- why ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_a_pattern_is_named_exactly_where_only_one_of_the_two_cuts_pieces(left, right):
    """The oracle: take each token that crosses the place, and see whether the other's pattern cuts in it."""
    seen = set()
    for text in TEXTS:
        sides = [side(load(name), text, name) for name in (left, right)]
        pieces = {name: chunk_ends(name, text) for name in (left, right)}
        data = text.encode()
        for found, kind, sentence in disagreement(*sides, text, most=1_000).causes:
            seen.add(kind)
            ends = [{span.end for span in row} for row in (found.left, found.right)]
            place = min(ends[0] ^ ends[1])
            joining, cutting = (right, left) if place in ends[0] else (left, right)
            token = next((s for s in load(joining).spans(text) if s.start < place < s.end), None)
            reach = (token.start, token.end) if token else (found.start, place)
            window = range(found.start, max(reach[1], place))
            dropped = any(data[at] in load(n).missing_bytes for n in (left, right) for at in window)
            walled = any(reach[0] < end < reach[1] for end in pieces[cutting])
            assert kind == ("dropped byte" if dropped else "pattern" if walled else "merge")
            assert sentence.startswith((cutting, joining))
    assert {"pattern", "merge"} <= seen <= set(KINDS)


def test_a_merge_that_one_never_learned_is_named_with_its_rank():
    left = BPETokenizer.from_merges([(104, 117), (256, 103)], name="with")
    right = BPETokenizer.from_merges([(104, 117)], name="without")
    said = "with joins 'hu' and 'g' to 'hug' (rank 1); without never learned 'hug'."
    assert only(left, right, "hug") == [("merge", said)]
    assert only(right, left, "hug") == [("merge", said)]


def test_a_merge_that_comes_too_late_is_named_with_what_came_first():
    early = BPETokenizer.from_merges([(104, 117), (117, 103)], name="early")
    late = BPETokenizer.from_merges([(117, 103), (104, 117)], name="late")
    assert only(early, late, "hug") == [
        (
            "merge",
            "early joins 'h' and 'u' to 'hu' (rank 0); late knows 'hu' too (rank 1), but joins 'u' and 'g' "
            "before it (rank 0).",
        )
    ]


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_every_merge_named_is_one_of_the_tokenizers(left, right):
    for text in TEXTS:
        sides = [side(load(name), text, name) for name in (left, right)]
        for found, kind, sentence in disagreement(*sides, text, most=1_000).causes:
            if kind == "merge":
                name, _, rest = sentence.partition(" joins ")
                rank = int(rest.partition("(rank ")[2].partition(")")[0].replace(",", ""))
                pair = load(name).merges[rank]
                made = load(name).token_bytes(load(name).first_merged + rank)
                assert b"".join(map(load(name).token_bytes, pair)) == made
                assert made in text.encode()[found.start :]
                other = load(right if name == left else left)
                assert ("never learned" in sentence) == (other.token_id(made) is None)
                assert "other merges come first" not in sentence


def test_a_pattern_is_explained_by_both_rules():
    gpt2, cl100k = (load(name) for name in ("gpt2", "cl100k_base"))
    assert only(gpt2, cl100k, "a 1234") == [
        (
            "pattern",
            "cl100k_base ends a piece after ' ' (“white space”) and begins another with '123' (“up to three "
            "numbers”); no merge crosses that cut. gpt2 keeps ' 1234' in one piece (“numbers”).",
        )
    ]


def test_special_strings_part_two_only_when_they_are_special_tokens():
    text = "a<|im_start|>b"
    smollm2, gpt2 = load("smollm2"), load("gpt2")
    assert "special token" not in [kind for kind, _ in only(smollm2, gpt2, text)]
    said = "'<|im_start|>' is one special token to smollm2 and plain text to gpt2."
    assert only(smollm2, gpt2, text, specials=True) == [("special token", said)]
    assert only(gpt2, load("o200k_base"), "a<|endoftext|>b", specials=True) == []


def test_dropped_bytes_are_told():
    said = "smollm2 has no token for what is here (bytes 04) and drops it before it merges."
    for text in ("a\x04", "\x04a", ".\x04."):
        assert only(load("smollm2"), load("gpt2"), text) == [("dropped byte", said)]


@pytest.mark.parametrize("text", ["", "a", "hug pug"])
def test_tokenizers_that_agree_have_no_causes(text):
    assert only(load("gpt2"), load("gpt2"), text) == only(load("gpt2"), load("r50k_base"), text) == []


def test_places_are_all_counted_and_the_first_explained():
    text = " 12345678" * 50
    sides = [side(load(name), text, name) for name in ("gpt2", "smollm2")]
    found = disagreement(*sides, text, most=3)
    assert found.places == len(differences(*(one.spans for one in sides)))
    assert len(found.causes) == 3


def test_a_piece_too_long_to_list_its_merges_is_still_told():
    text = "ab" * 3_000
    merged = BPETokenizer.from_merges([(97, 98)], name="joined")
    found = only(merged, BPETokenizer.from_merges([], name="bytes"), text)
    assert found[0] == ("merge", "joined has the token 'ab'; bytes never learned 'ab'.")


# --- a file of one's own --------------------------------------------------------------------------------


def with_file(data, text, other="gpt2"):
    sides = side_of_reading(read(data, text), "your file"), side(load(other), text, other)
    return [(cause.kind, cause.sentence) for cause in disagreement(*sides, text).causes]


def test_a_normalizer_is_the_cause_where_it_changes_the_cuts_and_only_there():
    file = json.loads((FILES / "smollm2.json").read_bytes()) | {"normalizer": {"type": "NFC"}}
    data = json.dumps(file).encode()
    kinds = [kind for kind, _ in with_file(data, "a naïve 12 cafe\u0301")]
    assert kinds == ["merge", "pattern", "normalisation"]
    assert [kind for kind, _ in with_file(data, "a naïve 12")] == ["merge", "pattern"]


def test_another_model_is_the_cause_where_no_cut_of_pieces_is():
    assert with_file(WORDPIECE, "unlikely")[0][0] == "model"
    assert "WordPiece" in with_file(WORDPIECE, "unlikely")[0][1]
    assert with_file(UNIGRAM, "unlikely")[0] == (
        "model",
        "your file does not merge: its model is Unigram.",
    )


def test_the_tokens_of_a_file_are_told_by_what_they_spell():
    joined = merging([("x", "q"), ("xq", "z")])
    assert with_file(joined, "xqz") == [("merge", "your file has the token 'xqz'; gpt2 never learned 'xqz'.")]
    assert with_file(small(), "the") == [
        ("merge", "gpt2 joins 't' and 'he' to 'the' (rank 913); your file cuts inside it.")
    ]


def test_added_tokens_of_a_file_that_always_match_are_its_special_tokens():
    added = [
        {"id": 262, "content": "<think>", "special": False}
        | dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    ]
    found = with_file(small(added_tokens=added), "a<think>b")
    assert found[0] == (
        "special token",
        "'<think>' is one special token to your file and plain text to gpt2.",
    )


def test_a_tokenizer_trained_with_a_pattern_parts_from_one_without_by_the_pattern():
    text = "hug pug hug pug hug pug"
    plain = BPETokenizer.train(text, 262, None, specials=(), name="plain")
    cut = BPETokenizer.train(text, 262, GPT2_PATTERN, specials=(), name="cut")
    kind, sentence = only(plain, cut, text)[0]
    assert kind == "pattern"
    assert "(“the whole text”)" in sentence


ROWS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3), st.integers(0, 12)), max_size=9)


def spans_of_rows(rows):
    """Rows of (id, length, end) as spans in the order of their ends."""
    return [Span(i, max(0, end - size), end) for i, size, end in sorted(rows, key=lambda row: row[2])]


SPANS = ROWS.map(spans_of_rows)


@given(SPANS, SPANS)
def test_the_places_are_those_that_looking_at_every_cut_finds(left, right):
    ends = [{span.end for span in row} for row in (left, right)]
    shared = sorted({0, *(ends[0] & ends[1]), max(ends[0] | ends[1], default=0)})
    expected = []
    for start, end in pairwise(shared):
        if {cut for cut in ends[0] ^ ends[1] if start < cut <= end}:
            rows = (tuple(span for span in row if start < span.end <= end) for row in (left, right))
            expected.append(Difference(start, end, *rows))
    assert differences(left, right) == expected


def test_thousands_of_places_are_found_at_once():
    rows = [Span(0, place, place + 2) for place in range(0, 100_000, 2)], [Span(0, 0, 3)]
    rows[1].extend(Span(0, place, place + 2) for place in range(3, 100_000, 2))
    started = time.process_time()
    assert len(differences(*rows)) == 1 and len(differences(rows[0], rows[0][::2])) == 25_000
    assert time.process_time() - started < 5
