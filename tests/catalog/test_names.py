"""Things are found as people type them, and never by the beginning of a name."""

import csv
from pathlib import Path

import pytest

from flopwatt.catalog import find, load_things
from flopwatt.problems import CatalogError

H100 = "H100 SXM5 80GB"
LABELS = Path(__file__).parents[3] / "shared" / "facts" / "labels.csv"


def _refused(kind, name):
    with pytest.raises(CatalogError) as caught:
        find(kind, name)
    (problem,) = caught.value.problems
    assert (problem.code, problem.given) == ("unknown-name", name)
    return problem


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        *((typed, H100) for typed in ("H100", "h100", "h100_sxm", "H100-80GB", "H100 SXM5")),
        *((typed, H100) for typed in ("nvidia-h100-80gb-hbm3", "NVIDIA H100 80GB HBM3", H100)),
        *((typed, H100) for typed in ("nvidia-h100-80gb", "NVIDIA H100", " H100 ", "H-100")),
        ("a100", "A100 SXM4 80GB"),
        ("H800", "H800 SXM5"),
        ("H100 PCIe", "H100 PCIe 80GB"),
        ("A10", "A10"),
        ("A10G", "A10G"),
        ("RTX A6000", "RTX A6000"),
        ("RTX 6000 Ada", "RTX 6000 Ada"),
        ("RTX 4090", "RTX 4090"),
        ("AMD Instinct MI300X", "MI300X"),
        ("Google TPU v5e", "TPU v5e"),
        ("trn2", "Trainium2"),
    ],
)
def test_case_marks_and_the_maker_do_not_count(typed, name):
    match = find("accelerator", typed)
    assert (match.thing.name, match.count, match.instance) == (name, None, None)


@pytest.mark.parametrize(
    ("typed", "name", "count"),
    [
        *((typed, H100, 8) for typed in ("8xH100", "8 x H100", "8*H100", "H100x8", "H100:8")),
        *((typed, H100, 8) for typed in ("8 × H100", "8 H100", "h100 x 8", "8 x NVIDIA H100")),
        ("8xA10", "A10", 8),
        ("2 x RTX 4090", "RTX 4090", 2),
        ("MI300X x 16", "MI300X", 16),
        ("16x MI300X", "MI300X", 16),
    ],
)
def test_a_count_may_stand_on_either_side(typed, name, count):
    match = find("accelerator", typed)
    assert (match.thing.name, match.count) == (name, count)


@pytest.mark.parametrize(
    ("typed", "name", "count", "machine"),
    [
        ("p5.48xlarge", H100, 8, "p5.48xlarge"),
        ("P5.48XLARGE", H100, 8, "p5.48xlarge"),
        ("2 x p5.48xlarge", H100, 16, "p5.48xlarge"),
        ("Standard_ND96isr_H100_v5", H100, 8, "Standard_ND96isr_H100_v5"),
        ("ND96isr_H100_v5", H100, 8, "Standard_ND96isr_H100_v5"),
        ("g5.xlarge", "A10G", 1, "g5.xlarge"),
        ("v6e-8", "TPU v6e Trillium", 8, "tpu v6e-8"),
    ],
)
def test_a_machine_stands_for_its_accelerators(typed, name, count, machine):
    match = find("accelerator", typed)
    assert (match.thing.name, match.count, match.instance.name) == (name, count, machine)
    assert machine in match.note


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("H100", ["SXM", "PCIe", "NVL", "peak", "bandwidth", "watts"]),
        ("8xH100", ["SXM", "PCIe", "NVL"]),
        ("A100", ["SXM", "80 GB", "40 GB", "PCIe"]),
        ("V100", ["32 GB", "16 GB"]),
        ("A6000", ["RTX 6000 Ada"]),
        ("A10G", ["not re-read"]),
    ],
)
def test_an_ambiguous_name_says_what_was_taken_and_why(typed, words):
    note = find("accelerator", typed).note
    assert all(word in note for word in words), note


@pytest.mark.parametrize("typed", ["H100 SXM", "A10", "H100 PCIe", "B200", "L40S", "MI300X"])
def test_a_plain_name_needs_no_note(typed):
    assert find("accelerator", typed).note == ""


