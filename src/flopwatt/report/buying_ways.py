"""The ways on offer to a purchase: their price, what it takes to pay off, and what each costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from flopwatt.catalog.facts import age_problems
from flopwatt.report.cells import cell, make_table
from flopwatt.report.ranges import percent_text
from flopwatt.report.records import Cell, Table
from flopwatt.report.texts import counted, number_text
from flopwatt.studies.regret import PURCHASE
from flopwatt.studies.run import Study

HOUR = " per GPU-hour"
ROUNDING = 1e-2  # a year of months is a little more or less than that of a calendar
HEADS = ("way", "an hour", "paid for", "pays above", "GPU-hours", "in the mix", "all of it")
NOTE = (
    "An hour: what spot loses is paid for. Pays above: the share of its term that a GPU must be "
    "used. All of it: the whole demand bought this way, lead times apart; of terms, what was ever "
    "needed is kept in whole ones, past the plan's end too."
)
USERS_NOTE = "Never: users are not served from GPUs that may be taken away."
RUN_NOTE = "Never: the run may not be interrupted, or would end on spot after the plan does."
SPOT_NOTE = "Spot is taken to be there for all GPUs whenever it is wanted."
LONG_NOTE = "Too long: its lead time and its term end after the plan does."
STALE, STALE_NOTE = " *", "* older than 12 months on the plan's first day."
AS_USED, NEVER, UNUSED, TOO_LONG, SPOT = "as used", "never", "-", "too long", "spot"


def ways_of(study: Study, name: str) -> list[str]:
    """The ways of a purchase, those with the longest term last."""
    population = study.results.population
    place = population.place(PURCHASE, name)
    ways = population.names("way")
    own = [
        way
        for way, at in zip(ways, population.references["way", PURCHASE], strict=True)
        if at == place
    ]
    return sorted(own, key=lambda way: study.results[f"ways.{way}.term"].central)


def way_text(study: Study, way: str) -> str:
    """What a way is called: by its sort, or by its own name where the plan adds it."""
    return _kind(study, way) if "." in way else way


def _kind(study: Study, way: str) -> str:
    value = study.results[f"ways.{way}.kind"]
    return number_text(value.quantity, value.central, study.plan.start)


def ways_table(study: Study, name: str) -> Table:
    """Each way: its price, what it takes to pay off, and what it costs in the mix and alone."""
    rows = {way: _row(study, way) for way in ways_of(study, name)}
    title = f"{name}: ways to buy its GPU-hours, over the plan"
    note = " ".join(filter(None, _notes(study, name, rows)))
    return make_table(study, f"ways-{name}", title, HEADS, list(rows.values()), note)


def _row(study: Study, way: str) -> tuple[Cell, ...]:
    key = f"ways.{way}"
    hour = cell(study, f"{key}.useful_price", HOUR)
    origin = study.results[f"{key}.price"].origin
    if origin.kind == "catalog" and age_problems(
        origin.as_of, study.plan.start, "", "stale_prices"
    ):
        hour = replace(hour, text=hour.text + STALE)
    bound = study.results[f"{key}.term"].central > 0
    return (
        Cell(way_text(study, way)),
        hour,
        cell(study, f"{key}.term") if bound else Cell(AS_USED),
        _pays(study, key, bound),
        cell(study, f"{key}.hours", " GPU-hours"),
        cell(study, f"{key}.total"),
        cell(study, f"{key}.alone"),
    )


def _pays(study: Study, key: str, bound: bool) -> Cell:
    """The use from which a commitment pays; a word where it cannot be taken or never does."""
    results = study.results
    if not results[f"{key}.allowed"].central or not results[f"{key}.suits"].central:
        return Cell(NEVER)
    if not bound:
        return Cell(UNUSED)
    ends = results[f"{key}.lead"].central + results[f"{key}.term"].central
    if ends > results["plan_length"].central * (1 + ROUNDING):
        return Cell(TOO_LONG)
    found = cell(study, f"{key}.threshold")
    return found if results[f"{key}.threshold"].central < 1 else replace(found, text=NEVER)


def _notes(study: Study, name: str, rows: Mapping[str, tuple[Cell, ...]]) -> Iterator[str]:
    """What the columns say, and why a way is not taken."""
    yield NOTE
    spot = [row for way, row in rows.items() if _kind(study, way) == SPOT]
    barred = any(row[3].text == NEVER for row in spot)
    for_users = study.results[f"buying.{name}.load"].central == 0
    yield (USERS_NOTE if for_users else RUN_NOTE) if barred else ""
    yield SPOT_NOTE if spot and not barred else ""
    yield LONG_NOTE if any(row[3].text == TOO_LONG for row in rows.values()) else ""
    yield STALE_NOTE if any(row[1].text.endswith(STALE) for row in rows.values()) else ""
    yield _cheaper(study, name, rows)
    yield _next(study, name)


def _cheaper(study: Study, name: str, rows: Mapping[str, tuple[Cell, ...]]) -> str:
    """Ways that would cost less than the mix, were they paid past the plan's end."""
    bill = study.results[f"buying.{name}.total_cost"].central
    less = [
        row[0].text
        for way, row in rows.items()
        if row[3].text != NEVER
        if study.results[f"ways.{way}.term"].central > 0
        if study.results[f"ways.{way}.alone"].central < bill * (1 - ROUNDING)
    ]
    if not less:
        return ""
    return (
        f"All of it {' or '.join(less)} costs less than the mix, but is paid past the plan's end."
    )


def _next(study: Study, name: str) -> str:
    """The rule by which one more is not committed, with its numbers."""
    results, key = study.results, f"buying.{name}"
    terms = {way: results[f"ways.{way}.term"].central for way in ways_of(study, name)}
    # of those that end within the plan
    most = results["plan_length"].central * (1 + ROUNDING)
    bound = [way for way, term in terms.items() if 0 < term <= most]
    if not bound or f"{key}.next_use" not in results:
        return ""
    lot = number_text(
        results[f"{key}.lot"].quantity, results[f"{key}.lot"].central, study.plan.start
    )
    held = int(results[f"{key}.lots_committed"].months.max())
    last, after = (cell(study, f"{key}.{one}_use").text for one in ("last", "next"))
    least = min(results[f"ways.{way}.threshold"].central for way in bound)
    unit = "GPU" if lot.startswith("1 ") else f"lot of {lot}"
    if least >= 1:
        return "No term pays: paid as used, an hour costs less than under any of them."
    pays = percent_text(least)
    if not held:
        return f"Of commitments even the first {unit} would be used {after}; one pays above {pays}."
    are = "is" if held == 1 else "are"
    return (
        f"At most {counted(held, 'lot')} of {lot} {are} committed: the last is used {last} of that "
        f"time, one more would be used {after} of the plan; a term pays above {pays} at least."
    )
