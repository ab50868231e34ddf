"""A model on some GPUs: the memory of one GPU line by line, and the term that breaks it."""

from __future__ import annotations

import functools

from flopwatt.architecture.published import Reading
from flopwatt.report.charts_of import with_charts
from flopwatt.report.document import document
from flopwatt.report.explain import explain
from flopwatt.report.fit_budget import budget_section, caches, capacity_section, grows
from flopwatt.report.fit_floors import floor_section
from flopwatt.report.fit_training import training_section
from flopwatt.report.fleet_step import fit_step_section
from flopwatt.report.lookup import key_page
from flopwatt.report.model_texts import amount, full
from flopwatt.report.page import explain_all
from flopwatt.report.records import Parts, Report
from flopwatt.report.texts import counted, number_text, plural
from flopwatt.studies.run import Study

FOR_SERVING, FOR_TRAINING = "serving", "training"


def build_fit_report(study: Study, reading: Reading, purpose: str = FOR_SERVING) -> Report:
    """Everything a face needs to show whether a model fits, for serving or for training."""
    makers = {
        FOR_SERVING: (budget_section, capacity_section, fit_step_section, floor_section),
        FOR_TRAINING: (training_section,),
    }[purpose]
    made = (make(study) for make in makers)
    sections = tuple(with_charts(study, section) for section in made if section is not None)
    wall = "fit.wall" if purpose == FOR_SERVING else "fit.training.wall"
    return Report(
        title=reading.published.name,
        subtitle=_layout(study),
        make_parts=lambda: Parts(
            answer=verdict(study, purpose),
            lede="",
            sections=sections,
            example=wall if wall in study.results else "fit.gpus",
        ),
        warnings=study.warnings,
        known=study.results.__contains__,
        make_document=functools.partial(document, study),
        explain=functools.partial(explain, study),
        explain_all=functools.partial(explain_all, study),
        key_page=functools.partial(key_page, study),
        ask=("flopwatt fit", "{subject}", "--explain {key}"),
    )


def _layout(study: Study) -> str:
    """The GPUs and how the model is divided over them."""
    results = study.results
    chosen = next((one for one in _origins(study) if one), "")
    gpus = results["fit.gpus"].central
    ways = {name: results[f"fit.{name}"].central for name in ("tp", "pp", "ep", "dp")}
    if "fit.training.cp" in results:
        ways["cp"] = results["fit.training.cp"].central
    if "experts.count" in results and not results["experts.count"].central:
        del ways["ep"]  # no experts to divide
    said = [f"{name} {full(value)}" for name, value in ways.items() if value != 1]
    return ", ".join((f"{full(gpus)} x {chosen}" if chosen else counted(int(gpus), "GPU"), *said))


def _origins(study: Study) -> list[str]:
    """What the catalog calls the accelerator."""
    keys = [key for key in ("fit.card.shown", "fit.card.label") if key in study.results]
    return [study.results[key].origin.detail.partition(":")[0] for key in keys]


def verdict(study: Study, purpose: str) -> str:
    """Whether it fits, in a sentence, and what breaks it where it does not."""
    prefix = "fit" if purpose == FOR_SERVING else "fit.training"
    if f"{prefix}.wall" not in study.results:
        return _by_size(study, purpose)
    wall = study.results[f"{prefix}.wall"]
    word = number_text(wall.quantity, wall.central, study.plan.start)
    if purpose == FOR_TRAINING:
        return _training_verdict(study, word)
    return _serving_verdict(study, word)


def _by_size(study: Study, purpose: str) -> str:
    """What can be said of a size alone: whether its weights, or its states, fit."""
    results = study.results
    rest = "the rest follows from the model's config.json."
    taken, room = ("fit.weights", "fit.usable")
    if purpose == FOR_TRAINING:
        taken, room = ("fit.training.states", "fit.card")
    if room not in results:
        return "On which GPUs? Name them, for example --on 8xH100."
    if taken not in results:
        return f"Whether it fits does not follow from what is known; {rest}"
    need, most = results[taken].central, results[room].central
    what = "weights" if purpose == FOR_SERVING else "weights, gradients and optimizer"
    said = f"{what} take {amount(need)} of {amount(most)} on each GPU"
    if need > most:
        return f"It does not fit: {said}."
    return f"{said[0].upper()}{said[1:]}, which leaves {amount(most - need)}; {rest}"


def _serving_verdict(study: Study, word: str) -> str:
    results = study.results
    if word == "none":
        return f"It fits: {_held(study)}."
    usable = amount(results["fit.usable"].central)
    if word == "weights":
        weights = amount(results["fit.weights"].central)
        return f"It does not fit: weights take {weights} of {usable} on each GPU."
    if word == "activations":
        taken = amount(results["fit.activations"].central)
        return f"It does not fit: activations take {taken} beside the weights, of {usable}."
    need, cache = (amount(results[f"fit.{key}"].central) for key in ("need", "cache"))
    return (
        f"It does not fit: the cache, not the weights, breaks it: {need} is needed on each GPU "
        f"and {cache} is left. {_way_out(study)}"
    )


def _held(study: Study) -> str:
    """What the cache holds; where it does not grow sequences alone, of any length."""
    results = study.results
    if not caches(study):
        taken, most = (amount(results[f"fit.{key}"].central) for key in ("weights", "usable"))
        return f"nothing is cached; weights take {taken} of {most} on each GPU"
    sequences = _many(study, "fit.sequences", "sequence")
    if not grows(study):
        each = amount(results["fit.cache_bytes_per_sequence"].central)
        return f"a sequence of any length takes {each} on each GPU, and the cache holds {sequences}"
    tokens = full(results["fit.tokens"].central)
    return f"the cache holds {tokens} tokens, {sequences} of {_context(study)}"


def _many(study: Study, key: str, noun: str) -> str:
    number = full(study.results[key].central)
    return f"{number} {noun if number == '1' else plural(noun)}"


def _context(study: Study) -> str:
    return full(study.results["fit.context"].central)


def _way_out(study: Study) -> str:
    """What still fits beside a cache that does not."""
    results = study.results
    sequences = _many(study, "fit.sequences", "sequence")
    some = results["fit.sequences"].central > 0
    if not grows(study):
        return f"{sequences} fit." if some else "Not one sequence fits."
    if some:
        return f"{sequences} of {_context(study)} tokens fit."
    said = f"Not one sequence of {_context(study)} tokens fits"
    if "fit.largest_context" not in results or not results["fit.largest_context"].central:
        return f"{said}."
    return f"{said}; one of {full(results['fit.largest_context'].central)} does."


def _training_verdict(study: Study, word: str) -> str:
    results = study.results
    need, card = (amount(results[key].central) for key in ("fit.training.need", "fit.card"))
    stage = results["fit.training.worst_stage"]
    where = f"on the {number_text(stage.quantity, stage.central, study.plan.start)} stage"
    if results["fit.pp"].central == 1:
        where = "on each GPU"
    if word == "none":
        return f"It fits: training takes {need} of {card} {where}."
    return f"It does not fit: training takes {need} of {card} {where}; {word} take the most."
