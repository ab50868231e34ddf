"""Procurement: what a price to rent GPUs at comes to, and when owning them beats it."""

from flopwatt.model import compounded, formula, grown


@formula(
    "offer",
    key="price",
    unit="USD/GPU/hour",
    symbol="p",
    source="identity",
    accepts=("USD/hour",),
    example="$2.50 per GPU-hour",
)
def offer_price(instance_price, instance_accelerators):
    """Price of one hour of one GPU."""
    return instance_price / instance_accelerators


@formula(
    "offer",
    key="reserved",
    unit="USD/GPU/hour",
    symbol="p_r",
    source="identity",
    accepts=("USD/hour",),
    example="$2.40 per GPU-hour",
)
def reserved_price(on_demand_price, reserved_discount):
    """Price of one hour of one GPU under a commitment to pay for every hour."""
    return on_demand_price * (1 - reserved_discount)


@formula(
    "offer",
    key="spot",
    unit="USD/GPU/hour",
    symbol="p_s",
    source="identity",
    accepts=("USD/hour",),
    example="$1.69 per GPU-hour",
)
def spot_price(on_demand_price, spot_discount):
    """Price of one hour of one GPU that may be taken away at short notice."""
    return on_demand_price * (1 - spot_discount)


@formula(
    "offer",
    key="reserved_effective",
    unit="USD/GPU/hour",
    symbol="p'",
    source="identity",
    written=False,
)
def effective_reserved_price(reserved_price, used_share):
    """Price of one used hour of a reserved GPU, the idle hours paid for."""
    return reserved_price / used_share


@formula(
    "offer",
    key="throughput",
    unit="token/s/GPU",
    symbol="w",
    source="identity",
    accepts=("token/s",),
    example="700 tokens/s/GPU",
)
def token_throughput(fleet_throughput, rented_accelerators):
    """Tokens per second that one rented GPU serves at full load."""
    return fleet_throughput / rented_accelerators


@formula("offer", key="cost", unit="USD", symbol="$", source="identity", written=False)
def rental_cost(offer_price, rented_accelerators, rented_time):
    """The bill of holding the GPUs, used or not."""
    return offer_price * rented_accelerators * rented_time


@formula("offer", key="break_even", unit="%", symbol="b", source="identity", written=False)
def reservation_break_even(reserved_price, on_demand_price):
    """Share of the hours that must be used for a reservation to cost less than on demand."""
    return reserved_price / on_demand_price


@formula("offer", makes="reservation_break_even", source="identity", fallback=True, offered=False)
def reservation_break_even_by_discount(reserved_discount):
    """Share of the hours that must be used, where only what a reservation takes off is known."""
    return 1 - reserved_discount


@formula(
    "offer",
    key="spot_effective",
    unit="USD/GPU/hour",
    symbol="p'",
    source="identity",
    written=False,
)
def effective_spot_price(spot_price, spot_overhead):
    """Price of one useful hour of a spot GPU, lost work and restarts paid for."""
    return spot_price * (1 + spot_overhead)


@formula(
    "offer", key="token_price", unit="USD/Mtoken", symbol="c", source="identity", written=False
)
def self_hosted_token_price(offer_price, token_throughput, throughput_utilisation):
    """What a token costs on rented GPUs; idle hours are paid for, so they raise it."""
    return offer_price / (token_throughput * throughput_utilisation)


@formula(
    "asset",
    key="opex",
    unit="USD",
    symbol="O",
    source="identity",
    minimum=0.0,
    above=None,
    example="$729k",
)
def lifetime_opex(annual_opex, asset_life):
    """What running them costs over their whole life, power, space and staff together."""
    return annual_opex * asset_life


@formula("asset", key="cost", unit="USD", symbol="$", source="identity", written=False)
def ownership_cost(purchase_price, lifetime_opex, resale):
    """What owning costs over the whole life: capital and running cost, less the resale."""
    return purchase_price + lifetime_opex - resale


@formula(
    "asset",
    unit="USD/GPU/hour",
    symbol="p_o",
    source="identity",
    accepts=("USD/hour",),
    fallback=True,  # the parts of the hour, where they are known, count interest too
    example="$1.20 per GPU-hour",
)
def owned_hour_price(ownership_cost, owned_accelerators, asset_life):
    """What one hour of one owned GPU costs over its life, used or not."""
    return ownership_cost / (owned_accelerators * asset_life)


@formula("asset", key="break_even", unit="%", symbol="b", source="identity", written=False)
def ownership_break_even(owned_hour_price, rent_price):
    """Share of all hours that must be used for owning to cost less than renting the used ones."""
    return owned_hour_price / rent_price


@formula(
    "asset",
    key="npv",
    unit="USD",
    symbol="NPV",
    source="convention#present-value",
    fallback=True,  # by the hour, where its parts are known, it comes out the same
    above=None,
    written=False,
)
def net_present_value(purchase_price, annual_saving, resale, discount, discount_period, asset_life):
    """Net present value of owning: savings and resale, discounted to today, less the capital."""
    flow = annual_saving / grown(1, discount, discount_period)
    back = resale * compounded(-discount, asset_life)
    return grown(flow, -discount, asset_life) + back - purchase_price


@formula("asset", unit="year", symbol="t_p", source="identity", written=False)
def payback(purchase_price, annual_saving, discount_period):
    """Time after which the savings have paid for the capital, without discounting."""
    return purchase_price / annual_saving * discount_period


@formula("asset", unit="USD", symbol="s_n", source="identity", above=None, written=False)
def net_saving(purchase_price, annual_saving, resale, discount_period, asset_life):
    """What owning saves over the whole life, less the capital, without discounting."""
    return annual_saving * asset_life / discount_period + resale - purchase_price


@formula("product", unit="USD/request", symbol="c_b", source="identity", written=False)
def batch_cost_per_request(request_cost, batch_discount):
    """What one request costs where it can wait for a batch."""
    return request_cost * (1 - batch_discount)


@formula("product", unit="USD/day", symbol="s_b", source="identity", written=False)
def batch_cost_per_day(daily_cost, batch_discount):
    """What serving costs per day where every request can wait for a batch."""
    return daily_cost * (1 - batch_discount)


@formula("product", unit="USD", symbol="S_b", source="identity", written=False)
def batch_cost_over_span(span_cost, batch_discount):
    """What serving costs over `span` where every request can wait for a batch."""
    return span_cost * (1 - batch_discount)
