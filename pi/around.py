"""A reader for tables whose players sit otherwise than north, east, south and west."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.bearings import Bearings, bearings_of, seated
from engine.table import TableReading


class Around:
    """Reads as ``reader`` does, and tells what lies before whom by where they sit.

    :param seats: gives the seats of those who play now, clockwise.
    :param configured: bearings by seat, degrees clockwise from the picture's upper edge; others sit evenly around.
    """

    def __init__(self, reader: Any, seats: Callable[[], Sequence[str]], configured: Bearings) -> None:
        self._reader = reader
        self._seats = seats
        self._configured = configured

    def read(self, *picture: Any, **options: Any) -> TableReading:
        """Reads a picture; arguments as for the reader."""
        reading: TableReading = self._reader.read(*picture, **options)
        return seated(reading, bearings_of(self._seats(), self._configured))
