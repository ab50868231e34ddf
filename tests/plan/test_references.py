"""What refers to what: a run and a product to their model, a fleet to its product."""

import pytest

from flopwatt.plan.sections import MAX_ENTRIES
from flopwatt.problems import Place

FLEETS = """\
start: 2026-01-01
models:
  small: {params: 7B}
  large: {params: 70B}
products:
  search: {model: small, requests: 1M per day}
  chat: {model: large, requests: 1M per day}
fleets:
  chat: {accelerator: 8xH100}
  burst: {product: chat, accelerator: 8xH100}
  search: {accelerator: 1xH100}
"""
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


def test_a_fleet_serves_the_product_of_its_name_with_the_model_of_that(read):
    population = read(FLEETS).population
    assert population.names("fit") == ("chat", "burst", "search")
    assert population.references["fit", "product"] == (1, 1, 0)
    assert population.references["fit", "model"] == (1, 1, 0)


def test_the_only_product_may_be_left_unsaid(read):
    text = FLEETS.replace("  search: {model: small, requests: 1M per day}\n", "")
    population = read(text).population
    assert population.references["fit", "product"] == (0, 0, 0)
    assert population.references["fit", "model"] == (1, 1, 1)


def test_a_fleet_may_serve_another_model_of_its_product(read):
    population = read(FLEETS.replace("{product: chat,", "{product: chat, model: small,")).population
    assert population.references["fit", "product"] == (1, 1, 0)
    assert population.references["fit", "model"] == (1, 0, 0)


@pytest.mark.parametrize(
    ("old", "new", "code", "field", "line", "allowed"),
    [
        ("burst: {product: chat, ", "burst: {", "missing-quantity", "fleets.burst.product", 10,
         "`product: search` or `product: chat`"),
        ("{product: chat,", "{product: chatt,", "unknown-name", "fleets.burst.product", 10,
         "search, chat"),
        ("{product: chat,", "{product: chat, model: big,", "unknown-name", "fleets.burst.model", 10,
         "small, large"),
    ],
)  # fmt: skip
def test_a_fleet_without_its_product(refused, old, new, code, field, line, allowed):
    (problem,) = refused(FLEETS.replace(old, new))
    assert (problem.code, problem.field, problem.place.line) == (code, field, line)
    assert problem.allowed == allowed


def test_what_a_product_lacks_is_told_of_the_product_alone(refused):
    (problem,) = refused(FLEETS.replace("chat: {model: large,", "chat: {"))
    assert (problem.field, problem.place.line) == ("products.chat.model", 7)


def test_a_fleet_without_any_product(refused):
    models, fleet = FLEETS[: FLEETS.index("products:")], "fleets:\n  chat: {accelerator: 8xH100}\n"
    (problem,) = refused(models + fleet)
    assert (problem.code, problem.field) == ("missing-section", "training or products")
    (problem,) = refused(models + "training:\n  base: {model: large, cost: $1M}\n" + fleet)
    assert (problem.code, problem.field) == ("missing-quantity", "fleets.chat.product")
    assert problem.place == Place("plan.yaml", 8, 3)
    assert problem.allowed == "an entry under `products:`"
