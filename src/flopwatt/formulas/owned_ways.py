"""What is owned as a way of buying: the price of its hour, its term, and when it can be used."""

from functools import partial

from flopwatt.model import choose, formula, later

BUYING = "convention#buying"
owned = partial(formula, "way", source=BUYING, fallback=True, offered=False)


@formula("way", key="space", unit="USD/GPU/hour", symbol="p_a", source=BUYING, written=False,
         minimum=0)  # fmt: skip
def way_space(way_housing, colocation_hour, site_hour):
    """Space for one owned GPU by the hour, rented or on a site of one's own."""
    return choose(way_housing, colocation_hour, site_hour)


@formula(
    "way",
    key="running",
    unit="USD/GPU/hour",
    symbol="p_r",
    source=BUYING,
    minimum=0,
    accepts=("USD/hour",),
    example="$0.85 per GPU-hour",
)
def way_running(way_space, energy_hour, operating_hour):
    """What one hour takes besides capital: space, energy and operation; of what is rented, all."""
    return way_space + energy_hour + operating_hour


@owned(makes="way_running")
def running_as_stated(annual_opex, owned_accelerators):
    """What running one owned GPU takes by the hour, where a year of all of them is known."""
    return annual_opex / owned_accelerators


@owned(makes="way_running")
def running_as_rented(way_useful_price):
    """An hour that takes no capital is paid by the hour, all of it."""
    return way_useful_price


@owned(makes="way_price")
def price_by_housing(capital_hour, way_space, energy_hour, operating_hour):
    """Price of an hour of what is owned: its capital paid back with interest, and its running."""
    return capital_hour + way_space + energy_hour + operating_hour


@owned(makes="way_price")
def price_of_owned(owned_hour_price):
    """Price of an hour of what is owned, as it stands in its own entry."""
    return owned_hour_price


@owned(makes="way_term")
def term_of_owned(asset_life):
    """An owned GPU is paid for all of its life."""
    return asset_life


@owned(makes="way_lead")
def lead_with_housing(delivery_date, way_housing, site_lead_time):
    """An owned GPU is there when it has been delivered, and a site of one's own has been built."""
    return later(delivery_date, choose(way_housing, 0, site_lead_time))


@owned(makes="way_lead")
def lead_of_housing(order_date, way_housing, site_lead_time):
    """A site of one's own has to be built, and GPUs have to be ordered."""
    return later(order_date, choose(way_housing, 0, site_lead_time))


@owned(makes="way_lead")
def lead_of_owned(delivery_date):
    """An owned GPU is there when it has been delivered."""
    return later(delivery_date, 0)


@owned(makes="way_lead")
def lead_by_order(order_date):
    """An owned GPU is there when it is ordered, where no time of delivery is known."""
    return later(order_date, 0)


@owned(makes="way_capital")
def capital_of_owned(capital_per_gpu):
    """Capital of one owned GPU, its network included."""
    return capital_per_gpu


@owned(makes="way_capital")
def capital_as_stated(purchase_price, owned_accelerators):
    """Capital of one owned GPU, where that of all of them is known."""
    return purchase_price / owned_accelerators


@owned(makes="way_residual")
def residual_of_owned(residual_value):
    """What one owned GPU is sold for at the end of its life."""
    return residual_value


@owned(makes="way_residual")
def residual_as_stated(resale, owned_accelerators):
    """What one owned GPU is sold for, where that of all of them is known."""
    return resale / owned_accelerators
