"""Sizes that contradict each other: refused, since no model has them and no engine runs them."""

from __future__ import annotations

from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import KV, QUERY
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Layer, tally

CHOSEN = (
    *("num_experts_per_tok", "num_experts_per_token", "experts_per_token", "top_k_experts"),
    *("moe_topk", "moe_top_k", "moe_k", "num_selected_experts", "num_experts_per_topk"),
)


def check_shapes(found: Architecture, config: Config) -> None:
    """Record what contradicts itself: heads that cannot share, experts that are not there."""
    for layer, _ in tally(found.layers):
        _check_heads(layer, config)
        for tensor in layer.tensors:
            _check_experts(tensor.chosen, tensor.copies, config)


def _check_heads(layer: Layer, config: Config) -> None:
    """Query heads are divided evenly among the key-value heads that they share."""
    query = next((one.heads for one in layer.scores if not one.cross), None)
    kept = (one.heads for one in layer.caches if one.split and not one.cross and not one.index)
    kv = next(kept, None)
    if not isinstance(query, int) or not isinstance(kv, int) or not kv or query % kv == 0:
        return
    name = _named(config, KV)
    among = [str(one) for one in range(1, query + 1) if query % one == 0]
    message = f"gives {kv} key-value heads for {query} query heads, which cannot share them evenly"
    config.refuse(name, message, f"what divides {_named(config, QUERY)}: {', '.join(among)}")


def _check_experts(chosen: Count | None, copies: Count, config: Config) -> None:
    if isinstance(chosen, int) and isinstance(copies, int) and chosen > copies:
        message = f"chooses {chosen} experts of {copies}"
        config.refuse(_named(config, CHOSEN), message, f"1 to {copies}")


def _named(config: Config, names: tuple[str, ...]) -> str:
    """The name that a config uses, or else the usual one."""
    return next((name for name in names if config.data.get(name) is not None), names[0])
