"""``steward calibrate``: measures a camera's lens from pictures of a board, and keeps it under the camera's name."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from engine.errors import BadPicture, BadSettings
from pi.console import say

if TYPE_CHECKING:
    from vision.calibrate import Measured
    from vision.lens import Lens

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
NO_LENS = "none"
NUMBERS = {"focal": 2, "centre": 2, "bend": 5}
MOST_OFF_AXIS = 0.5
"""How far from the middle a lens' axis may stand, as a share of the picture's side."""


def calibrate(
    images: Sequence[Path], camera: str, out: TextIO, err: TextIO, *, chessboard: tuple[int, int] | None = None
) -> int:
    """Measures a lens and keeps it; gives 0, 1 when some pictures were unfit, 2 when nothing was kept.

    :param camera: the name it is kept under, as for ``steward table --camera``.
    :param chessboard: inner corners of a chessboard across and down; None for the printed board.
    """
    import cv2

    from pi.places import data_folder, write_whole
    from vision.calibrate import measure_lens
    from vision.picture import load_picture

    path = lens_file(camera)
    data_folder()  # what cannot be kept is refused before the work, not after
    pictures: dict[str, Any] = {}
    code = 0
    for image in images:
        try:
            pictures[str(image)] = cv2.cvtColor(load_picture(image), cv2.COLOR_BGR2GRAY)
        except BadPicture as error:
            say(str(error), err)
            code = 1
    try:
        measured = measure_lens(pictures, chessboard)
    except BadPicture as error:
        say(str(error), err)
        return 2
    for unfit in measured.unfit:
        say(f"{unfit.name}: left out: {unfit.why}", err)
        code = 1
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, lens_text(measured).encode())
    lens = measured.lens
    print(
        f"{camera}: measured from {len(measured.used)} pictures of {lens.width}x{lens.height}, "
        f"{measured.off_px:.2f} px off on average; it bends the picture's corners by {lens.most_bent_px:.0f} px",
        file=out,
    )
    print(f"  kept in {path}; 'steward table --camera {camera}' reads with it", file=out)
    return code


def lens_file(name: str) -> Path:
    """Gives the file that a camera's lens is kept in; it need not exist, and nothing is made. Raises
    :class:`BadSettings` for a bad name."""
    from pi.places import data_place

    if not NAME.fullmatch(name) or name == NO_LENS:
        raise BadSettings(
            f"{name!r} cannot be the name of a camera's lens; take the camera's, such as picamera or 0, or small "
            "letters, digits and hyphens"
        )
    return data_place() / "lenses" / f"{name}.toml"


def load_lens(name: str) -> Lens:
    """Loads a lens by the name it was kept under, or the path of its .toml file. Raises :class:`BadSettings`."""
    path = Path(name) if name.endswith(".toml") else lens_file(name)
    try:
        return lens_from(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise BadSettings(f"there is no measured lens {name!r}; measure it with 'steward calibrate'") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, BadSettings) as error:
        raise BadSettings(f"{path}: {error}; measure the lens again with 'steward calibrate'") from error


def lens_of(camera: str, setting: str = "") -> Lens | None:
    """Gives the lens that a camera reads with: the ``setting``'s (``none``: none), or the one kept under its name."""
    if setting:
        return None if setting == NO_LENS else load_lens(setting)
    return load_lens(camera) if NAME.fullmatch(camera) and camera != NO_LENS and lens_file(camera).is_file() else None


def lens_text(measured: Measured) -> str:
    """Gives the text of a lens' file."""
    lens = measured.lens

    def row(values: Sequence[float]) -> str:
        return f"[{', '.join(f'{value:.6g}' for value in values)}]"

    return "\n".join(
        [
            "# Written by 'steward calibrate': pixels, and the bend as k1, k2, p1, p2, k3 of OpenCV's model.",
            f"width = {lens.width}",
            f"height = {lens.height}",
            f"focal = {row(lens.focal)}",
            f"centre = {row(lens.centre)}",
            f"bend = {row(lens.bend)}",
            f"off_px = {measured.off_px:.3g}",
            f"pictures = {len(measured.used)}",
            "",
        ]
    )


def lens_from(data: Mapping[str, Any]) -> Lens:
    """Makes a lens of its file's values. Raises :class:`BadSettings` naming what is wrong."""
    from vision.lens import Lens

    for key in ("width", "height"):
        if not isinstance(data.get(key), int) or data[key] < 64:
            raise BadSettings(f"{key} is {data.get(key)!r}; it must be the pictures' {key} in px")
    for key, count in NUMBERS.items():
        value = data.get(key)
        if not isinstance(value, list) or [type(v) in (int, float) for v in value] != [True] * count:
            raise BadSettings(f"{key} is {value!r}; it must be {count} numbers")
    width, height = data["width"], data["height"]
    (fx, fy), (cx, cy) = data["focal"], data["centre"]
    if not (0.1 * width < fx < 20 * width and 0.1 * width < fy < 20 * width):
        raise BadSettings(f"focal is {data['focal']!r}; no lens sees so in pictures {width} px wide")
    if abs(cx / width - 0.5) > MOST_OFF_AXIS or abs(cy / height - 0.5) > MOST_OFF_AXIS:
        raise BadSettings(f"centre is {data['centre']!r}; it must lie in the picture")
    k1, k2, p1, p2, k3 = (float(value) for value in data["bend"])
    return Lens(width, height, (float(fx), float(fy)), (float(cx), float(cy)), (k1, k2, p1, p2, k3))


def inner_corners(text: str) -> tuple[int, int]:
    """Reads a chessboard's inner corners, such as ``9x6``. Raises :class:`BadSettings`."""
    across, _, down = text.lower().replace("×", "x").partition("x")
    if not (across.isdecimal() and down.isdecimal()) or not (3 <= int(across) <= 50 and 3 <= int(down) <= 50):
        raise BadSettings(f"{text!r} is no chessboard; count the corners where four squares meet, such as 9x6")
    return int(across), int(down)
