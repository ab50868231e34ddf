"""Rows of published power as loads of a plan: what each states, and which power it is."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from flopwatt.catalog import find
from flopwatt.problems import CatalogError
from flopwatt.studies.backtest import Row
from flopwatt.studies.backtest_models import KIN, plain_name
from flopwatt.units import UnitError, read_quantity

COLUMNS = (
    *("id", "kind", "subject", "accelerator", "n_accel", "metric", "value", "unit", "scope"),
    *("verified", "notes", "use", "model", "precision", "batch", "tok_s", "gpu_avg_w"),
    *("pue_given", "n_servers", "server"),
)
GPU_POWER, NODE, SITE = "gpu-average-power", "chain-node", "chain-site"
RUN, REQUEST = "energy-run", "energy-request"
# groups of a model and a GPU that the constants of serving were fitted to: every second by name
FITTED = frozenset(
    (
        *(("gemma 3 27b", "b200"), ("llama 3.1 405b instruct", "b200")),
        *(("llama 3.1 405b instruct fp8", "h100"), ("llama 3.1 8b instruct", "h100")),
        *(("qwen 3 235b a22b instruct", "b200"), ("qwen 3 235b a22b instruct fp8", "b200")),
        *(("qwen 3 30b a3b instruct", "b200"), ("qwen 3 32b", "b200"), ("qwen 3 8b", "b200")),
    )
)
FACILITY = "facility"
# by key, or by what it begins with
SCOPES: Mapping[str, str] = {
    **{"energy.chips": "chips", "energy.it": "IT", "energy": FACILITY, "carbon": FACILITY},
    **{"facility": FACILITY, "it": "IT", "servers": "servers", "chips": "chips", "chip": "chips"},
}
WHICH: Mapping[str, str] = {"energy": "energy", "carbon": "gas"}
HPL = "hpl"
AVERAGE = re.compile(r"\b(avg|average|mean)\b", re.I)
HIGHEST = re.compile(r"\b(max|maximum|peak|highest|allocation)\b", re.I)
IDLE = re.compile(r"\bidle\b", re.I)
HOURS = re.compile(r"([\d.,]+)\s*([MkK]?)\s*(?:GPU-h(?:ours)?|chip-h(?:ours)?|h x)")
FACTOR = re.compile(r"([\d.]+)\s*kg/kWh")
SUFFIX = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6}


class UnsaidError(Exception):
    """A row does not say what a prediction needs; the text is the reason."""


@dataclass(frozen=True)
class Asked:
    """A row as a load of a plan: its fields, the key that answers it, and in what unit."""

    key: str
    unit: str
    expected: float
    fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def scope(self) -> str:
        """The scope of what is predicted: chips, servers, IT or facility."""
        return SCOPES.get(self.key) or SCOPES[self.key.partition(".")[0]]

    @property
    def which(self) -> str:
        """Which power it is, or that it is energy or gas."""
        return WHICH.get(self.key.partition(".")[0]) or self.key.partition(".")[2]

    @property
    def pue(self) -> str:
        """The key of the PUE that it is worked out with; empty where it is none."""
        if self.scope != FACILITY:
            return ""
        return "peak_pue" if self.which in ("nameplate", "peak") else "annual_pue"


def read_row(row: Row) -> Asked:
    """What a row asks. Raises UnsaidError with the reason where it cannot be predicted."""
    use = row["use"].lower()
    if use == GPU_POWER:
        return _serving(row)
    if "GPU-h" in row["metric"] or row["metric"].lower().startswith("gpu-hours"):
        raise UnsaidError("hours of GPUs are no power and no energy")
    if "range" in row["metric"].lower():
        raise UnsaidError("a range of power has no single number")
    expected, unit = _truth(row)
    if _measures(unit, "W"):
        return _power(row, expected, unit)
    if use == REQUEST or _measures(unit, "Wh/request"):
        raise UnsaidError("the row states neither tokens nor the GPUs that answer a request")
    if _measures(unit, "Wh") or _measures(unit, "gCO2e"):
        return _energy(row, expected, unit)
    if _measures(unit, "W/GPU"):
        raise UnsaidError("a mean over other rows says of no load")
    raise UnsaidError(f"{row['metric']} in {unit or 'no unit'} is no power and no energy")


def group_of(row: Row) -> tuple[str, str]:
    """The model and the GPU of a row, that are fitted to, or held out, together."""
    return row["model"].lower(), row["accelerator"].lower()


def _truth(row: Row) -> tuple[float, str]:
    if not row["value"]:
        raise UnsaidError("the row has no single number")
    unit = row["unit"].partition(" ")[0]
    return number(row, "value") or 0.0, unit


def number(row: Row, column: str) -> float | None:
    """A cell that holds a number above zero; None where it is empty. Raises UnsaidError."""
    text = row[column].replace(",", "")
    if not text:
        return None
    try:
        found = float(text)
    except ValueError:
        found = float("nan")
    if not 0 < found < float("inf"):
        raise UnsaidError(f"{column} holds {row[column]!r}, and not a number above zero")
    return found


def _measures(unit: str, other: str) -> bool:
    try:
        read_quantity(f"1 {unit}", other)
    except UnitError:
        return False
    return True


def _hardware(row: Row) -> dict[str, str]:
    """The server of a row, or its accelerator, as the catalog knows them."""
    accelerator = _name("accelerator", row["accelerator"]) if row["accelerator"] else ""
    if row["server"]:
        name = _name("server", row["server"])
        cells = find("server", name).thing.cells
        held = cells["accelerator"]
        if accelerator and held and _name("accelerator", held) != accelerator:
            raise UnsaidError(f"the server {name} holds another accelerator, {held}")
        if held and (cells["rack_power"] or cells["server_power"]):
            return {"server": name}
    if not accelerator:
        raise UnsaidError("the row names no accelerator")
    return {"accelerator": accelerator}


def _name(kind: str, name: str) -> str:
    """A name as the catalog has it. Raises UnsaidError where it has none."""
    try:
        return find(kind, name).thing.name
    except CatalogError as error:
        raise UnsaidError(f"{error.problems[0].message}: {name}") from error


def _count(row: Row) -> str:
    count = number(row, "n_accel")
    if count is None:
        raise UnsaidError("the row does not say of how many GPUs")
    return f"{count!r} GPU"


def _power(row: Row, expected: float, unit: str) -> Asked:
    """Which power of which scope: an average, the highest, else what it is built for."""
    fields = {**_hardware(row), "gpus": _count(row)}
    if row["pue_given"]:
        fields["pue"] = repr(number(row, "pue_given"))
    metric, scope = row["metric"], row["scope"].lower()
    which = "nameplate"
    if AVERAGE.search(metric):
        which = "average"
    elif HIGHEST.search(metric) or HPL in metric.lower():
        which = "peak"
    if scope.startswith(("facility", "site", "campus", "grid", "utility")):
        return Asked(f"facility.{which}", unit, expected, fields)
    if scope.startswith(("it", "ai it", "cluster")):
        return Asked(f"it.{which}", f"IT {unit}", expected, fields)
    if scope.startswith(("server", "node", "rack")):
        return Asked(f"servers.{which}", f"IT {unit}", expected, fields)
    if scope.startswith(("gpu", "chip", "accelerator")) and which != "peak":
        return Asked(f"chips.{which}", unit, expected, fields)
    raise UnsaidError(f"the scope {row['scope']!r} is none that is known here")


def _energy(row: Row, expected: float, unit: str) -> Asked:
    """Energy or gas of a run whose GPU-hours the row holds, in the scope that it states."""
    if IDLE.search(row["subject"]) or IDLE.search(row["metric"]):
        raise UnsaidError("how much stands idle beside a run is measured, and follows from nothing")
    hours = HOURS.search(row["notes"])
    if not hours:
        raise UnsaidError("the row does not say for how many GPU-hours")
    spent = float(hours[1].replace(",", "")) * SUFFIX[hours[2]]
    fields = {**_hardware(row), "gpu_hours": f"{spent!r} GPU-hours"}
    pue = number(row, "pue_given")
    scope = f"{row['scope']} {row['notes']}".lower()
    if "tdp" in scope:  # disclosed by the nameplate of the GPUs alone
        fields |= {"chip.average_share": "100 %"}
    if _measures(unit, "gCO2e"):
        factor = FACTOR.search(row["notes"])
        if not factor:
            raise UnsaidError("the row does not say what the grid emits")
        fields |= {"carbon_intensity": f"{factor[1]} kgCO2e/kWh"}
        if "tdp" in scope:  # nothing stands around the GPUs of such a figure
            watts = find("accelerator", row["accelerator"]).thing.cells["power"]
            fields |= {"server.average": f"{watts} W/GPU", "network_share": "0 %", "pue": "1"}
        if pue is not None:
            fields["pue"] = repr(pue)
        return Asked("carbon.location", unit, expected, fields)
    if "tdp" in scope or row["scope"].lower().startswith(("gpu", "chip", "accelerator")):
        return Asked("energy.chips", unit, expected, fields)
    if pue is not None:
        fields["pue"] = repr(pue)
    if row["scope"].lower().startswith(("facility", "site", "full")):
        return Asked("energy.total", unit, expected, fields)
    return Asked("energy.it", f"IT {unit}", expected, fields)


@functools.cache
def _active(model: str) -> float:
    """Active parameters of a model by the name that a table gives it."""
    plain = plain_name(model)
    kin = [name for pattern, name, _ in KIN if re.fullmatch(pattern, plain, re.I)]
    for name in (model, *kin, plain, plain.partition(" Instruct")[0]):
        try:
            cell = find("model", name).thing.cells["active_all"]
        except CatalogError:
            continue
        if cell:
            return float(cell)
    raise UnsaidError(f"the catalog knows no model {model!r}")


def _serving(row: Row) -> Asked:
    """The average power of one GPU that serves, by the tokens that all of them write."""
    expected = number(row, "gpu_avg_w")
    if expected is None:
        raise UnsaidError("the row has no average power of a GPU")
    rate = number(row, "tok_s")
    if rate is None:
        raise UnsaidError("the row does not say how many tokens the GPUs write")
    if not row["model"]:
        raise UnsaidError("the row names no model")
    fields = {
        **_hardware(row),
        "gpus": _count(row),
        "serving.tokens": f"{rate!r} tokens/s",
        "serving.params": f"{_active(row['model'])!r} params",
    }
    return Asked("chip.average", "W/GPU", expected, fields)
