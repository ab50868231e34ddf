"""Sequences that a replica decodes at once, which limit sets them, and what it then delivers."""

from functools import partial

from flopwatt.model import (
    choose,
    earlier,
    formula,
    later,
    pick,
    place_of_least,
    power,
    sequences_within,
    whole,
)

STEP = "convention#serving-step"
UNLIMITED = float("inf")
capacity = partial(formula, "fit", source=STEP, written=False)
limit = partial(capacity, unit="count", kind="limit", minimum=0)


@limit(key="batch.memory", symbol="q_m")
def batch_by_memory(cache_memory, fit_sequence):
    """Sequences whose whole length the cache of a replica holds."""
    return whole(later(cache_memory, 0) / fit_sequence)


@capacity(key="batch.tpot_budget", unit="s", symbol="t_u")
def step_budget(tpot_objective, decoded_tokens, one_token):
    """Time of a step that keeps the time per output token, prompts read between."""
    return tpot_objective * decoded_tokens / one_token


@limit(key="batch.tpot_per_stage", symbol="q_u")
def stage_by_tpot(
    step_budget, base_time, sequence_time, interleaved_time, experts_time, expert_missed,
    pipeline_parallel,
):  # fmt: skip
    """Sequences of each stage whose steps keep the time per output token."""
    # a sequence waits for the prompts of all others, and not for its own, which it has read
    budget = step_budget + interleaved_time / pipeline_parallel
    each = sequence_time + interleaved_time
    return whole(sequences_within(budget, base_time, each, experts_time, expert_missed))


@limit(key="batch.tpot", symbol="q_t")
def batch_by_tpot(
    stage_by_tpot, step_budget, step_alone, interleaved_time, pipeline_parallel, fit_answer,
    one_token,
):  # fmt: skip
    """Sequences of a replica whose steps keep the time per output token.

    Where not each stage may have one, so many that one step beside the prompts of the others does.
    An answer of one token has no such time, and no limit.
    """
    left = (step_budget - step_alone) * pipeline_parallel
    few = pick(left < 0, 0, earlier(whole(1 + left / interleaved_time), pipeline_parallel))
    kept = pick(stage_by_tpot < 1, few, stage_by_tpot * pipeline_parallel)
    return pick(fit_answer > one_token, kept, UNLIMITED)


@formula("fit", makes="batch_by_tpot", source="identity", fallback=True, offered=False)
def batch_without_tpot(batch_by_memory):
    """The same without an objective: no limit."""
    return later(batch_by_memory, UNLIMITED)


@capacity(key="batch.ttft_budget", unit="s", symbol="t_b", above=None)
def first_token_budget(phases, ttft_objective, prompt_time, prompt_chunks):
    """Time of a step that keeps the time to the first token: each chunk waits for one."""
    # a request comes in the middle of a step, on average, and waits for its second half
    left = ttft_objective - prompt_time
    return choose(phases, left / (prompt_chunks + 1 / 2), left)


@limit(key="batch.ttft", symbol="q_f")
def batch_by_ttft(
    first_token_budget, base_time, sequence_time, experts_time, expert_missed, pipeline_parallel
):
    """Sequences of a replica whose steps keep the time to the first token."""
    each_stage = whole(
        sequences_within(first_token_budget, base_time, sequence_time, experts_time, expert_missed)
    )
    return each_stage * pipeline_parallel


@formula("fit", makes="batch_by_ttft", source="identity", fallback=True, offered=False)
def batch_without_ttft(batch_by_memory):
    """The same without an objective: no limit."""
    return later(batch_by_memory, UNLIMITED)


@capacity(key="batch.at_once", unit="count", symbol="q_b", minimum=0)
def batch_at_once(batch_by_memory, batch_limit, batch_by_tpot, batch_by_ttft):
    """Sequences that a replica has at once: what memory, engine and objectives allow.

    One at least: where they do not allow that, ``serving_wall`` says why.
    """
    promised = earlier(batch_by_tpot, batch_by_ttft)
    return later(earlier(earlier(batch_by_memory, batch_limit), promised), 1)


@capacity(key="batch.unit", unit="count", symbol="q_U", minimum=0)
def unit_sequences(batch_at_once, data_parallel):
    """Sequences that all replicas of a unit have at once."""
    return batch_at_once * data_parallel


@capacity(key="batch.prompts", unit="count", symbol="q_p", minimum=0)
def prompts_at_once(phases, batch_at_once, batch_by_memory, batch_limit, pipeline_parallel):
    """Prompts that a replica reads at once: one in each stage, where there are so many calls."""
    # where prompts have GPUs of their own, objectives of answers do not limit them
    read = later(earlier(batch_by_memory, batch_limit), 1)
    return earlier(choose(phases, batch_at_once, read), pipeline_parallel)


@capacity(
    key="batch.limit",
    unit="ratio",
    symbol="X_b",
    kind="word",
    words=("memory", "engine", "TPOT", "TTFT"),
    above=None,
)
def batch_rule(batch_by_memory, batch_limit, batch_by_tpot, batch_by_ttft):
    """What sets the sequences that a replica has at once."""
    return place_of_least(batch_by_memory, batch_limit, batch_by_tpot, batch_by_ttft)


@capacity(key="batch.per_stage", unit="count", symbol="q_s", minimum=0)
def stage_sequences(batch_at_once, pipeline_parallel):
    """Sequences that one step decodes: those of a replica, in as many groups as it has stages.

    One at least: where there are fewer sequences than stages, some stages stand idle.
    """
    return later(batch_at_once / pipeline_parallel, 1)


@capacity(key="step.experts_read", unit="ratio", symbol="e_b", minimum=0)
def experts_read(expert_missed, stage_sequences):
    """Share of the routed experts that one step reads, expected."""
    return 1 - power(expert_missed, stage_sequences)


@capacity(key="step.time", unit="s", symbol="t_s")
def serving_step_time(base_time, experts_time, experts_read, sequence_time, stage_sequences):
    """Time of one decoding step of the sequences at once, through all stages."""
    return base_time + experts_time * experts_read + sequence_time * stage_sequences
