"""How each way of buying is paid and booked: capital and operation, as cash and amortised."""

from functools import partial

from flopwatt.model import formula, given_up, hours_ahead, pick, taken_up, whole_months

way = partial(formula, "way", source="convention#buying", written=False, minimum=0)


@way(key="taken_up", unit="count", symbol="k_b")
def way_taken_up(way_committed, way_term, month_length):
    """Lots whose term begins in each month."""
    return taken_up(way_committed, way_term, month_length)


@way(key="given_up", unit="count", symbol="k_e")
def way_given_up(way_taken_up, way_term, month_length):
    """Lots whose term ends with each month."""
    return given_up(way_taken_up, way_term, month_length)


@way(key="term_hours", unit="hour", symbol="h_T")
def way_term_hours(month_length, way_term):
    """Hours of a term that begins in each month."""
    return hours_ahead(month_length, way_term)


@way(key="term_months", unit="count", symbol="n_T")
def way_term_months(way_term, month_length):
    """Whole months of a term, one where there is none."""
    return whole_months(way_term, month_length)


@way(key="ahead", unit="USD", symbol="C_a", flow=True)
def way_ahead(way_taken_up, lot, way_running, way_term_hours):
    """What the terms that begin in each month cost until they end, capital left out."""
    return way_taken_up * lot * way_running * way_term_hours


@way(key="operation", unit="USD", symbol="O_a", flow=True)
def way_operation(way_gpus, way_running, month_length):
    """Rent of the hours of each month, or what running what is owned takes."""
    return way_gpus * way_running * month_length


@way(key="opex", unit="USD", symbol="O_w", flow=True)
def way_opex(way_operation, way_upfront, way_ahead, way_has_term):
    """The same as it is paid: some of a term when it begins."""
    ahead = way_operation * (1 - way_upfront) + way_ahead * way_upfront
    return pick(way_has_term > 0, ahead, way_operation)


@way(key="capex", unit="USD", symbol="K_w", flow=True)
def way_capex(way_taken_up, lot, way_capital):
    """Capital that is spent in each month on GPUs owned this way."""
    return way_taken_up * lot * way_capital


@way(key="resold", unit="USD", symbol="Z_w", flow=True)
def way_resold(way_given_up, lot, way_residual):
    """What the GPUs whose life ends with each month are sold for."""
    return way_given_up * lot * way_residual


@way(key="cash", unit="USD", symbol="C_w", flow=True, minimum=None)
def way_cash(way_opex, way_capex, way_resold):
    """What is paid in each month for the GPUs bought this way, less what is sold."""
    return way_opex + way_capex - way_resold


@way(key="amortised", unit="USD", symbol="A_w", flow=True)
def way_amortised(way_committed, lot, way_capital, way_residual, way_term_months):
    """Capital less the resale, spread evenly over the months of each life."""
    return way_committed * lot * (way_capital - way_residual) / way_term_months


@way(key="booked", unit="USD", symbol="B_w", flow=True)
def way_booked(way_operation, way_amortised):
    """What books show for each month: operation as it is used, and amortised capital."""
    return way_operation + way_amortised
