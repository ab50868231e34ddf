"""Serves the page on this machine until it is stopped, and opens a browser on it."""

from __future__ import annotations

import socket
import threading
import time
import webbrowser

import uvicorn

from flopwatt.api import PlanText
from flopwatt.faces.web.app import make_app
from flopwatt.faces.web.guard import LOOPBACK

PATIENCE_S = 20.0


def open_socket(host: str, port: int) -> socket.socket:
    """A socket that listens; the next free port where the usual one is taken. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError:
        found.close()
        raise
    return found


def address(host: str, found: socket.socket) -> str:
    """What to type into a browser."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{found.getsockname()[1]}/"


def serve(plan: PlanText | None, host: str, found: socket.socket, *, browser: bool) -> None:
    """Serve until stopped."""
    app = make_app(plan, {*LOOPBACK, host})
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
    server = uvicorn.Server(config)
    if browser:
        opening = (server, address(host, found))
        threading.Thread(target=_open_browser, args=opening, daemon=True).start()
    server.run(sockets=[found])


def _open_browser(server: uvicorn.Server, url: str) -> None:
    until = time.monotonic() + PATIENCE_S
    while not server.started and time.monotonic() < until:
        time.sleep(0.05)
    webbrowser.open(url)
