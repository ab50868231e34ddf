"""Runs cases with known answers through flopwatt's public API and says which pass."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import flopwatt
from tools.cases import (
    cost,
    crossover,
    failures,
    forecast,
    gpu_hours_mfu,
    latency,
    memory,
    models,
    power,
    procurement,
    training_memory,
    units,
)
from tools.cases.reading import Case, Got, Unmapped, unit_of

ADAPTERS: dict[str, Callable[[Case], Got]] = {
    "context_length": models.context,
    "cost": cost.answer,
    "crossover": crossover.answer,
    "energy_carbon": power.answer,
    "failures": failures.answer,
    "forecast": forecast.answer,
    "gpu_hours_mfu": gpu_hours_mfu.answer,
    "kv_cache": memory.cache,
    "latency_throughput": latency.answer,
    "param_active": models.active,
    "param_total": models.counted,
    "param_variant": models.counted,
    "power_site": power.answer,
    "procurement": procurement.answer,
    "train_flops": models.arithmetic,
    "train_memory": training_memory.answer,
    "units": units.answer,
    "weight_bytes": memory.weights,
}
DIGITS = 15  # a float holds no more, and 0.1 + 0.2 is 0.3
NOISE = 1e-14
REFUSED = ("out-of-range", "not-finite")  # read, and not possible; the rest could not be read


@dataclass(frozen=True)
class Ran:
    """One case with what came out: pass, fail or unmapped, and why where it did not pass."""

    id: str
    kind: str
    expected: Mapping[str, Any]
    got: Mapping[str, Any] | None
    outcome: str
    why: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The public form."""
        return {
            "id": self.id,
            "expected": self.expected,
            "got": self.got,
            "outcome": self.outcome,
        }


def run_file(path: Path) -> list[Ran]:
    """Run every case of a file, one JSON object a line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [run_case(json.loads(line), path.parent) for line in lines if line.strip()]


def run_case(case: Mapping[str, Any], folder: Path) -> Ran:
    """Run one case; the adapter sees its input and the unit asked for, never the answer."""
    expected = case["expected"]
    about = (case["id"], case["kind"], expected)
    adapter = ADAPTERS.get(case["kind"])
    if adapter is None:
        return Ran(*about, None, "unmapped", f"no adapter for {case['kind']}")
    asked = Case(dict(case["input"]), unit_of(expected.get("unit", "")), folder)
    try:
        found = adapter(asked)
    except Unmapped as error:
        return Ran(*about, None, "unmapped", str(error))
    except flopwatt.FlopwattError as error:
        why = "; ".join(map(str, error.problems))
        if not any(problem.code in REFUSED for problem in error.problems):
            return Ran(*about, None, "unmapped", why)
        refused = {"value": None, "unit": expected.get("unit", ""), "outcome": "refused"}
        outcome = "pass" if agrees(expected, refused) else "fail"
        return Ran(*about, refused, outcome, why)
    except (TypeError, ValueError, AttributeError, LookupError, OSError) as error:
        return Ran(*about, None, "unmapped", f"has an input of another form: {error}")
    got: dict[str, Any] = {"value": _rounded(found.value), "unit": expected.get("unit", "")}
    if found.value is None:
        got["outcome"] = found.outcome
    why = "; ".join(asked.remarks)
    return Ran(*about, got, "pass" if agrees(expected, got) else "fail", why)


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.{DIGITS}g}")


def agrees(expected: Mapping[str, Any], got: Mapping[str, Any]) -> bool:
    """Whether an answer lies within the tolerances of a case; without any, to the last digit."""
    if expected["value"] is None or got["value"] is None:
        same = expected["value"] is None and got["value"] is None
        return same and expected.get("outcome", "") == got.get("outcome", "")
    relative = max(expected.get("tol_rel", 0.0), NOISE)
    absolute = expected.get("tol_abs", 0.0)
    return math.isclose(got["value"], expected["value"], rel_tol=relative, abs_tol=absolute)


def as_json(ran: Iterable[Ran]) -> str:
    """The public document."""
    return json.dumps({"cases": [case.as_dict() for case in ran]}, indent=1, ensure_ascii=False)


def as_table(ran: Iterable[Ran]) -> str:
    """How many cases of each kind passed, and what is wrong with those that did not."""
    ran = list(ran)
    width = max([len("kind"), *(len(case.kind) for case in ran)])
    outcomes = ("pass", "fail", "unmapped")
    lines = [f"{'kind':<{width}}  {'  '.join(f'{name:>8}' for name in outcomes)}"]
    for kind in dict.fromkeys(case.kind for case in ran):
        of_kind = [case.outcome for case in ran if case.kind == kind]
        counts = (f"{of_kind.count(name):>8}" for name in outcomes)
        lines.append(f"{kind:<{width}}  {'  '.join(counts)}")
    for case in ran:
        if case.outcome == "fail" or (case.outcome == "unmapped" and case.kind in ADAPTERS):
            got = case.got["value"] if case.got else None
            lines.append(f"\n{case.outcome}: {case.id}")
            lines.append(f"  expected {case.expected['value']}, got {got}")
            lines += [f"  {case.why}"] if case.why else []
    return "\n".join(lines)
