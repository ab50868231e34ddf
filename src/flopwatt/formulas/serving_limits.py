"""What runs out first when a model is served, and the longest sequence that still fits."""

from flopwatt.model import choose, earlier, formula, later, pick, whole


@formula(
    "fit",
    key="wall",
    unit="ratio",
    symbol="X",
    source="convention#memory-budget",
    kind="word",
    words=("none", "kv cache", "activations", "weights"),
    above=None,
    written=False,
)
def fit_wall(held_by_weights, held_memory, usable_memory, cache_memory, fit_need):
    """What does not fit: the first line of the budget that the memory does not reach for."""
    # where weights do not fit neither does what follows, so the lines that fail are counted
    short = pick(held_by_weights > usable_memory, 1, 0) + pick(held_memory > usable_memory, 1, 0)
    return short + pick(fit_need > cache_memory, 1, 0)


@formula(
    "fit",
    key="start_need",
    unit="GiB",
    symbol="D_0",
    source="convention#memory-budget",
    written=False,
)
def start_need(engine, fit_sequence, fit_bytes_per_token, block_tokens):
    """Cache without which the engine does not start: for vLLM one sequence of the context."""
    block = fit_bytes_per_token * block_tokens
    return choose(engine, fit_sequence, block, block, block)


@formula(
    "fit",
    key="starts",
    unit="ratio",
    symbol="Y",
    source="convention#memory-budget",
    kind="word",
    words=("no", "yes"),
    above=None,
    written=False,
)
def fit_starts(cache_memory, start_need):
    """Whether the engine starts with the context stated."""
    return pick(cache_memory >= start_need, 1, 0)


@formula(
    "fit",
    key="largest_context",
    unit="token",
    symbol="s_m",
    source="identity",
    minimum=0,
    written=False,
)
def largest_context(
    cache_memory,
    fit_growing,
    fit_window,
    fit_constant,
    window_limit,
    window_policy,
    context_length,
    block_tokens,
):
    """Longest sequence that the cache holds alone, up to the context the model was made for."""
    left = cache_memory - fit_constant
    short = left / (fit_growing + fit_window)
    long = (left - fit_window * window_limit) / fit_growing
    reached = choose(window_policy, pick(long > window_limit, long, short), short)
    blocks = whole(reached / block_tokens) * block_tokens
    return later(earlier(blocks, context_length), 0)
