"""Prompts longer than the prices of an API hold for: told, since its other prices are not used."""

from __future__ import annotations

from collections.abc import Iterator

from flopwatt.model.results import Results
from flopwatt.problems import Problem
from flopwatt.studies.goals import Places
from flopwatt.units import show

FLEET, PRODUCT, LIMIT = "fit", "product", "api_prompt_limit"


def long_prompts(results: Results, places: Places) -> Iterator[Problem]:
    """A warning for every fleet whose product's prompts pass the limit of the API's prices."""
    population = results.population
    for limit in results.values(lambda quantity: quantity.name == LIMIT):
        place = population.referred(FLEET, PRODUCT)[population.place(FLEET, limit.instance)]
        key = f"products.{population.names(PRODUCT)[place]}.input_tokens"
        longest = float(results[key].months.max()) if key in results else 0.0
        if longest <= limit.central:
            continue
        told = show(limit.central, limit.quantity.unit).removesuffix(" per call")
        yield Problem(
            "unlikely",
            f"the prices of the API hold up to {told}, and cost more beyond",
            places.get(key),
            limit.key,
            given=f"prompts of {show(longest, limit.quantity.unit)}",
            allowed="the prices of longer prompts, as `api.input_price` and the like",
            warning=True,
        )
