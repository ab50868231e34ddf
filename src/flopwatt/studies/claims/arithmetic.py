"""Arithmetic per token as facts, and how it is got wrong; the same for the longest context."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from flopwatt.architecture.count import Counts
from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.records import Architecture
from flopwatt.studies.claims.rule import Rule

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Worked:
    """What one token costs: weights it multiplies, pairs of tokens, recurrences.

    ``passes`` is 1 forward and 3 for training; ``pair`` holds FLOP per pair of tokens, one row
    per layer, and ``seen`` how many tokens a token sees there on average.
    """

    passes: float
    matmul: float
    output: float
    state: float
    pair: Floats
    seen: Floats
    reach: Floats
    shared: Floats
    context: float
    tokens: float
    all_experts: float
    chosen: float
    embedding: float
    active: float
    no_embeddings: float
    factor: float = 1.0

    def total(self) -> float:
        """FLOP of all tokens."""
        weights = 2 * (self.matmul + self.output)
        each = weights + float((self.pair * self.seen).sum()) + self.state
        return self.factor * self.passes * self.tokens * each

    @cached_property
    def said(self) -> Mapping[str, str]:
        """Numbers of this model for the sentences of rules."""
        return {
            "rule": f"{2 * self.passes:g}",
            "passes": f"{self.passes:g}",
            "context": f"{self.context:,.0f}",
        }

    def of_parameters(self, count: float) -> Worked:
        """The same by a number of parameters alone: 2 FLOP for each, forward."""
        nothing = np.zeros(0)
        return replace(
            self, matmul=count, output=0.0, state=0.0, pair=nothing, seen=nothing,
            reach=nothing, shared=nothing,
        )  # fmt: skip


def worked_of(
    architecture: Architecture, counts: Counts, context: float, tokens: float, passes: float
) -> Worked:
    """The arithmetic of a model at a context. May raise LackingError."""
    rows = []
    encoder = set(map(id, architecture.encoder.layers)) if architecture.encoder else set()
    for layer in architecture.layers:
        masked = architecture.causal and id(layer) not in encoder
        heads = next((float(c.heads) for c in layer.caches if c.split), 0.0)
        for one in layer.scores:
            reach = np.inf if one.reach is None else float(one.reach)
            seen = _seen(context, reach, one.kind) if masked and not one.cross else context
            ratio = heads / float(one.heads) if heads and float(one.heads) else 1.0
            rows.append((float(one.flops), seen, reach, ratio))
    table = np.array(rows, dtype=float).reshape(len(rows), 4)
    active = float(counts.total - counts.experts + counts.chosen)
    states = [layer.state for layer in architecture.layers if layer.state]
    return Worked(
        passes=passes,
        matmul=float(counts.matmul),
        output=float(counts.output),
        state=sum(float(state.flops) for state in states),
        pair=table[:, 0],
        seen=table[:, 1],
        reach=table[:, 2],
        shared=table[:, 3],
        context=context,
        tokens=tokens,
        all_experts=float(counts.experts),
        chosen=float(counts.chosen),
        embedding=float(counts.embedding),
        active=active,
        no_embeddings=active - float(counts.embedding) - float(counts.head),
    )


def _seen(context: float, reach: float, kind: str) -> float:
    """Tokens that one sees before it on average, where it sees the last few or its chunk."""
    if kind == "chunk":
        return min(context, reach) / 2
    return context / 2 if context <= reach else reach - reach * reach / (2 * context)


def _share_all(worked: Worked) -> Worked:
    """Whatever counts the chosen experts counts them all."""
    more = worked.all_experts - worked.chosen
    return replace(
        worked, matmul=worked.matmul + more, active=worked.active + more,
        no_embeddings=worked.no_embeddings + more,
    )  # fmt: skip


def _full_window(worked: Worked) -> Worked:
    limited = np.isfinite(worked.reach)
    return replace(worked, seen=np.where(limited, worked.context / 2, worked.seen))


# weights: how many of the public reports gathered for flopwatt name the mistake
_RULES: list[Rule[Worked]] = [
    Rule("experts", "all experts counted: a token passes the chosen ones", _share_all, 4.0),
    Rule("count", "{rule} FLOP per active parameter, embeddings counted and attention left out "
         "(the rule of thumb)", lambda w: w.of_parameters(w.active), 4.0, right=True),
    Rule("count", "{rule} FLOP per active parameter without embeddings, attention left out "
         "(the rule of thumb)", lambda w: w.of_parameters(w.no_embeddings), 2.0, right=True),
    Rule("mask", "a token sees all of the {context} tokens: masks and windows ignored, as some "
         "tools count", lambda w: replace(w, seen=np.full_like(w.seen, w.context)), 4.0,
         right=True),
    Rule("mask", "the causal half of scores taken twice",
         lambda w: replace(w, seen=w.seen / 2), 2.0),
    Rule("mask", "windows ignored: layers with a window see all of the {context} tokens",
         _full_window, 2.0),
    Rule("scores", "attention scores left out", lambda w: replace(w, pair=w.pair * 0), 3.0),
    Rule("scores", "scores divided by query heads per KV head: grouping saves projections and "
         "cache, every query head still has scores",
         lambda w: replace(w, pair=w.pair * w.shared), 2.0),
    Rule("macs", "multiplications with additions (MAC) counted as one: each is 2 FLOP",
         lambda w: replace(w, factor=w.factor / 2), 4.0),
    Rule("macs", "FLOP taken for multiplications with additions and doubled",
         lambda w: replace(w, factor=w.factor * 2), 1.0),
    Rule("output", "the output multiplication left out: it runs whether its matrix is tied or not",
         lambda w: replace(w, output=0.0), 2.0),
    Rule("look-up", "the look-up of tokens counted as a multiplication: it costs none",
         lambda w: replace(w, matmul=w.matmul + w.embedding), 2.0),
    Rule("state", "the recurrence left out", lambda w: replace(w, state=0.0), 1.0),
]  # fmt: skip
_TRAINING: list[Rule[Worked]] = [
    Rule("passes", "forward only (2 FLOP per parameter): training has the backward pass too, "
         "3 times as much", lambda w: replace(w, passes=1.0), 3.0),
    Rule("passes", "activations worked out twice counted (8 FLOP per parameter): that is what the "
         "machines do, not what the model needs", lambda w: replace(w, passes=4.0), 2.0),
]  # fmt: skip
_FORWARD: list[Rule[Worked]] = [
    Rule("passes", "training arithmetic (6 FLOP per parameter) for a forward pass of 2",
         lambda w: replace(w, passes=3.0), 3.0),
]  # fmt: skip


def arithmetic_rules(*, training: bool) -> list[Rule[Worked]]:
    """Ways to count arithmetic that are not flops.forward_per_token or its training."""
    return [*_RULES, *(_TRAINING if training else _FORWARD)]


@dataclass(frozen=True)
class Longest:
    """The longest context, and what rope scaling says of it."""

    tokens: float
    stretch: float = 1.0
    original: float = 0.0
    positions: float = 0.0
    window: float = 0.0
    factor: float = 1.0

    def total(self) -> float:
        """Tokens."""
        return self.tokens * self.factor

    @cached_property
    def said(self) -> Mapping[str, str]:
        """Lengths for the sentences of rules."""
        return {name: f"{getattr(self, name):,.6g}" for name in ("stretch",)} | {
            name: f"{getattr(self, name):,.0f}"
            for name in ("tokens", "original", "positions", "window")
        }


def longest_of(
    tokens: float, fields: Mapping[str, object], architecture: Architecture | None
) -> Longest:
    """The longest context with what the config says of positions and their scaling."""
    scaling = fields.get("rope_scaling") or fields.get("rope_parameters")
    found = scaling if isinstance(scaling, Mapping) else {}
    key = "original_max_position_embeddings"
    stretch = _number(found.get("factor")) or 1.0
    layers = architecture.layers if architecture else ()
    reaches = [c.reach for layer in layers for c in layer.caches if c.reach is not None]
    known = [float(reach) for reach in reaches if not isinstance(reach, Lacking)]
    original = _number(found.get(key) or fields.get(key)) or tokens / stretch
    positions = _number(fields.get("max_position_embeddings")) or tokens
    return Longest(tokens, stretch, original, positions, max(known, default=tokens))


def _number(value: object) -> float:
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if plain and 0 < value < 1e15 else 0.0  # type: ignore[arg-type, operator]


CONTEXT_RULES: list[Rule[Longest]] = [
    Rule("scaling", "the factor {stretch} of rope scaling applied twice: {tokens} holds it already",
         lambda c: replace(c, tokens=c.tokens * c.stretch), 4.0),
    Rule("scaling", "the length before rope scaling: {original}, here stretched {stretch} times",
         lambda c: replace(c, tokens=c.original), 3.0),
    Rule("scaling", "rope scaling taken out of {tokens} tokens again",
         lambda c: replace(c, tokens=c.tokens / c.stretch), 1.0),
    Rule("key", "max_position_embeddings, {positions}: a key for what the model serves wins",
         lambda c: replace(c, tokens=c.positions), 3.0),
    Rule("key", "the window of {window} tokens taken for the context",
         lambda c: replace(c, tokens=c.window), 2.0),
    Rule("key", "the factor {stretch} of rope scaling applied to the length before it twice",
         lambda c: replace(c, tokens=c.original * c.stretch**2), 1.0),
]  # fmt: skip
