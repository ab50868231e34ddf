"""Prompt caches: cached tokens counted instead of given as a share of the prompt."""

from flopwatt.model import formula


@formula("product", makes="cached_share", source="identity", offered=False)
def cached_share_by_tokens(cached_tokens, input_tokens):
    """Share of the prompt that is read from a cache, where its tokens are counted."""
    return cached_tokens / input_tokens
