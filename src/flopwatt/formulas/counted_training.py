"""Training arithmetic by every counting rule in use, beside the exact count by layer."""

from flopwatt.model import choose, earlier, formula, pick


@formula(
    "run",
    key="flops_by.total",
    unit="FLOP",
    symbol="C_P",
    source="convention#counting-rules",
    written=False,
)
def flops_by_total(flops_per_param_token, total_params, training_tokens):
    """Arithmetic by the short form with all parameters, as if a token passed every expert."""
    return flops_per_param_token * total_params * training_tokens


@formula(
    "run",
    key="flops_by.active",
    unit="FLOP",
    symbol="C_N",
    source="convention#counting-rules",
    written=False,
)
def flops_by_active(flops_per_param_token, active_params, training_tokens):
    """Arithmetic by the short form with the parameters that a token passes."""
    return flops_per_param_token * active_params * training_tokens


@formula(
    "run",
    key="flops_by.no_input_embedding",
    unit="FLOP",
    symbol="C_i",
    source="convention#counting-rules",
    written=False,
)
def flops_by_no_input(flops_per_param_token, active_no_input, training_tokens):
    """Arithmetic by the short form without the look-up, which multiplies nothing."""
    return flops_per_param_token * active_no_input * training_tokens


@formula(
    "run",
    key="flops_by.no_embeddings",
    unit="FLOP",
    symbol="C_e",
    source="convention#counting-rules",
    written=False,
)
def flops_by_no_embeddings(flops_per_param_token, active_no_embeddings, training_tokens):
    """Arithmetic by the short form without look-up and output matrix."""
    return flops_per_param_token * active_no_embeddings * training_tokens


@formula(
    "run",
    key="sequence_read",
    unit="token",
    symbol="s_r",
    source="convention#training-sequence",
    written=False,
)
def sequence_read(sequence, context_length):
    """Tokens in a sequence that the run reads: no more than the model's context."""
    return earlier(sequence, context_length)


@formula("run", makes="sequence_read", source="convention#training-sequence", fallback=True)
def sequence_unbounded(sequence):
    """The same where no context is known."""
    return sequence


@formula(
    "run",
    key="attention.limited_flops",
    unit="FLOP/token",
    symbol="f_l",
    source="identity",
    minimum=0,
    written=False,
)
def run_limited_flops(limited_pair_flops, sequence_read, attention_limit):
    """Forward arithmetic of scores where a token sees the last or the best few, in the run."""
    # the first w tokens see half of w on average, all later ones w; a half is that of causality
    late = attention_limit - attention_limit * attention_limit / (2 * sequence_read)
    seen = pick(sequence_read > attention_limit, late, sequence_read / 2)
    return limited_pair_flops * seen


@formula("run", makes="run_limited_flops", source="identity", fallback=True)
def run_unlimited_flops(limited_pair_flops, sequence_read):
    """Nothing, where no layer has a limit."""
    return limited_pair_flops * sequence_read


@formula(
    "run",
    key="attention.chunk_flops",
    unit="FLOP/token",
    symbol="f_k",
    source="identity",
    minimum=0,
    written=False,
)
def run_chunk_flops(chunk_pair_flops, sequence_read, attention_chunk):
    """Forward arithmetic of scores where a token sees its chunk, in the run."""
    # half of the chunk lies before a token, on average
    return chunk_pair_flops * earlier(sequence_read, attention_chunk) / 2


@formula("run", makes="run_chunk_flops", source="identity", fallback=True)
def run_unchunked_flops(chunk_pair_flops, sequence_read):
    """Nothing, where no layer has chunks."""
    return chunk_pair_flops * sequence_read


@formula(
    "run",
    key="attention.score_flops",
    unit="FLOP/token",
    symbol="f_a",
    source="convention#causal-attention",
    minimum=0,
    written=False,
)
def run_score_flops(
    pair_flops, unmasked_pair_flops, sequence_read, run_limited_flops, run_chunk_flops
):
    """Forward arithmetic of scores of one token of the run, on average."""
    # causal: half of the sequence lies before a token, on average
    whole = pair_flops * sequence_read / 2 + unmasked_pair_flops * sequence_read
    return whole + run_limited_flops + run_chunk_flops


@formula(
    "run",
    key="flops_by.layers",
    unit="FLOP",
    symbol="C_x",
    source="convention#counting-rules",
    written=False,
)
def flops_by_layers(
    weight_flops, head_flops, state_flops, run_score_flops, training_passes, training_tokens
):
    """Arithmetic counted layer by layer, attention over the run's sequences included."""
    forward = weight_flops + head_flops + state_flops + run_score_flops
    return training_passes * forward * training_tokens


@formula(
    "run",
    key="recomputed_flops",
    unit="FLOP",
    symbol="C_r",
    source="convention#hardware-flops",
    minimum=0,
    written=False,
)
def recomputed_flops(
    inference_flops_per_param_token, active_params, training_tokens, recomputation
):
    """Arithmetic of the forward pass that is done again, where activations are not kept."""
    forward = inference_flops_per_param_token * active_params * training_tokens
    return choose(recomputation, 0, 1) * forward


@formula(
    "run",
    key="hardware_flops",
    unit="FLOP",
    symbol="C_h",
    source="convention#hardware-flops",
    written=False,
)
def hardware_flops(training_flops, recomputed_flops):
    """Arithmetic that the GPUs carry out: with what is recomputed, which counts for no use."""
    return training_flops + recomputed_flops
