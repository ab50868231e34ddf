"""Many models on many GPUs at once: each a fit as one asked alone would be."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from flopwatt.catalog import assumed_leaves, thing_leaves
from flopwatt.catalog.records import Thing
from flopwatt.model.engine import evaluate
from flopwatt.model.population import Population
from flopwatt.model.results import Results
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.problems import PlanError
from flopwatt.studies.backtest_models import Known
from flopwatt.studies.layout import NAMELESS, Asked, Shape, layout_leaves, layout_problems
from flopwatt.studies.layout import read_layout as read_sizes
from flopwatt.studies.nameless import vocabulary_of
from flopwatt.studies.small_cards import small_card

MODEL, FIT, TRAINING = "model", "fit", "training."
SHAPE = ("query_heads", "kv_heads", "training_layers", "experts")
GIVEN = Origin("given", detail="the row")


@dataclass(frozen=True)
class OneFit:
    """One fit to work out: a model, a GPU, and what is given of the fit by quantity.

    What is given is in canonical units; of a word it is the place among its words.
    """

    model: Known
    accelerator: Thing
    given: Mapping[str, float]

    def given_more(self, more: Mapping[str, float]) -> OneFit:
        """The same with more given, or with other values."""
        return OneFit(self.model, self.accelerator, {**self.given, **more})

    def apart(self) -> OneFit:
        """The same where each phase has GPUs of its own."""
        words = vocabulary_of(MODEL, FIT).quantities["phases"].words
        return self.given_more({"phases": float(words.index("apart"))})

    def check(self) -> None:
        """Raise PlanError where the GPUs cannot divide the model."""
        counts = {leaf.quantity: leaf.value for leaf in self.model.leaves}
        shape = Shape(*(_single(counts.get(name)) for name in SHAPE))
        problems = list(layout_problems(read_sizes(self.given, False), shape, Asked({})))
        if problems:
            raise PlanError(problems)


@dataclass(frozen=True)
class Fits:
    """What follows for many fits, each by its place."""

    results: Results

    def value(self, quantity: str, place: int) -> float | None:
        """A quantity of one fit, in its canonical unit; None where it is not known."""
        column = self.results.columns[quantity]
        return float(column.data[place, 0, 0, 0]) if column.known[place] else None

    def number(self, quantity: str, place: int) -> float:
        """The same where more is worked out from it, which is then not known either."""
        value = self.value(quantity, place)
        return math.nan if value is None else value

    def word(self, quantity: str, place: int) -> str:
        """The word that a quantity of one fit stands for; empty where it is not known."""
        value = self.value(quantity, place)
        return (
            "" if value is None else self.results.vocabulary.quantities[quantity].words[int(value)]
        )


def evaluate_fits(fits: Sequence[OneFit]) -> Fits:
    """Work out everything that follows for all fits together."""
    vocabulary = vocabulary_of(MODEL, FIT)
    names = tuple(str(place) for place in range(len(fits)))
    models = {id(one.model): one.model for one in fits}
    places = {key: place for place, key in enumerate(models)}
    population = Population(
        {MODEL: tuple(map(str, places.values())), FIT: names},
        {(FIT, MODEL): tuple(places[id(one.model)] for one in fits)},
    )
    leaves = [
        leaf
        for key, model in models.items()
        for leaf in _of_instance(model.leaves, str(places[key]))
    ]
    accelerators = {one.accelerator.name: one.accelerator for one in fits}
    facts = {name: _facts(accelerator) for name, accelerator in accelerators.items()}
    for name, one in zip(names, fits, strict=True):
        leaves += _of_instance(facts[one.accelerator.name], name)
        leaves += layout_leaves(read_sizes(one.given, False), name)
        leaves += (Leaf(key, name, value, Rank.GIVEN, GIVEN) for key, value in one.given.items())
    leaves += (
        leaf
        for leaf in assumed_leaves(vocabulary, population)
        if not vocabulary.quantities[leaf.quantity].key.startswith(TRAINING)
    )
    return Fits(evaluate(vocabulary, population, leaves))


def _facts(accelerator: Thing) -> tuple[Leaf, ...]:
    """What the catalog knows of a GPU."""
    known = thing_leaves(vocabulary_of(MODEL, FIT), FIT, NAMELESS, accelerator)
    return (*known, *small_card(accelerator.name))


def _of_instance(leaves: Iterable[Leaf], name: str) -> Iterator[Leaf]:
    """The same values for an instance."""
    for one in leaves:
        yield Leaf(one.quantity, name, one.value, one.rank, one.origin, one.range)


def _single(value: object) -> float | None:
    return float(value) if isinstance(value, float | int) else None
