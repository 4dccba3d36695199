"""``steward doctor``: a line for each part of the machine, what is there and what is not, and what to do about it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TextIO

from engine.errors import BadRecord, BadSettings, StewardError
from pi.config import Settings, read_settings
from pi.origins import config_file

FINE, WARNING, WRONG, BAD_INPUT = "ok", "warning", "wrong", "bad input"

LOW_DISK = 200_000_000
"""Bytes; below this a long evening's pictures may not fit."""

LOW_MEMORY = 150_000_000
"""Bytes; reading a picture takes about this much at its highest."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one part. ``level`` is ok, warning (it goes on without), wrong (it is needed, or was asked for)
    or bad input (what was asked for cannot be)."""

    part: str
    level: str
    found: str
    todo: str = ""


def doctor(
    out: TextIO,
    *,
    camera: str = "",
    config: Path | None = None,
    as_json: bool = False,
    sound: bool = False,
    bundle: Path | None = None,
) -> int:
    """Prints a line for each part; gives 0 when all that is needed or asked for is there, 2 when something was asked
    for that cannot be, such as a configuration file that is none, and 1 otherwise.

    :param sound: sounds the buzzer too.
    :param bundle: a new file, into which goes what a report of a fault needs.
    """
    findings = list(examine(camera=camera, config=config, sound=sound))
    for finding in findings:
        if as_json:
            print(json.dumps(asdict(finding), ensure_ascii=False), file=out)
        else:
            sign = {FINE: "✓", WARNING: "!"}.get(finding.level, "✕")
            todo = f" → {finding.todo}" if finding.todo else ""
            print(f"{sign} {finding.part}: {finding.found}{todo}", file=out)
    if bundle is not None:
        from pi import bundle as bundles

        print(bundles.bundle(bundle, findings, config_file(config)), file=out if not as_json else sys.stderr)
    levels = {finding.level for finding in findings}
    return 2 if BAD_INPUT in levels else 1 if WRONG in levels else 0


IN_USE = ("camera", "pins")
"""Parts that a table which runs holds: opening them a second time could take them from it."""


def examine(
    *, camera: str = "", config: Path | None = None, sound: bool = False, at_table: bool = False
) -> Iterator[Finding]:
    """Examines every part, one after the other; one that fails in an unforeseen way is itself a finding.

    :param sound: sounds the buzzer too.
    :param at_table: asked by a table that runs; what it holds itself (:data:`IN_USE`) is left alone.
    """
    from pi import health

    settings = Settings()
    config = config_file(config)
    try:
        settings = read_settings(config)
        yield Finding("configuration", FINE, str(config) if config else "the defaults")
    except StewardError as error:
        yield Finding("configuration", BAD_INPUT, str(error), "put it right; 'steward config check' names every fault")
    parts: dict[str, Callable[[], Finding]] = {
        "camera": lambda: _tried(camera) if camera else _camera(settings.camera),
        "lens": lambda: _lens(camera or settings.camera, settings.lens),
        "pins": lambda: _pins(settings),
        "Tesseract": _tesseract,
        "speech": lambda: _speech(settings),
        "broker": lambda: _broker(settings),
        "word lists": lambda: _words(settings),
        "models": lambda: _models(settings.pack),
        "recordings": _recordings,
        "disk": _disk,
        "memory": _memory,
        "clock": _clock,
        "power": _power,
        "temperature": health.temperature,
        "libraries": health.libraries,
        "permissions": health.permissions,
    }
    if sound:
        parts["buzzer"] = lambda: health.buzzer(settings)
    for part, look in parts.items():
        if at_table and part in IN_USE:
            continue
        try:
            yield look()
        except Exception as error:
            # The doctor is asked when things are broken: it reports whatever it trips over and looks on.
            yield Finding(part, WRONG, f"{type(error).__name__}: {error}", "install the Steward again")


