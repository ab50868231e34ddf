"""Training arithmetic by every counting rule in use, beside the exact count by layer."""

from flopwatt.model import choose, formula


@formula(
    "run",
    key="flops_by.total",
    unit="FLOP",
    symbol="C_P",
    source="convention#counting-rules",
    written=False,
)
def flops_by_total(flops_per_param_token, total_params, training_tokens):
    """Arithmetic by the short form with all parameters, as if a token passed every expert."""
    return flops_per_param_token * total_params * training_tokens


@formula(
    "run",
    key="flops_by.active",
    unit="FLOP",
    symbol="C_N",
    source="convention#counting-rules",
    written=False,
)
def flops_by_active(flops_per_param_token, active_params, training_tokens):
    """Arithmetic by the short form with the parameters that a token passes."""
    return flops_per_param_token * active_params * training_tokens


@formula(
    "run",
    key="flops_by.no_input_embedding",
    unit="FLOP",
    symbol="C_i",
    source="convention#counting-rules",
    written=False,
)
def flops_by_no_input(flops_per_param_token, active_no_input, training_tokens):
    """Arithmetic by the short form without the look-up, which multiplies nothing."""
    return flops_per_param_token * active_no_input * training_tokens


@formula(
    "run",
    key="flops_by.no_embeddings",
    unit="FLOP",
    symbol="C_e",
    source="convention#counting-rules",
    written=False,
)
def flops_by_no_embeddings(flops_per_param_token, active_no_embeddings, training_tokens):
    """Arithmetic by the short form without look-up and output matrix."""
    return flops_per_param_token * active_no_embeddings * training_tokens


@formula(
    "run",
    key="flops_by.layers",
    unit="FLOP",
    symbol="C_x",
    source="convention#counting-rules",
    written=False,
)
def flops_by_layers(training_flops_per_token, training_tokens):
    """Arithmetic counted layer by layer, attention at the model's context included."""
    return training_flops_per_token * training_tokens


@formula(
    "run",
    key="recomputed_flops",
    unit="FLOP",
    symbol="C_r",
    source="convention#hardware-flops",
    minimum=0,
    written=False,
)
def recomputed_flops(
    inference_flops_per_param_token, active_params, training_tokens, recomputation
):
    """Arithmetic of the forward pass that is done again, where activations are not kept."""
    forward = inference_flops_per_param_token * active_params * training_tokens
    return choose(recomputation, 0, 1) * forward


@formula(
    "run",
    key="hardware_flops",
    unit="FLOP",
    symbol="C_h",
    source="convention#hardware-flops",
    written=False,
)
def hardware_flops(training_flops, recomputed_flops):
    """Arithmetic that the GPUs carry out: with what is recomputed, which counts for no use."""
    return training_flops + recomputed_flops
