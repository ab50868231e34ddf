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
    key="hardware_flops",
    unit="FLOP",
    symbol="C_h",
    source="convention#hardware-flops",
    written=False,
)
def hardware_flops(training_flops, recomputation, training_passes):
    """Arithmetic that the GPUs carry out: with the forward pass again, where it is recomputed."""
    return training_flops * (1 + choose(recomputation, 0, 1 / training_passes))
