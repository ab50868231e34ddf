"""The open cases with published answers, by their configs and from our own catalog alone.

They lie beside the repository and are read in place. Elsewhere they are skipped; where CI is set
that is a failure, for there nobody would see it.
"""

import json
import os
from pathlib import Path

import pytest

from flopwatt.catalog import find_shape, find_thing
from flopwatt.problems import CatalogError
from tools.cases.models import config_of
from tools.cases.runner import run_case

SHARED = Path(__file__).parents[4] / "shared"
OPEN = SHARED / "cases" / "open.jsonl"
KINDS = {
    *("param_total", "param_active", "param_variant", "kv_cache", "weight_bytes"),
    *("context_length", "train_flops", "train_memory", "latency_throughput"),
    *("failures", "procurement", "power_site", "energy_carbon"),
}
LINES = OPEN.read_text(encoding="utf-8").splitlines() if OPEN.exists() else []
CASES = [case for case in map(json.loads, filter(str.strip, LINES)) if case["kind"] in KINDS]
CONFIGS = SHARED / "configs"


def has_shape(name):
    """Whether the catalog knows the sizes of a model of this name."""
    try:
        return find_shape(find_thing("model", name)) is not None
    except CatalogError:
        return False


def name_of(case):
    """The name that the config of a case would be found by in the catalog; empty without one."""
    config = case["input"].get("config", "")
    return str(config_of(Path("/nowhere"), config)) if isinstance(config, str) and config else ""


SHAPED = [case for case in CASES if name_of(case) and has_shape(name_of(case))]


def test_the_open_cases_are_there():
    if not OPEN.exists() or not CONFIGS.is_dir():
        why = f"the cases and configs are not beside the repository: no {SHARED.name}/ folder"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    assert {case["kind"] for case in CASES} == KINDS
    assert len(SHAPED) > 0.9 * len([case for case in CASES if name_of(case)])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_by_its_config(case):
    ran = run_case(case, OPEN.parent)
    assert ran.outcome == "pass", (ran.got, ran.why)


@pytest.mark.parametrize("case", SHAPED, ids=lambda case: case["id"])
def test_from_the_catalog_alone(case, tmp_path):
    ran = run_case(case, tmp_path)
    assert ran.outcome == "pass", (ran.got, ran.why)
