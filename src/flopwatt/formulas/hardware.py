"""What hardware comes to: states of a run that must fit, its energy, what a fleet's token costs."""

from functools import partial

from flopwatt.model import at_start, formula, pick, whole

run = partial(formula, "run", written=False, minimum=0)
fleet = partial(formula, "fit", source="convention#fleet", written=False, minimum=0)


@run(key="states", unit="GB", symbol="M_s", source="rajbhandari-2019#section 3.1")
def run_states(state_width, total_params):
    """Weights, gradients and optimizer while the run trains, on all its GPUs together."""
    return state_width * total_params


@run(key="states.gpus", unit="count", symbol="n_s", source="rajbhandari-2019#section 5")
def state_accelerators(run_states, run_card):
    """GPUs that hold the states at least, divided evenly over all of them, as ZeRO 3 does."""
    return -whole(-run_states / run_card)


@run(key="energy", unit="MWh", symbol="E", source="identity")
def run_energy(accelerator_hours, run_power):
    """Energy of the run's GPUs at nameplate power; at most that."""
    return accelerator_hours * run_power


@fleet(key="fleet.launch_gpus", unit="GPU", symbol="N_0")
def launch_gpus(launch_units, fit_accelerators, one_gpu):
    """GPUs of the fleet on the day of launch, spares included."""
    return launch_units * fit_accelerators * one_gpu


@fleet(key="fleet.launch_gpus_paid", unit="GPU", symbol="N_1")
def launch_gpus_paid(launch_units_paid, fit_accelerators, one_gpu):
    """GPUs paid for on the day of launch."""
    return launch_units_paid * fit_accelerators * one_gpu


@fleet(key="fleet.launch_cost_per_million_tokens", unit="USD/Mtoken", symbol="c_0")
def launch_token_cost(launch_cost_rate, fleet_launch_calls, tokens_per_call):
    """What a token costs on the day of launch, prompt and answer alike, idle capacity included."""
    tokens = at_start(fleet_launch_calls * tokens_per_call)
    return pick(tokens > 0, launch_cost_rate / tokens, 0)


@fleet(key="fleet.full_gpu_time", unit="GPU-hour/Mtoken", symbol="w_g")
def full_gpu_time(call_work, fit_accelerators, one_gpu, tokens_per_call):
    """Time of one GPU that a token takes at full load, prompt and answer alike."""
    return call_work * fit_accelerators * one_gpu / tokens_per_call


@fleet(key="fleet.full_cost_per_million_tokens", unit="USD/Mtoken", symbol="c_1")
def full_token_cost(full_gpu_time, fleet_price):
    """What a token costs at full load, without headroom and spares."""
    return full_gpu_time * fleet_price
