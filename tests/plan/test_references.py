"""What refers to what: a run and a product to their model."""

from flopwatt.plan.sections import MAX_ENTRIES
from flopwatt.problems import Place

SEVERAL = """\
start: 2026-01-01
models:
  small: {params: 7B}
  large: {params: 70B}
training:
  a: {model: large, cost: $1M}
  b: {model: small, cost: $2M}
  c: {model: large, cost: $3M}
products:
  x: {model: small, cost_per_day: $1}
  y: {model: small, cost_per_day: $1}
"""


def test_several_runs_and_products_of_several_models(read):
    population = read(SEVERAL).population
    assert population.names("model") == ("small", "large")
    assert population.references["run", "model"] == (1, 0, 1)
    assert population.references["product", "model"] == (0, 0)


def test_the_only_model_may_be_left_unsaid(read, text):
    references = read(text).population.references
    said = {pair: found for pair, found in references.items() if found}
    assert said == {("run", "model"): (0,), ("product", "model"): (0,)}


def test_one_of_several_models_must_be_named(refused):
    (problem,) = refused(SEVERAL.replace("{model: small, cost: ", "{cost: "))
    assert (problem.code, problem.field) == ("missing-quantity", "training.b.model")
    assert (problem.place, problem.given) == (Place("plan.yaml", 7, 3), "nothing")
    assert problem.allowed == "`model: small` or `model: large`"


def test_a_model_that_is_none_of_them(refused):
    first, second = refused(SEVERAL.replace("model: small", "model: smal", 2))
    assert (first.code, first.field, first.place) == (
        "unknown-name", "training.b.model", Place("plan.yaml", 7, 14),
    )  # fmt: skip
    assert (first.given, first.allowed, first.nearest) == ("smal", "small, large", "small")
    assert second.field == "products.x.model"


def test_a_run_is_no_model(refused, text):
    (problem,) = refused(text.replace("{cost_per", "{model: base, cost_per"))
    assert (problem.given, problem.allowed, problem.nearest) == ("base", "m", "")


def test_a_list_of_a_thousand_names_is_cut(refused):
    models = "".join(f"  m{i}: {{params: 7B}}\n" for i in range(MAX_ENTRIES))
    (problem,) = refused(f"start: 2026-01-01\nmodels:\n{models}training: {{r: {{cost: $1}}}}\n")
    assert problem.allowed.endswith("or `model: m19` and 980 more")
