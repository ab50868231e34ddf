"""``flopwatt fit``: whether a model fits, to serve it or to train it."""

import json

import pytest

H100 = "H100 SXM5 80GB"


def results(called):
    assert called.code == 0
    document = json.loads(called.out)["results"]
    return {key: row["value"] for key, row in document.items()}


def test_the_budget_and_the_answer(cli):
    code, out, err = cli("fit", "llama-3.1-70b", "--on", f"8x{H100}", "--context", "8192")
    assert (code, err) == (0, "")
    text = " ".join(out.split())
    assert "It fits: the cache holds" in text
    assert "left for the cache" in text
    assert max(map(len, out.splitlines())) <= 80


def test_the_document_has_every_key(cli):
    found = results(cli("fit", "llama-3.1-70b", "--on", f"8x{H100}", "--context", 8192, "--json"))
    assert found["fit.wall"] == "none"
    assert found["fit.cache_bytes_per_token"] == 40_960
    assert found["fit.sequences"] == found["fit.tokens"] // 8192 > 100


@pytest.mark.parametrize(
    ("words", "wall", "said"),
    [
        (["--on", H100], "weights", "weights take 141 GB"),
        (["--on", f"4x{H100}", "--sequences", 5], "kv cache", "3 sequences of 131,072 tokens fit"),
    ],
)
def test_what_breaks_it(cli, words, wall, said):
    called = cli("fit", "llama-3.1-70b", *words)
    assert said in " ".join(called.out.split())
    assert results(cli("fit", "llama-3.1-70b", *words, "--json"))["fit.wall"] == wall


def test_a_config_file(cli, tiny, tmp_path):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(tiny))
    found = results(cli("fit", path, "--on", H100, "--context", 100, "--json"))
    assert found["fit.cache_bytes_per_sequence"] == 25_600
    assert found["fit.wall"] == "none"


def test_training_by_recipe(cli):
    words = ["llama-2-7b", "--on", f"8x{H100}", "--tp", 1, "--zero", 3, "--context", 4096]
    code, out, _ = cli("fit", *words, "--train", "mixed")
    assert code == 0
    assert "It fits: training takes" in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80
    found = results(cli("fit", *words, "--train", "mixed", "--json"))
    # in GiB: 16 bytes for each of 6.738 billion parameters over 8 GPUs
    assert found["fit.training.states"] == pytest.approx(16 * 6_738_415_616 / 8 / 2**30, rel=1e-5)
    assert found["fit.training.wall"] == "none"
    alone = results(cli("fit", "llama-2-7b", "--on", H100, "--train", "mixed", "--json"))
    assert alone["fit.training.wall"] == "states"


def test_adapters_hold_less(cli):
    words = ["llama-2-7b", "--on", H100, "--context", 4096, "--lora-rank", 16,
             "--lora-targets", "all-linear"]  # fmt: skip
    lora = results(cli("fit", *words, "--train", "lora", "--json"))
    qlora = results(cli("fit", *words, "--train", "qlora", "--json"))
    # beside each of 32 layers: four of 4096 x 4096 and three of 4096 x 11008
    assert lora["lora.trainable"] == 16 * 32 * (4 * 8192 + 3 * (4096 + 11008))
    # two bytes against 0.516, but for look-up and output matrix, which stay in 16 bits
    assert lora["fit.training.weights"] > 3.3 * qlora["fit.training.weights"]
    assert lora["fit.training.wall"] == qlora["fit.training.wall"] == "none"


def test_any_other_field_is_set_by_its_key(cli):
    words = ["llama-3.1-8b", "--on", H100]
    less = results(cli("fit", *words, "--set", "utilisation=50%", "--json"))
    more = results(cli("fit", *words, "--set", "utilisation=95 %", "--json"))
    assert more["fit.usable"] / less["fit.usable"] == pytest.approx(95 / 50)
    found = results(
        cli("fit", *words, "--set", "request_rate=20 request/s", "--set", "request_time=9 s",
            "--json")
    )  # fmt: skip
    assert found["fit.in_flight"] == 180


def test_the_speed_of_calls(cli):
    words = ["fit", "llama-3.1-70b", "--on", f"8x{H100}", "--prompt", 3000, "--answer", 300]
    out = cli(*words, "--ttft", "1 s", "--tpot", "50 ms").out
    assert "One unit: 8 x H100 SXM5 80GB, tp 8" in out
    assert max(map(len, out.splitlines())) <= 80
    text = " ".join(cli(*words, "--tpot", "5 ms").out.split())
    assert "It cannot be served so: the time per output token is at least 11 ms" in text


def test_where_a_number_comes_from(cli):
    code, out, _ = cli("fit", "llama-3.1-8b", "--on", H100, "--explain", "fit.tokens")
    assert code == 0
    assert out.startswith("N fit.tokens")
    assert "given --on" in out or "H100" in out


def test_a_size_alone_says_what_it_can(cli):
    code, out, err = cli("fit", "--params", "7B", "--on", H100)
    assert code == 0
    assert "14 GB" in out
    assert "warning" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "name a model"),
        (["llama-3.1-8b", "--on", "H1000"], "nearest"),
        (["llama-3.1-8b", "--on", f"6x{H100}"], "--tp 2 --dp 3"),
        (["llama-3.1-8b", "--on", f"6x{H100}", "--tp", "6"], "1, 2, 4, 8"),
        (["llama-3.1-8b", "--on", H100, "--train", "mixd"], "nearest: mixed"),
        (["llama-3.1-8b", "--on", H100, "--train", "lora"], "--lora-rank"),
        (["llama-3.1-8b", "--on", H100, "--set", "utilsation=1"], "nearest: utilisation"),
        (["llama-3.1-8b", "--on", H100, "--set", "utilisation"], "KEY=VALUE"),
        (["no-such.json", "--on", H100], "no such file"),
        (["https://example.org/config.json", "--on", H100], "no network read"),
        (["--params", "7B", "llama-3.1-8b"], "either of the two"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_what_is_refused(cli, words, told):
    code, out, err = cli("fit", *words)
    assert (code, out) == (2, "")
    assert told in err
    assert "Traceback" not in err
