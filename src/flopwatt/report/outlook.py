"""The outlook as a report: quoted figures tested, forecasts of a metric, and where a plan sits."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flopwatt.catalog import list_things
from flopwatt.catalog.outlook import METRIC, Forecast, find_forecasts, load_quoted
from flopwatt.problems import CatalogError, Problem, nearest
from flopwatt.report.explain import explain
from flopwatt.report.lookup import key_page
from flopwatt.report.outlook_document import outlook_document
from flopwatt.report.outlook_plan import plan_answer, plan_tables
from flopwatt.report.outlook_quoted import evidence_table, quoted_table, verdict_text
from flopwatt.report.outlook_tables import (
    capex_table,
    deals_table,
    forecast_tables,
    gpus_table,
    metrics_table,
    shares_table,
)
from flopwatt.report.page import explain_all
from flopwatt.report.records import Parts, Report, Section
from flopwatt.report.texts import counted
from flopwatt.studies.outlook import study_outlook
from flopwatt.studies.outlook_plan import Placed, beside
from flopwatt.studies.quoted import Tested, hold_all, hold_quoted
from flopwatt.studies.run import Study

QUOTED = "quoted"
EXAMPLE = "forecasts.ai-index-us.comparable"
LEDE = "Each figure keeps its forecaster, its year, what it counts and since when it is said."


@dataclass(frozen=True)
class Asked:
    """What of the outlook is asked for; of nothing named, all in short."""

    metric: str | None = None
    forecaster: str | None = None
    scope: str | None = None
    year: int | None = None

    @property
    def narrowed(self) -> bool:
        """Whether forecasts of a kind are asked for."""
        return any((self.metric, self.forecaster, self.scope, self.year))


def build_outlook_report(asked: Asked) -> Report:
    """What forecasters say: all in short, one metric, or what bears on quoted figures."""
    study = study_outlook()
    tested = _quoted(asked)
    rows = _rows(asked) if asked.narrowed and tested is None else ()
    sections: tuple[Section, ...]
    if tested is not None:
        title = "What bears on what is quoted"
        sections = (Section(QUOTED, title, tuple(map(evidence_table, tested))),)
        answer = _found(tested)
    elif asked.narrowed:
        sections = _metrics(rows)
        answer = f"{counted(len(rows), 'figure')} of {counted(len(sections), 'metric')}."
    else:
        every = hold_all()
        sections, answer = _overview(every), _found(every)
    return _report(study, answer, sections, rows, tested)


def build_placed_report(study: Study, placed: tuple[Placed, ...]) -> Report:
    """Where a plan sits beside what forecasters and companies state."""
    beside_it = beside(placed)
    section = Section("plan", "Where the plan sits", plan_tables(study, placed, beside_it))
    answer = plan_answer(placed, beside_it)
    report = _report(study, answer, (section,), (), None)
    make = functools.partial(outlook_document, study, (), None, placed, beside_it)
    keys = [one.key for one in placed if one.key]
    return replace(
        report,
        title=study.plan.name,
        subtitle="beside figures of the catalog",
        make_document=make,
        make_parts=lambda: Parts(answer, LEDE, (section,), keys[0] if keys else ""),
        warnings=study.warnings,
        ask=("flopwatt explain", "{subject}", "{key}"),
    )


def _report(
    study: Study,
    answer: str,
    sections: tuple[Section, ...],
    rows: Sequence[Forecast],
    tested: Sequence[Tested] | None,
) -> Report:
    return Report(
        title="Outlook",
        subtitle="figures of the catalog, by forecaster, year and metric",
        make_parts=lambda: Parts(
            answer=answer,
            lede=LEDE,
            sections=sections,
            example=next(_keys(tested or ()), EXAMPLE),
        ),
        warnings=(),
        known=study.results.__contains__,
        make_document=functools.partial(outlook_document, study, rows, tested),
        explain=functools.partial(explain, study),
        explain_all=functools.partial(explain_all, study),
        key_page=functools.partial(key_page, study),
        ask=("flopwatt outlook", "--explain {key}"),
    )


def _keys(tested: Sequence[Tested]) -> Iterator[str]:
    """The keys behind the evidence of quoted figures."""
    return (found.key for one in tested for found in one.evidence if found.key)


def _overview(tested: Sequence[Tested]) -> tuple[Section, ...]:
    return (
        Section(QUOTED, "What is widely quoted", (quoted_table(tested),)),
        Section("shares", "Training and inference, in compute and in power", (shares_table(),)),
        Section("gpus", "What a block of power feeds", (gpus_table(),)),
        Section("capex", "What hyperscalers spend", (capex_table(),)),
        Section("deals", "Where the power is to come from", (deals_table(),)),
        Section("metrics", "What forecasters say", (metrics_table(),)),
    )


def _quoted(asked: Asked) -> tuple[Tested, ...] | None:
    """The quoted figures asked for; None where something else is."""
    if asked.metric == QUOTED:
        return hold_all()
    own = [one for one in load_quoted() if one.name == asked.metric]
    return tuple(map(hold_quoted, own)) if own else None


def _rows(asked: Asked) -> tuple[Forecast, ...]:
    try:
        return find_forecasts(asked.metric, asked.forecaster, asked.scope, asked.year)
    except CatalogError as error:
        problem = error.problems[0]
        if asked.metric is None or "knows no metric" not in problem.message:
            raise
        raise CatalogError([_no_metric(asked.metric, problem)]) from error


def _no_metric(typed: str, problem: Problem) -> Problem:
    things = list_things(METRIC)
    metrics = [name for thing in things for name in (thing.name, *thing.aliases)]
    quoted = [QUOTED, *(one.name for one in load_quoted())]
    return replace(
        problem,
        message="no metric and no quoted figure has this name",
        field="METRIC",
        allowed=", ".join((*(thing.name for thing in things), *quoted)),
        nearest=nearest(typed[:100], (*metrics, *quoted)),
    )


def _metrics(rows: Sequence[Forecast]) -> tuple[Section, ...]:
    """One section a metric: unlike ones never share a table."""
    names = dict.fromkeys(one.metric for one in rows)
    return tuple(
        Section(
            name, name, forecast_tables(name, [one for one in rows if one.metric == name])
        )
        for name in names
    )  # fmt: skip


def _found(tested: Sequence[Tested]) -> str:
    """How many quoted figures are supported, and how many are not; of one alone, why."""
    if len(tested) == 1:
        (one,) = tested
        return f"{str(one.verdict).capitalize()}: {verdict_text(one)}."
    counts: dict[str, int] = {}
    for one in tested:
        counts[str(one.verdict)] = counts.get(str(one.verdict), 0) + 1
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    return f"Of {counted(len(tested), 'widely quoted figure')}: {told}."
