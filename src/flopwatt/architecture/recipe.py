"""In which format each tensor of a model is stored: rules, of which the first that fits decides."""

from __future__ import annotations

import fnmatch
import functools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from flopwatt.architecture.formats import FP32, Format
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Assumed, Part, Tensor

LINEAR = frozenset(
    {Part.ATTENTION, Part.INDEXER, Part.MIXER, Part.MLP, Part.EXPERT, Part.SHARED_EXPERT}
)
FEWEST_ROWS = 8  # packing and kernels need more: the gate of a shared expert has one row
# what published files name differently than the tensors here, as parts of a dotted name
ALIASES = {
    "mlp": ("block_sparse_moe", "feed_forward", "ffn", "mixer", "moe"),
    "gate": ("router",),
    "shared_expert": ("shared_experts", "shared_mlp"),
    "shared_experts": ("shared_expert",),
    "self_attn": ("attention", "self_attention", "attn"),
    "gate_proj": ("w1", "gate_up_proj"),
    "up_proj": ("w3", "gate_up_proj"),
    "down_proj": ("w2",),
}
IN_LAYER = re.compile(r"layers\.(\d+)(?:\.(.*))?")
AROUND = ("model.", "language_model.", "text_model.", "transformer.", "backbone.", "decoder.")
WHOLE = ("", "model.", "model.language_model.", "language_model.model.")  # tried with patterns
IN_BLOCK = re.compile(r"^(h|blocks|block)\.(?=\d)")
GLOB = re.compile(r"[*?]")
LONGEST, MOST_REPEATS = 1_000, 4  # of patterns; those published repeat twice


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tensor stands: its stack, its layer, and what of the model a rule may ask for."""

    stack: str = "decoder"  # decoder, encoder, predictor, or the name of a tower
    layer: int | None = None
    layers: int = 0
    experts: Count = 0  # routed experts in a layer
    sharing: Count = 1  # query heads to a key-value head
    tied: bool = False


Rule = Callable[[Tensor, Place], Format | None]


@dataclass(frozen=True)
class Recipe:
    """How a model is stored: formats by rules in order, and ``plain`` for what no rule takes.

    ``kv`` is the format that the model's makers chose for cached values, where they did.
    """

    name: str
    plain: Format
    rules: tuple[Rule, ...] = ()
    kv: str | None = None
    assumed: tuple[Assumed, ...] = ()
    notes: tuple[str, ...] = ()

    def format_of(self, tensor: Tensor, place: Place) -> Format:
        """The format of one tensor."""
        found = (rule(tensor, place) for rule in self.rules)
        return next((format for format in found if format), self.plain)


@dataclass(frozen=True)
class Names:
    """Names of modules as configs list them: whole, in part, with ``*``, or as ``re:`` patterns.

    A name fits a module that it names, one inside it, and one that ends with it; what stands
    before the layers (``model.``, ``language_model.``) does not matter. Files list each layer
    by itself, so names are kept by layer: layers that are listed alike are looked at once.
    """

    listed: frozenset[str] = frozenset()
    patterns: tuple[re.Pattern[str], ...] = ()
    begun: frozenset[str] = frozenset()  # layers whose numbers begin with these, as by ``3*``
    inside: Mapping[int, frozenset[str]] = field(init=False, compare=False, repr=False)
    numbered: bool = field(init=False, compare=False, repr=False)  # a pattern tells layers apart
    match: Callable[[str], bool] = field(init=False, compare=False, repr=False)
    match_inside: Callable[[str, bool, frozenset[str]], bool] = field(
        init=False, compare=False, repr=False
    )

    def __post_init__(self) -> None:
        inside: dict[int, set[str]] = {}
        for name in self.listed:
            if name.startswith("layers.") and (found := IN_LAYER.fullmatch(name)):
                inside.setdefault(int(found[1]), set()).add(found[2] or "")
        frozen = {layer: frozenset(names) for layer, names in inside.items()}
        object.__setattr__(self, "inside", frozen)
        numbered = any(re.search(r"[1-9]", pattern.pattern) for pattern in self.patterns)
        object.__setattr__(self, "numbered", numbered)
        object.__setattr__(self, "match", functools.cache(self._match))
        object.__setattr__(self, "match_inside", functools.cache(self._match_inside))

    def fit(self, tensor: Tensor, place: Place) -> bool:
        """Whether any name a tensor is published under is listed."""
        if not self.listed and not self.patterns and not self.begun:
            return False
        if place.layer is not None and place.stack in ("decoder", "predictor"):
            further = place.stack == "predictor"
            layer = place.layers + place.layer if further else place.layer
            if self.match_inside(tensor.name, tensor.chosen is not None, self._here(layer)):
                return True
            if not self.numbered and not further:
                return False
        return any(self.match(name) for name in module_names(tensor, place))

    def _here(self, layer: int) -> frozenset[str]:
        """What is listed of one layer: names inside it, and the empty one for the whole layer."""
        whole = any(str(layer).startswith(begin) for begin in self.begun)
        return self.inside.get(layer, frozenset()) | ({""} if whole else set())

    def _match_inside(self, tensor: str, copies: bool, here: frozenset[str]) -> bool:
        """Whether a tensor of a layer is listed there, or whatever the layer."""
        globs = _globs(here)
        for name in _module_names(tensor, copies, ("",)):
            parts = name.split(".")
            starts = {".".join(parts[:end]) for end in range(len(parts) + 1)}
            if not starts.isdisjoint(here) or (globs and globs.match(name)):
                return True
            if not self.numbered and self._match(f"layers.0.{name}", layers=False):
                return True
        return False

    def _match(self, name: str, *, layers: bool = True) -> bool:
        parts = name.split(".")
        ends = range(len(parts) + 1)
        runs = (".".join(parts[i:j]) for j in ends for i in range(j))
        found = (run for run in runs if run in self.listed)
        if any(layers or not IN_LAYER.fullmatch(run) for run in found):
            return True
        return any(pattern.match(before + name) for pattern in self.patterns for before in WHOLE)


def read_names(texts: Iterable[str]) -> Names:
    """Names as a config lists them. Raises ``re.error`` for a pattern that is none."""
    listed, begun, patterns, globs = set(), set(), [], set()
    for text in texts:
        text = text.removesuffix(".weight")
        if text.startswith("re:"):
            check_pattern(text[3:])
            patterns.append(re.compile(text[3:]))
            continue
        bare = _bare(text)
        if not GLOB.search(text) or re.match(r"layers\.\d+\.", bare):
            listed.add(bare)
        elif whole := re.fullmatch(r"layers\.(\d+)\*", bare):
            begun.add(whole[1])
        else:
            globs.add(text)
    if found := _globs(frozenset(globs)):
        patterns.append(found)
    return Names(frozenset(listed), tuple(patterns), frozenset(begun))


@functools.lru_cache(maxsize=1 << 10)
def _globs(names: frozenset[str]) -> re.Pattern[str] | None:
    """One pattern for all names with wildcards, which is much faster: files list hundreds."""
    globs = sorted(name for name in names if GLOB.search(name))
    if not globs:
        return None
    found = (re.sub(r"\*+", "*", glob) for glob in globs)
    inner = (fnmatch.translate(one).removesuffix(r"\Z").removesuffix(r"\z") for one in found)
    return re.compile(rf"(?:{'|'.join(inner)})(\..*)?\Z")


def check_pattern(text: str) -> None:
    """Refuse patterns that can take for ever, with ``re.error``: repeats of what repeats."""
    plain = re.sub(r"\\d\+?|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", "x", text).replace("(?:", "(")
    if len(text) > LONGEST or len(re.findall(r"[*+]|\{\d*,\d*\}", plain)) > MOST_REPEATS:
        raise re.error(f"it has more than {LONGEST} letters or {MOST_REPEATS} repeats")
    while plain != (inner := re.sub(r"\(([^()]*)\)(?![*+{])", r"<\1>", plain)):
        plain = inner
    if re.search(r"\([^()]*[*+{|?][^()]*\)[*+{]", plain):
        raise re.error("it repeats a group that repeats or chooses inside, and may take for ever")


def _bare(name: str) -> str:
    """A name without what stands before the layers, which are called layers."""
    while before := next((one for one in AROUND if name.startswith(one)), None):
        name = name.removeprefix(before)
    return IN_BLOCK.sub("layers.", name) if name[:1] in ("h", "b") else name


@functools.lru_cache(maxsize=1 << 16)
def _module_names(name: str, copies: bool, before: tuple[str, ...]) -> tuple[str, ...]:
    parts = name.removesuffix(".weight").removesuffix(".bias").split(".")
    choices = [(part, *ALIASES.get(part, ())) for part in parts]
    found = [""]
    for one in choices:
        found = [f"{start}.{part}" if start else part for start in found for part in one]
    if copies:
        found += [one.replace("experts.", "experts.0.", 1) for one in found]
    return tuple(f"{start}{one}" for start in before for one in found)


def module_names(tensor: Tensor, place: Place) -> tuple[str, ...]:
    """The names under which files list the module of a tensor."""
    layer = "" if place.layer is None else f"layers.{place.layer}."
    before = {
        "decoder": (layer,),
        "encoder": (f"encoder.{layer}",),
        "predictor": (
            "" if place.layer is None else f"layers.{place.layers + place.layer}.",
            f"mtp.{layer}",
        ),
    }.get(place.stack, (f"{place.stack}.{layer}",))
    return _module_names(tensor.name, tensor.chosen is not None, before)


@dataclass(frozen=True)
class Keep:
    """Modules that are listed are left as they are."""

    format: Format
    names: Names

    def __call__(self, tensor: Tensor, place: Place) -> Format | None:
        """The plain format where the tensor is one of these."""
        return self.format if self.names.fit(tensor, place) else None


@dataclass(frozen=True)
class Quantise:
    """Matrices of some parts (of listed names, where there are any) in a format.

    Norms, biases, look-ups and what multiplies no token are never these. ``dense_only`` holds
    for models without routed experts alone. Towers stay as they are unless ``towers``.
    """

    format: Format
    parts: frozenset[Part] = LINEAR
    names: Names | None = None
    dense_only: bool = False
    towers: bool = False
    any_rows: bool = False

    def __call__(self, tensor: Tensor, place: Place) -> Format | None:
        """The format where the tensor is one of these."""
        if not tensor.matmul or len(tensor.shape) != 2 or tensor.part not in self.parts:
            return None
        if place.stack not in ("decoder", "encoder", "predictor") and not self.towers:
            return None
        if self.dense_only and isinstance(place.experts, int) and place.experts:
            return None
        if isinstance(tensor.shape[0], int) and tensor.shape[0] < FEWEST_ROWS and not self.any_rows:
            return None
        if self.names is not None and not self.names.fit(tensor, place):
            return None
        return self.format


def keep_routing_bias(tensor: Tensor, _: Place) -> Format | None:
    """Routing biases are 32-bit in the published files of all models that have them."""
    return FP32 if tensor.name.endswith("e_score_correction_bias") else None
