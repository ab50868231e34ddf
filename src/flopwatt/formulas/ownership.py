"""Ownership: what bought GPUs cost by the hour, with interest, space, energy and operation.

Taxes are left out throughout. Capital is paid back in equal parts at the end of each year.
"""

from flopwatt.model import choose, compounded, formula, grown

HOUR = "USD/GPU/hour"


@formula(
    "asset", key="capital.list", unit="USD/GPU", symbol="K_l", source="identity", written=False
)
def list_capital(server_price, server_gpus, network_capital_share):
    """Capital of one GPU at list price: its share of the server, and the network beside it."""
    return server_price / server_gpus / (1 - network_capital_share)


@formula(
    "asset",
    key="capital.per_gpu",
    unit="USD/GPU",
    symbol="K_1",
    source="identity",
    accepts=("USD",),
    example="$42.6k per GPU",
)
def capital_per_gpu(list_capital, server_price, server_discount, server_gpus):
    """Capital of one GPU as it is paid: what is taken off the server is taken off once."""
    return list_capital - server_price * server_discount / server_gpus


@formula("asset", makes="purchase_price", source="identity", offered=False)
def purchase_price_by_gpus(capital_per_gpu, owned_accelerators):
    """Capital of all GPUs."""
    return capital_per_gpu * owned_accelerators


@formula(
    "asset",
    key="residual",
    unit="%",
    symbol="z",
    source="convention#ownership",
    minimum=0.0,
    maximum=100.0,
    example="12.5 %",
)
def residual_share(value_change, asset_life):
    """What is left of the capital at the end of the life, when the GPUs are sold."""
    return compounded(value_change, asset_life)


@formula(
    "asset", key="capital.residual", unit="USD/GPU", symbol="Z_1", source="identity", written=False
)
def residual_value(capital_per_gpu, residual_share):
    """What one GPU is sold for at the end of its life, its share of the network with it."""
    return capital_per_gpu * residual_share


@formula("asset", makes="resale", source="identity", offered=False)
def resale_by_gpus(residual_value, owned_accelerators):
    """What all GPUs are sold for at the end of their life."""
    return residual_value * owned_accelerators


@formula("asset", makes="cost_of_capital", source="identity", offered=False)
def cost_of_capital_as_discounted(discount):
    """A rate at which later money is worth less is what capital costs."""
    return discount


@formula(
    "asset",
    key="hour.capital",
    unit=HOUR,
    symbol="p_k",
    source="convention#annuity",
    written=False,
)
def capital_hour(capital_per_gpu, residual_value, cost_of_capital, discount_period, asset_life):
    """Capital by the hour: equal payments at the end of each year that pay it back with interest.

    What the resale is worth today need not be paid back. Without interest it is the straight line.
    """
    owed = capital_per_gpu - residual_value * compounded(-cost_of_capital, asset_life)
    payments = grown(1, -cost_of_capital, asset_life) / grown(1, cost_of_capital, discount_period)
    return owed / payments / discount_period


@formula(
    "asset",
    key="power",
    unit="IT kW/GPU",
    symbol="w",
    source="identity",
    accepts=("kW/GPU", "kW"),
    example="1.4 kW per GPU",
)
def owned_power(server_power, network_power_share):
    """Power reserved for one GPU: its share of the server, and the network beside it."""
    return server_power * (1 + network_power_share)


@formula("asset", key="hour.colocation", unit=HOUR, symbol="p_c", source="identity", written=False)
def colocation_hour(colocation_rate, owned_power):
    """Rent of space for one GPU by the hour."""
    return colocation_rate * owned_power


@formula("asset", key="hour.site", unit=HOUR, symbol="p_b", source="convention#annuity",
         written=False)  # fmt: skip
def site_hour(site_capital, owned_power, cost_of_capital, discount_period, site_life):
    """A site's capital for one GPU by the hour, paid back with interest over the site's life."""
    payments = grown(1, -cost_of_capital, site_life) / grown(1, cost_of_capital, discount_period)
    return site_capital * owned_power / payments / discount_period


