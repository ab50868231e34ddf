"""Fields of a config that look like sizes and that nothing read: told, since they may matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from flopwatt.architecture.config import Config, short
from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.records import Architecture, Cache, Part, Stack, Tensor
from flopwatt.problems import Problem

SIZE = re.compile(
    r".*_(size|dim|dims|rank|layers|width|heads|experts|depth|modules|mult|kernel|state|mlp|groups?)"
    r"|(n|num)_.*"
)
# sizes of what has no weights and keeps nothing: how work is cut up, sampled or rotated; and
# what follows from other fields that are read
IDLE = re.compile(
    r"(ep|tp|chunk|block|batch|micro_batch|group|num_beam|topk|n|moe)_?(size|groups?)"
    r"|.*chunk.*_size|n_groups?|topk_group|num_expert_groups?|n_group|num_logits_to_keep"
    r"|(num_)?(beams?|beam_groups|return_sequences|labels)|num_local_experts_per.*"
    r"|max_window_layers|sliding_window_size|(partial_)?rotary(_emb)?_(dim|base|pct)|rotary_ndims"
    r"|qk_head_dim|time_step_rank|num_hidden_layers|n_layers?|num_(key_value|kv)_heads|head_dim"
    r"|.*_token_(id|index)s?|num_image_tokens|mm_.*|image_.*|video_.*|audio_.*|vision_.*|n_ctx"
    r"|.*pretraining_tp|window_size|attention_.*_size|no_repeat_ngram_size|.*ngram.*"
    r"|intermediate_size|n_shared_experts|num_shared_experts|num_attention_heads|n_embd_head_.*"
)
# what decides the shape of many matrices: with one of these unread no count of weights is told
DECISIVE = re.compile(r"(expert|_hidden|latent|rank|head_(?:dim|size))")
# of what stands beside the text model, or in a head of its own
BESIDE = re.compile(
    r"(pooler|draft|dspark|dflash|mtp|nextn|router|lora|adapter|summary|classifier)_.*"
)
KEPT = re.compile(r".*(head_dim|head_size|kv_|latent).*")  # and what caches hold
MOST_TOLD = 20
ALLOWED = "a model whose published count agrees"


def unread_fields(config: Config) -> Sequence[Problem]:
    """A warning for each size of the text model that neither its family nor anything else read."""
    found = list(_unread(config))
    told = [_problem(config, name, value) for name, value in found[:MOST_TOLD]]
    if len(found) > MOST_TOLD:
        more = len(found) - MOST_TOLD
        message = f"and {more} more fields look like sizes that nothing here reads"
        first = f"{config.path}{found[MOST_TOLD][0]}"
        told.append(Problem("unlikely", message, None, first, allowed=ALLOWED, warning=True))
    return told


def _problem(config: Config, name: str, value: Any) -> Problem:
    return Problem(
        "unlikely",
        "looks like a size, and nothing here reads it: the counts may be off by it",
        config.place(name),
        f"{config.path}{name}",
        given=short(value),
        allowed=ALLOWED,
        warning=True,
    )


def withhold(found: Architecture, config: Config) -> Architecture:
    """The same model with weights (and caches) not known where an unread field decides them."""
    names = deciding_fields(config)
    if not names or not found.decoder.layers:
        return found
    unknown = Lacking(*(f"{config.path}{name}" for name in names))
    last = found.decoder.layers[-1]
    routed = any(tensor.part is Part.EXPERT for tensor in found.tensors())
    parts = (Part.ATTENTION, Part.EXPERT) if routed else (Part.ATTENTION,)
    more = tuple(Tensor("unread", part, (unknown,), matmul=True) for part in parts)
    layer = replace(last, tensors=(*last.tensors, *more))
    if last.caches and any(KEPT.fullmatch(name) for name in names):
        layer = replace(layer, caches=(*last.caches, Cache(unknown, 1, 0, split=False)))
    stack = Stack((*found.decoder.layers[:-1], layer), found.decoder.outer)
    return replace(found, decoder=stack)


def deciding_fields(config: Config) -> Sequence[str]:
    """Unread fields that decide shapes, and are not another name of a field that was read.

    Not more than are told.
    """
    read = {
        (word, short(value))
        for name, value in config.data.items()
        if name in config.reading.asked
        for word in DECISIVE.findall(name)
    }
    found = (
        name
        for name, value in _unread(config)
        if (words := DECISIVE.findall(name)) and not BESIDE.fullmatch(name)
        if read.isdisjoint((word, short(value)) for word in words)
    )
    return tuple(islice(found, MOST_TOLD))


def _unread(config: Config) -> Iterable[tuple[str, Any]]:
    for name, value in config.data.items():
        if name in config.reading.asked or not SIZE.fullmatch(name) or IDLE.fullmatch(name):
            continue
        if _is_size(value):
            yield name, value


def _is_size(value: Any) -> bool:
    """A whole number that could count something, or a list of them."""
    if isinstance(value, list):
        return any(_is_size(one) for one in value[:4])
    return isinstance(value, int) and not isinstance(value, bool) and value > 1
