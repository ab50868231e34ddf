"""Things are found as people type them; facts and defaults become leaves that cite a source."""

import pytest

from flopwatt.catalog import assumed_leaves, find_thing, load_things, thing_leaves
from flopwatt.model.results import Population
from flopwatt.model.value import Rank
from flopwatt.problems import CatalogError

H100 = "H100 SXM5 80GB"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        *((typed, H100) for typed in ("H100", "h100", "h100_sxm", "H100-80GB", "H100 SXM5")),
        *((typed, H100) for typed in ("nvidia-h100-80gb-hbm3", "NVIDIA H100 80GB HBM3", H100)),
        ("a100", "A100 SXM4 80GB"),
        ("H800", "H800 SXM5"),
    ],
)
def test_case_and_marks_do_not_count(typed, name):
    assert find_thing("accelerator", typed).name == name


@pytest.mark.parametrize(
    ("typed", "near"),
    [("A10", "A100"), ("H10", "H100"), ("H100 PCIe", "H100"), ("8xH100", "H100"), ("", "")],
)
def test_a_name_is_never_matched_by_its_beginning(typed, near):
    with pytest.raises(CatalogError) as caught:
        find_thing("accelerator", typed)
    (problem,) = caught.value.problems
    assert (problem.code, problem.given, problem.nearest) == ("unknown-name", typed, near)
    assert problem.message == "the catalog knows no accelerator of this name"
    assert problem.allowed.split(", ") == list(load_things("accelerator"))


def test_no_spelling_stands_for_two_things():
    things = load_things("accelerator").values()
    for thing in things:
        for spelling in (thing.name, *thing.aliases):
            assert find_thing("accelerator", spelling) is thing


def test_facts_become_leaves_with_date_and_source(vocabulary):
    (leaf,) = thing_leaves(vocabulary, "base", find_thing("accelerator", "H100"))
    assert (leaf.quantity, leaf.instance, leaf.rank) == ("accelerator_peak", "base", Rank.CATALOG)
    assert leaf.value == 989.4e12
    origin = leaf.origin
    assert (origin.kind, origin.source, origin.as_of) == (
        "catalog",
        "aiconfigurator-systems",
        "2026-08",
    )
    assert origin.text == "989.4 TFLOP/s"
    assert origin.detail.startswith(f"{H100}: dense bf16")


def test_defaults_become_leaves_of_every_entry(vocabulary):
    population = Population({"model": ("m",), "product": ("a", "b")}, {})
    leaves = list(assumed_leaves(vocabulary, population))
    growth = [leaf for leaf in leaves if leaf.quantity == "growth"]
    assert [(leaf.instance, leaf.value) for leaf in growth] == [("a", 0), ("b", 0)]
    assert growth[0].origin.source == "convention#neutral"
    assert {leaf.instance for leaf in leaves if leaf.quantity == "average_month"} == {"plan"}
    assert not [leaf for leaf in leaves if leaf.quantity == "flops_per_param_token"]
    assert {leaf.rank for leaf in leaves} == {Rank.ASSUMED}
