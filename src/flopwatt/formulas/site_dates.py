"""Sites: when each activity, phase and supply is ready, and when power flows."""

from functools import partial

from flopwatt.model import choose, earlier, earliest_start, formula, largest, later, pick

SITES = "convention#sites"
NEVER = float("inf")
written = partial(formula, unit="s", kind="date", source=SITES)
dated = partial(formula, unit="s", kind="date", source=SITES, written=False)
lasting = partial(formula, unit="month", source=SITES, written=False, minimum=0)


@written("site", key="start", symbol="d_s", example="2026-11-01")
def site_start(plan_start):
    """Day on which work at the site begins: the plan's first unless it states another."""
    return plan_start


@formula("site", makes="site_requested", source=SITES, fallback=True, offered=False)
def requested_at_start(site_start):
    """Power is requested on the first day."""
    return site_start


@written("phase", key="start", symbol="d_p", example="2027-01-01")
def phase_start(site_start, phase_place, phase_interval):
    """Day from which on the phase is permitted, ordered and built."""
    return site_start + phase_place * phase_interval


@formula("activity", makes="activity_not_before", source=SITES, fallback=True, offered=False)
def not_before_phase(phase_start):
    """What belongs to a phase begins with it."""
    return phase_start


@formula("activity", makes="activity_not_before", source=SITES, fallback=True, offered=False)
def not_before_site(site_start):
    """What belongs to the whole site begins with it."""
    return site_start


@formula("activity", makes="activity_duration", source=SITES, fallback=True, offered=False)
def duration_of_wait(grid_wait):
    """A connection takes the region's wait."""
    return grid_wait


@dated("activity", key="begins", symbol="d_b")
def activity_start(activity_duration, activity_not_before, activity_follows):
    """Day on which it can begin, when all that it waits for has ended."""
    return earliest_start(activity_duration, activity_not_before, activity_follows)


@dated("activity", key="ends", symbol="d_e")
def activity_finish(activity_start, activity_duration):
    """Day on which it ends."""
    return activity_start + activity_duration


@dated("activity", key="contract", symbol="d_c")
def activity_contract(activity_milestone, site_start, activity_finish):
    """Day on which what it stands for is contracted; at once where it is no contract."""
    return choose(activity_milestone, site_start, activity_finish)


@written("supply", key="contracted", symbol="d_k", example="2027-01-01")
def supply_contracted(activity_contract):
    """Day on which its power is contracted."""
    return largest(activity_contract)


@written("supply", key="ready", symbol="d_v", example="2028-01-01")
def supply_ready(activity_finish):
    """Day on which its power is there for the first phase, if a building is."""
    return largest(activity_finish)


@written("phase", key="built", symbol="d_r", example="2028-01-01")
def phase_ready(activity_finish):
    """Day on which its building is ready to run, tests of all but the supply included."""
    return largest(activity_finish)


@formula("phase", makes="phase_ready", source=SITES, fallback=True, offered=False)
def ready_when_let(phase_let, lasting_ready):
    """Space that is let is ready when its supply is."""
    return pick(phase_let > 0, lasting_ready, NEVER)


@dated("feed", key="lasting_ready", symbol="d_f")
def feed_lasting_ready(supply_role, option_ready):
    """Day on which the supply has the power for the phase; never where it is a bridge."""
    return pick(supply_role > 1, option_ready, NEVER)


@dated("phase", key="lasting_ready", symbol="d_F")
def lasting_ready(feed_lasting_ready):
    """Day on which the permanent supply has the power for the phase."""
    return 0 - largest(0 - feed_lasting_ready)


@dated("option", key="ready", symbol="d_o")
def option_ready(supply_ready, phase_place, supply_interval):
    """Day on which the supply has the power for the phase."""
    return supply_ready + phase_place * supply_interval


@dated("option", key="energised", symbol="d_x")
def option_energised(supply_houses, option_ready, phase_ready):
    """Day on which the phase would be energised by this supply alone."""
    return choose(supply_houses, later(phase_ready, option_ready), option_ready)