def _tried(source: str) -> Finding:
    """Takes a picture with a camera that somebody asked to have tried."""
    from pi.cameras import open_camera
    from pi.clock import TableClock

    try:
        with open_camera(source, TableClock()) as opened:
            frame = next(opened.frames(), None)
    except (BadSettings, BadRecord) as error:
        return Finding("camera", BAD_INPUT, str(error), "name another with --camera")
    except StewardError as error:
        return Finding("camera", WRONG, str(error), "without it acts are entered on the dashboard")
    if frame is None:
        return Finding("camera", WRONG, f"{opened.name} gives no picture", "see its cable")
    return Finding("camera", FINE, f"{opened.name}, {frame.image.shape[1]}×{frame.image.shape[0]} px")


def _camera(source: str) -> Finding:
    if source:
        found = _tried(source)
        # A table whose camera is missing goes on without it.
        return replace(found, level=WARNING) if found.level == WRONG else found
    devices = sorted(path.name for path in Path("/dev").glob("video*"))
    if _has_module("picamera2"):
        return Finding("camera", FINE, "picamera2 is installed; try it with --camera picamera")
    if devices:
        return Finding("camera", FINE, f"{', '.join(devices)}; try one with --camera 0")
    return Finding(
        "camera",
        WARNING,
        "none is connected",
        "plug in a webcam, or see README for the Pi's camera; recordings play without",
    )


def _lens(camera: str, setting: str) -> Finding:
    from pi.lenses import NO_LENS, lens_of

    try:
        lens = lens_of(camera, setting)
    except StewardError as error:
        return Finding("lens", WRONG, str(error), "take the lens out of the settings, or measure it")
    if lens is not None:
        return Finding("lens", FINE, f"measured; it bends the picture's corners by {lens.most_bent_px:.0f} px")
    if not camera or setting == NO_LENS:
        return Finding("lens", FINE, "none to correct")
    return Finding("lens", FINE, "not measured; a wide one is read better after 'steward calibrate'")


def _pins(settings: Settings) -> Finding:
    from pi.pins import open_factory

    factory, about = open_factory(settings.hardware if settings.hardware != "pins" else "auto")
    factory.close()
    if about.startswith("no pins"):
        hardware = Path("/proc/device-tree/model").exists()
        todo = "see README, parts and wiring" if hardware else "the buzzer sounds in the browser"
        return Finding("pins", WARNING, about, todo)
    return Finding("pins", FINE, about)


def _tesseract() -> Finding:
    program = shutil.which("tesseract")
    if program is None:
        return Finding(
            "Tesseract",
            WARNING,
            "not installed: doubtful letters get no second opinion",
            "sudo apt install tesseract-ocr",
        )
    run = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=20, check=False)
    line = (run.stdout or run.stderr).splitlines()
    return Finding("Tesseract", FINE, line[0] if line else program)


def _speech(settings: Settings) -> Finding:
    from pi.speech import PROGRAM, can_speak

    if can_speak():
        return Finding("speech", FINE, f"{PROGRAM} speaks at the table: {settings.speech}")
    level = FINE if settings.speech == "off" else WARNING
    return Finding("speech", level, f"{PROGRAM} is not installed: nothing is spoken", f"sudo apt install {PROGRAM}")


def _broker(settings: Settings) -> Finding:
    if settings.hub:
        return _hub(settings.hub)
    from pi.link.broker import program

    found = program()
    if found is None or not _has_module("paho"):
        what = "Mosquitto is" if found is None else "paho-mqtt is"
        todo = "sudo systemd/packages hub" if found is None else "install the Steward again"
        return Finding("broker", FINE, f"{what} not installed; only a drive over several machines needs it", todo)
    run = subprocess.run([found, "-h"], capture_output=True, text=True, timeout=20, check=False)
    line = (run.stdout or run.stderr).splitlines()
    return Finding("broker", FINE, f"{line[0] if line else found}, for 'steward hub'")


def _hub(hub: str) -> Finding:
    """Looks whether the hub of this table's drive can be reached; the table plays without it as well."""
    import socket

    from pi.link.attending import FIND
    from pi.link.post import address

    if hub == FIND:
        return Finding("broker", FINE, "the hub is looked for on the network when the table starts")
    try:
        where = address(hub)
    except BadSettings as error:
        return Finding("broker", BAD_INPUT, str(error), "put it right in the configuration")
    try:
        socket.create_connection((where.host, where.port), timeout=3).close()
    except OSError as error:
        return Finding("broker", WARNING, f"{where} is not reached ({error})", "the table plays on; see the hub")
    return Finding("broker", FINE, f"{where} answers")


