"""Lines of the worst stage that add up to the peak, and whether a card holds them."""

from functools import partial

from flopwatt.model import choose, formula, pick

RULE = "convention#training-memory"
line = partial(formula, "fit", unit="GiB", source=RULE, written=False, minimum=0)


@formula(
    "fit", key="training.params", unit="param", symbol="Q_w", source=RULE, minimum=0, written=False
)
def worst_params(worst_stage, first_params, inner_params, last_params):
    """Parameters on one GPU of the worst stage, routed experts left out."""
    return choose(worst_stage, first_params, inner_params, last_params)


@formula(
    "fit", key="training.expert_params", unit="param", symbol="X_w", source=RULE, minimum=0,
    written=False,
)  # fmt: skip
def worst_experts(worst_stage, first_experts, inner_experts, last_experts):
    """Parameters of routed experts on one GPU of the worst stage."""
    return choose(worst_stage, first_experts, inner_experts, last_experts)


@formula(
    "fit", key="training.end_params", unit="param", symbol="E_w", source=RULE, minimum=0,
    written=False,
)  # fmt: skip
def worst_end(worst_stage, first_end, last_end):
    """Those of them that stand outside the layers."""
    return choose(worst_stage, first_end, 0, last_end)


@line(key="training.weights", symbol="M_w")
def training_weights(
    worst_params,
    worst_end,
    worst_experts,
    weight_density,
    end_weight_density,
    expert_weight_density,
):
    """Weights on one GPU: of its layers, of what stands outside them, and of its experts."""
    ends = worst_end * end_weight_density
    routed = worst_experts * expert_weight_density
    return (worst_params - worst_end) * weight_density + ends + routed


@line(key="training.gradients", symbol="M_g")
def training_gradients(worst_params, gradient_density, worst_experts, expert_gradient_density):
    """Gradients on one GPU."""
    return worst_params * gradient_density + worst_experts * expert_gradient_density


@line(key="training.optimizer", symbol="M_o")
def training_optimizer(worst_params, optimizer_density, worst_experts, expert_optimizer_density):
    """State of the optimizer on one GPU."""
    return worst_params * optimizer_density + worst_experts * expert_optimizer_density


@line(key="training.states", symbol="M_s")
def training_states(training_weights, training_gradients, training_optimizer):
    """Weights, gradients and optimizer on one GPU."""
    return training_weights + training_gradients + training_optimizer


@formula(
    "fit",
    makes="training_states",
    source="rajbhandari-2019#section 5",
    fallback=True,
)
def states_of_total(total_params, state_density, tensor_parallel, pipeline_parallel):
    """The same of a model known by its size alone, divided evenly."""
    return total_params * state_density / (tensor_parallel * pipeline_parallel)


@line(key="training.activations", symbol="M_a")
def training_activations(worst_stage, first_activations, inner_activations, last_activations):
    """What layers keep on one GPU until the backward pass."""
    return choose(worst_stage, first_activations, inner_activations, last_activations)


@line(key="training.moment", symbol="M_t")
def training_moment(worst_stage, first_moment, working, last_moment):
    """What the fullest moment adds on one GPU: scores of words, or gradients inside a layer."""
    return choose(worst_stage, first_moment, working, last_moment)


@line(key="training.buffers", symbol="M_b")
def training_buffers(worst_stage, first_buffers, inner_buffers, last_buffers):
    """Buffers of the framework on one GPU."""
    return choose(worst_stage, first_buffers, inner_buffers, last_buffers)


@formula(
    "fit", key="training.copies.gpus", unit="count", symbol="n_y", source=RULE, bare=True,
    minimum=1, whole=True,
    maximum=1e6,
    example="8",
)  # fmt: skip
def copy_accelerators(tensor_parallel, pipeline_parallel):
    """GPUs that one model that is only run is divided over: as the trained one, unless stated."""
    return tensor_parallel * pipeline_parallel


@formula(
    "fit", key="training.copies.weights", unit="GB", symbol="Y", source="identity", minimum=0,
    written=False,
)  # fmt: skip
def copies_weights(total_params, trained_copies, frozen_copies, copy_width):
    """Weights alone of all models that training needs at once, on all GPUs together."""
    return total_params * (trained_copies + frozen_copies) * copy_width


@line(key="training.copies.held", symbol="M_y")
def copies_held(
    frozen_copies, copy_width, total_params, copy_accelerators, trained_copies, training_states
):
    """What further models take on one GPU: weights of those that only run, states of others."""
    frozen = frozen_copies * copy_width * total_params / copy_accelerators
    return frozen + (trained_copies - 1) * training_states


@line(key="training.peak", symbol="M_k")
def training_peak(
    training_states, training_activations, training_moment, training_buffers, copies_held
):
    """Memory that tensors take on one GPU of the worst stage at the fullest moment."""
    held = training_states + training_activations
    return held + training_moment + training_buffers + copies_held


@line(key="training.first_step", symbol="M_1")
def first_step(training_peak, training_optimizer):
    """Peak of the first step, where the optimizer makes its state only after it."""
    return training_peak - training_optimizer


@line(key="training.reserved", symbol="M_r")
def training_reserved(training_peak, fragmentation):
    """What the framework's allocator holds at its most on one GPU."""
    return training_peak * (1 + fragmentation)


@line(key="training.need", symbol="M_n")
def training_need(training_reserved, training_runtime):
    """Memory that a GPU must have, context and communication libraries with it."""
    return training_reserved + training_runtime


@formula(
    "fit", key="training.headroom", unit="GiB", symbol="D_t", source="identity", above=None,
    written=False,
)  # fmt: skip
def training_headroom(card_memory, training_need):
    """Memory left on one GPU; below zero it lacks."""
    return card_memory - training_need


@formula(
    "fit", key="training.wall", unit="ratio", symbol="X_t", source=RULE, kind="word",
    words=("none", "the moment", "activations", "states"), above=None, written=False,
)  # fmt: skip
def training_wall(card_memory, training_states, training_activations, training_need):
    """What does not fit: the first line of the bill that the card's memory does not reach for."""
    # where states do not fit neither does what follows, so the lines that fail are counted
    short = pick(training_states > card_memory, 1, 0)
    short = short + pick(training_states + training_activations > card_memory, 1, 0)
    return short + pick(training_need > card_memory, 1, 0)
