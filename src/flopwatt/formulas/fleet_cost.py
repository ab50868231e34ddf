"""What a fleet costs: by month, by million tokens of each kind, and as the cost of its product."""

from functools import partial

from flopwatt.model import formula, pick, total

COST = "convention#fleet"
cost = partial(formula, "fit", source=COST, written=False)
per_token = partial(cost, unit="USD/Mtoken", minimum=0)


@cost(key="fleet.cost_rate", unit="USD/day", symbol="s_f", minimum=0)
def fleet_cost_rate(units_paid, fit_accelerators, one_gpu, fleet_price):
    """What the fleet costs per day, in each month."""
    return units_paid * fit_accelerators * one_gpu * fleet_price


@cost(key="fleet.cost", unit="USD", symbol="S_f", minimum=0, flow=True)
def fleet_cost(fleet_cost_rate, age_at_start, age_at_end):
    """What the fleet costs in each month."""
    return fleet_cost_rate * (age_at_end - age_at_start)


@cost(key="fleet.cost_per_call", unit="USD/call", symbol="c_f", minimum=0)
def fleet_call_cost(fleet_cost, fleet_calls):
    """What one call costs in each month, idle capacity included."""
    return pick(fleet_calls > 0, fleet_cost / fleet_calls, 0)


@cost(key="fleet.cost_per_request", unit="USD/request", symbol="c_q", minimum=0)
def fleet_request_cost(fleet_call_cost, calls_per_request, retries):
    """What one request costs in each month, all its calls and idle capacity included."""
    return fleet_call_cost * calls_per_request * (1 + retries)


@cost(key="fleet.prompt_share", unit="%", symbol="y_p")
def prompt_share(prompt_work, call_work):
    """Share of the fleet's work that reading prompts is."""
    return prompt_work / call_work


@cost(key="fleet.found_share", unit="%", symbol="y_h", minimum=0)
def found_share(found_time, data_parallel, prompts_at_once, call_time):
    """Share of the fleet's work that bringing in prefixes found is."""
    return found_time / (data_parallel * prompts_at_once) / call_time


@per_token(key="fleet.cost_per_million_tokens", symbol="c_t")
def fleet_token_cost(fleet_call_cost, tokens_per_call):
    """What a token costs, prompt and answer alike, in each month."""
    return fleet_call_cost / tokens_per_call


@per_token(key="fleet.cost_per_million_input", symbol="c_i")
def fleet_input_cost(fleet_call_cost, prompt_share, found_share, input_tokens, fit_cached):
    """What a token of the prompt that is worked out costs, in each month."""
    worked_out = input_tokens * (1 - fit_cached)
    return pick(worked_out > 0, fleet_call_cost * (prompt_share - found_share) / worked_out, 0)


@formula("fit", makes="fleet_input_cost", source=COST, fallback=True, offered=False)
def fleet_prompt_cost(fleet_call_cost, prompt_share, input_tokens):
    """The same where rates are measured, and what is found is in them."""
    return pick(input_tokens > 0, fleet_call_cost * prompt_share / input_tokens, 0)


@per_token(key="fleet.cost_per_million_cached", symbol="c_h")
def fleet_cached_cost(fleet_call_cost, found_share, input_tokens, fit_cached):
    """What a token of the prompt costs whose cache is found, in each month."""
    found = input_tokens * fit_cached
    return pick(found > 0, fleet_call_cost * found_share / found, 0)


@per_token(key="fleet.cost_per_million_output", symbol="c_o")
def fleet_output_cost(fleet_call_cost, prompt_share, output_tokens, reasoning_tokens):
    """What a token of the answer costs, in each month."""
    written = output_tokens + reasoning_tokens
    return pick(written > 0, fleet_call_cost * (1 - prompt_share) / written, 0)


@per_token(key="fleet.cost_per_million_output_alone", symbol="c_O")
def fleet_answer_cost(fleet_call_cost, output_tokens, reasoning_tokens):
    """What a token of the answer costs if it bears the prompt too, in each month."""
    written = output_tokens + reasoning_tokens
    return pick(written > 0, fleet_call_cost / written, 0)


@cost(key="fleet.energy_per_million_tokens", unit="kWh/Mtoken", symbol="e_t", minimum=0)
def fleet_token_energy(fit_power, fit_accelerators, call_work, tokens_per_call):
    """Energy of the GPUs at nameplate power for each token at full load; at most that."""
    return fit_power * fit_accelerators * call_work / tokens_per_call


@formula("product", unit="USD/day", symbol="s_F", source=COST, minimum=0, written=False)
def fleets_cost_rate(fleet_cost_rate):
    """What all fleets of the product cost per day, in each month."""
    return total(fleet_cost_rate)
