"""Training states: weights, gradients and optimizer of what one GPU holds of a model."""

from functools import partial

from flopwatt.model import choose, earlier, formula, later

width = partial(formula, "fit", unit="byte/param", bare=True, minimum=0)
per_param = partial(formula, "fit", unit="byte/param", written=False, minimum=0)
ways = partial(formula, "fit", unit="count", source="identity", written=False, minimum=0)
held = partial(
    formula, "fit", unit="param", source="convention#training-memory", written=False, minimum=0
)


@width(
    key="training.width.weights",
    symbol="b_w",
    source="rajbhandari-2019#section 3.1",
    example="2 byte/param",
)
def weight_width(recipe, half_width, full_width):
    """Bytes of the weights that layers work with, per parameter."""
    return choose(recipe, half_width, half_width, half_width, full_width, half_width, half_width)


@width(
    key="training.width.gradients",
    symbol="b_g",
    source="rajbhandari-2019#section 3.1",
    example="4 byte/param",
)
def gradient_width(recipe, half_width, full_width):
    """Bytes of the gradient, per parameter."""
    return choose(recipe, half_width, full_width, half_width, full_width, half_width, half_width)


@width(
    key="training.width.optimizer",
    symbol="b_o",
    source="dettmers-2021#section 2",
    example="12 byte/param",
)
def optimizer_width(recipe, byte_width, half_width, full_width):
    """Bytes of the optimizer, per parameter: a 32-bit copy of weights, and moments."""
    # Adam has two moments; where weights are in 32 bit, or nobody copies them, there is no copy
    moments = full_width + full_width
    mixed, small = full_width + moments, byte_width + byte_width
    return choose(recipe, mixed, mixed, half_width + half_width, moments, small, 0)


@formula("fit", makes="trained_share", source="hu-2021#section 4.1", offered=False)
def lora_share(lora_params, total_params):
    """The same of adapters: their parameters over those of the model."""
    return lora_params / total_params


@ways(key="training.shard_gpus", symbol="n_s")
def shard_group(fit_accelerators, tensor_parallel, pipeline_parallel):
    """GPUs that hold the same layers, and may divide what they hold of them; at least one."""
    return later(fit_accelerators / (tensor_parallel * pipeline_parallel), 1)


@ways(key="training.expert_ways", symbol="n_e")
def expert_ways(expert_parallel, expert_tensor_parallel):
    """GPUs that the routed experts of one layer are divided over."""
    return expert_parallel * expert_tensor_parallel


@ways(key="training.expert_shard_gpus", symbol="n_x")
def expert_group(fit_accelerators, pipeline_parallel, expert_ways):
    """GPUs that hold the same experts; one where there are no more."""
    return later(fit_accelerators / (pipeline_parallel * expert_ways), 1)


@per_param(key="training.per_param.weights", symbol="d_w", source="rajbhandari-2019#section 5")
def weight_density(zero_stage, held_width, shard_group):
    """Weights that one GPU keeps for each parameter of its layers."""
    return choose(zero_stage, held_width, held_width, held_width, held_width / shard_group)


@per_param(key="training.per_param.gradients", symbol="d_g", source="rajbhandari-2019#section 5")
def gradient_density(zero_stage, gradient_width, trained_share, shard_group):
    """Gradients that one GPU keeps for each parameter of its layers."""
    whole = gradient_width * trained_share
    return choose(zero_stage, whole, whole, whole / shard_group, whole / shard_group)


@per_param(key="training.per_param.optimizer", symbol="d_o", source="rajbhandari-2019#section 5")
def optimizer_density(zero_stage, optimizer_width, trained_share, shard_group):
    """Optimizer state that one GPU keeps for each parameter of its layers."""
    whole = optimizer_width * trained_share
    part = whole / shard_group
    return choose(zero_stage, whole, part, part, part)


@per_param(key="training.per_param.states", symbol="d", source="identity")
def state_density(weight_density, gradient_density, optimizer_density):
    """States that one GPU keeps for each parameter of its layers."""
    return weight_density + gradient_density + optimizer_density


@per_param(key="training.per_end_param.states", symbol="o", source="identity")
def end_density(end_weight_density, gradient_density, optimizer_density):
    """The same of parameters outside the layers: look-up, output matrix, last norm."""
    return end_weight_density + gradient_density + optimizer_density


@per_param(key="training.per_expert_param.gradients", symbol="x_g", source="megatron-core")
def expert_gradient_density(zero_stage, gradient_width, trained_share, expert_group):
    """Gradients that one GPU keeps for each parameter of its routed experts, held by fewer."""
    whole = gradient_width * trained_share
    return choose(zero_stage, whole, whole, whole / expert_group, whole / expert_group)


@per_param(key="training.per_expert_param.optimizer", symbol="x_o", source="megatron-core")
def expert_optimizer_density(zero_stage, optimizer_width, trained_share, expert_group):
    """The same of the optimizer of its routed experts."""
    whole = optimizer_width * trained_share
    part = whole / expert_group
    return choose(zero_stage, whole, part, part, part)


@per_param(key="training.per_expert_param.states", symbol="x", source="identity")
def expert_density(expert_weight_density, expert_gradient_density, expert_optimizer_density):
    """States that one GPU keeps for each parameter of its routed experts."""
    return expert_weight_density + expert_gradient_density + expert_optimizer_density


@held(key="training.lead_layer.params", symbol="Q_d")
def lead_held(lead_split_params, lead_whole_params, tensor_parallel):
    """Parameters of one leading layer on one GPU."""
    return lead_split_params / tensor_parallel + lead_whole_params


@held(key="training.rest_layer.params", symbol="Q")
def rest_held(rest_split_params, rest_whole_params, tensor_parallel):
    """Parameters of one further layer on one GPU, routed experts left out."""
    return rest_split_params / tensor_parallel + rest_whole_params


@held(key="training.rest_layer.expert_params", symbol="Q_x")
def rest_experts_held(rest_expert_params, expert_ways):
    """Parameters of routed experts of one layer on one GPU."""
    return rest_expert_params / expert_ways


@ways(key="training.stage_layers", symbol="L_p")
def stage_layers(training_layers, pipeline_parallel):
    """Layers of one stage of the pipeline."""
    return training_layers / pipeline_parallel


@ways(key="training.first.lead_layers", symbol="L_f")
def first_lead(lead_layers, stage_layers):
    """Leading layers of the first stage."""
    return earlier(lead_layers, stage_layers)


@ways(key="training.last.rest_layers", symbol="L_l")
def last_rest(training_layers, lead_layers, stage_layers):
    """Layers of the last stage that are no leading ones."""
    return earlier(training_layers - lead_layers, stage_layers)
