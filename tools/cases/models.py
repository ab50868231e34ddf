"""Counts, bytes and arithmetic of one model: by its config, its name, or sizes alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import flopwatt
from tools.cases.reading import Case, Got, Unmapped, amount
from tools.cases.wording import (
    ACTIVE,
    BATCH,
    CONTEXT,
    PARAMS,
    asked,
    sized,
    times,
    whole,
)

# sizes that a case may state in place of a config, and how configs call them
SIZES = {
    **dict.fromkeys(("layers", "n_layers", "num_layers"), "num_hidden_layers"),
    **dict.fromkeys(("kv_heads", "n_kv_heads", "num_kv_heads"), "num_key_value_heads"),
    **dict.fromkeys(("q_heads", "heads", "n_heads", "num_heads"), "num_attention_heads"),
    **dict.fromkeys(("d_head", "head_size"), "head_dim"),
    **dict.fromkeys(("hidden", "d_model"), "hidden_size"),
    **dict.fromkeys(("window", "window_size"), "sliding_window"),
    **dict.fromkeys(("vocab", "vocabulary"), "vocab_size"),
}
OWN = re.compile(  # what configs call it themselves
    r"num_(hidden_layers|attention_heads|key_value_heads|local_experts|experts_per_tok)"
    r"|head_dim|(hidden|intermediate|vocab)_size|sliding_window|layer_types|model_type"
    r"|tie_word_embeddings|torch_dtype|(kv|q)_lora_rank|qk_(rope|nope)_head_dim|v_head_dim"
    r"|max_\w+|rope_\w+|n_pos\w*|n_ctx|n_embd|n_layer|n_head|model_max\w*|seq_length"
)
NAMES = ("model", "model_name", "architecture")
NO_EMBEDDING = re.compile(
    r"(without|exclud\w+|except|minus|not counting|ignoring|\bno\b|\bnon\b|w/o)[ -]"
    r".*(embedding|head|vocab|look-?up)"
)


def source_of(case: Case) -> Any:
    """The model of a case: its config file, a catalog model of that name, or sizes alone."""
    config = case.take("config", "config_json", "hf_config")
    if isinstance(config, Mapping):
        return config
    if config is not None:
        return config_of(case.folder, str(config))
    name = case.take(*NAMES)
    if name is not None:
        return config_of(case.folder, str(name))
    fields = {SIZES[key]: case.take(key) for key in list(case.input) if key in SIZES}
    fields |= {key: case.take(key) for key in list(case.input) if OWN.fullmatch(key)}
    if not fields:
        raise Unmapped("names no model")
    return _typed(fields)


def _typed(fields: dict[str, Any]) -> dict[str, Any]:
    """Sizes alone, as the config of a type that has all of them."""
    heads, hidden = fields.get("num_attention_heads"), fields.get("hidden_size")
    if "model_type" not in fields and hidden is not None and "head_dim" not in fields:
        if heads is not None:
            text = f"{hidden} ratio / ({heads} ratio)"
            fields["head_dim"] = int(flopwatt.convert(text, "ratio").value)
        else:  # however many heads there are, together they are as wide as the model
            fields |= {"num_attention_heads": 1, "head_dim": hidden}
    if "num_attention_heads" in fields and "kv_lora_rank" not in fields:
        fields.setdefault("num_key_value_heads", fields["num_attention_heads"])
    if "num_hidden_layers" in fields and "kv_lora_rank" in fields:
        fields.setdefault("model_type", "deepseek_v3")
    if "num_hidden_layers" in fields and "sliding_window" in fields:
        fields.setdefault("model_type", "mistral")
    return fields


def config_of(folder: Path, config: str) -> Any:
    """A config file beside the cases or one folder up, else the catalog's model of its name."""
    for path in (folder / config, folder.parent / config):
        if path.exists():
            return path
    return config.removeprefix("configs/").removesuffix(".json")


def counted(case: Case) -> Got:
    """Parameters of a model: every tensor once, or by another convention."""
    return _counted(case, active=False)


def active(case: Case) -> Got:
    """Parameters that one token passes."""
    return _counted(case, active=True)


