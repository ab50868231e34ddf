"""Time to read one prompt that no engine beats: by the weights alone, and with attention."""

from functools import partial

from flopwatt.model import earlier, formula, later, pick

per_token = partial(
    formula, "fit", unit="FLOP/token", source="convention#causal-attention", minimum=0,
    written=False,
)  # fmt: skip


@formula(
    "fit",
    key="prompt",
    unit="token",
    symbol="n_p",
    source="identity",
    fallback=True,
    bare=True,
    whole=True,
    maximum=1e9,
    example="8192 tokens",
)
def fit_prompt(fit_context):
    """Tokens of the prompt that is read: the whole context, unless stated."""
    return fit_context


@formula(
    "fit",
    key="prefill_flops",
    unit="FLOP/token",
    symbol="f_g",
    source="convention#serving-floors",
    minimum=0,
    written=False,
)
def prompt_flops(
    weight_flops,
    head_flops,
    chosen_params,
    flops_per_weight,
    tensor_parallel,
    expert_parallel,
    pipeline_parallel,
):
    """Arithmetic of one token in weights on one GPU; experts may be spread over more GPUs."""
    routed = chosen_params * flops_per_weight
    spread = later(tensor_parallel, expert_parallel)
    own = (weight_flops + head_flops - routed) / tensor_parallel + routed / spread
    return own / pipeline_parallel


@formula("fit", makes="prompt_flops", source="identity", fallback=True, offered=False)
def prompt_flops_evenly(weight_flops, head_flops, replica_accelerators):
    """The same where it is not known what experts a model has."""
    return (weight_flops + head_flops) / replica_accelerators


@formula(
    "fit",
    key="prefill_floor",
    unit="s",
    symbol="t_p",
    source="convention#serving-floors",
    written=False,
)
def prefill_floor(prompt_flops, fit_prompt, fit_peak, prefill_efficiency):
    """Time to read one prompt, by the weights alone: look-up and attention scores left out."""
    return prompt_flops * fit_prompt / (fit_peak * prefill_efficiency)


@per_token(key="prefill_limited_flops", symbol="f_l")
def prompt_limited(limited_pair_flops, attention_limit, fit_prompt):
    """Scores of one token of the prompt, on average, where it sees the last or the best few."""
    # the first w tokens see half of w on average, all later ones w; a half is that of causality
    late = attention_limit - attention_limit * attention_limit / (2 * fit_prompt)
    return limited_pair_flops * pick(fit_prompt > attention_limit, late, fit_prompt / 2)


@formula("fit", makes="prompt_limited", source="identity", fallback=True, offered=False)
def prompt_limited_nowhere(limited_score_flops):
    """The same where there are no such layers."""
    return limited_score_flops


@per_token(key="prefill_chunk_flops", symbol="f_k")
def prompt_chunked(chunk_pair_flops, attention_chunk, fit_prompt):
    """Scores of one token of the prompt, on average, in layers where it sees its chunk."""
    # half of the chunk lies before a token, on average
    return chunk_pair_flops * earlier(fit_prompt, attention_chunk) / 2


@formula("fit", makes="prompt_chunked", source="identity", fallback=True, offered=False)
def prompt_chunked_nowhere(chunk_score_flops):
    """The same where there are no such layers."""
    return chunk_score_flops


@per_token(key="prefill_score_flops", symbol="f_s")
def prompt_scores(
    pair_flops, unmasked_pair_flops, fit_prompt, prompt_limited, prompt_chunked, state_flops
):
    """Scores and recurrences of one token of the prompt, on average; causal."""
    # causal: half of the prompt lies before a token, on average
    seen = pair_flops * fit_prompt / 2 + unmasked_pair_flops * fit_prompt
    return seen + prompt_limited + prompt_chunked + state_flops


@formula(
    "fit",
    key="prefill_floor_attention",
    unit="s",
    symbol="t_P",
    source="convention#serving-floors",
    written=False,
)
def prefill_floor_attention(
    prefill_floor, prompt_scores, fit_prompt, replica_accelerators, fit_peak, prefill_efficiency
):
    """Time to read one prompt with attention scores, each token seeing those before it."""
    speed = replica_accelerators * fit_peak * prefill_efficiency
    return prefill_floor + prompt_scores * fit_prompt / speed
