"""Windows, chunks and recurrent states go through the formulas of serving as all models do.

As in ``test_serving_models``: by hand from the numbers of the published configs.
"""

import pytest


def gemma_3_27b():
    # 32 query and 16 key-value heads of 128 with norms; of 62 layers each sixth sees all
    attention, mlp = 2 * 5376 * 4096 + 2 * 5376 * 2048, 3 * 5376 * 21504
    head = 262208 * 5376  # and the embedding
    wide = 1152 * 4304
    tower = 27 * (4 * 1152 * 1152 + 2 * wide + 4 * 1152 + 4304 + 1152 + 4 * 1152)
    # patches of 14 x 14 in three colours, 4096 places, a last norm, and the way to the text
    tower += 1152 * (3 * 14 * 14) + 1152 + 4096 * 1152 + 2 * 1152 + 1152 * 5376 + 1152
    return {
        "model": "gemma-3-27b", "tp": 2, "prompt": 12000, "answer": 1000,
        "layers": 62, "hidden": 5376,
        "dense": 2 * (62 * (attention + mlp + 4 * 5376 + 2 * 128) + 5376),
        "head": 2 * head, "beside": 2 * tower,
        # 8 of 16 heads on each GPU
        "full": 2 * 10 * (2 * 8 * 128), "window": 2 * 52 * (2 * 8 * 128), "reach": 1024,
        "weights": 2 * 62 * (attention + mlp), "output": 2 * head,
        "pair": 10 * 4 * 32 * 128, "near": 52 * 4 * 32 * 128,
    }  # fmt: skip


def gemma_2_9b():
    # 16 query and 8 key-value heads of 256; every other of 42 layers sees 4096 tokens
    attention, mlp = 2 * 3584 * 4096 + 2 * 3584 * 2048, 3 * 3584 * 14336
    head = 256000 * 3584  # and the embedding
    return {
        "model": "gemma-2-9b", "tp": 1, "prompt": 7000, "answer": 1000,
        "layers": 42, "hidden": 3584,
        "dense": 2 * (42 * (attention + mlp + 4 * 3584) + 3584), "head": 2 * head, "beside": 0,
        "full": 2 * 21 * (2 * 8 * 256), "window": 2 * 21 * (2 * 8 * 256), "reach": 4096,
        "weights": 2 * 42 * (attention + mlp), "output": 2 * head,
        "pair": 21 * 4 * 16 * 256, "near": 21 * 4 * 16 * 256,
    }  # fmt: skip


def gpt_oss_20b():
    # as gpt-oss-120b: 24 layers, 4 of 32 experts in 4.25 bits; here below its window
    attention, bias = 2 * 2880 * 4096 + 2 * 2880 * 512, 4096 + 2 * 512 + 2880 + 64
    expert, expert_bias, router, head = 3 * 2880 * 2880, 3 * 2880, 32 * 2880, 201088 * 2880
    return {
        "model": "gpt-oss-20b", "tp": 1, "prompt": 100, "answer": 40,
        "layers": 24, "hidden": 2880,
        "dense": 2 * (24 * (attention + bias + router + 32 + 2 * 2880) + 2880),
        "experts": 24 * 32 * (expert * 17 / 32 + 2 * expert_bias), "share": 4 / 32,
        "head": 2 * head, "beside": 2 * head,
        "full": 2 * 12 * (2 * 8 * 64), "window": 2 * 12 * (2 * 8 * 64), "reach": 128,
        "weights": 2 * 24 * (attention + router + 4 * expert), "output": 2 * head,
        "pair": 12 * 4 * 64 * 64, "near": 12 * 4 * 64 * 64,
    }  # fmt: skip


def mistral_7b_v01():
    # 32 query and 8 key-value heads of 128; all layers see 4096 tokens, so nothing grows
    attention, mlp, head = 2 * 4096 * 4096 + 2 * 4096 * 1024, 3 * 4096 * 14336, 32000 * 4096
    return {
        "model": "mistral-7b-v0.1", "tp": 1, "prompt": 14000, "answer": 1000,
        "layers": 32, "hidden": 4096,
        "dense": 2 * (32 * (attention + mlp + 2 * 4096) + 4096),
        "head": 2 * head, "beside": 2 * head,
        "full": 0, "window": 2 * 32 * (2 * 8 * 128), "reach": 4096,
        "weights": 2 * 32 * (attention + mlp), "output": 2 * head,
        "pair": 0, "near": 32 * 4 * 32 * 128,
    }  # fmt: skip


