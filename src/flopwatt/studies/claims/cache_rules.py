"""How the size of a cache is got wrong, and the conventions of what engines keep."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from flopwatt.studies.claims.cache import BARE, HEADS, INDEX, LATENT, RECURRENT, SHARED, Kept
from flopwatt.studies.claims.rule import Rule


def _query_heads(kept: Kept) -> Kept:
    row = kept.rows
    changed = kept.where(kept.of(HEADS), heads=row["query"])
    return replace(changed, rows={**changed.rows, "would": row["query"]})


def _hidden(kept: Kept) -> Kept:
    return kept.where(kept.of(HEADS), heads=1.0, key=kept.hidden, value=kept.hidden)


def _plain_head(kept: Kept) -> Kept:
    row = kept.rows
    size = np.divide(kept.hidden, row["query"], out=row["key"].copy(), where=row["query"] > 0)
    return kept.where(kept.of(HEADS), key=np.floor(size), value=np.floor(size))


def _supposed(*kinds: int) -> Rule[Kept]:
    """A placeholder of kinds of layers that keep nothing, counted as if they were like others."""
    text = {
        RECURRENT: "{recurrent} recurrent layers counted as attention: only {attending} layers "
        "keep a cache that grows",
        BARE: "every layer counted as attention: {bare} layers keep no cache of tokens, only "
        "{attending} do",
        SHARED: "layers that read the cache of another counted with one of their own",
    }[kinds[-1]]
    weight = {RECURRENT: 4.0, BARE: 3.0, SHARED: 1.0}[kinds[-1]]
    return Rule(
        "layers",
        text,
        lambda kept: kept.where(kept.of(*kinds), heads=kept.rows["would"]),
        weight,
    )


def _bytes(size: float, name: str, weight: float) -> Rule[Kept]:
    said = "1 byte" if size == 1 else f"{size:g} bytes"
    return Rule(
        "bytes",
        f"{said} per value ({name}) in place of {{size}}",
        lambda kept: kept.where(kept.rows["size"] > 0, size=size),
        weight,
    )


def _block(size: float, values: int, name: str) -> Rule[Kept]:
    return Rule(
        "bytes",
        f"{size:g} bytes per value: those of a block of {values} values ({name}), which is "
        f"{size / values:.4g} bytes each; here it is {{size}}",
        lambda kept: kept.where(kept.rows["size"] > 0, size=size),
        1.0,
    )


def _divided(gpus: int, weight: float) -> Rule[Kept]:
    return Rule(
        "parallel",
        f"divided by {gpus} GPUs: that is the share of one at most, and heads and latents below "
        "that number are copied, not divided",
        lambda kept: kept.times(1 / gpus),
        weight,
    )


def cache_rules(slip: tuple[float, str] | None) -> list[Rule[Kept]]:
    """Every known way to get a cache wrong; ``slip`` is that of its unit."""
    found = [*_HEAD_RULES, *_LATENT_RULES, *_LAYER_RULES, *_OTHER_RULES]
    if slip:
        found.append(Rule("unit", slip[1], lambda kept: kept.times(slip[0]), 3.0))
    return found


# weights: how many of the public reports gathered for flopwatt name the mistake
_HEAD_RULES: list[Rule[Kept]] = [
    Rule(
        "heads",
        "every query head cached: {query} heads in place of {heads} KV heads",
        _query_heads,
        5.0,
    ),
    Rule(
        "heads + head size",
        "the hidden width of {hidden} cached for keys and for values, in place of {heads} KV heads "
        "of {key}",
        _hidden,
        4.0,
    ),
    Rule(
        "heads",
        "multiplied by the KV heads twice: {heads} heads of {key} are there once",
        lambda kept: kept.where(kept.of(HEADS), heads=kept.rows["heads"] ** 2),
        1.0,
    ),
    Rule(
        "heads",
        "one KV head (MQA) in place of {heads}",
        lambda kept: kept.where(kept.of(HEADS), heads=1.0),
        0.5,
    ),
    Rule(
        "head size",
        "hidden width over query heads taken for the head size: {plain} in place of {key}",
        _plain_head,
        2.0,
    ),
    Rule(
        "pairs",
        "the factor 2 of keys and values left out",
        lambda kept: kept.times(0.5, (HEADS,)),
        2.0,
    ),
    Rule(
        "pairs",
        "the factor 2 of keys and values counted twice",
        lambda kept: kept.times(2.0, (HEADS,)),
        1.0,
    ),
    _bytes(4, "32 bits", 2.0),
    _bytes(8, "64 bits", 2.0),
    _bytes(2, "16 bits", 2.0),
    _bytes(1, "8 bits", 1.5),
    _bytes(0.5, "4 bits without scales", 1.0),
    _block(34, 32, "q8_0"),
    _block(18, 32, "q4_0"),
]


def _latent(text: str, weight: float, **sides: str | float) -> Rule[Kept]:
    """Latents with other sides: a number, or the name of another column."""

    def change(kept: Kept) -> Kept:
        new = {n: kept.rows[s] if isinstance(s, str) else s for n, s in sides.items()}
        return kept.where(kept.of(LATENT), **new)

    return Rule(
        "latent", text + ": one latent of {latent} and a rotary key of {rotary}", change, weight
    )


_LATENT_RULES: list[Rule[Kept]] = [
    _latent(
        "cached as {query} full heads of keys and values ({full} each)", 5.0,
        heads="query", key="wide_key", value="wide_value",
    ),
    _latent("the latent without its rotary key", 2.0, value=0.0),
    _latent("the rotary key alone taken for the latent", 1.0, key=0.0),
    _latent("the latent twice, as if there were keys and values", 3.0, value="key"),
    _latent("{both} twice, as if there were keys and values", 2.0, heads=2.0),
    _latent("the latent once per head, {query} times", 1.0, heads="query"),
    Rule(
        "latent",
        "the hidden width of {hidden} cached for keys and for values: one latent of {latent} and "
        "a rotary key of {rotary}",
        lambda kept: kept.where(kept.of(LATENT), key=kept.hidden, value=kept.hidden),
        2.0,
    ),
    Rule(
        "index",
        "the small cache of the indexer left out",
        lambda kept: kept.where(kept.of(INDEX), heads=0.0),
    ),
]  # fmt: skip

_LAYER_RULES: list[Rule[Kept]] = [
    Rule(
        "windows",
        "all tokens kept in every layer, as engines with one kind of page do: {windows} layers "
        "need only {window} tokens",
        lambda kept: kept.where(kept.rows["reach"] > 0, reach=np.inf),
        4.0,
        right=True,
    ),
    Rule(
        "windows",
        "{windows} layers keep only the {window} tokens of their window, as engines with several "
        "kinds of page do",
        lambda kept: kept.where(kept.rows["reach"] > 0, reach=kept.rows["window"]),
        4.0,
        right=True,
    ),
    Rule(
        "windows",
        "{windows} layers with a window left out: each keeps up to {window} tokens",
        lambda kept: kept.where(np.isfinite(kept.rows["window"]), heads=0.0),
        2.0,
    ),
    Rule(
        "windows",
        "every layer capped at the window of {window} tokens: only {windows} layers have one",
        lambda kept: kept.where(kept.rows["reach"] > 0, reach=kept.rows["window"].min()),
        2.0,
    ),
    _supposed(RECURRENT),
    _supposed(RECURRENT, SHARED, BARE),
    _supposed(SHARED),
]

_OTHER_RULES: list[Rule[Kept]] = [
    Rule(
        "experts",
        "multiplied by {experts} experts: they share one attention and its cache",
        lambda kept: kept.times(kept.experts or 1.0),
        1.0,
    ),
    Rule(
        "experts",
        "multiplied by the {chosen} experts a token passes: they share one attention",
        lambda kept: kept.times(kept.chosen or 1.0),
        0.5,
    ),
    Rule(
        "batch",
        "the cache of one sequence: there are {sequences}",
        lambda kept: replace(kept, sequences=1.0),
        2.0,
    ),
    Rule(
        "batch",
        "multiplied by {sequences} sequences twice",
        lambda kept: replace(kept, sequences=kept.sequences**2),
        1.0,
    ),
    Rule(
        "tokens",
        "the longest context of {longest} tokens in place of {tokens}",
        lambda kept: replace(kept, tokens=kept.longest or kept.tokens),
        0.5,
    ),
    _divided(2, 0.5),
    _divided(4, 0.5),
    _divided(8, 1.0),
    _divided(16, 0.5),
]
