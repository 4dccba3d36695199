"""The lights at the seats: whose turn it is, what the Steward is unsure of, who is out, and the bell.

Each is told by its colour and by its rhythm, so that a player who sees no colours is told as well. None says whether a
word is good.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gpiozero import RGBLED
from gpiozero.pins import Factory

from engine.state import TableState
from pi.config import Pins


@dataclass(frozen=True, slots=True)
class Glow:
    """How a light shines: ``colour`` is red, green and blue from 0 to 1; it is lit for ``on`` seconds and dark for
    ``off`` seconds in turn, or steady where ``off`` is 0."""

    colour: tuple[float, float, float]
    on: float = 1.0
    off: float = 0.0


TURN = Glow((0.0, 1.0, 0.0))
UNSURE = Glow((1.0, 0.4, 0.0), 0.5, 0.5)
OUT = Glow((0.0, 0.0, 1.0), 1.8, 0.2)
BELL = Glow((1.0, 0.0, 0.0), 0.15, 0.15)


def glows(state: TableState) -> Mapping[str, Glow]:
    """Gives how the light of each seat shines; that of a seat which is not named is dark.

    A question is for those whom it asks, or for all who play, and the bell is for everybody. The bell is shown until
    the first hand is counted.
    """
    playing = [player for player in state.players if not player.retired]
    if state.phase not in ("play", "count"):
        return {}
    if state.question is not None:
        return dict.fromkeys(state.question.seats or [player.seat for player in playing], UNSURE)
    if state.phase == "count" and state.bell.phase == "rung" and all(player.marked is None for player in playing):
        return {player.seat: BELL for player in playing}
    found = {} if state.out is None else {state.out: OUT}
    mover = state.owed.seat if state.owed is not None else state.turn if state.phase == "play" else None
    return found if mover is None else {**found, mover: TURN}


class Lights:
    """A light of three colours at each seat that has one. They are dark once they are closed.

    :param pins: which pins; a seat that is not named there has no light.
    :param factory: gpiozero's pin factory.
    """

    def __init__(self, pins: Pins, factory: Factory) -> None:
        self._lights: dict[str, Any] = {}
        self._glows: dict[str, Glow] = {}
        try:
            for seat, colours in pins.lights.items():
                self._lights[seat] = RGBLED(*colours, pin_factory=factory)
        except Exception:
            self.close()
            raise

    def show(self, state: TableState) -> None:
        """Has the lights show how the table stands."""
        wanted = glows(state)
        for seat, light in self._lights.items():
            glow = wanted.get(seat)
            if glow == self._glows.get(seat):
                continue
            if glow is None:
                del self._glows[seat]
                light.off()
            else:
                self._glows[seat] = glow
                _shine(light, glow)

    def close(self) -> None:
        """Puts the lights out and lets go of their pins. Closing twice does no harm."""
        lights, self._lights = self._lights, {}
        for light in lights.values():
            with contextlib.suppress(Exception):
                # A light that cannot be put out must not keep the others burning.
                light.off()
                light.close()

    def __enter__(self) -> Lights:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _shine(light: Any, glow: Glow) -> None:
    if glow.off:
        light.blink(glow.on, glow.off, on_color=glow.colour)
    else:
        light.color = glow.colour
