"""Where a given value stands: a plan line, or the key where the plan is Python data."""

from __future__ import annotations

from flopwatt.model.value import Origin
from flopwatt.plan.currencies import rate_note
from flopwatt.plan.draft import Draft
from flopwatt.reader import Text


def given_origin(draft: Draft, path: str, text: Text) -> Origin:
    """A plan line; where the plan is Python data, the key."""
    line = f"{text.place.file}:{text.place.line}" if text.place else f"{draft.file} {path}"
    note = rate_note(text.text, draft.rates)
    return Origin("given", place=line, detail=note, text=text.text)
