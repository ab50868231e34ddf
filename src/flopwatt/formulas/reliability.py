"""Failures of a run: how often it stops, when to save, and what share of its time is lost."""

from flopwatt.model import formula, later, square_root


@formula("run", makes="gpu_mtbf", source="identity", offered=False)
def gpu_mtbf_by_count(observed_time, observed_accelerators, interruptions):
    """Mean time between stops that one GPU brings, from stops that were counted."""
    return observed_time * observed_accelerators / interruptions


@formula("run", makes="gpu_mtbf", source="convention#failures", fallback=True, offered=False)
def gpu_mtbf_by_own_count(observed_time, accelerators, interruptions):
    """Mean time between stops that one GPU brings, from stops of as many GPUs as the run has."""
    return observed_time * accelerators / interruptions


@formula(
    "run",
    unit="hour",
    symbol="M",
    source="convention#failures",
    example="3.1 hours",
)
def mean_time_between_interruptions(gpu_mtbf, accelerators):
    """Mean time between unexpected stops of the whole run: any GPU that fails stops all."""
    return gpu_mtbf / accelerators


@formula(
    "run",
    makes="mean_time_between_interruptions",
    source="identity",
    fallback=True,
    offered=False,
)
def mean_time_by_count(observed_time, interruptions):
    """Mean time between unexpected stops of the run they were counted of."""
    return observed_time / interruptions


@formula(
    "run",
    key="implied_mtbf",
    unit="GPU-hour",
    symbol="F'",
    source="identity",
    accepts=("hour",),
    written=False,
)
def implied_mtbf(mean_time_between_interruptions, accelerators):
    """Mean time between stops per GPU that the run's own time between stops implies."""
    return mean_time_between_interruptions * accelerators


@formula("run", unit="GB", symbol="S_c", source="convention#failures", example="5.7 TB")
def checkpoint_size(checkpoint_bytes_per_param, total_params):
    """Bytes of one checkpoint, with the state of the optimizer."""
    return checkpoint_bytes_per_param * total_params


@formula("run", unit="GB/s", symbol="v", source="convention#failures", example="40 GB/s")
def write_bandwidth(write_bandwidth_per_gpu, accelerators):
    """Rate at which a checkpoint is written by all GPUs together."""
    return write_bandwidth_per_gpu * accelerators


@formula("run", unit="s", symbol="d", source="convention#failures", example="60 s")
def checkpoint_time(checkpoint_size, write_bandwidth):
    """Time for which the run waits while a checkpoint is written."""
    return checkpoint_size / write_bandwidth


@formula("run", unit="minute", symbol="T", source="young-1974", example="20 minutes")
def checkpoint_interval(checkpoint_time, mean_time_between_interruptions):
    """Time of work between two checkpoints; the one that loses least unless it is stated."""
    # twice: half an interval is lost with each stop
    return square_root(2 * checkpoint_time * mean_time_between_interruptions)


@formula("run", unit="%", symbol="x_c", source="young-1974", written=False)
def checkpoint_share(checkpoint_time, checkpoint_interval):
    """Share of the time in which checkpoints are written."""
    return checkpoint_time / checkpoint_interval


@formula("run", unit="%", symbol="x_w", source="young-1974", written=False)
def rework_share(checkpoint_interval, mean_time_between_interruptions):
    """Share of the time that makes work again which stops undid: half an interval each."""
    # half: a stop falls anywhere between two checkpoints
    return checkpoint_interval / (2 * mean_time_between_interruptions)


@formula("run", unit="%", symbol="x_r", source="convention#failures", written=False)
def restart_share(restart_time, mean_time_between_interruptions):
    """Share of the time between a stop and the next step."""
    return restart_time / mean_time_between_interruptions


@formula("run", unit="%", symbol="x_d", source="young-1974", written=False)
def checkpoint_overhead(checkpoint_share, rework_share):
    """Share of the time that checkpoints and repeated work take, restarts left out."""
    return checkpoint_share + rework_share


@formula("run", unit="%", symbol="x", source="convention#failures", written=False)
def lost_share(checkpoint_overhead, restart_share):
    """Share of the time lost to checkpoints, repeated work and restarts; 100 % is no progress."""
    return checkpoint_overhead + restart_share


@formula("run", makes="effective_time", source="convention#failures", offered=False)
def effective_time_by_failures(lost_share):
    """Share of the paid time in which the run makes steps that count; 0 where all is lost."""
    return later(1 - lost_share, 0)


@formula("run", unit="1", symbol="i_e", source="identity", written=False)
def stops(training_duration, mean_time_between_interruptions):
    """Unexpected stops to be expected over the run."""
    return training_duration / mean_time_between_interruptions


@formula("run", unit="GPU-hour", symbol="H_u", source="identity", written=False)
def useful_hours(accelerator_hours, effective_time):
    """GPU-hours in which the run makes steps that count."""
    return accelerator_hours * effective_time
