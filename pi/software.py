"""What the doctor looks at of the programs that the Steward uses: Tesseract, the broker, word lists, the reader, and
libraries that do not go together."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import PackageNotFoundError, distributions, requires
from importlib.util import find_spec
from pathlib import Path

from packaging.requirements import Requirement

from engine.errors import BadSettings, StewardError
from pi.config import Settings
from pi.finding import BAD_INPUT, FINE, WARNING, WRONG, Finding, said

SYSTEM_PACKAGES = Path("/usr/lib/python3/dist-packages")
"""Where Raspberry Pi OS puts its camera's package."""
TESTED = ("opencv-python-headless", "numpy", "gpiozero", "flask")
"""Libraries whose newer major versions have broken programs like this one."""


def tesseract() -> Finding:
    """Tells whether Tesseract is there, and which."""
    program = shutil.which("tesseract")
    if program is None:
        return Finding("Tesseract", WARNING, "no Tesseract", {"package": "tesseract-ocr"}, "apt")
    run = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=20, check=False)
    line = (run.stdout or run.stderr).splitlines()
    return said("Tesseract", FINE, line[0] if line else program)


def broker(hub: str) -> Finding:
    """Tells whether a hub's broker is there; of a table in a drive, whether its hub is."""
    if hub:
        return _hub(hub)
    from pi.link.broker import program

    found = program()
    if found is None:
        return Finding("broker", FINE, "no broker", {"what": "Mosquitto"}, "broker")
    if missing := [what for what, name in (("paho-mqtt", "paho"), ("msgspec", "msgspec")) if find_spec(name) is None]:
        return Finding("broker", FINE, "no broker", {"what": missing[0]}, "again")
    run = subprocess.run([found, "-h"], capture_output=True, text=True, timeout=20, check=False)
    line = (run.stdout or run.stderr).splitlines()
    return Finding("broker", FINE, "broker", {"text": line[0] if line else found})


def home(address: str) -> Finding:
    """Tells whether the broker that a home listens to can be reached; the table plays without it as well."""
    import socket

    from pi.home_assistant import home_broker

    broker = home_broker(address)
    where = f"{broker.host}:{broker.port}"
    try:
        socket.create_connection((broker.host, broker.port), timeout=3).close()
    except OSError as error:
        return Finding("Home Assistant", WARNING, "hub away", {"where": where, "why": error}, "home")
    return Finding("Home Assistant", FINE, "hub", {"where": where})


def _hub(hub: str) -> Finding:
    """Looks whether the hub of this table's drive can be reached; the table plays without it as well."""
    import socket

    from pi.link.attending import FIND
    from pi.link.post import address

    if hub == FIND:
        return Finding("broker", FINE, "hub sought")
    try:
        where = address(hub)
    except BadSettings as error:
        return said("broker", BAD_INPUT, error, "correct")
    try:
        socket.create_connection((where.host, where.port), timeout=3).close()
    except OSError as error:
        return Finding("broker", WARNING, "hub away", {"where": where, "why": error}, "hub")
    return Finding("broker", FINE, "hub", {"where": where})


def word_lists(settings: Settings) -> Finding:
    """Tells which word list rules, with its number of words and their mark."""
    from engine.rulings import open_judge
    from pi.judges import check_language
    from pi.lists import lists_in_force, words_in

    try:
        check_language(settings.language, words_in(settings))
    except BadSettings as error:
        return said("word lists", BAD_INPUT, error, "correct")
    about = open_judge(settings.language, words_in(settings), lists_in_force(settings)).about()
    if not about.get("words"):
        return Finding("word lists", WRONG, "no words", {"named": settings.language}, "words")
    return Finding(
        "word lists", FINE, "words", {name: about.get(name) for name in ("name", "version", "words", "hash")}
    )


def models(pack: str) -> Finding:
    """Has the reader read a bare table."""
    import numpy as np

    from pi.machine import reader_for

    try:
        reader, _ = reader_for(pack)
        reader.read(np.full((480, 640, 3), 80, np.uint8), "a bare table")
    except (StewardError, ImportError) as error:
        return said("models", WRONG, error, "again")
    return Finding("models", FINE, "reads", {"pack": pack})


def recordings() -> Finding:
    """Looks whether the shipped recordings are whole."""
    from pi.places import DEMOS, demo_folder
    from pi.recording import open_recording

    for name in DEMOS:
        open_recording(demo_folder(name))
    return Finding("recordings", FINE, "recordings", {"number": len(DEMOS)})


def libraries(
    installed: Mapping[str, str] | None = None,
    *,
    system: Path = SYSTEM_PACKAGES,
    asked: Iterable[str] | None = None,
    run: Callable[..., subprocess.CompletedProcess[str]] | None = None,
) -> Finding:
    """Looks for packages that overwrite each other, for versions that were never tried, and for a camera package that
    does not go with this numpy or cannot be seen from here.

    :param installed: the installed packages and their versions (None: those of this environment).
    :param system: the folder of the system's own packages.
    :param asked: what the Steward asks for, as pyproject.toml writes it (None: as it was installed).
    :param run: runs a program, as :func:`subprocess.run`.
    """
    here = {name.lower(): number for name, number in (installed if installed is not None else _installed()).items()}
    several = sorted(name for name in here if name.startswith("opencv-"))
    if len(several) > 1:
        values = {"names": " and ".join(several), "packages": " ".join(several)}
        return Finding("libraries", WRONG, "several", values, "one OpenCV")
    if why := why_not("cv2", run):
        return Finding("libraries", WRONG, "no OpenCV", {"why": why}, "headless")
    for line in asked if asked is not None else _asked():
        one = Requirement(line)
        number = here.get(one.name.lower()) if one.name.lower() in TESTED else None
        if number is not None and not one.specifier.contains(number, prereleases=True):
            values = {"name": one.name, "version": number, "wanted": str(one.specifier)}
            return Finding("libraries", WARNING, "other version", values, "again")
    if "picamera2" not in here:
        if (system / "picamera2").is_dir():
            return Finding("libraries", WARNING, "hidden picamera2", do="system packages")
        return Finding("libraries", FINE, "together")
    if not (why := why_not("picamera2", run)):
        return Finding("libraries", FINE, "with picamera2")
    if "dtype size changed" in why or "NumPy 1.x" in why:
        todo = "numpy"
    else:
        todo = "system packages" if "libcamera" in why else "reinstall"
    return Finding("libraries", WARNING, "no picamera2", {"why": why}, todo)


def why_not(module: str, run: Callable[..., subprocess.CompletedProcess[str]] | None = None) -> str:
    """Gives why a module cannot be imported; empty when it can. It is tried in a program of its own: a package built
    for another numpy may take the whole program down."""
    tried = (run or subprocess.run)(
        [sys.executable, "-c", f"import {module}"], capture_output=True, text=True, timeout=60, check=False
    )
    if tried.returncode == 0:
        return ""
    told = (tried.stderr or "").strip()
    why = told.splitlines()[-1] if told else f"it ends with {tried.returncode}"
    return f"built for NumPy 1.x: {why}" if "NumPy 1.x" in told else why


def _installed() -> dict[str, str]:
    return {name: one.version for one in distributions() if (name := one.metadata["Name"])}


def _asked() -> Iterable[str]:
    """Gives what the installed Steward asks for; nothing where it runs from a folder that was never installed."""
    try:
        return requires("lexicon-steward") or []
    except PackageNotFoundError:
        return []
