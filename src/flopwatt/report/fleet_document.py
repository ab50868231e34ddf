"""The JSON of fleets: the central case without ranges, and no price where nothing is sold."""

from __future__ import annotations

from typing import Any

from flopwatt.report.document import ENDS, document
from flopwatt.report.fleet_months import COSTS
from flopwatt.report.fleet_texts import chosen_fleets
from flopwatt.studies.run import Study

Record = dict[str, Any]
UNITS = "fleet.units"


def fleet_document(study: Study) -> Record:
    """All results of a plan as plain data; nothing was drawn, so that nothing has a range.

    What a token or a request costs is null in months in which a fleet has no calls.
    """
    found = document(study)
    results = {key: _central(result) for key, result in found["results"].items()}
    for fleet in chosen_fleets(study):
        units = results.get(f"{fleet.key}.{UNITS}", {}).get("value")
        for key in COSTS:
            cost = results.get(f"{fleet.key}.{key}")
            if cost and isinstance(units, list) and isinstance(cost["value"], list):
                pairs = zip(cost["value"], units, strict=True)
                cost["value"] = [value if held else None for value, held in pairs]
    return found | {"results": results}


def _central(result: Record) -> Record:
    return {name: value for name, value in result.items() if name not in ENDS}
