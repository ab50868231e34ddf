"""What the first, an inner and the last stage of a pipeline hold: parameters and activations."""

from functools import partial

from flopwatt.model import choose, formula, later, pick

RULE = "convention#training-memory"
held = partial(formula, "fit", unit="param", source=RULE, written=False, minimum=0)
kept = partial(formula, "fit", unit="GiB", written=False, minimum=0)
number = partial(formula, "fit", unit="count", written=False, minimum=0)


@held(key="training.input_params", symbol="P_i")
def input_params(embedding_params, position_params, tower_params):
    """Parameters in front of the first layer: look-ups, and towers where there are any."""
    return embedding_params + position_params + tower_params


@held(key="training.first.end_params", symbol="E_f")
def first_end(pipeline_parallel, input_params, head_params, outer_params, tensor_parallel):
    """Those of the first stage on one GPU, with the output matrix where it is the last too."""
    # norms are whole on every GPU
    both = (input_params + head_params) / tensor_parallel + outer_params
    return pick(pipeline_parallel > 1, input_params / tensor_parallel, both)


@held(key="training.last.end_params", symbol="E_l")
def last_end(
    pipeline_parallel, output_params, input_params, head_params, outer_params, tensor_parallel
):
    """The output matrix on one GPU of the last stage, a copy where it is the embedding again."""
    own = pick(pipeline_parallel > 1, output_params, input_params + head_params)
    return own / tensor_parallel + outer_params


@held(key="training.first.params", symbol="Q_1")
def first_params(first_lead, stage_layers, lead_held, rest_held, first_end):
    """Parameters on one GPU of the first stage, routed experts left out."""
    return first_lead * lead_held + (stage_layers - first_lead) * rest_held + first_end


@held(key="training.inner.params", symbol="Q_2")
def inner_params(stage_layers, rest_held):
    """Parameters on one GPU of the second stage, routed experts left out."""
    return stage_layers * rest_held


@held(key="training.last.params", symbol="Q_p")
def last_params(last_rest, stage_layers, lead_held, rest_held, last_end):
    """Parameters on one GPU of the last stage, routed experts left out."""
    return last_rest * rest_held + (stage_layers - last_rest) * lead_held + last_end


@held(key="training.first.expert_params", symbol="X_1")
def first_experts(first_lead, stage_layers, rest_experts_held):
    """Parameters of routed experts on one GPU of the first stage."""
    return (stage_layers - first_lead) * rest_experts_held


@held(key="training.inner.expert_params", symbol="X_2")
def inner_experts(stage_layers, rest_experts_held):
    """Parameters of routed experts on one GPU of the second stage."""
    return stage_layers * rest_experts_held


@held(key="training.last.expert_params", symbol="X_p")
def last_experts(last_rest, rest_experts_held):
    """Parameters of routed experts on one GPU of the last stage."""
    return last_rest * rest_experts_held


@formula("fit", key="training.tokens", unit="token", symbol="n_t", source="identity", written=False)
def micro_tokens(fit_context, micro_batch, context_parallel):
    """Tokens of one micro-batch on one GPU, before tensor parallelism."""
    return fit_context * micro_batch / context_parallel


@number(key="training.stream_ways", symbol="n_h", source="korthikanti-2022#section 4.2.2")
def stream_ways(sequence_parallel, tensor_parallel):
    """GPUs that divide what lies along the width of the model."""
    return choose(sequence_parallel, tensor_parallel, 1)


@kept(key="training.layer.scores", symbol="A_s", source="korthikanti-2022#section 4.1")
def layer_scores(
    attention_kernel, score_heads, score_width, fit_context, micro_tokens, tensor_parallel
):
    """Scores of attention that one layer keeps of a micro-batch on one GPU."""
    scores = score_heads * score_width * fit_context * micro_tokens / tensor_parallel
    return choose(attention_kernel, 0, scores)


@kept(key="training.layer.beside", symbol="A_b", source=RULE)
def layer_beside(
    micro_tokens,
    hidden_bytes,
    dropout_masks,
    stream_ways,
    rest_core_bytes,
    context_parallel,
    tensor_parallel,
):
    """Masks of dropout, and the second output of attention where sequences are divided."""
    # a mask takes one byte where a value takes two
    masks = dropout_masks * hidden_bytes / (1 + 1) / stream_ways
    return micro_tokens * (masks + pick(context_parallel > 1, rest_core_bytes / tensor_parallel, 0))


