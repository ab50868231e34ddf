"""Experts and latents go through the formulas of serving as all models do.

What is expected is worked out here and in ``conftest``, from the numbers of the published
configs alone: weights, caches and arithmetic of each model by hand, then the step.
"""

import pytest


def mixtral_8x7b():
    # 32 query and 8 key-value heads of 128; 2 of 8 experts
    attention, expert = 2 * 4096 * 4096 + 2 * 4096 * 1024, 3 * 4096 * 14336
    router, head = 8 * 4096, 32000 * 4096
    return {
        "model": "mixtral-8x7b", "tp": 2, "prompt": 3000, "answer": 1000,
        "layers": 32, "hidden": 4096,
        "dense": 2 * (32 * (attention + router + 2 * 4096) + 4096),
        "experts": 2 * 32 * 8 * expert, "share": 2 / 8, "head": 2 * head, "beside": 2 * head,
        "full": 2 * 32 * (2 * 4 * 128),  # 4 of 8 heads
        "weights": 2 * 32 * (attention + router + 2 * expert), "output": 2 * head,
        "pair": 32 * 4 * 32 * 128,
    }  # fmt: skip


def qwen3_30b_a3b():
    # 32 query and 4 key-value heads of 128, with norms of their own; 8 of 128 experts
    attention, expert = 2 * 2048 * 4096 + 2 * 2048 * 512, 3 * 2048 * 768
    router, head = 128 * 2048, 151936 * 2048
    return {
        "model": "qwen3-30b-a3b", "tp": 8, "prompt": 8000, "answer": 2000,
        "layers": 48, "hidden": 2048,
        "dense": 2 * (48 * (attention + router + 2 * 2048 + 2 * 128) + 2048),
        "experts": 2 * 48 * 128 * expert, "share": 8 / 128, "head": 2 * head, "beside": 2 * head,
        "full": 2 * 48 * (2 * 1 * 128),  # 8 GPUs share 4 heads: each has a copy of one
        "weights": 2 * 48 * (attention + router + 8 * expert), "output": 2 * head,
        "pair": 48 * 4 * 32 * 128,
    }  # fmt: skip


def gpt_oss_120b():
    # 64 query and 8 key-value heads of 64, with biases and sinks; half of the layers see 128 tokens
    attention, bias = 2 * 2880 * 4096 + 2 * 2880 * 512, 4096 + 2 * 512 + 2880 + 64
    # 4 of 128 experts in 4.25 bits with biases in 16: an H100 multiplies them in 16 bits
    expert, expert_bias = 3 * 2880 * 2880, 3 * 2880
    router, head = 128 * 2880, 201088 * 2880
    return {
        "model": "gpt-oss-120b", "tp": 1, "prompt": 6000, "answer": 1000,
        "layers": 36, "hidden": 2880,
        "dense": 2 * (36 * (attention + bias + router + 128 + 2 * 2880) + 2880),
        "experts": 36 * 128 * (expert * 17 / 32 + 2 * expert_bias), "share": 4 / 128,
        "head": 2 * head, "beside": 2 * head,
        "full": 2 * 18 * (2 * 8 * 64), "window": 2 * 18 * (2 * 8 * 64), "reach": 128,
        "weights": 2 * 36 * (attention + router + 4 * expert), "output": 2 * head,
        "pair": 18 * 4 * 64 * 64, "near": 18 * 4 * 64 * 64,
    }  # fmt: skip


def dbrx():
    # 48 query and 8 key-value heads of 128; 4 of 16 experts; two stages of 20 layers
    attention, expert = 2 * 6144 * 6144 + 2 * 6144 * 1024, 3 * 6144 * 10752
    router, head = 16 * 6144, 100352 * 6144
    return {
        "model": "dbrx", "tp": 4, "pp": 2, "prompt": 3000, "answer": 1000,
        "layers": 40, "hidden": 6144,
        "dense": 2 * (40 * (attention + router + 2 * 6144) + 6144),
        "experts": 2 * 40 * 16 * expert, "share": 4 / 16, "head": 2 * head, "beside": 2 * head,
        "full": 2 * 40 * (2 * 2 * 128),  # 2 of 8 heads
        "weights": 2 * 40 * (attention + router + 4 * expert), "output": 2 * head,
        "pair": 40 * 4 * 48 * 128,
    }  # fmt: skip


