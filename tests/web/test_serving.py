"""The pages stop being served without harm to whatever the machine does next."""

from __future__ import annotations

import http.client
import os
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fake_table import FakeTable
from flask import Flask

from engine.errors import StewardError
from web import Serving, create_app


@pytest.fixture
def held(table: FakeTable) -> tuple[Flask, threading.Event, threading.Event, threading.Event]:
    """Pages that are slow to answer; and when one is asked for, may go on, and is done."""
    app = create_app(table)
    asked, go_on, done = threading.Event(), threading.Event(), threading.Event()

    def slow(environ: dict[str, Any], start: Callable[..., Any]) -> Iterator[bytes]:
        asked.set()
        assert go_on.wait(20)
        threading.Timer(0.3, done.set).start()
        start("200 OK", [("Content-Type", "text/plain")])
        yield b"late" * 25_000

    app.wsgi_app = slow  # type: ignore[method-assign,assignment]
    return app, asked, go_on, done


def test_an_answer_that_ends_after_the_pages_closed_is_written_to_nobody(
    held: tuple[Flask, threading.Event, threading.Event, threading.Event],
) -> None:
    """Its pipe's number may be a journal's by then."""
    app, asked, go_on, done = held
    with Serving(app) as pages:
        connection = http.client.HTTPConnection("127.0.0.1", pages.port, timeout=10)
        connection.request("GET", "/")
        assert asked.wait(10)
    assert not pages.alive()
    pipes = [os.pipe2(os.O_NONBLOCK) for _ in range(64)]
    try:
        go_on.set()
        assert done.wait(10)
        for read, _ in pipes:
            with pytest.raises(BlockingIOError):
                os.read(read, 100)
    finally:
        connection.close()
        for pipe in pipes:
            for end in pipe:
                os.close(end)


def test_who_is_connected_does_not_keep_the_pages_from_closing(table: FakeTable) -> None:
    pages = Serving(create_app(table))
    with socket.create_connection(("127.0.0.1", pages.port)) as idle:
        pages.close()
        assert not pages.alive()
        assert idle.recv(1) == b""
    pages.close()
    with Serving(create_app(table), port=pages.port) as again:
        assert again.alive()


def test_a_port_that_is_taken_is_named(table: FakeTable) -> None:
    with Serving(create_app(table)) as pages, pytest.raises(StewardError, match=f"port {pages.port} on 127.0.0.1"):
        Serving(create_app(table), port=pages.port)
