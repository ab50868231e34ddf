"""Methods that store small floats: FP8 in blocks, per row or per matrix, and MXFP4."""

from __future__ import annotations

from typing import Any

from flopwatt.architecture.config import Config
from flopwatt.architecture.formats import MXFP4, Format, fp8_block, fp8_tensor, nvfp4, scaled
from flopwatt.architecture.quantisation.stored import Stored, kept
from flopwatt.architecture.recipe import Keep, Quantise, read_names
from flopwatt.architecture.records import Part

SKIP = ("modules_to_not_convert", "ignored_layers")
# of the indexer of sparse attention, the weights of its heads stay 16-bit in published files,
# and of a module that predicts further tokens the matrix that joins it to the model
INSIDE = read_names(["indexer.weights_proj", "eh_proj"])


def read_fp8(settings: Config, text: Config, plain: Format) -> Stored:
    """All linear layers inside the layers; embedding, head, norms and routers stay.

    As in the published files of DeepSeek-V3, Qwen3 and MiniMax. Without a block size there is
    one scale per matrix.
    """
    block: Any = settings.raw("weight_block_size")
    if block is None:
        format = fp8_tensor(static=settings.word("activation_scheme") == "static")
    elif _is_block(block):
        format = fp8_block((block[0], block[1]))
    else:
        settings.refuse("weight_block_size", "is no block", "two whole numbers: [128, 128]")
        return Stored()
    rules: list[Keep | Quantise] = [kept(settings, plain, *SKIP), Keep(plain, INSIDE)]
    other = settings.word("moe_quant_algo").upper()  # experts quantised again, as NVIDIA does
    if other not in ("", "NVFP4"):
        settings.refuse("moe_quant_algo", "is no format of experts that is read here", "NVFP4")
    if other or "fp4" in (text.word("expert_dtype"), settings.word("expert_dtype")):
        # DeepSeek-V4 on: these files hold scales that are powers of two as 8 bits
        rules.append(Quantise(nvfp4() if other else MXFP4, frozenset({Part.EXPERT})))
        if settings.word("scale_fmt") == "ue8m0" and isinstance(block, list):
            format = scaled(format.name, 8, (block[0], block[1]), scale=8)
    return Stored((*rules, Quantise(format)), name=format.name)


def _is_block(block: Any) -> bool:
    return (
        isinstance(block, list)
        and len(block) == 2
        and all(isinstance(side, int) and not isinstance(side, bool) and side > 0 for side in block)
    )


def read_fbgemm(settings: Config, _: Config, plain: Format) -> Stored:
    """Linear layers that are not listed, with a 32-bit scale per row and a bound of inputs."""
    format = scaled("fp8 per row", 8, (1, None), static=True)
    return Stored((kept(settings, plain, *SKIP), Quantise(format)), name=format.name)


def read_mxfp4(settings: Config, _: Config, plain: Format) -> Stored:
    """The matrices of the experts alone: all other tensors of the published models are 16-bit."""
    experts = Quantise(MXFP4, frozenset({Part.EXPERT}))
    return Stored((kept(settings, plain, *SKIP), experts), name=MXFP4.name)
