"""Parameters of a model by the conventions in which they are published."""

from flopwatt.model import formula


@formula(
    "model",
    key="params.active.all",
    unit="param",
    symbol="N",
    source="convention#active-parameters",
    above=1e5,
    example="37B",
    offered=False,
)
def active_params(total_params, expert_params, chosen_params):
    """Parameters that one token passes through, embeddings included; all of a dense model's."""
    return total_params - expert_params + chosen_params


@formula(
    "model",
    key="params.active.no_input_embedding",
    unit="param",
    symbol="N_i",
    source="convention#active-parameters",
    minimum=0,
    written=False,
)
def active_no_input(active_params, embedding_params):
    """Parameters that one token passes through, the look-up of its id left out."""
    return active_params - embedding_params


@formula(
    "model",
    key="params.active.no_embeddings",
    unit="param",
    symbol="N_e",
    source="convention#active-parameters",
    minimum=0,
    written=False,
)
def active_no_embeddings(active_no_input, head_params):
    """Parameters that one token passes through, without look-up and output matrix."""
    return active_no_input - head_params


@formula(
    "model",
    key="params.non_embedding",
    unit="param",
    symbol="P_n",
    source="convention#active-parameters",
    minimum=0,
    written=False,
)
def non_embedding_params(total_params, embedding_params, head_params):
    """All parameters without look-up and output matrix."""
    return total_params - embedding_params - head_params


@formula(
    "model",
    key="params.stored",
    unit="param",
    symbol="P_s",
    source="convention#stored-parameters",
    minimum=0,
    written=False,
)
def stored_params(total_params, tied_params, tower_params, predictor_params, buffer_params):
    """Numbers a file may hold: a tied matrix twice, towers, further predictors and buffers too."""
    return total_params + tied_params + tower_params + predictor_params + buffer_params


@formula(
    "model",
    key="lora.trainable",
    unit="param",
    symbol="P_l",
    source="hu-2021#section 4.1",
    minimum=0,
    written=False,
)
def lora_params(lora_rank, lora_sides):
    """Parameters that adapters add and train: two thin matrices beside each target."""
    return lora_rank * lora_sides
