"""Outlook: what forecasters state, restated to one country, one year and one way of counting."""

from flopwatt.model import compounded, formula


@formula(
    "forecast",
    key="comparable",
    unit="GW",
    symbol="P_f'",
    source="convention#outlook",
    written=False,
)
def comparable_power(stated_power, stated_growth, years_ahead, ai_part, country_part):
    """Power stated, grown to the day asked about, of AI alone and of one country alone."""
    return stated_power * compounded(stated_growth, years_ahead) * ai_part * country_part


@formula(
    "forecast", key="capacity", unit="GW", symbol="P_c", source="convention#outlook", written=False
)
def capacity_for_energy(stated_energy, stated_load_factor):
    """Capacity that draws the year's electricity at its load factor."""
    return stated_energy / stated_load_factor


@formula("forecast", unit="×", symbol="rho", source="convention#outlook", written=False)
def utilisation_ratio(training_busy, inference_busy):
    """GPUs held for a unit of inference, over those held for as much training."""
    return training_busy / inference_busy


@formula(
    "forecast",
    key="inference.power_share",
    unit="%",
    symbol="s_P",
    source="convention#outlook",
    written=False,
)
def inference_power_share(compute_share, utilisation_ratio):
    """Share of inference in the power held for AI: idle GPUs are held, and do no arithmetic."""
    held = compute_share * utilisation_ratio
    return held / (held + 1 - compute_share)


@formula(
    "block", key="per_gpu", unit="kW/GPU", symbol="w_m", source="convention#outlook", written=False
)
def block_power_per_gpu(block_server_power, block_peak_share, block_network_share, block_pue):
    """Power at the meter for one GPU at its peak: server, network, and the building around them."""
    return block_server_power * block_peak_share * (1 + block_network_share) * block_pue


@formula("block", key="gpus", unit="GPU", symbol="n_P", source="identity", written=False)
def gpus_fed(block_power, block_power_per_gpu):
    """GPUs that the power can feed, all at their peak at once."""
    return block_power / block_power_per_gpu


@formula("block", key="draw", unit="MW", symbol="P_n", source="identity", written=False)
def power_drawn(block_gpus, block_power_per_gpu):
    """Power at the meter of the GPUs asked about, all at their peak at once."""
    return block_gpus * block_power_per_gpu
