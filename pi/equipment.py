"""What the doctor looks at of the parts that hang on the machine: camera and lens, buzzer and pins, the loudspeaker."""

from __future__ import annotations

import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from engine.errors import BadRecord, BadSettings, StewardError
from pi.config import Settings
from pi.finding import BAD_INPUT, FINE, WARNING, WRONG, Finding, said


def camera(asked: str, configured: str) -> tuple[Finding, Any]:
    """Takes a picture with the camera that somebody asked to have tried, or else the configured one; gives it too, or
    None when there is none."""
    source = asked or configured
    if source:
        finding, picture = _tried(source)
        # A table whose camera is missing goes on without it.
        waits = finding.level == WRONG and not asked
        return replace(finding, level=WARNING) if waits else finding, picture
    devices = sorted(path.name for path in Path("/dev").glob("video*"))
    if find_spec("picamera2") is not None:
        return Finding("camera", FINE, "picamera2"), None
    if devices:
        return Finding("camera", FINE, "devices", {"devices": ", ".join(devices)}), None
    return Finding("camera", WARNING, "no camera", do="plug in"), None


def _tried(source: str) -> tuple[Finding, Any]:
    from pi.cameras import open_camera
    from pi.clock import TableClock

    try:
        with open_camera(source, TableClock()) as opened:
            frame = next(opened.frames(), None)
    except (BadSettings, BadRecord) as error:
        return said("camera", BAD_INPUT, error, "name camera"), None
    except StewardError as error:
        return said("camera", WRONG, error, "by hand"), None
    if frame is None:
        return Finding("camera", WRONG, "no frame", {"name": opened.name}, "cable"), None
    height, width = frame.image.shape[:2]
    return Finding("camera", FINE, "frame", {"name": opened.name, "width": width, "height": height}), frame.image


def focus(picture: Any) -> Finding:
    """Tells whether a picture (None: there is none) is sharp; a lens that a warm room or a knock has moved shows so."""
    if picture is None:
        return Finding("focus", FINE, "no picture")
    import cv2

    from vision.mount import SMEARED, STEEP
    from vision.sharpness import sharpness

    found = sharpness(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype("uint8", copy=False))
    if found is None:
        return Finding("focus", FINE, "no edges", do="lay cards")
    values = {"steep": found.steep, "good": STEEP[0]}
    if found.steep <= STEEP[1]:
        return Finding("focus", WARNING, "soft", values, "focus")
    if found.even < SMEARED:
        return Finding("focus", WARNING, "smeared", values, "still")
    return Finding("focus", FINE, "sharp", values)


def place(camera: str, picture: Any) -> Finding:
    """Tells whether a camera still hangs where ``steward mount --save`` kept it, by a picture (None: there is none)."""
    from pi.mounting import bumped

    check = None if picture is None else bumped(camera, picture)
    if check is None:
        return Finding("place", FINE, "no place")
    if check.todo:
        return Finding("place", WARNING, "moved", {"px": check.found["px"]}, "put back")
    return Finding("place", FINE, "in place")


def lens(camera: str, setting: str) -> Finding:
    """Tells which measured lens a camera's pictures are read through."""
    from pi.lenses import NO_LENS, lens_of

    try:
        found = lens_of(camera, setting)
    except StewardError as error:
        return said("lens", WRONG, error, "lens")
    if found is not None:
        return Finding("lens", FINE, "lens measured", {"px": found.most_bent_px})
    none = not camera or setting == NO_LENS
    return Finding("lens", FINE, "lens none" if none else "lens unknown")


def pins(hardware: str) -> Finding:
    """Opens the pins as the table would; a driver that is only stood in for is a warning."""
    from pi.pins import MODEL, open_factory

    factory, about = open_factory(hardware if hardware != "pins" else "auto")
    factory.close()
    if not about.startswith("no pins"):
        return Finding("pins", FINE, "pins", {"board": about.removeprefix("pins of the ")})
    if hardware == "none":
        return Finding("pins", WARNING, "pins off", do="wiring")
    if not MODEL.exists():
        return Finding("pins", WARNING, "pins none", do="browser")
    return said("pins", WARNING, about, "wiring")


def speech(level: str) -> Finding:
    """Tells whether the table can speak."""
    from pi.speech import PROGRAM, can_speak

    if can_speak():
        return Finding("speech", FINE, "speaks", {"program": PROGRAM, "level": level})
    values = {"program": PROGRAM, "package": PROGRAM}
    return Finding("speech", FINE if level == "off" else WARNING, "silent", values, "apt")


def buzzer(settings: Settings) -> Finding:
    """Sounds the buzzer once, to its end; whoever asked can hear whether it did."""
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
        return Finding("buzzer", WRONG, "not sounded", {"why": about}, "wiring")
    return Finding("buzzer", FINE, "sounded", {"pin": settings.pins.buzzer}, "turn wires")
