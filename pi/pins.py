"""What hangs on the pins: the buzzer, the seats' buttons and the hall's start button, through gpiozero.

Where there are no pins the same code drives gpiozero's mock pins, and the dashboard shows what would have sounded.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gpiozero import Button, Buzzer, TonalBuzzer
from gpiozero.pins import Factory
from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.tones import Tone

from engine.errors import Missing
from engine.events import Event
from engine.games.protocol import Recorded
from pi.config import Pins
from pi.patterns import PATTERNS, pattern_for, pulses, urgency_of

log = logging.getLogger("steward.pins")

MODEL = Path("/proc/device-tree/model")

LAST = 4
"""How many of the last patterns a screen can show."""

OnPress = Callable[[str | None, str], None]
"""Called with a seat and ``short`` or ``long``, or with None, for the hall's button, and ``start`` or ``long``."""


def open_factory(hardware: str = "auto", *, model: Path = MODEL) -> tuple[Factory, str]:
    """Opens the pins: gives gpiozero's factory and a line that says which it is.

    ``auto`` takes the mock pins where there are none; ``pins`` raises :class:`Missing` instead; ``none`` always mocks.
    gpiozero's own search for a driver is not used: it would fall back to drivers that make no sound on a Pi 5.
    """
    if hardware != "none":
        board = _board(model)
        if board is not None:
            try:
                from gpiozero.pins.lgpio import LGPIOFactory

                return LGPIOFactory(), f"pins of the {board}"
            except Exception as error:
                # ImportError, PinUnknownPi, lgpio.error or OSError, by what is missing: all mean that no pin moves.
                why = f"the pins of the {board} cannot be used ({error}); type 'sudo apt install python3-lgpio'"
        else:
            why = "this machine has no pins"
        if hardware == "pins":
            raise Missing(f"{why}; set hardware to auto or none to go on without")
    else:
        why = "pins are switched off in the configuration"
    return MockFactory(pin_class=MockPWMPin), f"no pins: {why}"


def _board(model: Path) -> str | None:
    try:
        name = model.read_text(encoding="utf-8", errors="replace").strip("\0 \n")
    except OSError:
        return None
    return name if "Raspberry Pi" in name else None


class Sounder:
    """The buzzer. Patterns sound one after the other in a thread of their own; asking for one never waits.

    :param pins: which pin, and whether the buzzer is passive (``tone``) or active (``plain``).
    :param factory: gpiozero's pin factory.
    :param sleep: waits some seconds, or until the sounder closes; for tests.
    """

    def __init__(self, pins: Pins, factory: Factory, *, sleep: Callable[[float], Any] | None = None) -> None:
        self._closing = False
        self._cut = threading.Event()
        self._sleep = sleep or self._cut.wait
        self._waiting: deque[str] = deque()
        self._more = threading.Condition()
        self._sounding = -1
        self._ring: deque[tuple[str, list[float]]] = deque(maxlen=LAST)
        self._tonal = pins.buzzer_kind == "tone"
        self._pin = pins.buzzer
        self._device: Any = (
            TonalBuzzer(pins.buzzer, octaves=1, pin_factory=factory)
            if self._tonal
            else Buzzer(pins.buzzer, initial_value=False, pin_factory=factory)
        )
        self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
        self._thread.start()

    def hear(self, entry: Recorded) -> None:
        """Sounds what a recorded event calls for; a reader of the station."""
        self.tell(entry.event)

    def tell(self, event: Event) -> None:
        """Sounds what an event calls for."""
        pattern = pattern_for(event)
        if pattern is not None:
            self.sound(pattern)

    def sound(self, pattern: str) -> None:
        """Sounds a pattern; the bell and its warnings cut short what sounds just then.

        Raises KeyError for one that does not exist.
        """
        self._ring.append((f"{pattern} · pin {self._pin}", pulses(pattern)))
        urgency = urgency_of(pattern)
        with self._more:
            while self._waiting and urgency_of(self._waiting[-1]) < urgency:
                self._waiting.pop()
            self._waiting.append(pattern)
            if urgency > self._sounding:
                self._cut.set()
            self._more.notify()

    def alive(self) -> bool:
        """Tells whether what is asked for will sound."""
        return self._thread.is_alive()

    def last(self) -> list[tuple[str, list[float]]]:
        """Gives the last patterns asked for, newest first, as (name and pin, seconds on and off in turn)."""
        return list(reversed(self._ring))

    def close(self) -> None:
        """Quiets the buzzer and lets go of its pin. Closing twice does no harm."""
        with self._more:
            self._closing = True
            self._cut.set()
            self._more.notify()
        if self._thread is not threading.current_thread():
            self._thread.join(timeout=5)
        self._device.close()

    def __enter__(self) -> Sounder:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _run(self) -> None:
        while (pattern := self._next()) is not None:
            try:
                for beep in PATTERNS[pattern]:
                    self._on(beep.note)
                    self._sleep(beep.on)
                    self._off()
                    if not self._cut.is_set():
                        self._sleep(beep.off)
                    if self._cut.is_set():
                        break
            finally:
                self._off()

    def _next(self) -> str | None:
        """Waits for what is to sound next; None when the sounder closes."""
        with self._more:
            self._sounding = -1
            self._more.wait_for(lambda: self._waiting or self._closing)
            if self._closing:
                return None
            pattern = self._waiting.popleft()
            self._sounding = urgency_of(pattern)
            self._cut.clear()
            return pattern

    def _on(self, note: str) -> None:
        if self._tonal:
            self._device.play(Tone(_within(note)))
        else:
            self._device.on()

    def _off(self) -> None:
        if not self._device.closed:
            self._device.stop() if self._tonal else self._device.off()


