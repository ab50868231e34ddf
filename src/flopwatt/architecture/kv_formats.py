"""The bytes of what decoding keeps: cached values in a format, and the state of a sequence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from flopwatt.architecture.config import Config
from flopwatt.architecture.formats import Format
from flopwatt.architecture.gguf import BLOCKS
from flopwatt.architecture.lacking import Count, Lacking
from flopwatt.architecture.nested import text_config
from flopwatt.architecture.quantisation import DTYPES
from flopwatt.architecture.recipe import Recipe
from flopwatt.architecture.records import Architecture, Cache
from flopwatt.problems import PlanError, Problem, nearest

Bytes = Fraction | int | Lacking
SCALED = 128  # values of a latent and of an indexer's key that share one 32-bit scale
STATE = ("mamba_ssm_cache_dtype", "mamba_ssm_dtype", "ssm_cache_dtype")


@dataclass(frozen=True)
class KvFormat:
    """A format of cached values: its name, the exact bytes of one, and how latents are laid out.

    ``latent`` keeps the latent in 8 bits with a 32-bit scale per 128 and the rotary key in 16
    bits, as engines for sparse latent attention do.
    """

    name: str
    value: Fraction
    latent: bool = False

    def size(self, cache: Cache) -> Bytes:
        """Bytes per token of one layer's cache.

        The keys of an indexer are always in 8 bits with a 32-bit scale per 128, in every engine.
        """
        if cache.index:
            return cache.heads * (cache.key_dim + 4 * -(-cache.key_dim // SCALED))
        if self.latent and not cache.split:
            scales = 4 * -(-cache.key_dim // SCALED)
            return cache.heads * (cache.key_dim + scales + 2 * cache.value_dim)
        return _whole(cache.values * self.value)


BLOCKED = {
    name: Fraction(BLOCKS[name][1], BLOCKS[name][0])
    for name in ("q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl")
}
VALUES: Mapping[str, Fraction] = {
    **{name: Fraction(2) for name in ("16-bit", "bf16", "fp16")},
    "fp32": Fraction(4),
    **{name: Fraction(1) for name in ("fp8", "int8")},
    "nvfp4": Fraction(1, 2) + Fraction(1, 16),
    "mxfp4": Fraction(1, 2) + Fraction(1, 32),
    **BLOCKED,
}
ALSO = {
    **{"bfloat16": "bf16", "float16": "fp16", "half": "fp16", "f16": "fp16", "16bit": "16-bit"},
    **{"float32": "fp32", "f32": "fp32", "fp8_e4m3": "fp8", "fp8_e5m2": "fp8"},
    **{"fp8_inc": "fp8", "float8_e4m3fn": "fp8", "fp4": "nvfp4", "fp4_e2m1": "nvfp4"},
}
LATENT = "fp8_ds_mla"


def kv_formats() -> tuple[str, ...]:
    """Every name of a format of cached values."""
    return (*VALUES, LATENT)


def kv_format(name: str) -> KvFormat:
    """A format of cached values by its name. Raises PlanError for an unknown one."""
    given = name.strip().lower()
    given = ALSO.get(given, given)
    if given == LATENT:
        return KvFormat(LATENT, Fraction(1), latent=True)
    if given in VALUES:
        return KvFormat(given, VALUES[given])
    raise _unknown("kv_dtype", name, (*VALUES, LATENT, *ALSO))


@dataclass(frozen=True)
class CacheGroup:
    """Layers that keep the same of each token: bytes of one token in all of them.

    ``reach`` is the tokens kept, None for all. ``heads`` divide over GPUs where ``split``, and
    a ``cross`` cache is of the encoder's tokens.
    """

    layers: int
    bytes: Bytes
    reach: Count | None
    heads: Count
    split: bool
    index: bool = False
    cross: bool = False

    def on_gpu(self, parallel: int) -> Bytes:
        """Bytes on each of some tensor-parallel GPUs; a head is never divided but copied."""
        if not self.split:
            return self.bytes
        if isinstance(self.heads, Lacking):
            return self.heads + self.bytes
        return _whole(self.bytes * Fraction(-(-self.heads // parallel), self.heads))


@dataclass(frozen=True)
class CacheBytes:
    """What decoding keeps of each token: groups of layers that keep alike."""

    groups: tuple[CacheGroup, ...]

    @property
    def growing(self) -> Bytes:
        """Bytes per token of caches that grow without limit."""
        return _total(one.bytes for one in self.groups if one.reach is None and not one.cross)

    @property
    def limited(self) -> Bytes:
        """Bytes per token, up to their reach, of caches of windows and chunks."""
        return _total(one.bytes for one in self.groups if one.reach is not None)

    @property
    def cross(self) -> Bytes:
        """Bytes per token of the encoder."""
        return _total(one.bytes for one in self.groups if one.cross)

    @property
    def split(self) -> Bytes:
        """Bytes per token, growing or not, that tensor parallelism divides by heads."""
        return _total(one.bytes for one in self.groups if one.split and not one.cross)

    @property
    def whole(self) -> Bytes:
        """Bytes per token, growing or not, that each tensor-parallel GPU keeps whole."""
        return _total(one.bytes for one in self.groups if not one.split and not one.cross)

    def on_gpu(self, parallel: int) -> Bytes:
        """Bytes per token on each GPU, where every layer keeps all tokens."""
        return _total(one.on_gpu(parallel) for one in self.groups if not one.cross)

    def of_sequence(self, tokens: int, *, windows: bool = True) -> Bytes:
        """Bytes of one sequence; with ``windows`` a layer forgets what is beyond its reach."""
        found = (one for one in self.groups if not one.cross)
        return _total(one.bytes * _kept(one.reach, tokens, windows) for one in found)


def _kept(reach: Count | None, tokens: int, windows: bool) -> Count:
    if reach is None or not windows:
        return tokens
    return reach if isinstance(reach, Lacking) else min(reach, tokens)


def cache_bytes(architecture: Architecture, format: KvFormat) -> CacheBytes:
    """The bytes per token of every cache, those of like layers together."""
    found: dict[Cache, int] = {}
    if architecture.causal:
        for layer in architecture.layers:
            for cache in layer.caches:
                found[cache] = found.get(cache, 0) + 1
    return CacheBytes(
        tuple(
            CacheGroup(
                layers=layers,
                bytes=_whole(format.size(cache) * layers),
                reach=cache.reach,
                heads=cache.heads,
                split=cache.split,
                index=cache.index,
                cross=cache.cross,
            )
            for cache, layers in found.items()
        )
    )


@dataclass(frozen=True)
class StateBytes:
    """What a sequence keeps whatever its length: the state proper, and inputs of convolutions."""

    recurrent: Bytes
    conv: Bytes

    @property
    def total(self) -> Bytes:
        """Both together."""
        return self.recurrent + self.conv


@dataclass(frozen=True)
class CacheFormats:
    """The formats that a published model keeps: cached values, states, inputs of convolutions."""

    kv: KvFormat
    recurrent: Format
    conv: Format
    chosen: str  # who chose the format of cached values


def read_cache_formats(config: Config, recipe: Recipe) -> CacheFormats:
    """Formats as a config has them: 16-bit values unless the recipe of its makers says more."""
    text = text_config(config)
    given = text.word(*STATE).removeprefix("torch.").lower()
    if given and given not in DTYPES:
        raise _unknown(next(key for key in STATE if text.has(key)), given, DTYPES)
    state = DTYPES[given] if given else recipe.plain
    chosen = "the model's own setting" if recipe.kv else "16 bits unless said"
    return CacheFormats(kv_format(recipe.kv or "16-bit"), state, recipe.plain, chosen)


def state_bytes(architecture: Architecture, recurrent: Format, conv: Format) -> StateBytes:
    """The bytes of one sequence's states."""
    states = [layer.state for layer in architecture.layers if layer.state]
    return StateBytes(
        _total(recurrent.size((state.recurrent,)) for state in states),
        _total(conv.size((state.conv,)) for state in states),
    )


def _total(sizes: Iterable[Bytes]) -> Bytes:
    return _whole(sum(sizes))


def _whole(size: Bytes) -> Bytes:
    """A whole number as one, for which nothing but its type changes."""
    return size.numerator if isinstance(size, Fraction) and size.denominator == 1 else size


def _unknown(field: str, given: str, allowed: Iterable[str]) -> PlanError:
    names = list(allowed)
    message = "is no format that is known"
    problem = Problem(
        "unknown-name",
        message,
        field=field,
        given=given or "nothing",
        allowed=", ".join(names),
        nearest=nearest(given, names),
    )
    return PlanError([problem])
