"""Bytes of weights while training: of all that is trained, or of what adapters leave as it is."""

from functools import partial

from flopwatt.model import choose, formula, pick

width = partial(formula, "fit", unit="byte/param", written=False, minimum=0)
frozen = partial(
    formula,
    "fit",
    unit="byte/param",
    source="dettmers-2023#section 3",
    bare=True,
    minimum=0,
    example="0.516 byte/param",
)


@frozen(key="training.width.frozen", symbol="b_f")
def frozen_width(frozen_format, half_width, frozen_int8_layers, frozen_nf4_layers):
    """Bytes of a weight of the layers that adapters leave as it is, what stays in 16 bits too."""
    return choose(frozen_format, half_width, frozen_int8_layers, frozen_nf4_layers)


@formula("fit", makes="frozen_width", source="dettmers-2023#section 3", fallback=True)
def frozen_width_by_format(frozen_format, half_width, byte_width, nf4_width):
    """The same where the layers are not known: every weight in the small format."""
    return choose(frozen_format, half_width, byte_width, nf4_width)


@frozen(key="training.width.frozen_experts", symbol="b_x")
def frozen_expert_width(frozen_format, half_width, frozen_int8_experts, frozen_nf4_experts):
    """Bytes of a weight of routed experts that adapters leave as it is."""
    return choose(frozen_format, half_width, frozen_int8_experts, frozen_nf4_experts)


@formula("fit", makes="frozen_expert_width", source="identity", fallback=True, offered=False)
def frozen_expert_width_alike(frozen_width):
    """The same where there are none, or nothing more is known."""
    return frozen_width


@frozen(key="training.width.frozen_ends", symbol="b_e")
def frozen_end_width(frozen_format, half_width, frozen_int8_ends, frozen_nf4_ends):
    """Bytes of a weight of look-up and output matrix, which small formats keep in 16 bits."""
    return choose(frozen_format, half_width, frozen_int8_ends, frozen_nf4_ends)


@formula("fit", makes="frozen_end_width", source="identity", fallback=True, offered=False)
def frozen_end_width_alike(frozen_width):
    """The same where nothing more is known."""
    return frozen_width


@width(key="training.width.held", symbol="b_h", source="hu-2021#section 4.1")
def held_width(trained_share, frozen_width, weight_width):
    """Bytes of weights per parameter of the layers; adapters come on top of what is frozen."""
    with_adapters = frozen_width + trained_share * weight_width
    return pick(trained_share < 1, with_adapters, weight_width)


@width(key="training.width.held_experts", symbol="b_k", source="hu-2021#section 4.1")
def held_expert_width(trained_share, frozen_expert_width, weight_width):
    """The same of routed experts."""
    with_adapters = frozen_expert_width + trained_share * weight_width
    return pick(trained_share < 1, with_adapters, weight_width)


@width(key="training.width.held_ends", symbol="b_n", source="hu-2021#section 4.1")
def held_end_width(trained_share, frozen_end_width, weight_width):
    """The same of look-up, output matrix and what else stands outside the layers."""
    with_adapters = frozen_end_width + trained_share * weight_width
    return pick(trained_share < 1, with_adapters, weight_width)


@width(key="training.per_end_param.weights", symbol="o_w", source="rajbhandari-2019#section 5")
def end_weight_density(zero_stage, held_end_width, shard_group):
    """Weights that one GPU keeps for each parameter outside the layers."""
    whole = held_end_width
    return choose(zero_stage, whole, whole, whole, whole / shard_group)


@width(key="training.per_expert_param.weights", symbol="x_w", source="megatron-core")
def expert_weight_density(zero_stage, held_expert_width, expert_group):
    """Weights that one GPU keeps for each parameter of its routed experts, held by fewer GPUs."""
    whole = held_expert_width
    return choose(zero_stage, whole, whole, whole, whole / expert_group)


@formula(
    "fit", key="training.first.states", unit="GiB", symbol="S_1", source="identity", minimum=0,
    written=False,
)  # fmt: skip
def first_states(
    first_params, first_end, first_experts, state_density, end_density, expert_density
):
    """States on one GPU of the first stage: of its layers, of what stands outside, of experts."""
    ends = first_end * end_density
    return (first_params - first_end) * state_density + ends + first_experts * expert_density


@formula(
    "fit", key="training.inner.states", unit="GiB", symbol="S_2", source="identity", minimum=0,
    written=False,
)  # fmt: skip
def inner_states(inner_params, inner_experts, state_density, expert_density):
    """States on one GPU of the second stage."""
    return inner_params * state_density + inner_experts * expert_density


@formula(
    "fit", key="training.last.states", unit="GiB", symbol="S_p", source="identity", minimum=0,
    written=False,
)  # fmt: skip
def last_states(last_params, last_end, last_experts, state_density, end_density, expert_density):
    """States on one GPU of the last stage."""
    ends = last_end * end_density
    return (last_params - last_end) * state_density + ends + last_experts * expert_density
