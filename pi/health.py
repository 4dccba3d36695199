"""What the doctor looks at besides the parts of a table: heat, libraries that clash, rights, and the buzzer's sound."""

from __future__ import annotations

import grp
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import distributions
from pathlib import Path

from pi.config import Settings
from pi.doctor import FINE, WARNING, WRONG, Finding

ZONE = Path("/sys/class/thermal/thermal_zone0/temp")
HOT, TOO_HOT = 70.0, 80.0
"""Degrees Celsius; from 80 on a Pi slows itself down."""
DEVICES = {"/dev/gpiochip0": "gpio", "/dev/video0": "video", "/dev/media0": "video", "/dev/snd/timer": "audio"}
"""What the table uses, and the group that may."""


def temperature(zone: Path = ZONE) -> Finding:
    """Reads how hot the processor is."""
    try:
        degrees = int(zone.read_text(encoding="ascii")) / 1000
    except (OSError, ValueError):
        return Finding("temperature", FINE, "nothing to measure")
    found = f"{degrees:.0f} °C"
    if degrees >= TOO_HOT:
        return Finding("temperature", WRONG, f"{found}: the machine slows itself down", "give it air, or a heat sink")
    if degrees >= HOT:
        return Finding("temperature", WARNING, found, "give it air, or a heat sink")
    return Finding("temperature", FINE, found)


def libraries(
    names: Iterable[str] | None = None, run: Callable[..., subprocess.CompletedProcess[str]] | None = None
) -> Finding:
    """Looks for packages that overwrite each other, and for a camera package that does not go with this numpy.

    :param names: the installed packages (None: those of this environment).
    :param run: runs a program, as :func:`subprocess.run`.
    """
    installed = {name.lower() for name in (names if names is not None else _installed())}
    several = sorted(name for name in installed if name.startswith("opencv-"))
    if len(several) > 1:
        return Finding(
            "libraries",
            WRONG,
            f"{' and '.join(several)} overwrite each other",
            f"pip uninstall {' '.join(several)}, then install the Steward again",
        )
    if "picamera2" not in installed:
        return Finding("libraries", FINE, "they go together")
    # In a program of its own: a package built for another numpy may take the whole program down.
    tried = (run or subprocess.run)(
        [sys.executable, "-c", "import picamera2"], capture_output=True, text=True, timeout=60, check=False
    )
    if tried.returncode == 0:
        return Finding("libraries", FINE, "they go together, picamera2 among them")
    said = (tried.stderr or "").strip().splitlines()
    why = said[-1] if said else f"it ends with {tried.returncode}"
    if "dtype size changed" in why or "NumPy 1.x" in (tried.stderr or ""):
        todo = "pip install -c constraints-bookworm.txt -e .  (picamera2 here needs numpy 1)"
    elif "libcamera" in why:
        todo = "on a Pi: sudo apt install python3-picamera2, and an environment with --system-site-packages"
    else:
        todo = "sudo apt install --reinstall python3-picamera2"
    return Finding("libraries", WARNING, f"the Pi's camera package does not load ({why})", todo)


def _installed() -> Iterable[str]:
    return [name for one in distributions() if (name := one.metadata["Name"])]


def permissions(devices: dict[str, str] | None = None) -> Finding:
    """Says which devices are there that this user may not use."""
    wanted = DEVICES if devices is None else devices
    closed = {group for path, group in wanted.items() if Path(path).exists() and not os.access(path, os.R_OK | os.W_OK)}
    if not closed:
        return Finding("permissions", FINE, "every device that is there may be used")
    known = {one.gr_name for one in grp.getgrall()}
    groups = ",".join(sorted(closed & known) or sorted(closed))
    return Finding(
        "permissions",
        WARNING,
        f"this user may not use what belongs to {groups}",
        f"sudo usermod -a -G {groups} $USER, then log in again",
    )


def buzzer(settings: Settings) -> Finding:
    """Sounds the buzzer once, to its end; whoever asked can hear whether it did."""
    import time

    from pi.patterns import pulses
    from pi.pins import Sounder, open_factory

    factory, about = open_factory(settings.hardware if settings.hardware != "pins" else "auto")
    try:
        with Sounder(settings.pins, factory) as sounder:
            sounder.sound("start")
            time.sleep(sum(pulses("start")) + 0.2)
    finally:
        factory.close()
    if about.startswith("no pins"):
        return Finding("buzzer", WRONG, f"nothing sounded: {about}", "see README, parts and wiring")
    return Finding("buzzer", FINE, f"two tones sounded on pin {settings.pins.buzzer}; if not, turn its wires round")
