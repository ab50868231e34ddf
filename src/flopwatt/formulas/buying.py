"""Buying: the GPUs that a workload needs month by month, what they cost, and what idles."""

from functools import partial

from flopwatt.model import at_horizon, busy_below, formula, largest, later, over_plan, pick, total

BUYING = "convention#buying"
bought = partial(formula, "purchase", source=BUYING, written=False, minimum=0)
another = partial(formula, "purchase", source=BUYING, fallback=True, offered=False)


@formula("plan", key="month_length", unit="day", symbol="h", source="identity", written=False)
def month_length(month_start, month_end):
    """Length of each month of the plan."""
    return month_end - month_start


@formula("plan", key="plan_length", unit="month", symbol="h_t", source="identity", written=False)
def plan_length(month_length):
    """Length of the plan."""
    return over_plan(month_length)


@formula("fit", key="fleet.gpus_paid", unit="GPU", symbol="N_p", source=BUYING, written=False)
def fleet_gpus_paid(units_paid, fit_accelerators, one_gpu, fleet_open):
    """GPUs of the fleet that are paid for, on average in each month."""
    return units_paid * fit_accelerators * one_gpu * fleet_open


@formula("fit", key="fleet.open", unit="%", symbol="o_f", source=BUYING, written=False)
def fleet_open(age_at_start, age_at_end, month_length):
    """Share of each month in which the product is on offer."""
    return (age_at_end - age_at_start) / month_length


@bought(key="gpus_needed", unit="GPU", symbol="N_x", offered=False)
def gpus_needed(run_gpus, accelerators):
    """GPUs that the workload takes at the busiest hour of each month."""
    return pick(run_gpus > 0, accelerators, 0)


@another(makes="gpus_needed")
def gpus_needed_by_fleet(fleet_gpus, fleet_gpus_paid):
    """GPUs that the fleet takes at the busiest hour of each month, spares included."""
    return pick(fleet_gpus_paid > 0, fleet_gpus, 0)


@bought(key="gpus_busy", unit="GPU", symbol="N_u", offered=False)
def gpus_busy(run_gpus):
    """GPUs that the workload takes on average in each month."""
    return run_gpus


@another(makes="gpus_busy")
def gpus_busy_in_fleet(fleet_gpus_paid):
    """GPUs that the fleet pays for on average in each month."""
    return fleet_gpus_paid


@another(makes="spot_loss")
def spot_loss_of_run(goodput_on_spot, effective_time):
    """Hours on spot that are lost, as a share of those that the run pays for elsewhere."""
    lost = later(effective_time / goodput_on_spot - 1, 0)
    return pick(goodput_on_spot > 0, lost, 0)  # one that makes no progress never ends


@another(makes="spot_suits")
def spot_suits_in_time(
    interruptible,
    training_start,
    month_end,
    accelerators,
    gang_availability,
    goodput_on_spot,
    useful_hours,
):
    """Whether a run may be interrupted, and would end on spot before the plan does."""
    time = later(at_horizon(month_end) - training_start, 0)
    done = accelerators * gang_availability * goodput_on_spot * time
    return pick(done < useful_hours, 0, interruptible)


@another(makes="spot_suits")
def spot_suits_interruptible(interruptible):
    """Whether a run may be interrupted."""
    return interruptible


@bought(key="lots_needed", unit="count", symbol="k_x")
def lots_needed(gpus_needed, demand_factor, lot):
    """Lots that are needed at the busiest hour of each month."""
    return gpus_needed * demand_factor / lot


@bought(key="lots_busy", unit="count", symbol="k_u")
def lots_busy(gpus_busy, demand_factor, lot):
    """Lots that are busy on average in each month."""
    return gpus_busy * demand_factor / lot


@bought(key="lots_committed", unit="count", symbol="k_c")
def lots_committed(way_committed):
    """Lots that are paid in each month, used or not."""
    return total(way_committed)


@bought(key="lots_used", unit="count", symbol="k_v")
def lots_used(lots_committed, lots_needed, lots_busy, load_shape):
    """Lots that are committed and busy, on average in each month."""
    return busy_below(lots_committed, lots_needed, lots_busy, load_shape)


@bought(key="lots_as_used", unit="count", symbol="k_d")
def lots_as_used(lots_busy, lots_used):
    """Lots that are busy beyond those committed, on average in each month; paid as used."""
    return lots_busy - lots_used


@bought(key="best_as_used", unit="USD/GPU/hour", symbol="p_m")
def best_as_used(way_as_used):
    """The lowest price of an hour that is paid as it is used."""
    return 0 - largest(0 - way_as_used)


@bought(key="ways_as_used", unit="count", symbol="n_m")
def ways_as_used(way_is_best):
    """Ways at that price."""
    return total(way_is_best)


@bought(key="next_used", unit="count", symbol="y_n")
def next_used(lots_committed, lots_used, lots_needed, lots_busy, load_shape):
    """How much of one more committed lot would be used, in each month."""
    return busy_below(lots_committed + 1, lots_needed, lots_busy, load_shape) - lots_used


