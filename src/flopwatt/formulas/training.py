"""Training: parameters and tokens become arithmetic, GPU-hours, days and dollars."""

from flopwatt.model import choose, formula, pick, total


@formula(
    "run",
    key="flops",
    unit="FLOP",
    symbol="C",
    source="kaplan-2020#section 2.1",
    example="3.8e25 FLOP",
)
def training_flops(flops_per_param_token, active_params, training_tokens):
    """Arithmetic to train the model once."""
    return flops_per_param_token * active_params * training_tokens


@formula(
    "run",
    unit="TFLOP/s/GPU",
    symbol="r",
    source="chowdhery-2022#section 4.1",
    accepts=("TFLOP/s",),
    example="400 TFLOP/s",
)
def achieved_flops(accelerator_peak, mfu):
    """Useful arithmetic per second that one GPU sustains in training."""
    return accelerator_peak * mfu


@formula(
    "run",
    unit="GPU-hour",
    symbol="H",
    source="identity",
    also=("gpu_hours",),
    accepts=("hour",),
    example="2.788M GPU-hours",
)
def accelerator_hours(training_flops, achieved_flops, effective_time):
    """GPU-hours that the run pays for."""
    return training_flops / (achieved_flops * effective_time)


@formula(
    "run",
    key="paid_flops",
    unit="TFLOP/s/GPU",
    symbol="r'",
    source="identity",
    written=False,
)
def paid_flops(training_flops, accelerator_hours):
    """Useful arithmetic per second over all GPU-hours paid for, stops and restarts included."""
    return training_flops / accelerator_hours


@formula(
    "run",
    key="paid_hours_mfu",
    unit="FLOP/peak FLOP",
    symbol="u'",
    source="chowdhery-2022#section 4.1",
    maximum=1.0,
    written=False,
    usual=(0.01, 1.0),
)
def paid_hours_mfu(paid_flops, accelerator_peak):
    """Model FLOPs utilisation over all GPU-hours paid for."""
    return paid_flops / accelerator_peak


@formula("run", key="duration", unit="day", symbol="t", source="identity", example="54 days")
def training_duration(accelerator_hours, accelerators):
    """Time from first step to last on the GPUs of the run."""
    return accelerator_hours / accelerators


@formula("run", key="cost", unit="USD", symbol="$", source="identity", example="$5.576M")
def training_cost(accelerator_hours, accelerator_price):
    """The bill of the run."""
    return accelerator_hours * accelerator_price


@formula(
    "run",
    key="start",
    unit="s",
    symbol="d",
    source="convention#training-bill",
    kind="date",
    minimum=None,
    above=None,
    example="2026-03-01",
)
def training_start(plan_start):
    """Day the run starts, on which its whole bill is booked."""
    return plan_start


@formula(
    "run",
    unit="token/param",
    symbol="D/N",
    source="identity",
    written=False,
    usual=(1.0, 1e5),
)
def tokens_per_param(training_tokens, active_params):
    """Tokens that the run reads per active parameter."""
    return training_tokens / active_params


@formula(
    "model",
    unit="ratio",
    symbol="N/P",
    source="identity",
    maximum=1.0,
    written=False,
    usual=(0.001, 1.0),
)
def active_share(active_params, total_params):
    """Active parameters over all parameters."""
    return active_params / total_params


@formula("run", unit="GPU-hour", symbol="H_u", source="identity", written=False)
def unexplained_hours(reported_hours, accelerator_hours):
    """What is left of the hours that a report states when the run's own are taken off."""
    return reported_hours - accelerator_hours


@formula("run", unit="%", symbol="x_u", source="identity", written=False)
def unexplained_share(unexplained_hours, reported_hours):
    """The unexplained hours as a share of those that a report states."""
    return unexplained_hours / reported_hours


@formula("run", unit="USD", symbol="B_f", source="convention#numerators", written=False)
def final_run_bill(training_cost, purpose):
    """The run's own bill, where it is a final run; nothing for an experiment or a failed run."""
    return pick(purpose > 0, 0, training_cost)


@formula("run", unit="USD", symbol="B_a", source="convention#numerators", written=False)
def all_runs_bill(training_cost, experiments, failed):
    """The run's bill with the experiments before it and the tries that failed."""
    return training_cost * (1 + experiments + failed)


@formula("run", unit="USD", symbol="B_r", source="convention#numerators", written=False)
def all_research_bill(all_runs_bill, research):
    """The run's bill with experiments, failed tries and all other research behind it."""
    return all_runs_bill + research


@formula("run", key="bill", unit="USD", symbol="B", source="convention#numerators", written=False)
def training_bill(numerator, final_run_bill, all_runs_bill, all_research_bill):
    """The bill that inference is set against, as the plan's `against` says."""
    return choose(numerator, final_run_bill, all_runs_bill, all_research_bill)


@formula("model", key="training_cost", unit="USD", symbol="B", source="identity", written=False)
def model_training_cost(training_bill):
    """The bills of all runs of the model together."""
    return total(training_bill)


@formula(
    "model", key="training_hours", unit="GPU-hour", symbol="H", source="identity", written=False
)
def model_training_hours(accelerator_hours):
    """GPU-hours of all runs of the model together."""
    return total(accelerator_hours)
