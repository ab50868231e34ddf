"""Sites: the capital they take by month, GPUs that wait for power, and what a supply saves."""

from functools import partial

from flopwatt.model import earlier, formula, later, over_plan, pick, total

CAPITAL = "convention#site-capital"
dollars = partial(formula, unit="USD", source=CAPITAL, written=False, minimum=0)


@dollars("phase", key="capital.shell", symbol="K_s")
def shell_capital(phase_it_power, shell_cost, dense_premium):
    """Construction of the phase's building, by its MW of IT."""
    return phase_it_power * shell_cost * (1 + dense_premium)


@dollars("phase", key="capital.gear", symbol="K_o")
def gear_capital(phase_power, gear_cost):
    """Gear that the owner supplies, land and soft cost, by its MW of facility."""
    return phase_power * gear_cost


@dollars("phase", key="capital.it", symbol="K_i")
def it_capital(phase_power, it_cost):
    """Servers, network and storage of the phase, by its MW of facility."""
    return phase_power * it_cost


@dollars("phase", key="capital.facility", symbol="K_f")
def facility_capital(shell_capital, gear_capital):
    """Capital of the phase's building with all in it but IT."""
    return shell_capital + gear_capital


@dollars("phase", key="capital.total", symbol="K_p")
def phase_capital(facility_capital, it_capital):
    """Capital of the phase, its supply of power left out."""
    return facility_capital + it_capital


@dollars("option", key="capital", symbol="K_x")
def option_capital(phase_power, supply_capital):
    """Capital of the supply for the phase."""
    return phase_power * supply_capital


@dollars("phase", key="capital.building_spent", symbol="K_b", flow=True)
def building_spent(month_start, month_end, phase_start, phase_ready, facility_capital):
    """Capital of the building in each month, spread evenly from the phase's start until it stands.

    What lies before the plan's first month is not in it.
    """
    begun = earlier(later(month_start, phase_start), phase_ready)
    ended = earlier(later(month_end, phase_start), phase_ready)
    return facility_capital * (ended - begun) / (phase_ready - phase_start)


@dollars("phase", key="capital.it_spent", symbol="K_t", flow=True)
def it_spent(month_start, month_end, gpus_arrive, it_capital):
    """Capital of the IT in the month in which the GPUs arrive."""
    return pick(month_end > gpus_arrive, it_capital, 0) - pick(
        month_start > gpus_arrive, it_capital, 0
    )


@dollars("feed", key="capital", symbol="K_v")
def feed_capital(option_capital):
    """Capital of a supply in use for the phase."""
    return option_capital


@dollars("phase", key="capital.supply", symbol="K_V")
def phase_supply_capital(feed_capital):
    """Capital of the supplies in use for the phase."""
    return total(feed_capital)


@dollars("phase", key="capital.supply_spent", symbol="K_u", flow=True)
def supply_spent(month_start, month_end, phase_energised, phase_supply_capital):
    """Capital of the supplies in use, in the month in which the phase is first energised."""
    return pick(month_end > phase_energised, phase_supply_capital, 0) - pick(
        month_start > phase_energised, phase_supply_capital, 0
    )


@dollars("phase", key="capital.spent", symbol="K_S", flow=True)
def phase_spent(building_spent, it_spent, supply_spent):
    """Capital of the phase in each month: building, IT and supply."""
    return building_spent + it_spent + supply_spent


@dollars("site", key="capital.spent", symbol="K_m", flow=True)
def site_spent(phase_spent):
    """Capital of the site in each month."""
    return total(phase_spent)


@dollars("site", key="capital.total", symbol="K")
def site_capital_total(phase_capital):
    """Capital of all phases, whenever it falls due, their supply of power left out."""
    return total(phase_capital)


@formula("site", key="capital.per_mw", unit="USD/MW", symbol="k_f", source=CAPITAL, written=False)
def capital_per_mw(site_capital_total, site_mw):
    """Capital of one MW of facility."""
    return site_capital_total / site_mw


@formula("site", key="capital.per_it_mw", unit="USD/IT MW", symbol="k_I", source=CAPITAL,
         written=False)  # fmt: skip
def capital_per_it_mw(site_capital_total, site_it_mw):
    """Capital of one MW of IT."""
    return site_capital_total / site_it_mw


@dollars("phase", key="stranded", symbol="K_w")
def phase_stranded(month_end, phase_ready, phase_energised, gpus_arrive, facility_capital,
                   it_capital):  # fmt: skip
    """Capital that stands finished and without power at the end of each month."""
    building = pick(month_end >= phase_ready, facility_capital, 0)
    idle = pick(month_end >= gpus_arrive, it_capital, 0)
    return pick(month_end >= phase_energised, 0, building + idle)


@dollars("site", key="stranded", symbol="K_W")
def site_stranded(phase_stranded):
    """Capital of the site that stands finished and without power at the end of each month."""
    return total(phase_stranded)


@dollars("phase", key="carry", symbol="C_w")
def phase_carry(phase_wait, phase_idle, facility_capital, it_capital, site_capital_cost):
    """Interest on what stands finished while it waits for power."""
    return (facility_capital * phase_wait + it_capital * phase_idle) * site_capital_cost


