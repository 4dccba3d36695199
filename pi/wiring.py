"""The table's buzzer, buttons and lights, put to work: what is recorded is sounded and shown, what is pressed is
submitted."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator

from gpiozero.pins import Factory

from engine.commands import Press
from engine.errors import Missing, Refused
from engine.events import Event
from engine.games.protocol import Recorded
from engine.state import TableState
from pi.config import Settings
from pi.lights import Lights
from pi.pins import Buttons, Sounder, open_factory
from pi.power import PowerButton, ask_to_switch_off
from pi.ringer import Ringer
from pi.station import Station

log = logging.getLogger("steward.pins")


@contextlib.contextmanager
def wired(station: Station[TableState], settings: Settings) -> Iterator[Ringer]:
    """Has the buzzer and the lights tell what is recorded, and the buttons' presses submitted, for as long as the
    context lasts; gives what watches over the bell.

    Raises :class:`Missing` when another program holds a pin of the buzzer or the buttons.
    """
    factory, about = open_factory(settings.hardware)
    with contextlib.ExitStack() as stack:
        stack.callback(factory.close)
        with taken_pins_named(settings):
            sounder = stack.enter_context(Sounder(settings.pins, factory))

            def pressed(seat: str | None, press: str) -> None:
                try:
                    station.submit(Press(t=station.now(), by="button", seat=seat, press=press))
                except Refused as error:
                    log.info("a press meant nothing just now: %s", error)
                    sounder.sound("nothing")

            stack.enter_context(Buttons(settings.pins, factory, pressed))
        station.note("hardware", about)
        lit(station, settings, factory, stack)
        powered(station, settings, factory, sounder, stack)
        ringer = stack.enter_context(Ringer(station, shown(sounder, station)))
        station.subscribe(ringer.hear, "buzzer")
        yield ringer


@contextlib.contextmanager
def taken_pins_named(settings: Settings) -> Iterator[None]:
    """Turns what a driver raises for a pin that cannot be had into one line. Raises :class:`Missing`."""
    try:
        yield
    except Exception as error:
        # gpiozero's GPIOPinInUse and lgpio's "GPIO busy" have no common kind.
        used = ", ".join(f"{name} {pin}" for name, pin in settings.pins.taken().items() if "." not in name)
        raise Missing(
            f"a pin cannot be used ({error}); end the program that holds it, or name other pins under [pins] "
            f"(now {used}; seats {', '.join(str(pin) for pin in settings.pins.seats.values())})"
        ) from error


def lit(station: Station[TableState], settings: Settings, factory: Factory, stack: contextlib.ExitStack) -> None:
    """Has the seats' lights show how the table stands, until the stack is closed; a table can do without them."""
    try:
        lights = stack.enter_context(Lights(settings.pins, factory))
    except Exception as error:
        # What a driver raises for a pin that something else holds differs from driver to driver.
        log.warning("the seats' lights stay dark (%s); see pins.lights in the configuration", error)
        return
    lights.show(station.state())
    station.subscribe(lambda entry: lights.show(station.state()), "lights")


def powered(
    station: Station[TableState],
    settings: Settings,
    factory: Factory,
    sounder: Sounder,
    stack: contextlib.ExitStack,
) -> None:
    """Has the power button switch the machine off in order, and its light tell whether the table is ready."""

    def held() -> None:
        sounder.sound("off")
        ask_to_switch_off()

    try:
        power = stack.enter_context(PowerButton(settings.pins, factory, held))
    except Exception as error:
        # As for the lights: the table plays without it.
        log.warning("the power button is left out (%s); see pins.power in the configuration", error)
        return
    power.ready(whole=True)
    station.noted(lambda status: power.ready(whole=status.get("camera") in (None, "none") or _looks(status)))


def _looks(status: dict[str, object]) -> bool:
    return status.get("watch") != "no camera"


def shown(sounder: Sounder, station: Station[TableState]) -> Callable[[Event], None]:
    """Gives what sounds an event, and notes its pattern for the screens."""

    def tell(event: Event) -> None:
        sounder.tell(event)
        station.note("pins", sounder.last())

    return tell


def heard(sounder: Sounder, station: Station[TableState]) -> Callable[[Recorded], None]:
    """Gives a reader that sounds what was recorded, for a recording, whose time is its own."""
    tell = shown(sounder, station)
    return lambda entry: tell(entry.event)
