"""Energy of a load, what it costs and emits: by month, in all, and for each call and token."""

from functools import partial

from flopwatt.model import formula, over_plan, pick

ENERGY = "convention#energy"
load = partial(formula, "load", source=ENERGY, minimum=0)
by = partial(formula, "load", source=ENERGY, fallback=True, offered=False)
monthly = partial(load, written=False, flow=True)


@load(key="gpu_hours", unit="GPU-hour", symbol="H_w", example="39.3M GPU-hours", accepts=("hour",),
      offered=False)  # fmt: skip
def load_gpu_hours(accelerator_hours, load_spares):
    """GPU-hours for which the run has its GPUs powered, spares included."""
    return accelerator_hours * (1 + load_spares)


@by(makes="load_gpu_hours")
def load_gpu_hours_alone(load_gpus, load_duration):
    """GPU-hours of a load that is drawn for some time, and belongs to no run and no fleet."""
    return load_gpus * load_duration


@load(key="gpu_hours_over_plan", unit="GPU-hour", symbol="H_p", written=False)
def load_gpu_hours_over_plan(load_gpus_on, month_length):
    """GPU-hours for which GPUs are powered over the months of the plan."""
    return over_plan(load_gpus_on * month_length)


@load(key="energy.chips", unit="MWh", symbol="E_c", written=False)
def chips_energy(load_gpu_hours, chip_average):
    """Energy of the GPUs alone."""
    return load_gpu_hours * chip_average


@load(key="energy.idle", unit="IT MWh", symbol="E_i", written=False)
def idle_energy(chips_energy, chip_at_plug, load_idle_share):
    """Energy of machines that are provisioned and idle."""
    return chips_energy * chip_at_plug * load_idle_share


@load(key="energy.it", unit="IT MWh", symbol="E_I", accepts=("MWh",), example="257 MWh")
def it_energy(load_gpu_hours, it_average_per_gpu):
    """Energy of servers, network, storage and idle machines."""
    return load_gpu_hours * it_average_per_gpu


@load(key="energy.total", unit="MWh", symbol="E", example="1.3 GWh")
def load_energy(it_energy, annual_pue):
    """Energy at the meter in all: of the whole run, or over the plan."""
    return it_energy * annual_pue


@by(makes="load_energy")
def load_energy_by_power(load_facility_average, load_duration):
    """Energy at the meter over the time for which the power is drawn."""
    return load_facility_average * load_duration


@by(makes="load_energy")
def load_energy_over_plan(month_energy):
    """Energy at the meter over the months of the plan."""
    return over_plan(month_energy)


@monthly(key="energy", unit="MWh", symbol="E_m")
def month_energy(load_facility_mean, month_length):
    """Energy at the meter in each month."""
    return load_facility_mean * month_length


@monthly(key="cost.energy", unit="USD", symbol="S_e")
def month_energy_cost(month_energy, load_electricity):
    """What the energy of each month costs."""
    return month_energy * load_electricity


@monthly(key="cost.capacity", unit="USD", symbol="S_c")
def month_capacity_cost(load_facility_peak, capacity_price, month_length):
    """What capacity for the peak costs in each month."""
    return load_facility_peak * capacity_price * month_length


@monthly(key="cost.demand", unit="USD", symbol="S_d")
def month_demand_cost(load_facility_peak, demand_price, month_length):
    """What the highest power of each month costs."""
    return load_facility_peak * demand_price * month_length


@monthly(key="cost", unit="USD", symbol="S_w")
def month_power_cost(month_energy_cost, month_capacity_cost, month_demand_cost):
    """What energy, capacity and demand cost together in each month."""
    return month_energy_cost + month_capacity_cost + month_demand_cost


@load(key="cost.total", unit="USD", symbol="S_W", written=False)
def power_cost(month_power_cost):
    """What energy, capacity and demand cost over the plan."""
    return over_plan(month_power_cost)


@load(key="energy.bill", unit="USD", symbol="S_E", written=False)
def energy_bill(load_energy, load_electricity):
    """What all the energy costs, capacity and demand apart."""
    return load_energy * load_electricity


@load(key="energy.per_request", unit="Wh/request", symbol="e_q", written=False)
def request_energy(month_energy, load_requests):
    """Energy at the meter for each request, in each month."""
    return pick(load_requests > 0, month_energy / load_requests, 0)


@by(makes="request_energy")
def request_energy_by_chip(chip_request_energy, full_stack):
    """Energy at the meter for each request whose energy at the GPUs is known."""
    return chip_request_energy * full_stack


@load(key="energy.per_million_tokens", unit="kWh/Mtoken", symbol="e_t", written=False)
def token_energy(month_energy, load_tokens):
    """Energy at the meter for a token, prompt and answer alike, in each month."""
    return pick(load_tokens > 0, month_energy / load_tokens, 0)


@load(key="full_stack", unit="×", symbol="k_F", written=False)
def full_stack(load_facility_mean, chips_at_work):
    """Energy at the meter for each unit that GPUs take at work, in each month."""
    return pick(chips_at_work > 0, load_facility_mean / chips_at_work, 0)


@by(makes="full_stack")
def full_stack_by_shares(host_per_chip, load_idle_share, chip_at_plug, annual_pue):
    """The same by the shares of hosts and of idle machines."""
    return (1 + host_per_chip + load_idle_share) * chip_at_plug * annual_pue


@load(key="chips.at_work", unit="MW", symbol="C_w", written=False)
def chips_at_work(load_gpus_on, chip_nameplate, serving_share, serving_busy):
    """Average power of GPUs while they serve, waiting left out, in each month."""
    return load_gpus_on * chip_nameplate * serving_share * serving_busy


@load(key="requests", unit="request", symbol="Q_w", written=False, flow=True)
def load_requests(fleet_requests):
    """Requests that the fleet answers in each month."""
    return fleet_requests


@load(key="tokens", unit="token", symbol="T_w", written=False, flow=True)
def load_tokens(fleet_tokens):
    """Tokens of the calls that the fleet serves in each month."""
    return fleet_tokens


fleet = partial(formula, "fit", source=ENERGY, minimum=0, written=False, flow=True)


@fleet(key="fleet.requests", unit="request", symbol="Q_f")
def fleet_requests(fleet_calls, calls_per_request, retries):
    """Requests that the fleet answers in each month."""
    return fleet_calls / (calls_per_request * (1 + retries))


@fleet(key="fleet.tokens", unit="token", symbol="T_f")
def fleet_tokens(fleet_calls, tokens_per_call):
    """Tokens of the calls that the fleet serves in each month, prompts and answers."""
    return fleet_calls * tokens_per_call
