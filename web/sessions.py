"""Sessions kept in a signed cookie, which goes over TLS only wherever the pages do."""

from __future__ import annotations

from flask import Flask, has_request_context, request
from flask.sessions import SecureCookieSessionInterface


class Sessions(SecureCookieSessionInterface):
    """Flask's own sessions; the cookie is ``Secure`` when the page it comes with was asked for over TLS."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Tells whether the cookie may go over TLS only."""
        return has_request_context() and request.is_secure
