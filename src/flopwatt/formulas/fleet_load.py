"""What a product asks of its fleet: lengths of calls, and calls per time month by month."""

from functools import partial

from flopwatt.model import adoption, compounded, formula, grown, later, pick, served

LOAD = "convention#fleet"


@formula("fit", makes="fit_prompt", source=LOAD, offered=False)
def prompt_of_product(input_tokens, one_call):
    """Tokens of the prompt of one call of the product."""
    return input_tokens * one_call


@formula("fit", makes="fit_answer", source=LOAD, offered=False)
def answer_of_product(output_tokens, reasoning_tokens, one_call):
    """Tokens that one call of the product writes, reasoning included."""
    return (output_tokens + reasoning_tokens) * one_call


@formula("fit", makes="fit_context", source=LOAD, offered=False)
def context_of_product(input_tokens, output_tokens, reasoning_tokens, one_call):
    """Tokens of one call of the product in all."""
    return (input_tokens + output_tokens + reasoning_tokens) * one_call


@formula("fit", makes="fit_cached", source=LOAD, offered=False)
def cached_of_product(cached_share):
    """Share of the prompt whose cache is found, as the product states it."""
    return cached_share


product = partial(formula, "product", written=False)


@product(unit="call/s", symbol="λ_0", source="identity", minimum=0)
def launch_calls(requests, calls_per_request, retries):
    """Calls per time on the day of launch, those made again included."""
    return requests * calls_per_request * (1 + retries)


@product(unit="ratio", symbol="V_0", source="verhulst-1838", minimum=0)
def volume_at_start(launch_share, growth, age_at_start):
    """Volume at the start of each month over that at launch, on a logistic curve."""
    return adoption(launch_share, growth, age_at_start)


@formula("product", makes="volume_at_start", source="identity", fallback=True)
def volume_at_start_by_growth(growth, age_at_start):
    """Volume at the start of each month over that at launch, under constant growth."""
    return compounded(growth, age_at_start)


@product(unit="day", symbol="V_m", source="verhulst-1838", minimum=0)
def volume_served(launch_share, growth, age_at_start, age_at_end):
    """Days at the volume of launch that each month's volume comes to, on a logistic curve."""
    span = age_at_end - age_at_start
    return served(launch_share, growth, 0 * growth, age_at_end, span)


@formula("product", makes="volume_served", source="identity", fallback=True)
def volume_served_by_growth(volume_factor, growth, age_at_start, age_at_end):
    """The same under constant growth."""
    return grown(volume_factor, -growth, age_at_end - age_at_start)


@product(unit="call", symbol="N_c", source="identity", minimum=0, flow=True)
def calls_by_month(launch_calls, volume_served):
    """Calls to the model in each month."""
    return launch_calls * volume_served


@product(unit="call/s", symbol="λ", source=LOAD, minimum=0)
def largest_calls(launch_calls, volume_at_start, volume_factor, age_at_end):
    """Calls per time on the busiest day of each month: its last, or its first where use falls."""
    return pick(age_at_end > 0, launch_calls * later(volume_at_start, volume_factor), 0)


fleet = partial(formula, "fit", source=LOAD, minimum=0, written=False)


@fleet(key="fleet.launch_calls", unit="call/s", symbol="λ_1")
def fleet_launch_calls(launch_calls, fleet_share):
    """Calls per time that the fleet serves on the day of launch."""
    return launch_calls * fleet_share


@fleet(key="fleet.calls", unit="call", symbol="N_f", flow=True)
def fleet_calls(calls_by_month, fleet_share):
    """Calls that the fleet serves in each month."""
    return calls_by_month * fleet_share


@fleet(key="fleet.largest_calls", unit="call/s", symbol="λ_f")
def fleet_largest_calls(largest_calls, fleet_share):
    """Calls per time that the fleet serves on the busiest day of each month."""
    return largest_calls * fleet_share