def _counted(case: Case, *, active: bool) -> Got:
    said = asked(case)
    source = source_of(case)
    case.done()
    found = flopwatt.read_model(source)
    dense = found["params.active.all"] == found["params.total"]
    key = _count_key(said, active=active, dense=dense)
    return Got(sized(found[key], "param", case.unit))


PARTS = (
    (r"(routed )?experts? (parameters )?(only|alone)|only (the )?routed", "params.experts"),
    (r"embeddings? (matrix |table )?(only|alone)|only (the )?(input )?embedding",
     "params.embedding"),
    (r"(head|output matrix) (only|alone)", "params.head"),
    (r"tower (only|alone)|only (the )?(vision|audio)", "params.towers"),
    (r"(mtp|predictor)\w* (only|alone)|only (the )?mtp", "params.predictor"),
    (r"stored|on disk|on the hub|checkpoint|safetensors|saved|twice", "params.stored"),
)  # fmt: skip
INPUT_ONLY = re.compile(r"input|look-?up|token embedding")
OUTPUT = re.compile(r"output|head|both|unembedding")


def _count_key(said: str, *, active: bool, dense: bool) -> str:
    """Which count is meant."""
    key = next((key for pattern, key in PARTS if re.search(pattern, said)), "")
    if key == "params.stored" and re.search(r"\bonce\b|without a second|not repeated", said):
        return "params.total"
    if key:
        return key
    active = active or bool(re.search(r"\bactiv|per token|passed", said))
    if not NO_EMBEDDING.search(said):
        known = (
            r"\b(all|unique|total|every|activ\w*|per token|passed|includ\w+|parameters"
            r"|(text|main|language) (model|tower))\b"
        )
        if said and not re.search(known, said):
            raise Unmapped(f"does not know the count {said}")
        return "params.active.all" if active else "params.total"
    if INPUT_ONLY.search(said) and not OUTPUT.search(said):
        if active or dense:
            return "params.active.no_input_embedding"
        raise Unmapped("asks for all experts without the look-up")
    return "params.active.no_embeddings" if active else "params.non_embedding"


def context(case: Case) -> Got:
    """The longest context that a config states."""
    asked(case)
    source = source_of(case)
    case.done()
    return Got(flopwatt.read_model(source)["context_length"])


def arithmetic(case: Case) -> Got:
    """Training arithmetic: by the short form, or by part of the model."""
    named = any(name in case.input for name in ("config", "config_json", "hf_config", *NAMES))
    if not named and any(name in case.input for name in (*PARAMS, *ACTIVE)):
        return _short_form(case)
    method = str(case.take("method") or "").lower()
    said = "; ".join(text for text in (method, asked(case)) if text)
    tokens = case.take("tokens", "n_tokens", "training_tokens", "train_tokens")
    seq, batch = case.take(*CONTEXT), case.take(*BATCH)
    source = source_of(case)
    recompute = case.take(*RECOMPUTE)
    case.done()
    if method or (tokens is not None and not said):
        return _by_rule(case, source, tokens, method or "6nd")
    given = {key: value for key, value in (("context", seq), ("batch", batch)) if value is not None}
    found = flopwatt.read_model(source, **given)
    if recompute and "hardware" in said:
        raise Unmapped("asks for recomputation by part")
    key, passes = _part_key(said)
    if re.search(r"(/| per )token$", case.unit):
        each = found["flops.passes"] if passes else 1
        return Got(times(found[key], "FLOP", each, "FLOP"))
    if key.startswith("flops.step."):
        return Got(sized(found[key], "FLOP", case.unit))
    count = tokens if tokens is not None else found["flops.step.tokens"]
    if key == "flops.weights" and not re.search(r"layer|without|exclud", said):
        return Got(sized(_forward_weights(found, count), "FLOP", case.unit))
    value = times(found[key], "FLOP", count, "FLOP")  # of each token, so many tokens
    return Got(sized(times(value, "FLOP", found["flops.passes"] if passes else 1, "FLOP"), "FLOP",
                     case.unit))  # fmt: skip


