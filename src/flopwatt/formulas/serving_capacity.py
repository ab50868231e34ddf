"""Sequences that a replica decodes at once, which limit sets them, and what it then delivers."""

from functools import partial

from flopwatt.model import (
    choose,
    earlier,
    formula,
    later,
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


@limit(key="batch.tpot", symbol="q_t")
def batch_by_tpot(
    tpot_objective, decoded_tokens, one_token, base_time, sequence_time, interleaved_time,
    experts_time, expert_missed,
):  # fmt: skip
    """Sequences of a stage whose steps keep the time per output token, prompts read between."""
    budget = tpot_objective * decoded_tokens / one_token
    each = sequence_time + interleaved_time
    return whole(sequences_within(budget, base_time, each, experts_time, expert_missed))


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
def batch_by_ttft(first_token_budget, base_time, sequence_time, experts_time, expert_missed):
    """Sequences of a stage whose steps keep the time to the first token."""
    return whole(
        sequences_within(first_token_budget, base_time, sequence_time, experts_time, expert_missed)
    )


@formula("fit", makes="batch_by_ttft", source="identity", fallback=True, offered=False)
def batch_without_ttft(batch_by_memory):
    """The same without an objective: no limit."""
    return later(batch_by_memory, UNLIMITED)


@capacity(key="batch.at_once", unit="count", symbol="q_b", minimum=0)
def batch_at_once(batch_by_memory, batch_limit, batch_by_tpot, batch_by_ttft, pipeline_parallel):
    """Sequences that a replica has at once: what memory, engine and objectives allow.

    One in each stage at least: where they do not allow that, ``serving_wall`` says why.
    """
    promised = earlier(batch_by_tpot, batch_by_ttft) * pipeline_parallel
    allowed = earlier(earlier(batch_by_memory, batch_limit), promised)
    return later(allowed, pipeline_parallel)


@capacity(
    key="batch.limit",
    unit="ratio",
    symbol="X_b",
    kind="word",
    words=("memory", "engine", "TPOT", "TTFT"),
    above=None,
)
def batch_rule(batch_by_memory, batch_limit, batch_by_tpot, batch_by_ttft, pipeline_parallel):
    """What sets the sequences that a replica has at once."""
    tpot, ttft = batch_by_tpot * pipeline_parallel, batch_by_ttft * pipeline_parallel
    return place_of_least(batch_by_memory, batch_limit, tpot, ttft)


@capacity(key="batch.per_stage", unit="count", symbol="q_s", minimum=0)
def stage_sequences(batch_at_once, pipeline_parallel):
    """Sequences that one step decodes: those of a replica, in as many groups as it has stages."""
    return batch_at_once / pipeline_parallel


@capacity(key="step.experts_read", unit="ratio", symbol="e_b", minimum=0)
def experts_read(expert_missed, stage_sequences):
    """Share of the routed experts that one step reads, expected."""
    return 1 - power(expert_missed, stage_sequences)


@capacity(key="step.time", unit="s", symbol="t_s")
def serving_step_time(base_time, experts_time, experts_read, sequence_time, stage_sequences):
    """Time of one decoding step of the sequences at once, through all stages."""
    return base_time + experts_time * experts_read + sequence_time * stage_sequences
