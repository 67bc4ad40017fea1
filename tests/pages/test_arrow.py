"""Rows as Arrow: no figure, sign or gap changes on the way to a chart."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as some

from ui.arrow import arrow_table
from ui.rows import csv_of

WORDS = some.text(some.characters(exclude_categories=["Cs"]))
CELLS = {
    "int64": some.integers(-(2**63), 2**63 - 1),
    "double": some.floats(allow_nan=False),
    "string": WORDS,
    "bool": some.booleans(),
}


@some.composite
def tables(draw):
    """Rows with columns of every kind, each with gaps, and the kinds."""
    kinds = draw(some.dictionaries(WORDS, some.sampled_from([*CELLS])))
    row = some.fixed_dictionaries({name: some.none() | CELLS[kind] for name, kind in kinds.items()})
    return kinds, draw(some.lists(row, min_size=1, max_size=6))


@given(tables())
def test_rows_come_back_as_they_were(table):
    kinds, rows = table
    made = arrow_table(rows)
    assert made.to_pylist() == rows
    for name, kind in kinds.items():
        empty = all(row[name] is None for row in rows)
        assert str(made.schema.field(name).type) == ("null" if empty else kind)


@pytest.mark.parametrize(
    ("rows", "kinds", "values"),
    [
        ([], {}, []),
        ([{"n": 1}, {"n": 2.5}], {"n": "double"}, [{"n": 1.0}, {"n": 2.5}]),
        (
            [{"n": 1}, {"said": "a"}],
            {"n": "int64", "said": "string"},
            [{"n": 1, "said": None}, {"n": None, "said": "a"}],
        ),
        ([{"text": "2026-12-01"}], {"text": "string"}, [{"text": "2026-12-01"}]),
        ([{"text": "12"}], {"text": "string"}, [{"text": "12"}]),
        ([{"n": 2**53 + 1}], {"n": "int64"}, [{"n": 2**53 + 1}]),
        ([{"b": "x" * 3_000_000}, {"b": ""}], {"b": "string"}, [{"b": "x" * 3_000_000}, {"b": ""}]),
    ],
    ids=[
        "none",
        "whole and not",
        "gaps",
        "a date stays words",
        "figures stay words",
        "large",
        "longer than a block",
    ],
)
def test_kinds_of_columns(rows, kinds, values):
    made = arrow_table(rows)
    assert {field.name: str(field.type) for field in made.schema} == kinds
    assert made.to_pylist() == values


@pytest.mark.parametrize("cells", [[1, "a"], [True, 1], [(1, 2)], [b"a"]], ids=str)
def test_a_column_is_of_one_kind(cells):
    with pytest.raises(KeyError):
        arrow_table([{"cell": cell} for cell in cells])


def test_a_file_has_the_columns_of_all_rows():
    rows = [{"n": 1, "m": None}, {"tokenizer": "gpt2", "m": 2.5}, {"n": 3, "tokenizer": 'a "b"'}]
    assert csv_of(rows) == 'n,m,tokenizer\n1,,\n,2.5,gpt2\n3,,"a ""b"""\n'
    assert csv_of([]) == "\n"


def test_an_array_made_by_hand_is_no_other():
    rows = [{"size": 256, "ratio": 1.5, "said": "ü"}, {"size": None, "ratio": 2.0, "said": "\u202e"}]
    assert arrow_table(rows).equals(pa.Table.from_pylist(rows))
