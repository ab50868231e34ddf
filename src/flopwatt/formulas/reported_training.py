"""Training as it is reported: speeds, step times and GPUs held, turned into hours and MFU."""

from flopwatt.model import formula


@formula("run", makes="training_flops", source="identity", offered=False)
def training_flops_by_token(flops_per_token, training_tokens):
    """Arithmetic to train the model once, from that of one token."""
    return flops_per_token * training_tokens


@formula(
    "run",
    key="total_throughput",
    unit="token/s",
    symbol="W",
    source="identity",
    example="16M tokens/s",
)
def cluster_throughput(tokens_per_step, step_time):
    """Tokens per second that all GPUs of the run read together."""
    return tokens_per_step / step_time


@formula(
    "run",
    key="throughput",
    unit="token/s/GPU",
    symbol="w",
    source="identity",
    example="7700 tokens/s/GPU",
)
def training_throughput(cluster_throughput, accelerators):
    """Tokens per second that one GPU of the run reads."""
    return cluster_throughput / accelerators


@formula("run", makes="achieved_flops", source="identity", offered=False)
def achieved_flops_by_speed(training_throughput, flops_per_token):
    """Useful arithmetic per second that one GPU sustains, from its tokens per second."""
    return training_throughput * flops_per_token


@formula("run", makes="achieved_flops", source="kaplan-2020#section 2.1", offered=False)
def achieved_flops_by_size(training_throughput, flops_per_param_token, active_params):
    """Useful arithmetic per second that one GPU sustains, from its speed and the model's size."""
    return training_throughput * flops_per_param_token * active_params


@formula("run", makes="achieved_flops", source="identity", offered=False)
def achieved_flops_by_step(sample_flops, samples_per_step, step_time):
    """Useful arithmetic per second that one GPU sustains, from the time of a step."""
    return sample_flops * samples_per_step / step_time


@formula("run", makes="accelerator_hours", source="identity", offered=False)
def accelerator_hours_by_speed(training_tokens, training_throughput, effective_time):
    """GPU-hours to read all tokens at a speed per GPU, stops and restarts paid for."""
    return training_tokens / (training_throughput * effective_time)


@formula("run", makes="accelerator_hours", source="identity", offered=False)
def accelerator_hours_by_token(training_tokens, accelerator_hours_per_token):
    """GPU-hours to read all tokens, from those that a token takes."""
    return training_tokens * accelerator_hours_per_token


@formula("run", makes="accelerator_hours", source="identity", offered=False)
def accelerator_hours_held(accelerators, held_time):
    """GPU-hours of all GPUs over the time they are held."""
    return accelerators * held_time


@formula(
    "run",
    unit="FLOP/peak FLOP",
    symbol="u_s",
    source="chowdhery-2022#section 4.1",
    maximum=1.0,
    written=False,
)
def achieved_mfu(achieved_flops, accelerator_peak):
    """Model FLOPs utilisation while the run steps, from the arithmetic it sustains."""
    return achieved_flops / accelerator_peak


@formula(
    "run",
    unit="FLOP/peak FLOP",
    symbol="u_r",
    source="chowdhery-2022#section 4.1",
    maximum=1.0,
    written=False,
)
def restated_mfu(reported_mfu, reported_peak, accelerator_peak):
    """A utilisation reported against some other peak, restated on that of the run's GPU."""
    return reported_mfu * reported_peak / accelerator_peak
