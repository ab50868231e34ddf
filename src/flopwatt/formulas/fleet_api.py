"""A fleet against an API: the same tokens bought, and from which volume on own units are cheaper.

Rent is due for all hours, so a fleet costs whole units and their spares, while an API is paid by
the call: a straight line against stairs. The line may cross them several times, or lie below
all that the units can do.
"""

from functools import partial

from flopwatt.model import (
    choose,
    first_following,
    first_month,
    first_paying,
    formula,
    lasting_following,
    lasting_month,
    lasting_paying,
    over_plan,
    pick,
    place_of_least,
    with_spares,
)

API, PRICES = "convention#fleet-api", "convention#token-prices"
price = partial(formula, "fit", unit="USD/Mtoken", source=PRICES, monthly=True)
bought = partial(formula, "fit", source=API, written=False)
crossing = partial(bought, unit="day", kind="crossing", above=None)
threshold = partial(bought, kind="threshold", minimum=0)


@price(key="api.cached_price", symbol="p_h", also=("api_cached_price",),
       example="$0.025 per million tokens")  # fmt: skip
def api_cached_price(api_input_price):
    """Price of prompt tokens that the API reads from its cache; the full price unless stated."""
    return api_input_price


@price(key="api.write_price", symbol="p_W", also=("api_write_price",),
       example="$3.75 per million tokens")  # fmt: skip
def api_write_price(api_input_price):
    """Price of prompt tokens that the API writes to its cache; the full price unless stated."""
    return api_input_price


@formula("fit", makes="api_prompt_cost", source=API, offered=False)
def api_prompt_cost_with_writes(
    input_tokens, cached_share, cache_write_tokens, api_input_price, api_cached_price,
    api_write_price,
):  # fmt: skip
    """Cost of the prompt of one call; cached and newly written tokens are both part of it."""
    read = input_tokens * cached_share
    plain = input_tokens - read - cache_write_tokens
    return plain * api_input_price + read * api_cached_price + cache_write_tokens * api_write_price


@bought(key="api.prompt_cost", unit="USD/call", symbol="c_P", minimum=0, fallback=True)
def api_prompt_cost(input_tokens, cached_share, api_input_price, api_cached_price):
    """What the prompt of one call costs at the API; cached tokens are part of it, not added."""
    return input_tokens * ((1 - cached_share) * api_input_price + cached_share * api_cached_price)


@bought(key="api.answer_cost", unit="USD/call", symbol="c_A", minimum=0)
def api_answer_cost(output_tokens, reasoning_tokens, api_output_price):
    """What the answer of one call costs at the API, reasoning billed like the answer."""
    return (output_tokens + reasoning_tokens) * api_output_price


@bought(key="api.cost_per_call", unit="USD/call", symbol="c_B", minimum=0)
def api_call_cost(api_prompt_cost, api_answer_cost):
    """What one call costs at the API."""
    return api_prompt_cost + api_answer_cost


@bought(key="api.cost", unit="USD", symbol="S_B", minimum=0, flow=True)
def api_cost(api_call_cost, fleet_calls):
    """What the same calls cost at the API in each month."""
    return api_call_cost * fleet_calls


@bought(key="api.saved", unit="USD", symbol="D_B", above=None, flow=True)
def api_saved(api_cost, fleet_cost):
    """What the fleet costs less than the API in each month; below zero it costs more."""
    return api_cost - fleet_cost


@bought(key="api.cost_total", unit="USD", symbol="ΣS_B", minimum=0)
def api_total(api_cost):
    """What the same calls cost at the API over the plan."""
    return over_plan(api_cost)


@bought(key="api.saved_total", unit="USD", symbol="ΣD_B", above=None)
def api_saved_total(api_saved):
    """What the fleet costs less than the API over the plan; below zero it costs more."""
    return over_plan(api_saved)


@crossing(key="api.cheaper.first", symbol="t_<")
def cheaper_first(fleet_cost, api_cost, age_at_start):
    """Time from launch to the first month of the plan in which the fleet costs less."""
    return first_month(fleet_cost < api_cost, age_at_start)


