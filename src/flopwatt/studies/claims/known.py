"""What is known of a model that claims are held against, and what a claim may be about."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flopwatt.architecture.count import Counts
from flopwatt.architecture.nested import text_config
from flopwatt.architecture.records import Architecture
from flopwatt.problems import PlanError, Problem
from flopwatt.studies.claims.arithmetic import (
    CONTEXT_RULES,
    arithmetic_rules,
    longest_of,
    worked_of,
)
from flopwatt.studies.claims.cache import HALF_WIDTH, kept_of, sized
from flopwatt.studies.claims.cache_rules import cache_rules
from flopwatt.studies.claims.content_rules import active_rules, total_rules, weight_rules
from flopwatt.studies.claims.contents import Contents, contents_of, weights_of
from flopwatt.studies.claims.reading import FIELD, Claim
from flopwatt.studies.claims.rule import Facts, Rule, unit_slip
from flopwatt.studies.models import ModelStudy


@dataclass(frozen=True)
class Known:
    """A model's shape, the fields of its config, and the values worked out from them."""

    architecture: Architecture
    counts: Counts
    fields: Mapping[str, Any]
    values: Mapping[str, float]

    @property
    def context(self) -> float:
        """Tokens of one sequence as stated, or the longest context."""
        return self.values.get("context", self.longest)

    @property
    def longest(self) -> float:
        """The longest context; 0 where the config states none."""
        return self.values.get("context_length", 0.0)


@dataclass(frozen=True)
class Subject:
    """One quantity that a claim may be about, with the right facts and the ways to err."""

    title: str
    key: str
    unit: str
    facts: Facts
    rules: Sequence[Rule[Any]]


def known_of(model: ModelStudy) -> Known:
    """What claims about a model are held against. Raises PlanError where its shape is not known."""
    reading = model.reading
    if reading.architecture is None or reading.counts is None or reading.published.config is None:
        problem = Problem(
            "missing-quantity",
            "the shape of this model is not known, and mistakes are told by it",
            field=FIELD,
            given=reading.published.name,
            allowed="the path of its config.json",
        )
        raise PlanError([problem])
    values = {value.key: value.central for value in model.study.results.values()}
    fields = text_config(reading.published.config).data
    return Known(reading.architecture, reading.counts, fields, values)


def subjects_of(claim: Claim, known: Known) -> Iterator[Subject]:
    """The quantities that a claim may mean, the likeliest first. May raise LackingError."""
    if claim.measure == "byte":
        yield from _of_bytes(claim, known)
    elif claim.measure == "FLOP":
        yield from _of_arithmetic(claim, known)
    elif claim.measure == "token":
        yield from _of_context(known)
    else:
        yield from _of_parameters(claim, known)
        if not claim.measure:
            yield from _of_context(known)


def _of_parameters(claim: Claim, known: Known) -> Iterator[Subject]:
    held = _contents(known)
    total = Subject("all parameters", "params.total", "param", held, total_rules())
    chosen = held.with_values(expert=held.more["chosen"])
    active = Subject("active parameters", "params.active.all", "param", chosen, active_rules())
    yield active if "active" in claim.words else total


def _contents(known: Known) -> Contents:
    inner = known.fields.get("intermediate_size")
    dense = float(inner) if isinstance(inner, int) else 0.0
    held = contents_of(known.architecture, dense)
    return replace(held, more={**held.more, "scales": _scales(known.fields)})


def _scales(fields: Mapping[str, Any]) -> float:
    """Scales per value that a published file with blocks of 8 bits holds."""
    recipe = fields.get("quantization_config")
    block = recipe.get("weight_block_size") if isinstance(recipe, Mapping) else None
    if not isinstance(block, list) or not all(isinstance(side, int) and side for side in block):
        return 0.0
    return 1 / math.prod(block)


def _of_bytes(claim: Claim, known: Known) -> Iterator[Subject]:
    slip = unit_slip(claim.step, binary=claim.binary)
    of_tokens = claim.per_token or claim.tokens or claim.contexts or claim.sequences != 1
    of_cache = bool(of_tokens or claim.words & {"cache", "tokens"})
    if "weights" in claim.words or not of_cache:
        held = weights_of(_contents(known), known.values, HALF_WIDTH)
        yield Subject(
            "weights in memory", "weights.resident_bytes", "byte", held, weight_rules(slip)
        )
    if "weights" in claim.words:
        return
    for tokens, each in _cached(claim, known):
        kept = kept_of(
            known.architecture,
            tokens,
            sequences=claim.sequences,
            longest=known.longest,
            whole=not each,
            full=known.values.get("window_policy", 0.0) == 1,
        )
        kept = sized(kept, known.values)
        users = f" for {claim.sequences:,.0f} sequences" if claim.sequences != 1 else ""
        title = "cache of one token" if each else f"cache of {tokens:,.0f} tokens{users}"
        key = "kv_cache.bytes_per_token" if each else _cache_key(claim)
        yield Subject(title, key, "byte", kept, cache_rules(slip))


def _cache_key(claim: Claim) -> str:
    return "kv_cache.bytes_per_sequence" if claim.sequences == 1 else "kv_cache.bytes"


def _cached(claim: Claim, known: Known) -> Iterable[tuple[float, bool]]:
    """Of how many tokens the cache may be meant, and whether of each one by itself."""
    said = claim.tokens or claim.contexts
    if said:
        return [(tokens, tokens == 1) for tokens in said]
    if claim.per_token:
        return [(1.0, True)]
    return [(tokens, False) for tokens in (known.context,) if tokens] + [(1.0, True)]


def _of_arithmetic(claim: Claim, known: Known) -> Iterator[Subject]:
    several = () if claim.per_token else claim.tokens
    contexts = claim.contexts or (known.context or 1.0,)
    kinds = [kind for kind in ("training", "forward") if kind in claim.words]
    kinds = kinds or (["training", "forward"] if several else ["forward", "training"])
    for kind in kinds:
        for tokens in several or (1.0,):
            for context in contexts:
                passes = 3.0 if kind == "training" else 1.0
                work = worked_of(known.architecture, known.counts, context, tokens, passes)
                each = "of one token" if tokens == 1 else f"of {tokens:,.4g} tokens"
                yield Subject(
                    f"{kind} arithmetic {each} at a context of {context:,.0f} tokens",
                    f"flops.{kind}_per_token",
                    "FLOP",
                    work,
                    arithmetic_rules(training=kind == "training"),
                )


def _of_context(known: Known) -> Iterator[Subject]:
    if known.longest:
        longest = longest_of(known.longest, known.fields, known.architecture)
        yield Subject("longest context", "context_length", "token", longest, CONTEXT_RULES)