def _words(settings: Settings) -> Finding:
    from engine.rulings import open_judge
    from pi.judges import check_language
    from pi.lists import lists_in_force, words_in

    try:
        check_language(settings.language, words_in(settings))
    except BadSettings as error:
        return Finding("word lists", BAD_INPUT, str(error), "put it right in the configuration")
    about = open_judge(settings.language, words_in(settings), lists_in_force(settings)).about()
    words = about.get("words")
    if not words:
        return Finding("word lists", WRONG, f"there is no list for {settings.language!r}", "make words")
    return Finding(
        "word lists", FINE, f"{about.get('name')} {about.get('version')}, {words} words, {about.get('hash')}"
    )


def _models(pack: str) -> Finding:
    import numpy as np

    from pi.machine import reader_for

    try:
        reader, _ = reader_for(pack)
        reader.read(np.full((480, 640, 3), 80, np.uint8), "a bare table")
    except (StewardError, ImportError) as error:
        return Finding("models", WRONG, str(error), "install the Steward again")
    return Finding("models", FINE, f"the reader of the {pack} pack reads")


def _recordings() -> Finding:
    from pi.places import DEMOS, demo_folder
    from pi.recording import open_recording

    for name in DEMOS:
        open_recording(demo_folder(name))
    return Finding("recordings", FINE, f"{len(DEMOS)} to play with 'steward demo'")


def _disk() -> Finding:
    from pi.places import data_folder

    try:
        folder = data_folder()
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"steward")
            file.flush()
            os.fsync(file.fileno())
    except (StewardError, OSError) as error:
        return Finding("disk", WRONG, str(error), "set STEWARD_DATA to a folder that can be written")
    free = shutil.disk_usage(folder).free
    text = f"{free / 1e9:.1f} GB free for {folder}"
    if free < LOW_DISK:
        return Finding("disk", WRONG, text, "make room")
    return Finding("disk", FINE, text)


def _memory() -> Finding:
    text = Path("/proc/meminfo").read_text(encoding="ascii")
    kib = next(int(line.split()[1]) for line in text.splitlines() if line.startswith("MemAvailable"))
    found = f"{kib / 1024:.0f} MB available"
    if kib * 1024 < LOW_MEMORY:
        return Finding("memory", WARNING, found, "end other programs")
    return Finding("memory", FINE, found)


def _clock() -> Finding:
    from pi.clock import BOOT_ID

    first = time.monotonic()
    if time.monotonic() < first:
        return Finding("clock", WRONG, "the steady clock runs backward", "use another machine for the bell")
    if not BOOT_ID.exists():
        return Finding(
            "clock", WARNING, f"{BOOT_ID} is missing", "after a restart the running clock will stand and ask"
        )
    synced = Path("/run/systemd/timesync/synchronized").exists()
    note = "set by the network" if synced else "the date may be wrong without a network; the bell does not need it"
    return Finding("clock", FINE, f"steady, {note}")


def _power() -> Finding:
    program = shutil.which("vcgencmd")
    if program is None:
        return Finding("power", FINE, "no Raspberry Pi, nothing to measure")
    run = subprocess.run([program, "get_throttled"], capture_output=True, text=True, timeout=10, check=False)
    try:
        flags = int(run.stdout.strip().partition("=")[2], 16)
    except ValueError:
        return Finding("power", WARNING, "the Pi does not tell how its power is", "add the user to the group video")
    return power_of(flags)


def power_of(flags: int) -> Finding:
    """Reads the Pi's throttling flags: bit 0 is low voltage now, bit 16 since the start, 1-3 and 17-19 slowed down."""
    if flags & 0x1:
        return Finding("power", WRONG, "the voltage is too low", "use the Pi's own power supply and a short cable")
    if flags & 0x10000:
        return Finding("power", WARNING, "the voltage was too low since the start", "use the Pi's own power supply")
    if flags & 0xE000E:
        return Finding("power", WARNING, "the Pi was slowed down, by heat or power", "give it air, or a heat sink")
    return Finding("power", FINE, "steady")


def _has_module(name: str) -> bool:
    from importlib.util import find_spec

    return find_spec(name) is not None