def _forward_weights(found: flopwatt.Answer, tokens: Any) -> float:
    """All weights of so many tokens forward, the output multiplication with them, as of a step."""
    passes, step = whole(found["flops.passes"]), whole(found["flops.step.tokens"])
    text = f"FLOP * ({whole(tokens)} ratio) / ({passes} ratio) / ({step} ratio)"
    return flopwatt.convert(f"{found['flops.step.weights']!r} {text}", "FLOP").value


RECOMPUTE = (
    *("full_activation_recompute", "recompute", "activation_checkpointing"),
    *("gradient_checkpointing", "full_recompute", "activation_recompute"),
)


def _by_rule(case: Case, source: Any, tokens: Any, method: str) -> Got:
    """Parameters times tokens by a counting rule."""
    if tokens is None:
        raise Unmapped("names no tokens")
    found = flopwatt.read_model(source, tokens=amount(tokens, "token"))
    if re.search(r"8 ?[nx]|hardware", method):
        given = {
            "models.params.active.all": f"{found['params.active.all']!r} params",
            "training.tokens": amount(tokens, "token"),
            "training.recompute": "full",
        }
        value = flopwatt.calculate("training.hardware_flops", given).value
        return Got(sized(value, "FLOP", case.unit))
    rule = "layers" if "layer" in method else _rule(method)
    return Got(sized(found[f"training.flops_by.{rule}"], "FLOP", case.unit))


def _rule(method: str) -> str:
    """The counting rule of the short form; a convention where one is named."""
    for pattern, rule in (
        (r"no[_ ]embeddings|non-?embedding|without embeddings", "no_embeddings"),
        (r"no[_ ]input|without (the )?input|input.*(left out|exclud)", "no_input_embedding"),
        (r"total|all (the )?(param|experts)", "total"),
    ):
        if re.search(pattern, method):
            return rule
    return "active"


def _part_key(part: str) -> tuple[str, bool]:
    """Which part, in a step or for one token, and whether the passes are still to be counted."""
    backward = bool(re.search(r"backward|training|total|bwd|\bstep\b|\b6 ?n", part))
    if re.search(r"forward|inference", part) and not re.search(r"backward|bwd", part):
        backward = False
    full = bool(re.search(r"mask ignored|non-?causal|not causal|full attention|full \(|no mask"
                          r"|unmasked|without (causal )?mask|bidirectional", part))  # fmt: skip
    if "all parameters" in part and backward:
        return "flops.step.all_params_full", False
    if re.search(r"output proj|lm head|head|logits|unembed", part) and "score" not in part:
        return "flops.output_head", backward
    attention = re.search(r"attention|qk", part) and not re.search(r"total|per token", part)
    if "score" in part or attention:
        name = "attention_scores_full" if full else "attention_scores"
        return (f"flops.step.{name}" if backward else f"flops.{name}"), False
    if re.search(r"weight|matmul|linear", part):
        return ("flops.step.weights" if backward else "flops.weights"), False
    if backward and re.search(r"total|step|backward|training", part):
        return ("flops.step.total_full" if full else "flops.step.total"), False
    if re.search(r"forward|inference", part):
        return "flops.forward_per_token", False
    raise Unmapped(f"does not know the part {part}")


def _short_form(case: Case) -> Got:
    """Parameters and tokens alone; of experts those that a token passes."""
    total, passed = case.take(*PARAMS), case.take(*ACTIVE)
    said = asked(case)
    wrong = "total" in said and passed is not None and total is not None
    params = amount(total if passed is None or wrong else passed, "param")
    tokens = case.need("tokens", "n_tokens", "training_tokens", "train_tokens")
    recompute = case.take(*RECOMPUTE)
    case.done()
    if re.search(r"forward|inference|\b2 ?n", said) and "backward" not in said:
        size = flopwatt.convert(params, "param").value
        value = times(size, "param * (2 FLOP/param)", tokens, "FLOP")
        return Got(sized(value, "FLOP", case.unit))
    given: dict[str, Any] = {"models.params": params, "training.tokens": amount(tokens, "token")}
    hardware = bool(re.search(r"hardware|\b8 ?n|recompute|checkpoint", said))
    if hardware and (recompute or "hardware" not in said):
        given["training.recompute"] = "full"
    key = "training.hardware_flops" if hardware else "training.flops"
    return Got(sized(flopwatt.calculate(key, given).value, "FLOP", case.unit))
