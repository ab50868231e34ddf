"""What people type into plans, row by row of the list that the product was built against.

Every refusal says its place, the field, what was given and what is allowed; what has one
reading is read, and what is likely wrong is warned about.
"""

import pytest

from flopwatt import PlanError, check, run
from flopwatt.reader import read_text
from flopwatt.studies.run import run_plan

PLAN = """\
start: 2026-01-01
horizon: 60 months
models:
  m: {params: <params>}
training:
  base: {tokens: <tokens>, achieved_flops: 400 TFLOP/s, price: <price>, gpus: <gpus>}
products:
  chat: {requests: 1M per day, tokens_per_request: 1500, token_price: <token price>}
"""
USUAL = {
    "<params>": "70B",
    "<tokens>": "2T",
    "<price>": "$2.50 per GPU-hour",
    "<gpus>": "1024",
    "<token price>": "$1 per million tokens",
}


@pytest.fixture
def written(tmp_path):
    """A plan file with some of its usual values replaced, or texts of it replaced."""

    def write(texts: dict[str, str]):
        text = PLAN
        for old, new in [*texts.items(), *USUAL.items()]:
            text = text.replace(old, new)
        path = tmp_path / "plan.yaml"
        path.write_text(text)
        return path

    return write


@pytest.mark.parametrize(
    ("row", "texts", "key", "value"),
    [
        (1, {"<params>": "70b"}, "models.m.params.total", 70e9),
        (1, {"<params>": "70 B"}, "models.m.params.total", 70e9),
        (1, {"<params>": "70e9"}, "models.m.params.total", 70e9),
        (1, {"<params>": "70_000_000_000"}, "models.m.params.total", 70e9),
        (3, {"<tokens>": "2T"}, "training.base.tokens", 2e12),
        (6, {"tokens: <tokens>": "words: 1.5T words"}, "training.base.tokens", 2e12),
        (7, {"gpus: <gpus>": "accelerator: 8xH100 SXM"}, "training.base.gpus", 8),
        (7, {"gpus: <gpus>": "accelerator: 8 x H100 SXM"}, "training.base.gpus", 8),
        (7, {"gpus: <gpus>": "accelerator: 8*H100 SXM"}, "training.base.gpus", 8),
        (7, {"gpus: <gpus>": "accelerator: H100 SXM x8"}, "training.base.gpus", 8),
        (8, {"gpus: <gpus>": "accelerator: H100-80GB"}, "training.base.peak", 989.4),
        (8, {"gpus: <gpus>": "accelerator: h100_sxm"}, "training.base.peak", 989.4),
        (8, {"gpus: <gpus>": "accelerator: nvidia-h100-80gb"}, "training.base.peak", 989.4),
        (8, {"gpus: <gpus>": "accelerator: NVIDIA H100 80GB HBM3"}, "training.base.peak", 989.4),
        (8, {"gpus: <gpus>": "accelerator: H100 SXM5"}, "training.base.peak", 989.4),
        (12, {"gpus: <gpus>": "accelerator: p5.48xlarge"}, "training.base.gpus", 8),
        (15, {"<price>": "{value: $0/hour, free: yes}"}, "training.base.price", 0),
        (17, {"<price>": "$2.50/hr"}, "training.base.price", 2.5),
        (17, {"<price>": "USD 2.5/hour"}, "training.base.price", 2.5),
        (18, {"<gpus>": '"1,024,000"'}, "training.base.gpus", 1_024_000),
        (19, {"achieved_flops: 400 TFLOP/s": "accelerator: H100 SXM, mfu: 45%"},
         "training.base.mfu", 0.45),
        (38, {"<params>": "1e10"}, "models.m.params.total", 1e10),
        (38, {"<gpus>": "08"}, "training.base.gpus", 8),
        (40, {"achieved_flops: 400 TFLOP/s": "accelerator: H100 SXM, utilization: 45 %"},
         "training.base.mfu", 0.45),
    ],
)  # fmt: skip
def test_what_has_one_reading_is_read(written, row, texts, key, value):
    assert run(written(texts))[key] == pytest.approx(value)


