"""Sizes that contradict each other are refused, with the field and what would do."""

import pytest

LLAMA = {
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 2,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
    "vocab_size": 512,
}
MOE = {**LLAMA, "model_type": "mixtral", "num_local_experts": 8, "num_experts_per_tok": 2}
FALCON = {**LLAMA, "model_type": "falcon", "new_decoder_architecture": True}
del FALCON["num_key_value_heads"]
BART = {
    "model_type": "bart",
    "d_model": 64,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 5,
    "encoder_ffn_dim": 96,
    "decoder_ffn_dim": 96,
    "vocab_size": 100,
    "max_position_embeddings": 32,
}


@pytest.mark.parametrize(
    ("config", "field", "allowed"),
    [
        ({**LLAMA, "num_key_value_heads": 5}, "num_key_value_heads", "1, 2, 4, 8"),
        ({**LLAMA, "num_key_value_heads": 16}, "num_key_value_heads", "1, 2, 4, 8"),
        ({**FALCON, "num_kv_heads": 3}, "num_kv_heads", "1, 2, 4, 8"),
        ({**LLAMA, "num_attention_heads": 6}, "num_attention_heads", "a divisor of 64"),
        ({**LLAMA, "num_attention_heads": 65}, "num_attention_heads", "a divisor of 64"),
        (BART, "decoder_attention_heads", "a divisor of 64"),
        ({**MOE, "num_experts_per_tok": 16}, "num_experts_per_tok", "1 to 8"),
    ],
)
def test_what_contradicts_itself(refused, config, field, allowed):
    problems = {problem.field: problem for problem in refused(config)}
    assert allowed in problems[field].allowed


def test_heads_of_a_stated_width_need_not_divide_the_model(refused):
    problems = refused({**LLAMA, "num_attention_heads": 6, "head_dim": 16, "vocab_size": 0})
    assert [problem.field for problem in problems] == ["vocab_size"]
