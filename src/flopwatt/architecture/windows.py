"""How far back attention sees in each layer: sliding windows, chunks, and their patterns."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.architecture.blocks.attention import Reach
from flopwatt.architecture.config import REQUIRED, Config
from flopwatt.architecture.context import read_context
from flopwatt.architecture.decoder import CLASS_DEFAULT
from flopwatt.architecture.lacking import Count

FULL, SLIDING, CHUNKED = "full_attention", "sliding_attention", "chunked_attention"


def limit(config: Config, tokens: Count) -> Reach | None:
    """A sliding window, or None where it is as long as the model's context."""
    if not isinstance(tokens, int):
        return Reach(tokens)
    longest = read_context(config).tokens
    whole = isinstance(longest, int) and tokens >= longest
    return None if tokens <= 0 or whole else Reach(tokens)


def read_window(config: Config, *names: str, default: int | None = None) -> Reach | None:
    """The sliding window; null, numbers below 1 and a switch that is off mean none.

    ``default`` is that of a class, for a config that does not hold the field at all.
    """
    names = names or ("sliding_window",)
    if config.raw("use_sliding_window") is False:  # as configs turned from Qwen's to Llama's say
        return None
    if not config.has(*names):
        if default is None or any(name in config.data for name in names):
            return None
        return limit(config, config.count(*names, default=default, why=CLASS_DEFAULT))
    return limit(config, config.count(*names, least=-1))


def pattern(count: int, period: Count, *, full: int = -1) -> list[str]:
    """Windows in all layers but one of each ``period``: the last, or the ``full``-th from 0."""
    place = full % period if period else 0
    return [SLIDING if period and i % period != place else FULL for i in range(count)]


def read_kinds(config: Config, count: int, default: Sequence[str], why: str = "") -> list[str]:
    """What kind of attention each layer has, as listed or else by the class's pattern."""
    listed = config.per_layer(count, "layer_types")
    if listed is None:
        if why:
            config.assume("layer_types", why, CLASS_DEFAULT)
        return list(default)
    for kind in listed[:count]:
        if kind not in (FULL, SLIDING, CHUNKED):
            config.refuse("layer_types", "names a kind of layer that is not read here")
            return [FULL] * count
    return [str(kind) for kind in listed[:count]]


def read_reaches(
    config: Config, kinds: Sequence[str], default: int | None = None
) -> list[Reach | None]:
    """What each layer sees: all, a window or its chunk; a length that is missing stays Lacking."""
    window: Reach | None = None
    chunk: Reach | None = None
    if SLIDING in kinds:
        why = CLASS_DEFAULT if default else ""
        window = limit(config, config.count("sliding_window", default=default or REQUIRED, why=why))
    if CHUNKED in kinds:
        length = limit(config, config.count("attention_chunk_size"))
        chunk = Reach(length.tokens, "chunk") if length else None
    return [{SLIDING: window, CHUNKED: chunk}.get(kind) for kind in kinds]
