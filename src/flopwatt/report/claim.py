"""A number that somebody states, beside the right one, with the mistake that gives it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flopwatt.report.records import Cell, Section, Table
from flopwatt.studies.claims import ClaimAnswer, Explanation

AND = "; and "


def claim_section(found: ClaimAnswer) -> Section:
    """What was claimed, what is right, and how the claimed number comes about."""
    off = f", {found.off}" if found.off else ""
    rows = [
        (Cell("claimed"), Cell(f"{found.claimed_text}{off}")),
        (Cell("right"), Cell(found.truth_text, found.key)),
        (Cell("verdict"), Cell(found.summary)),
    ]
    rows += [(Cell("because"), Cell(_said(one))) for one in found.explanations]
    if found.nearest is not None and not found.explanations:
        rows.append((Cell("nearest"), Cell(f"{_said(found.nearest)}: {found.gap}")))
    notes = [found.note] if found.note else []
    if found.others:
        notes.append(f"{found.others} more of as many mistakes give it too.")
    columns = (found.subject, "")
    table = Table("claim", f'"{found.claim.text}"', columns, tuple(rows), "\n".join(notes),
                  words=("",))  # fmt: skip
    return Section("claim", "The number held against this model", (table,))


def claim_answer(found: ClaimAnswer) -> str:
    """The verdict in a sentence or two."""
    said = f"{found.claimed_text} is {found.summary}."
    if found.outcome != "right":
        said = f"{found.claimed_text} is claimed; {found.truth_text} is right"
        said += f", so it is {found.off}: " if found.off else ": "
        said += found.summary + "."
    reasons = "; or ".join(_said(one) for one in found.explanations)
    return f"{said} {_sentence(reasons)}".rstrip()


def claim_document(found: ClaimAnswer) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "text": found.claim.text,
        "subject": found.subject,
        "key": found.key,
        "unit": found.unit,
        "truth": found.truth,
        "outcome": found.outcome,
        "off": found.off,
        "summary": found.summary,
        "explanations": [_plain(one) for one in found.explanations],
        "others": found.others,
        "nearest": _plain(found.nearest) if found.nearest else None,
        "note": found.note,
    }


def _plain(one: Explanation) -> Mapping[str, Any]:
    return {"mistakes": list(one.texts), "value": one.value, "same": list(one.same)}


def _said(one: Explanation) -> str:
    return AND.join(one.texts)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""
