"""Mamba, linear attention and their like: a state of one size instead of a cache that grows.

The arithmetic of a recurrence is counted per state value and token, a multiplication and an
addition as one each: carrying the state on, adding the new token to it, and reading it out.
Exponents, gates and norms work on vectors, not on the state, and are left out as elsewhere.
A short convolution multiplies each of its weights once a token, so that these count as matrices;
of its inputs the last ``kernel - 1`` are kept, since the newest arrives with the token.
"""

from __future__ import annotations

from dataclasses import dataclass

from flopwatt.architecture.blocks.tensors import linear, norm, vector
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Block, Part, State, Tensor

PART = Part.MIXER


def convolution(
    name: str, channels: Count, kernel: Count, *, bias: bool = False
) -> tuple[Tensor, ...]:
    """A short causal convolution of each channel by itself."""
    weight = Tensor(f"{name}.weight", PART, (channels, 1, kernel), matmul=True)
    return (weight, *vector(f"{name}.bias", PART, channels)) if bias else (weight,)


@dataclass(frozen=True)
class Scan:
    """The sizes of a Mamba block: inner width, state per channel, convolution, step rank."""

    inner: Count
    state: Count
    kernel: Count
    rank: Count


def mamba(
    hidden: Count,
    scan: Scan,
    *,
    bias: bool = False,
    conv_bias: bool = True,
    inner_norms: bool = False,
    prefix: str = "mixer",
) -> Block:
    """Mamba: every channel has a state of its own and its own decay.

    ``inner_norms`` are those of step, B and C (Jamba).
    """
    mixed = scan.rank + 2 * scan.state
    tensors = linear(f"{prefix}.in_proj", PART, 2 * scan.inner, hidden, bias=bias)
    tensors += convolution(f"{prefix}.conv1d", scan.inner, scan.kernel, bias=conv_bias)
    tensors += linear(f"{prefix}.x_proj", PART, mixed, scan.inner)
    tensors += linear(f"{prefix}.dt_proj", PART, scan.inner, scan.rank, bias=True)
    tensors += vector(f"{prefix}.A_log", PART, scan.inner, scan.state)
    tensors += vector(f"{prefix}.D", PART, scan.inner)
    if inner_norms:
        tensors += norm(f"{prefix}.dt_layernorm", scan.rank)
        tensors += norm(f"{prefix}.b_layernorm", scan.state)
        tensors += norm(f"{prefix}.c_layernorm", scan.state)
    tensors += linear(f"{prefix}.out_proj", PART, hidden, scan.inner, bias=bias)
    values = scan.inner * scan.state
    # step times decay, decay times state, input times B, their sum, and 2 for the read-out by C
    return Block(tensors, state=State(values, scan.inner * (scan.kernel - 1), 6 * values))


@dataclass(frozen=True)
class GroupedScan:
    """The sizes of a Mamba-2 block; ``groups`` of heads share their B and C."""

    inner: Count
    heads: Count
    state: Count
    groups: Count
    kernel: Count


def mamba2(
    hidden: Count,
    scan: GroupedScan,
    *,
    bias: bool = False,
    output_bias: bool | None = None,
    conv_bias: bool = True,
    gated_norm: bool = True,
    prefix: str = "mixer",
) -> Block:
    """Mamba-2: one decay per head. ``output_bias`` is as ``bias``, unless said."""
    mixed = scan.inner + 2 * scan.groups * scan.state
    last = bias if output_bias is None else output_bias
    rows = scan.inner + mixed + scan.heads
    tensors = linear(f"{prefix}.in_proj", PART, rows, hidden, bias=bias)
    tensors += convolution(f"{prefix}.conv1d", mixed, scan.kernel, bias=conv_bias)
    for name in ("dt_bias", "A_log", "D"):
        tensors += vector(f"{prefix}.{name}", PART, scan.heads)
    tensors += norm(f"{prefix}.norm", scan.inner) if gated_norm else ()
    tensors += linear(f"{prefix}.out_proj", PART, hidden, scan.inner, bias=last)
    values = scan.inner * scan.state
    # decay times state, input times B, their sum, and 2 for the read-out by C
    return Block(tensors, state=State(values, mixed * (scan.kernel - 1), 5 * values))


@dataclass(frozen=True)
class DeltaHeads:
    """The sizes of gated delta attention; key heads serve several value heads each."""

    keys: Count
    values: Count
    key_dim: Count
    value_dim: Count
    kernel: Count

    @property
    def mixed(self) -> Count:
        """Channels of query, key and value together."""
        return 2 * self.keys * self.key_dim + self.wide

    @property
    def wide(self) -> Count:
        """Channels of the values."""
        return self.values * self.value_dim


