"""Times that no engine can beat, and the load that follows from how long requests stay."""

from flopwatt.model import formula


@formula(
    "fit",
    key="prompt",
    unit="token",
    symbol="n_p",
    source="identity",
    bare=True,
    example="8192 tokens",
)
def fit_prompt(fit_context):
    """Tokens of the prompt that is read: the whole context, unless stated."""
    return fit_context


@formula("fit", key="replica_gpus", unit="count", symbol="n_r", source="identity", written=False)
def replica_accelerators(tensor_parallel, pipeline_parallel):
    """GPUs that work on one sequence."""
    return tensor_parallel * pipeline_parallel


@formula(
    "fit",
    key="prefill_floor",
    unit="s",
    symbol="t_p",
    source="convention#serving-floors",
    written=False,
)
def prefill_floor(
    weight_flops, head_flops, fit_prompt, replica_accelerators, fit_peak, prefill_efficiency
):
    """Time to read one prompt, by the weights alone: look-up and attention scores left out."""
    speed = replica_accelerators * fit_peak * prefill_efficiency
    return (weight_flops + head_flops) * fit_prompt / speed


@formula(
    "fit",
    key="read_rate",
    unit="TB/s",
    symbol="w_r",
    source="identity",
    written=False,
)
def read_rate(replica_accelerators, fit_bandwidth, bandwidth_efficiency):
    """Bytes that the GPUs of a replica read per time, together."""
    return replica_accelerators * fit_bandwidth * bandwidth_efficiency


@formula(
    "fit",
    key="decode_floor",
    unit="s",
    symbol="t_d",
    source="convention#serving-floors",
    written=False,
)
def decode_floor(read_bytes_per_step, read_rate):
    """Time of one decoding step, by the weights read: of experts the touched, and no look-up."""
    return read_bytes_per_step / read_rate


@formula(
    "fit",
    key="decode_floor_stored",
    unit="s",
    symbol="t_D",
    source="convention#serving-floors",
    written=False,
)
def decode_floor_stored(resident_bytes, read_rate):
    """The same where all weights in memory are counted as read, the look-up included."""
    return resident_bytes / read_rate


@formula(
    "fit",
    key="decode_cache_floor",
    unit="s",
    symbol="t_k",
    source="convention#serving-floors",
    minimum=0,
    written=False,
)
def decode_cache_floor(fit_need, fit_bandwidth, bandwidth_efficiency):
    """Time that one decoding step adds for reading the cache of the sequences wanted."""
    return fit_need / (fit_bandwidth * bandwidth_efficiency)


@formula(
    "fit",
    key="in_flight",
    unit="request",
    symbol="L",
    source="little-1961",
    example="180 requests",
)
def in_flight(request_rate, request_time):
    """Requests that are in the system at once, on average."""
    return request_rate * request_time


@formula(
    "fit",
    key="peak_tokens",
    unit="token/s",
    symbol="v_p",
    source="identity",
    example="1522 tokens/s",
)
def peak_tokens(monthly_tokens, peak_to_mean):
    """Tokens per second at the peak, for which GPUs are counted."""
    return monthly_tokens * peak_to_mean
