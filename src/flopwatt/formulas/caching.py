"""Prompt caches: cached tokens counted instead of given as a share of the prompt."""

from flopwatt.model import formula


@formula("product", makes="input_cost", source="convention#token-prices", offered=False)
def input_cost_by_cached_tokens(input_tokens, cached_tokens, input_price, cached_price):
    """Cost of the prompt of one call; cached tokens are part of the prompt, not added to it."""
    return (input_tokens - cached_tokens) * input_price + cached_tokens * cached_price
