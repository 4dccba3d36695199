"""How a simulated table tells of an act: what then lies face up for a camera to see, or who presses a button."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MIDDLE = "centre"
"""The zone of what lies before nobody."""


@dataclass(frozen=True, slots=True)
class Staged:
    """What tells of the act before it. ``lies`` are the rows of faces that lie face up, by seat or :data:`MIDDLE`, each
    in reading order (None: the table lies as it lay); ``press`` is a seat and ``short`` or ``long``."""

    lies: Mapping[str, Sequence[Sequence[str]]] | None = None
    press: tuple[str, str] | None = None