def llama_4_scout():
    # 40 query and 8 key-value heads of 128; three of four layers see the chunk of 8192 they are in
    attention, expert = 2 * 5120 * 5120 + 2 * 5120 * 1024, 3 * 5120 * 8192
    router, head = 16 * 5120, 202048 * 5120
    return {
        "model": "llama-4-scout", "tp": 4, "prompt": 20000, "answer": 1000,
        "layers": 48, "hidden": 5120,
        # 1 of 16 experts, and one that all tokens pass
        "dense": 2 * (48 * (attention + router + expert + 2 * 5120) + 5120),
        "experts": 2 * 48 * 16 * expert, "share": 1 / 16, "head": 2 * head, "beside": 2 * head,
        # 2 of 8 heads on each GPU
        "full": 2 * 12 * (2 * 2 * 128), "window": 2 * 36 * (2 * 2 * 128), "chunk": 8192,
        "weights": 2 * 48 * (attention + router + 2 * expert), "output": 2 * head,
        "pair": 12 * 4 * 40 * 128, "near": 36 * 4 * 40 * 128,
    }  # fmt: skip


def qwen3_next_80b_a3b():
    # of 48 layers each fourth has 16 query heads of 256 with gates and 2 key-value heads
    attention = 3 * 2048 * 4096 + 2 * 2048 * 512
    # the others 32 states of 128 x 128 by 16 keys, over convolutions of 4 tokens
    mixed, state = 2 * 16 * 128 + 32 * 128, 32 * 128 * 128
    delta = 2048 * (mixed + 4096 + 2 * 32) + 4 * mixed + 4096 * 2048
    # 10 of 512 experts, and one with a gate that all tokens pass
    expert, router, head = 3 * 2048 * 512, 512 * 2048, 151936 * 2048
    beside = 48 * (router + expert + 2048)
    return {
        "model": "qwen3-next-80b-a3b", "tp": 4, "prompt": 6000, "answer": 2000,
        "layers": 48, "hidden": 2048,
        "dense": 2 * (12 * (attention + 2 * 256) + 36 * (delta + 2 * 32 + 128) + beside
                      + 48 * 2 * 2048 + 2048),
        "experts": 2 * 48 * 512 * expert, "share": 10 / 512, "head": 2 * head, "beside": 2 * head,
        "full": 2 * 12 * (2 * 1 * 256),  # 4 GPUs share 2 heads: each has a copy of one
        "state": 2 * 36 * (state + 3 * mixed) / 4,
        "weights": 2 * (12 * attention + 36 * delta + beside + 48 * 10 * expert),
        "output": 2 * head, "pair": 12 * 4 * 16 * 256,
        # decay it, read it by the key, add what is new, read it by the query
        "recurrence": 36 * (1 + 2 + 2 + 2) * state,
    }  # fmt: skip


def jamba_15_mini():
    # of 32 layers 4 attend; 28 have a state of 16 in each of 8192 channels, steps of rank 256
    attention = 2 * 4096 * 4096 + 2 * 4096 * 1024
    mamba = 4096 * 2 * 8192 + 4 * 8192 + 8192 * (256 + 2 * 16) + 256 * 8192 + 8192 * 4096
    around = 8192 + 8192 + 16 * 8192 + 8192 + 256 + 2 * 16  # biases, decays, skips, norms
    # every other layer has an MLP, the rest 16 experts of its size, of which a token passes 2
    expert, router, head = 3 * 4096 * 14336, 16 * 4096, 65536 * 4096
    return {
        "model": "jamba-1.5-mini", "tp": 2, "prompt": 12000, "answer": 2000,
        "layers": 32, "hidden": 4096,
        "dense": 2 * (4 * attention + 28 * (mamba + around) + 16 * (expert + router)
                      + 32 * 2 * 4096 + 4096),
        "experts": 2 * 16 * 16 * expert, "share": 2 / 16, "head": 2 * head, "beside": 2 * head,
        "full": 2 * 4 * (2 * 4 * 128), "state": 2 * 28 * (16 + 3) * 8192 / 2,
        "weights": 2 * (4 * attention + 28 * mamba + 16 * (3 * expert + router)),
        "output": 2 * head, "pair": 4 * 4 * 32 * 128,
        # step times decay, decay times state, input times B, their sum, and the read-out by C
        "recurrence": 28 * (1 + 1 + 1 + 1 + 2) * 16 * 8192,
    }  # fmt: skip


