"""Every code is met by somebody's real mistake, and a problem reads well."""

import sys

import pytest

import flopwatt
from flopwatt.catalog import choose_thing, load
from flopwatt.problems import CODES, CatalogError, Place, PlanError, Problem, closest, nearest

TOP = "start: 2026-01-01\nmodels: {m: {params: 7B}}\n"
RUN = f"{TOP}training: {{r: {{cost: $1M}}}}\n"


def _product(fields: str) -> str:
    return f"{RUN}products: {{p: {{{fields}}}}}\n"


MISTAKES = {
    "bad-syntax": _product("cost_per_day: [1"),
    "bad-file": "start: \0\n",
    "bad-structure": _product("cost_per_day: [$1]"),
    "alias": _product("cost_per_day: *m"),
    "too-deep": _product("a: " + "{a: " * 12 + "1" + "}" * 12),
    "duplicate-key": RUN + "start: 2026-01-01\n",
    "unknown-key": _product("cots_per_day: $1"),
    "unknown-name": _product("model: n, cost_per_day: $1"),
    "not-for-sale": RUN + "assets: {a: {accelerator: TPU v5p}}\n",
    "bad-name": RUN + "products: {a.b: {cost_per_day: $1}}\n",
    "missing-section": TOP,
    "missing-quantity": _product("requests: 5M per day"),
    "no-serving": _product("requests: 5/day, input_tokens: 3000, output_tokens: 300").replace(
        "{params: 7B}", "{catalog: llama-2-70b}"
    )
    + "fleets: {p: {accelerator: H100 SXM}}\n",
    "no-progress": f"{TOP}training: {{r: {{gpus: 1000000, held_for: 9 days, price: $1/GPU/hour, "
    "failures: modelled}}\n",
    "circle": "start: 2026-01-01\nsites: {s: {power: 1 GW}}\n"
    "activities: {permits: {after: permits}}\n",
    "bad-number": _product("cost_per_day: lots"),
    "not-finite": _product("cost_per_day: 1e400 USD"),
    "unit-needed": _product("cost_per_day: 7"),
    "unknown-unit": _product("cost_per_day: 7 dolars"),
    "wrong-unit": _product("cost_per_day: 7 GB"),
    "out-of-range": _product("cost_per_day: $-1"),
    "bad-range": _product("cost_per_day: {value: $1, low: $2, high: $3}"),
    "bad-date": _product("cost_per_day: $1, launch: 03/04/2026"),
    "conflict": _product("cost_per_day: $1, daily_spend: $2"),
    "unused": _product("cost_per_day: $1, tokens_per_request: 1500"),
    "unlikely": _product("requests: 5/day, tokens_per_request: 5, token_price: $5/token"),
    "disagreement": _product(
        "requests: 5/day, tokens_per_request: 5, token_price: $5/Mtok, first_month_cost: $9"
    ),
}


@pytest.mark.parametrize("code", MISTAKES)
def test_each_code_is_met_by_a_plan(tmp_path, code):
    path = tmp_path / "plan.yaml"
    path.write_text(MISTAKES[code])
    (problem,) = flopwatt.check(path)
    assert problem.code == code
    assert problem.warning == (code in ("unlikely", "unused", "disagreement"))


def test_a_question_that_names_nothing(plan):
    with pytest.raises(PlanError) as caught:
        flopwatt.explain(plan, "cost")
    assert [problem.code for problem in caught.value.problems] == ["unknown-quantity"]


def test_a_catalog_of_our_own_that_is_broken(plan, tmp_path, monkeypatch):
    plan["training"]["base"]["accelerator"] = "H100"
    (tmp_path / "accelerators.yaml").write_text("H100: fast\n")
    monkeypatch.setattr(load, "DATA", tmp_path)
    load.load_things.cache_clear()
    choose_thing.cache_clear()
    try:
        with pytest.raises(CatalogError) as caught:
            flopwatt.run(plan)
    finally:
        load.load_things.cache_clear()
    assert [problem.code for problem in caught.value.problems] == ["bad-catalog"]


def test_a_package_that_is_not_installed(plan, monkeypatch):
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(PlanError) as caught:
        flopwatt.run(plan).to_xlsx()
    assert [problem.code for problem in caught.value.problems] == ["not-installed"]


def test_no_code_is_left_without_a_mistake():
    assert {*MISTAKES, "unknown-quantity", "bad-catalog", "not-installed"} == set(CODES)


def test_a_code_that_is_not_listed_is_a_bug():
    with pytest.raises(ValueError, match="'bad-luck' is not listed"):
        Problem("bad-luck", "it rained")


def test_a_problem_is_read_from_the_top():
    problem = Problem(
        "out-of-range", "share must be at most 100 %", Place("plan.yaml", 3, 14),
        "products.chat.share", "150 %", "for example 50 %", "50 %", warning=True,
    )  # fmt: skip
    assert str(problem) == (
        "plan.yaml:3:14: warning: products.chat.share: share must be at most 100 %\n"
        "    given: 150 %\n    allowed: for example 50 %\n    nearest: 50 %"
    )
    assert str(Problem("alias", "written out")) == "written out"


def test_a_problem_is_plain_data():
    placed = Problem("alias", "no", Place("p.yaml", 3, 14), "a", "b", "c", "d")
    assert placed.as_dict() == {
        "code": "alias", "file": "p.yaml", "line": 3, "column": 14, "field": "a",
        "message": "no", "given": "b", "allowed": "c", "nearest": "d", "warning": False,
    }  # fmt: skip
    free = Problem("alias", "no").as_dict()
    assert (free["file"], free["line"], free["column"]) == (None, None, None)


def test_an_error_holds_all_its_problems():
    problems = [Problem("alias", "one"), Problem("alias", "two")]
    error = PlanError(iter(problems))
    assert error.problems == tuple(problems)
    assert str(error) == "one\ntwo"


@pytest.mark.parametrize(
    ("word", "near"),
    [("utilzation", "utilization"), ("MFU", "mfu"), ("pirce", "price"), ("xyz", ""), ("", "")],
)
def test_the_nearest_word(word, near):
    assert nearest(word, ["price", "mfu", "utilization"]) == near


def test_a_word_that_goes_on_with_another_part_is_nearest():
    models = ["llama-3.3-70b", "llama-3.1-8b-instant", "llama-3.1-80b"]
    assert nearest("llama-3.1-8b", models) == "llama-3.1-8b-instant"
    assert closest("llama-3.1-8b", models, 2)[0] == "llama-3.1-8b-instant"
    assert nearest("", models) == ""
