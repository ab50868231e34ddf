"""The JSON face: the report's public document as text."""

from __future__ import annotations

import json

from flopwatt.report import Report


def render_json(report: Report) -> str:
    """One JSON document, ready to print. Numbers that are not finite are null."""
    return json.dumps(report.document, indent=1, ensure_ascii=False, allow_nan=False)
