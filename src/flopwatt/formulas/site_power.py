"""Sites: megawatts by month, needed against requested, contracted, energised and drawn; GPUs."""

from functools import partial

from flopwatt.model import earlier, formula, later, pick, total

SITES = "convention#sites"
power = partial(formula, unit="MW", source=SITES, written=False, minimum=0)


@formula("phase", key="power", unit="MW", symbol="P_p", source=SITES, example="125 MW",
         usual=(0.001, 2e4))  # fmt: skip
def phase_power(site_power, site_phases):
    """Power of the facility for this phase at its peak, cooling and losses included."""
    return site_power / site_phases


@formula("phase", key="gpus", unit="GPU", symbol="n_g", source=SITES, bare=True,
         example="60000 GPUs")  # fmt: skip
def phase_gpus(phase_power, gpu_facility_power):
    """GPUs that its power is for."""
    return phase_power / gpu_facility_power


@formula("phase", key="it_power", unit="IT MW", symbol="P_i", source="identity", written=False)
def phase_it_power(phase_power, site_peak_pue):
    """Power of the IT alone at the peak."""
    return phase_power / site_peak_pue


@power("site", key="mw", symbol="P")
def site_mw(phase_power):
    """Power of all phases of the facility."""
    return total(phase_power)


@formula("site", key="it_mw", unit="IT MW", symbol="P_I", source="identity", written=False)
def site_it_mw(phase_it_power):
    """Power of the IT of all phases."""
    return total(phase_it_power)


@formula("site", key="gpus", unit="GPU", symbol="n_G", source="identity", written=False)
def site_gpus(phase_gpus):
    """GPUs of all phases."""
    return total(phase_gpus)


@power("phase", key="mw.needed", symbol="P_n1")
def phase_mw_needed(month_end, phase_needed, phase_power):
    """Power that the phase needs by the end of each month."""
    return pick(month_end >= phase_needed, phase_power, 0)


@formula("site", makes="site_needed", source=SITES, offered=False)
def needed_by_loads(load_facility_peak, month_length):
    """Power that is needed in each month by the runs and fleets at the site, at their peak."""
    return pick(month_length > 0, total(load_facility_peak), 0)


@formula("site", makes="site_needed", source=SITES, fallback=True, offered=False)
def needed_by_phases(phase_mw_needed):
    """Power that is needed by the end of each month, for the GPUs that are ordered."""
    return total(phase_mw_needed)


@power("site", key="mw.requested", symbol="P_q")
def mw_requested(month_end, site_requested, site_mw):
    """Power that has been requested by the end of each month."""
    return pick(month_end >= site_requested, site_mw, 0)


@power("phase", key="mw.contracted", symbol="P_c1")
def phase_mw_contracted(month_end, phase_contracted, phase_power):
    """Power of the phase that is contracted by the end of each month."""
    return pick(month_end >= phase_contracted, phase_power, 0)


@power("site", key="mw.contracted", symbol="P_c")
def mw_contracted(phase_mw_contracted):
    """Power that is contracted by the end of each month."""
    return total(phase_mw_contracted)


@power("phase", key="mw.energised", symbol="P_e1")
def phase_mw_energised(month_end, phase_energised, phase_power):
    """Power of the phase that is energised by the end of each month."""
    return pick(month_end >= phase_energised, phase_power, 0)


@power("site", key="mw.energised", symbol="P_e")
def mw_energised(phase_mw_energised):
    """Power that is energised by the end of each month."""
    return total(phase_mw_energised)


@power("phase", key="mw.drawn", symbol="P_d1")
def phase_mw_drawn(month_end, phase_live, phase_power, site_load_factor):
    """Power that the phase draws on average at the end of each month."""
    return pick(month_end >= phase_live, phase_power, 0) * site_load_factor


@power("site", key="mw.short", symbol="P_m", minimum=0, above=None)
def mw_short(site_needed, mw_energised):
    """Power that is needed in each month and not energised by its end."""
    return later(site_needed - mw_energised, 0)


@power("site", key="mw.drawn", symbol="P_d")
def mw_drawn(load_facility_mean, mw_energised):
    """Power that runs and fleets draw on average in each month, as far as there is power."""
    return earlier(total(load_facility_mean), mw_energised)


@formula("site", makes="mw_drawn", source=SITES, fallback=True, offered=False)
def drawn_by_phases(phase_mw_drawn):
    """Power that is drawn on average at the end of each month, where no run or fleet is there."""
    return total(phase_mw_drawn)
