"""Prompt caches: cached tokens counted instead of given as a share of the prompt."""

from flopwatt.model import formula


@formula("product", makes="cached_share", source="identity", offered=False)
def cached_share_by_tokens(cached_tokens, input_tokens):
    """Share of the prompt that is read from a cache, where its tokens are counted."""
    return cached_tokens / input_tokens


@formula("product", makes="input_cost", source="convention#token-prices", offered=False)
def input_cost_with_writes(
    input_tokens, cached_share, cache_write_tokens, input_price, cached_price, cache_write_price
):
    """Cost of the prompt of one call; cached and newly written tokens are both part of it."""
    read = input_tokens * cached_share
    plain = input_tokens - read - cache_write_tokens
    return plain * input_price + read * cached_price + cache_write_tokens * cache_write_price


@formula("product", unit="%", symbol="h_w", source="identity", maximum=100.0, written=False)
def cache_share(cached_share, cache_write_tokens, input_tokens):
    """Share of the prompt that is read from a cache or written to one."""
    return cached_share + cache_write_tokens / input_tokens
