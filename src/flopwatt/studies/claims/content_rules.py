"""How parameters and the bytes of weights are got wrong, and the conventions of counting them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from flopwatt.studies.claims.contents import FEEDS, LAYERS, Contents
from flopwatt.studies.claims.rule import Rule

Change = Callable[[Contents], Contents]


def _only_chosen(held: Contents) -> Contents:
    return held.with_values(expert=held.more["chosen"])


def _one_block(held: Contents) -> Contents:
    return held.with_values(expert=held.values["expert"] / held.more["copies"])


def _whole_copies(held: Contents) -> Contents:
    return _one_block(held).times(held.more["copies"])


def _dense_width(held: Contents) -> Contents:
    return held.scaled({"expert": held.more["inner_ratio"]})


def _matrices(supposed: float, there: float, held: Contents) -> Contents:
    right = held.more["matrices"] == there
    return held.scaled(dict.fromkeys(FEEDS, supposed / there)) if right else held


def _multi_head(held: Contents) -> Contents:
    return held.with_values(attention=held.values["attention"] + held.more["multi_head"])


def _query_rank(held: Contents) -> Contents:
    return held.with_values(attention=held.values["attention"] + held.more["query_rank"])


def _without(*names: str) -> Change:
    return lambda held: held.scaled(dict.fromkeys(names, 0.0))


def _with_more(*names: str) -> Change:
    return lambda held: held.with_values(**{name: held.more[name] for name in names})


def _sharing(held: Contents, times: float) -> Contents:
    """A tied matrix subtracted or added once more than it is there."""
    return held.with_values(embedding=held.values["embedding"] + times * held.more["again"])


def _packed(per_word: int, group: int, held: Contents) -> Contents:
    """Matrices of the layers counted in whole words, with a scale per group where there is one."""
    share = 1 / per_word + (1 / group if group else 0.0)
    return held.scaled(dict.fromkeys(LAYERS, share))


def _packing(bits: int, group: int, weight: float) -> Rule[Contents]:
    scales = f", with a scale per {group}," if group else ""
    return Rule(
        "packed",
        f"{bits}-bit weights packed in 32-bit integers{scales} counted as one parameter per "
        f"integer: each holds {32 // bits}",
        partial(_packed, 32 // bits, group),
        weight,
    )


def _shard(gpus: int) -> Rule[Contents]:
    return Rule(
        "parallel",
        f"one of {gpus} shards counted: the model has them all",
        lambda held: held.times(1 / gpus),
        1.0 if gpus == 8 else 0.5,
    )


# weights: how many of the public reports gathered for flopwatt name the mistake
SHAPE_RULES: list[Rule[Contents]] = [
    Rule(
        "experts",
        "one expert per layer, as if the model were dense: each layer has {copies} experts",
        _one_block,
        3.0,
    ),
    Rule(
        "experts",
        "the whole model multiplied by {copies} experts: attention and embeddings are there once",
        _whole_copies,
        2.0,
    ),
    Rule(
        "expert width",
        "the inner width of the dense layers taken for that of an expert",
        _dense_width,
        2.0,
    ),
    Rule(
        "matrices",
        "two matrices per MLP: a gated one (SwiGLU) has three",
        partial(_matrices, 2.0, 3.0),
        3.0,
    ),
    Rule(
        "matrices",
        "three matrices per MLP: a plain one has two",
        partial(_matrices, 3.0, 2.0),
        1.0,
    ),
    Rule(
        "projections",
        "key and value projections for every query head: the model has KV heads (GQA), which "
        "saves {multi_head}",
        _multi_head,
        2.0,
    ),
    Rule(
        "query rank",
        "a query rank of 1536, the default of DeepSeek's class: this model has one plain query "
        "matrix, {query_rank} smaller",
        _query_rank,
        2.0,
    ),
    Rule("small", "norms left out", _without("norm"), 1.0),
    Rule("small", "biases left out", _without("bias"), 1.0),
    Rule("small", "norms and biases left out", _without("norm", "bias"), 1.0),
    Rule("shared", "shared experts left out: every token passes them", _without("shared expert")),
    Rule("router", "routers left out", _without("router")),
    Rule("predictor", "modules that predict further tokens counted: {predictor} that the model "
         "does without", _with_more("predictor"), 2.0),
    Rule("towers", "vision and audio towers counted with the text model: {towers}",
         _with_more("towers"), 1.0),
    _shard(2),
    _shard(4),
    _shard(8),
]  # fmt: skip

_EMBEDDINGS: list[Rule[Contents]] = [
    Rule("embeddings", "the look-up of tokens left out: {embedding} parameters",
         _without("embedding"), 2.0),
    Rule("embeddings", "the output matrix left out: {head} parameters", _without("head"), 1.0),
    Rule(
        "embeddings",
        "the tied matrix counted twice: {again} parameters serve as look-up and as output",
        _with_more("again"),
        4.0,
    ),
    Rule(
        "embeddings",
        "the tied matrix subtracted twice: its {again} parameters are there once",
        partial(_sharing, times=-2.0),
        2.0,
    ),
    Rule(
        "embeddings",
        "look-up and output matrix counted twice, as each end of a pipeline holds one: {embedding} "
        "and {head}",
        lambda held: held.scaled({"embedding": 2.0, "head": 2.0}),
        1.0,
    ),
    Rule(
        "packed",
        "scales of quantised blocks counted as parameters, as a file holds them",
        lambda held: held.scaled(dict.fromkeys(LAYERS, 1 + held.more.get("scales", 0.0))),
        2.0,
    ),
    _packing(4, 0, 2.0),
    _packing(4, 128, 2.0),
    _packing(8, 0, 1.0),
]  # fmt: skip
_NON_EMBEDDING: Rule[Contents] = Rule(
    "embeddings",
    "look-up and output matrix left out, as `{no_embeddings_key}` does",
    _without("embedding", "head"),
    3.0,
    right=True,
)


def total_rules() -> list[Rule[Contents]]:
    """Ways to count all parameters that are not `params.total`."""
    return [
        Rule("experts", "only the {picked} experts that a token passes counted: these are the "
             "active parameters, of {copies} experts a layer", _only_chosen, 5.0),
        _named(_NON_EMBEDDING, "params.non_embedding"),
        Rule(
            "embeddings",
            "numbers that files hold, `params.stored`: a tied matrix twice, towers, further "
            "predictors and buffers too",
            _with_more("again", "towers", "predictor", "buffers"),
            1.0,
            right=True,
        ),
        *_EMBEDDINGS,
        *SHAPE_RULES,
    ]  # fmt: skip


def active_rules() -> list[Rule[Contents]]:
    """Ways to count active parameters that are not `params.active.all`."""
    every: Rule[Contents] = Rule(
        "experts",
        "all {copies} experts of a layer counted: a token passes {picked}",
        lambda held: held.with_values(expert=held.more["all"]),
        5.0,
    )
    no_input: Rule[Contents] = Rule(
        "embeddings",
        "the look-up of tokens left out, as `params.active.no_input_embedding` does",
        _without("embedding"),
        3.0,
        right=True,
    )
    kept = [rule for rule in (*_EMBEDDINGS, *SHAPE_RULES) if rule.text != _EMBEDDINGS[0].text]
    return [every, no_input, _named(_NON_EMBEDDING, "params.active.no_embeddings"), *kept]


def _named(rule: Rule[Contents], key: str) -> Rule[Contents]:
    text = rule.text.replace("{no_embeddings_key}", key)
    return Rule(rule.family, text, rule.change, rule.weight, rule.right)


def _nominal(size: float, name: str, weight: float) -> Rule[Contents]:
    said = "1 byte" if size == 1 else f"{size:g} bytes"
    return Rule(
        "bytes",
        f"{said} per parameter ({name}) in place of {{size}}",
        lambda held: held.sized(size),
        weight,
    )


def weight_rules(slip: tuple[float, str] | None) -> list[Rule[Contents]]:
    """Ways to get the bytes of weights in memory wrong; ``slip`` is that of the unit."""
    found: list[Rule[Contents]] = [
        Rule("experts", "only the {picked} experts that a token passes held in memory: all "
             "{copies} of a layer have to be", _only_chosen, 5.0),
        Rule("embeddings", "weights on disk, `weights.stored_bytes`: a tied matrix twice and "
             "further predictors", _with_more("again", "predictor"), 2.0, right=True),
        Rule("towers", "the towers left out: {towers} parameters", _without("towers"), 1.0),
        _nominal(4, "32 bits", 3.0),
        _nominal(2, "16 bits", 3.0),
        _nominal(1, "8 bits without scales", 3.0),
        _nominal(0.5, "4 bits without scales", 3.0),
        Rule("embeddings", "look-up and output matrix taken to be quantised as the layers are",
             lambda held: held.sized(held.sizes["mlp"], ("embedding", "head")), 2.0),
        Rule("overhead", "20 % added for overhead: the weights alone are meant here",
             lambda held: held.times(1.2), 2.0),
        *(rule for rule in _EMBEDDINGS if rule.family == "embeddings"),
        *(rule for rule in SHAPE_RULES if rule.family not in ("towers", "parallel")),
        *(_shard(gpus) for gpus in (2, 4, 8)),
    ]  # fmt: skip
    if slip:
        found.append(Rule("unit", slip[1], lambda held: held.times(slip[0]), 3.0))
    return found
