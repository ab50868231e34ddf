"""What serving a model takes on one GPU, line by line, and what is left for the cache."""

from flopwatt.model import choose, formula, later, pick


@formula(
    "fit",
    key="tp",
    unit="count",
    symbol="t_p",
    source="identity",
    also=("tensor_parallel",),
    bare=True,
    minimum=1,
    whole=True,
    maximum=1e6,
    example="8",
)
def tensor_parallel(fit_accelerators, pipeline_parallel, data_parallel):
    """GPUs that share each layer; all of a stage of a replica, unless stated."""
    return fit_accelerators / (pipeline_parallel * data_parallel)


@formula(
    "fit",
    key="ep",
    unit="count",
    symbol="e_p",
    source="convention#parallel-split",
    also=("expert_parallel",),
    bare=True,
    minimum=1,
    whole=True,
    maximum=1e6,
    example="8",
)
def expert_parallel(tensor_parallel):
    """GPUs that the routed experts of a layer are divided over, whole or in slices."""
    return tensor_parallel


@formula("fit", key="card", unit="GiB", symbol="M", source="identity", example="79.2 GiB")
def card_memory(shown_memory, reserved_memory):
    """Memory of one GPU as a program sees it."""
    return shown_memory - reserved_memory


@formula("fit", makes="card_memory", source="serving-start-logs", fallback=True)
def card_from_label(labelled_memory, label_share):
    """The same from the label of the GPU, where its driver's figure is not known."""
    return labelled_memory * label_share


@formula(
    "fit",
    key="defaults.sglang_share",
    unit="%",
    symbol="u_s",
    source="sglang-memory-settings",
    maximum=100,
    written=False,
)
def sglang_share(card_memory, sglang_reserve, sglang_reserve_per_token, chunk_tokens):
    """Share of a free GPU that SGLang takes for weights and cache unless told."""
    return 1 - (sglang_reserve + sglang_reserve_per_token * chunk_tokens) / card_memory


@formula(
    "fit",
    key="utilisation",
    unit="%",
    symbol="u_m",
    source="convention#memory-budget",
    also=("utilization", "gpu_memory_utilization", "mem_fraction_static"),
    maximum=100,
    example="90 %",
)
def memory_share(engine, vllm_share, sglang_share, tensorrt_share):
    """Share of the memory that the engine may use; of what, each engine says for itself."""
    return choose(engine, vllm_share, sglang_share, tensorrt_share, vllm_share)


@formula(
    "fit", key="usable", unit="GiB", symbol="U", source="convention#memory-budget", written=False
)
def usable_memory(engine, card_memory, memory_share, other_memory):
    """Memory of one GPU that the engine shares out."""
    share = memory_share * card_memory
    free = memory_share * (card_memory - other_memory)
    return choose(engine, share, free, card_memory, share)


@formula(
    "fit",
    key="weights.layers",
    unit="GiB",
    symbol="W_l",
    source="convention#parallel-split",
    written=False,
)
def layer_weights(
    dense_bytes,
    encoder_bytes,
    expert_bytes,
    expert_padding,
    tensor_parallel,
    expert_parallel,
    pipeline_parallel,
):
    """Weights of layers on one GPU."""
    dense = (dense_bytes + encoder_bytes) / tensor_parallel
    routed = expert_bytes * expert_padding / expert_parallel
    return (dense + routed) / pipeline_parallel


@formula(
    "fit",
    key="weights.ends",
    unit="GiB",
    symbol="W_o",
    source="convention#parallel-split",
    written=False,
)
def end_weights(head_bytes, embedding_bytes, tower_bytes, tensor_parallel, pipeline_parallel):
    """Look-up, output matrix and towers on one GPU; of several stages the fuller end."""
    both = pick(
        pipeline_parallel > 1, later(head_bytes, embedding_bytes), head_bytes + embedding_bytes
    )
    return (both + tower_bytes) / tensor_parallel


@formula("fit", key="weights", unit="GiB", symbol="W", source="identity", example="16 GiB")
def fit_weights(layer_weights, end_weights):
    """Weights on one GPU."""
    return layer_weights + end_weights


@formula("fit", makes="fit_weights", source="convention#parallel-split", fallback=True)
def fit_weights_by_size(resident_bytes, replica_accelerators):
    """The same where only a size is known: an even share of all weights."""
    return resident_bytes / replica_accelerators


@formula(
    "fit",
    key="runtime_per_peer",
    unit="GiB",
    symbol="o_p",
    source="convention#memory-budget",
    minimum=0,
    above=None,
    example="0.3 GiB",
)
def peer_memory(fit_link, fast_link, linked_peer_memory, loose_peer_memory):
    """Communication buffers on one GPU for each further GPU it exchanges tensors with."""
    return pick(fit_link >= fast_link, linked_peer_memory, loose_peer_memory)


@formula(
    "fit", makes="peer_memory", source="convention#memory-budget", fallback=True, offered=False
)
def peer_memory_unknown(linked_peer_memory):
    """The same where the links are not known: as if they were fast."""
    return linked_peer_memory


@formula(
    "fit",
    key="runtime_links",
    unit="GiB",
    symbol="O_l",
    source="identity",
    minimum=0,
    written=False,
)
def link_memory(peer_memory, tensor_parallel, pipeline_parallel, expert_parallel):
    """Communication buffers on one GPU for all that it shares layers or experts with."""
    return peer_memory * (later(tensor_parallel * pipeline_parallel, expert_parallel) - 1)


@formula(
    "fit",
    key="other",
    unit="GiB",
    symbol="O",
    source="convention#memory-budget",
    minimum=0,
    above=None,
    example="0.5 GiB",
)
def other_memory(engine, runtime_memory, driver_memory, link_memory, graph_place, graph_memory):
    """Memory of libraries and links, and of driver and graphs where the engine counts them."""
    driver = choose(engine, 0, driver_memory, driver_memory, 0)
    return runtime_memory + driver + link_memory + choose(graph_place, 0, graph_memory)


@formula(
    "fit",
    key="held_by_weights",
    unit="GiB",
    symbol="H_w",
    source="convention#memory-budget",
    written=False,
)
def held_by_weights(engine, fit_weights, other_memory):
    """What the engine takes off for weights and libraries before anything runs."""
    return fit_weights + choose(engine, other_memory, 0, other_memory, other_memory)


@formula(
    "fit", key="held", unit="GiB", symbol="H", source="convention#memory-budget", written=False
)
def held_memory(engine, held_by_weights, fit_activations):
    """What the engine takes off for all but the cache; SGLang leaves activations outside."""
    return held_by_weights + choose(engine, fit_activations, 0, fit_activations, fit_activations)


@formula(
    "fit",
    key="cache",
    unit="GiB",
    symbol="K",
    source="convention#memory-budget",
    above=None,
    example="40 GiB",
)
def cache_memory(engine, usable_memory, held_memory, memory_share):
    """What is left for the cache on one GPU; below zero where the rest does not fit."""
    left = usable_memory - held_memory
    return choose(engine, left, left, memory_share * left, left)


@formula(
    "fit",
    key="left_free",
    unit="GiB",
    symbol="F",
    source="convention#memory-budget",
    above=None,
    written=False,
)
def left_free(engine, card_memory, memory_share, other_memory, held_memory):
    """What the engine leaves free of the memory that it shares out: the rest of its share."""
    rest = 1 - memory_share
    card = rest * card_memory
    return choose(
        engine, card, rest * (card_memory - other_memory), rest * (card_memory - held_memory), card
    )