def mamba2(hidden, inner, heads, groups, norm):
    """Matrices of a Mamba-2 block with states of 128, what is around them, and its states."""
    mixed = inner + 2 * groups * 128
    matrices = hidden * (inner + mixed + heads) + 4 * mixed + inner * hidden
    return matrices, mixed + 3 * heads + norm, inner * 128, 3 * mixed


def nemotron_h_8b():
    # 24 layers of Mamba-2, 24 of an MLP without a gate, 4 of attention: one sum over links each
    attention, mlp = 2 * 4096 * 4096 + 2 * 4096 * 1024, 2 * 4096 * 21504
    matrices, around, state, kept = mamba2(4096, 8192, 128, 8, 8192)
    head = 131072 * 4096
    return {
        "model": "nemotron-h-8b", "tp": 2, "reduces": 1, "prompt": 6000, "answer": 1000,
        "layers": 52, "hidden": 4096,
        "dense": 2 * (4 * attention + 24 * (matrices + around + mlp) + 52 * 4096 + 4096),
        "head": 2 * head, "beside": 2 * head,
        "full": 2 * 4 * (2 * 4 * 128), "state": 2 * 24 * (state + kept) / 2,
        "weights": 2 * (4 * attention + 24 * (matrices + mlp)), "output": 2 * head,
        "pair": 4 * 4 * 32 * 128,
        # decay times state, input times B, their sum, and the read-out by C
        "recurrence": 24 * (1 + 1 + 1 + 2) * state,
    }  # fmt: skip


def falcon_h1_05b():
    # every one of 36 layers attends with 8 query and 2 key-value heads of 64, beside Mamba-2
    attention, mlp = 2 * 1024 * 512 + 2 * 1024 * 128, 3 * 1024 * 2048
    matrices, around, state, kept = mamba2(1024, 1536, 24, 1, 0)
    head = 32784 * 1024
    return {
        "model": "falcon-h1-0.5b", "tp": 1, "prompt": 3000, "answer": 1000,
        "layers": 36, "hidden": 1024,
        "dense": 2 * (36 * (attention + matrices + around + mlp + 2 * 1024) + 1024),
        "head": 2 * head, "beside": 2 * head,
        "full": 2 * 36 * (2 * 2 * 64), "state": 2 * 36 * (state + kept),
        "weights": 2 * 36 * (attention + matrices + mlp), "output": 2 * head,
        "pair": 36 * 4 * 8 * 64, "recurrence": 36 * 5 * state,
    }  # fmt: skip


def bamba_9b():
    # 3 of 32 layers attend, the others are Mamba-2; all have an MLP
    attention, mlp = 2 * 4096 * 4096 + 2 * 4096 * 1024, 3 * 4096 * 14336
    matrices, around, state, kept = mamba2(4096, 8192, 128, 1, 8192)
    head = 128256 * 4096
    return {
        "model": "bamba-9b", "tp": 1, "prompt": 3000, "answer": 1000,
        "layers": 32, "hidden": 4096,
        "dense": 2 * (3 * attention + 29 * (matrices + around) + 32 * (mlp + 2 * 4096) + 4096),
        "head": 2 * head, "beside": 2 * head,
        "full": 2 * 3 * (2 * 8 * 128), "state": 2 * 29 * (state + kept),
        "weights": 2 * (3 * attention + 29 * matrices + 32 * mlp), "output": 2 * head,
        "pair": 3 * 4 * 32 * 128, "recurrence": 29 * 5 * state,
    }  # fmt: skip


WINDOWS = [gemma_3_27b, gemma_2_9b, gpt_oss_20b, mistral_7b_v01, llama_4_scout]
HYBRIDS = [qwen3_next_80b_a3b, jamba_15_mini, nemotron_h_8b, falcon_h1_05b, bamba_9b]


@pytest.mark.parametrize("numbers", [*WINDOWS, *HYBRIDS], ids=lambda numbers: numbers.__name__)
def test_windows_and_states_by_hand(numbers, hold):
    hold(**numbers())
