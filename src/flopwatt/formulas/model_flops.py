"""Arithmetic of a model by layer: weights, attention and output apart, at any context."""

from flopwatt.model import earlier, formula, pick


@formula(
    "model",
    key="context",
    unit="token",
    symbol="s",
    source="identity",
    whole=True,
    maximum=1e9,
    bare=True,
    example="8192 tokens",
)
def context(context_length):
    """Tokens in one sequence: as long as the model's context, unless stated."""
    return context_length


@formula(
    "model", key="flops.weights", unit="FLOP/token", symbol="f_w", source="identity", written=False
)
def weight_flops(matmul_params, flops_per_weight):
    """Forward arithmetic of one token in the weights of the layers."""
    return flops_per_weight * matmul_params


@formula(
    "model",
    key="flops.output_head",
    unit="FLOP/token",
    symbol="f_h",
    source="identity",
    minimum=0,
    written=False,
)
def head_flops(output_params, flops_per_weight):
    """Forward arithmetic of one token in the output multiplication."""
    return flops_per_weight * output_params


@formula(
    "model",
    key="attention.limited_seen",
    unit="token",
    symbol="v_w",
    source="identity",
    written=False,
)
def limited_seen(context, attention_limit):
    """Tokens that one token sees where it sees the last few, on average over the sequence."""
    # the first w tokens see half of w on average, all later ones w; a half is that of causality
    late = attention_limit - attention_limit * attention_limit / (2 * context)
    return pick(context > attention_limit, late, context / 2)


@formula(
    "model",
    key="attention.chunk_seen",
    unit="token",
    symbol="v_k",
    source="identity",
    written=False,
)
def chunk_seen(context, attention_chunk):
    """Tokens that one token sees in its chunk, on average over the sequence."""
    # half of the chunk lies before a token, on average
    return earlier(context, attention_chunk) / 2


@formula(
    "model",
    key="attention.limited_flops",
    unit="FLOP/token",
    symbol="f_l",
    source="identity",
    minimum=0,
    written=False,
)
def limited_score_flops(limited_pair_flops, limited_seen):
    """Forward arithmetic of scores in layers where a token sees the last or the best few."""
    return limited_pair_flops * limited_seen


@formula(
    "model",
    key="attention.chunk_flops",
    unit="FLOP/token",
    symbol="f_k",
    source="identity",
    minimum=0,
    written=False,
)
def chunk_score_flops(chunk_pair_flops, chunk_seen):
    """Forward arithmetic of scores in layers where a token sees its chunk."""
    return chunk_pair_flops * chunk_seen


@formula(
    "model",
    key="flops.attention_scores",
    unit="FLOP/token",
    symbol="f_a",
    source="convention#causal-attention",
    minimum=0,
    written=False,
)
def score_flops(pair_flops, unmasked_pair_flops, context, limited_score_flops, chunk_score_flops):
    """Forward arithmetic of scores and their products with values, for one token on average.

    Causal: a token sees the half of a sequence that lies before it.
    """
    # causal: half of the sequence lies before a token, on average
    whole = pair_flops * context / 2 + unmasked_pair_flops * context
    return whole + limited_score_flops + chunk_score_flops


@formula(
    "model",
    key="flops.attention_scores_full",
    unit="FLOP/token",
    symbol="f_A",
    source="convention#full-attention",
    minimum=0,
    written=False,
)
def full_score_flops(
    pair_flops, limited_pair_flops, chunk_pair_flops, unmasked_pair_flops, context
):
    """The same where masks and windows are ignored, as some tools count."""
    pairs = pair_flops + limited_pair_flops + chunk_pair_flops + unmasked_pair_flops
    return pairs * context


@formula(
    "model",
    key="flops.forward_per_token",
    unit="FLOP/token",
    symbol="f",
    source="identity",
    written=False,
)
def forward_flops(weight_flops, score_flops, state_flops, head_flops):
    """Arithmetic of one token forward, at the context stated."""
    return weight_flops + score_flops + state_flops + head_flops


@formula(
    "model",
    key="flops.training_per_token",
    unit="FLOP/token",
    symbol="f_t",
    source="identity",
    written=False,
)
def training_flops_per_token(forward_flops, training_passes):
    """Arithmetic of one token forward and backward; nothing worked out twice."""
    return training_passes * forward_flops


@formula(
    "model", key="flops.step.tokens", unit="token", symbol="n", source="identity", written=False
)
def step_tokens(context, sequences):
    """Tokens of all sequences that are worked on at once."""
    return context * sequences


@formula(
    "model", key="flops.step.weights", unit="FLOP", symbol="F_w", source="identity", written=False
)
def step_weight_flops(weight_flops, head_flops, training_passes, step_tokens):
    """Training arithmetic of all sequences in weights, the output multiplication included."""
    return training_passes * (weight_flops + head_flops) * step_tokens


@formula(
    "model",
    key="flops.step.attention_scores",
    unit="FLOP",
    symbol="F_a",
    source="convention#causal-attention",
    minimum=0,
    written=False,
)
def step_score_flops(score_flops, training_passes, step_tokens):
    """Training arithmetic of all sequences in attention scores, causal."""
    return training_passes * score_flops * step_tokens


@formula(
    "model",
    key="flops.step.attention_scores_full",
    unit="FLOP",
    symbol="F_A",
    source="convention#full-attention",
    minimum=0,
    written=False,
)
def step_full_score_flops(full_score_flops, training_passes, step_tokens):
    """Training arithmetic of all sequences in attention scores, masks ignored."""
    return training_passes * full_score_flops * step_tokens


@formula("model", key="flops.step.total", unit="FLOP", symbol="F", source="identity", written=False)
def step_flops(training_flops_per_token, step_tokens):
    """Training arithmetic of all sequences."""
    return training_flops_per_token * step_tokens


@formula(
    "model",
    key="flops.step.total_full",
    unit="FLOP",
    symbol="F_T",
    source="convention#full-attention",
    written=False,
)
def step_full_flops(
    step_weight_flops, state_flops, training_passes, step_tokens, step_full_score_flops
):
    """Training arithmetic of all sequences where masks and windows are ignored."""
    return step_weight_flops + training_passes * state_flops * step_tokens + step_full_score_flops


@formula(
    "model",
    key="flops.step.all_params_full",
    unit="FLOP",
    symbol="F_P",
    source="convention#full-attention",
    written=False,
)
def step_all_params_flops(
    total_params, flops_per_weight, training_passes, step_tokens, step_full_score_flops
):
    """The same with every parameter multiplied, look-ups and unchosen experts too."""
    each = flops_per_weight * training_passes
    return each * total_params * step_tokens + step_full_score_flops
