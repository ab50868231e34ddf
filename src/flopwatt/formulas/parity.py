"""Parity: when inference has done as much arithmetic as training."""

from flopwatt.model import formula, total


@formula(
    "model", key="parity_tokens", unit="token", symbol="D*", source="sardana-2024", written=False
)
def parity_tokens(flops_per_param_token, training_tokens, inference_flops_per_param_token):
    """Tokens served at which inference has taken as much arithmetic as all training runs."""
    return total(flops_per_param_token * training_tokens) / inference_flops_per_param_token
