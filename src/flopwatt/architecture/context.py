"""The longest context that a config states: which key holds it, and whether it is scaled yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT
from flopwatt.architecture.lacking import Count, Lacking

# tokenizers write 10^30 for no limit, and a copy of it is met in configs
LONGEST = 10**9
SERVED = ("model_max_length", "max_sequence_length", "max_seq_length")
TRAINED = (
    "max_position_embeddings",
    "max_seq_len",
    "n_positions",
    "n_ctx",
    "seq_length",
    "max_target_positions",
)
# what the classes of these types take, whose published files leave the field out
OF_CLASS: Mapping[str, int] = {
    "falcon": 2048,
    "gemma": 8192,
    "gemma2": 8192,
    "gemma3_text": 131072,
    "gemma3n_text": 32768,
    "gemma4_text": 131072,
    "gpt2": 1024,
}
# these kinds stretch positions by a plain factor; the others state the length that they reach
STRETCHING = ("yarn", "linear", "dynamic", "ntk", "deepseek_yarn")
# positions of these model types start after the padding id, so two fewer hold tokens
PADDED = ("roberta", "xlm-roberta", "xlm-roberta-xl", "camembert", "longformer", "mpnet")


@dataclass(frozen=True)
class ContextLength:
    """Tokens of the longest context, and the rule by which they were read."""

    tokens: Count
    rule: str


def read_context(config: Config) -> ContextLength:
    """The longest context of a model; Lacking where the config states none.

    A key for what the model serves wins over that of its positions. A factor of rope scaling
    is applied only where the positions are still those from before scaling.
    """
    for name in SERVED:
        value = config.raw(name)
        if isinstance(value, int | float) and not 0 < value < LONGEST:
            continue
        if value is not None:
            return ContextLength(config.count(name), f"{name}, which wins over positions")
    name = next((name for name in TRAINED if config.has(name)), "")
    kind = config.raw("model_type")
    if not name and isinstance(kind, str) and kind in OF_CLASS:
        tokens = config.count(TRAINED[0], default=OF_CLASS[kind], why=CLASS_DEFAULT)
        return ContextLength(tokens, f"{TRAINED[0]}, {CLASS_DEFAULT}")
    if not name:
        return ContextLength(Lacking(TRAINED[0]), "no key states it")
    tokens = config.count(name)
    if isinstance(tokens, int) and config.raw("model_type") in PADDED:
        return ContextLength(tokens - 2, f"{name}, less two before the first token")
    return _scaled(config, name, tokens)


def _scaled(config: Config, name: str, tokens: Count) -> ContextLength:
    """Positions with the factor of a scaling, where they do not hold it already."""
    scaling = config.child("rope_scaling", "rope_parameters")
    if scaling is None or not scaling.has("factor"):
        return ContextLength(tokens, name)
    kind = scaling.word("rope_type", "type")
    factor = scaling.number("factor", default=1.0)
    original = scaling.raw("original_max_position_embeddings") or config.raw(
        "original_max_position_embeddings"
    )
    if original is None:
        config.note(
            f"rope scaling by {factor:g} does not say from which length; {name} is taken to "
            "hold it already"
        )
    if kind in STRETCHING and isinstance(tokens, int) and tokens == original:
        stretched = int(tokens * factor)
        return ContextLength(stretched, f"{name} x {factor:g}: rope scaling from {tokens:,}")
    return ContextLength(tokens, f"{name}, which holds the scaling by {factor:g} already")
