"""The HTTP API and the page: each question goes to a worker, each answer comes back as it is."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Collection
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import Response

from flopwatt import __version__, api
from flopwatt.faces.style import color_style
from flopwatt.faces.web.bundle import bundle_script
from flopwatt.faces.web.guard import LOOPBACK, Guard, refusal, refusal_body
from flopwatt.faces.web.plain import problem_data, to_json
from flopwatt.faces.web.questions import (
    CompareQuestion,
    DownloadQuestion,
    ExplainQuestion,
    Refusal,
    RunQuestion,
)
from flopwatt.faces.web.refusals import add_refusals
from flopwatt.faces.web.workers import (
    BrokenError,
    BusyError,
    RefusedError,
    TooSlowError,
    Workers,
)

STATIC = Path(__file__).with_name("static")
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript"}
FILES = {
    **{"json": "application/json", "csv": "text/csv", "html": "text/html; charset=utf-8"},
    **{"svg": "image/svg+xml", "png": "image/png"},
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
REFUSED: dict[int | str, dict[str, Any]] = {
    code: {"model": Refusal} for code in (400, 403, 404, 405, 413, 415, 422, 429)
}
SECONDS = 30.0  # after which a question is cut off
MOST_WAITING = 64


def make_app(
    opened: api.PlanText | None = None,
    hosts: Collection[str] = LOOPBACK,
    seconds: float = SECONDS,
    count: int | None = None,
    most_waiting: int = MOST_WAITING,
) -> Any:
    """The application, with the plan that the page opens with; workers start with it."""

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        app.state.workers = Workers(count, most_waiting)
        yield
        app.state.workers.close()

    app = FastAPI(
        title="flopwatt",
        version=__version__,
        description="Plans as text in, reports with every number explained out.",
        docs_url=None,  # whose scripts come from elsewhere
        redoc_url=None,
        lifespan=life,
    )
    app.state.seconds, app.state.opened = seconds, opened
    add_refusals(app)
    _add_page(app)
    _add_lists(app)
    _add_questions(app)
    return Guard(app, hosts)


def _add_page(app: FastAPI) -> None:
    files = {path.name: path.read_bytes() for path in STATIC.iterdir() if path.suffix in TYPES}
    files["colours.css"] = color_style().encode()

    @app.get("/", include_in_schema=False)
    async def page() -> Response:
        return Response(files["index.html"], media_type=TYPES[".html"])

    @app.get("/static/{name}", include_in_schema=False)
    async def static(name: str) -> Response:
        if name not in files:
            return _refused(404, "there is no such file")
        return Response(files[name], media_type=TYPES[Path(name).suffix])

    @app.get("/vega.js", include_in_schema=False)
    def vega() -> Response:
        script = bundle_script()
        if script is None:
            return Response(b"", media_type=TYPES[".js"])  # the page then shows tables alone
        kept = {"cache-control": "private, max-age=86400"}
        return Response(script, media_type=TYPES[".js"], headers=kept)

    @app.get("/healthz")
    async def health() -> dict[str, str]:
        """Whether the server is there."""
        return {"status": "ok", "version": __version__}


def _add_lists(app: FastAPI) -> None:
    @app.get("/api/opened")
    async def opened() -> Response:
        """The plan that the page was opened with, if any."""
        plan = app.state.opened
        return _json(to_json({"name": plan.name, "plan": plan.text} if plan else {}))

    @app.get("/api/examples")
    async def examples() -> list[str]:
        """The names of the example plans."""
        return list(api.list_examples())

    @app.get("/api/examples/{name}", responses={404: {"model": Refusal}})
    async def example(name: str) -> Response:
        """One example plan as text."""
        try:
            plan = api.read_example(name)
        except api.PlanError as error:
            return _json(to_json({"problems": problem_data(error.problems)}), 404)
        return _json(to_json({"name": plan.name, "plan": plan.text}))

    @app.get("/api/fields", responses=REFUSED)
    def fields(entity: str | None = None) -> Response:
        """Every field of a plan, with its unit, its meaning and what holds without it."""
        return _ask(app, "fields", {"entity": entity[:60] if entity else None})


def _add_questions(app: FastAPI) -> None:
    @app.post("/api/run", responses=REFUSED)
    def run(question: RunQuestion) -> Response:
        """A plan with some values changed: its Report, or all that is wrong with it."""
        return _ask(app, "run", question.model_dump(), question.plan)

    @app.post("/api/explain", responses=REFUSED)
    def explain(question: ExplainQuestion) -> Response:
        """Where one number of a plan comes from, down to its lines and its sources."""
        return _ask(app, "explain", question.model_dump(), question.plan)

    @app.post("/api/compare", responses=REFUSED)
    def compare(question: CompareQuestion) -> Response:
        """Two plans: what they say differently, what comes of it, and what each input does."""
        return _ask(app, "compare", question.model_dump(), question.plan)

    @app.post("/api/download", responses=REFUSED)
    def download(question: DownloadQuestion) -> Response:
        """A file of a plan's results."""
        answer = _ask(app, "download", question.model_dump(), question.plan)
        if answer.status_code != 200:
            return answer
        return Response(answer.body, media_type=FILES[question.kind])


def _ask(app: FastAPI, task: str, asked: dict[str, Any], about: str = "") -> Response:
    seconds = app.state.seconds
    try:
        return _json(app.state.workers.ask(task, asked, seconds, about))
    except RefusedError as refused:
        return _json(refused.body, 422)
    except BusyError:
        heads = {"retry-after": "1"}
        return _refused(429, "more questions wait than can be answered; ask again", heads=heads)
    except TooSlowError:
        allowed = "fewer draws, fewer products or a shorter horizon"
        return _refused(422, f"cut off after {seconds:g} seconds", allowed, code="too-slow")
    except BrokenError:
        return _refused(500, "this is a bug of flopwatt; the terminal it runs in says more")


def _json(body: bytes, status: int = 200) -> Response:
    return Response(body, status, media_type="application/json")


def _refused(
    status: int,
    message: str,
    allowed: str = "",
    *,
    code: str = "refused",
    heads: dict[str, str] | None = None,
) -> Response:
    body = refusal_body({**refusal(message, allowed), "code": code})
    return Response(body, status, headers=heads, media_type="application/json")
