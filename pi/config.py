"""The table's configuration: ``steward.toml``, checked on reading, with the design's pins and ports as defaults.

A key that does not exist, a value of the wrong kind and two things on one pin are refused with a message that names
them, so that a slip of the pen shows at once and not in the middle of a drive.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import BadSettings
from engine.games import game
from engine.games.lexicon_seats import COMPASS, NUMBERS

T = TypeVar("T", "Settings", "Pins")

HIGHEST_PIN = 27


@dataclass(frozen=True, slots=True)
class Pins:
    """Which pins (BCM numbers) the parts hang on; ``buzzer_kind`` is ``tone`` (passive) or ``plain`` (active).

    ``hall``, ``power`` and ``power_light`` may be None where a table has none.
    """

    buzzer: int = 18
    buzzer_kind: str = "tone"
    seats: Mapping[str, int] = field(default_factory=lambda: {"N": 5, "E": 6, "S": 13, "W": 19})
    lights: Mapping[str, tuple[int, int, int]] = field(
        default_factory=lambda: {"N": (17, 27, 22), "E": (23, 24, 25), "S": (12, 16, 20), "W": (21, 26, 4)}
    )
    hall: int | None = 7
    power: int | None = 3
    power_light: int | None = 8
    bounce: float = 0.03
    hold: float = 0.8

    def taken(self) -> dict[str, int]:
        """Gives every used pin under the name of what hangs on it."""
        found = {"buzzer": self.buzzer}
        found |= {f"seats.{seat}": pin for seat, pin in self.seats.items()}
        for seat, colours in self.lights.items():
            found |= {
                f"lights.{seat} {colour}": pin for colour, pin in zip(("red", "green", "blue"), colours, strict=True)
            }
        singles = {"hall": self.hall, "power": self.power, "power_light": self.power_light}
        return found | {name: pin for name, pin in singles.items() if pin is not None}


@dataclass(frozen=True, slots=True)
class Settings:
    """All that a table is configured with. ``players`` are names in seat order; ``camera`` as for ``--camera``.

    ``host`` is the address the dashboard listens on; other machines are let in only with a password
    (``steward password``, or its ``password_hash`` here).
    ``lens`` names the measured lens to read with: empty for the one kept under the camera's name, ``none`` for none.
    ``journal`` and ``words`` are paths, empty for the usual places; ``lists`` are the club's own word lists, laid
    over the installed one in this order (beside the configuration unless a whole path is given); ``hardware`` is
    ``auto``, ``pins`` or ``none``; ``speech`` is ``off``, ``brief`` or ``full``. ``hub`` is the address of a drive's
    hub, or ``find``; empty for a table by itself.
    """

    game: str = "lexicon"
    rules: str = "home"
    language: str = "en"
    pack: str = "lexicon"
    players: tuple[str, ...] = ()
    camera: str = ""
    lens: str = ""
    port: int = 8000
    host: str = "127.0.0.1"
    password_hash: str = ""
    journal: str = ""
    words: str = ""
    lists: tuple[str, ...] = ()
    hardware: str = "auto"
    speech: str = "brief"
    hub: str = ""
    house: Mapping[str, Any] = field(default_factory=dict)
    pins: Pins = field(default_factory=Pins)


SECONDS = {"bounce": (0, 0.5), "hold": (0.1, 10)}
CHOICES = {"hardware": ("auto", "pins", "none"), "speech": ("off", "brief", "full"), "buzzer_kind": ("tone", "plain")}


def read_settings(path: Path | None) -> Settings:
    """Reads ``steward.toml`` (None: the defaults). Raises :class:`BadSettings` naming what is wrong."""
    if path is None:
        return Settings()
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise BadSettings(f"there is no configuration file {path}") from error
    except OSError as error:
        raise BadSettings(f"the configuration {path} cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise BadSettings(f"{path} is no configuration: it is not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"{path}: {error}") from error
    try:
        settings = settings_from(data)
        return replace(settings, lists=tuple(str(path.parent / item) for item in settings.lists))
    except BadSettings as error:
        raise BadSettings(f"{path}: {error}") from error


def settings_from(data: Mapping[str, Any]) -> Settings:
    """Makes settings of a configuration's tables. Raises :class:`BadSettings` naming what is wrong."""
    values = dict(data)
    pins = _pins(values.pop("pins", {}))
    house = values.pop("house", {})
    if not isinstance(house, Mapping):
        raise BadSettings("[house] must be a table of house rules")
    players = values.pop("players", ())
    if not isinstance(players, (list, tuple)) or not all(isinstance(name, str) for name in players):
        raise BadSettings('players must be names in seat order, such as ["Ann", "Ben", "Cleo", "Dev"]')
    lists = values.pop("lists", ())
    if not isinstance(lists, (list, tuple)) or not all(isinstance(item, str) and item.strip() for item in lists):
        raise BadSettings('lists must be the names of word list files, such as ["club.txt"]')
    settings = replace(
        _filled(Settings(), values, ""), house=dict(house), players=tuple(players), lists=tuple(lists), pins=pins
    )
    if not 1 <= settings.port <= 65535:
        raise BadSettings(f"port is {settings.port}; it must lie between 1 and 65535")
    game(settings.game).check_house(settings.rules, settings.house)
    return settings


