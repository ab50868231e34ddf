"""Greenhouse gas and water of a load: of its energy, of making its servers, by month and in all."""

from functools import partial

from flopwatt.model import formula

EMISSIONS = "convention#emissions"
load = partial(formula, "load", source=EMISSIONS, minimum=0)
worked_out = partial(load, written=False)
by = partial(formula, "load", source=EMISSIONS, fallback=True, offered=False)


@load(key="carbon.location", unit="tCO2e", symbol="G_l", example="11390 tCO2e")
def carbon_by_location(load_energy, carbon_intensity):
    """Greenhouse gas of all the energy by what the grid emits; location-based."""
    return load_energy * carbon_intensity


@worked_out(key="carbon.market", unit="tCO2e", symbol="G_m")
def carbon_by_market(carbon_by_location, clean_share):
    """The same less what contracts for clean power stand against; market-based."""
    return carbon_by_location * (1 - clean_share)


@formula("load", makes="development_share", source="identity", offered=False)
def development_by_total(development_of_total):
    """The work before a final run over the run, where it is told as a share of both."""
    return development_of_total / (1 - development_of_total)


@worked_out(key="carbon.with_development", unit="tCO2e", symbol="G_d")
def carbon_with_development(carbon_by_location, development_share):
    """Greenhouse gas of the run with the work before it, location-based."""
    return carbon_by_location * (1 + development_share)


@worked_out(key="embodied.per_gpu", unit="kgCO2e/GPU", symbol="G_1")
def embodied_per_gpu(embodied_gpu, embodied_server, load_server_gpus):
    """Greenhouse gas of making one GPU with its share of the server."""
    return embodied_gpu + embodied_server / load_server_gpus


@worked_out(key="carbon.embodied", unit="tCO2e", symbol="G_e")
def carbon_embodied(load_gpu_hours, embodied_per_gpu, hardware_life):
    """Greenhouse gas of making servers, as much as falls to the hours that they are held."""
    return load_gpu_hours * embodied_per_gpu / hardware_life


@by(makes="carbon_embodied")
def carbon_embodied_over_plan(load_gpu_hours_over_plan, embodied_per_gpu, hardware_life):
    """The same of the hours that a fleet is held over the plan."""
    return load_gpu_hours_over_plan * embodied_per_gpu / hardware_life


@worked_out(key="carbon.total", unit="tCO2e", symbol="G")
def carbon_total(carbon_by_location, carbon_embodied):
    """Greenhouse gas of energy, location-based, and of making the servers together."""
    return carbon_by_location + carbon_embodied


@worked_out(key="water", unit="ML", symbol="V")
def site_water(it_energy, wue):
    """Water that the site takes for all the energy of IT."""
    return it_energy * wue


@by(makes="site_water")
def site_water_by_meter(load_energy, annual_pue, wue):
    """The same by the energy at the meter."""
    return load_energy / annual_pue * wue


@worked_out(key="water.grid", unit="ML", symbol="V_g")
def water_of_grid(load_energy, grid_water):
    """Water that the making of all the energy takes, wherever that is."""
    return load_energy * grid_water


monthly = partial(worked_out, flow=True)


@monthly(key="carbon", unit="tCO2e", symbol="G_t")
def month_carbon(month_energy, carbon_intensity):
    """Greenhouse gas of the energy of each month by what the grid emits; location-based."""
    return month_energy * carbon_intensity


@worked_out(key="carbon.per_request", unit="gCO2e/request", symbol="G_q")
def request_carbon(request_energy, carbon_intensity):
    """Greenhouse gas of the energy of one request, location-based."""
    return request_energy * carbon_intensity
