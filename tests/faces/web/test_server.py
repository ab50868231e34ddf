"""The server: where it listens, and what it opens."""

import socket

import pytest

from flopwatt.faces.web import server


def test_it_listens_on_this_machine_alone():
    found = server.open_socket("127.0.0.1", 0)
    try:
        host, port = found.getsockname()
        assert host == "127.0.0.1"
        assert server.address(host, found) == f"http://127.0.0.1:{port}/"
    finally:
        found.close()


def test_a_port_that_is_taken_is_told():
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    with pytest.raises(OSError, match="in use"):
        server.open_socket("127.0.0.1", taken.getsockname()[1])
    taken.close()


def test_the_browser_opens_once_the_server_is_there(monkeypatch):
    opened = []
    monkeypatch.setattr(server.webbrowser, "open", opened.append)
    monkeypatch.setattr(server, "PATIENCE_S", 0.0)
    server._open_browser(type("Server", (), {"started": True})(), "http://127.0.0.1:1/")
    assert opened == ["http://127.0.0.1:1/"]
