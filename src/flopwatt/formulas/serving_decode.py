"""Time of one decoding step that no engine beats: bytes that a GPU reads over its bandwidth."""

from functools import partial

from flopwatt.model import earlier, formula, later, power, whole

RULE = "convention#serving-floors"
floor = partial(formula, "fit", unit="s", source=RULE, written=False)


@formula(
    "fit", key="read_rate", unit="TB/s", symbol="w_r", source="identity", written=False
)  # fmt: skip
def read_rate(fit_bandwidth, bandwidth_efficiency):
    """Bytes that one GPU reads per time."""
    return fit_bandwidth * bandwidth_efficiency


@formula("fit", key="batch", unit="count", symbol="q_b", source=RULE, minimum=0, written=False)
def step_sequences(fit_wanted, data_parallel, pipeline_parallel):
    """Sequences that a GPU decodes at once: a replica's, in as many groups as it has stages."""
    own = -whole(-fit_wanted / data_parallel)
    return -whole(-own / pipeline_parallel)


@formula(
    "fit", key="batch_routed", unit="count", symbol="q_x", source=RULE, minimum=0, written=False
)
def routed_sequences(step_sequences, fit_wanted, expert_parallel, tensor_parallel):
    """Sequences whose tokens reach the experts of a GPU: of all replicas that share them."""
    replicas = later(expert_parallel / tensor_parallel, 1)
    return earlier(step_sequences * replicas, fit_wanted)


@formula(
    "fit",
    key="touched_share",
    unit="ratio",
    symbol="e_b",
    source="convention#uniform-routing",
    written=False,
)
def fit_touched(expert_share, routed_sequences):
    """Share of the routed experts that one step reads, expected."""
    return 1 - power(1 - expert_share, routed_sequences)


@formula("fit", key="step_weights", unit="GB", symbol="W_g", source=RULE, minimum=0, written=False)
def step_weights(
    dense_bytes,
    repeated_bytes,
    head_bytes,
    expert_bytes,
    fit_touched,
    tensor_parallel,
    expert_parallel,
):
    """Weights that one step reads on one GPU, or on one of each stage that a token passes."""
    dense = (dense_bytes + repeated_bytes + head_bytes) / tensor_parallel
    return dense + expert_bytes * fit_touched / expert_parallel


@formula(
    "fit", key="stored_weights", unit="GB", symbol="W_G", source=RULE, minimum=0, written=False
)
def stored_weights(resident_bytes, expert_bytes, tensor_parallel, expert_parallel):
    """The same of all weights in memory, the look-up included."""
    return (resident_bytes - expert_bytes) / tensor_parallel + expert_bytes / expert_parallel


@formula("fit", makes="stored_weights", source="identity", fallback=True, offered=False)
def stored_weights_by_size(resident_bytes, tensor_parallel):
    """The same where only a size is known."""
    return resident_bytes / tensor_parallel


@floor(key="decode_floor", symbol="t_d")
def decode_floor(step_weights, read_rate):
    """Time of one decoding step, by the weights read: of experts the touched, and no look-up."""
    return step_weights / read_rate


@floor(key="decode_floor_stored", symbol="t_D")
def decode_floor_stored(stored_weights, read_rate):
    """The same where all weights in memory are counted as read, the look-up included."""
    return stored_weights / read_rate


@floor(key="decode_cache_floor", symbol="t_k", minimum=0)
def decode_cache_floor(step_sequences, fit_sequence, pipeline_parallel, read_rate):
    """Time that one decoding step adds for reading the cache of the sequences wanted."""
    return step_sequences * fit_sequence * pipeline_parallel / read_rate


@floor(key="decode_step", symbol="t_s")
def decode_step(decode_floor, decode_cache_floor):
    """Time of one decoding step in all: weights and cache read, one token for each sequence."""
    return decode_floor + decode_cache_floor


@formula("fit", key="decode_tokens", unit="token/s", symbol="v_d", source=RULE, written=False)
def decode_tokens(fit_wanted, decoded_tokens, decode_step):
    """Tokens per second of all sequences wanted that no engine beats."""
    return fit_wanted * decoded_tokens / decode_step
