"""Peaks and parameters come from the catalog, whatever a case writes beside the name."""

from pathlib import Path

import pytest

import flopwatt
from tools.cases.hardware import find_peak, read_claimed_peak, read_params, read_peak
from tools.cases.reading import Case, Unmapped


@pytest.fixture
def case(tmp_path):
    return Case({}, "ratio", tmp_path)


@pytest.mark.parametrize(
    ("text", "peak"),
    [
        ("A100 312 TFLOP/s", 312),
        ("H100 bf16", 989.4),
        ("H100 bf16 dense 989 TFLOP/s", 989.4),
        ("H100 SXM", 989.4),
        ("H100 fp8", 1978.9),
        ("H200 bf16", 989.4),
    ],
)
def test_a_peak_by_name_and_precision(case, text, peak):
    assert flopwatt.convert(read_peak(case, text), "TFLOP/s").value == pytest.approx(peak, rel=1e-3)
    assert case.remarks == []


def test_a_written_peak_that_the_catalog_contradicts_is_remarked_on(case):
    assert read_peak(case, "H100 1979 TFLOP/s") == "989.4 TFLOP/s"
    assert "the catalog says 989.4" in case.remarks[0]
    assert read_claimed_peak(case, "H100 1979 TFLOP/s") == "1979 TFLOP/s"


def test_an_unknown_gpu_needs_a_number(case):
    assert read_peak(case, "Z9000 12 TFLOP/s") == "12 TFLOP/s"
    with pytest.raises(flopwatt.CatalogError):
        read_peak(case, "Z9000")
    with pytest.raises(Unmapped):
        find_peak("A100", "fp8")


def test_parameters_of_a_config_are_those_of_the_model_of_its_name(tmp_path):
    given = Case({"config": "configs/llama-2-70b.json"}, "ratio", tmp_path / "cases")
    assert read_params(given) == {"models.params.active.all": "68976648192.0 param"}
    assert read_params(Case({"params": 7e9}, "", Path())) == {"models.params": "7000000000.0 param"}
