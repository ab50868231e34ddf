"""Power of all GPUs of a load: chips, servers, IT and facility, and what the meter is built for."""

from functools import partial

from flopwatt.model import formula, total

POWER = "convention#power"
load = partial(formula, "load", source=POWER, minimum=0)
whole_server_of = partial(load, unit="IT kW", written=False)
of_it = partial(load, unit="IT MW", written=False)
of_facility = partial(load, unit="MW", written=False)
by = partial(formula, "load", source=POWER, fallback=True, offered=False)


@whole_server_of(key="node.nameplate", symbol="W_1")
def node_nameplate(server_nameplate, load_server_gpus):
    """Nameplate power of one server, all its GPUs together."""
    return server_nameplate * load_server_gpus


@whole_server_of(key="node.peak", symbol="W_2")
def node_peak(server_peak, load_server_gpus):
    """Highest power that one server draws."""
    return server_peak * load_server_gpus


@whole_server_of(key="node.average", symbol="W_3")
def node_average(server_average, load_server_gpus):
    """Power that one server draws on average."""
    return server_average * load_server_gpus


@load(key="chips.nameplate", unit="MW", symbol="C_n", written=False)
def chips_nameplate(load_gpus, chip_nameplate):
    """Nameplate power of all GPUs alone, in each month."""
    return load_gpus * chip_nameplate


@load(key="chips.average", unit="MW", symbol="C_a", written=False)
def chips_average(load_gpus_running, chip_average):
    """Average power of all GPUs alone while they run, in each month."""
    return load_gpus_running * chip_average


@of_it(key="servers.nameplate", symbol="S_n")
def servers_nameplate(load_gpus, server_nameplate):
    """Nameplate power of all servers, in each month."""
    return load_gpus * server_nameplate


@of_it(key="servers.peak", symbol="S_p")
def servers_peak(load_gpus, server_peak):
    """Highest power that all servers draw together, in each month."""
    return load_gpus * server_peak


@of_it(key="servers.average", symbol="S_a")
def servers_average(load_gpus_running, server_average):
    """Power that all servers draw on average while they run, in each month."""
    return load_gpus_running * server_average


@of_it(key="it.nameplate", symbol="I_n")
def it_nameplate(load_gpus, it_nameplate_per_gpu):
    """Nameplate power of servers, network and storage, in each month."""
    return load_gpus * it_nameplate_per_gpu


@of_it(key="it.peak", symbol="I_p", written=True, accepts=("MW",), monthly=True, example="120 MW")
def it_peak(load_gpus, it_peak_per_gpu):
    """Highest power that servers, network and storage draw, in each month."""
    return load_gpus * it_peak_per_gpu


@of_it(key="it.average", symbol="I_a")
def it_average(load_gpus_running, it_average_per_gpu):
    """Power that servers, network and storage draw on average while they run, in each month."""
    return load_gpus_running * it_average_per_gpu


@of_facility(key="facility.nameplate", symbol="F_n")
def load_facility_nameplate(it_nameplate, peak_pue):
    """Power for which the building is made, cooling and losses included, in each month."""
    return it_nameplate * peak_pue


@of_facility(key="facility.peak", symbol="F_p", written=True, monthly=True, example="150 MW",
             usual=(1e-4, 2e4))  # fmt: skip
def load_facility_peak(it_peak, peak_pue):
    """Highest power at the meter, cooling and losses included, in each month."""
    return it_peak * peak_pue


@of_facility(key="facility.average", symbol="F_a", written=True, monthly=True, example="110 MW",
             usual=(1e-4, 2e4))  # fmt: skip
def load_facility_average(it_average, annual_pue):
    """Power at the meter on average while GPUs run, seasons evened out, in each month."""
    return it_average * annual_pue


@by(makes="load_facility_average")
def facility_average_by_utilisation(load_facility_peak, facility_utilisation):
    """The same as a share of the highest power, where no servers are stated."""
    return load_facility_peak * facility_utilisation


@of_facility(key="facility.mean", symbol="F_m")
def load_facility_mean(load_facility_average, load_running_share):
    """Power at the meter averaged over each whole month, from which its energy follows."""
    return load_facility_average * load_running_share


@by(makes="load_facility_mean")
def load_facility_mean_alone(load_facility_average):
    """The same where no GPUs are stated: it is drawn all month."""
    return load_facility_average


@load(key="kva", unit="MVA", symbol="S", example="165 MVA", monthly=True)
def apparent_power(load_facility_peak, power_factor):
    """Apparent power at the meter at the peak, in each month."""
    return load_facility_peak / power_factor


@of_facility(key="breaker", symbol="F_b")
def breaker_rating(load_facility_peak, breaker_share):
    """Rating of the breakers that carry the peak continuously, in power at its power factor."""
    return load_facility_peak / breaker_share


@of_facility(key="capacity", symbol="F_c")
def facility_capacity(load_facility_peak, redundancy):
    """Power that is built, with what stands by; it is never energy."""
    return load_facility_peak * redundancy


@load(key="gpus_within", unit="GPU", symbol="N_max", written=False)
def gpus_within(facility_limit, it_peak_per_gpu, peak_pue):
    """GPUs that the power to be had feeds at their peak."""
    return facility_limit / (it_peak_per_gpu * peak_pue)


@of_it(key="it.within", symbol="I_max")
def it_within(facility_limit, peak_pue):
    """Power of IT that the power to be had feeds at its peak."""
    return facility_limit / peak_pue


@load(key="facility.per_gpu", unit="kW/GPU", symbol="w_F", written=False)
def facility_peak_per_gpu(it_peak_per_gpu, peak_pue):
    """Highest power at the meter for each GPU."""
    return it_peak_per_gpu * peak_pue


@formula("plan", unit="MW", symbol="ΣF_p", source=POWER, minimum=0, written=False)
def facility_peak(load_facility_peak):
    """Highest power at the meters of all loads together, in each month."""
    return total(load_facility_peak)
