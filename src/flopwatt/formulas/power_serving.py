"""Power of GPUs that serve: by the arithmetic they do, and by how long they wait."""

from functools import partial

from flopwatt.model import earlier, formula, later, pick, square_root

SERVING = "convention#serving-power"
share = partial(formula, "load", unit="%", source=SERVING, minimum=0, written=False)


@formula("fit", key="fleet.mfu", unit="FLOP/peak FLOP", symbol="u_d", source=SERVING,
         minimum=0, written=False)  # fmt: skip
def fleet_mfu(
    output_rate, active_params, inference_flops_per_param_token, fit_accelerators, fit_peak
):
    """Useful arithmetic of answers at full load, as a share of the 16-bit peak of the GPUs."""
    done = output_rate * active_params * inference_flops_per_param_token
    return done / (fit_accelerators * fit_peak)


@formula("fit", key="fleet.busy", unit="%", symbol="y_b", source=SERVING, minimum=0,
         written=False)  # fmt: skip
def fleet_busy(units_busy, units_paid):
    """Share of the time of the units paid for in which they work, in each month."""
    return pick(units_paid > 0, earlier(units_busy / units_paid, 1), 0)


@formula("load", key="serving.mfu", unit="FLOP/peak FLOP", symbol="u_d", source=SERVING,
         minimum=0, maximum=1, example="10 %")  # fmt: skip
def serving_mfu(token_rate, served_params, served_flops, load_gpus, chip_peak):
    """Useful arithmetic of answers, as a share of the 16-bit peak of the GPUs."""
    done = token_rate * served_params * served_flops
    return pick(load_gpus > 0, done / (load_gpus * chip_peak), 0)


@formula("load", makes="serving_mfu", source=SERVING, fallback=True, offered=False)
def serving_mfu_of_fleet(fleet_mfu):
    """The same of a fleet at full load."""
    return fleet_mfu


@share(key="serving.share", symbol="u_s")
def serving_share(serving_base, serving_slope, serving_mfu, full_use, serving_spread, idle_draw):
    """Power of a GPU while it serves, over its nameplate: it grows with the root of arithmetic."""
    used = square_root(serving_mfu / full_use)
    drawn = (serving_base + serving_slope * used) * serving_spread
    return later(earlier(drawn, 1), idle_draw)


@share(key="serving.busy", symbol="y_u")
def serving_busy(fleet_busy):
    """Share of the time in which GPUs serve and do not wait, in each month."""
    return fleet_busy


@formula("load", makes="chip_average_share", source=SERVING, offered=False)
def chip_share_of_fleet(serving_share, serving_busy, idle_draw):
    """Power of a GPU of a fleet, waiting and at work, over its nameplate."""
    return idle_draw + (serving_share - idle_draw) * serving_busy


@formula("load", makes="chip_average_share", source=SERVING, fallback=True, offered=False)
def chip_share_of_serving(serving_share):
    """Power of a GPU that always serves, over its nameplate."""
    return serving_share