def _pins(data: Any) -> Pins:
    if not isinstance(data, Mapping):
        raise BadSettings("[pins] must be a table")
    values = dict(data)
    seats = _by_seat(values.pop("seats", None), Pins().seats, "seats", lambda value: _pin(value, "pins.seats"))
    lights = _by_seat(values.pop("lights", None), Pins().lights, "lights", _light)
    singles: dict[str, Any] = {
        name: _pin(values.pop(name), f"pins.{name}")
        for name in ("buzzer", "hall", "power", "power_light")
        if name in values
    }
    pins = replace(_filled(Pins(), values, "pins."), seats=seats, lights=lights, **singles)
    if pins.buzzer is None:
        raise BadSettings("pins.buzzer must be a pin; a bell that cannot sound is no bell")
    users: dict[int, str] = {}
    for name, pin in pins.taken().items():
        if pin in users:
            raise BadSettings(f"pin {pin} is given to both pins.{users[pin]} and pins.{name}; move one of them")
        users[pin] = name
    return pins


def _by_seat(value: Any, default: Mapping[str, Any], name: str, one: Any) -> dict[str, Any]:
    if value is None:
        return dict(default)
    if not isinstance(value, Mapping):
        raise BadSettings(f"pins.{name} must give each seat its pin, such as {{ N = 5, E = 6 }}")
    for seat in value:
        if seat not in (*COMPASS, *NUMBERS):
            raise BadSettings(
                f"pins.{name}: there is no seat {seat!r}; seats are N, E, S and W, or the numbers 1 to 10"
            )
    return {seat: one(pin) for seat, pin in value.items() if pin is not False}


def _pin(value: Any, name: str) -> int | None:
    """Gives a checked pin; ``false`` in the file says that there is none."""
    if value is False:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= HIGHEST_PIN:
        raise BadSettings(f"{name} is {value!r}; a pin is a BCM number from 0 to {HIGHEST_PIN}, or false for none")
    return value


def _light(value: Any) -> tuple[int, int, int]:
    if not isinstance(value, list) or len(value) != 3:
        raise BadSettings(f"pins.lights is {value!r}; a light is three pins: red, green, blue")
    red, green, blue = (_pin(item, "pins.lights") for item in value)
    if red is None or green is None or blue is None:
        raise BadSettings("pins.lights: a light needs all three of its pins; leave the seat out for no light")
    return (red, green, blue)


def _filled(defaults: T, values: Mapping[str, Any], prefix: str) -> T:
    """Gives ``defaults`` with ``values`` put in, each of the kind that the default is."""
    known = {item.name: getattr(defaults, item.name) for item in fields(defaults)}
    for name, value in values.items():
        if name not in known:
            raise BadSettings(f"there is no setting {prefix}{name}; choose one of {', '.join(known)}")
        default = known[name]
        kinds = (int, float) if isinstance(default, float) else (type(default),)
        if not isinstance(value, kinds) or (isinstance(value, bool) and not isinstance(default, bool)):
            raise BadSettings(f"{prefix}{name} is {value!r}; it must be like {default!r}")
        if isinstance(value, str) and not value.isprintable():
            raise BadSettings(f"{prefix}{name} is {value!r}; it must be text on one line")
        if name in SECONDS and not SECONDS[name][0] <= value <= SECONDS[name][1]:
            least, most = SECONDS[name]
            raise BadSettings(f"{prefix}{name} is {value!r}; it must be a number of seconds from {least} to {most}")
        if name in CHOICES and value not in CHOICES[name]:
            raise BadSettings(f"{prefix}{name} is {value!r}; it may be {' or '.join(CHOICES[name])}")
    return replace(defaults, **values)
