"""``steward table``: puts a real table together from its parts and runs it until it is told to stop.

What is missing is left out and said: without a camera every act can be entered on the dashboard, without pins the
buzzer sounds in the browser.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import secrets
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from engine.bearings import astray, bearings_of
from engine.commands import Command, Open
from engine.errors import BadSettings, Missing
from engine.events import Opened
from engine.games import game as game_called
from engine.games.chosen import Chosen
from engine.games.lexicon_seats import COMPASS
from engine.games.lexicon_setup import MOST_NAME
from engine.rulings import Judge, open_judge
from engine.state import TableState
from pi.around import Around
from pi.books import alone, journal_at, open_journal
from pi.cameras import Camera, is_address, open_camera
from pi.certificates import authority
from pi.config import Settings, read_settings
from pi.ending import told_to_end, wait_for_the_end
from pi.following import Following
from pi.home_assistant import table_told, told_at_home
from pi.house import MachineHouse
from pi.judges import judge_of
from pi.lenses import lens_of
from pi.lists import lists_in_force, words_in
from pi.origins import config_file
from pi.packs import resolved
from pi.passwords import accounts_of, first_password
from pi.pictures import Pictures
from pi.places import data_folder, write_whole
from pi.privacy import ask_to_record, blanking, notice
from pi.recorder import RecordedCamera, Recorder
from pi.recording import is_recording, open_recording
from pi.serving import Server, open_browser
from pi.setup import opening
from pi.sizes import size_of
from pi.speech import PROGRAM, Speaker, can_speak
from pi.station import Station
from pi.wiring import wired
from web.app import create_app
from web.table import Table

log = logging.getLogger("steward.table")


def run_table(args: argparse.Namespace) -> int:
    """Runs a real table; gives the exit code."""
    settings = settings_of(args)
    if args.record:
        ask_to_record(args.record, settings.language, blank=args.blank, sure=args.yes)
    path = journal_at(Path(settings.journal) if settings.journal else data_folder() / "table.journal")
    first = not path.exists()
    judges = cache(partial(judge_in, settings))
    with contextlib.ExitStack() as stack:
        ended = stack.enter_context(told_to_end())
        first_password(settings)
        stack.enter_context(alone(path))
        credentials = in_drive(settings, args, path)
        journal = stack.enter_context(open_journal(path))
        station: Station[TableState] = stack.enter_context(
            Station(
                journal,
                Chosen(settings.game),
                judges(settings.language),
                judges=judges,
                pictures=Pictures(path.with_name(path.name + ".pictures")),
            )
        )
        if credentials is None:
            for line in set_up(station, settings):
                print(line)
        recorder = None
        if args.record:
            blank = blanking(reader_for(settings.pack)[0]) if args.blank else None
            recorder = stack.enter_context(Recorder(args.record, *as_played(station, settings), blank=blank))
            station.before(recorder.ahead)
            station.subscribe(recorder.hear, "recorder")
        bell = stack.enter_context(wired(station, settings))
        stack.enter_context(voice(station, settings))
        home, port, language = settings.home_assistant, settings.port, settings.language
        at_home = told_at_home(home, lambda: table_told(station.state(), station.now()), "table", port, language)
        stack.enter_context(at_home)
        app = app_for(station, settings, secret=kept_secret(path.with_name(path.name + ".secret")), config=args.config)
        server = stack.enter_context(Server(app, settings.host, settings.port))
        stack.enter_context(watched(station, settings, recorder))
        if credentials is not None:
            from pi.link.attending import attending

            stack.enter_context(attending(station, path, credentials))
            print(f"This is table {credentials.number} of {credentials.event}; its hub is {credentials.where}")
        if not settings.camera:
            print("No camera is named, so every act is entered on the dashboard; --camera 0 takes the first webcam")
        if plain := server.about():
            print(plain)
        if first:
            print(*notice(settings.language), sep="\n")
        print(f"The table is at {server.url}", flush=True)
        if not args.no_browser and sys.stdout.isatty():
            open_browser(server.url)
        # A dashboard that died is no reason to end before the bell: the table starts anew once no clock runs.
        wait_for_the_end(ended, lambda: station.alive() and bell.alive() and (server.alive() or clock_runs(station)))
    return 0


def clock_runs(station: Station[TableState]) -> bool:
    """Tells whether a bell is on its way."""
    bell = getattr(station.state(), "bell", None)
    return bell is not None and bell.phase == "running"


def in_drive(settings: Settings, args: argparse.Namespace, path: Path) -> Any:
    """Gives what a table signs in with at the hub of its drive, joining it first where it was asked to; None for a
    table by itself. Raises :class:`BadSettings` when the hub must be joined first, or refuses."""
    if not settings.hub:
        if args.join or args.number:
            raise BadSettings("which hub is to be joined? Give its address with --hub, or --hub find")
        return None
    from pi.link.attending import Asked, admitted  # MQTT is loaded for a table in a drive only

    return admitted(Asked(settings.hub, args.join or "", args.number or 0), path)


def judge_in(settings: Settings, language: str) -> Judge:
    """Opens the judge of a language, with the house's own list of it. The club's lists are in the configured language;
    a game may be set up in another, or an old one go on in it, and is then ruled on by what there is."""
    if language == settings.language:
        return judge_of(language, words_in(settings), lists_in_force(settings))
    return open_judge(language, words_in(settings), lists_in_force(replace(settings, language=language, lists=())))


def settings_of(args: argparse.Namespace) -> Settings:
    """Gives the configuration with what the command line says instead. Raises :class:`BadSettings`, or
    :class:`engine.errors.BadPack` for a pack that is none."""
    settings = read_settings(config_file(args.config))
    given: dict[str, Any] = {
        "game": args.game,
        "camera": args.camera,
        "rules": args.rules,
        "language": args.lang,
        "pack": args.pack,
        "players": tuple(args.players) if args.players else None,
        "journal": str(args.journal) if args.journal else None,
        "port": args.port,
        "host": args.host,
        "hub": args.hub,
    }
    settings = replace(settings, **{name: value for name, value in given.items() if value is not None})
    one = game_called(settings.game)
    if args.pack is None and settings.pack == Settings().pack:
        settings = replace(settings, pack=one.packs.get(settings.language, one.packs["en"]))
    one.check_house(settings.rules, settings.house)
    seats = [seat for seat, _ in players(settings)]
    one.check_pack(resolved(settings.pack), len(seats))
    if seat := astray(seats, around := bearings_of(seats, settings.bearings)):
        places = ", ".join(f"{seat} = {around[seat]:g}" for seat in seats)
        raise BadSettings(
            f"bearings: seat {seat} is not clockwise after the seat before it ({places}); give every seat its bearing"
        )
    return settings


def players(settings: Settings) -> tuple[tuple[str, str], ...]:
    """Gives seat and name of each player, clockwise; unnamed players are called by their seats.

    More than four are numbered. Raises :class:`BadSettings` for names that do not fit at a table.
    """
    names = tuple(" ".join(name.split()) for name in settings.players) or COMPASS
    least, most = game_called(settings.game).players
    names = names[:most] if not settings.players else names
    if not least <= len(names) <= most:
        some = f"{least}" if least == most else f"{least} to {most}"
        raise BadSettings(f"a table has {some} players, not {len(names)}; name them with --players")
    for name in names:
        if not name or not name.isprintable() or len(name) > MOST_NAME:
            raise BadSettings(f"{name[:70]!r} is no player's name; it must have 1 to {MOST_NAME} letters")
    if len(set(names)) != len(names):
        raise BadSettings("two players have the same name; add a letter to one of them")
    if len(names) == 2:
        return (("N", names[0]), ("S", names[1]))
    if len(names) <= len(COMPASS):
        return tuple(zip(COMPASS, names, strict=False))
    return tuple((str(number), name) for number, name in enumerate(names, start=1))


def set_up(station: Station[TableState], settings: Settings) -> tuple[str, ...]:
    """Seats the players, unless anything happened here before; gives what is to be said of a game that goes on."""
    state = station.state()
    commands = wanted(settings, station.now())
    if _is_set_up(state, commands[0]):
        return ()
    # A table that was only set up, as by a start that failed afterwards, is set up anew; whatever more was done stands.
    if len(station.recorded()) > 1:
        names = ", ".join(player.name for player in state.players)
        return (f"The journal holds the game of {names}, which goes on; for another game name another --journal",)
    for command in commands:
        station.submit(command)
    return ()


def as_played(station: Station[TableState], settings: Settings) -> tuple[Settings, tuple[tuple[str, str], ...]]:
    """Gives the configuration with the game's own rules, and the seats and names of its players: a game that goes on
    may be another than the one that is configured."""
    opened = next(one.event for one in reversed(station.recorded()) if isinstance(one.event, Opened))
    settings = replace(
        settings, game=opened.game, rules=opened.rules, language=opened.language, pack=opened.pack,
        house=dict(opened.house),
    )  # fmt: skip
    return settings, tuple((player.seat, player.name) for player in station.state().players)


def wanted(settings: Settings, t: float) -> tuple[Command, ...]:
    """Gives the commands that set a new table up; a recording that stands in for the camera says who sits there."""
    folder = Path(settings.camera)
    if (
        settings.camera
        and not is_address(settings.camera)
        and not settings.players
        and folder.is_dir()
        and is_recording(folder)
    ):
        return opening(open_recording(folder), t)
    opened = Open(
        t=t,
        by="settings",
        game=settings.game,
        rules=settings.rules,
        language=settings.language,
        pack=resolved(settings.pack),
        seats=players(settings),
        house=settings.house,
    )
    return (opened,)


def _is_set_up(state: TableState, command: Command) -> bool:
    """Whether a table stands as a command would set it up."""
    assert isinstance(command, Open)
    seats = {player.seat: player.name for player in state.players}
    rules = game_called(command.game).check_house(command.rules, command.house)
    is_like = (state.game, getattr(state.own, "rules", state.rules), state.language, state.pack, seats)
    wanted = (command.game, rules, command.language, command.pack, dict(command.seats))
    return state.phase != "closed" and is_like == wanted


def app_for(
    table: Table, settings: Settings | None = None, *, secret: bytes | None = None, config: Path | None = None
) -> Any:
    """Gives the dashboard of a table; ``config`` is the file of its settings, which its doctor looks at. A password may
    also come in the variable ``STEWARD_PASSWORD``."""
    house = MachineHouse(settings or Settings(), config, newest=lambda: getattr(table, "seen", None))
    return create_app(table, secret=secret, accounts=accounts_of(settings), authority=authority(), house=house)


def kept_secret(path: Path) -> bytes:
    """Gives what signs the pages' sessions, kept in a file of its own so that they outlive a restart."""
    try:
        kept = path.read_bytes()
    except FileNotFoundError:
        kept = b""
    if len(kept) != 32:
        kept = secrets.token_bytes(32)
        write_whole(path, kept, 0o600)
    return kept


