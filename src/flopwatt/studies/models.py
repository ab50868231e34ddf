"""A model by itself: read from its config or from the catalog, and all that follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flopwatt.architecture.adapters import check_rank
from flopwatt.architecture.published import (
    ModelSource,
    Reading,
    Wanted,
    find_published,
    read_published,
    read_size,
)
from flopwatt.studies.nameless import nameless_study, read_given, vocabulary_of
from flopwatt.studies.run import Study


@dataclass(frozen=True)
class ModelStudy:
    """A model with everything that follows from it."""

    reading: Reading
    study: Study


def study_model(
    source: ModelSource | None, wanted: Wanted, given: Mapping[str, Any], tokens: Any = None
) -> ModelStudy:
    """Read a model and work out what follows; ``given`` are fields of a model, such as context.

    With the ``tokens`` that it was trained on, its training arithmetic too. Without a source
    only what follows from ``params`` among the given.
    Raises PlanError or CatalogError where nothing can be answered.
    """
    vocabulary = vocabulary_of("model")
    if source is None:
        reading = read_size(wanted, str(given.get("params")).removesuffix(" params"))
    else:
        published = find_published(source, vocabulary, wanted.read_as)
        reading = read_published(published, wanted, vocabulary)
        check_rank(reading.architecture, given.get("lora.rank"))
    fields: dict[str, Mapping[str, Any]] = {"model": given}
    if tokens is not None:
        fields["run"] = {"tokens": tokens, "sequence": given.get("context")}
    draft = read_given(vocabulary_of(*fields), fields, reading.warnings)
    study = nameless_study(reading.published.name, draft, reading.leaves)
    return ModelStudy(reading, study)