def delta_attention(
    hidden: Count, heads: DeltaHeads, *, style: str, prefix: str = "linear_attn"
) -> Block:
    """Gated delta attention: the state forgets what the new key would read, then takes its value.

    ``style`` says which projections are stored as one matrix: ``joined`` (Qwen3-Next),
    ``split`` (Qwen3.5) or ``single`` (OLMo hybrid).
    """
    narrow = heads.keys * heads.key_dim
    rows = {
        "joined": {"in_proj_qkvz": heads.mixed + heads.wide, "in_proj_ba": 2 * heads.values},
        "split": {
            "in_proj_qkv": heads.mixed,
            "in_proj_z": heads.wide,
            "in_proj_b": heads.values,
            "in_proj_a": heads.values,
        },
        "single": {"q_proj": narrow, "k_proj": narrow, "v_proj": heads.wide, "g_proj": heads.wide,
                   "a_proj": heads.values, "b_proj": heads.values},
    }[style]  # fmt: skip
    tensors = tuple(t for n, r in rows.items() for t in linear(f"{prefix}.{n}", PART, r, hidden))
    tensors += convolution(f"{prefix}.conv1d", heads.mixed, heads.kernel)
    tensors += vector(f"{prefix}.dt_bias", PART, heads.values)
    tensors += vector(f"{prefix}.A_log", PART, heads.values)
    tensors += norm(f"{prefix}.norm", heads.value_dim)
    tensors += linear(f"{prefix}.out_proj", PART, hidden, heads.wide)
    return Block(tensors, state=_delta_state(heads))


def _delta_state(heads: DeltaHeads) -> State:
    values = heads.wide * heads.key_dim
    # 1 for the decay, 2 to read by the key, 2 to add what the key should read, 2 for the read-out
    return State(values, heads.mixed * (heads.kernel - 1), 7 * values)


def channel_delta_attention(
    hidden: Count,
    heads: DeltaHeads,
    *,
    low_rank: bool = True,
    gate_low_rank: bool | None = None,
    prefix: str = "self_attn",
) -> Block:
    """Kimi delta attention: a delta rule with a decay per channel.

    Decay and output gate come from two thin matrices each, or from one that is not ``low_rank``;
    ``gate_low_rank`` is that of the output gate, where it is not as the decay's.
    """
    wide, dim = heads.wide, heads.value_dim
    tensors: tuple[Tensor, ...] = ()
    for name in ("q", "k", "v"):
        tensors += linear(f"{prefix}.{name}_proj", PART, wide, hidden)
        tensors += convolution(f"{prefix}.{name}_conv1d", wide, heads.kernel)
    tensors += vector(f"{prefix}.A_log", PART, heads.values)
    tensors += vector(f"{prefix}.dt_bias", PART, wide)
    gate = low_rank if gate_low_rank is None else gate_low_rank
    for name, thin in (("f", low_rank), ("g", gate)):
        if thin:
            tensors += linear(f"{prefix}.{name}_a_proj", PART, dim, hidden)
            tensors += linear(f"{prefix}.{name}_b_proj", PART, wide, dim)
        else:
            tensors += linear(f"{prefix}.{name}_proj", PART, wide, hidden)
    tensors += linear(f"{prefix}.b_proj", PART, heads.values, hidden)
    tensors += norm(f"{prefix}.o_norm", dim)
    tensors += linear(f"{prefix}.o_proj", PART, hidden, wide)
    return Block(tensors, state=_delta_state(heads))


def lightning_attention(
    hidden: Count,
    heads: Count,
    dim: Count,
    *,
    bias: bool = False,
    output_bias: bool = False,
    head_norms: bool = False,
    prefix: str = "self_attn",
) -> Block:
    """Linear attention with a fixed decay per head and an output gate.

    ``head_norms`` are those of query and key (Ring); ``bias`` is that of the joined projection.
    """
    wide = heads * dim
    tensors = linear(f"{prefix}.qkv_proj", PART, 3 * wide, hidden, bias=bias)
    if head_norms:
        tensors += norm(f"{prefix}.query_layernorm", dim) + norm(f"{prefix}.key_layernorm", dim)
    tensors += norm(f"{prefix}.norm", wide)
    tensors += linear(f"{prefix}.output_gate", PART, wide, hidden)
    tensors += linear(f"{prefix}.out_proj", PART, hidden, wide, bias=output_bias)
    # decay times state, key times value, their sum, and 2 for the read-out by the query
    return Block(tensors, state=State(wide * dim, 0, 5 * wide * dim))


def gated_convolution(
    hidden: Count, kernel: Count, *, bias: bool = False, prefix: str = "conv"
) -> Block:
    """A short convolution between two gates (LFM2): it has no state but its last inputs."""
    tensors = linear(f"{prefix}.in_proj", PART, 3 * hidden, hidden, bias=bias)
    tensors += convolution(f"{prefix}.conv", hidden, kernel, bias=bias)
    tensors += linear(f"{prefix}.out_proj", PART, hidden, hidden, bias=bias)
    return Block(tensors, state=State(0, hidden * (kernel - 1), 0))


def gated_recurrence(
    hidden: Count, width: Count, heads: Count, kernel: Count, *, prefix: str = "temporal_block"
) -> Block:
    """A real-gated linear recurrent unit (Griffin): one value of state per channel."""
    tensors: tuple[Tensor, ...] = ()
    for name in ("linear_y", "linear_x"):
        tensors += linear(f"{prefix}.{name}", PART, width, hidden, bias=True)
    tensors += linear(f"{prefix}.linear_out", PART, hidden, width, bias=True)
    tensors += convolution(f"{prefix}.conv_1d", width, kernel, bias=True)
    tensors += vector(f"{prefix}.rg_lru.recurrent_param", PART, width)
    size = width // heads
    for name in ("input_gate", "recurrent_gate"):
        gate = f"{prefix}.rg_lru.{name}"
        tensors += (Tensor(f"{gate}_weight", PART, (heads, size, size), matmul=True),)
        tensors += vector(f"{gate}_bias", PART, heads, size)
    # decay times state, input times its gate and its scale, and their sum; it is its own read-out
    return Block(tensors, state=State(width, width * (kernel - 1), 4 * width))
