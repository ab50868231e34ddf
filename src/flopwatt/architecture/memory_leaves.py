"""Weights and caches of an architecture as values of a model, in the formats they are held in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from flopwatt.architecture.config import Config
from flopwatt.architecture.kv_formats import (
    CacheBytes,
    CacheGroup,
    KvFormat,
    cache_bytes,
    kv_format,
    read_cache_formats,
    state_bytes,
)
from flopwatt.architecture.lacking import Count, Lacking, least
from flopwatt.architecture.leaves import Amount, Supply, mean_reach
from flopwatt.architecture.named_recipe import named_recipe
from flopwatt.architecture.quantisation import read_recipe
from flopwatt.architecture.recipe import Recipe
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.weight_bytes import WeightBytes, weight_bytes

# formats whose weights GPUs multiply as they are, in units of that width; others are widened
EIGHT_BIT, FOUR_BIT = ("fp8", "mxfp8", "int8"), ("nvfp4", "mxfp4", "fp4")
EIGHT_BIT_CACHE = "fp8"  # the one that kernels multiply as it lies; others are widened
AS_PUBLISHED = ("", "auto", "published")


@dataclass(frozen=True)
class Held:
    """What a model is held in: the recipe of its weights with their bytes, and its caches."""

    recipe: Recipe
    weights: WeightBytes
    kv: KvFormat
    chosen: str
    caches: CacheBytes


def put_memory(
    supply: Supply, architecture: Architecture, config: Config, dtype: str, kv_dtype: str
) -> Held:
    """Bytes of weights and of what decoding keeps.

    Formats are those of the config unless others are named. Raises PlanError.
    """
    published = dtype.strip().lower() in AS_PUBLISHED
    own = read_recipe(config)
    recipe = own if published else named_recipe(dtype)
    weights = weight_bytes(architecture, recipe)
    _put_weights(supply, weights, recipe)
    formats = read_cache_formats(config, own)
    kv, chosen = formats.kv, formats.chosen
    if kv_dtype.strip().lower() not in AS_PUBLISHED:
        kv, chosen = kv_format(kv_dtype), "as asked"
    supply.put("bytes_per_value", kv.value, f"{kv.name}, {chosen}")
    eight = 1 if kv.name == EIGHT_BIT_CACHE else 0
    supply.put("eight_bit_cache", eight, f"{kv.name}, {chosen}")
    caches = cache_bytes(architecture, kv)
    _put_caches(supply, caches, f"{kv.name}, {chosen}")
    states = state_bytes(architecture, formats.recurrent, formats.conv)
    detail = f"states in {formats.recurrent.name}, convolutions in {formats.conv.name}"
    supply.put("state_bytes", states.total, detail)
    return Held(recipe, weights, kv, chosen, caches)


def _put_weights(supply: Supply, weights: WeightBytes, recipe: Recipe) -> None:
    for quantity, size in (
        ("dense_bytes", weights.dense),
        ("expert_bytes", weights.experts),
        ("head_bytes", weights.head),
        ("embedding_bytes", weights.embedding + weights.position),
        ("encoder_bytes", weights.encoder),
        ("tower_bytes", weights.towers),
        ("predictor_bytes", weights.predictor),
        ("tied_bytes", weights.tied_copy),
        ("repeated_bytes", weights.again),
    ):
        supply.put(quantity, size, recipe.name)
    whole = sum(weights.multiplied.values())
    for quantity, names in (("eight_bit_share", EIGHT_BIT), ("four_bit_share", FOUR_BIT)):
        low = [name for name in weights.multiplied if name.startswith(names)]
        share = _share(sum(weights.multiplied[name] for name in low), whole)
        supply.put(quantity, share, ", ".join(low) or "no such formats")


def _share(part: Count, whole: Count) -> Amount:
    if isinstance(part, Lacking):
        return part
    if isinstance(whole, Lacking):
        return whole
    return Fraction(part, whole) if whole else 0


def _put_caches(supply: Supply, caches: CacheBytes, said: str) -> None:
    """Bytes per token of caches by what they keep, and by what divides them over GPUs."""
    own = [group for group in caches.groups if not group.cross]
    growing = [group for group in own if group.reach is None]
    limited = [group for group in own if group.reach is not None]
    for quantity, groups in (
        ("growing_kv", [group for group in growing if group.split]),
        ("growing_latent", [group for group in growing if not group.split]),
        ("window_kv", [group for group in limited if group.split]),
        ("window_latent", [group for group in limited if not group.split]),
        ("cross_kv", [group for group in caches.groups if group.cross]),
    ):
        supply.put(quantity, sum(group.bytes for group in groups), _said(groups, said))
    crossed = any(group.cross for group in caches.groups)
    if not crossed:
        supply.put("cross_bytes_per_sequence", 0, "no layers that look at an encoder")
    if not growing and not limited and not crossed:
        supply.put("constant_kv", 0, "no layer keeps anything token by token")
    _put_heads(supply, "kv_heads", growing)
    _put_heads(supply, "window_kv_heads", limited)
    if not limited:
        supply.put("window_bytes_per_sequence", 0, "no layers with a window")
        return
    reach, detail = mean_reach(
        (group.bytes, group.reach) for group in limited if group.reach is not None
    )
    supply.put("kv_window", reach, detail)


def _put_heads(supply: Supply, quantity: str, groups: Iterable[CacheGroup]) -> None:
    heads = [group.heads for group in groups if group.split]
    if heads:
        supply.put(quantity, least(heads), "key-value heads of a layer")


def _said(groups: Iterable[CacheGroup], said: str) -> str:
    layers = sum(group.layers for group in groups if not group.index)
    return f"{layers} layers, {said}" if layers else "no such layers"
