"""Methods that store whole numbers in groups: GPTQ, AWQ, bitsandbytes, HQQ, quanto, MLX."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flopwatt.architecture.config import Config
from flopwatt.architecture.formats import (
    MXFP4,
    Format,
    Piece,
    affine,
    awq,
    bnb_4bit,
    bnb_int8,
    gptq,
    scaled,
)
from flopwatt.architecture.quantisation.stored import (
    Stored,
    bits_of,
    group_of,
    inside,
    kept,
    names_of,
)
from flopwatt.architecture.recipe import LINEAR, Keep, Place, Quantise
from flopwatt.architecture.records import Part, Tensor

SKIP = ("modules_to_not_convert", "modules_in_block_to_not_convert")
ROUTERS = LINEAR | {Part.ROUTER}


def read_gptq(settings: Config, _: Config, plain: Format) -> Stored:
    """All linear layers inside the layers; the head only where ``lm_head`` says so.

    Its tools walk the decoder's layers and leave routers; ``dynamic`` lists exceptions, with
    ``-:`` for modules that are left.
    """
    bits = bits_of(settings, "bits", allowed=(2, 3, 4, 8))
    format = gptq(bits, group_of(settings, "group_size", default=128))
    parts = LINEAR | {Part.HEAD} if settings.flag("lm_head", default=False) else LINEAR
    exceptions = (*_dynamic(settings, plain), kept(settings, plain, *SKIP))
    return Stored((*exceptions, Quantise(format, parts)), name=format.name)


def _dynamic(settings: Config, plain: Format) -> tuple[Keep | Quantise, ...]:
    found: list[Keep | Quantise] = []
    for pattern, own in inside(settings, "dynamic").items():
        names = names_of(settings, "dynamic", [f"re:{re.sub('^[-+]:', '', pattern)}"])
        if pattern.startswith("-:"):
            found.append(Keep(plain, names))
        else:
            bits = bits_of(own, "bits", allowed=(2, 3, 4, 8))
            format = gptq(bits, group_of(own, "group_size", default=128))
            found.append(Quantise(format, names=names))
    return tuple(found)


def read_awq(settings: Config, _: Config, plain: Format) -> Stored:
    """All linear layers inside the layers, without routers and head."""
    bits = bits_of(settings, "bits", "w_bit", allowed=(4,))
    format = awq(bits, group_of(settings, "group_size", "q_group_size", default=128))
    return Stored((kept(settings, plain, *SKIP), Quantise(format)), name=format.name)


def read_auto_round(settings: Config, text: Config, plain: Format) -> Stored:
    """Packed as GPTQ or as AWQ; ``extra_config`` gives modules their own bits, 16 to leave them."""
    packing = settings.word("packing_format", default="auto_round:auto_gptq")
    make = awq if "awq" in packing else gptq
    if not any(kind in packing for kind in ("awq", "gptq")):
        settings.refuse("packing_format", "is not read here", "auto_round:auto_gptq, ...:auto_awq")
    rules: list[Keep | Quantise] = []
    for name, own in inside(settings, "extra_config").items():
        names = names_of(settings, "extra_config", [name])
        bits = bits_of(own, "bits", allowed=(2, 3, 4, 8, 16, 32))
        group = group_of(own, "group_size", default=128)
        parts = ROUTERS | {Part.HEAD}
        rules.append(Keep(plain, names) if bits > 8 else Quantise(make(bits, group), parts, names))
    bits = bits_of(settings, "bits", allowed=(2, 3, 4, 8))
    format = make(bits, group_of(settings, "group_size", default=128))
    return Stored((*rules, kept(settings, plain, *SKIP), Quantise(format)), name=format.name)


def read_bitsandbytes(settings: Config, _: Config, plain: Format) -> Stored:
    """Every linear layer (routers and towers too), without the head.

    The loader replaces all linear modules but the last one of the model.
    """
    four = settings.flag("load_in_4bit", "_load_in_4bit", default=False)
    if four:
        kind = settings.word("bnb_4bit_quant_type", default="fp4")
        nested = settings.flag("bnb_4bit_use_double_quant", default=False)
        format = bnb_4bit(kind, nested=nested)
    elif settings.flag("load_in_8bit", "_load_in_8bit", default=False):
        format = bnb_int8()
    else:
        message = "is missing, so the number of bits cannot be told"
        settings.refuse("load_in_8bit", message, "true here or for load_in_4bit")
        return Stored()
    keep = kept(settings, plain, "llm_int8_skip_modules")
    every = Quantise(format, ROUTERS, towers=True, any_rows=True)
    return Stored((keep, every), name=format.name)


def read_hqq(settings: Config, _: Config, plain: Format) -> Stored:
    """Every linear layer without the head; scale and zero point of 16 bits per group."""
    inner = settings.child("quant_config") or settings
    weights = inner.child("weight_quant_params") or inner
    bits = bits_of(weights, "nbits", allowed=(1, 2, 3, 4, 8))
    format = affine(f"hqq int{bits}", bits, group_of(weights, "group_size", default=64))
    return Stored((kept(settings, plain, "skip_modules"), Quantise(format)), name=format.name)


def read_eetq(settings: Config, _: Config, plain: Format) -> Stored:
    """Every linear layer without the head in 8 bits, with a 16-bit scale per row."""
    format = scaled("eetq int8", 8, (1, None), scale=16)
    return Stored((kept(settings, plain, *SKIP), Quantise(format, towers=True)), name=format.name)


def read_quanto(settings: Config, _: Config, plain: Format) -> Stored:
    """Every linear layer without the head; 2 and 4 bits in groups of 128 with a shift."""
    weights = settings.word("weights", default="int8")
    formats = {
        "int8": scaled("quanto int8", 8, (1, None), scale=16),
        "float8": scaled("quanto float8", 8, (1, None), scale=16),
        "int4": affine("quanto int4", 4, 128),
        "int2": affine("quanto int2", 2, 128),
    }
    if weights not in formats:
        settings.refuse("weights", "is no format of this method", ", ".join(formats))
        return Stored()
    format = formats[weights]
    return Stored((kept(settings, plain, *SKIP), Quantise(format, towers=True)), name=format.name)


def read_torchao(settings: Config, _: Config, plain: Format) -> Stored:
    """Every linear layer without the head, in the one format that ``quant_type`` names."""
    whole = isinstance(settings.raw("quant_type"), Mapping)
    holder = (settings.child("quant_type") or settings).child("default") if whole else None
    given = holder.word("_type") if holder else "" if whole else settings.word("quant_type")
    own = holder.child("_data") if holder else settings.child("quant_type_kwargs")
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", given.removesuffix("Config")).lower()
    group = group_of(own, "group_size", default=128) if own else 128
    formats = {
        "int4_weight_only": affine("torchao int4", 4, group),
        "int8_weight_only": scaled("torchao int8", 8, (1, None), scale=16),
        "int8_dynamic_activation_int8_weight": scaled("torchao int8", 8, (1, None), scale=16),
        "float8_weight_only": scaled("torchao fp8", 8, (1, None)),
        "float8_dynamic_activation_float8_weight": scaled("torchao fp8", 8, (None, None)),
    }
    if name not in formats:
        settings.refuse("quant_type", "is no format of torchao read here", ", ".join(formats))
        return Stored()
    found = formats[name]
    return Stored((kept(settings, plain, *SKIP), Quantise(found, towers=True)), name=found.name)


def read_bitnet(settings: Config, _: Config, plain: Format) -> Stored:
    """Linear layers in 2 bits, four rows to a byte, with one scale per matrix."""
    format = Format("bitnet", (Piece(2, down=True), Piece(16, None, None)))
    return Stored((kept(settings, plain, *SKIP), Quantise(format)), name=format.name)


def read_mlx(settings: Config, _: Config, plain: Format) -> Stored:
    """MLX quantises every matrix, embedding and head too; modules listed have their own way."""
    everything = ROUTERS | {Part.HEAD, Part.EMBEDDING}
    rules: list[Keep | MlxRule] = []
    for name, own in settings.data.items():
        names = names_of(settings, name, [name])
        if isinstance(own, Mapping):
            both = Config({**settings.data, **own}, settings.reading, f"{settings.path}{name}.")
            rules.append(MlxRule(_mlx_format(both), everything, names))
        elif own is False:
            rules.append(Keep(plain, names))
    format = _mlx_format(settings)
    return Stored((*rules, MlxRule(format, everything)), name=format.name)


class MlxRule(Quantise):
    """As others, and the embedding, which is looked up and multiplies nothing."""

    def __call__(self, tensor: Tensor, place: Place) -> Format | None:
        """The format where the tensor is one of these."""
        if tensor.part is Part.EMBEDDING and place.stack == "decoder":
            fits = self.names is None or self.names.fit(tensor, place)
            return self.format if fits else None
        return super().__call__(tensor, place)


def _mlx_format(settings: Config) -> Format:
    mode = settings.word("mode", default="affine")
    if mode == "mxfp4":
        return MXFP4
    if mode != "affine":
        settings.refuse("mode", "is not read here", "affine, mxfp4")
    bits = bits_of(settings, "bits", allowed=(2, 3, 4, 5, 6, 8))
    return affine(f"mlx int{bits}", bits, group_of(settings, "group_size", default=64))
