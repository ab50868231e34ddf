"""How the racks of a load are cooled, in rows and words, and by what: density, chips or plan."""

from __future__ import annotations

from collections.abc import Mapping

from flopwatt.report.cells import cell
from flopwatt.studies.run import Study

PASSED, LEAST = "cooling.passed", "cooling.least"
COOLED = {
    "one rack, nameplate": "rack.power",
    "limit that it passes": PASSED,
    "next limit": "cooling.ahead",
    "asked for at any density": LEAST,
    "so it is cooled by": "cooling.way",
    "heat that air takes": "cooling.air",
    "air through one rack": "cooling.airflow",
    "peak PUE, for MW": "peak_pue",
    "annual PUE, for MWh": "annual_pue",
    "water of the site": "wue",
}
NOTE = (
    "Limits are bands and no cliffs; a PUE that the plan states wins. The peak PUE is never used "
    "for energy, and the annual one never for MW."
)
BY_CHIPS = "Its chips are cooled by liquid at any density"


def cooled_rows(study: Study, name: str) -> Mapping[str, str]:
    """The rows of the table, less a limit that is none and what nothing asks for."""
    results, entry = study.results, f"power.{name}"
    left = set()
    if f"{entry}.{PASSED}" in results and not results[f"{entry}.{PASSED}"].central:
        left.add(PASSED)
    if f"{entry}.{LEAST}" in results and results[f"{entry}.{LEAST}"].origin.kind == "assumed":
        left.add(LEAST)
    return {head: key for head, key in COOLED.items() if key not in left}


def why_cooled(study: Study, name: str) -> str:
    """By which rule racks are cooled, with the limit that is passed, and what overrules it."""
    if f"power.{name}.{PASSED}" not in study.results:
        return NOTE
    return f"{_by_density(study, name)} {_overruled(study, name)}{NOTE}"


def _by_density(study: Study, name: str) -> str:
    entry = f"power.{name}"
    rack, passed, ahead = (
        cell(study, f"{entry}.{key}").text for key in ("rack.power", PASSED, "cooling.ahead")
    )
    words = study.results[f"{entry}.cooling.way"].quantity.words
    place = int(study.results[f"{entry}.cooling.by_density"].central)
    said = f"A rack of {rack} is below the {ahead} up to which {words[place]} is enough"
    if place:
        said = f"A rack of {rack} is above the {passed} up to which {words[place - 1]} is enough"
        said += f", and below {ahead}" if place < len(words) - 1 else ""
    return f"{said}: {words[place]}."


def _overruled(study: Study, name: str) -> str:
    """What cools the racks in another way than their density asks for; often nothing."""
    results, entry = study.results, f"power.{name}"
    way, least = results[f"{entry}.cooling.way"], results[f"{entry}.{LEAST}"]
    words, place = way.quantity.words, int(results[f"{entry}.cooling.by_density"].central)
    held = words[int(way.central)]
    if way.origin.kind == "given":
        return f"The plan states {held}, which holds. " if int(way.central) != place else ""
    if least.central <= place:
        return ""
    if least.origin.kind == "catalog":
        return f"{BY_CHIPS}: {held}. "
    return f"The plan asks for {held} at any density. "
