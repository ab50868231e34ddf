"""Sections: named entries, each a map of fields."""

import pytest

from flopwatt.plan.sections import MAX_ENTRIES
from flopwatt.problems import Place


@pytest.mark.parametrize("section", ["training", "products"])
@pytest.mark.parametrize("written", ["", " {}"])
def test_an_empty_section_is_as_good_as_none(read, text, section, written):
    before, _, after = text.partition(f"{section}:\n")
    rest = after.partition("products:\n")[2] if section == "training" else ""
    empty = f"{before}{section}:{written}\n" + (rest and f"products:\n{rest}")
    entity = {"training": "run", "products": "product"}[section]
    assert read(empty).population.names(entity) == ()
    assert read(empty).population.names("model") == ("m",)


@pytest.mark.parametrize(
    ("plan", "field", "message"),
    [
        ("start: 2026-01-01\n", "models", "the plan has no entry under models"),
        ("start: 2026-01-01\nmodels:\ntraining: {a: {cost: $1}}\n", "models",
         "the plan has no entry under models"),
        ("start: 2026-01-01\nmodels: {m: }\n", "training or products",
         "the plan has no entry under training or products"),
        ("start: 2026-01-01\nmodels: {m: }\ntraining:\nproducts:\n", "training or products",
         "the plan has no entry under training or products"),
    ],
)  # fmt: skip
def test_a_plan_needs_a_model_and_something_to_do_with_it(refused, plan, field, message):
    (problem,) = refused(plan)
    assert (problem.code, problem.field, problem.message) == ("missing-section", field, message)
    assert problem.place is not None
    assert (
        problem.allowed
        == "models, with training, products or both; or assets, power or sites alone"
    )


@pytest.mark.parametrize("name", ["a", "7", "gpt-4_1", "A" * 64])
def test_names_that_can_stand_in_a_key(read, text, name):
    assert read(text.replace("chat", name)).population.names("product") == (name,)


@pytest.mark.parametrize("name", ["a.b", "a b", "-a", "é", "a/b", "~", "''", "A" * 65, "x" * 1000])
def test_names_that_cannot(refused, text, name):
    (problem,) = refused(text.replace("chat", name))
    assert (problem.code, problem.place) == ("bad-name", Place("plan.yaml", 7, 3))
    assert len(str(problem)) < 300


def test_a_section_is_no_data_set(refused):
    models = "".join(f"  m{i}: {{params: bad}}\n" for i in range(MAX_ENTRIES + 1))
    (problem,) = refused(f"start: 2026-01-01\nmodels:\n{models}training: \n")
    assert (problem.code, problem.field) == ("out-of-range", "models")
    assert (problem.given, problem.allowed) == ("1001", "at most 1000")
