"""An architecture as values of a model: the counts and coefficients that formulas build on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from flopwatt.architecture.config import Config
from flopwatt.architecture.context import ContextLength
from flopwatt.architecture.count import Counts, count
from flopwatt.architecture.lacking import Count, Lacking
from flopwatt.architecture.records import Architecture, Part, Scores, Tensor
from flopwatt.model.value import Leaf, Origin, Rank

SOURCE = "max_source_positions"  # of encoders whose input always has one length, as of sound
Amount = Count | Fraction | float


@dataclass
class Supply:
    """Values of one model, each with what it was counted from; and what is lacking for others.

    ``lacking`` maps a quantity to the fields of the config that would give it.
    """

    instance: str
    origin: Origin
    leaves: list[Leaf] = field(default_factory=list)
    lacking: dict[str, frozenset[str]] = field(default_factory=dict)

    def put(self, quantity: str, value: Amount, detail: str) -> None:
        """Supply one quantity, unless a field of the config is missing for it."""
        if isinstance(value, Lacking):
            self.lacking[quantity] = value.names
            return
        about = "; ".join(part for part in (self.origin.detail, detail) if part)
        origin = replace(self.origin, detail=about)
        self.leaves.append(Leaf(quantity, self.instance, float(value), Rank.CATALOG, origin))


def put_counts(supply: Supply, architecture: Architecture) -> Counts:
    """Parameters by convention and class."""
    found = count(architecture)
    layers = f"{len(architecture.layers)} layers"
    tied = "the embedding is the output matrix too" if architecture.tied else "stored apart"
    supply.put("total_params", found.total, f"every tensor of {layers} once, {tied}")
    supply.put("embedding_params", found.embedding, "vocabulary x width")
    supply.put("position_params", found.position, "learned positions and token types")
    supply.put("head_params", found.head, tied)
    supply.put("tied_params", found.tied, tied)
    supply.put("expert_params", found.experts, "all routed experts of all layers")
    supply.put("chosen_params", found.chosen, _routing(architecture))
    supply.put("tower_params", found.towers, ", ".join(architecture.towers) or "no towers")
    supply.put("predictor_params", found.predictor, "modules for further tokens")
    supply.put("buffer_params", found.buffers, "stored, not trained")
    supply.put("matmul_params", found.matmul, "matrices of the layers, of experts the chosen")
    supply.put("output_params", found.output, tied)
    _put_experts(supply, architecture)
    return found


def _put_experts(supply: Supply, architecture: Architecture) -> None:
    """Layers with experts, experts of one layer, share chosen; a model without routes nothing."""
    routed = sum(any(t.part is Part.EXPERT for t in one.tensors) for one in architecture.layers)
    supply.put("expert_layers", routed, f"of {len(architecture.layers)} layers")
    found = _expert(architecture)
    if found is None:
        supply.put("experts", 0, "no routed experts")
        supply.put("expert_share", 1.0, "no routed experts: a token passes every weight")
        return
    supply.put("experts", found.copies, _routing(architecture))
    chosen, copies = found.chosen, found.copies
    if isinstance(chosen, Lacking) or isinstance(copies, Lacking) or chosen is None:
        names = [x.names for x in (chosen, copies) if isinstance(x, Lacking)]
        supply.lacking["expert_share"] = frozenset().union(*names)
        return
    supply.put("expert_share", Fraction(chosen, copies), _routing(architecture))


def _expert(architecture: Architecture) -> Tensor | None:
    """The first matrix of a routed expert."""
    return next((t for t, _ in architecture.tally() if t.part is Part.EXPERT), None)


def _routing(architecture: Architecture) -> str:
    found = _expert(architecture)
    return f"{found.chosen} of {found.copies} experts" if found else "no routed experts"


def put_context(supply: Supply, context: ContextLength) -> None:
    """The longest context, with the rule by which it was read."""
    supply.put("context_length", context.tokens, context.rule)


def put_source(supply: Supply, config: Config) -> None:
    """Tokens that an encoder makes of its input, where a config states them."""
    if config.has(SOURCE):
        supply.put("source_length", config.count(SOURCE), SOURCE)


def put_attention(supply: Supply, architecture: Architecture) -> None:
    """Arithmetic of scores by what a token sees, and of recurrences."""
    every = [(one, layer) for layer in architecture.layers for one in layer.scores]
    encoder = set(map(id, architecture.encoder.layers)) if architecture.encoder else set()
    unmasked, groups = [], dict[str, list[Scores]](full=[], limited=[], chunk=[])
    for one, layer in every:
        if id(layer) in encoder or not architecture.causal or one.cross:
            unmasked.append(one)
        else:
            kind = {"full": "full", "chunk": "chunk"}.get(one.kind, "limited")
            groups[kind].append(one)
    supply.put("pair_flops", _flops(groups["full"]), _layers(groups["full"]))
    supply.put("unmasked_pair_flops", _flops(unmasked), _layers(unmasked))
    for name, kind in (("cached_pair_flops", "full"), ("cached_limited_pair_flops", "limited")):
        cached = sum(one.cached_flops for one in groups[kind])
        supply.put(name, cached, _layers(groups[kind]))
    _put_reach(supply, "limited", "attention_limit", groups["limited"])
    _put_reach(supply, "chunk", "attention_chunk", groups["chunk"])
    states = [layer.state for layer in architecture.layers if layer.state]
    flops = sum(state.flops for state in states)
    supply.put("state_flops", flops, f"{len(states)} recurrent layers")


def _put_reach(supply: Supply, kind: str, limit: str, found: list[Scores]) -> None:
    """Scores with a reach; where there are none, nothing is worked out from it."""
    supply.put(f"{kind}_pair_flops", _flops(found), _layers(found))
    if not found:
        supply.put(f"{kind}_score_flops", 0, "no such layers")
        return
    reaches = [(one.flops, one.reach) for one in found if one.reach is not None]
    reach, detail = mean_reach(reaches)
    supply.put(limit, reach, detail)


def mean_reach(weighted: Iterable[tuple[Count | Fraction, Count]]) -> tuple[Amount, str]:
    """The reach of layers, weighed by what each token costs in them where they differ."""
    known = []
    for weight, reach in weighted:
        for one in (weight, reach):
            if isinstance(one, Lacking):
                return one, ""
        known.append((float(weight), int(reach)))
    reaches = sorted({reach for _, reach in known})
    if len(reaches) == 1:
        return reaches[0], f"{len(known)} layers"
    total = sum(weight for weight, _ in known)
    mean = sum(weight * reach for weight, reach in known) / total if total else reaches[-1]
    return mean, f"{len(known)} layers of {', '.join(map(str, reaches))} tokens, weighed"


def _flops(scores: Iterable[Scores]) -> Count:
    return sum(one.flops for one in scores)


def _layers(scores: Iterable[Scores]) -> str:
    """How many layers have which heads."""
    kinds: dict[str, int] = {}
    for one in scores:
        sizes = f"{one.heads} heads of {one.key_dim}"
        if one.value_dim != one.key_dim:
            sizes += f" and {one.value_dim}"
        kinds[sizes] = kinds.get(sizes, 0) + 1
    return ", ".join(f"{number} x {sizes}" for sizes, number in kinds.items()) or "no such layers"


def fields_of(lacking: Mapping[str, frozenset[str]]) -> list[str]:
    """All fields that are lacking for anything, sorted."""
    return sorted(frozenset().union(*lacking.values()))
