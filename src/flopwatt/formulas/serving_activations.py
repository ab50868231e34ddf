"""What a step of serving works on at its peak: tokens and sequences, and the widest block."""

from flopwatt.model import choose, formula, later, pick


@formula(
    "fit",
    key="card.large",
    unit="GiB",
    symbol="M_L",
    source="convention#memory-budget",
    written=False,
)
def large_card(engine, vllm_large_card, other_large_card):
    """Memory from which the engine takes its settings for large GPUs."""
    return choose(engine, vllm_large_card, other_large_card, other_large_card, vllm_large_card)


@formula(
    "fit",
    key="chunk",
    unit="token",
    symbol="c",
    source="convention#memory-budget",
    written=False,
)
def chunk_tokens(engine, card_memory, large_card, large_chunk, vllm_chunk, sglang_chunk):
    """Tokens that a step works on at most where prompts are cut into chunks."""
    small = choose(engine, vllm_chunk, sglang_chunk, large_chunk, vllm_chunk)
    return pick(card_memory >= large_card, large_chunk, small)


@formula(
    "fit",
    key="batched_tokens",
    unit="token",
    symbol="n_b",
    source="convention#memory-budget",
    also=("max_num_batched_tokens", "chunked_prefill_size", "max_num_tokens"),
    bare=True,
    whole=True,
    maximum=1e9,
    example="8192 tokens",
)
def batched_tokens(prefill, chunk_tokens, fit_context, whole_least):
    """Tokens that a step works on at most: a chunk, or a whole context."""
    return choose(prefill, chunk_tokens, later(fit_context, whole_least))


@formula("fit", makes="batched_tokens", source="convention#memory-budget", fallback=True)
def batched_tokens_without_context(prefill, chunk_tokens, whole_least):
    """The same where no context is known."""
    return choose(prefill, chunk_tokens, later(chunk_tokens, whole_least))


@formula(
    "fit",
    key="batch_limit",
    unit="count",
    symbol="q_m",
    source="convention#memory-budget",
    also=("max_num_seqs",),
    bare=True,
    minimum=1,
    whole=True,
    maximum=1e9,
    example="256",
)
def batch_limit(card_memory, large_card, large_batch, small_batch):
    """Sequences that a step decodes at most."""
    return pick(card_memory >= large_card, large_batch, small_batch)


@formula(
    "fit",
    key="activations.routed",
    unit="byte/token",
    symbol="a_x",
    source="convention#activation-peak",
    minimum=0,
    written=False,
)
def routed_activations(routed_up_bytes, routed_inner_bytes, routed_out_bytes, expert_parallel):
    """What one token takes in routed experts on one GPU.

    What comes out has the whole width on each GPU, and may lie where the first matrices wrote.
    """
    up, inner = routed_up_bytes / expert_parallel, routed_inner_bytes / expert_parallel
    return inner + later(up, routed_out_bytes)


@formula(
    "fit",
    key="activations.per_token",
    unit="byte/token",
    symbol="a",
    source="convention#activation-peak",
    written=False,
)
def token_activations(
    hidden_bytes, mlp_bytes, attention_bytes, routed_activations, tensor_parallel
):
    """What one token takes on one GPU in the widest block: its state, a normed copy, the block."""
    dense = later(mlp_bytes, attention_bytes) / tensor_parallel
    return hidden_bytes + hidden_bytes + later(dense, routed_activations)


@formula(
    "fit",
    key="activations.logits",
    unit="GiB",
    symbol="A_q",
    source="convention#activation-peak",
    written=False,
)
def logit_activations(batch_limit, vocabulary, logit_bytes, batched_tokens, hidden_bytes):
    """What choosing the next tokens of a full batch takes, beside the states they come from."""
    return batch_limit * vocabulary * logit_bytes + batched_tokens * hidden_bytes


@formula(
    "fit",
    key="activations",
    unit="GiB",
    symbol="A",
    source="convention#activation-peak",
    minimum=0,
    above=None,
    example="1 GiB",
)
def fit_activations(batched_tokens, token_activations, logit_activations):
    """The peak of what a step works on, as an engine measures it when it starts."""
    return later(batched_tokens * token_activations, logit_activations)
