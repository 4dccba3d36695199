"""What the server refuses before a page is asked, such as too large a body, told in the pages' own words."""

from __future__ import annotations

import io
from typing import Any

from flask import Flask, Response
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask

from web.site import failed, tell

SENTENCES = {413: "wrong.413", 431: "wrong.413", 500: "wrong.500"}


def channel_for(app: Flask) -> type[HTTPChannel]:
    """Gives the kind of connection that tells what it refuses as ``app`` does."""

    class Refusal(ErrorTask):  # type: ignore[misc]
        """The answer to a request that never reaches the pages."""

        def execute(self) -> None:
            answer = refusal(app, self.request.error.code, getattr(self.request, "headers", {}))
            body = answer.get_data()
            self.status = answer.status
            self.response_headers.extend((name, value) for name, value in answer.headers if name != "Content-Length")
            self.set_close_on_finish()
            self.content_length = len(body)
            self.write(body)

    class Channel(HTTPChannel):  # type: ignore[misc]
        """A connection to the pages."""

        error_task_class = Refusal

    return Channel


def refusal(app: Flask, status: int, headers: dict[str, str]) -> Response:
    """Gives the answer to a refused request; ``headers`` are what was read of it, named as waitress does
    (``ACCEPT_LANGUAGE``)."""
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": "/",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        **{f"HTTP_{name}": headers[name] for name in ("ACCEPT", "ACCEPT_LANGUAGE", "COOKIE") if name in headers},
    }
    with app.request_context(environ):
        return app.process_response(failed(status, tell(SENTENCES.get(status, "wrong.400"))))
