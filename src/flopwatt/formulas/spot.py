"""Spot machines for a run: how often they are taken back, what that loses, and what it costs."""

from flopwatt.model import choose, formula, later, pick, power, rounded_up, square_root


@formula("run", unit="1", symbol="m", source="identity", written=False)
def machines(accelerators, machine_accelerators):
    """Machines that hold the GPUs of the run, whole ones."""
    return rounded_up(accelerators / machine_accelerators)


@formula(
    "run",
    key="spot.mean_time_between_preemptions",
    unit="hour",
    symbol="M_p",
    source="convention#spot",
    written=False,
)
def time_between_preemptions(preemption_rate, machines):
    """Mean time until some machine of the run is taken back: any one stops all."""
    return 1 / (preemption_rate * machines)


@formula(
    "run",
    key="spot.mean_time_between_interruptions",
    unit="hour",
    symbol="M_s",
    source="convention#spot",
    written=False,
)
def time_between_stops_on_spot(mean_time_between_interruptions, time_between_preemptions):
    """Mean time between stops on spot: failures and machines taken back together."""
    return 1 / (1 / mean_time_between_interruptions + 1 / time_between_preemptions)


@formula(
    "run",
    key="spot.mean_time_between_losses",
    unit="hour",
    symbol="M_l",
    source="convention#spot",
    written=False,
)
def time_between_losses(
    mean_time_between_interruptions, time_between_preemptions, spot_notice, checkpoint_time
):
    """Mean time between stops that undo work; none is undone where a notice lets it be saved."""
    unsaved = pick(spot_notice < checkpoint_time, 1 / time_between_preemptions, 0)
    return 1 / (1 / mean_time_between_interruptions + unsaved)


@formula(
    "run",
    key="spot.checkpoint_interval",
    unit="minute",
    symbol="T_s",
    source="young-1974",
    written=False,
)
def checkpoint_interval_on_spot(checkpoint_time, time_between_losses):
    """Time of work between two checkpoints on spot that loses least."""
    # twice: half an interval is lost with each stop
    return square_root(2 * checkpoint_time * time_between_losses)


@formula(
    "run",
    key="spot.overhead",
    unit="%",
    symbol="x_o",
    source="young-1974",
    written=False,
)
def checkpoint_overhead_on_spot(checkpoint_time, checkpoint_interval_on_spot, time_between_losses):
    """Share of the time on spot that checkpoints and repeated work take, restarts left out."""
    interval = checkpoint_interval_on_spot
    # half: a stop falls anywhere between two checkpoints
    return checkpoint_time / interval + interval / (2 * time_between_losses)


@formula("run", key="spot.lost_share", unit="%", symbol="x_s", source="convention#spot",
         written=False)  # fmt: skip
def lost_share_on_spot(
    checkpoint_overhead_on_spot,
    restart_time,
    mean_time_between_interruptions,
    spot_changeover,
    time_between_preemptions,
):
    """Share of the time on spot lost to checkpoints, repeated work, restarts and changeovers."""
    restarts = restart_time / mean_time_between_interruptions
    return checkpoint_overhead_on_spot + restarts + spot_changeover / time_between_preemptions


@formula("run", key="spot.goodput", unit="%", symbol="g_s", source="convention#spot",
         written=False)  # fmt: skip
def goodput_on_spot(lost_share_on_spot):
    """Share of the paid time on spot in which the run makes steps that count."""
    return later(1 - lost_share_on_spot, 0)


@formula("run", key="spot.gang_independent", unit="%", symbol="a_n", source="convention#gang",
         written=False)  # fmt: skip
def gang_independent(machine_availability, machines):
    """Share of the time in which all machines can be had at once, each coming by itself."""
    return power(machine_availability, machines)


@formula("run", key="spot.gang_availability", unit="%", symbol="a_g", source="convention#gang",
         maximum=100.0, example="60 %")  # fmt: skip
def gang_availability(machines_together, gang_independent, machine_availability):
    """Share of the time in which all machines can be had at once, as `spot.gang` says."""
    return choose(machines_together, gang_independent, machine_availability)


@formula("run", key="spot.hours", unit="GPU-hour", symbol="H_s", source="identity", written=False)
def hours_on_spot(useful_hours, goodput_on_spot):
    """GPU-hours that the same work takes on spot, those lost included."""
    return useful_hours / goodput_on_spot


@formula("run", key="spot.duration", unit="day", symbol="t_s'", source="identity", written=False)
def duration_on_spot(hours_on_spot, accelerators, gang_availability):
    """Time that the same work takes on spot, waiting for machines included."""
    return hours_on_spot / (accelerators * gang_availability)


@formula("run", key="spot.useful_price", unit="USD/GPU/hour", symbol="p_u", source="identity",
         written=False)  # fmt: skip
def useful_spot_price(price_spot, goodput_on_spot):
    """Price of one useful hour of a spot GPU, lost hours paid for."""
    return price_spot / goodput_on_spot


@formula("run", key="spot.cost", unit="USD", symbol="$_s", source="identity", written=False)
def cost_on_spot(price_spot, hours_on_spot):
    """What the same work costs on spot; hours without machines are not paid."""
    return price_spot * hours_on_spot