@crossing(key="api.cheaper.lasting", symbol="t_≤")
def cheaper_lasting(fleet_cost, api_cost, age_at_start):
    """Time from launch to the month from which on the fleet costs less, to the plan's end."""
    return lasting_month(fleet_cost < api_cost, age_at_start)


@bought(key="api.calls_per_day", unit="call/day", symbol="v_c", minimum=0)
def mean_calls(fleet_calls, age_at_start, age_at_end):
    """Calls per day, on average in each month."""
    span = age_at_end - age_at_start
    return pick(span > 0, fleet_calls / span, 0)


@bought(key="api.unit.calls_per_day", unit="call/day", symbol="v_u")
def unit_volume(capacity, unit_calls, target_load, load_peak):
    """Calls per day that one unit takes on average, with headroom left in the busiest hour."""
    return choose(capacity, unit_calls * target_load / load_peak, unit_calls * target_load)


@bought(key="api.unit.cost_per_day", unit="USD/day", symbol="s_u")
def unit_cost_rate(fit_accelerators, one_gpu, fleet_price):
    """What one unit costs per day, used or not."""
    return fit_accelerators * one_gpu * fleet_price


@bought(key="api.unit.worth", unit="ratio", symbol="w_u", minimum=0)
def unit_worth(unit_volume, api_call_cost, unit_cost_rate):
    """What the calls that one unit takes cost at the API, over what the unit costs."""
    return unit_volume * api_call_cost / unit_cost_rate


@bought(key="api.unit.worth_calls", unit="call/day", symbol="v_W")
def unit_worth_calls(unit_cost_rate, spare_share, api_call_cost):
    """Calls per day that cost at the API what one unit costs with its share of the spares."""
    return unit_cost_rate * (1 + spare_share) / api_call_cost


@bought(key="api.break_even.utilisation", unit="%", symbol="u_b")
def break_even_utilisation(unit_cost_rate, unit_calls, api_call_cost):
    """Share of what all units can do that must be asked of them for calls to cost the same."""
    return unit_cost_rate / (unit_calls * api_call_cost)


@bought(key="api.break_even.reachable", unit="%", symbol="u_r")
def reachable_utilisation(unit_volume, unit_calls, spare_share):
    """The most of what all units can do that can be asked on average: headroom and spares idle."""
    return unit_volume / unit_calls / (1 + spare_share)


@bought(key="api.break_even.outcome", unit="ratio", symbol="X_B", kind="word",
        words=("never", "crosses"), above=None)  # fmt: skip
def break_even_outcome(reachable_utilisation, break_even_utilisation):
    """Whether own units are cheaper from some volume on, or that lies above what they can do."""
    return place_of_least(reachable_utilisation, break_even_utilisation)


@threshold(key="api.break_even.units", unit="count", symbol="k_B")
def break_even_units(capacity, unit_worth, spare_share, load_peak):
    """Units held, spares left out, of the first step that lies partly under the API's line."""
    return choose(
        capacity,
        first_paying(unit_worth, spare_share),
        first_following(unit_worth, spare_share, load_peak),
    )


@threshold(key="api.break_even.volume", unit="call/day", symbol="v_b")
def break_even_volume(break_even_units, spare_share, unit_cost_rate, api_call_cost):
    """The lowest calls per day at which the fleet costs less than the API."""
    return with_spares(break_even_units, spare_share) * unit_cost_rate / api_call_cost


@threshold(key="api.break_even.lasting_units", unit="count", symbol="k_l")
def lasting_units(capacity, unit_worth, spare_share, load_peak):
    """Units held, spares left out, of the last step that lies partly above the API's line."""
    return choose(
        capacity,
        lasting_paying(unit_worth, spare_share),
        lasting_following(unit_worth, spare_share, load_peak),
    )


@threshold(key="api.break_even.lasting_volume", unit="call/day", symbol="v_l")
def lasting_volume(lasting_units, spare_share, unit_cost_rate, api_call_cost):
    """The calls per day from which on the fleet costs less than the API, however many more."""
    return with_spares(lasting_units, spare_share) * unit_cost_rate / api_call_cost
