"""A small vocabulary of its own for tests of the engine, which has never heard of a GPU."""

from flopwatt.model import formula, total
from flopwatt.model.engine import evaluate
from flopwatt.model.population import Population
from flopwatt.model.quantity import Entity, Quantity
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.model.vocabulary import make_vocabulary

ENTITIES = (
    Entity("plan", "", "The plan."),
    Entity("farm", "farms", "A farm."),
    Entity("field", "fields", "A field.", refers=("farm",)),
)
LEAVES = [
    Quantity("area", "field", "area", "1", "A", "Area."),
    Quantity("yield_per_area", "farm", "yield", "1", "y", "Yield per area."),
    Quantity("sacks", "field", "sacks", "1", "s", "Sacks counted."),
    Quantity("price", "plan", "price", "1", "p", "Price of a ton."),
]


@formula("field", unit="1", symbol="H", source="identity")
def harvest(area, yield_per_area):
    """Tons of a field."""
    return area * yield_per_area


@formula("field", makes="harvest", source="identity")
def harvest_by_sacks(sacks):
    """Tons of a field, from its sacks."""
    return sacks / 20


@formula("farm", unit="1", symbol="T", source="identity")
def farm_harvest(harvest):
    """Tons of a farm."""
    return total(harvest)


@formula("plan", unit="1", symbol="I", source="identity")
def income(harvest, price):
    """Money for all harvests."""
    return total(harvest) * price


FORMULAS = [f.__formula__ for f in (harvest, harvest_by_sacks, farm_harvest, income)]
VOCABULARY = make_vocabulary(ENTITIES, LEAVES, FORMULAS)
POPULATION = Population(
    {"farm": ("north", "south", "empty"), "field": ("a", "b", "c")},
    {("field", "farm"): (0, 1, 0)},
)


def leaf(quantity: str, instance: str, value, rank=Rank.GIVEN) -> Leaf:
    return Leaf(quantity, instance, value, rank, Origin(rank.name.lower(), place="x:1"))


BASE = [
    leaf("area", "a", 2.0),
    leaf("area", "b", 3.0),
    leaf("sacks", "c", 100.0),
    leaf("yield_per_area", "north", 4.0),
    leaf("yield_per_area", "south", 5.0),
    leaf("price", "plan", 10.0),
]


def results(*more: Leaf, without: str = ""):
    return evaluate(VOCABULARY, POPULATION, [*(x for x in BASE if x.quantity != without), *more])
