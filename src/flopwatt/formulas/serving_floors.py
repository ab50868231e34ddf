"""Times that no engine can beat, and the load that follows from how long requests stay."""

from flopwatt.model import formula


@formula("fit", key="replica_gpus", unit="count", symbol="n_r", source="identity", written=False)
def replica_accelerators(tensor_parallel, pipeline_parallel):
    """GPUs that work on one sequence."""
    return tensor_parallel * pipeline_parallel


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