@dollars("site", key="carry", symbol="C_W")
def site_carry(phase_carry):
    """Interest on all that stands finished while it waits for power."""
    return total(phase_carry)


@formula("phase", key="gpus_idle", unit="month", symbol="t_I", source=CAPITAL, written=False,
         minimum=0)  # fmt: skip
def phase_idle(phase_energised, gpus_arrive):
    """Time for which the phase's GPUs wait for power."""
    return later(phase_energised - gpus_arrive, 0)


@formula("phase", key="gpus_worth", unit="USD/month", symbol="c_g", source=CAPITAL, written=False)
def gpus_worth(phase_gpus, gpu_hour_price):
    """What the hours of the phase's GPUs are worth."""
    return phase_gpus * gpu_hour_price


@dollars("phase", key="idle_cost", symbol="C_i")
def phase_idle_cost(gpus_worth, phase_idle):
    """What the hours that its GPUs wait for power would have been worth."""
    return gpus_worth * phase_idle


@dollars("site", key="idle_cost", symbol="C_I")
def site_idle_cost(phase_idle_cost):
    """What the hours that GPUs wait for power would have been worth."""
    return total(phase_idle_cost)


@dollars("site", key="loads.idle_month", symbol="C_l", flow=True)
def loads_idle_month(load_gpus, mw_short, site_needed, gpu_hour_price, month_length):
    """Worth of the hours in each month of GPUs of runs and fleets at the site that find no power.

    As large a part of them as is short of the power that they need.
    """
    unpowered = pick(site_needed > 0, mw_short / site_needed, 0)
    return total(load_gpus) * unpowered * gpu_hour_price * month_length


@dollars("site", key="loads.idle_cost", symbol="C_L")
def loads_idle_cost(loads_idle_month):
    """Worth of all hours of GPUs of runs and fleets at the site that find no power."""
    return over_plan(loads_idle_month)


@dollars("phase", key="idle_energy", symbol="C_e")
def phase_idle_energy(phase_idle, phase_power, site_load_factor, lasting_energy):
    """What the energy of those hours would have cost."""
    return phase_idle * phase_power * site_load_factor * lasting_energy


@dollars("site", key="idle_energy", symbol="C_E")
def site_idle_energy(phase_idle_energy):
    """What the energy of the hours that GPUs wait would have cost."""
    return total(phase_idle_energy)


@formula("supply", key="energy.permanent", unit="USD/MWh", symbol="p_l", source=CAPITAL,
         written=False, minimum=0)  # fmt: skip
def energy_if_lasting(supply_role, supply_energy):
    """Price of its energy where it is the permanent supply; nothing elsewhere."""
    return pick(supply_role > 1, supply_energy, 0)


@formula("site", key="energy", unit="USD/MWh", symbol="p_L", source=CAPITAL, written=False,
         minimum=0)  # fmt: skip
def lasting_energy(energy_if_lasting):
    """Price of energy from the permanent supply."""
    return total(energy_if_lasting)


@formula("supply", key="energy.more", unit="USD/MWh", symbol="p_m", source=CAPITAL, written=False,
         above=None)  # fmt: skip
def energy_more(supply_energy, lasting_energy):
    """What a MWh costs more than from the permanent supply."""
    return supply_energy - lasting_energy


@formula("option", key="energy_cost", unit="USD", symbol="C_m", source=CAPITAL, written=False,
         above=None)  # fmt: skip
def option_energy_cost(option_saved, phase_average, energy_more):
    """What its energy costs more, for as long as the permanent supply is not there."""
    return option_saved * phase_average * energy_more


@formula("phase", key="average", unit="MW", symbol="P_a", source=CAPITAL, written=False)
def phase_average(phase_power, site_load_factor):
    """Power that the phase draws on average once it runs."""
    return phase_power * site_load_factor


@dollars("option", key="worth", symbol="C_s")
def option_worth(gpus_worth, lasting_idle, option_idle):
    """What the hours are worth for which the GPUs need not wait with this supply."""
    return gpus_worth * (lasting_idle - option_idle)


@formula("phase", key="gpus_idle_permanent", unit="month", symbol="t_P", source=CAPITAL,
         written=False, minimum=0)  # fmt: skip
def lasting_idle(phase_permanent, gpus_arrive):
    """Time for which the GPUs would wait with the permanent supply alone."""
    return later(phase_permanent - gpus_arrive, 0)


@dollars("supply", key="worth", symbol="C_S")
def supply_worth(option_worth):
    """What the hours are worth for which GPUs need not wait with this supply."""
    return total(option_worth)


@formula("supply", key="costs", unit="USD", symbol="C_v", source=CAPITAL, written=False,
         above=None)  # fmt: skip
def supply_costs(option_capital, option_energy_cost):
    """What the supply costs beside the permanent one: its capital, and dearer energy until then."""
    return total(option_capital) + total(option_energy_cost)


@formula("supply", key="saves", unit="USD", symbol="C_V", source=CAPITAL, written=False,
         above=None)  # fmt: skip
def supply_saves(supply_worth, supply_costs):
    """What the supply saves, its own cost taken off."""
    return supply_worth - supply_costs
