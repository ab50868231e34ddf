"""Plans: run, explain, check, and what they give back."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

import flopwatt
from flopwatt.problems import Place

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))
CROSSOVER = "products.chat.crossover"


@pytest.fixture
def check(tmp_path):
    """The problems of a plan's text; run refuses it for the same ones, or with a warning runs."""

    def check(text: str | bytes):
        path = tmp_path / "plan.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return flopwatt.check(path)

    return check


def test_check_tells_warnings_of_a_plan_that_runs(plan):
    assert flopwatt.check(plan) == ()
    plan["products"]["chat"]["tokens_per_request"] = 1500
    (warning,) = flopwatt.check(plan)
    assert warning.warning
    assert flopwatt.run(plan).to_dict()["warnings"] == [warning.as_dict()]


def test_run_raises_what_check_tells(plan):
    plan["models"]["m"]["params"] = 70
    plan["products"]["chat"]["cost_per_day"] = "lots"
    with pytest.raises(flopwatt.PlanError) as caught:
        flopwatt.run(plan)
    assert caught.value.problems == flopwatt.check(plan)
    assert len(caught.value.problems) == 2
    assert isinstance(caught.value, flopwatt.FlopwattError)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_has_nothing_wrong(path):
    assert flopwatt.check(path) == flopwatt.check(str(path)) == ()


GOOD = "start: 2026-01-01\nmodels: {m: {params: 7B}}\ntraining: {r: {cost: $1M}}\n"


BOMB = "a: &a [x, x]\n" + "".join(f"b{i}: [{', '.join(['*a'] * 99)}]\n" for i in range(99))


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (GOOD + "products:\n\tp: 1\n", "bad-syntax", (5, 1)),
        (BOMB, "alias", (1, 4)),
        (GOOD + "products: " + "{p: " * 20_000, "too-deep", (4, 55)),
        (GOOD + "# " + "x" * 50_000_000, "bad-file", None),
        (GOOD + "products: {p: {cost_per_day: 1e400 USD}}\n", "not-finite", (4, 30)),
        (GOOD + "products: {p: {cost_per_day: NaN}}\n", "not-finite", (4, 30)),
        (GOOD + "products: {p: {cost_per_day: " + "9" * 900_000 + "}}\n", "bad-number", (4, 30)),
        (GOOD.encode() + b"name: caf\xe9\n", "bad-file", (4, 10)),
        (GOOD.encode("utf-16"), "bad-file", (1, 1)),
        ("", "bad-structure", (1, 1)),
        ("- a\n", "bad-structure", (1, 1)),
    ],
    ids=[
        "tab", "aliases", "maps", "50 MB", "1e400", "NaN", "digits", "latin-1", "utf-16",
        "empty", "list",
    ],
)  # fmt: skip
def test_what_must_not_be_read_is_refused_at_once(check, text, code, place):
    started = time.process_time()
    problem = check(text)[0]
    assert time.process_time() - started < 2
    assert (problem.code, problem.warning) == (code, False)
    assert problem.place == (place and Place("plan.yaml", *place))
    assert len(str(problem)) < 400


def test_a_syntax_error_ends_the_reading_with_its_place_and_the_fix(check):
    (problem,) = check(GOOD + "products: {p: {cots: 1}\nhorzon: 3\n")
    assert (problem.code, problem.place) == ("bad-syntax", Place("plan.yaml", 4, 11))
    assert problem.message == "the { opened here is not closed, or a comma is missing inside"
    assert problem.allowed == "a `,` between fields, a `}` at the end"


def test_windows_files_read_like_any_other(check):
    text = (GOOD + "products: {p: {cots: 1}}\n").replace("\n", "\r\n")
    (problem,) = check(b"\xef\xbb\xbf" + text.encode())
    assert (problem.place, problem.given) == (Place("plan.yaml", 4, 16), "cots")


def test_a_file_that_is_not_there(tmp_path):
    (tmp_path / "plan.yaml").write_text(GOOD)
    (problem,) = flopwatt.check(tmp_path / "plan.yml")
    assert (problem.code, problem.nearest) == ("bad-file", str(tmp_path / "plan.yaml"))
    (problem,) = flopwatt.check("https://example.org/plan.yaml")
    assert "no network read" in problem.message


def test_the_package_offers_what_it_lists_and_no_more():
    assert set(flopwatt.__all__) < set(dir(flopwatt))
    for name in flopwatt.__all__:
        assert getattr(flopwatt, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'rnu'"):
        flopwatt.rnu  # noqa: B018


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, flopwatt; print({'numpy', 'yaml', 'flopwatt.api'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_one_quantity_is_worked_out_without_a_plan():
    found = flopwatt.calculate("training.cost", {"accelerator_hours": 100, "price": "$2/GPU/hour"})
    assert (found.value, found.unit) == (200, "USD")
    assert found.explanation.key == found.key == "training.cost"


def test_a_plan_to_start_from_and_its_schema(tmp_path):
    text = flopwatt.init_plan(tmp_path / "plan.yaml")
    assert (tmp_path / "plan.yaml").read_text() == text == flopwatt.init_plan()
    assert "products" in flopwatt.plan_schema()["properties"]


def test_ranges_are_drawn_ten_thousand_times_unless_told_otherwise(plan):
    plan["products"]["chat"]["cost_per_day"] = {"value": "$10k", "low": "$9k", "high": "$11k"}
    documents = [
        flopwatt.run(plan, **asked).to_dict()
        for asked in ({}, {"draws": 0}, {"draws": 50}, {"draws": 50, "seed": 2})
    ]
    assert [(d["draws"], d["seed"]) for d in documents] == [(10_000, 1), (0, 1), (50, 1), (50, 2)]
    lows = [document["results"][CROSSOVER]["low"] for document in documents]
    assert lows[1] == documents[1]["results"][CROSSOVER]["value"] == pytest.approx(100)
    assert len({round(low, 6) for low in lows}) == 4


@pytest.mark.parametrize("asked", [{"draws": -1}, {"draws": 10**8}, {"draws": 1.5}, {"seed": -1}])
def test_draws_beyond_the_limit_are_refused(plan, asked):
    with pytest.raises(flopwatt.PlanError) as caught:
        flopwatt.run(plan, **asked)
    (problem,) = caught.value.problems
    assert (problem.code, [problem.field]) == ("out-of-range", list(asked))


def test_check_tells_what_is_only_seen_in_draws(plan):
    plan["products"]["chat"]["cost_per_day"] = {"value": "$1k", "low": "$0", "high": "$2k"}
    (warning,) = flopwatt.check(plan)
    assert "legal bounds" in warning.message
    assert flopwatt.run(plan).report.warnings == (warning,)


def test_settings_win_over_the_plan(plan):
    settings = {"training.base.cost": "$2M", "horizon": "24 months"}
    answer = flopwatt.run(plan, settings=settings)
    assert answer["training.base.cost"] == 2e6
    assert len(answer["inference_spend"]) == 24
    explanation = flopwatt.explain(plan, "training.base.cost", settings)
    assert "given $1M" in explanation.beside
    assert flopwatt.check(plan, {"training.base.cots": "$2M"})[0].nearest == "cost"
