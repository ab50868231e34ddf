import pytest

from flopwatt.studies.claims.known import subjects_of
from flopwatt.studies.claims.reading import read_claim
from flopwatt.studies.claims.rule import unit_slip


def test_rules_of_one_kind_are_not_paired(known_as):
    (subject,) = list(subjects_of(read_claim("1 MB per token"), known_as("llama")))
    sizes = [rule for rule in subject.rules if rule.family == "bytes"]
    assert len(sizes) > 4
    assert all(one.excludes(other) for one in sizes for other in sizes)
    heads = {rule.family: rule for rule in subject.rules}
    assert heads["heads + head size"].excludes(heads["heads"])
    assert heads["heads + head size"].excludes(heads["head size"])
    assert not heads["heads"].excludes(heads["head size"])


def test_a_unit_is_taken_for_its_like():
    factor, text = unit_slip(3, binary=False)
    assert factor == pytest.approx(1e9 / 2**30)
    assert text == "GiB written as GB: 1 GiB is 1.074 GB"
    factor, text = unit_slip(2, binary=True)
    assert factor == pytest.approx(2**20 / 1e6)
    assert text.startswith("MB written as MiB")
    assert unit_slip(0, binary=False) is None
