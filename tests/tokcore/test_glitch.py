"""Under-trained tokens: the list against tiktoken, the measurements, and a token made here."""

import json
import math
import subprocess
import sys
from collections import Counter
from pathlib import Path
from statistics import median

import numpy
import pytest

from tokcore import BPETokenizer, LimitError, VocabularyError, load
from tokcore.corpora import corpus
from tokcore.glitch import (
    MOST_PLANTED,
    VOCABULARY,
    WIDTH,
    gpt2_glitch_tokens,
    median_repeat,
    obscene,
    plant,
    planted_text,
    smollm2_indicators,
)
from tokcore.pretokenize import GPT2
from tokcore.published import reference
from tokcore.reachability import not_itself

ROOT = Path(__file__).resolve().parents[2]
NOT_SINGLE = ["soAvailability", "TPPStreamer", " embedreportprint", " Nitrome", "externalToEVA"]
NAME = "quietheron"


@pytest.fixture(scope="module")
def text():
    return corpus("botchan").text[:20_000]


@pytest.fixture(scope="module")
def made(text):
    return plant(text, NAME, 60, seed=7)


# --- the list -----------------------------------------------------------------------------------------------


def test_the_list_holds_141_single_tokens_of_gpt2():
    tokens = gpt2_glitch_tokens()
    assert len(tokens) == len(set(tokens)) == 141
    assert [text for text in tokens if len(reference("gpt2")(text)) != 1] == []
    assert [text for text in tokens if load("gpt2").encode(text) != reference("gpt2")(text)] == []


@pytest.mark.parametrize("name, single", [("cl100k_base", 45), ("o200k_base", 41)])
def test_later_vocabularies_have_few_of_them(name, single):
    assert sum(len(reference(name)(text)) == 1 for text in gpt2_glitch_tokens()) == single


@pytest.mark.parametrize("text", NOT_SINGLE)
def test_names_that_are_no_single_token_are_not_claimed(text):
    assert text not in gpt2_glitch_tokens()
    assert len(reference("gpt2")(text)) > 1


@pytest.mark.parametrize("text", [" SolidGoldMagikarp", " petertodd", " externalToEVA", "Nitrome", "\x00"])
def test_well_known_ones_are_there(text):
    assert text in gpt2_glitch_tokens()


# --- the measurements ---------------------------------------------------------------------------------------


def test_management_plane_protection_leads():
    nearest = smollm2_indicators().nearest
    assert load("smollm2").token_bytes(nearest[0].id) == b"ManagementPlaneProtection"
    assert (nearest[0].id, nearest[0].distance) == (36744, 0.0016)
    assert [token.distance for token in nearest] == sorted(token.distance for token in nearest)


def test_near_tokens_are_not_repeated_and_random_ones_are():
    found = smollm2_indicators()
    near = found.below(0.6)
    assert len(near) == 17
    assert round(median_repeat(near), 4) == 0.0002
    assert round(median_repeat(found.controls), 2) == 0.95
    assert median_repeat(near) == median(token.repeats for token in near)
    assert max(token.repeats for token in near) < 0.004
    assert median_repeat([]) is None


def test_the_measurements_belong_to_the_vocabulary():
    found, tokenizer = smollm2_indicators(), load("smollm2")
    assert found.never_used == tuple(range(7, 17))
    assert all(i in tokenizer.specials.values() for i in found.never_used)
    drawn = numpy.random.default_rng(0).choice(numpy.arange(17, 49152), 40, replace=False)
    assert [token.id for token in found.controls] == sorted(drawn.tolist())
    assert (len(found.nearest), len({token.id for token in found.nearest})) == (60, 60)
    for token in (*found.nearest, *found.controls):
        assert 17 <= token.id < 49152
        assert tokenizer.token_bytes(token.says)
        assert 0 <= token.repeats <= token.says_chance <= 1
        assert (token.says == token.id) == (token.repeats == token.says_chance)
    shares = list(found.quantiles)
    assert shares == [0, 0.01, 0.5, 0.99, 1]
    assert found.quantiles[0] == found.nearest[0].distance
    assert found.nearest[-1].distance < found.quantiles[0.01] < found.quantiles[0.5]


def test_the_file_holds_what_is_read():
    file = json.loads((ROOT / "data/glitch/smollm2_undertrained.json").read_text())
    assert [token["id"] for token in file["nearest"]] == [token.id for token in smollm2_indicators().nearest]


# --- one made here ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [0, 1, 25])
def test_a_name_is_planted_as_often_as_asked_and_nothing_else_changes(text, times):
    planted = planted_text(text, NAME, times, seed=3)
    assert planted.count(f" {NAME} ") == planted.count(NAME) == times
    assert planted.replace(f" {NAME}", "") == text
    assert planted == planted_text(text, NAME, times, seed=3)
    assert times == 0 or planted != planted_text(text, NAME, times, seed=4)


def test_the_planted_tokens_vector_stays_exactly_where_it_began(made):
    assert made.tokenizer.token_bytes(made.name_id) == f" {NAME}".encode()
    assert made.counts[made.name_id] == 0
    assert made.start[made.name_id].tobytes() == made.end[made.name_id].tobytes()
    assert made.moved[made.name_id] == 0


def test_exactly_the_tokens_that_the_models_text_holds_have_moved(made, text):
    seen = Counter(made.tokenizer.encode(text))
    assert made.counts == tuple(seen[i] for i in range(VOCABULARY))
    inputs = Counter(made.tokenizer.encode(text)[:-1])  # the last token predicts nothing
    for i in range(VOCABULARY):
        assert (made.moved[i] > 0) == (inputs[i] > 0)
    assert set(made.never_seen) == set(range(VOCABULARY)) - set(seen)
    assert median(made.moved[i] for i in seen) > 0.5