@formula("asset", key="hour.space", unit=HOUR, symbol="p_a", source="identity", written=False)
def space_hour(housing, colocation_hour, site_hour):
    """Space for one GPU by the hour, rented or one's own."""
    return choose(housing, colocation_hour, site_hour)


@formula("asset", key="hour.energy", unit=HOUR, symbol="p_e", source="identity", minimum=0.0,
         written=False)  # fmt: skip
def energy_hour(owned_power, average_load, site_pue, electricity_price):
    """Electricity for one GPU by the hour, that of cooling included."""
    return owned_power * average_load * site_pue * electricity_price


@formula("asset", key="hour.operating", unit=HOUR, symbol="p_m", source="identity", minimum=0.0,
         written=False)  # fmt: skip
def operating_hour(operating_share, capital_per_gpu):
    """Operation of one GPU by the hour: staff, repairs, spares and insurance."""
    return operating_share * capital_per_gpu


@formula("asset", key="hour.running", unit=HOUR, symbol="p_r", source="identity", minimum=0.0,
         written=False)  # fmt: skip
def running_hour(space_hour, energy_hour, operating_hour):
    """What keeping one GPU running costs by the hour, capital left out."""
    return space_hour + energy_hour + operating_hour


@formula("asset", makes="annual_opex", source="identity", offered=False)
def annual_opex_by_hour(running_hour, owned_accelerators):
    """What running all of them costs per year."""
    return running_hour * owned_accelerators


@formula("asset", makes="owned_hour_price", source="convention#ownership")
def owned_hour_by_parts(capital_hour, running_hour):
    """What one hour of one owned GPU costs over its life, used or not, interest included."""
    return capital_hour + running_hour


@formula("asset", key="hour.used", unit=HOUR, symbol="p_u", source="identity", written=False)
def used_hour_price(owned_hour_price, owned_utilisation):
    """What one used hour of one owned GPU costs, the idle hours paid for."""
    return owned_hour_price / owned_utilisation


@formula("asset", key="hour.list", unit=HOUR, symbol="p_l", source="identity", written=False)
def list_hour(list_capital, asset_life):
    """Capital at list price spread evenly over the life, nothing else counted."""
    return list_capital / asset_life


@formula("asset", key="hour.negotiated", unit=HOUR, symbol="p_n", source="identity", written=False)
def negotiated_hour(capital_per_gpu, asset_life):
    """Capital as it is paid spread evenly over the life, nothing else counted."""
    return capital_per_gpu / asset_life


@formula("asset", key="hour.amortised", unit=HOUR, symbol="p_t", source="identity", minimum=0.0,
         written=False)  # fmt: skip
def amortised_hour(capital_per_gpu, residual_value, asset_life):
    """Capital less the resale spread evenly over the life, without interest: what books show."""
    return (capital_per_gpu - residual_value) / asset_life


@formula("asset", makes="annual_saving", source="convention#ownership", offered=False)
def saving_by_hour(
    rent_price, owned_utilisation, running_hour, owned_accelerators, discount_period
):
    """Rent of the hours that are used, less what running all GPUs costs."""
    saved = rent_price * owned_utilisation - running_hour
    return saved * owned_accelerators * discount_period


@formula("asset", makes="net_present_value", source="convention#ownership", offered=False)
def present_value_by_hour(
    rent_price,
    owned_utilisation,
    owned_hour_price,
    owned_accelerators,
    cost_of_capital,
    discount_period,
    asset_life,
):
    """What owning is worth today: rent of the hours used, less all costs of an hour, each year."""
    saved = (rent_price * owned_utilisation - owned_hour_price) * owned_accelerators
    payments = grown(1, -cost_of_capital, asset_life) / grown(1, cost_of_capital, discount_period)
    return saved * discount_period * payments


@formula("asset", key="ordered", unit="s", symbol="t_o", source="convention#ownership", kind="date",
         above=None, example="2026-03-01")  # fmt: skip
def order_date(plan_start):
    """Day on which the GPUs are ordered."""
    return plan_start


@formula("asset", key="delivered", unit="s", symbol="t_d", source="identity", kind="date",
         above=None, written=False)  # fmt: skip
def delivery_date(order_date, lead_time):
    """Day from which the GPUs can be used."""
    return order_date + lead_time