def fp8(*matrices):
    """Bytes in 8 bits, with a 32-bit scale for each block of 128 x 128."""
    return sum(r * c + 4 * -(-r // 128) * -(-c // 128) for r, c in matrices)


def size(*matrices):
    return sum(r * c for r, c in matrices)


def large_deepseek(heads, experts, lead):
    """61 layers of width 7168: latents of 1536 and of 512 with a rotary key of 64."""
    latents = [(1536, 7168), (heads * 192, 1536), (576, 7168), (heads * 256, 512),
               (7168, heads * 128)]  # fmt: skip
    wide, narrow = [(18432, 7168)] * 2 + [(7168, 18432)], [(2048, 7168)] * 2 + [(7168, 2048)]
    norms, router, later = 2 * (1536 + 512 + 2 * 7168), experts * 7168, 61 - lead
    dense = 61 * (fp8(*latents) + norms) + lead * fp8(*wide) + 2 * 7168
    # one shared expert; the router is in 16 bits, with a 32-bit correction for each expert
    dense += later * (fp8(*narrow) + 2 * router + 4 * experts)
    small = 61 * size(*latents) + lead * size(*wide) + later * 9 * size(*narrow)
    return {
        "layers": 61, "hidden": 7168, "dense": dense,
        "experts": later * experts * fp8(*narrow), "share": 8 / experts,
        "routed": later, "passed": 8,
        "full": 2 * 61 * (512 + 64),  # a latent has no heads: each GPU keeps it whole
        "weights": 2 * (small + later * router),
        # keys of 128 + 64 and values of 128 for prompts; the latent itself while decoding
        "pair": 61 * 2 * heads * (192 + 128), "cached": 61 * 2 * heads * (576 + 512),
    }, small, later * router  # fmt: skip


def deepseek_v3():
    found, small, routers = large_deepseek(128, 256, 3)
    head = 129280 * 7168
    # attention on each GPU, experts over all 16, which tokens travel to
    return found | {
        "model": "deepseek-v3", "tp": 1, "dp": 16, "ep": 16, "prompt": 2000, "answer": 500,
        "head": 2 * head, "beside": 2 * head, "output": 2 * head,
        "eight": small / (small + routers + head),
    }  # fmt: skip


def kimi_k2():
    found, small, routers = large_deepseek(64, 384, 1)
    head = 163840 * 7168
    return found | {
        "model": "kimi-k2", "tp": 16, "prompt": 10000, "answer": 1000,
        "head": 2 * head, "beside": 2 * head, "output": 2 * head,
        "eight": small / (small + routers + head),
    }  # fmt: skip


def deepseek_v2_lite():
    # 16 heads, queries without a latent; 6 of 64 experts and two that all tokens pass
    attention = 2048 * 16 * 192 + 2048 * 576 + 512 * 16 * 256 + 16 * 128 * 2048
    expert, wide = 3 * 2048 * 1408, 3 * 2048 * 10944
    router, head = 64 * 2048, 102400 * 2048
    return {
        "model": "deepseek-v2-lite", "tp": 1, "prompt": 3000, "answer": 1000,
        "layers": 27, "hidden": 2048,
        "dense": 2 * (27 * (attention + 512 + 2 * 2048) + wide + 26 * (2 * expert + router) + 2048),
        "experts": 2 * 26 * 64 * expert, "share": 6 / 64, "head": 2 * head, "beside": 2 * head,
        "full": 2 * 27 * (512 + 64),
        "weights": 2 * (27 * attention + wide + 26 * (8 * expert + router)), "output": 2 * head,
        "pair": 27 * 2 * 16 * (192 + 128), "cached": 27 * 2 * 16 * (576 + 512),
    }  # fmt: skip


def minicpm3_4b():
    # 40 heads of 64 + 32 and 64; latents of 768 and of 256; the output matrix is the embedding
    attention = 2560 * 768 + 768 * 40 * 96 + 2560 * 288 + 256 * 40 * 128 + 40 * 64 * 2560
    mlp, head = 3 * 2560 * 6400, 73448 * 2560
    return {
        "model": "minicpm3-4b", "tp": 2, "prompt": 20000, "answer": 2000,
        "layers": 62, "hidden": 2560,
        "dense": 2 * (62 * (attention + mlp + 768 + 256 + 2 * 2560) + 2560),
        "head": 2 * head, "beside": 0,
        "full": 2 * 62 * (256 + 32),  # of two GPUs each keeps it whole
        "weights": 2 * 62 * (attention + mlp), "output": 2 * head,
        "pair": 62 * 2 * 40 * (96 + 64), "cached": 62 * 2 * 40 * (288 + 256),
    }  # fmt: skip


EXPERTS = [mixtral_8x7b, qwen3_30b_a3b, gpt_oss_120b, dbrx]
LATENTS = [deepseek_v3, deepseek_v2_lite, minicpm3_4b, kimi_k2]


@pytest.mark.parametrize("numbers", [*EXPERTS, *LATENTS], ids=lambda numbers: numbers.__name__)
def test_experts_and_latents_by_hand(numbers, hold):
    hold(**numbers())
