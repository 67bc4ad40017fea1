"""A group's numbers: the same on every machine, others for every group, and read from a link."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workshop.asking import ALL, SEEDS, tasks, typed
from workshop.catalogue import KINDS
from workshop.groups import read_group, read_seed, seed

ROOT = Path(__file__).resolve().parents[2]
GROUPS = [seed(1), seed(7), seed(42, 3)]
DIGESTS = {
    "how_many_tokens": "70359c4069c14869",
    "beats": "85347168e5188b92",
    "bytes_of_text": "0c77b0db762af517",
    "out_of_vocabulary": "17c12ae8f3578195",
    "next_merge": "8b87b9211f5d239f",
    "saved_by_merge": "2917364b5d1b9c85",
    "encode_by_hand": "d30e67e3646a969e",
    "chunks_of": "c18e697a45b18716",
    "repair_pattern": "4b90b267aff624f5",
    "choose_size": "95471cf6823746b0",
    "first_rank": "4f74ab1113bfe7fd",
    "leading_space": "298fdb27b8104853",
    "premium": "db24b42ed696b696",
    "split_character": "bba59bd6a4d32bad",
    "break_place_value": "b771e17000e2e0c3",
    "typed_special": "fc242c6cb9ebfb18",
    "inject": "fffda1356ca70990",
    "which_fault": "16c7d080e26e74c1",
    "bill": "2b18aa25269a26c8",
    "lab_transfer": "cf33abef03b34304",
    "lab_perplexity": "0491139a78c0e8e8",
    "lab_pattern": "d2d5a61b9a92e858",
    "lab_glitch": "ef933a0717955772",
    "lab_digits": "1961a90d4e2bc1b8",
}
"""Kind -> the beginning of a sha256 over questions and answers: change it only with the exercise."""


def digest(kind):
    """A checksum over what three groups are asked, and the answers."""
    parts = [(one.question, sorted(typed(one.right).items()), one.hints) for _, one in tasks(kind, GROUPS)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


@pytest.mark.parametrize("kind", ALL)
def test_groups_get_the_numbers_that_they_always_got(kind):
    assert digest(kind) == DIGESTS[kind]


def test_numbers_do_not_depend_on_the_order_of_sets():
    kinds = ["next_merge", "leading_space", "which_fault", "inject", "lab_digits", "encode_by_hand"]
    lines = f"from tests.workshop.test_groups import digest\nprint(*map(digest, {kinds}))"
    for hash_seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", lines],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.split() == [DIGESTS[kind] for kind in kinds]


@pytest.mark.parametrize("kind", ALL)
def test_groups_do_not_share_their_numbers(kind):
    asked = {f"{one.question}{one.given}{sorted(typed(one.right).items())}" for _, one in tasks(kind, SEEDS)}
    assert len(asked) > len(SEEDS) / 3


def test_a_task_is_made_from_its_seed_alone():
    kind = KINDS["next_merge"]
    assert kind.make(seed(7)).question == kind.make(seed(7)).question
    assert kind.make(seed(7)).right == kind.make(seed(7)).right
    assert len({repr(kind.make(seed(group)).given) for group in range(10)}) == 10


@pytest.mark.parametrize(
    ("written", "group"),
    [
        ("7", 7),
        ("0", 0),
        ("007", 7),
        ("999", 999),
        ("1000", None),
        ("-1", None),
        ("7.0", None),
        ("", None),
        ("٧", None),
    ],
)
def test_a_group_is_read_from_a_link(written, group):
    assert read_group(written) == group


@pytest.mark.parametrize(
    ("written", "read"),
    [("7.0", (7, 0)), ("42.13", (42, 13)), (seed(999, 98), (999, 98)), ("7", None), ("7.0.0", None),
     (7.0, None), (None, None), ("x.y", None), ("1234.0", None), ("7.0\n", None)],
)  # fmt: skip
def test_a_seed_is_read_back(written, read):
    assert read_seed(written) == read
