"""``steward read``: pictures of a table, read one after the other; one that cannot be read does not stop the rest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from engine.errors import BadPicture, BadSettings
from engine.table import TableReading, reading_to_json
from pi.captioned import captions_of, read_captions
from pi.console import one_line, say
from pi.lenses import lens_of
from pi.packs import reader_of
from pi.writing import STDOUT, check_free, write_out


def read_pictures(
    images: Sequence[Path],
    out: TextIO,
    err: TextIO,
    *,
    as_json: bool = False,
    draw: Path | None = None,
    force: bool = False,
    phase: str = "play",
    pack: str = "lexicon",
    reader: str = "net",
    lens: str = "",
    reads: Any = None,
) -> int:
    """Reads pictures and prints what lies on them; gives 0, or 2 when a picture could not be read.

    :param draw: a picture file to draw the reading into, or a folder when there are several pictures; ``-`` is standard
        output, and what was read is told on standard error then.
    :param force: draw over files that are there already.
    :param lens: the name or file of the measured lens that took the pictures.
    :param reads: the reader to use instead of the usual one.

    Raises :class:`BadSettings` when a drawing would be laid over one of the pictures or cannot be written.
    """
    from vision.picture import load_picture

    if (captions := captions_of(pack)) is not None:
        if draw is not None:
            raise BadSettings("--draw is for letter cards; picture cards are named by their captions only")
        return read_captions(images, captions, out, err, as_json=as_json)
    drawn = drawings(images, draw)
    for drawing in drawn:
        if drawing is not None:
            check_free(drawing, force=force)
    reads = reads if reads is not None else reader_of(pack, reader=reader, lens=lens_of("", lens))
    code = 0
    for path, drawing in zip(images, drawn, strict=True):
        try:
            picture = load_picture(path)
            reading = reads.read(picture, str(path), phase=phase)
        except BadPicture as error:
            say(str(error), err)
            code = 2
            continue
        print(
            json.dumps(reading_to_json(reading), ensure_ascii=False) if as_json else described(reading),
            file=err if draw == STDOUT else out,
            flush=True,
        )
        if drawing is not None:
            _draw(picture, reading, drawing, out)
    return code


def drawings(images: Sequence[Path], draw: Path | None) -> list[Path | None]:
    """Gives the file that each picture's reading is drawn into, each another one: in a folder the picture's own name,
    numbered where several have the same.

    Raises :class:`BadSettings` when one of them is itself a picture to be read.
    """
    if draw is None:
        return [None] * len(images)
    if draw == STDOUT and len(images) > 1:
        raise BadSettings(f"one drawing goes to standard output, and there are {len(images)} pictures; name a folder")
    if len(images) > 1 and draw.is_file():
        raise BadSettings(f"--draw names the file {draw}, but there are {len(images)} pictures; name a folder")
    if len(images) == 1 and not draw.is_dir():
        found = [draw]
    else:
        found = [draw / f"{name}.jpg" for name in _distinct([path.stem for path in images])]
    sources = [path for path in images if path.exists()]
    for drawing in found:
        if drawing.exists() and any(drawing.samefile(path) for path in sources):
            raise BadSettings(f"{drawing} is a picture to be read, and the drawing would lie over it; name another")
    return list(found)


def _distinct(names: Sequence[str]) -> list[str]:
    """Gives the names, with a number behind each that came before."""
    taken: set[str] = set()
    found = []
    for name in names:
        number, one = 1, name
        while one.casefold() in taken or (number > 1 and one in names):
            number += 1
            one = f"{name}-{number}"
        taken.add(one.casefold())
        found.append(one)
    return found


def described(reading: TableReading) -> str:
    """Gives a reading in words, for people."""
    lines = [f"{one_line(reading.image)}: {len(reading.cards)} cards, {reading.ms:.0f} ms"]
    lines += [
        f"  {word.text}  ({word.zone}, read from {word.faces}, {word.confidence:.0%} sure)" for word in reading.words
    ]
    lines += [f"  hand {seat}: {hand.total} points in {len(hand.cards)} cards" for seat, hand in reading.hands.items()]
    exposed = [card.face for card in reading.in_zone("exposed")]
    lines += [f"  exposed: {', '.join(exposed)}"] if exposed else []
    return "\n".join(lines + [f"  ? {warning}" for warning in reading.warnings])


def _draw(picture: Any, reading: TableReading, path: Path, out: TextIO) -> None:
    import cv2

    from vision.draw import draw_reading

    if path == STDOUT:
        write_out(path, cv2.imencode(".png", draw_reading(picture, reading))[1].tobytes(), out)
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        encoded, data = cv2.imencode(path.suffix, draw_reading(picture, reading))
        written = bool(encoded) and path.write_bytes(data.tobytes()) > 0
    except (cv2.error, OSError):
        written = False
    if not written:
        raise BadSettings(
            f"the drawing cannot be written to {path}; take a folder that can be written and a name that ends in .jpg "
            "or .png"
        )
