"""What a replica delivers: tokens per second, times that a user sees, and what bounds them."""

from functools import partial

from flopwatt.model import choose, first_true, formula, pick, place_of_most

STEP = "convention#serving-step"
rate = partial(formula, "fit", source=STEP, unit="token/s")
seen = partial(formula, "fit", source=STEP, unit="s", written=False)


@rate(key="prefill_rate", symbol="R_p", example="73700 tokens/s")
def prefill_rate(data_parallel, prompts_at_once, fit_prompt, prompt_time):
    """Prompt tokens per second of all replicas if they read prompts alone, those found included."""
    return data_parallel * prompts_at_once * fit_prompt / prompt_time


@rate(key="decode_rate", symbol="R_d", example="14800 tokens/s")
def decode_rate(data_parallel, batch_at_once, decoded_tokens, serving_step_time):
    """Answer tokens per second of all replicas if they write answers alone."""
    return data_parallel * batch_at_once * decoded_tokens / serving_step_time


@seen(key="call_time", symbol="t_c")
def call_time(fit_prompt, prefill_rate, fit_answer, decode_rate):
    """Time of all replicas together that one call takes: its prompt read, its answer written."""
    return pick(fit_prompt > 0, fit_prompt / prefill_rate, 0) + fit_answer / decode_rate


@rate(key="output_rate", symbol="v_o", written=False)
def output_rate(fit_answer, call_time):
    """Answer tokens per second of all replicas at full load, their prompts read."""
    return fit_answer / call_time


@rate(key="input_rate", symbol="v_i", written=False)
def input_rate(fit_prompt, call_time):
    """Prompt tokens per second of all replicas at full load, those found included."""
    return fit_prompt / call_time


@rate(key="output_rate_per_gpu", symbol="v_g", written=False)
def output_rate_per_gpu(output_rate, fit_accelerators):
    """Answer tokens per second of one GPU at full load."""
    return output_rate / fit_accelerators


@seen(key="tpot.expected", symbol="t_t")
def tpot(
    serving_step_time, interleaved_time, batch_at_once, pipeline_parallel, one_token, decoded_tokens
):
    """Time per output token, after the first, while the fleet is not saturated."""
    # the prompts of all others are read between the steps of a sequence, and not its own
    others = interleaved_time * (batch_at_once - 1) / pipeline_parallel
    return (serving_step_time + others) * one_token / decoded_tokens


@seen(key="ttft.expected", symbol="t_f")
def ttft(phases, prompt_time, prompt_chunks, serving_step_time):
    """Time to the first token while the fleet is not saturated."""
    # a request comes in the middle of a step, on average, and waits for its second half
    return prompt_time + choose(
        phases, serving_step_time * (prompt_chunks + 1 / 2), serving_step_time
    )


@seen(key="step.alone_time", symbol="t_1")
def step_alone(base_time, experts_time, expert_missed, sequence_time):
    """Time of a step that decodes one sequence alone."""
    return base_time + experts_time * (1 - expert_missed) + sequence_time


@seen(key="tpot.floor", symbol="t_T")
def tpot_floor(step_alone, one_token, decoded_tokens):
    """Time per output token of one sequence alone: no objective below it can be kept."""
    return step_alone * one_token / decoded_tokens


@seen(key="ttft.floor", symbol="t_F")
def ttft_floor(phases, prompt_time, prompt_chunks, step_alone):
    """Time to the first token beside one sequence alone: no objective below it can be kept."""
    # half a step is waited for, on average
    return prompt_time + choose(phases, step_alone * (prompt_chunks + 1 / 2), step_alone)


@formula(
    "fit",
    key="step.bound",
    unit="ratio",
    symbol="X_s",
    source=STEP,
    kind="word",
    words=("weights", "cache", "arithmetic", "links", "overhead"),
    above=None,
    written=False,
)
def step_bound(weights_time, caches_time, arithmetic_time, links_time, overhead_time):
    """What takes most of a decoding step."""
    return place_of_most(weights_time, caches_time, arithmetic_time, links_time, overhead_time)


@seen(key="step.weights_time", symbol="t_W")
def weights_time(step_dense, step_read_rate, experts_time, experts_read):
    """Time of a step that reading weights takes."""
    return step_dense / step_read_rate + experts_time * experts_read


@seen(key="step.caches_time", symbol="t_K", minimum=0)
def caches_time(cache_time, stage_sequences):
    """Time of a step that reading caches takes."""
    return cache_time * stage_sequences


@seen(key="step.arithmetic_time", symbol="t_C", minimum=0)
def arithmetic_time(step_token_time, token_link_time, checked_tokens, stage_sequences):
    """Time of a step that arithmetic takes."""
    return (step_token_time - token_link_time) * checked_tokens * stage_sequences


@seen(key="step.links_time", symbol="t_A", minimum=0)
def links_time(token_link_time, checked_tokens, stage_sequences, step_latency):
    """Time of a step that links take: sums of states, and tokens sent to their experts."""
    return token_link_time * checked_tokens * stage_sequences + step_latency


@seen(key="step.overhead_time", symbol="t_O", minimum=0)
def overhead_time(step_overhead, pipeline_parallel):
    """Time of a step beside reading, arithmetic and links."""
    return step_overhead * pipeline_parallel


@formula(
    "fit",
    key="serving_wall",
    unit="ratio",
    symbol="X_w",
    source=STEP,
    kind="word",
    words=("weights", "activations", "kv cache", "context", "TTFT", "TPOT", "none"),
    above=None,
    written=False,
)
def serving_wall(
    room_for_weights, room_for_step, batch_by_memory, context_to_spare, batch_by_ttft,
    batch_by_tpot,
):  # fmt: skip
    """What keeps the model from being served so at all: the first that not one call passes."""
    return first_true(
        room_for_weights < 0,
        room_for_step < 0,
        batch_by_memory < 1,
        context_to_spare < 0,
        batch_by_ttft < 1,
        batch_by_tpot < 1,
    )


@formula(
    "fit", key="room.weights", unit="GiB", symbol="D_w", source=STEP, above=None, written=False
)
def room_for_weights(usable_memory, held_by_weights):
    """Memory of one GPU beside weights and libraries; below zero it lacks."""
    return usable_memory - held_by_weights


@formula("fit", key="room.step", unit="GiB", symbol="D_a", source=STEP, above=None, written=False)
def room_for_step(usable_memory, held_memory):
    """Memory of one GPU beside all but the cache; below zero it lacks."""
    return usable_memory - held_memory


@formula(
    "fit", key="room.context", unit="token", symbol="D_s", source=STEP, above=None, written=False
)
def context_to_spare(context_length, fit_context):
    """Tokens between the model's longest context and that of a call; below zero it lacks."""
    return context_length - fit_context
