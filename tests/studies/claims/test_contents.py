import pytest

from flopwatt.studies.claims.contents import contents_of, weights_of


def test_classes_add_up_to_all_parameters(known):
    assert contents_of(known.architecture).total() == known.values["params.total"]


def test_weights_come_to_what_is_known_of_their_groups(known):
    held = weights_of(contents_of(known.architecture), known.values, 2.0)
    assert held.total() == pytest.approx(known.values["weights.resident_bytes"], rel=1e-12)


def test_what_mistakes_are_made_of(known_as):
    more = contents_of(known_as("llama").architecture).more
    assert more["matrices"] == 3
    assert more["multi_head"] == 80 * 56 * 256 * 8192
    more = contents_of(known_as("v2lite").architecture, 10944.0).more
    assert more["query_rank"] == 42_508_800
    assert more["inner_ratio"] == pytest.approx(10944 / 1408)
