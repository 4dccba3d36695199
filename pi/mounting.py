"""``steward mount``: says how well the camera is mounted, how high it must hang, and whether it was moved since."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TextIO

from engine.errors import BadSettings, Missing

if TYPE_CHECKING:
    from vision.mount import Check, Mounting

SIGNS = {"good": "✓", "poor": "!", "bad": "✕", "unknown": "?"}
LEVELS = {"good": "ok", "poor": "warning", "bad": "wrong", "unknown": "warning"}
"""What the pages call what a check says."""
BUMPED_PX = 6.0
"""px of a picture 1500 wide; smaller movements do no harm."""
KEPT_WIDTH = 1500
FINEST = 3200
"""px of a picture's long side; a Camera Module 3 gives 4608."""


def add_mount(one: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``steward mount``."""
    one.add_argument(
        "image", metavar="IMAGE", nargs="?", type=Path, help="a picture of the table, instead of a camera's"
    )
    one.add_argument("--camera", metavar="N|picamera|URL|DIR", default="", help="take the picture with this camera")
    one.add_argument("--table", metavar="WxH", help="the table's size in mm (default: the configured one, 900x900)")
    one.add_argument("--config", metavar="FILE", type=Path, help="a steward.toml")
    one.add_argument("--kind", metavar="CAMERA", help="what camera it is; --heights lists them")
    one.add_argument("--pack", metavar="NAME", default="lexicon", help="the cards that lie on the table")
    one.add_argument("--heights", action="store_true", help="say how high each kind of camera must hang, and end")
    one.add_argument("--save", action="store_true", help="keep the camera's place, so that a later bump is noticed")
    one.add_argument("--lang", choices=("en", "fr"), default="en", help="the language it speaks")
    one.add_argument("--json", action="store_true", help="one JSON object")


def mount(args: argparse.Namespace, out: TextIO) -> int:
    """Prints the checks; gives 0 when the camera is mounted well, and 1 otherwise."""
    table = table_size(args.table or configured_table(args.config))
    if args.heights:
        return heights(table, out, as_json=args.json)
    from vision.optics import OPTICS

    if args.kind and args.kind not in OPTICS:
        raise BadSettings(f"there is no kind of camera called {args.kind!r}; choose one of {', '.join(OPTICS)}")
    name = args.image.stem if args.image else args.camera
    if not name:
        raise BadSettings("name a picture, or a camera with --camera")
    if args.save:
        from pi.places import data_folder

        place_file(args.camera)  # refused before the camera is looked through, not after
        data_folder()
    picture = taken(args.image, args.camera)
    mounting = assessed(picture, table, camera=args.camera, pack=args.pack, kind=args.kind)
    bump = bumped(args.camera, picture) if args.camera and not args.save else None
    if args.save:
        keep(args.camera, picture)
    checks = [*mounting.checks, *([bump] if bump else [])]
    good = all(check.level == "good" for check in checks)
    if args.json:
        print(
            json.dumps({"good": good, "checks": [as_object(check, args.lang) for check in checks]}, ensure_ascii=False),
            file=out,
        )
    else:
        for check in checks:
            print(line(check, args.lang), file=out)
    return 0 if good else 1


def configured_table(config: Path | None) -> str:
    """Gives the size that the configuration says the table has."""
    from pi.config import read_settings
    from pi.origins import config_file

    return read_settings(config_file(config)).table


def table_size(text: str) -> tuple[float, float]:
    """Reads a table's size, such as ``900x900``, in mm. Raises :class:`BadSettings`."""
    across, _, down = text.lower().replace("×", "x").partition("x")
    if not (across.isdecimal() and down.isdecimal()) or not (200 <= int(across) <= 5000 and 200 <= int(down) <= 5000):
        raise BadSettings(f"{text!r} is no table's size; give its width and depth in mm, such as 900x900")
    return float(across), float(down)


def heights(table: tuple[float, float], out: TextIO, *, as_json: bool = False) -> int:
    """Prints how high each kind of camera must hang over a table, and how fine it then sees in 1920 px."""
    from vision.optics import OPTICS, height_for, scale_at

    for kind, optics in OPTICS.items():
        height = height_for(optics.across_deg, table)
        scale = scale_at(optics.across_deg, height, 1920)
        if as_json:
            found = {"kind": kind, "called": optics.called, "height_mm": round(height), "mm_per_px": round(scale, 3)}
            print(json.dumps(found), file=out)
        else:
            print(f"{kind:<13} {height / 10:4.0f} cm   {scale:.2f} mm to a px   {optics.called}", file=out)
    return 0


def taken(image: Path | None, camera: str) -> Any:
    """Gets the picture. Raises :class:`Missing` when the camera gives none, and what reading a file raises."""
    if image is not None:
        from vision.picture import load_picture

        return load_picture(image)
    from pi.cameras import open_camera
    from pi.clock import TableClock

    with open_camera(camera, TableClock()) as opened:
        for frame in opened.frames():
            return frame.image
    raise Missing(f"{camera} gives no picture; see its cable")


def assessed(
    picture: Any,
    table: tuple[float, float],
    *,
    camera: str = "",
    pack: str = "lexicon",
    kind: str | None = None,
    lens: str = "",
) -> Mounting:
    """Reads a picture and assesses it. One that is finer than any camera's video is halved first: it would tell no more
    of the mounting, and a Pi has no memory for it. What is told in px is told in those of the whole picture."""
    import cv2

    from engine.cards import load_pack
    from pi.lenses import lens_of
    from pi.packs import reader_of, resolved
    from vision.mount import assess
    from vision.optics import OPTICS

    measured = lens_of(camera, lens) if camera or lens else None
    times = 1
    while max(picture.shape[:2]) > FINEST and min(picture.shape[:2]) > FINEST // 4:
        times, picture = times * 2, cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    height, width = picture.shape[:2]
    sized = measured.sized(width, height) if measured is not None and measured.fits(width, height) else None
    reading = reader_of(pack, lens=measured).read(picture, "mount")
    size = load_pack(resolved(pack)).size_mm or (58.0, 88.0)
    focal = OPTICS[kind].focal if kind else None
    found = assess(picture, reading, table_mm=table, card_mm=size, lens=sized, focal=focal)
    return replace(found, checks=tuple(_in_whole_px(check, times) for check in found.checks))


def _in_whole_px(check: Check, times: int) -> Check:
    factors = {"x": times, "y": times, "px": times, "mm_per_px": 1 / times}
    found = {
        about: value if isinstance(value, str) else value * factors.get(about, 1)
        for about, value in check.found.items()
    }
    return replace(check, found=found)


def line(check: Check, language: str) -> str:
    """Gives a check as one line."""
    texts = texts_in(language)
    found, todo = told(check, texts)
    return f"{SIGNS[check.level]} {texts.ABOUT[check.about]}: {found}{' → ' + todo if todo else ''}"


def as_object(check: Check, language: str) -> dict[str, Any]:
    """Gives a check as a JSON object."""
    found, todo = told(check, texts_in(language))
    values = {key: round(value, 3) if isinstance(value, float) else value for key, value in check.found.items()}
    return {"about": check.about, "level": check.level, **values, "found": found, "todo": todo}


def told(check: Check, texts: ModuleType) -> tuple[str, str]:
    """Gives in words what was found, and what to do."""
    values = {**check.found}
    if "where" in values:
        values["where"] = texts.SEATS[values["where"]]
    found = texts.FOUND[check.about].format(**values) if values else {"good": "✓"}.get(check.level, "?")
    return found, texts.TODO[check.todo].format(**values) if check.todo else ""


def told_in(check: Check, language: str) -> tuple[str, str, str, str]:
    """Gives a check as the pages show it: its name, level, what was found, and what to do."""
    texts = texts_in(language)
    return (texts.ABOUT[check.about], LEVELS[check.level], *told(check, texts))


def texts_in(language: str) -> ModuleType:
    """Gives the texts of a language."""
    from web import english_mount, french_mount

    return french_mount if language == "fr" else english_mount


def place_file(camera: str) -> Path:
    """Gives the file that holds how the table looked when a camera's place was kept; makes nothing. Raises
    :class:`BadSettings`."""
    from pi.lenses import NAME
    from pi.places import data_place

    if not NAME.fullmatch(camera):
        raise BadSettings("name the camera with --camera picamera or --camera 0, whose place shall be kept")
    return data_place() / "places" / f"{camera}.png"


def small_grey(picture: Any) -> Any:
    """Gives a picture as it is kept: grey, 1500 px wide at most."""
    import cv2

    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    scale = min(1.0, KEPT_WIDTH / grey.shape[1])
    return cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else grey


def keep(camera: str, picture: Any) -> None:
    """Keeps how the table looks from a camera's place now. Raises :class:`BadSettings`, and :class:`Missing` where
    nothing can be written."""
    import cv2

    from pi.places import data_folder, write_whole

    path = place_file(camera)
    data_folder()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, cv2.imencode(".png", small_grey(picture))[1].tobytes())


def bumped(camera: str, picture: Any) -> Check | None:
    """Says whether a camera was moved since its place was kept; None when none was kept or nothing can be told."""
    import cv2

    from pi.lenses import NAME
    from vision.mount import Check, moved_px

    if not NAME.fullmatch(camera) or not place_file(camera).exists():
        return None
    before = cv2.imread(str(place_file(camera)), cv2.IMREAD_GRAYSCALE)
    if before is None:
        return None
    px = moved_px(before.astype("uint8"), small_grey(picture))
    if px is None:
        return None
    moved = px > BUMPED_PX
    return Check("bump", "bad" if moved else "good", {"px": px}, "bumped" if moved else "")
