"""Power of a site and its servers, energy of runs, and what the energy costs and emits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tools.cases.reading import Case, Got, Unmapped, amount, solve, take_fields

GPU, WATTS = "(gpu|chip|accelerator|tpu|device)s?", "(watts?|w)"
FIELDS = {
    rf"(n_|num_|number_of_)?{GPU}(_count)?|n_accel": ("power.gpus", "GPU"),
    rf"{GPU}_hours|gpuh": ("power.gpu_hours", "GPU-hour"),
    rf"(measured_|average_|system_)?{WATTS}_per_{GPU}_with_host|(system|host_and_chip)_{WATTS}": (
        "power.server.average",
        "W/GPU",
    ),
    rf"{GPU}_(tdp|nameplate)(_{WATTS})?|tdp(_{WATTS})?|{GPU}_{WATTS}": (
        "power.chip.nameplate",
        "W/GPU",
    ),
    r"server_(overhead|factor|multiplier)": ("power.server.factor", "ratio"),
    r"network(ing)?_(overhead|share|fraction)": ("power.network_share", "ratio"),
    rf"(it_)?kw_per_{GPU}(_all_in|_it)?": ("power.it.per_gpu.peak", "kW/GPU"),
    r"rack_kw|kw_per_rack": ("power.rack.nameplate", "kW"),
    r"(n_)?racks": ("power.racks", "count"),
    rf"{GPU}_per_rack": ("power.rack.gpus", "GPU"),
    r"peak_(share|fraction|factor)|diversity(_factor)?": ("power.peak_share", "ratio"),
    **{
        rf"(it|server|{GPU})_(energy_)?{unit.lower()}": ("power.energy.it", unit)
        for unit in ("kWh", "MWh", "GWh")
    },
    **{
        rf"((facility|total|site)_)?(energy_)?{unit.lower()}": ("power.energy.total", unit)
        for unit in ("kWh", "MWh", "GWh", "TWh")
    },
    r"g(co2e?)?_per_kwh|(grid_|carbon_)?intensity(_g(co2e?)?_per_kwh)?": (
        "power.carbon_intensity",
        "gCO2e/kWh",
    ),
    r"kg(co2e?)?_per_kwh|(grid_|carbon_)?intensity_kg(co2e?)?_per_kwh": (
        "power.carbon_intensity",
        "kgCO2e/kWh",
    ),
    r"t(co2e?)?_per_mwh": ("power.carbon_intensity", "tCO2e/MWh"),
    r"((final_run|training|run)_)?t(co2e?|onnes)": ("power.carbon.location", "tCO2e"),
    r"development_(share|overhead|fraction)(_of_((final_)?run|training))?": (
        "power.development_share",
        "ratio",
    ),
    r"development_(share|fraction)_of_(total|all)": ("power.development_of_total", "ratio"),
    r"clean_share|renewable_(share|fraction)": ("power.clean_share", "ratio"),
    r"(facility|site)_mw": ("power.facility.peak", "MW"),
    r"(facility|site|continuous|load)_kw": ("power.facility.peak", "kW"),
    r"utili[sz]ation|load_factor": ("power.utilisation", "ratio"),
    r"((electricity_)?(usd|price)|electricity)_per_kwh": ("power.electricity", "USD/kWh"),
    r"((electricity_)?(usd|price)|electricity)_per_mwh": ("power.electricity", "USD/MWh"),
    r"power_factor|pf": ("power.power_factor", "ratio"),
    r"(breaker_)?(derating|load_limit)|breaker_share": ("power.breaker_share", "ratio"),
    r"redundancy(_factor)?|n_plus_1(_factor)?": ("power.redundancy", "ratio"),
    r"idle_(energy_)?(share|fraction)(_of_dynamic)?": ("power.idle_share", "ratio"),
    r"wue(_l_per_kwh)?|l(iters|itres)?_per_kwh": ("power.wue", "L/kWh"),
    r"pue|(annual|peak|facility)_pue": ("power.pue", "ratio"),
}
SPANS = {"hours": "hour", "days": "day", "weeks": "week", "months": "month", "years": "year"}
POWER_UNITS = ("W", "kW", "MW", "GW")
ENERGY_UNITS = ("Wh", "kWh", "MWh", "GWh", "TWh", "J", "MJ", "GJ", "TJ")
BOTH = ("nameplate", "average")
# the narrowest scope first: one that leaves something unused answers some other question
POWERS = (
    ("it.within", "IT "),
    *((f"chips.{which}", "") for which in BOTH),
    *((f"{scope}.{which}", "IT ") for scope in ("servers", "it") for which in BOTH),
    *((f"facility.{which}", "") for which in (*BOTH, "peak")),
    ("breaker", ""),
    ("capacity", ""),
)
ENERGIES = (("energy.chips", ""), ("energy.it", "IT "), ("energy.total", ""))
GASES = ("location", "with_development", "market", "total")
SPELLED = (
    (r" (circuit|site|average|peak|total|nameplate)$|^(average|peak) ", ""),
    (r" (facility|it)$", ""),
    (r"^(t|tons?|tonnes?) ?CO2(e|eq)?$", "tCO2e"),
    (r"^kg ?CO2(e|eq)?$", "kgCO2e"),
    (r"^(GPUs|chips|accelerators)$", "GPU"),
    (r"^(litres|liters|litre|liter)$", "L"),
)
# what a case leaves out of its chain is not there, and no planning value stands in for it
CHAIN = {"power.chip.nameplate", "power.server.average", "power.rack.nameplate"}
WITHOUT = (
    {"power.network_share": "0 %", "power.peak_share": "100 %"},
    {"power.cooling.liquid_share": "0 %", "power.peak_share": "100 %"},
    {"power.network_share": "0 %"},
    {},
)


def answer(case: Case) -> Got:
    """A power, an energy, a bill, an emission, or the GPUs that a site feeds."""
    unit = case.unit
    for pattern, spelled in SPELLED:
        unit = re.sub(pattern, spelled, unit, flags=re.I)
    given = _span(case)
    within = "pue" in case.input and not {"gpus", "chips", "redundancy_factor"} & set(case.input)
    if unit == "GPU" or (unit in POWER_UNITS and within):  # what is to be had at the meter
        _rename(case, "facility_mw", "power.limit", "MW", given)
        _rename(case, "facility_kw", "power.limit", "kW", given)
    if unit in POWER_UNITS and {"gpus", "chips"} & set(case.input):
        # a power of so many GPUs is the same however long it is drawn
        idle = [name for name in ("gpu_hours", "chip_hours") if case.take(name) is not None]
        given.pop("power.duration", None)
        case.remarks += [f"{name} bears on energy, and not on power" for name in idle]
    _averages(case, given, alone=unit in ENERGY_UNITS or unit in POWER_UNITS)
    given |= take_fields(case, FIELDS)
    case.done()
    return _solved(given, _goals(unit))


def _span(case: Case) -> dict[str, Any]:
    for name, unit in SPANS.items():
        if name in case.input:
            return {"power.duration": amount(case.take(name), unit)}
    return {}


def _rename(case: Case, name: str, key: str, unit: str, given: dict[str, Any]) -> None:
    if name in case.input:
        given[key] = amount(case.take(name), unit)


def _averages(case: Case, given: dict[str, Any], *, alone: bool) -> None:
    """Watts of a GPU alone, or of all that stands around it where that is asked; IT alone."""
    with_building = any("pue" in name for name in case.input)
    key = "power.chip.average" if alone and not with_building else "power.server.average"
    if not alone and not with_building and {"watts", "watts_per_gpu"} & set(case.input):
        given["power.pue"] = "1"  # a building that is left out takes nothing
    for name in ("watts", "watts_per_gpu", "watts_per_chip", "average_watts", "avg_watts"):
        _rename(case, name, key, "W/GPU", given)
    for name, unit in (("it_kw", "kW"), ("it_mw", "MW")):
        if name in case.input:
            _rename(case, name, "power.it.peak", unit, given)
            if not with_building:  # of IT alone there is no building
                given["power.pue"] = "1"


def _goals(unit: str) -> list[tuple[str, str]]:
    if unit in POWER_UNITS:
        return [(f"power.{key}", f"{scope}{unit}") for key, scope in POWERS]
    if unit in ENERGY_UNITS:
        return [(f"power.{key}", f"{scope}{unit}") for key, scope in ENERGIES]
    if unit.endswith("CO2e"):
        return [(f"power.carbon.{key}", unit) for key in GASES]
    others = {
        **dict.fromkeys(("VA", "kVA", "MVA"), "power.kva"),
        **dict.fromkeys(("L", "ML"), "power.water"),
        "USD": "power.energy.bill",
        "GPU": "power.gpus_within",
        "CFM": "power.cooling.airflow",
    }
    return [(others[unit], unit)] if unit in others else []


def _solved(given: Mapping[str, Any], goals: list[tuple[str, str]]) -> Got:
    """The first answer that takes up all that is given, and adds nothing to it."""
    why = "asks nothing that is known here"
    for goal in goals:
        for without in WITHOUT if CHAIN & set(given) else WITHOUT[-1:]:
            try:
                return solve({**without, **given}, [goal])
            except Unmapped as error:
                why = str(error)
    raise Unmapped(why)
