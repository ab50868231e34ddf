"""What a fit is given and does not read, and formats that its GPUs have no units for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from flopwatt.architecture.published import Wanted
from flopwatt.catalog import find_thing
from flopwatt.model.results import Results
from flopwatt.problems import Problem
from flopwatt.studies.goals import unused_values
from flopwatt.studies.run import Study

TRAINING_KEY = "training."
ONLY_TRAINED = "is read only where the model is trained, and no recipe is named"
ONLY_SERVED = "is read only where the model is served, and here it is trained"
NO_EXPERTS = "is read only where a model has routed experts, and this one has none"
NOT_READ = "is given, but nothing here is worked out from it"
# formats by what their names start with, and the column of the units that multiply in them
UNITS = {
    "bf16": "peak_bf16",
    **dict.fromkeys(("fp8", "mxfp8"), "peak_fp8"),
    **dict.fromkeys(("nvfp4", "mxfp4"), "peak_fp4"),
}
ABSENT = "none"


def unused_options(
    study: Study, training: bool, wanted: Wanted, options: Mapping[str, str]
) -> Iterator[Problem]:
    """A warning for everything given that bears on nothing asked.

    ``options`` are the names by which people give fields, by key.
    """
    yield from _unused_formats(wanted, training, study)
    results, told = study.results, set[str]()
    useful = _behind(results, training)
    dense = results.columns["experts"].data.max() == 0 if "experts" in results.columns else False
    for leaf in study.plan.leaves:
        quantity = results.vocabulary.quantities[leaf.quantity]
        key = results.key(quantity, leaf.instance)
        routed = dense and quantity.name == "expert_parallel" and leaf.value != 1
        if leaf.origin.kind != "given" or (quantity.name in useful and not routed) or key in told:
            continue
        told.add(key)
        message = NO_EXPERTS if routed else ONLY_SERVED if training else ONLY_TRAINED
        yield _unused(options.get(quantity.key, key), leaf.origin.text, message, training)
    for problem in unused_values(results, study.plan.leaves, study.plan.places):
        if problem.field not in told:
            yield replace(problem, message=NOT_READ)


def _behind(results: Results, training: bool) -> frozenset[str]:
    """Every quantity that what is asked was worked out from, itself included."""
    rest = [
        quantity.name
        for quantity in results.vocabulary.of("fit")
        if quantity.key.startswith(TRAINING_KEY) == training
    ]
    found: set[str] = set()
    while rest:
        name = rest.pop()
        if name not in found:
            found.add(name)
            ways = results.columns[name].formulas
            rest += [need for way in ways if way for need in way.needs]
    return frozenset(found)


def _unused_formats(wanted: Wanted, training: bool, study: Study) -> Iterator[Problem]:
    """Formats of weights and cache while training, and targets of adapters that there are not."""
    if training:
        for option, text in (("--dtype", wanted.dtype), ("--kv-dtype", wanted.kv_dtype)):
            if text:
                yield _unused(option, text, ONLY_SERVED, training)
    targets = ", ".join(wanted.lora_targets)
    ranked = any(leaf.quantity == "lora_rank" for leaf in study.plan.leaves)
    if targets and not (training and ranked):
        message = "is read only beside a rank of adapters: all is trained"
        yield _unused("--lora-targets", targets, message if training else ONLY_TRAINED, training)


def _unused(field: str, given: str, message: str, training: bool) -> Problem:
    allowed = "without --train, or leave it out" if training else "beside --train, or leave it out"
    if message not in (ONLY_SERVED, ONLY_TRAINED):
        allowed = "leave it out"
    return Problem("unused", message, None, field, given, allowed, warning=True)


def missing_units(accelerator: str, formats: Iterable[str]) -> Iterator[Problem]:
    """A warning for each format that a GPU of the catalog is known to have no units for."""
    thing = find_thing("accelerator", accelerator)
    told = set[str]()
    for name in formats:
        column = next((unit for start, unit in UNITS.items() if name.startswith(start)), "")
        if thing.cells.get(column) != ABSENT or column in told:
            continue
        told.add(column)
        words = column.removeprefix("peak_")
        yield Problem(
            "unlikely",
            f"{thing.name} has no units for {words}: an engine refuses it, or works in another "
            "format what it holds in this one",
            None,
            "dtype",
            given=name,
            allowed=_others(thing.cells),
            warning=True,
        )


def _others(cells: Mapping[str, str]) -> str:
    """Formats that a GPU is known to have units for."""
    columns = ("peak_fp16", "peak_bf16", "peak_fp8", "peak_fp4", "peak_int8")
    found = [name.removeprefix("peak_") for name in columns if cells.get(name, "")[:1].isdigit()]
    return ", ".join(found)
