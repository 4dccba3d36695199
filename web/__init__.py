"""The Flask dashboard: pages, live events and entry by hand. Reads what was appended; changes go through commands."""

from web.app import create_app
from web.serving import Serving
from web.table import Table

__all__ = ["Serving", "Table", "create_app"]