def test_the_moves_are_lengths_over_all_numbers_of_a_vector(made):
    i = made.tokenizer.encode(" the")[0]
    assert made.start.shape == made.end.shape == (VOCABULARY, WIDTH)
    assert math.isclose(made.moved[i], math.dist(made.start[i], made.end[i]), rel_tol=1e-5)
    assert math.isclose(
        made.output_moved[i], math.dist(made.output_start[i], made.output_end[i]), rel_tol=1e-5
    )


def test_training_makes_the_models_text_more_probable(made, text):
    ids = made.tokenizer.encode(text)[:400]

    def loss(inputs, outputs):
        total = 0
        for here, following in zip(ids, ids[1:]):
            scores = (outputs @ inputs[here]).tolist()
            total += math.log(sum(map(math.exp, scores))) - scores[following]
        return total / (len(ids) - 1)

    before, after = loss(made.start, made.output_start), loss(made.end, made.output_end)
    assert before > math.log(VOCABULARY) * 0.95
    assert after < 0.7 * before


def test_never_seen_outputs_gather(made):
    before, after = made.output_spread()
    assert after < 0.75 * before
    assert made.output_moved[made.name_id] > 0.5


def test_a_name_that_the_model_sees_moves(text, made):
    seen = plant(text, NAME, 60, seed=7, filtered=False)
    assert seen.counts[seen.name_id] == 60
    assert seen.moved[seen.name_id] > 0.5
    assert seen.tokenizer.merges == made.tokenizer.merges


def test_the_seed_decides(text, made):
    again, other = plant(text, NAME, 60, seed=7), plant(text, NAME, 60, seed=8)
    assert again.tokenizer.merges == made.tokenizer.merges
    assert (again.start == made.start).all() and (again.end == made.end).all()
    assert (
        made.start
        == numpy.random.default_rng(7).normal(0, 0.5, (2, VOCABULARY, WIDTH))[0].astype(numpy.float32)
    ).all()
    assert not (other.start == made.start).any()
    assert other.moved[other.name_id] == 0


def test_the_tokenizer_is_trained_on_the_planted_text(text, made):
    expected = BPETokenizer.train(planted_text(text, NAME, 60, 7), VOCABULARY, GPT2, specials=())
    assert made.tokenizer.merges == expected.merges


def test_a_rare_name_is_several_tokens(text):
    rare = plant(text, NAME, 1)
    assert rare.name_id is None
    assert rare.tokenizer.decode(rare.name_ids) == f" {NAME}"


def test_the_flat_picture_keeps_a_still_vector_still(made):
    flat = made.flat
    assert len(flat) == VOCABULARY
    x, y, to_x, to_y = flat[made.name_id]
    assert (x, y) == (to_x, to_y)
    i = made.tokenizer.encode(" the")[0]
    assert 0 < math.dist(flat[i][:2], flat[i][2:]) <= made.moved[i] * (1 + 1e-5)


@pytest.mark.parametrize("name", ["", "ab", "a" * 25, "two words", "name7", "it's", " heron", "नमस्ते", "<b>"])
def test_what_is_no_word_of_letters_is_not_planted(text, name):
    with pytest.raises(VocabularyError, match="one word of 3 to 24 letters"):
        plant(text, name, 5)


def test_a_name_that_the_text_has_is_not_planted(text):
    with pytest.raises(VocabularyError, match="holds this name already"):
        plant(text, "school", 5)


def test_names_of_other_scripts_can_be_planted(text):
    made = plant(text, "μέλισσα", 80)
    assert made.moved[made.name_id] == 0


def test_planting_has_limits(text):
    with pytest.raises(LimitError, match="characters of text"):
        plant(text * 5, NAME, 5)
    with pytest.raises(LimitError, match="places"):
        plant(text, NAME, MOST_PLANTED + 1)


def test_numpy_comes_only_with_planting():
    code = (
        "import sys, tokcore.glitch as glitch; glitch.gpt2_glitch_tokens(); glitch.smollm2_indicators(); "
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# --- what is not shown --------------------------------------------------------------------------------------


def test_three_of_the_strays_of_o200k_are_not_shown():
    tokenizer = load("o200k_base")
    strays = [stray.token_id for stray in not_itself(tokenizer)]
    assert [i for i in strays if obscene(tokenizer.decode([i]))] == [99494, 147008, 193819]


@pytest.mark.parametrize("text", ["fucking", " Porn", "x porn", "成人", "日本AV", " 亚洲av"])
def test_obscene_texts_are_known(text):
    assert obscene(text)


@pytest.mark.parametrize(
    "text",
    [
        "Scunthorpe",
        "Essex",
        "cumulative",
        "cocktail",
        "analysis",
        "Java",
        "天天中彩票APP",
        "日本AVC",
        "AV",
        "sextant",
        "xxxx",
    ],
)
def test_innocent_texts_are_left_alone(text):
    assert not obscene(text)


def test_nothing_of_the_list_or_the_measurements_is_hidden():
    assert [text for text in gpt2_glitch_tokens() if obscene(text)] == []
    found = smollm2_indicators()
    for token in (*found.nearest, *found.controls):
        assert not obscene(load("smollm2").token_bytes(token.id).decode(errors="replace"))
