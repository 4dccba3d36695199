"""What the server refuses by itself is told like everything else: a sentence, in the reader's language and form."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
from collections.abc import Iterator

import pytest
from flask import Flask

from web import Serving


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    """The port of a real server of the pages."""
    with Serving(app) as pages:
        yield pages.port


def asked(port: int, body: bytes = b"", **headers: str) -> tuple[int, str, str]:
    """Asks a real server; gives the status, the kind of the answer, and the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("POST", "/act/undo", body, named)
        answer = connection.getresponse()
        return answer.status, answer.headers["Content-Type"], answer.read().decode()
    finally:
        connection.close()


def test_what_the_server_itself_refuses_is_told_as_a_page(port: int) -> None:
    status, kind, page = asked(port, b"x" * 200_000)
    assert (status, kind) == (413, "text/html; charset=utf-8")
    assert "That was too much at once." in page
    assert "waitress" not in page


def test_what_the_server_itself_refuses_is_told_in_the_readers_language_and_form(port: int) -> None:
    status, kind, text = asked(port, b"x" * 200_000, Accept="application/json", Accept_Language="fr")
    assert (status, kind) == (413, "application/json")
    assert json.loads(text) == {"error": "C’était trop à la fois. Envoyez moins, une chose après l’autre."}


def test_too_long_a_head_is_told_so_too(port: int) -> None:
    status, _, page = asked(port, Long="x" * 40_000)
    assert status == 431
    assert "That was too much at once." in page


@pytest.mark.parametrize(
    "begun",
    [
        b"POST /act/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\nseat=",
        b"POST /act/undo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nse",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: a",
    ],
)
def test_who_sends_slowly_holds_nobody_up(port: int, begun: bytes) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(200):  # more than the server has threads
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
            slow.sendall(begun)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/health")
        assert connection.getresponse().status == 200
        connection.close()


@pytest.mark.parametrize(
    "request_",
    [b"GET /../../etc/passwd HTTP/1.1", b"GET /static/../app.py HTTP/1.1", b"GET /static/%2e%2e/app.py HTTP/1.1",
     b"GET /static/..%5capp.py HTTP/1.1", b"GET /picture/..%2f..%2fsecret HTTP/1.1", b"GET //etc/passwd HTTP/1.1"],
)  # fmt: skip
def test_nothing_outside_the_pages_is_had(port: int, request_: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as sock:
        sock.sendall(request_ + b"\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = sock.makefile("rb").read()
    assert answer.split(b" ")[1] in (b"400", b"404")
    assert b"root:" not in answer
    assert b"import" not in answer
