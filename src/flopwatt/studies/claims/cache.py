"""The cache of keys and values as facts by layer: what each keeps, and of how many tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from flopwatt.architecture.records import Architecture, Cache, Layer

Floats = NDArray[np.float64]
HEADS, LATENT, INDEX, CROSS, RECURRENT, BARE, SHARED = range(7)
HALF_WIDTH = 2.0  # bytes of a 16-bit value, where nothing says how the cache is held


@dataclass(frozen=True)
class Row:
    """One cache of one layer, or a layer that keeps none: what it keeps and what it works with."""

    kind: int
    heads: float
    key: float
    value: float
    reach: float
    query: float
    wide_key: float
    wide_value: float
    size: float = HALF_WIDTH


@dataclass(frozen=True)
class Kept:
    """What is kept of some tokens, with a row for each cache and each layer without one.

    ``rows`` has the columns of Row, with ``window`` for the reach whatever the policy, and
    ``would`` for the heads that a layer would keep if it were like the others. ``factor`` is 1
    until somebody multiplies once too often.
    """

    rows: Mapping[str, Floats]
    hidden: float
    tokens: float
    sequences: float = 1.0
    longest: float = 0.0
    experts: float = 0.0
    chosen: float = 0.0
    factor: float = 1.0

    def total(self) -> float:
        """Bytes of all caches."""
        row = self.rows
        kept = np.minimum(row["reach"], self.tokens)
        each = row["heads"] * (row["key"] + row["value"]) * row["size"]
        return float(self.factor * self.sequences * (each * kept).sum())

    @cached_property
    def said(self) -> Mapping[str, str]:
        """Heads, widths, windows and layers of this model."""
        row = self.rows
        held = row["kind"] <= INDEX
        window = row["window"][np.isfinite(row["window"])]
        plain = self.hidden / row["query"][row["query"] > 0]
        return {
            "heads": _some(row["heads"][self.of(HEADS)]),
            "query": _some(row["query"][held]),
            "key": _some(row["key"][self.of(HEADS)]),
            "hidden": _number(self.hidden),
            "plain": _some(np.floor(plain)),
            "size": _some(row["size"][held]),
            "latent": _some(row["key"][self.of(LATENT)]),
            "rotary": _some(row["value"][self.of(LATENT)]),
            "both": _some((row["key"] + row["value"])[self.of(LATENT)]),
            "full": _some((row["wide_key"] + row["wide_value"])[self.of(LATENT)]),
            "window": _some(window),
            "windows": _number(window.size),
            "attending": _number(held.sum()),
            "recurrent": _number(self.of(RECURRENT).sum()),
            "bare": _number((row["kind"] >= RECURRENT).sum()),
            "experts": _number(self.experts),
            "chosen": _number(self.chosen),
            "sequences": _number(self.sequences),
            "longest": _number(self.longest),
            "tokens": _number(self.tokens),
        }

    def of(self, *kinds: int) -> NDArray[np.bool_]:
        """Which rows are of some kinds."""
        found = np.zeros(self.rows["kind"].shape, dtype=np.bool_)
        for kind in kinds:
            found |= self.rows["kind"] == kind
        return found

    def where(self, rows: NDArray[np.bool_], **values: Floats | float) -> Kept:
        """The same with other values in some rows."""
        changed = {name: np.where(rows, new, self.rows[name]) for name, new in values.items()}
        return replace(self, rows={**self.rows, **changed})

    def times(self, factor: float, kinds: tuple[int, ...] = ()) -> Kept:
        """The same with all of it, or the caches of some kinds, so many times as large."""
        if not kinds:
            return replace(self, factor=self.factor * factor)
        return self.where(self.of(*kinds), size=self.rows["size"] * factor)


def kept_of(
    architecture: Architecture,
    tokens: float,
    *,
    sequences: float = 1.0,
    longest: float = 0.0,
    whole: bool = True,
    full: bool = False,
) -> Kept:
    """The caches of a model; ``whole`` with those of an encoder's tokens. May raise LackingError.

    With ``full`` layers with a window keep all tokens, too.
    """
    found = [row for layer in architecture.decoder.layers for row in _rows(layer)]
    found = [row for row in found if whole or row.kind != CROSS]
    common = Counter(row for row in found if row.kind in (HEADS, LATENT)).most_common(1)
    if common:
        model = common[0][0]
        # what a layer would keep if it were like the others: no heads until one is supposed
        like = replace(model, heads=0.0, reach=np.inf)
        found = [replace(like, kind=row.kind) if row.kind > CROSS else row for row in found]
    names = Row.__dataclass_fields__
    rows = {name: np.array([getattr(row, name) for row in found], dtype=float) for name in names}
    rows["window"] = rows["reach"]
    if full:
        rows["reach"] = np.full(len(found), np.inf)
    rows["would"] = np.full(len(found), common[0][0].heads if common else 0.0)
    expert = next((t for t in architecture.tensors() if t.chosen is not None), None)
    return Kept(
        rows,
        float(architecture.hidden),
        tokens,
        sequences,
        longest,
        float(expert.copies) if expert else 0.0,
        float(expert.chosen or 0) if expert else 0.0,
    )


def sized(kept: Kept, bytes_by_group: Mapping[str, float]) -> Kept:
    """Bytes per value such that groups of caches come to what is known of them per token."""
    row = kept.rows
    window = np.isfinite(row["window"])
    latent = kept.of(LATENT, INDEX)
    groups = {
        "kv_cache.growing_bytes": kept.of(HEADS) & ~window,
        "kv_cache.growing_latent_bytes": latent & ~window,
        "kv_cache.window_bytes": kept.of(HEADS) & window,
        "kv_cache.window_latent_bytes": latent & window,
        "kv_cache.cross_bytes": kept.of(CROSS),
    }
    for key, which in groups.items():
        values = (row["heads"] * (row["key"] + row["value"]))[which].sum()
        if values and bytes_by_group.get(key):
            kept = kept.where(which, size=bytes_by_group[key] / values)
    return kept


def _rows(layer: Layer) -> Iterable[Row]:
    """The rows of one layer."""
    scores = [one for one in layer.scores if not one.cross and one.value_dim]
    query, key, value = (0.0, 0.0, 0.0)
    if scores:
        query, key, value = (
            float(scores[0].heads), float(scores[0].key_dim), float(scores[0].value_dim)
        )  # fmt: skip
    for cache in layer.caches:
        reach = np.inf if cache.reach is None else float(cache.reach)
        sizes = (float(cache.heads), float(cache.key_dim), float(cache.value_dim))
        yield Row(_kind(cache), *sizes, reach, query, key, value)
    if not layer.caches:
        kind = RECURRENT if layer.state else SHARED if scores else BARE
        yield Row(kind, 0.0, 0.0, 0.0, np.inf, query, key, value)


def _kind(cache: Cache) -> int:
    if cache.cross:
        return CROSS
    if cache.index:
        return INDEX
    return HEADS if cache.split else LATENT


def _some(values: Floats) -> str:
    """The values that occur, the smallest first."""
    return " or ".join(_number(value) for value in np.unique(values)[:3])


def _number(value: float) -> str:
    return f"{value:,.6g}" if value < 1e6 else f"{value:,.0f}"