@pytest.mark.parametrize(
    ("row", "texts", "code", "place", "field", "given", "allowed"),
    [
        (2, {"<params>": "70"}, "unit-needed", (4, 15), "models.m.params", "70", "70B"),
        (4, {"<tokens>": "2TB"}, "wrong-unit", (6, 18), "training.base.tokens", "2TB", "tokens"),
        (4, {"<tokens>": "500 GB"}, "wrong-unit", (6, 18), "training.base.tokens", "500 GB",
         "tokens"),
        (6, {"<tokens>": "1.5T words"}, "wrong-unit", (6, 18), "training.base.tokens", "1.5T words",
         "tokens"),
        (7, {"gpus: <gpus>": "gpus: 16, accelerator: 8xH100"}, "conflict", (6, 84),
         "training.base", "16 and 8xH100", "one count"),
        (10, {"gpus: <gpus>": "accelerator: A1000"}, "unknown-name", (6, 91),
         "training.base.accelerator", "A1000", "A100"),
        (11, {"gpus: <gpus>": "accelerator: H10O"}, "unknown-name", (6, 91),
         "training.base.accelerator", "H10O", "H100"),
        (14, {"<price>": "$-2 per GPU-hour"}, "out-of-range", (6, 58), "training.base.price",
         "$-2 per GPU-hour", "$2.50 per GPU-hour"),
        (14, {"<gpus>": "-8"}, "out-of-range", (6, 84), "training.base.gpus", "-8", "2048"),
        (15, {"<price>": "$0/hour"}, "out-of-range", (6, 58), "training.base.price", "$0/hour",
         "{value: $0, free: yes}"),
        (17, {"<price>": "2.50 EUR/hour"}, "wrong-unit", (6, 58), "training.base.price",
         "2.50 EUR/hour", "USD"),
        (18, {"<gpus>": '"1,234"'}, "bad-number", (6, 84), "training.base.gpus", "1,234",
         "1234 or 1.234"),
        (18, {"<gpus>": '"1.234,5"'}, "bad-number", (6, 84), "training.base.gpus", "1.234,5",
         "1234.5"),
        (19, {"achieved_flops: 400 TFLOP/s": "mfu: 45"}, "unit-needed", (6, 27),
         "training.base.mfu", "45", "45 %"),
        (19, {"achieved_flops: 400 TFLOP/s": "mfu: 104 %"}, "out-of-range", (6, 27),
         "training.base.mfu", "104 %", "40 %"),
        (20, {"achieved_flops: 400 TFLOP/s": "mfu: 0"}, "out-of-range", (6, 27),
         "training.base.mfu", "0", "40 %"),
        (12, {"gpus: <gpus>": "accelerator: p5.48xlarge", "<price>": "$31.46 per hour"},
         "bad-number", (6, 58), "training.base.price", "$31.46 per hour", "per GPU-hour"),
        (23, {"<tokens>": "NaN"}, "not-finite", (6, 18), "training.base.tokens", "NaN", "digits"),
        (23, {"<tokens>": "Infinity"}, "not-finite", (6, 18), "training.base.tokens", "Infinity",
         "digits"),
        (23, {"<tokens>": "1e400"}, "not-finite", (6, 18), "training.base.tokens", "1e400",
         "2T tokens"),
        (38, {"<gpus>": "no"}, "bad-number", (6, 84), "training.base.gpus", "no", ""),
        (38, {"<gpus>": "12:30"}, "bad-number", (6, 84), "training.base.gpus", "12:30", ""),
        (38, {"horizon: 60 months": "start: 2027-01-01"}, "duplicate-key", (2, 1), "start", None,
         ""),
        (38, {"horizon: 60 months": "\thorizon: 60 months"}, "bad-syntax", (2, 1), "", None, ""),
        (39, {"2026-01-01": "03/04/2026"}, "bad-date", (1, 8), "start", "03/04/2026",
         "YYYY-MM-DD"),
        (39, {"2026-01-01": "Q3"}, "bad-date", (1, 8), "start", "Q3", "YYYY-MM-DD"),
        (39, {"2026-01-01": "2026-13-01"}, "bad-date", (1, 8), "start", "2026-13-01", "YYYY-MM-DD"),
        (40, {"gpus: <gpus>": "gpu_cout: 8"}, "unknown-key", (6, 78), "training.base.gpu_cout",
         "gpu_cout", "gpus"),
        (41, {"achieved_flops: 400 TFLOP/s": "achieved_flops: 400 GB/s"}, "wrong-unit", (6, 38),
         "training.base.achieved_flops", "400 GB/s", "TFLOP/s"),
        (44, {"60 months": "601 months"}, "out-of-range", (2, 10), "horizon", "601 months",
         "60 months"),
    ],
)  # fmt: skip
def test_a_refusal_says_place_field_given_and_allowed(
    written, row, texts, code, place, field, given, allowed
):
    (problem, *_) = check(written(texts))
    assert (problem.code, problem.field) == (code, field)
    assert (problem.place.line, problem.place.column) == place
    assert given is None or problem.given == given
    assert allowed in problem.allowed or not allowed


