"""Bytes of a model: what decoding keeps, and weights in memory, on disk and read by a step."""

from flopwatt.model import choose, earlier, formula, power


@formula(
    "model",
    key="kv_cache.growing_bytes_per_token",
    unit="byte/token",
    symbol="b_g",
    source="convention#kv-per-token",
    minimum=0,
    written=False,
)
def growing_bytes_per_token(growing_kv, growing_latent):
    """Cache of one token in the layers that keep every token."""
    return growing_kv + growing_latent


@formula(
    "model",
    key="kv_cache.bytes_per_token",
    unit="byte/token",
    symbol="b_t",
    source="convention#kv-per-token",
    minimum=0,
    written=False,
)
def kv_bytes_per_token(growing_kv, growing_latent, window_kv, window_latent):
    """Cache of one token in all layers, those with a window included."""
    return growing_kv + growing_latent + window_kv + window_latent


@formula(
    "model",
    key="kv_cache.window_tokens",
    unit="token",
    symbol="s_w",
    source="convention#window-policy",
    written=False,
)
def window_tokens(context, kv_window, window_policy):
    """Tokens of one sequence that layers with a window keep."""
    return choose(window_policy, earlier(context, kv_window), context)


@formula(
    "model",
    key="kv_cache.window_bytes_per_sequence",
    unit="byte",
    symbol="B_w",
    source="convention#window-policy",
    minimum=0,
    written=False,
)
def window_bytes_per_sequence(window_kv, window_latent, window_tokens):
    """Cache of one sequence in layers with a window or chunk."""
    return (window_kv + window_latent) * window_tokens


@formula(
    "model",
    key="source_context",
    unit="token",
    symbol="s_x",
    source="convention#source-tokens",
    whole=True,
    maximum=1e9,
    bare=True,
    example="1500 tokens",
)
def source_context(source_length):
    """Tokens of the source that a decoder looks at: as many as its encoder makes of any input."""
    return source_length


@formula("model", makes="source_context", source="convention#source-tokens", fallback=True)
def source_context_alike(context):
    """The same where the encoder takes sources of any length: as many as the context."""
    return context


@formula(
    "model",
    key="kv_cache.cross_bytes_per_sequence",
    unit="byte",
    symbol="B_x",
    source="convention#source-tokens",
    minimum=0,
    written=False,
)
def cross_bytes_per_sequence(cross_kv, source_context):
    """Cache of the source of one sequence, kept by a decoder that looks at an encoder."""
    return cross_kv * source_context


@formula(
    "model",
    key="kv_cache.bytes_per_sequence",
    unit="byte",
    symbol="B_s",
    source="identity",
    minimum=0,
    written=False,
)
def kv_bytes_per_sequence(
    growing_kv, growing_latent, context, window_bytes_per_sequence, cross_bytes_per_sequence
):
    """Cache of one sequence of the context stated, and of its source where it has one."""
    own = (growing_kv + growing_latent) * context
    return own + window_bytes_per_sequence + cross_bytes_per_sequence


@formula("model", makes="kv_bytes_per_sequence", source="identity", fallback=True, offered=False)
def kv_bytes_of_any_length(constant_kv):
    """The same where nothing is kept token by token, so that no length need be known."""
    return constant_kv


@formula(
    "model",
    key="kv_cache.bytes",
    unit="byte",
    symbol="B_n",
    source="identity",
    minimum=0,
    written=False,
)
def kv_bytes(kv_bytes_per_sequence, sequences):
    """Cache of all sequences that are worked on at once."""
    return kv_bytes_per_sequence * sequences


@formula(
    "model",
    key="state.bytes",
    unit="byte",
    symbol="s_n",
    source="identity",
    minimum=0,
    written=False,
)
def all_state_bytes(state_bytes, sequences):
    """What recurrent layers keep of all sequences that are worked on at once."""
    return state_bytes * sequences


@formula(
    "model",
    key="cache.bytes_per_sequence_with_state",
    unit="byte",
    symbol="B_t",
    source="identity",
    minimum=0,
    written=False,
)
def sequence_bytes_with_state(kv_bytes_per_sequence, state_bytes):
    """What is kept of one sequence in all: its cache and its recurrent state."""
    return kv_bytes_per_sequence + state_bytes


@formula(
    "model",
    key="cache.bytes_with_state",
    unit="byte",
    symbol="B_a",
    source="identity",
    minimum=0,
    written=False,
)
def bytes_with_state(sequence_bytes_with_state, sequences):
    """The same of all sequences that are worked on at once."""
    return sequence_bytes_with_state * sequences


@formula(
    "model",
    key="weights.resident_bytes",
    unit="byte",
    symbol="W",
    source="identity",
    written=False,
)
def resident_bytes(
    dense_bytes, expert_bytes, head_bytes, embedding_bytes, encoder_bytes, tower_bytes
):
    """Weights in memory while serving: all experts, a tied matrix once, no further predictors."""
    text = dense_bytes + expert_bytes + head_bytes + embedding_bytes + encoder_bytes
    return text + tower_bytes


@formula("model", makes="resident_bytes", source="identity", fallback=True)
def resident_bytes_by_size(total_params, bytes_per_param):
    """All parameters at one size, where no more than their number is known."""
    return total_params * bytes_per_param


@formula(
    "model",
    key="weights.stored_bytes",
    unit="byte",
    symbol="W_s",
    source="convention#stored-parameters",
    written=False,
)
def stored_bytes(resident_bytes, predictor_bytes, tied_bytes):
    """Weights on disk where a tied matrix is written twice and further predictors are kept."""
    return resident_bytes + predictor_bytes + tied_bytes


@formula(
    "model",
    key="experts.touched",
    unit="count",
    symbol="E_b",
    source="convention#uniform-routing",
    minimum=0,
    written=False,
)
def experts_touched(experts, touched_share):
    """Routed experts of a layer that at least one of the batch's tokens passes, expected."""
    return experts * touched_share


@formula(
    "model",
    key="experts.touched_share",
    unit="ratio",
    symbol="e_b",
    source="convention#uniform-routing",
    written=False,
)
def touched_share(expert_share, sequences):
    """Share of routed experts that one decoding step of the batch reads, expected."""
    return 1 - power(1 - expert_share, sequences)


@formula(
    "model",
    key="weights.read_bytes_per_step",
    unit="byte",
    symbol="W_r",
    source="convention#read-per-step",
    written=False,
)
def read_bytes_per_step(dense_bytes, repeated_bytes, head_bytes, expert_bytes, touched_share):
    """Weights that one decoding step of the batch reads: each once, of experts the touched."""
    return dense_bytes + repeated_bytes + head_bytes + expert_bytes * touched_share
