"""How many tokens and sequences the memory left for the cache holds."""

from flopwatt.model import choose, earlier, formula, later, pick, whole


@formula(
    "fit",
    key="context",
    unit="token",
    symbol="s",
    source="identity",
    fallback=True,
    also=("max_model_len",),
    bare=True,
    whole=True,
    maximum=1e9,
    example="8192 tokens",
)
def fit_context(context):
    """Tokens of one sequence: as many as the model's context, unless stated."""
    return context


@formula(
    "fit",
    key="cache_heads_share",
    unit="ratio",
    symbol="k",
    source="convention#parallel-split",
    written=False,
)
def kv_share(kv_heads, tensor_parallel):
    """Share of the key-value heads on one GPU: whole heads, so that the last is copied."""
    return -whole(-kv_heads / tensor_parallel) / kv_heads


@formula("fit", makes="kv_share", source="convention#parallel-split", fallback=True, offered=False)
def kv_share_without_heads(tensor_parallel):
    """The same where no layer with key-value heads keeps every token."""
    return 1 / tensor_parallel


@formula(
    "fit",
    key="cache_window_heads_share",
    unit="ratio",
    symbol="k_w",
    source="convention#parallel-split",
    written=False,
)
def window_share(window_kv_heads, tensor_parallel):
    """The same of layers with a window."""
    return -whole(-window_kv_heads / tensor_parallel) / window_kv_heads


@formula(
    "fit", makes="window_share", source="convention#parallel-split", fallback=True, offered=False
)
def window_share_without_heads(tensor_parallel):
    """The same where no layer has a window."""
    return 1 / tensor_parallel


@formula(
    "fit",
    key="cache_growing",
    unit="byte/token",
    symbol="b",
    source="convention#parallel-split",
    minimum=0,
    written=False,
)
def fit_growing(growing_kv, growing_latent, kv_share, pipeline_parallel):
    """Cache of one token on one GPU in layers that keep all; a latent is copied to each GPU."""
    return (growing_kv * kv_share + growing_latent) / pipeline_parallel


@formula(
    "fit",
    key="cache_window",
    unit="byte/token",
    symbol="b_w",
    source="convention#parallel-split",
    minimum=0,
    written=False,
)
def fit_window(window_kv, window_latent, window_share, pipeline_parallel):
    """Cache of one token on one GPU in layers with a window or chunk."""
    return (window_kv * window_share + window_latent) / pipeline_parallel


@formula(
    "fit",
    key="cache_bytes_per_token",
    unit="byte/token",
    symbol="b_t",
    source="convention#kv-per-token",
    minimum=0,
    written=False,
)
def fit_bytes_per_token(fit_growing, fit_window):
    """Cache of one token on one GPU, in all its layers."""
    return fit_growing + fit_window


@formula(
    "fit",
    key="cache_state",
    unit="byte",
    symbol="s_g",
    source="convention#parallel-split",
    minimum=0,
    written=False,
)
def fit_state(state_bytes, tensor_parallel, pipeline_parallel):
    """What recurrent layers keep of one sequence on one GPU, whatever its length."""
    return state_bytes / (tensor_parallel * pipeline_parallel)


@formula(
    "fit",
    key="source_context",
    unit="token",
    symbol="s_x",
    source="convention#source-tokens",
    whole=True,
    maximum=1e9,
    bare=True,
    example="1500 tokens",
)
def fit_source(source_length):
    """Tokens of the source that a decoder looks at: as many as its encoder makes of any input."""
    return source_length


@formula("fit", makes="fit_source", source="convention#source-tokens", fallback=True)
def fit_source_alike(fit_context):
    """The same where the encoder takes sources of any length: as many as a sequence."""
    return fit_context


@formula(
    "fit",
    key="cache_cross",
    unit="byte",
    symbol="s_c",
    source="convention#parallel-split",
    minimum=0,
    written=False,
)
def fit_cross(cross_kv, fit_source, kv_share, pipeline_parallel):
    """Cache of the source of one sequence on one GPU, divided by heads."""
    return cross_kv * fit_source * kv_share / pipeline_parallel


@formula("fit", makes="fit_cross", source="identity", fallback=True, offered=False)
def fit_cross_without_source(cross_bytes_per_sequence, kv_share, pipeline_parallel):
    """The same where the model has no encoder: none, of a source of any length."""
    return cross_bytes_per_sequence * kv_share / pipeline_parallel


@formula(
    "fit",
    key="cache_constant",
    unit="byte",
    symbol="s_k",
    source="identity",
    minimum=0,
    written=False,
)
def fit_constant(fit_state, fit_cross):
    """What is kept of one sequence on one GPU, however much is written: state and source."""
    return fit_state + fit_cross


@formula(
    "fit",
    key="cache_window_tokens",
    unit="token",
    symbol="w",
    source="convention#window-policy",
    written=False,
)
def window_limit(engine, kv_window, batched_tokens):
    """Tokens that layers with a window keep at most; vLLM those of a step beside the window."""
    return kv_window + choose(engine, batched_tokens, 0, 0, 0)


@formula(
    "fit", makes="window_limit", source="convention#window-policy", fallback=True, offered=False
)
def window_limit_without_window(fit_context):
    """The same where no layer has a window."""
    return fit_context


@formula(
    "fit",
    key="cache_bytes_per_sequence",
    unit="byte",
    symbol="b_s",
    source="identity",
    minimum=0,
    written=False,
)
def fit_sequence(fit_growing, fit_window, fit_constant, fit_context, window_limit, window_policy):
    """Cache of one sequence of the context stated, on one GPU."""
    kept = choose(window_policy, earlier(fit_context, window_limit), fit_context)
    return fit_growing * fit_context + fit_window * kept + fit_constant


@formula("fit", makes="fit_sequence", source="identity", fallback=True, offered=False)
def fit_sequence_of_any_length(constant_kv, fit_constant):
    """The same where nothing is kept token by token, so that no length need be known."""
    return constant_kv + fit_constant


@formula(
    "fit", key="tokens", unit="token", symbol="N", source="convention#constant-cache", kind="limit",
    minimum=0, written=False,
)  # fmt: skip
def fit_tokens(
    cache_memory, fit_sequence, fit_context, block_tokens, data_parallel, fit_bytes_per_token
):
    """Tokens that the cache holds, all replicas together, in sequences of the context stated."""
    tokens = later(cache_memory, 0) * fit_context / fit_sequence
    held = whole(tokens / block_tokens) * block_tokens * data_parallel
    # where a token takes nothing tokens set no limit: what is left, over none
    return pick(fit_bytes_per_token > 0, held, later(cache_memory, 0) / fit_bytes_per_token)


@formula(
    "fit", key="sequences", unit="count", symbol="N_s", source="convention#constant-cache",
    kind="limit", minimum=0, written=False,
)  # fmt: skip
def fit_sequences(cache_memory, fit_sequence, data_parallel):
    """Sequences of the context stated that the cache holds, all replicas together."""
    return whole(later(cache_memory, 0) / fit_sequence) * data_parallel


@formula("fit", key="need", unit="GiB", symbol="D", source="identity", written=False)
def fit_need(fit_wanted, fit_sequence, data_parallel):
    """Cache that the sequences wanted take on one GPU, each whole in one replica."""
    return -whole(-fit_wanted / data_parallel) * fit_sequence


@formula(
    "fit", key="headroom", unit="GiB", symbol="D_f", source="identity", above=None, written=False
)
def fit_headroom(cache_memory, fit_need):
    """Memory left on one GPU when the sequences wanted are held; below zero it lacks."""
    return cache_memory - fit_need
