"""What does not come back from its own ids: told character by character, and counted over all of Unicode."""

import pytest

from tests.tokcore.samples import CODE_POINTS, declarations, random_texts
from tokcore import BPETokenizer, load
from tokcore.roundtrip import Gap, Loss, gaps, losses

NAMES = ("gpt2", "cl100k_base", "o200k_base", "smollm2")
TEXTS = [*random_texts(300, seed=9), *declarations()[::20], "a\x04b\x1d", "\U00040000\U0008ffff\x04é", ""]


@pytest.mark.parametrize("name", NAMES)
def test_the_losses_are_what_decoding_shows(name):
    tokenizer = load(name)
    for text in TEXTS:
        found = losses(tokenizer, text)
        back = tokenizer.decode(tokenizer.encode(text))
        assert (not found) == (back == text)
        pieces = list(text)
        for loss in found:
            assert pieces[loss.place] == loss.character
            assert loss.missing and set(loss.missing) <= set(tokenizer.missing_bytes)
            pieces[loss.place] = loss.becomes
        assert "".join(pieces) == back


@pytest.mark.parametrize("name", NAMES)
def test_half_a_surrogate_pair_is_lost_everywhere_and_a_whole_one_is_not(name):
    assert losses(load(name), "a\ud83d") == [Loss(1, "\ud83d", "\ufffd", b"")]
    assert losses(load(name), "a\udc00b") == [Loss(1, "\udc00", "\ufffd", b"")]
    assert losses(load(name), "\ud83d\ude00") == []
    assert load(name).decode(load(name).encode("a\ud83d")) == "a\ufffd"


def test_smollm2_cannot_write_six_controls_and_eight_planes():
    found = gaps(load("smollm2"))
    six = [Gap(point, point, bytes([point])) for point in (0x04, 0x06, 0x13, 0x14, 0x16, 0x1D)]
    assert found == [*six, Gap(0x40000, 0x7FFFF, b"\xf1"), Gap(0x80000, 0xBFFFF, b"\xf2")]
    assert len(load("smollm2").missing_bytes) == 21


def test_the_gaps_are_all_code_points_that_do_not_come_back():
    tokenizer = load("smollm2")
    lost = {point for gap in gaps(tokenizer) for point in range(gap.first, gap.last + 1)}
    for first in range(0, len(CODE_POINTS), 4_096):
        points = CODE_POINTS[first : first + 4_096]
        kept = [point for point in points if point not in lost]
        text = "".join(map(chr, kept))
        assert tokenizer.decode(tokenizer.encode(text)) == text
    for gap in gaps(tokenizer):
        for character in (chr(gap.first), chr(gap.last)):
            assert tokenizer.decode(tokenizer.encode(character)) != character


@pytest.mark.parametrize("tokenizer", [load("gpt2"), BPETokenizer.train("ab", 256)], ids=["gpt2", "bytes"])
def test_a_vocabulary_with_every_byte_has_no_gaps(tokenizer):
    assert gaps(tokenizer) == []
