"""One step of serving: what it takes however many sequences it decodes, and for each of them."""

from functools import partial

from flopwatt.model import earlier, formula, pick, power

STEP = "convention#serving-step"
step = partial(formula, "fit", source=STEP, written=False)


@step(key="step.fresh_tokens", unit="token", symbol="n_f", minimum=0)
def fresh_tokens(fit_prompt, fit_cached):
    """Tokens of the prompt that are worked out: those whose cache is not found."""
    return fit_prompt * (1 - fit_cached)


@step(key="step.mean_context", unit="token", symbol="s_a")
def mean_context(fit_prompt, fit_answer):
    """Tokens that a sequence has while it decodes, on average."""
    # half of the answer is written, on average
    return fit_prompt + fit_answer / 2


@step(key="step.chunk_seen", unit="token", symbol="v_k")
def chunk_seen_by_step(mean_context, attention_chunk):
    """Tokens that one token sees in its chunk, at the mean length of a sequence."""
    # of several chunks half of the last lies before a token, on average
    return pick(mean_context > attention_chunk, attention_chunk / 2, mean_context)


@step(key="step.window_read", unit="token", symbol="w_r", minimum=0)
def window_read(chunk_seen_by_step):
    """Tokens of one sequence that a step reads in layers with a window or chunk."""
    return chunk_seen_by_step


@formula("fit", makes="window_read", source=STEP, fallback=True, offered=False)
def window_read_of_window(mean_context, kv_window):
    """The same where layers have a window."""
    return earlier(mean_context, kv_window)


@formula("fit", makes="window_read", source="identity", fallback=True, offered=False)
def window_read_nowhere(mean_context):
    """The same where there are no such layers."""
    return mean_context


@step(key="step.cache_bytes", unit="byte", symbol="b_r", minimum=0)
def cache_read(
    fit_growing, fit_window, fit_state, fit_cross, mean_context, window_read, pipeline_parallel
):
    """Cache and state of one sequence that a step moves on one GPU of each stage."""
    # a state is written anew by each token: 2 times, read and written
    kept = fit_growing * mean_context + fit_window * window_read + fit_cross + 2 * fit_state
    return kept * pipeline_parallel


@step(key="step.cache_time", unit="s", symbol="t_k", minimum=0)
def cache_time(cache_read, step_read_rate):
    """Time to read the cache of one sequence."""
    return cache_read / step_read_rate


@step(key="step.seen_flops", unit="FLOP/token", symbol="f_d", minimum=0)
def step_scores(
    cached_pair_flops, unmasked_pair_flops, fit_source, step_limited, step_chunked, mean_context,
    state_flops,
):  # fmt: skip
    """Scores and recurrences of one token that is written, at the mean length of a sequence."""
    seen = cached_pair_flops * mean_context + unmasked_pair_flops * fit_source
    return seen + step_limited + step_chunked + state_flops


@step(key="step.limited_flops", unit="FLOP/token", symbol="f_l", minimum=0)
def step_limited(cached_limited_pair_flops, attention_limit, mean_context):
    """Scores of one token that is written, where it sees the last or the best few."""
    return cached_limited_pair_flops * earlier(attention_limit, mean_context)


@formula("fit", makes="step_limited", source="identity", fallback=True, offered=False)
def step_limited_nowhere(limited_score_flops):
    """The same where there are no such layers."""
    return limited_score_flops


@step(key="step.chunk_flops", unit="FLOP/token", symbol="f_k", minimum=0)
def step_chunked(chunk_pair_flops, chunk_seen_by_step):
    """Scores of one token that is written, in layers where it sees its chunk."""
    return chunk_pair_flops * chunk_seen_by_step


@formula("fit", makes="step_chunked", source="identity", fallback=True, offered=False)
def step_chunked_nowhere(chunk_score_flops):
    """The same where there are no such layers."""
    return chunk_score_flops


@step(key="step.token_time", unit="s/token", symbol="t_n")
def step_token_time(
    token_time, head_time, token_link_time, step_scores, tensor_parallel, attention_rate
):
    """Time that one token adds to a step: weights, scores, and links."""
    scores = step_scores / (tensor_parallel * attention_rate)
    return token_time + head_time + token_link_time + scores


@step(key="step.sequence_time", unit="s", symbol="t_q")
def sequence_time(cache_time, step_token_time, checked_tokens):
    """Time that one sequence adds to a step: its cache read, and the tokens worked on."""
    return cache_time + step_token_time * checked_tokens


@step(key="step.dense_bytes", unit="GB", symbol="W_d", minimum=0)
def step_dense(dense_bytes, repeated_bytes, head_bytes, tensor_parallel):
    """Weights that every step reads on one GPU of each stage, routed experts left out."""
    return (dense_bytes + repeated_bytes + head_bytes) / tensor_parallel


@formula("fit", makes="step_dense", source="identity", fallback=True, offered=False)
def step_dense_by_size(resident_bytes, tensor_parallel):
    """The same where only a size is known: all weights."""
    return resident_bytes / tensor_parallel


@step(key="step.expert_time", unit="s", symbol="t_x", minimum=0)
def experts_time(expert_bytes, expert_parallel, step_read_rate):
    """Time to read all routed experts of one GPU of each stage."""
    return expert_bytes / expert_parallel / step_read_rate


@step(key="step.base_time", unit="s", symbol="t_0")
def base_time(
    step_dense, step_read_rate, step_latency, step_overhead, pipeline_parallel, draft_passes
):
    """Time of a step however many sequences it decodes, routed experts left out."""
    own = step_dense / step_read_rate + step_latency + step_overhead * pipeline_parallel
    return own * draft_passes


@step(key="speculation.passes", unit="ratio", symbol="g_s", minimum=1)
def draft_passes(draft_time, drafts):
    """Time of a step with its guesses, over that of the step alone."""
    return 1 + draft_time * drafts


@step(key="step.expert_missed", unit="ratio", symbol="m_x", minimum=0)
def expert_missed(expert_share, sharing_replicas, drafts):
    """Chance that the tokens of one sequence of each replica leave an expert alone."""
    return power(1 - expert_share, sharing_replicas * (drafts + 1))


@step(key="step.sharing_replicas", unit="count", symbol="n_x")
def sharing_replicas(expert_parallel, tensor_parallel):
    """Replicas whose tokens pass the experts of one GPU."""
    return expert_parallel / tensor_parallel
