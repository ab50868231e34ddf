import pytest


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("kimi", "33,554,432 context", "factor 32 of rope scaling applied twice"),
        ("kimi", "32768 tokens", "length before rope scaling"),
        ("qwen", "14.96 GFLOP per token at 8192 context", "causal half of scores taken twice"),
        ("qwen", "14.38 GFLOP per token at 8192 context", "query heads per KV head"),
        ("qwen", "14.14 GFLOP per token at 8192 context", "attention scores left out"),
        ("qwen", "7.89 GFLOP per token at 8192 context", "(MAC) counted as one"),
        ("qwen", "15.78 GFLOP per token for training at 8192 context", "forward only"),
        ("qwen", "63.1 GFLOP per token for training at 8192 context", "worked out twice"),
        ("qwen", "14.69 GFLOP per token at 8192 context", "output multiplication left out"),
        ("qwen", "16.87 GFLOP per token at 8192 context", "look-up of tokens counted"),
        ("mixtral", "93.17 GFLOP per token at 100 tokens context", "all experts counted"),
    ],
)
def test_a_mistake_about_arithmetic_or_context_is_named(answer, name, text, said):
    found = answer(name, text)
    assert found.outcome == "mistake"
    texts = [one.texts for one in found.explanations]
    assert any(len(one) == 1 and said in one[0] for one in texts), texts
