"""Power: from the chip to the servers, to all that a hall of them takes, to the meter.

Nameplate is what switchgear is bought for, peak what cooling and the meter see at most, average
what energy follows from. Each has quantities of its own, and none stands in for another.
"""

from functools import partial

from flopwatt.model import formula, pick

POWER = "convention#power"
load = partial(formula, "load", source=POWER, minimum=0)
by = partial(formula, "load", source=POWER, fallback=True, offered=False)
worked_out = partial(load, written=False)
per_gpu = partial(worked_out, unit="IT kW/GPU")


@load(key="gpus", unit="GPU", symbol="N_w", bare=True, monthly=True, example="100000",
      usual=(0, 1e7), offered=False)  # fmt: skip
def load_gpus(run_gpus, accelerators, load_spares):
    """GPUs that stand there at the busiest time of each month, spares included."""
    return pick(run_gpus > 0, accelerators * (1 + load_spares), 0)


@by(makes="load_gpus")
def load_gpus_of_fleet(fleet_gpus, fleet_gpus_paid):
    """GPUs of the fleet at the busiest hour of each month, its spares included."""
    return pick(fleet_gpus_paid > 0, fleet_gpus, 0)


@by(makes="load_gpus")
def load_gpus_of_racks(racks, rack_gpus):
    """GPUs in the racks that are stated."""
    return racks * rack_gpus


@worked_out(key="gpus_on", unit="GPU", symbol="N_o", offered=False)
def load_gpus_on(run_gpus, load_spares):
    """GPUs that are powered, on average in each month."""
    return run_gpus * (1 + load_spares)


@by(makes="load_gpus_on")
def load_gpus_on_of_fleet(fleet_gpus_paid):
    """GPUs that the fleet holds, on average in each month."""
    return fleet_gpus_paid


@formula("load", makes="load_gpus_on", source=POWER, fallback=True)
def load_gpus_on_alone(load_gpus):
    """All of them, where they belong to no run and no fleet."""
    return load_gpus


@worked_out(key="gpus_running", unit="GPU", symbol="N_r", offered=False)
def load_gpus_running(run_gpus, load_gpus):
    """GPUs that are powered while the run lasts; none in a month without it."""
    return pick(run_gpus > 0, load_gpus, 0)


@by(makes="load_gpus_running")
def load_gpus_running_of_fleet(fleet_gpus_paid):
    """GPUs that the fleet holds, on average in each month."""
    return fleet_gpus_paid


@formula("load", makes="load_gpus_running", source=POWER, fallback=True)
def load_gpus_running_alone(load_gpus):
    """All of them, where they belong to no run and no fleet."""
    return load_gpus


@worked_out(key="running_share", unit="%", symbol="y_r")
def load_running_share(load_gpus_on, load_gpus_running):
    """Share of each month for which GPUs are powered: a run may begin or end within it."""
    return pick(load_gpus_running > 0, load_gpus_on / load_gpus_running, 0)


@load(key="chip.average", unit="W/GPU", symbol="w_a", accepts=("W",), example="520 W per GPU")
def chip_average(chip_nameplate, chip_average_share):
    """Power that one GPU draws on average."""
    return chip_nameplate * chip_average_share


@load(key="server.nameplate", unit="IT kW/GPU", symbol="w_s", accepts=("kW/GPU", "kW"),
      example="1.275 kW per GPU")  # fmt: skip
def server_nameplate(rack_nameplate, rack_gpus):
    """Nameplate power of servers over their GPUs, with all that its rack holds."""
    return rack_nameplate / rack_gpus


@by(makes="server_nameplate")
def server_nameplate_as_stated(stated_nameplate):
    """Nameplate power of servers over their GPUs, as the catalog has it."""
    return stated_nameplate


@by(makes="server_nameplate")
def server_nameplate_of_server(whole_server, load_server_gpus):
    """Nameplate power of one server over its GPUs."""
    return whole_server / load_server_gpus


@by(makes="server_nameplate")
def server_nameplate_by_factor(chip_nameplate, server_factor):
    """Nameplate power of servers that the catalog does not know: so much for each watt of GPUs."""
    return chip_nameplate * server_factor


@formula("load", makes="peak_share", source=POWER, offered=False)
def peak_share_as_measured(whole_server_measured, whole_server):
    """The highest power that was measured of the server, over its nameplate."""
    return whole_server_measured / whole_server


@per_gpu(key="server.peak", symbol="w_p", written=True, accepts=("kW/GPU", "kW"),
         example="1.06 kW per GPU")  # fmt: skip
def server_peak(server_nameplate, peak_share):
    """Highest power that servers draw, over their GPUs."""
    return server_nameplate * peak_share


@per_gpu(key="server.average", symbol="w_v", written=True, accepts=("kW/GPU", "kW"),
         example="0.912 kW per GPU")  # fmt: skip
def server_average(
    serving_share, chip_average, chip_nameplate, server_nameplate, host_share, chip_at_plug
):
    """Power that servers draw on average while they serve: what GPUs draw, and the host's share."""
    host = server_nameplate - chip_at_plug * chip_nameplate
    return pick(serving_share > 0, chip_at_plug * chip_average + host * host_share, 0)


@by(makes="server_average")
def server_average_by_share(server_nameplate, average_share):
    """Power that servers draw on average, as a share of their nameplate."""
    return server_nameplate * average_share


@per_gpu(key="it.per_gpu.nameplate", symbol="w_N")
def it_nameplate_per_gpu(server_nameplate, load_network_share):
    """Nameplate power of servers, network, storage and management, for each GPU."""
    return server_nameplate * (1 + load_network_share)


@per_gpu(key="it.per_gpu.peak", symbol="w_P", written=True, accepts=("kW/GPU", "kW"),
         example="1.2 kW per GPU")  # fmt: skip
def it_peak_per_gpu(server_peak, load_network_share):
    """Highest power of servers, network, storage and management, for each GPU."""
    return server_peak * (1 + load_network_share)


@per_gpu(key="it.per_gpu.idle", symbol="w_i")
def it_idle_per_gpu(chip_average, chip_at_plug, load_idle_share):
    """Power of machines that are provisioned and idle, for each GPU that works."""
    return chip_average * chip_at_plug * load_idle_share


@per_gpu(key="it.per_gpu.average", symbol="w_A")
def it_average_per_gpu(server_average, load_network_share, it_idle_per_gpu):
    """Average power of servers, network, storage and idle machines, for each GPU."""
    return server_average * (1 + load_network_share) + it_idle_per_gpu


@by(makes="it_average_per_gpu")
def it_average_per_gpu_without_idle(server_average, load_network_share):
    """The same where the power of the chip is not known: no machines idle beside."""
    return server_average * (1 + load_network_share)
