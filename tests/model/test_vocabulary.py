"""Quantities and formulas that contradict each other do not load."""

import pytest

from flopwatt.model import formula
from flopwatt.model.quantity import Entity, Quantity
from flopwatt.model.vocabulary import Reach, VocabularyError, make_vocabulary

ENTITIES = (
    Entity("plan", "", "The plan."),
    Entity("model", "models", "A model."),
    Entity("run", "training", "A run.", refers=("model",)),
    Entity("product", "products", "A product.", refers=("model",)),
    Entity("site", "sites", "A site."),
)


def quantity(name: str, entity: str = "run", key: str = "") -> Quantity:
    return Quantity(name, entity, key or name, "USD", "x", "A thing.")


def makes(name: str, needs: str, entity: str = "run", **more):
    """The record of a formula with the given needs."""
    body = eval(f"lambda {needs}: 0")
    body.__name__ = name
    return formula(entity, source="identity", **({"unit": "USD", "symbol": "y"} | more))(
        body
    ).__formula__


def test_order_follows_needs():
    found = make_vocabulary(ENTITIES, [quantity("a")], [makes("c", "b"), makes("b", "a")])
    assert found.order.index("a") < found.order.index("b") < found.order.index("c")
    assert [q.name for q in found.of("run")] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("quantities", "formulas", "message"),
    [
        ([quantity("a"), quantity("a")], [], "a is defined twice"),
        ([quantity("a", key="k"), quantity("b", key="k")], [], "run.k is defined twice"),
        ([], [makes("b", "a")], "b needs a, which nobody defines"),
        ([], [makes("a", "b"), makes("b", "a")], "a circle"),
        ([quantity("a", "site")], [makes("b", "a")], "cannot see a quantity of site"),
        ([quantity("a"), quantity("s", "site")], [makes("b", "a", makes="s")], "makes no quantity"),
    ],
)
def test_contradictions_are_named(quantities, formulas, message):
    with pytest.raises(VocabularyError, match=message):
        make_vocabulary(ENTITIES, quantities, formulas)


@pytest.mark.parametrize(
    ("viewer", "owner", "reach"),
    [
        ("run", "run", Reach.OWN),
        ("run", "plan", Reach.PLAN),
        ("run", "model", Reach.REFERRED),
        ("model", "run", Reach.MEMBERS),
        ("plan", "site", Reach.MEMBERS),
        ("product", "run", Reach.SIBLINGS),
    ],
)
def test_reach(viewer, owner, reach):
    found = make_vocabulary(ENTITIES, [quantity("a", owner)], [])
    assert found.reach(viewer, "a") is reach
