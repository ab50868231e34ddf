"""Training and serving on one chart: the GPUs that runs and fleets hold, month by month."""

from functools import partial

from flopwatt.model import earlier, formula, later, total

held = partial(formula, unit="GPU", source="convention#gpus-in-use", minimum=0, written=False)


@held("run", key="gpus_in_use", symbol="N_t")
def run_gpus(accelerators, training_start, training_duration, month_start, month_end):
    """GPUs that the run holds, on average in each month: all of them while it runs."""
    ends = earlier(month_end, training_start + training_duration)
    running = later(ends - later(month_start, training_start), 0)
    return accelerators * running / (month_end - month_start)


@held("plan", symbol="ΣN_t")
def training_gpus(run_gpus):
    """GPUs that all training runs hold, on average in each month."""
    return total(run_gpus)


@held("plan", symbol="ΣN_g")
def serving_gpus(fleet_gpus):
    """GPUs that all fleets hold in each month."""
    return total(fleet_gpus)


@held("plan", symbol="N")
def gpus_in_use(training_gpus, serving_gpus):
    """GPUs that training runs and fleets hold together in each month."""
    return training_gpus + serving_gpus
