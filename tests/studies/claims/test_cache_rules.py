import pytest


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("llama", "2.62 MB per token", "every query head cached: 64 heads in place of 8"),
        ("llama", "1.31 MB per token", "8 bytes per value"),
        ("llama", "5.57 MB per token", "block of 32 values (q8_0)"),
        ("llama", "164 kB per token", "factor 2 of keys and values left out"),
        ("qwen122", "98.3 kB per token", "36 recurrent layers counted as attention"),
        ("mixtral", "1.05 MB per token", "multiplied by 8 experts"),
        ("v2lite", "55.3 kB per token", "the latent twice"),
        ("v2lite", "27.6 kB per token", "the latent without its rotary key"),
        ("v2lite", "276 kB per token", "cached as 16 full heads"),
        ("gemma", "1.44 GiB at 6144 tokens", "every layer capped at the window"),
        ("gemma", "0.719 GiB at 4096 tokens", "layers with a window left out"),
        ("jamba", "131 kB per token", "28 recurrent layers counted"),
        ("v2lite", "9.17 GB for 3 users at 32768 tokens", "multiplied by 3 sequences twice"),
    ],
)
def test_a_mistake_about_the_cache_is_named(answer, name, text, said):
    found = answer(name, text)
    assert found.outcome == "mistake"
    texts = [one.texts for one in found.explanations]
    assert any(len(one) == 1 and said in one[0] for one in texts), texts
