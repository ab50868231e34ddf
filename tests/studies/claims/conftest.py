from collections.abc import Callable

import pytest

from flopwatt.architecture.published import Wanted
from flopwatt.studies.claims import ClaimAnswer, answer_claim
from flopwatt.studies.claims.known import Known, known_of
from flopwatt.studies.models import study_model

QWEN_7B = {
    "model_type": "qwen2",
    "hidden_size": 3584,
    "intermediate_size": 18944,
    "num_hidden_layers": 28,
    "num_attention_heads": 28,
    "num_key_value_heads": 4,
    "vocab_size": 152064,
    "max_position_embeddings": 131072,
    "tie_word_embeddings": False,
    "torch_dtype": "bfloat16",
}
LLAMA_70B = {
    "model_type": "llama",
    "hidden_size": 8192,
    "intermediate_size": 28672,
    "num_hidden_layers": 80,
    "num_attention_heads": 64,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
    "max_position_embeddings": 131072,
    "tie_word_embeddings": False,
    "torch_dtype": "bfloat16",
}
MIXTRAL = {
    "model_type": "mixtral",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "num_local_experts": 8,
    "num_experts_per_tok": 2,
    "vocab_size": 32000,
    "max_position_embeddings": 32768,
    "tie_word_embeddings": False,
    "torch_dtype": "bfloat16",
}
# 48 layers, one in four with attention: 122B in all, 10B active
QWEN_122B = {
    "model_type": "qwen3_5_moe",
    "text_config": {
        "model_type": "qwen3_5_moe_text",
        "hidden_size": 3072,
        "num_hidden_layers": 48,
        "full_attention_interval": 4,
        "num_attention_heads": 32,
        "num_key_value_heads": 2,
        "head_dim": 256,
        "attn_output_gate": True,
        "linear_num_key_heads": 16,
        "linear_num_value_heads": 64,
        "linear_key_head_dim": 128,
        "linear_value_head_dim": 128,
        "linear_conv_kernel_dim": 4,
        "num_experts": 256,
        "num_experts_per_tok": 8,
        "moe_intermediate_size": 1024,
        "shared_expert_intermediate_size": 1024,
        "vocab_size": 248320,
        "max_position_embeddings": 262144,
        "tie_word_embeddings": False,
        "dtype": "bfloat16",
    },
}
V2_LITE = {
    "model_type": "deepseek_v2",
    "hidden_size": 2048,
    "intermediate_size": 10944,
    "moe_intermediate_size": 1408,
    "num_hidden_layers": 27,
    "num_attention_heads": 16,
    "num_key_value_heads": 16,
    "kv_lora_rank": 512,
    "q_lora_rank": None,
    "qk_nope_head_dim": 128,
    "qk_rope_head_dim": 64,
    "v_head_dim": 128,
    "n_routed_experts": 64,
    "n_shared_experts": 2,
    "num_experts_per_tok": 6,
    "first_k_dense_replace": 1,
    "vocab_size": 102400,
    "max_position_embeddings": 163840,
    "torch_dtype": "bfloat16",
}
GEMMA_27B = {
    "model_type": "gemma2",
    "hidden_size": 4608,
    "intermediate_size": 36864,
    "num_hidden_layers": 46,
    "num_attention_heads": 32,
    "num_key_value_heads": 16,
    "head_dim": 128,
    "sliding_window": 4096,
    "vocab_size": 256000,
    "max_position_embeddings": 8192,
    "torch_dtype": "bfloat16",
}
JAMBA = {
    "model_type": "jamba",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "num_experts": 16,
    "num_experts_per_tok": 2,
    "attn_layer_offset": 4,
    "attn_layer_period": 8,
    "expert_layer_offset": 1,
    "expert_layer_period": 2,
    "mamba_d_conv": 4,
    "mamba_d_state": 16,
    "mamba_dt_rank": 256,
    "mamba_expand": 2,
    "vocab_size": 65536,
    "max_position_embeddings": 262144,
    "tie_word_embeddings": False,
    "torch_dtype": "bfloat16",
}
# as small as Qwen3-0.6B: the embedding is the output matrix too
TIED = {
    "model_type": "qwen3",
    "hidden_size": 1024,
    "intermediate_size": 3072,
    "num_hidden_layers": 28,
    "num_attention_heads": 16,
    "num_key_value_heads": 8,
    "head_dim": 128,
    "vocab_size": 151936,
    "max_position_embeddings": 40960,
    "tie_word_embeddings": True,
    "torch_dtype": "bfloat16",
}
KIMI_CONTEXT = V2_LITE | {
    "max_position_embeddings": 1048576,
    "rope_scaling": {
        "rope_type": "deepseek_yarn",
        "factor": 32,
        "original_max_position_embeddings": 32768,
    },
}
CONFIGS = {
    "qwen": QWEN_7B,
    "llama": LLAMA_70B,
    "mixtral": MIXTRAL,
    "qwen122": QWEN_122B,
    "v2lite": V2_LITE,
    "gemma": GEMMA_27B,
    "jamba": JAMBA,
    "tied": TIED,
    "kimi": KIMI_CONTEXT,
}


@pytest.fixture(params=CONFIGS)
def known(request) -> Known:
    """What is known of each model in turn."""
    return known_of(study_model(CONFIGS[request.param], Wanted(), {}))


@pytest.fixture
def known_as() -> Callable[..., Known]:
    """What is known of one model by its name, with other fields where some are given."""
    return lambda name, **fields: known_of(study_model(CONFIGS[name] | fields, Wanted(), {}))


@pytest.fixture
def answer() -> Callable[..., ClaimAnswer]:
    """The answer to a claim about one model by its name."""

    def ask(name: str, text: str, given=None, **wanted) -> ClaimAnswer:
        return answer_claim(study_model(CONFIGS[name], Wanted(**wanted), given or {}), text)

    return ask
