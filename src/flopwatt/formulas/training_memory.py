"""Memory of one GPU at the fullest moment of training, stage by stage and part by part."""

from functools import partial

from flopwatt.model import choose, formula, later, pick

RULE = "convention#training-memory"
kept = partial(formula, "fit", unit="GiB", written=False, minimum=0)


@kept(key="training.working", symbol="W", source=RULE)
def working(
    micro_tokens,
    rest_working_bytes,
    hidden_bytes,
    tensor_parallel,
    recompute,
    rest_kept,
    rest_activations,
    layer_scores,
):
    """What the backward pass of one layer takes beside what was kept, on one GPU."""
    # the gradient inside the layer, and those of what it takes in and gives out
    gradients = micro_tokens * (rest_working_bytes / tensor_parallel + hidden_bytes + hidden_bytes)
    again = rest_kept + layer_scores - rest_activations
    return gradients + choose(recompute, 0, layer_scores, again, again)


@formula("fit", key="training.logits", unit="token", symbol="n_v", source="identity", written=False)
def logits(micro_tokens, vocabulary, tensor_parallel):
    """Scores of words that one GPU works out for a micro-batch."""
    return micro_tokens * vocabulary / tensor_parallel


@formula(
    "fit", key="training.loss_width", unit="byte/token", symbol="w_v", source="megatron-core",
    minimum=0, written=False,
)  # fmt: skip
def loss_width(loss_kernel, logit_width):
    """Bytes of each score while the loss is worked out: itself, and 32-bit copies."""
    # a 32-bit copy is twice as wide; without a compiler three are held at once
    copy = logit_width + logit_width
    return choose(loss_kernel, logit_width, logit_width + copy, copy + copy + copy, 0)


@kept(key="training.head_gradient", symbol="G_h", source="megatron-core")
def head_gradient(trained_share, half_width, output_params, tensor_parallel):
    """Gradient of the output matrix before it is added up; none where it is frozen."""
    return pick(trained_share < 1, 0, half_width * output_params / tensor_parallel)


@kept(key="training.input_gradient", symbol="G_i", source=RULE)
def input_gradient(trained_share, half_width, embedding_params, tensor_parallel):
    """Gradient of the look-up before it is added up; none where it is frozen."""
    return pick(trained_share < 1, 0, half_width * embedding_params / tensor_parallel)


@kept(key="training.output_gradient", symbol="G_o", source="megatron-core")
def output_gradient(
    loss_kernel, logits, logit_width, head_gradient, micro_tokens, hidden_bytes, tensor_parallel
):
    """What the backward pass of the output matrix takes: gradients of it, of scores and input."""
    # tensor parallelism gathers the input, and holds its gradient whole
    ends = micro_tokens * hidden_bytes * pick(tensor_parallel > 1, 1 + 1, 1)
    scores = logits * logit_width
    return choose(loss_kernel, scores, scores, scores, 0) + head_gradient + ends


@kept(key="training.first.moment", symbol="T_1", source=RULE)
def first_moment(working, input_gradient, first_activations, first_flight):
    """What the fullest moment adds on the first stage."""
    # the look-up comes last, when its micro-batch has given up what its layers kept
    return later(working, input_gradient - first_activations / first_flight)


@kept(key="training.last.moment", symbol="T_p", source=RULE)
def last_moment(working, logits, loss_width, output_gradient, layer_input):
    """What the fullest moment adds on the last stage, the last norm and its output with it."""
    ends = layer_input + layer_input  # what the norm takes, and what the output matrix takes
    return later(working, later(logits * loss_width, output_gradient)) + ends


@kept(key="training.scratch", symbol="S", source="transformer-engine#get_dummy_wgrad")
def scratch(gradient_scratch, scratch_params, expert_scratch_params, half_width, tensor_parallel):
    """Unused gradients that stay, one of each shape of matrix, where all layers are held."""
    params = scratch_params / tensor_parallel + expert_scratch_params
    return choose(gradient_scratch, 0, half_width * params)


@kept(key="training.rest_scratch", symbol="S_r", source="transformer-engine#get_dummy_wgrad")
def rest_scratch(
    gradient_scratch, rest_scratch_params, expert_scratch_params, half_width, tensor_parallel
):
    """The same on a stage without leading layers."""
    params = rest_scratch_params / tensor_parallel + expert_scratch_params
    return choose(gradient_scratch, 0, half_width * params)


@kept(key="training.gathered", symbol="U", source="pytorch-fsdp")
def gathered(zero_stage, prefetched_units, half_width, rest_held, rest_experts_held):
    """Weights gathered of layers that are divided, and the gradient of one before it is divided."""
    layers = (prefetched_units + 1) * half_width * (rest_held + rest_experts_held)
    return choose(zero_stage, 0, 0, 0, layers)


@kept(key="training.gathered_head", symbol="U_h", source="pytorch-fsdp")
def gathered_head(zero_stage, half_width, output_params, tensor_parallel):
    """The output matrix gathered, where weights are divided."""
    return choose(zero_stage, 0, 0, 0, half_width * output_params / tensor_parallel)


@kept(key="training.first.buffers", symbol="F_1", source=RULE)
def first_buffers(scratch, gathered, workspace):
    """Buffers of the first stage."""
    return scratch + gathered + workspace


@kept(key="training.inner.buffers", symbol="F_2", source=RULE)
def inner_buffers(rest_scratch, gathered, workspace):
    """Buffers of the second stage."""
    return rest_scratch + gathered + workspace


@kept(key="training.last.buffers", symbol="F_p", source=RULE)
def last_buffers(pipeline_parallel, scratch, rest_scratch, gathered, gathered_head, workspace):
    """Buffers of the last stage."""
    own = pick(pipeline_parallel > 1, rest_scratch, scratch)
    return own + gathered + gathered_head + workspace


@kept(key="training.first.peak", symbol="M_1", source=RULE)
def first_peak(first_states, first_activations, first_moment, first_buffers):
    """What one GPU of the first stage holds at its fullest moment."""
    return first_states + first_activations + first_moment + first_buffers


@kept(key="training.inner.peak", symbol="M_2", source=RULE)
def inner_peak(inner_states, inner_activations, working, inner_buffers):
    """What one GPU of the second stage holds at its fullest moment."""
    return inner_states + inner_activations + working + inner_buffers


@kept(key="training.last.peak", symbol="M_p", source=RULE)
def last_peak(last_states, last_activations, last_moment, last_buffers):
    """What one GPU of the last stage holds at its fullest moment."""
    return last_states + last_activations + last_moment + last_buffers


@formula(
    "fit", key="training.worst_stage", unit="ratio", symbol="a_w", source=RULE, kind="word",
    words=("first", "inner", "last"), above=None, written=False,
)  # fmt: skip
def worst_stage(first_peak, inner_peak, last_peak):
    """The stage of the pipeline whose GPUs hold most; the last, where there is one stage."""
    others = pick(first_peak >= inner_peak, 0, 1)
    return pick(last_peak >= later(first_peak, inner_peak), 1 + 1, others)
