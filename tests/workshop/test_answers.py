"""The answers are right: each is found once more by the libraries themselves, or by a count of our own."""

import pytest

from tests.workshop import recounts, recounts_of_training
from tests.workshop.asking import ALL, SEEDS, tasks, typed
from tokcore.corpora import corpus
from tokcore.glitch import plant

HEAVY = {"choose_size": 6, "lab_transfer": 8, "lab_pattern": 8, "lab_glitch": 5}
"""Kinds whose recount trains anew, and for how many seeds it is made."""


@pytest.mark.parametrize("kind", ALL)
def test_another_count_gives_the_same_answer(kind):
    recount = getattr(recounts, kind, None) or getattr(recounts_of_training, kind)
    for seed, one in tasks(kind, SEEDS[: HEAVY.get(kind)]):
        again = recount(one)
        assert set(again) == set(one.right)
        feedback = one.check(typed(again))
        assert feedback.right, (seed, again, one.right, feedback.sentence)


def test_every_fault_is_asked_for():
    assert {one.right["fault"] for _, one in tasks("which_fault")} == {
        "under-trained",
        "unreachable",
        "only different when alone",
        "a token like any other",
    }


def test_a_token_that_the_model_never_reads_does_not_move():
    planted = plant(corpus("northanger_abbey").text[:4_000], "Zolfrinax", 60)
    assert planted.moved[planted.name_id] == 0 < planted.moved[planted.tokenizer.token_id(b"e")]