@pytest.mark.parametrize(
    ("row", "texts", "field", "word"),
    [
        (5, {"<tokens>": "15M"}, "training.base.tokens_per_param", "usual"),
        (9, {"gpus: <gpus>": "accelerator: H100"}, "training.base.accelerator", "SXM"),
        (13, {"<price>": "$98.32/hour"}, "training.base.price", "usual"),
        (13, {"gpus: <gpus>": "accelerator: H100 SXM", "<price>": "$31.46 per GPU-hour"},
         "training.base.price", "times what a H100"),
        (21, {"achieved_flops: 400 TFLOP/s": "accelerator: H100 SXM, utilisation: 95 %"},
         "training.base.mfu", "not the share of time in which GPUs are busy"),
        (16, {"<token price>": "1 USD/token"}, "products.chat.token_price", "usual"),
        (41, {"gpus: <gpus>": "accelerator: H100 SXM, peak: 1979 TFLOP/s"}, "training.base.peak",
         "sparsity"),
        (44, {"tokens_per_request: 1500": "tokens_per_request: 1500, growth: 1000 %/month",
              "60 months": "600 months"}, "products.chat.volume_factor", "too large"),
    ],
)  # fmt: skip
def test_what_is_likely_wrong_is_warned_about(written, row, texts, field, word):
    warnings = {problem.field: problem for problem in run_plan(written(texts)).warnings}
    assert warnings[field].warning
    assert word in f"{warnings[field].message} {warnings[field].allowed}"


@pytest.mark.parametrize(
    ("row", "text", "code"),
    [(42, "", "bad-structure"), (42, "- a\n- b\n", "bad-structure")],
)
def test_a_file_that_is_no_plan(row, text, code):
    with pytest.raises(PlanError) as error:
        read_text(text, "plan.yaml")
    assert error.value.problems[0].code == code


@pytest.mark.parametrize(
    ("row", "data", "code"),
    [
        (42, b" " * 50_000_000, "bad-file"),
        (42, "start: 2026-01-01 # \xe9".encode("latin-1"), "bad-file"),
    ],
)
def test_a_file_that_is_no_text_of_a_plan(tmp_path, row, data, code):
    path = tmp_path / "plan.yaml"
    path.write_bytes(data)
    assert [problem.code for problem in check(path)] == [code]


@pytest.mark.parametrize("change", [("", "\ufeff"), ("\n", "\r\n")])
def test_a_byte_order_mark_and_other_line_ends_are_read(written, change):
    path = written({})
    old, new = change
    text = path.read_text()
    path.write_bytes((text.replace(old, new) if old else new + text).encode())
    assert check(path) == ()


@pytest.mark.parametrize("draws", [10**7 + 1, -1, 2.5])
def test_more_draws_than_the_limit_are_refused(written, draws):
    with pytest.raises(PlanError) as error:
        run(written({}), draws=draws)
    (problem,) = error.value.problems
    assert (problem.code, problem.field) == ("out-of-range", "draws")
    assert "10,000,000" in problem.allowed
