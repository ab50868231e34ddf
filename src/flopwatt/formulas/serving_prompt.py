"""Reading prompts: the time of one, what it costs a pool that also writes answers."""

from functools import partial

from flopwatt.model import choose, formula, pick, whole

STEP = "convention#serving-step"
prompt = partial(formula, "fit", source=STEP, written=False)


@prompt(key="prompt_time.scores", unit="FLOP/token", symbol="f_p", minimum=0)
def fresh_scores(
    pair_flops, unmasked_pair_flops, fit_prompt, fresh_tokens, prompt_limited, prompt_chunked,
    state_flops,
):  # fmt: skip
    """Scores and recurrences of one token of the prompt that is worked out, on average; causal."""
    # causal: what is found and half of what is worked out lies before a token, on average
    seen = pair_flops * (fit_prompt - fresh_tokens / 2) + unmasked_pair_flops * fit_prompt
    return seen + prompt_limited + prompt_chunked + state_flops


@prompt(key="prompt_time.work", unit="s", symbol="t_w", minimum=0)
def prompt_work_time(
    fresh_tokens, token_time, fresh_scores, head_time, one_token, tensor_parallel, attention_rate
):  # fmt: skip
    """Time that the arithmetic of one prompt takes, through all stages; one token is chosen."""
    scores = fresh_scores / (tensor_parallel * attention_rate)
    return fresh_tokens * (token_time + scores) + one_token * head_time


@prompt(key="prompt_time.links", unit="s", symbol="t_a", minimum=0)
def prompt_link_time(fresh_tokens, token_link_time, step_latency, batched_tokens):
    """Time that one prompt takes over links; passes are shared with other prompts."""
    return fresh_tokens * token_link_time + step_latency * fresh_tokens / batched_tokens


@prompt(key="prompt_time.found", unit="s", symbol="t_h", minimum=0)
def found_time(fit_prompt, fit_cached, fit_bytes_per_token, pipeline_parallel, host_link):
    """Time to bring in the part of a prompt whose cache is found outside the GPU."""
    return fit_prompt * fit_cached * fit_bytes_per_token * pipeline_parallel / host_link


@prompt(key="prompt_time.passes", unit="s", symbol="t_g", minimum=0)
def prompt_pass_time(
    phases, fresh_tokens, batched_tokens, step_dense, step_read_rate, experts_time,
    step_overhead, pipeline_parallel,
):  # fmt: skip
    """Time that a prompt takes of passes that read prompts alone: all weights, and the overhead.

    Where phases are together the steps that write answers read the weights for prompts too.
    """
    own = step_dense / step_read_rate + experts_time + step_overhead * pipeline_parallel
    return choose(phases, 0 * own, own * fresh_tokens / batched_tokens)


@prompt(key="prompt_time", unit="s", symbol="t_p", minimum=0)
def prompt_time(prompt_work_time, prompt_link_time, prompt_pass_time, found_time):
    """Time to read one prompt by itself, through all stages."""
    return prompt_work_time + prompt_link_time + prompt_pass_time + found_time


@prompt(key="prompt_time.chunks", unit="count", symbol="n_c")
def prompt_chunks(fresh_tokens, batched_tokens):
    """Steps that a prompt is spread over."""
    return -whole(-fresh_tokens / batched_tokens)


@prompt(key="prompt_time.per_step", unit="s", symbol="t_i", minimum=0)
def interleaved_time(phases, prompt_time, decoded_tokens, fit_answer, one_token):
    """Time that the prompt of one call adds to each step of the others, spread over its answer."""
    # an answer of one token is written when its prompt is read: no step is between them
    spread = pick(fit_answer > one_token, prompt_time * decoded_tokens / fit_answer, 0)
    return choose(phases, spread, prompt_time * 0)
