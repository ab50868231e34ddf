"""Cooling: how dense racks are and what their chips ask for says how, and what that takes."""

from functools import partial

from flopwatt.model import choose, formula, later, pick

COOLING = "convention#cooling"
WAYS = ("perimeter air", "contained air", "rear door", "direct to chip", "high flow")
UNLIMITED = float("inf")
load = partial(formula, "load", source=COOLING, written=False)


@load(key="rack.power", unit="IT kW", symbol="W_d")
def rack_power(server_nameplate, rack_gpus):
    """Nameplate power of one rack, by which it is cooled."""
    return server_nameplate * rack_gpus


@load(key="cooling.by_density", unit="ratio", symbol="X_d", kind="word", words=WAYS, above=None)
def cooling_by_density(rack_power, perimeter_limit, contained_limit, rear_door_limit, direct_limit):
    """What the density of the racks asks for: one way more with each limit that is passed."""
    return (
        pick(rack_power > perimeter_limit, 1, 0)
        + pick(rack_power > contained_limit, 1, 0)
        + pick(rack_power > rear_door_limit, 1, 0)
        + pick(rack_power > direct_limit, 1, 0)
    )


@formula("load", key="cooling.way", unit="ratio", symbol="X_c", source=COOLING, kind="word",
         words=WAYS, above=None, example="rear door")  # fmt: skip
def cooling(cooling_by_density, least_cooling):
    """How the racks are cooled: as their density asks, or as their chips ask at any density."""
    return later(cooling_by_density, least_cooling)


@load(key="cooling.passed", unit="IT kW", symbol="W_e", minimum=0)
def limit_passed(
    cooling_by_density, perimeter_limit, contained_limit, rear_door_limit, direct_limit
):
    """The highest limit that the density of the racks passes; none in the sparsest."""
    return choose(cooling_by_density, 0 * perimeter_limit, perimeter_limit, contained_limit,
                  rear_door_limit, direct_limit)  # fmt: skip


@load(key="cooling.ahead", unit="IT kW", symbol="W_h", kind="limit")
def limit_ahead(
    cooling_by_density, perimeter_limit, contained_limit, rear_door_limit, direct_limit
):
    """The next limit, up to which racks are cooled in this way; none beyond the last."""
    return choose(cooling_by_density, perimeter_limit, contained_limit, rear_door_limit,
                  direct_limit, UNLIMITED)  # fmt: skip


@load(key="cooling.air", unit="%", symbol="y_a", minimum=0)
def air_share(cooling, liquid_share):
    """Share of the heat that air takes from the racks."""
    air, rest = 0 * liquid_share + 1, 1 - liquid_share
    return choose(cooling, air, air, air, rest, rest)


@load(key="cooling.airflow", unit="CFM", symbol="q", minimum=0)
def rack_airflow(rack_power, peak_share, air_share, air_per_power):
    """Air that flows through one rack at its highest power."""
    return rack_power * peak_share * air_share * air_per_power


pue = partial(formula, "load", unit="W/IT W", source=COOLING, bare=True, accepts=("ratio",),
              minimum=1, maximum=5)  # fmt: skip


@pue(key="peak_pue", symbol="PUE_p", example="1.4")
def peak_pue(
    cooling,
    peak_pue_perimeter,
    peak_pue_contained,
    peak_pue_rear_door,
    peak_pue_direct,
    peak_pue_high_flow,
):
    """Power at the meter for each watt of IT on the hottest day, losses included; for MW."""
    return choose(cooling, peak_pue_perimeter, peak_pue_contained, peak_pue_rear_door,
                  peak_pue_direct, peak_pue_high_flow)  # fmt: skip


@pue(key="annual_pue", symbol="PUE_a", example="1.2")
def annual_pue(
    cooling,
    annual_pue_perimeter,
    annual_pue_contained,
    annual_pue_rear_door,
    annual_pue_direct,
    annual_pue_high_flow,
):
    """Energy at the meter for each unit of IT over a year; for MWh."""
    return choose(cooling, annual_pue_perimeter, annual_pue_contained, annual_pue_rear_door,
                  annual_pue_direct, annual_pue_high_flow)  # fmt: skip


@formula("load", key="wue", unit="L/IT kWh", symbol="WUE", source=COOLING, minimum=0, maximum=20,
         accepts=("L/kWh",), example="0.15 L/kWh")  # fmt: skip
def wue(cooling, wue_air, wue_liquid):
    """Water that the site takes for each kWh of IT."""
    return choose(cooling, wue_air, wue_air, wue_air, wue_liquid, wue_liquid)
