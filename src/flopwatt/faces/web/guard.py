"""Who may ask: this page alone, in small questions, and what a browser may do with the answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, MutableMapping
from typing import Any

from flopwatt.faces.web.plain import to_json

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 1_500_000  # of a question: a plan of 1 MB, escaped
LOOPBACK = ("127.0.0.1", "localhost", "::1")
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
NO_STORE = {"cache-control": "no-store"}


class Guard:
    """Refuses what is not for this server, from another origin, not JSON, or too large."""

    def __init__(self, app: App, hosts: Collection[str] = LOOPBACK) -> None:
        self.app, self.hosts = app, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a refusal, or hand the question on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        heads = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        refused = self._refusal(scope["method"], scope["path"], heads)
        if refused:
            await _refuse(send, *refused)
            return
        read = await _whole(receive)
        if read is None:
            await _refuse(send, 413, *TOO_LARGE)
        else:
            await self.app(scope, read, _with_headers(send))

    def _refusal(
        self, method: str, path: str, heads: dict[str, str]
    ) -> tuple[int, str, str] | None:
        """Why a question is not answered, with its status; None where it is."""
        host = heads.get("host", "")
        if _name(host) not in self.hosts:
            return (
                403,
                "this server answers to its own address alone",
                ", ".join(sorted(self.hosts)),
            )
        origin = heads.get("origin")
        same = origin is None or origin in (f"http://{host}", f"https://{host}")
        visit = method in ("GET", "HEAD") and path == "/"
        far = heads.get("sec-fetch-site", "none") not in ("none", "same-origin")
        if not same or (far and not visit):
            return 403, "another page cannot drive this one", "requests of the page itself"
        if method == "POST":
            kind = heads.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return 415, "a question is JSON", "content-type: application/json"
            length = heads.get("content-length") or "0"
            if not length.isdecimal() or int(length) > MOST_BYTES:
                return 413, *TOO_LARGE
        return None


TOO_LARGE = ("this is more than is read at once", f"at most {MOST_BYTES:,} bytes")


def _name(host: str) -> str:
    """The name of a host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()


def refusal(message: str, allowed: str = "", field: str = "", given: str = "") -> dict[str, Any]:
    """A refusal in the words of a problem."""
    told = {"message": message, "allowed": allowed, "field": field, "given": given}
    place = {"file": None, "line": None, "column": None, "nearest": "", "warning": False}
    return {"code": "refused", **told, **place}


def refusal_body(*problems: Mapping[str, Any]) -> bytes:
    """What is wrong with a question, as it is sent."""
    return to_json({"problems": problems})


async def _refuse(send: Send, status: int, message: str, allowed: str) -> None:
    body = refusal_body(refusal(message, allowed))
    heads = {"content-type": "application/json", "content-length": str(len(body)), **HEADERS}
    await send({"type": "http.response.start", "status": status, "headers": _bytes(heads.items())})
    await send({"type": "http.response.body", "body": body})


def _bytes(heads: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in heads]


async def _whole(receive: Receive) -> Receive | None:
    """Read a body before it is handed on; None where it is more than is read."""
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > MOST_BYTES:
            return None
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            there = {name for name, _ in message["headers"]}
            more = {**HEADERS, **NO_STORE}
            added = [pair for pair in _bytes(more.items()) if pair[0] not in there]
            message["headers"] = [*message["headers"], *added]
        await send(message)

    return sending