@kept(key="training.lead_layer.whole", symbol="A_d", source="korthikanti-2022#section 4")
def lead_kept(
    micro_tokens, lead_split_bytes, lead_stream_bytes, layer_beside, tensor_parallel, stream_ways
):
    """What a leading layer keeps of a micro-batch on one GPU, where nothing is recomputed."""
    split = lead_split_bytes / tensor_parallel
    return micro_tokens * (split + lead_stream_bytes / stream_ways) + layer_beside


@kept(key="training.rest_layer.whole", symbol="A", source="korthikanti-2022#section 4")
def rest_kept(
    micro_tokens,
    rest_split_bytes,
    rest_routed_bytes,
    rest_stream_bytes,
    layer_beside,
    tensor_parallel,
    stream_ways,
):
    """What a further layer keeps of a micro-batch on one GPU, where nothing is recomputed."""
    split = (rest_split_bytes + rest_routed_bytes) / tensor_parallel
    return micro_tokens * (split + rest_stream_bytes / stream_ways) + layer_beside


@kept(key="training.layer.input", symbol="A_i", source="korthikanti-2022#section 5")
def layer_input(micro_tokens, hidden_bytes, stream_ways):
    """What any layer takes in of a micro-batch, on one GPU."""
    return micro_tokens * hidden_bytes / stream_ways


@kept(key="training.lead_layer.kept", symbol="B_d", source="korthikanti-2022#section 5")
def lead_activations(
    recompute,
    lead_kept,
    layer_scores,
    micro_tokens,
    lead_operators_bytes,
    tensor_parallel,
    layer_input,
):
    """What a leading layer keeps of a micro-batch on one GPU, by what is recomputed."""
    operators = micro_tokens * lead_operators_bytes / tensor_parallel
    return choose(recompute, lead_kept + layer_scores, lead_kept, operators, layer_input)


@kept(key="training.rest_layer.kept", symbol="B", source="korthikanti-2022#section 5")
def rest_activations(
    recompute,
    rest_kept,
    layer_scores,
    micro_tokens,
    rest_operators_bytes,
    tensor_parallel,
    layer_input,
):
    """What a further layer keeps of a micro-batch on one GPU, by what is recomputed."""
    operators = micro_tokens * rest_operators_bytes / tensor_parallel
    return choose(recompute, rest_kept + layer_scores, rest_kept, operators, layer_input)


@number(key="training.first.in_flight", symbol="m_1", source="narayanan-2021#section 2.2")
def first_flight(pipeline_parallel, model_chunks):
    """Micro-batches whose activations the first stage holds at once."""
    more = (pipeline_parallel - 1) / model_chunks
    return pipeline_parallel + pick(model_chunks > 1, more, 0)


@number(key="training.inner.in_flight", symbol="m_2", source="narayanan-2021#section 2.2")
def inner_flight(first_flight, model_chunks):
    """Those of the second stage: one fewer, or two pieces of the model fewer."""
    return later(first_flight - pick(model_chunks > 1, (1 + 1) / model_chunks, 1), 0)


@number(key="training.last.in_flight", symbol="m_p", source="narayanan-2021#section 2.2")
def last_flight(pipeline_parallel, model_chunks):
    """Those of the last stage: one, or all pieces of the model but its last, and one."""
    return ((model_chunks - 1) * pipeline_parallel + 1) / model_chunks


@kept(key="training.first.activations", symbol="A_1", source="korthikanti-2022#section 4.2.3")
def first_activations(first_flight, first_lead, stage_layers, lead_activations, rest_activations):
    """What layers of the first stage keep of all micro-batches in flight, on one GPU."""
    rest = (stage_layers - first_lead) * rest_activations
    return first_flight * (first_lead * lead_activations + rest)


@kept(key="training.inner.activations", symbol="A_2", source="korthikanti-2022#section 4.2.3")
def inner_activations(inner_flight, stage_layers, rest_activations):
    """The same of the second stage."""
    return inner_flight * stage_layers * rest_activations


@kept(key="training.last.activations", symbol="A_p", source="korthikanti-2022#section 4.2.3")
def last_activations(last_flight, last_rest, stage_layers, lead_activations, rest_activations):
    """The same of the last stage."""
    lead = (stage_layers - last_rest) * lead_activations
    return last_flight * (lead + last_rest * rest_activations)
