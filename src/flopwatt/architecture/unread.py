"""Fields of a config that look like sizes and that nothing read: told, since they may matter."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from flopwatt.architecture.config import Config, short
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


def unread_fields(config: Config) -> Iterable[Problem]:
    """A warning for each size of the text model that neither its family nor anything else read."""
    for name, value in config.data.items():
        if name in config.reading.asked or not SIZE.fullmatch(name) or IDLE.fullmatch(name):
            continue
        if _is_size(value):
            yield Problem(
                "unlikely",
                "looks like a size, and nothing here reads it: the counts may be off by it",
                config.reading.file.place(name),
                f"{config.path}{name}",
                given=short(value),
                allowed="a model whose published count agrees",
                warning=True,
            )


def _is_size(value: Any) -> bool:
    """A whole number that could count something, or a list of them."""
    if isinstance(value, list):
        return any(_is_size(one) for one in value[:4])
    return isinstance(value, int) and not isinstance(value, bool) and value > 1
