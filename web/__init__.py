"""The Flask dashboard: pages, live events and entry by hand. Reads what was appended; changes go through commands."""

from web.app import create_app
from web.serving import make_server
from web.table import Table

__all__ = ["Table", "create_app", "make_server"]