@contextlib.contextmanager
def voice(station: Station[TableState], settings: Settings) -> Iterator[None]:
    """Has a voice tell what is recorded for as long as the context lasts; a table can do without."""
    quiet = settings.speech == "off" or not size_of(settings.mode).speaks
    if quiet or not can_speak():
        station.note("speech", "off" if quiet else f"{PROGRAM} is not installed")
        yield
        return
    station.note("speech", settings.speech)
    with Speaker(settings.speech, station.state) as speaker:
        station.subscribe(speaker.hear, "speech")
        station.alarm(speaker.tell)
        yield


@contextlib.contextmanager
def watched(station: Station[TableState], settings: Settings, recorder: Recorder | None = None) -> Iterator[None]:
    """Follows the camera for as long as the context lasts; a camera that is lost is looked for again."""
    if not settings.camera:
        station.note("watch", "no camera")
        station.note("camera", "none")
        yield
        return
    keeper = CameraKeeper(station, settings, recorder)
    try:
        yield
    finally:
        keeper.close()


class CameraKeeper:
    """Keeps a camera followed: opens it, and opens it again some seconds after it was lost.

    A wrong name or a bad recording raises at once; only a camera that was there, or may come, is waited for.
    """

    def __init__(
        self, station: Station[TableState], settings: Settings, recorder: Recorder | None, every: float = 5.0
    ) -> None:
        self._station = station
        self._settings = settings
        self._recorder = recorder
        self._every = every
        self._size = size_of(settings.mode)
        self._closing = threading.Event()
        self._following: Following | None = None
        self._live = settings.camera == "picamera" or settings.camera.isdecimal() or is_address(settings.camera)
        reader, self._gate = reader_for(settings.pack, lens_of(settings.camera, settings.lens))
        self._reader = Around(reader, lambda: [player.seat for player in station.state().players], settings.bearings)
        # Only a webcam or the Pi's camera may be waited for here; one in the network is asked by its own thread.
        at_once = not self._live or is_address(settings.camera)
        camera = self._open() if at_once else None
        self._thread = threading.Thread(target=self._run, args=(camera,), name="camera", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Lets go of the camera. Closing twice does no harm."""
        self._closing.set()
        following = self._following
        if following is not None:
            following.close()
        self._thread.join(timeout=10)

    def _run(self, camera: Camera | None) -> None:
        while not self._closing.is_set():
            try:
                camera = camera or self._open()
            except Missing as error:
                if self._station.status().get("camera") != str(error):
                    log.warning("%s; acts can be entered on the dashboard until it comes", error)
                self._station.note("camera", str(error))
            else:
                self._station.note("camera", camera.name)
                if self._following is None:
                    self._following = Following(
                        self._station, camera, self._reader, self._gate(), shown=self._size.shown
                    )
                else:
                    self._following.look_through(camera)
                try:
                    self._following.run()
                except Exception:
                    # Whatever goes wrong in reading costs the camera for a moment, never the table.
                    log.exception("following the camera stopped")
                    self._station.note("watch", "no camera")
                camera.close()
            camera = None
            if not self._live or self._closing.wait(self._every):
                return

    def _open(self) -> Camera:
        camera = open_camera(
            self._settings.camera, self._station.clock, press=self._pressed, due=self._due, size=self._size.frame
        )
        return camera if self._recorder is None else RecordedCamera(camera, self._recorder)

    def _due(self) -> float | None:
        return None if self._following is None else self._following.next_due()

    def _pressed(self, pressed: Any) -> None:
        if self._following is not None:
            self._following.press(pressed)


def reader_for(pack: str, lens: Any = None) -> tuple[Any, Callable[[], Any]]:
    """Gives the reader of a pack's cards, through a measured lens if there is one, and what makes settle gates."""
    from pi.packs import reader_of
    from vision.settle import Gate

    return reader_of(pack, lens=lens), Gate
