"""The memory of one GPU as one bar, for serving and for training, against what it has."""

from __future__ import annotations

import math
from collections.abc import Mapping

from flopwatt.report.charts_parts import Part, Parts, draw_parts
from flopwatt.report.model_texts import amount
from flopwatt.report.records import Chart, Section
from flopwatt.studies.run import Study

CARD = "fit.card"
SERVING = {
    "fit.weights": "weights",
    "fit.activations": "activations",
    "fit.other": "runtime",
    "fit.left_free": "left free",
    "fit.need": "cache",
}
WITHIN_FREE = "sglang"  # its activations live in what it leaves free
TRAINING = {
    "fit.training.weights": "weights",
    "fit.training.gradients": "gradients",
    "fit.training.optimizer": "optimizer",
    "fit.training.copies.held": "other models",
    "fit.training.activations": "activations",
    "fit.training.buffers": "buffers",
}
PEAK, RESERVED, NEED = "fit.training.peak", "fit.training.reserved", "fit.training.need"
SUBTITLE = "Bytes on each GPU; the line is what it has."


def budget_chart(study: Study, section: Section) -> Chart | None:
    """What serving takes of the memory of one GPU: weights, cache wanted and the rest."""
    sizes = _sizes(study, SERVING)
    if "fit.weights" not in sizes or CARD not in study.results:
        return None
    if sizes.get("fit.left_free", 0.0) and _engine(study) == WITHIN_FREE:
        sizes["fit.left_free"] -= sizes.get("fit.activations", 0.0)
    wanted = sizes.get("fit.need", 0.0)
    left = study.results["fit.cache"].central - wanted if "fit.cache" in study.results else 0.0
    said = f"{amount(left)} for more cache" if left > 0 else ""
    return _chart(study, section, "budget", SERVING, sizes, said)


def training_chart(study: Study, section: Section) -> Chart | None:
    """What training takes of the memory of one GPU."""
    sizes = _sizes(study, TRAINING)
    if NEED not in study.results or CARD not in study.results:
        return None
    peak, reserved, need = (study.results[key].central for key in (PEAK, RESERVED, NEED))
    names = dict(TRAINING)
    # what the parts leave of each sum that is taken of them
    for key, name, more in (
        (PEAK, "transient", peak - sum(sizes.values())),
        (RESERVED, "fragmentation", reserved - peak),
        (NEED, "runtime", need - reserved),
    ):
        names[key], sizes[key] = name, max(more, 0.0)
    left = study.results[CARD].central - need
    return _chart(study, section, "training", names, sizes, f"{amount(left)} free" * (left > 0))


def _sizes(study: Study, wanted: Mapping[str, str]) -> dict[str, float]:
    sizes = {key: study.results[key].central for key in wanted if key in study.results}
    return {key: size for key, size in sizes.items() if math.isfinite(size)}


def _engine(study: Study) -> str:
    value = study.results["fit.engine"]
    return value.quantity.words[int(value.central)]


def _chart(
    study: Study,
    section: Section,
    name: str,
    names: Mapping[str, str],
    sizes: Mapping[str, float],
    left: str,
) -> Chart | None:
    card = study.results[CARD].central
    parts = tuple(Part(names[key], size, amount(size)) for key, size in sizes.items())
    total = sum(part.size for part in parts)
    if not parts or not math.isfinite(total + card):
        return None
    over = f"{amount(total - card)} too much" if total > card else ""
    found = Parts(parts, card, f"{amount(card)} on the GPU", left, over)
    table = next((one for one in section.tables if one.id == name), section.tables[-1])
    return Chart(
        id=f"memory-{name}",
        title="The memory of one GPU",
        subtitle=SUBTITLE,
        description=section.title,
        make_table=lambda: table,
        draw=lambda chart, look: draw_parts(found, chart, look),
    )
