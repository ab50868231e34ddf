"""Training: parameters and tokens become arithmetic, GPU-hours, days and dollars."""

from flopwatt.model import formula, total


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
def accelerator_hours(training_flops, achieved_flops):
    """GPU-hours that the run pays for."""
    return training_flops / achieved_flops


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
    written=False,
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


@formula("model", key="training_cost", unit="USD", symbol="B", source="identity", written=False)
def model_training_cost(training_cost):
    """The bills of all runs of the model together."""
    return total(training_cost)


@formula(
    "model", key="training_hours", unit="GPU-hour", symbol="H", source="identity", written=False
)
def model_training_hours(accelerator_hours):
    """GPU-hours of all runs of the model together."""
    return total(accelerator_hours)
