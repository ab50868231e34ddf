"""How many units a fleet has month by month: whole ones, with headroom and spares."""

from functools import partial

from flopwatt.model import at_start, choose, formula, held_through, pick, rounded_up, with_spares

SIZE = "convention#fleet"
size = partial(formula, "fit", source=SIZE, written=False)


@size(key="fleet.call_work", unit="s/call", symbol="w_c")
def call_work(call_time, one_call):
    """Time of one unit that one call takes."""
    return call_time / one_call


@size(key="fleet.prompt_work", unit="s/call", symbol="w_p")
def prompt_work(fit_prompt, prefill_rate, one_call):
    """Time of one unit that reading the prompt of one call takes."""
    return pick(fit_prompt > 0, fit_prompt / prefill_rate, 0) / one_call


@size(key="fleet.answer_work", unit="s/call", symbol="w_a", minimum=0)
def answer_work(fit_answer, decode_rate, one_call):
    """Time of one unit that writing the answer of one call takes."""
    return fit_answer / decode_rate / one_call


@size(key="fleet.calls_per_unit", unit="call/s", symbol="μ")
def unit_calls(call_work):
    """Calls per time that one unit takes at full load."""
    return 1 / call_work


@size(key="fleet.load_peak", unit="x", symbol="f")
def load_peak(day_peak, week_peak):
    """Load of the busiest hour of a week, over the mean."""
    return day_peak * week_peak


@size(key="fleet.units_busy", unit="count", symbol="k_b", minimum=0)
def units_busy(fleet_calls, call_work, age_at_start, age_at_end):
    """Units that are busy on average in each month."""
    span = age_at_end - age_at_start
    return pick(span > 0, fleet_calls * call_work / span, 0)


@size(key="fleet.prompt_units", unit="count", symbol="k_p", minimum=0)
def prompt_units(fleet_largest_calls, prompt_work, load_peak, target_load):
    """Whole units that prompts need in the busiest hour of each month, if they have their own."""
    return rounded_up(fleet_largest_calls * prompt_work * load_peak / target_load)


@size(key="fleet.answer_units", unit="count", symbol="k_a", minimum=0)
def answer_units(fleet_largest_calls, answer_work, load_peak, target_load):
    """Whole units that answers need in the busiest hour of each month, if they have their own."""
    return rounded_up(fleet_largest_calls * answer_work * load_peak / target_load)


@size(key="fleet.units_needed", unit="count", symbol="k_n", minimum=0)
def units_needed(
    phases, fleet_largest_calls, call_work, load_peak, target_load, prompt_units, answer_units
):
    """Whole units that the busiest hour of each month needs, headroom included."""
    together = rounded_up(fleet_largest_calls * call_work * load_peak / target_load)
    return choose(phases, together, prompt_units + answer_units)


@size(key="fleet.units", unit="count", symbol="k", minimum=0)
def fleet_units(units_needed, spare_share):
    """Units of the fleet in each month, spares included; one may stand in for either phase."""
    return with_spares(units_needed, spare_share)


@size(key="fleet.gpus", unit="GPU", symbol="N_g", minimum=0, usual=(0, 1e7))
def fleet_gpus(fleet_units, fit_accelerators, one_gpu):
    """GPUs of the fleet in each month."""
    return fleet_units * fit_accelerators * one_gpu


@size(key="fleet.utilisation", unit="%", symbol="u_f", minimum=0)
def fleet_utilisation(units_busy, fleet_units):
    """Share of what the fleet can do that is asked of it, on average in each month."""
    return pick(fleet_units > 0, units_busy / fleet_units, 0)


@size(key="fleet.units_held", unit="count", symbol="k_h", minimum=0)
def units_held(units_busy, target_load, load_peak):
    """Units that hours of unlike load hold on average in each month, spares left out."""
    return pick(units_busy > 0, held_through(units_busy / target_load, load_peak), 0)


@size(key="fleet.units_paid", unit="count", symbol="k_p", minimum=0)
def units_paid(capacity, fleet_units, units_held, spare_share):
    """Units paid for, on average in each month: all, or those of each hour with their spares."""
    return choose(capacity, fleet_units, with_spares(units_held, spare_share))


@size(key="fleet.launch_units", unit="count", symbol="k_0", minimum=0)
def launch_units(
    phases,
    fleet_launch_calls,
    call_work,
    prompt_work,
    answer_work,
    load_peak,
    target_load,
    spare_share,
):
    """Units of the fleet on the day of launch, spares included."""
    calls = at_start(fleet_launch_calls) * load_peak / target_load
    apart = rounded_up(calls * at_start(prompt_work)) + rounded_up(calls * at_start(answer_work))
    needed = choose(phases, rounded_up(calls * at_start(call_work)), apart)
    return with_spares(needed, spare_share)


@size(key="fleet.launch_units_held", unit="count", symbol="k_2", minimum=0)
def launch_units_held(fleet_launch_calls, call_work, target_load, load_peak):
    """Units that hours of unlike load hold on the day of launch, on average, spares left out."""
    busy = at_start(fleet_launch_calls * call_work)
    return pick(busy > 0, held_through(busy / target_load, load_peak), 0)


@size(key="fleet.launch_units_paid", unit="count", symbol="k_1", minimum=0)
def launch_units_paid(capacity, launch_units, launch_units_held, spare_share):
    """Units paid for on the day of launch."""
    return choose(capacity, launch_units, with_spares(launch_units_held, spare_share))