@dated("feed", key="energised", symbol="d_u")
def feed_energised(option_energised):
    """Day on which the phase would be energised by this supply alone, which is in use."""
    return option_energised


@dated("feed", key="permanent", symbol="d_l")
def feed_lasting(supply_role, option_energised):
    """The same where the supply is the permanent one; never where it is a bridge."""
    return pick(supply_role > 1, option_energised, NEVER)


@dated("feed", key="contracted", symbol="d_K")
def feed_contracted(supply_contracted):
    """Day on which its power is contracted."""
    return supply_contracted


@dated("phase", key="contracted", symbol="d_C")
def phase_contracted(feed_contracted):
    """Day on which power for the phase is first contracted."""
    return 0 - largest(0 - feed_contracted)


@dated("phase", key="energised", symbol="d_E")
def phase_energised(feed_energised):
    """Day on which the phase is first energised, by the bridge or by the permanent supply."""
    return 0 - largest(0 - feed_energised)


@dated("phase", key="permanent", symbol="d_P")
def phase_permanent(feed_lasting):
    """Day on which the permanent supply carries the phase."""
    return 0 - largest(0 - feed_lasting)


@dated("phase", key="gpus_planned", symbol="d_g", decided=True)
def gpus_planned(phase_ready):
    """Day for which the GPUs are ordered: when the building is planned to be ready."""
    return phase_ready


@written("phase", key="gpus_arrive", symbol="d_G", example="2028-01-01")
def gpus_arrive(gpus_planned, site_start, gpu_lead):
    """Day on which the GPUs are there: as planned, or when the soonest order brings them."""
    return later(gpus_planned, site_start + gpu_lead)


@written("phase", key="needed", symbol="d_n", example="2028-01-01")
def phase_needed(gpus_planned):
    """Day from which on the power is needed: that for which the GPUs are ordered."""
    return gpus_planned


@dated("phase", key="live", symbol="d_L")
def phase_live(phase_energised, gpus_arrive):
    """Day on which GPUs and power are both there."""
    return later(phase_energised, gpus_arrive)


@lasting("phase", key="waits", symbol="t_w")
def phase_wait(phase_energised, phase_ready):
    """Time for which the finished building waits for power."""
    return later(phase_energised - phase_ready, 0)


@lasting("phase", key="bridged", symbol="t_b")
def phase_bridged(phase_permanent, phase_energised):
    """Time for which the bridge carries the phase."""
    return later(phase_permanent - phase_energised, 0)


@lasting("option", key="saves", symbol="t_s")
def option_saved(phase_permanent, option_energised):
    """Time by which the supply is there before the permanent one."""
    return later(phase_permanent - option_energised, 0)


@dated("site", key="first_power", symbol="d_1")
def first_power(phase_energised):
    """Day on which the first phase is energised."""
    return 0 - largest(0 - phase_energised)


@dated("site", key="full_power", symbol="d_N")
def full_power(phase_energised):
    """Day on which the last phase is energised."""
    return largest(phase_energised)


@dated("site", key="first_permanent", symbol="d_1P")
def first_permanent(phase_permanent):
    """Day on which the permanent supply carries the first phase."""
    return 0 - largest(0 - phase_permanent)


@dated("supply", key="first_power", symbol="d_v1")
def supply_first(option_energised):
    """Day on which the first phase would be energised by this supply alone."""
    return 0 - largest(0 - option_energised)


@dated("supply", key="full_power", symbol="d_vN")
def supply_last(option_energised):
    """Day on which the last phase would be energised by this supply alone."""
    return largest(option_energised)


@formula("supply", key="gains", unit="month", symbol="t_S", source=SITES, written=False,
         above=None)  # fmt: skip
def supply_gain(first_permanent, supply_first):
    """Time by which its first power comes before that of the permanent supply."""
    return first_permanent - supply_first


@formula("option", key="idle", unit="month", symbol="t_i", source=SITES, written=False, minimum=0)
def option_idle(option_energised, gpus_arrive, phase_permanent):
    """Time for which the GPUs would wait with this supply, and the permanent one after it."""
    return later(earlier(option_energised, phase_permanent) - gpus_arrive, 0)
