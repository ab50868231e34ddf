"""A second way to work out a step of serving: plain arithmetic from the numbers of a config."""

import math

import pytest

import flopwatt

GIB = 2.0**30
READ = 0.8 * 3.35e12  # bytes/s of an H100 SXM
HALF, EIGHT = 0.75 * 989.4e12, 0.55 * 1979e12  # FLOP/s of weights in 16 and in 8 bits
LINK, LATENCY, OVERHEAD = 0.6 * 450e9, 15e-6, 2e-3
NETWORK, JOINED = 0.6 * 50e9, 8  # beyond the GPUs that links join
MEMORY = 0.9 * 80 * GIB - 2 * GIB  # what weights and cache share
CHUNK, ENGINE = 8192, 256  # tokens of a step, sequences of the engine
STATED = {
    "card": "80 GiB", "utilisation": "90 %", "other": "0.5 GiB", "activations": "1.5 GiB",
    "batched_tokens": f"{CHUNK} tokens", "batch_limit": str(ENGINE), "speed.memory_share": "80 %",
    "speed.compute_share": "75 %", "speed.compute_share_low_bit": "55 %", "speed.overhead": "2 ms",
    "speed.link_share": "60 %", "speed.link_latency": "15 us", "speed.dispatch_share": "50 %",
    "speed.combine_share": "100 %",
}  # fmt: skip
# what a model does not have
NONE = dict.fromkeys(
    ("experts", "window", "state", "near", "recurrence", "eight", "routed", "passed"), 0
)
ALONE = {"pp": 1, "dp": 1, "share": 1, "reach": 0, "chunk": 0, "reduces": 2}


@pytest.fixture(scope="session")
def hold():
    """Holds what a fit says to what follows from the numbers of a config."""
    return _hold


def _hold(**numbers):
    m = NONE | ALONE | numbers
    tp, ep = m["tp"], m.get("ep", m["tp"])
    given = STATED | {
        "prompt": f"{m['prompt']} tokens",
        "answer": f"{m['answer']} tokens",
        "speed.reduces": str(m["reduces"]),
    }
    gpus, context = tp * m["pp"] * m["dp"], m["prompt"] + m["answer"]
    found = flopwatt.fit(m["model"], f"{gpus}xH100 SXM", tp=tp, pp=m["pp"], dp=m["dp"], ep=ep,
                         context=context, given=given)  # fmt: skip
    for key, value in _worked_out(m | {"ep": ep, "cached": m.get("cached", m["pair"])}).items():
        assert found[f"fit.{key}"] == pytest.approx(value, rel=1e-6), key


def _worked_out(m):
    """Weights in bytes of the whole model, caches in those of one GPU of each stage together."""
    step = _step(m)
    memory, batch = _batch(m)
    group = max(batch / m["pp"], 1)
    # an expert is left alone where no token of any replica that shares it passes it
    touched = 1 - (1 - m["share"]) ** (m["ep"] / m["tp"] * group)
    time = step["base"] + step["experts"] * touched + step["each"] * group
    prompt = _prompt(m)
    reading = m["dp"] * min(batch, m["pp"])
    call = prompt / reading + m["answer"] * time / (m["dp"] * batch)
    return {
        "step.cache_bytes": step["cache"],
        "step.dense_bytes": step["dense"] / 1e9,  # shown in GB
        "step.expert_time": step["experts"],
        "step.experts_read": touched,
        "step.seen_flops": step["scores"],
        "batch.memory": memory,
        "batch.at_once": batch,
        "step.time": time,
        "prompt_time": prompt,
        "tpot.expected": time + prompt / m["answer"] * (batch - 1) / m["pp"],
        "ttft.expected": prompt + time * (math.ceil(m["prompt"] / CHUNK) + 0.5),
        "prefill_rate": reading * m["prompt"] / prompt,
        "decode_rate": m["dp"] * batch / time,
        "output_rate": m["answer"] / call,
    }


def _speed(m):
    """FLOP/s in weights of the GPUs that share a layer."""
    return m["tp"] / ((1 - m["eight"]) / HALF + m["eight"] / EIGHT)


def _links(m):
    """Seconds of one token over links, and of a pass however few it has."""
    tp, ep, sums = m["tp"], m["ep"], m["reduces"] * m["layers"]
    sent = 0
    if ep > tp:
        # each other GPU that has one of its experts gets a token in 8 bits and answers in 16
        others = (ep - 1) * (1 - ((ep - 1) / ep) ** m["passed"])
        rate = LINK if ep <= JOINED else NETWORK
        sent = m["routed"] * others * (1 + 2) * m["hidden"] / tp / rate
    if tp == 1:
        return sent, 0
    rate = LINK if tp <= JOINED else NETWORK
    return sent + sums * 2 * (tp - 1) / tp * 2 * m["hidden"] / rate, sums * LATENCY


def _step(m):
    length = m["prompt"] + m["answer"] / 2
    near = min(length, m["reach"])
    if m["chunk"]:
        near = length if length <= m["chunk"] else m["chunk"] / 2
    # a token reads caches as far as it sees, and writes its states anew
    cache = m["full"] * length + m["window"] * near + 2 * m["state"]
    scores = m["cached"] * length + m["near"] * near + m["recurrence"]
    token, latency = _links(m)
    dense = (m["dense"] + m["head"]) / m["tp"]
    # whatever weights are held in, scores are worked out in 16 bits
    arithmetic = (m["weights"] + m["output"]) / _speed(m) + scores / (m["tp"] * HALF)
    return {
        "cache": cache,
        "scores": scores,
        "dense": dense,
        "experts": m["experts"] / m["ep"] / READ,
        "each": cache / READ + arithmetic + token,
        "base": dense / READ + latency + OVERHEAD * m["pp"],
    }


def _batch(m):
    """Sequences of full length in memory; layers with a window keep a chunk of a prompt beside."""
    context = m["prompt"] + m["answer"]
    kept = min(context, (m["reach"] or m["chunk"]) + CHUNK)
    sequence = (m["full"] * context + m["window"] * kept + m["state"]) / m["pp"]
    ends = m["head"] + m["beside"] if m["pp"] == 1 else max(m["head"], m["beside"])
    layers = m["dense"] / m["tp"] + m["experts"] / m["ep"]
    memory = math.floor((MEMORY - layers / m["pp"] - ends / m["tp"]) / sequence)
    return memory, min(memory, ENGINE)


def _prompt(m):
    n, reach, chunk = m["prompt"], m["reach"], m["chunk"]
    near = min(n, chunk) / 2
    if reach:  # the first tokens see fewer than the window holds
        near = reach - reach * reach / (2 * n) if n > reach else n / 2
    scores = m["pair"] * n / 2 + m["near"] * near + m["recurrence"]
    token, latency = _links(m)
    # the output matrix works on the last token alone
    work = (n * m["weights"] + m["output"]) / _speed(m) + n * scores / (m["tp"] * HALF)
    return work + n * token + latency * n / CHUNK
