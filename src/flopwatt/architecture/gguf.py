"""GGUF: its blocks, and the mixes of blocks that its quantising tool makes of a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flopwatt.architecture.formats import BF16, FP16, FP32, Format, Piece
from flopwatt.architecture.recipe import Place, Recipe
from flopwatt.architecture.records import Part, Tensor

# values per block and bytes per block, scales included
BLOCKS: Mapping[str, tuple[int, int]] = {
    "q4_0": (32, 18),
    "q4_1": (32, 20),
    "q5_0": (32, 22),
    "q5_1": (32, 24),
    "q8_0": (32, 34),
    "q2_k": (256, 84),
    "q3_k": (256, 110),
    "q4_k": (256, 144),
    "q5_k": (256, 176),
    "q6_k": (256, 210),
    "iq4_nl": (32, 18),
    "iq4_xs": (256, 136),
}
GGUF: Mapping[str, Format] = {
    name: Format(name, (Piece(8 * size, 1, values),)) for name, (values, size) in BLOCKS.items()
}
# where rows do not divide into blocks of 256, the tool takes one of 32 instead
INSTEAD = {
    "q2_k": "iq4_nl",
    "q3_k": "iq4_nl",
    "iq4_xs": "iq4_nl",
    "q4_k": "q5_0",
    "q5_k": "q5_1",
    "q6_k": "q8_0",
}
MIXES: Mapping[str, str] = {  # a mix and its main block
    **{name: name for name in ("q4_0", "q4_1", "q5_0", "q5_1", "q8_0", "q6_k", "q2_k")},
    **{"q3_k_s": "q3_k", "q3_k_m": "q3_k", "q3_k_l": "q3_k"},
    **{"q4_k_s": "q4_k", "q4_k_m": "q4_k", "q5_k_s": "q5_k", "q5_k_m": "q5_k"},
    **{"iq4_xs": "iq4_xs", "iq4_nl": "iq4_nl"},
}
VALUE = ("v_proj", "wv", "value")
KEY = ("k_proj", "wk", "key")
OUTPUT = ("o_proj", "out_proj", "wo", "dense")
FUSED = ("qkv_proj", "query_key_value", "Wqkv", "c_attn", "W_pack")
DOWN = ("down_proj", "fc2", "w2", "dense_4h_to_h", "c_proj")


@dataclass(frozen=True)
class Mix:
    """The rule of one mix: matrices by what they are for and by how far in they stand.

    Vectors and routers are 32-bit, and so are positions. From the tool's published source; the
    mixes in ``iq`` blocks are those made with an importance matrix, as they are published. The
    two matrices that such files make of one of latent attention are counted as the one.
    """

    name: str

    def __call__(self, tensor: Tensor, place: Place) -> Format | None:
        """The block that a tensor is stored in."""
        if place.stack not in ("decoder", "encoder", "predictor"):
            return FP16  # towers are a file of their own, made in 16 bits
        if tensor.part in (Part.ROUTER, Part.POSITION) or len(tensor.shape) != 2:
            return FP32
        if not tensor.matmul and tensor.part is not Part.EMBEDDING:
            return FP32
        return _fitting(self._block(tensor, place), tensor)

    def _block(self, tensor: Tensor, place: Place) -> str:
        main = MIXES[self.name]
        head = tensor.part is Part.HEAD or (tensor.part is Part.EMBEDDING and place.tied)
        if head:
            return main if main == "q8_0" else "q6_k"
        if tensor.part is Part.EMBEDDING:
            return main
        last = tensor.name.removesuffix(".weight").rpartition(".")[2]
        if tensor.part is Part.ATTENTION:
            return self._attention(last, main, place)
        if last in DOWN:
            return self._down(main, place)
        return main

    def _attention(self, last: str, main: str, place: Place) -> str:
        eight = place.experts == 8 and main != "q8_0"
        if last in VALUE:
            return "q8_0" if eight else self._value(main, place)
        if last in KEY and eight:
            return "q8_0"
        if last in OUTPUT:
            if eight and main in ("q2_k", "q3_k", "q4_k", "iq4_xs", "iq4_nl"):
                return "q5_k"
            return {"q2_k": "q3_k", "q3_k_m": "q4_k", "q3_k_l": "q5_k"}.get(self.name, main)
        if last in FUSED:
            more = {"q3_k_m": "q4_k", "q3_k_l": "q4_k", "q4_k_m": "q5_k", "q5_k_m": "q6_k"}
            return more.get(self.name, main)
        return main

    def _value(self, main: str, place: Place) -> str:
        layer = place.layer or 0
        shared = place.sharing if isinstance(place.sharing, int) else 1
        if self.name in ("q4_k_m", "q5_k_m") and _more(layer, place.layers):
            return "q6_k"
        found = {
            "q2_k": "q4_k" if shared >= 4 else "q3_k",
            **dict.fromkeys(("iq4_xs", "iq4_nl"), "q5_k" if shared >= 4 else main),
            "q3_k_m": "q5_k" if layer < 2 else "q4_k",
            "q3_k_l": "q5_k",
            "q4_k_s": "q5_k" if layer < 4 else "q4_k",
        }.get(self.name, main)
        # models of 80 layers share each value among many queries, so that it costs little
        seventy = place.layers == 80 and shared > 1
        return "q5_k" if seventy and found in ("q3_k", "q4_k") else found

    def _down(self, main: str, place: Place) -> str:
        layer, count = place.layer or 0, place.layers
        if self.name in ("q4_k_m", "q5_k_m"):
            return "q6_k" if _more(layer, count) else main
        return {
            "q2_k": "q3_k",
            "q3_k_m": "q5_k" if layer < count // 16 else "q4_k",
            "q3_k_l": "q5_k",
            "q4_k_s": "q5_k" if layer < count // 8 else "q4_k",
        }.get(self.name, main)


def _more(layer: int, count: int) -> bool:
    """The first and last eighth of the layers, and each third one between."""
    eighth = count // 8
    return layer < eighth or layer >= 7 * count // 8 or (layer - eighth) % 3 == 2


def _fitting(name: str, tensor: Tensor) -> Format:
    columns = tensor.shape[1]
    if not isinstance(columns, int) or columns % BLOCKS[name][0] == 0:
        return GGUF[name]
    other = INSTEAD.get(name, name)
    return GGUF[other] if columns % BLOCKS[other][0] == 0 else FP16


def _vectors(tensor: Tensor, place: Place) -> Format | None:
    """In a 16-bit file vectors are 32-bit, and so are routers."""
    small = tensor.part in (Part.ROUTER, Part.POSITION) or len(tensor.shape) == 1
    return FP32 if small and place.stack == "decoder" else None


def gguf_recipe(name: str) -> Recipe:
    """The recipe of a mix, or of a 16-bit GGUF file."""
    if name in ("f16", "gguf-bf16"):
        return Recipe(name, FP16 if name == "f16" else BF16, (_vectors,))
    return Recipe(name, FP32, (Mix(name),))
