"""Random numbers of ranges: by name and seed, whole or in parts."""

from __future__ import annotations

import numpy as np
import pytest

from flopwatt import api
from flopwatt.studies.run import load_plan, work_out
from flopwatt.studies.streams import QUICK_DRAWS, Streams, stream


@pytest.fixture(scope="module")
def results():
    return work_out(load_plan(api.read_example("start-up")))


def test_a_stream_is_its_name_and_its_seed():
    same = stream("a", 1, 5)
    assert same.tolist() == stream("a", 1, 9)[:5].tolist()
    assert same.tolist() != stream("b", 1, 5).tolist()
    assert same.tolist() != stream("a", 2, 5).tolist()


def test_a_chunk_begins_with_the_central_case(results):
    streams = Streams(results, 1, 100)
    for begin, end, cases in streams.chunks(0, 100, 40):
        for name, rows in cases.items():
            for instance, row in rows.items():
                assert row.shape == (1, 1, 1 + end - begin)
                quantity = results.vocabulary.quantities[name]
                assert row[0, 0, 0] == results[results.key(quantity, instance)].central


def test_draws_are_the_same_whole_and_in_parts(results):
    (whole,) = (cases for _, _, cases in Streams(results, 1, 100).chunks(0, 100, 100))
    parts = [cases for _, _, cases in Streams(results, 1, 100).chunks(0, 100, 30)]
    assert len(parts) == 4
    for name, rows in whole.items():
        for instance, row in rows.items():
            together = np.concatenate([one[name][instance][..., 1:] for one in parts], axis=-1)
            assert (together == row[..., 1:]).all()


def test_a_few_draws_that_are_remembered_are_the_first_of_many(results):
    (few,) = (cases for _, _, cases in Streams(results, 1, 100).chunks(0, 100, 100))
    many = next(Streams(results, 1, QUICK_DRAWS + 1).chunks(0, QUICK_DRAWS + 1, 100))[2]
    for name, rows in few.items():
        for instance, row in rows.items():
            assert row.tolist() == many[name][instance].tolist()


def test_rows_that_are_remembered_cannot_be_written_to(results):
    (cases,) = (cases for _, _, cases in Streams(results, 1, 20).chunks(0, 20, 20))
    row = next(iter(next(iter(cases.values())).values()))
    with pytest.raises(ValueError, match="read-only"):
        row[0, 0, 0] = 1.0
