"""Ways of buying: how many GPUs under each, what they cost alone and in the mix, and when."""

from functools import partial

from flopwatt.model import cheapest_cover, choose, formula, over_plan, pick, time_kept

BUYING = "convention#buying"
way = partial(formula, "way", source=BUYING, written=False, minimum=0)


@formula("way", makes="way_price", source=BUYING, fallback=True, offered=False)
def price_off_on_demand(listed_on_demand, way_discount):
    """Price of an hour that is not known but by what the way takes off the price on demand."""
    return listed_on_demand * (1 - way_discount)


@formula("way", makes="way_loss", source=BUYING, fallback=True, offered=False)
def loss_of_kind(way_kind, spot_loss):
    """Hours that are lost: on spot those of the purchase, elsewhere none beyond the plan's."""
    return choose(way_kind, 0, spot_loss, 0, 0, 0, 0, 0, 0, 0)


@way(key="useful_price", unit="USD/GPU/hour", symbol="p_v")
def way_useful_price(way_price, way_loss):
    """Price of one useful hour, lost work and restarts paid for."""
    return way_price * (1 + way_loss)


@way(key="held", unit="count", symbol="k_w", decided=True)
def way_held(
    purchase_place, lots_needed, lots_busy, load_shape, way_rate, way_term, way_lead, month_length
):
    """Lots under this way in each month, where all ways of the purchase together cost least."""
    return cheapest_cover(
        purchase_place,
        lots_needed,
        lots_busy,
        load_shape,
        way_rate,
        way_term,
        way_lead,
        month_length,
    )


@way(key="rate", unit="USD/GPU/hour", symbol="p_a", kind="limit")
def way_rate(way_useful_price, way_allowed, way_suits):
    """Price of one useful hour; beyond all where the workload may not be bought this way."""
    return way_useful_price / (way_allowed * way_suits)


@way(key="suits", unit="count", symbol="b_S")
def way_suits(way_kind, spot_suits):
    """Whether the workload stands what the way does to it: spot takes GPUs away."""
    return choose(way_kind, 1, spot_suits, 1, 1, 1, 1, 1, 1, 1)


@way(key="committed", unit="count", symbol="k_C")
def way_committed(way_held, way_has_term):
    """Lots under this way that are paid in each month, used or not."""
    return way_held * way_has_term


@way(key="has_term", unit="count", symbol="b_T")
def way_has_term(way_term):
    """Whether hours are paid for a term, used or not."""
    return pick(way_term > 0, 1, 0)


@way(key="as_used", unit="USD/GPU/hour", symbol="p_e", kind="limit")
def way_as_used(way_rate, way_has_term):
    """Price of one useful hour where hours are paid as they are used; elsewhere beyond all."""
    return way_rate / (1 - way_has_term)


@way(key="is_best", unit="count", symbol="b_w")
def way_is_best(way_as_used, best_as_used):
    """Whether no other way has a lower price of an hour that is paid as it is used."""
    return pick(way_as_used > best_as_used, 0, 1)


@way(key="lots", unit="count", symbol="k_W")
def way_lots(way_committed, way_is_best, lots_as_used, ways_as_used):
    """Lots that are bought this way: those committed, or those busy beyond all committed."""
    return way_committed + way_is_best * lots_as_used / ways_as_used


@way(key="gpus", unit="GPU", symbol="N_w")
def way_gpus(way_lots, lot):
    """GPUs that are bought this way, on average in each month."""
    return way_lots * lot


@way(key="cost", unit="USD", symbol="S_w", flow=True)
def way_cost(way_gpus, way_useful_price, month_length):
    """What the GPUs bought this way cost in each month."""
    return way_gpus * way_useful_price * month_length


@way(key="kept", unit="hour", symbol="t_K")
def way_kept(lots_needed, way_term, month_length):
    """Hours of all lots that were ever needed, each kept to the plan's end in whole terms."""
    return time_kept(lots_needed, way_term, month_length)


@way(key="alone", unit="USD", symbol="S_K")
def way_alone_cost(way_kept, way_has_term, lot, purchase_hours, way_useful_price):
    """What the GPU-hours of the plan would cost if all were bought this way."""
    return pick(way_has_term > 0, way_kept * lot, purchase_hours) * way_useful_price


@way(key="total", unit="USD", symbol="S_W")
def way_total_cost(way_cost):
    """What the GPUs bought this way cost over the plan."""
    return over_plan(way_cost)


@way(key="hours", unit="GPU-hour", symbol="H_w")
def way_hours(way_gpus, way_loss, month_length):
    """GPU-hours that are paid this way over the plan, used, idle or lost."""
    return over_plan(way_gpus * (1 + way_loss) * month_length)


@way(key="threshold", unit="%", symbol="θ")
def way_threshold(way_useful_price, best_as_used):
    """Share of a term that a GPU must be used for it to cost less than paying as used."""
    return way_useful_price / best_as_used