@pytest.mark.parametrize(
    ("typed", "near"),
    [("H10", "H100"), ("H900", "H800"), ("A1000", "A100"), ("8xH900", "H800"), ("", ""),
     ("H100x", "H100"), ("p5.47xlarge", ""), ("x" * 999, "")],
)  # fmt: skip
def test_an_unknown_name_is_told_with_what_comes_near(typed, near):
    problem = _refused("accelerator", typed)
    assert problem.message == "the catalog knows no accelerator of this name"
    few, _, rest = problem.allowed.partition("; ")
    assert set(few.split(", ")) <= set(load_things("accelerator"))
    assert rest == f"`flopwatt catalog accelerator` lists all {len(load_things('accelerator'))}"
    assert not near or problem.nearest.upper().startswith(near[:2])


@pytest.mark.parametrize(
    ("typed", "parts", "why"),
    [
        ("TPU", "TPU v5e, TPU v5p", "generation"),
        ("RTX 6000", "RTX A6000, RTX 6000 Ada", "generations"),
        ("B200/B300", "B200, B300", "mixed fleet"),
        ("8 x GPU", H100, "no part"),
        ("frontier AI", "the name of one part", "not a part"),
    ],
)
def test_a_name_that_says_too_little_is_refused_with_the_reason(typed, parts, why):
    with pytest.raises(CatalogError) as caught:
        find("accelerator", typed)
    (problem,) = caught.value.problems
    assert problem.code == "unknown-name"
    assert problem.allowed.startswith(parts)
    assert why in problem.message


@pytest.mark.parametrize("typed", ["0xH100", "99999999999xH100", "H100x0"])
def test_a_count_of_none_or_beyond_all_machines_is_refused(typed):
    assert "the name says" in _refused("accelerator", typed).message


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("llama-2-70b", "Llama 2 70B"),
        ("meta-llama/Llama-3.1-8B-Instruct", "Llama 3.1 8B"),
        ("Mixtral 8x7B", "Mixtral 8x7B"),
        ("deepseek_v3", "DeepSeek-V3"),
        ("Command R+", "Command R+"),
        ("command r plus", "Command R+"),
    ],
)
def test_models_are_found_by_name_and_by_page(typed, name):
    assert find("model", typed).thing.name == name


def test_a_model_is_not_found_by_its_beginning_either():
    assert _refused("model", "Aya 23").nearest in ("Aya 23 8B", "Aya 23 35B")
    _refused("model", "2xLlama 2 70B")


def test_a_kind_that_does_not_exist():
    problem = _refused_kind()
    assert (problem.nearest, problem.given) == ("accelerator", "acelerator")


def _refused_kind():
    with pytest.raises(CatalogError) as caught:
        find("acelerator", "H100")
    return caught.value.problems[0]


@pytest.mark.parametrize("kind", ["accelerator", "instance", "server", "model"])
def test_no_spelling_stands_for_two_things(kind):
    things = load_things(kind).values()
    owners = {}
    for thing in things:
        for spelling in thing.spellings:
            assert owners.setdefault(spelling, thing) is thing, spelling
        for spelling in (thing.name, *thing.aliases):
            assert find(kind, spelling).thing is thing


def test_no_machine_has_the_name_of_a_part():
    parts = set().union(*(thing.spellings for thing in load_things("accelerator").values()))
    for machine in load_things("instance").values():
        assert not parts & machine.spellings
        assert find("accelerator", machine.name).instance is machine


@pytest.mark.skipif(not LABELS.exists(), reason="the list of labels is not beside the repository")
def test_every_label_of_the_truth_tables_is_one_part_or_refused_with_the_reason():
    with LABELS.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) > 150
    for row in rows:
        if row["relation"] == "exact":
            assert find("accelerator", row["label"]).thing.name == row["accelerator"], row
            continue
        with pytest.raises(CatalogError) as caught:
            find("accelerator", row["label"])
        (problem,) = caught.value.problems
        assert row["label"] == "" or "stands for no single part: " in problem.message, row
        if row["relation"] == "mixed":
            assert problem.allowed.split(", ") == row["accelerator"].split("|")
