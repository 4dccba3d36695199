"""The power button: held for two seconds it switches the machine off in order. Its light tells whether the table is
ready.

The table may not switch the machine off itself: it asks for it by a file, and a unit of systemd sees to it
(``steward-power-off.path``).
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gpiozero import LED, Button
from gpiozero.pins import Factory

from pi.config import Pins

log = logging.getLogger("steward.pins")

HOLD = 2.0
"""Seconds; a shorter press is one by mistake."""
REQUEST = "power-off"
"""The file in the service's own folder that asks for it."""


class PowerButton:
    """The button and its light, either of which a table may lack. Closing puts the light out.

    The light is steady when the table is ready, blinks slowly while something is missing, and fast when the machine is
    about to switch off.

    :param held: is called, in a thread of gpiozero's, when the button has been held.
    """

    def __init__(self, pins: Pins, factory: Factory, held: Callable[[], None], *, hold: float = HOLD) -> None:
        self._light: Any = None
        self._button: Any = None
        self._held = held
        self._lock = threading.Lock()
        self._ending = False
        self._whole: bool | None = None
        try:
            if pins.power_light is not None:
                self._light = LED(pins.power_light, initial_value=False, pin_factory=factory)
            if pins.power is not None:
                self._button = Button(pins.power, pull_up=True, hold_time=hold, pin_factory=factory)
                self._button.when_held = self._on_held
        except Exception:
            self.close()
            raise

    def ready(self, *, whole: bool) -> None:
        """Has the light tell that the table is ready, or (not ``whole``) that it goes on without something."""
        with self._lock:
            if self._light is None or self._ending or whole == self._whole:
                return
            self._whole = whole
            if whole:
                self._light.on()
            else:
                self._light.blink(1.0, 1.0)

    def close(self) -> None:
        """Puts the light out and lets go of the pins. Closing twice does no harm."""
        with self._lock:
            self._ending = True
            for device in (self._button, self._light):
                if device is not None:
                    with contextlib.suppress(Exception):
                        # One pin that cannot be let go of must not keep the other.
                        device.close()
            self._button = self._light = None

    def __enter__(self) -> PowerButton:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _on_held(self) -> None:
        with self._lock:
            self._ending = True
            if self._light is not None:
                self._light.blink(0.1, 0.1)
        try:
            self._held()
        except Exception:
            log.exception("the machine could not be switched off")


def ask_to_switch_off() -> bool:
    """Asks the service manager to switch the machine off; gives False where it does not run the table."""
    folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if not folder:
        log.warning("the power button was held, but only the installed service can switch the machine off")
        return False
    (Path(folder) / REQUEST).touch()
    return True