@bought(key="next_use", unit="%", symbol="y_N")
def next_use(next_used, month_length, plan_length):
    """Share of the plan's hours in which one more committed lot would be used."""
    return over_plan(next_used * month_length) / plan_length


@bought(key="last_used", unit="count", symbol="y_l")
def last_used(lots_committed, lots_used, lots_needed, lots_busy, load_shape):
    """How much of the last committed lot is used, in each month; nothing where there is none."""
    before = busy_below(lots_committed - 1, lots_needed, lots_busy, load_shape)
    return pick(lots_committed > 0, lots_used - before, 0)


@bought(key="committed_time", unit="month", symbol="t_c")
def committed_time(lots_committed, month_length):
    """Time in which lots are committed."""
    return over_plan(pick(lots_committed > 0, month_length, 0))


@bought(key="last_use", unit="%", symbol="y_L")
def last_use(last_used, month_length, committed_time):
    """Share of the time in which lots are committed that the last of them is used."""
    used = over_plan(last_used * month_length)
    return pick(committed_time > 0, used / committed_time, 0)


@bought(key="idle", unit="%", symbol="y_i")
def idle_share(lots_committed, lots_used):
    """Share of the committed GPUs that idle, in each month."""
    return pick(lots_committed > 0, 1 - lots_used / lots_committed, 0)


@bought(key="cost", unit="USD", symbol="S_x", flow=True)
def purchase_cost(way_cost):
    """What the GPU-hours of the workload cost in each month."""
    return total(way_cost)


@bought(key="capex", unit="USD", symbol="K_x", flow=True)
def purchase_capex(way_capex):
    """Capital that is spent in each month on GPUs that are owned."""
    return total(way_capex)


@bought(key="resold", unit="USD", symbol="Z_x", flow=True)
def purchase_resold(way_resold):
    """What GPUs that were owned are sold for in each month."""
    return total(way_resold)


@bought(key="opex", unit="USD", symbol="O_x", flow=True)
def purchase_opex(way_opex):
    """Rent that is paid in each month, and what running owned GPUs takes."""
    return total(way_opex)


@bought(key="cash", unit="USD", symbol="S_c", flow=True, minimum=None)
def purchase_cash(way_cash):
    """What is paid for them in each month: capital and operation, less what is sold."""
    return total(way_cash)


@bought(key="amortised", unit="USD", symbol="A_x", flow=True)
def purchase_amortised(way_amortised):
    """Capital less the resale, spread evenly over the months of each life."""
    return total(way_amortised)


@bought(key="booked", unit="USD", symbol="S_b", flow=True)
def purchase_booked(way_booked):
    """What books show for each month: operation as it is used, and amortised capital."""
    return total(way_booked)


@bought(key="total_cost", unit="USD", symbol="S_X")
def purchase_total(purchase_cost):
    """What the GPU-hours of the workload cost over the plan."""
    return over_plan(purchase_cost)


@bought(key="on_demand_cost", unit="USD", symbol="S_D")
def on_demand_cost(purchase_hours, listed_on_demand):
    """What the GPU-hours of the workload would cost over the plan, all of them on demand."""
    return purchase_hours * listed_on_demand


@bought(key="saved", unit="%", symbol="y_s", minimum=None, above=None)
def saved_share(purchase_total, on_demand_cost):
    """What the mix takes off the cost of all on demand."""
    return pick(on_demand_cost > 0, 1 - purchase_total / on_demand_cost, 0)


@bought(key="hours", unit="GPU-hour", symbol="H_x")
def purchase_hours(gpus_busy, demand_factor, month_length):
    """GPU-hours that the workload uses over the plan."""
    return over_plan(gpus_busy * demand_factor * month_length)


@bought(key="price", unit="USD/GPU/hour", symbol="p_x")
def bought_price(purchase_cost, gpus_busy, demand_factor, month_length, mean_bought_price):
    """What a used GPU-hour costs in each month, idle hours included; on average where none is."""
    used = gpus_busy * demand_factor * month_length
    return pick(used > 0, purchase_cost / used, mean_bought_price)


@bought(key="mean_price", unit="USD/GPU/hour", symbol="p_X")
def mean_bought_price(purchase_total, purchase_hours, listed_on_demand):
    """What a used GPU-hour costs over the plan, idle ones included; on demand where none is."""
    return pick(purchase_hours > 0, purchase_total / purchase_hours, listed_on_demand)


@formula("run", makes="accelerator_price", source=BUYING, fallback=True, offered=False)
def price_as_bought(mean_bought_price):
    """Price of one GPU-hour of a run whose hours are bought as the plan says."""
    return total(mean_bought_price)


@formula("fit", makes="fleet_price", source=BUYING, fallback=True, offered=False)
def fleet_price_as_bought(bought_price):
    """Price of one GPU-hour of a fleet whose hours are bought as the plan says."""
    return total(bought_price)
