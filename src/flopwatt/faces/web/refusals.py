"""Questions that are not understood: every refusal in the one form that the API describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from flopwatt.faces.web.guard import refusal, refusal_body

MOST_TOLD, MOST_SHOWN = 10, 60  # problems, and signs of what was given
DESCRIBED = "see /openapi.json"
STATUS = {
    400: ("this cannot be read as JSON", "JSON in UTF-8, not deeply nested, of usual numbers"),
    404: ("there is nothing at this address", DESCRIBED),
    405: ("this address is not asked in this way", DESCRIBED),
}
# what a limit of a field is called there, and how it reads
LIMITS = {
    **{"ge": "at least {:,}", "le": "at most {:,}"},
    **{"max_length": "a length of at most {:,}", "expected": "{}"},
}
KINDS: tuple[tuple[type, str], ...] = ((dict, "a map"), (list, "a list"), (type(None), "nothing"))


def add_refusals(app: FastAPI) -> None:
    """Let an application answer what it does not understand with a Refusal."""
    app.add_exception_handler(RequestValidationError, not_understood)
    app.add_exception_handler(HTTPException, not_answered)


async def not_understood(request: Request, error: Exception) -> Response:
    """A question of another form than is read: each field, what it was given and what it takes."""
    if not isinstance(error, RequestValidationError):
        raise error
    told = [_problem(one) for one in error.errors()[:MOST_TOLD]]
    return _answer(422, *told or [refusal("this is no question", DESCRIBED)])


async def not_answered(request: Request, error: Exception) -> Response:
    """What never became a question: no such address, no such way to ask, no JSON."""
    if not isinstance(error, HTTPException):
        raise error
    message, allowed = STATUS.get(error.status_code, ("this is not answered", DESCRIBED))
    asked = f"{request.method} {request.url.path}"[:MOST_SHOWN]
    answer = _answer(error.status_code, refusal(message, allowed, given=asked))
    answer.headers.update(error.headers or {})
    return answer


def _problem(one: Mapping[str, Any]) -> dict[str, Any]:
    field = ".".join(str(part) for part in one["loc"][1:])
    if one["type"] == "json_invalid":
        return refusal(*STATUS[400])
    limits = one.get("ctx") or {}
    allowed = [told.format(limits[name]) for name, told in LIMITS.items() if name in limits]
    given = "nothing" if one["type"] == "missing" else _shown(one.get("input"))
    return refusal(one["msg"].lower(), ", ".join(allowed) or DESCRIBED, field, given)


def _shown(given: object) -> str:
    """What was given, on one line and cut; a map or a list by its kind alone."""
    kind = next((told for one, told in KINDS if isinstance(given, one)), None)
    text = kind or " ".join(str(given).split())
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 3]}..."


def _answer(status: int, *problems: Mapping[str, Any]) -> Response:
    return Response(refusal_body(*problems), status, media_type="application/json")
