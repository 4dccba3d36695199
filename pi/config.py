"""The table's configuration: ``steward.toml``, checked on reading, with the design's pins and ports as defaults.

A key that does not exist, a value of the wrong kind and two things on one pin are refused with a message that names
them and the line of the file, so that a slip of the pen shows at once and not in the middle of a drive.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from engine.bearings import astray
from engine.errors import BadSettings
from engine.games import game
from engine.games.lexicon_seats import COMPASS, NUMBERS
from pi.home_assistant import home_broker
from pi.mounting import table_size
from pi.origins import Key, from_environment, holds, laid_over, line_of, variable, without, without_secrets

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
    hub, or ``find``; empty for a table by itself. ``table`` is the table's size in mm, across the picture and down;
    ``mode`` is ``auto``, ``full`` or ``light``, see :mod:`pi.sizes`; ``bearings`` are where seats lie, in degrees
    clockwise from the picture's upper edge, see :mod:`engine.bearings`. ``home_assistant`` is the
    address of the broker that a home listens to, with its password; empty for none.
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
    home_assistant: str = ""
    table: str = "900x900"
    mode: str = "auto"
    bearings: Mapping[str, float] = field(default_factory=dict)
    house: Mapping[str, Any] = field(default_factory=dict)
    pins: Pins = field(default_factory=Pins)


@dataclass(frozen=True, slots=True)
class Configured:
    """A configuration as it was read: ``settings`` (those that are wrong as by default), the ``faults`` in words, and
    where each value that is no default comes from (``sources``: ``line 3`` or the variable's name)."""

    settings: Settings
    faults: tuple[str, ...]
    sources: Mapping[Key, str]


class WrongSetting(BadSettings):
    """A setting that is refused; ``key`` is its place in the file."""

    def __init__(self, message: str, *key: str) -> None:
        super().__init__(message)
        self.key = key


NAMES = tuple(item.name for item in fields(Settings))
SECRETS = frozenset({"password_hash"})
SECONDS = {"bounce": (0, 0.5), "hold": (0.1, 10)}
CHOICES = {
    "hardware": ("auto", "pins", "none"),
    "mode": ("auto", "full", "light"),
    "speech": ("off", "brief", "full"),
    "buzzer_kind": ("tone", "plain"),
}


def read_settings(path: Path | None) -> Settings:
    """Reads ``steward.toml`` (None: the defaults) and the variables ``STEWARD_…`` that lie over it.

    Raises :class:`BadSettings` naming what is wrong, and its line.
    """
    found = configured(path)
    if found.faults:
        raise BadSettings(found.faults[0])
    return found.settings


def configured(path: Path | None, environment: Mapping[str, str] | None = None) -> Configured:
    """Reads a configuration whole, with all that is wrong in it. Raises :class:`BadSettings` for no TOML at all."""
    text = "" if path is None else _text(path)
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(_no_toml(path, text, error)) from error
    given = from_environment(NAMES, environment)
    data = laid_over(written, given)
    faults: list[tuple[int, str]] = []
    while True:
        try:
            settings = settings_from(data)
            break
        except WrongSetting as error:
            key = error.key
            if key[:2] in given:
                faults.append((0, f"{variable(key[:2])}: {error}"))
            else:
                line = line_of(text, key) or 0
                where = f"{path}, line {line}" if line else str(path or "the defaults")
                faults.append((line, f"{where}: {error}"))
            if not holds(data, key):
                raise BadSettings(faults[-1][1]) from error
            data = without(data, key)
    if path is not None and ("lists",) not in given:
        settings = replace(settings, lists=tuple(str(path.parent / item) for item in settings.lists))
    return Configured(settings, tuple(told for _, told in sorted(faults)), _sources(text, data, given))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BadSettings(f"there is no configuration file {path}") from error
    except OSError as error:
        todo = "; put 'sudo -u steward' before the command" if isinstance(error, PermissionError) else ""
        raise BadSettings(f"the configuration {path} cannot be read ({error.strerror}){todo}") from error
    except UnicodeDecodeError as error:
        raise BadSettings(f"{path} is no configuration: it is not UTF-8 text") from error


def _no_toml(path: Path | None, text: str, error: tomllib.TOMLDecodeError) -> str:
    """Says where a file stops to be TOML."""
    what, _, where = str(error).rpartition(" (at ")
    found = re.match(r"line (\d+), column (\d+)", where)
    line = found[1] if found else max(1, len(text.splitlines()))
    column = f" (column {found[2]})" if found else ""
    return f"{path}, line {line}: {(what or str(error)).lower()}{column}; write NAME = VALUE, text between quotes"


def _sources(text: str, data: Mapping[str, Any], given: Mapping[Key, Any]) -> dict[Key, str]:
    keys: list[Key] = []
    for name, value in data.items():
        keys += [(name, inner) for inner in value] if name in ("house", "pins") else [(name,)]
    return {key: variable(key) if key in given else f"line {line_of(text, key)}" for key in keys}


def settings_from(data: Mapping[str, Any]) -> Settings:
    """Makes settings of a configuration's tables. Raises :class:`WrongSetting` naming what is wrong."""
    values = dict(data)
    pins = _pins(values.pop("pins", {}))
    house = values.pop("house", {})
    if not isinstance(house, Mapping):
        raise WrongSetting("[house] must be a table of house rules", "house")
    bearings = _bearings(values.pop("bearings", {}))
    players = values.pop("players", ())
    if not isinstance(players, (list, tuple)) or not all(isinstance(name, str) for name in players):
        raise WrongSetting('players must be names in seat order, such as ["Ann", "Ben", "Cleo", "Dev"]', "players")
    lists = values.pop("lists", ())
    if not isinstance(lists, (list, tuple)) or not all(isinstance(item, str) and item.strip() for item in lists):
        raise WrongSetting('lists must be the names of word list files, such as ["club.txt"]', "lists")
    settings = replace(
        _filled(Settings(), values),
        house=dict(house),
        players=tuple(players),
        lists=tuple(lists),
        pins=pins,
        bearings=bearings,
    )
    if not 1 <= settings.port <= 65535:
        raise WrongSetting(f"port is {settings.port}; it must lie between 1 and 65535", "port")
    if settings.home_assistant:
        try:
            home_broker(settings.home_assistant)
        except BadSettings as error:
            raise WrongSetting(str(error), "home_assistant") from error
    try:
        table_size(settings.table)
    except BadSettings as error:
        raise WrongSetting(f"table: {error}", "table") from error
    _check_house(settings)
    return settings


def _check_house(settings: Settings) -> None:
    """Has the game check its house rules; finds the one that is wrong by trying each alone."""
    try:
        one = game(settings.game)
    except BadSettings as error:
        raise WrongSetting(str(error), "game") from error
    single = [({name: value}, ("house", name)) for name, value in settings.house.items()]
    for house, key in [({}, ("rules",)), *single, (settings.house, ("house",))]:
        try:
            one.check_house(settings.rules, house)
        except BadSettings as error:
            raise WrongSetting(str(error), *key) from error


def _pins(data: Any) -> Pins:
    if not isinstance(data, Mapping):
        raise WrongSetting("[pins] must be a table", "pins")
    values = dict(data)
    seats = _by_seat(values.pop("seats", None), Pins().seats, "seats", _pin)
    lights = _by_seat(values.pop("lights", None), Pins().lights, "lights", _light)
    singles: dict[str, Any] = {
        name: _pin(values.pop(name), "pins", name)
        for name in ("buzzer", "hall", "power", "power_light")
        if name in values
    }
    pins = replace(_filled(Pins(), values, "pins"), seats=seats, lights=lights, **singles)
    if pins.buzzer is None:
        raise WrongSetting("pins.buzzer must be a pin; a bell that cannot sound is no bell", "pins", "buzzer")
    users: dict[int, str] = {}
    for name, pin in pins.taken().items():
        if pin in users:
            # The one that was moved is to be moved again; what stays at its default is not in the file.
            keys = [("pins", *one.split(" ")[0].split(".")) for one in (name, users[pin])]
            key = next((key for key in keys if holds({"pins": data}, key)), keys[0])
            raise WrongSetting(f"pin {pin} is given to both pins.{users[pin]} and pins.{name}; move one of them", *key)
        users[pin] = name
    return pins


def _bearings(data: Any) -> dict[str, float]:
    if not isinstance(data, Mapping):
        raise WrongSetting("bearings must give seats their degrees, such as { 1 = 0, 2 = 72 }", "bearings")
    for seat, value in data.items():
        _known_seat("bearings", seat)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 360:
            raise WrongSetting(
                f"bearings.{seat} is {value!r}; a bearing is 0 to 359 degrees, clockwise from the picture's upper edge",
                *("bearings", seat),
            )
        if twin := next((other for other in data if other != seat and data[other] == value), None):
            raise WrongSetting(f"bearings: seats {seat} and {twin} lie at the same bearing, {value}", "bearings", seat)
    found = {seat: float(value) for seat, value in data.items()}
    for order in (COMPASS, NUMBERS):
        if seat := astray(order, found):
            raise WrongSetting(
                f"bearings.{seat} is {data[seat]!r}, which is not clockwise after the seat before it; seats go around "
                f"clockwise, {', '.join(order[:4])}",
                *("bearings", seat),
            )
    return found


def _known_seat(name: str, seat: str) -> None:
    if seat not in (*COMPASS, *NUMBERS):
        raise WrongSetting(
            f"{name}: there is no seat {seat!r}; seats are N, E, S and W, or the numbers 1 to 10",
            *name.split("."),
            seat,
        )


def _by_seat(value: Any, default: Mapping[str, Any], name: str, one: Any) -> dict[str, Any]:
    if value is None:
        return dict(default)
    if not isinstance(value, Mapping):
        raise WrongSetting(f"pins.{name} must give each seat its pin, such as {{ N = 5, E = 6 }}", "pins", name)
    for seat in value:
        _known_seat(f"pins.{name}", seat)
    return {seat: one(pin, "pins", name, seat) for seat, pin in value.items() if pin is not False}


def _pin(value: Any, *key: str) -> int | None:
    """Gives a checked pin; ``false`` in the file says that there is none."""
    if value is False:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= HIGHEST_PIN:
        raise WrongSetting(
            f"{'.'.join(key)} is {value!r}; a pin is a BCM number from 0 to {HIGHEST_PIN}, or false for none", *key
        )
    return value


def _light(value: Any, *key: str) -> tuple[int, int, int]:
    if not isinstance(value, list) or len(value) != 3:
        raise WrongSetting(f"{'.'.join(key)} is {value!r}; a light is three pins: red, green, blue", *key)
    red, green, blue = (_pin(item, *key) for item in value)
    if red is None or green is None or blue is None:
        raise WrongSetting(
            f"{'.'.join(key)}: a light needs all three of its pins; leave the seat out for no light", *key
        )
    return (red, green, blue)


def _filled(defaults: T, values: Mapping[str, Any], *table: str) -> T:
    """Gives ``defaults`` with ``values`` put in, each of the kind that the default is."""
    known = {item.name: getattr(defaults, item.name) for item in fields(defaults)}
    for name, value in values.items():
        key = (*table, name)
        if name not in known:
            near = get_close_matches(name, known, 1)
            advice = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(known)}"
            raise WrongSetting(f"there is no setting {'.'.join(key)}; {advice}", *key)
        default = known[name]
        kinds = (int, float) if isinstance(default, float) else (type(default),)
        given = f"{'.'.join(key)} is {'wrong' if name in SECRETS else without_secrets(repr(value))}"
        if not isinstance(value, kinds) or (isinstance(value, bool) and not isinstance(default, bool)):
            wanted = "text in quotation marks" if default == "" else f"like {default!r}"
            raise WrongSetting(f"{given}; it must be {wanted}", *key)
        if isinstance(value, str) and not value.isprintable():
            raise WrongSetting(f"{given}; it must be text on one line", *key)
        if name in SECONDS and not SECONDS[name][0] <= value <= SECONDS[name][1]:
            least, most = SECONDS[name]
            raise WrongSetting(f"{given}; it must be a number of seconds from {least} to {most}", *key)
        if name in CHOICES and value not in CHOICES[name]:
            raise WrongSetting(f"{given}; it may be {' or '.join(CHOICES[name])}", *key)
    return replace(defaults, **values)