def _within(note: str) -> str:
    """Gives a note that a one-octave buzzer around A4 can play."""
    octave = int(note[-1])
    return note if octave in (3, 4) or note == "A5" else f"{note[:-1]}{4 if octave > 4 else 3}"


class Presses:
    """Tells a short press from a long one, and either from a contact that bounces. Times are seconds.

    :param bounce: a change within this time of the last one is no change.
    :param hold: from here on a press is long.
    """

    def __init__(self, *, bounce: float = 0.03, hold: float = 0.8) -> None:
        self._bounce = bounce
        self._hold = hold
        self._down_at: float | None = None
        self._opened_at = float("-inf")

    def down(self, at: float) -> None:
        """Notes that the contact closed at ``at``."""
        if at - self._opened_at >= self._bounce:
            self._down_at = at

    def up(self, at: float) -> str | None:
        """Notes that the contact opened at ``at``; gives ``short``, ``long``, or None when it only bounced."""
        self._opened_at = at
        if self._down_at is None or at - self._down_at < self._bounce:
            return None
        held, self._down_at = at - self._down_at, None
        return "long" if held >= self._hold else "short"


class Buttons:
    """The seats' buttons and the hall's. Presses are handed on, in order, by a thread of their own.

    :param on_press: called with the seat and ``short`` or ``long``, or with None and ``start`` or ``long``.
    """

    def __init__(
        self, pins: Pins, factory: Factory, on_press: OnPress, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._queue: queue.SimpleQueue[tuple[str | None, str] | None] = queue.SimpleQueue()
        self._on_press = on_press
        self._clock = clock
        self._buttons: list[Any] = []
        wired: list[tuple[str | None, int]] = list(pins.seats.items())
        if pins.hall is not None:
            wired.append((None, pins.hall))
        try:
            for seat, pin in wired:
                self._wire(seat, pin, pins, factory)
        except Exception:
            self._release()
            raise
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Lets go of the pins. Closing twice does no harm."""
        self._release()
        self._queue.put(None)
        if self._thread is not threading.current_thread():
            self._thread.join(timeout=5)

    def __enter__(self) -> Buttons:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _wire(self, seat: str | None, pin: int, pins: Pins, factory: Factory) -> None:
        button = Button(pin, pull_up=True, bounce_time=None, pin_factory=factory)
        presses = Presses(bounce=pins.bounce, hold=pins.hold)

        def released() -> None:
            press = presses.up(self._clock())
            if press is not None:
                self._queue.put((seat, "start" if seat is None and press == "short" else press))

        button.when_pressed = lambda: presses.down(self._clock())
        button.when_released = released
        self._buttons.append(button)

    def _release(self) -> None:
        buttons, self._buttons = self._buttons, []
        for button in buttons:
            with contextlib.suppress(Exception):
                # A pin that cannot be let go of must not keep the others.
                button.close()

    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            try:
                self._on_press(*item)
            except Exception:
                # A press that goes wrong is logged; the next one must still work.
                log.exception("the press %r went wrong", item)
