"""``steward read``: pictures of a table, read one after the other; one that cannot be read does not stop the rest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from engine.errors import BadPicture, BadSettings
from engine.table import TableReading, reading_to_json
from pi.packs import reader_of


def read_pictures(
    images: Sequence[Path],
    out: TextIO,
    err: TextIO,
    *,
    as_json: bool = False,
    draw: Path | None = None,
    phase: str = "play",
    pack: str = "lexicon",
    reader: str = "net",
    reads: Any = None,
) -> int:
    """Reads pictures and prints what lies on them; gives 0, or 2 when a picture could not be read.

    :param draw: a picture file to draw the reading into, or a folder when there are several pictures.
    :param reads: the reader to use instead of the usual one.
    """
    from vision.picture import load_picture

    if draw is not None and len(images) > 1 and draw.is_file():
        raise BadSettings(f"--draw names the file {draw}, but there are {len(images)} pictures; name a folder")
    reads = reads if reads is not None else reader_of(pack, reader=reader)
    code = 0
    for path in images:
        try:
            picture = load_picture(path)
            reading = reads.read(picture, str(path), phase=phase)
        except BadPicture as error:
            print(f"steward: {' '.join(str(error).split())}", file=err, flush=True)
            code = 2
            continue
        print(
            json.dumps(reading_to_json(reading), ensure_ascii=False) if as_json else described(reading),
            file=out,
            flush=True,
        )
        if draw is not None:
            _draw(picture, reading, draw / f"{path.stem}.jpg" if len(images) > 1 or draw.is_dir() else draw)
    return code


def described(reading: TableReading) -> str:
    """Gives a reading in words, for people."""
    lines = [f"{reading.image}: {len(reading.cards)} cards, {reading.ms:.0f} ms"]
    lines += [
        f"  {word.text}  ({word.zone}, read from {word.faces}, {word.confidence:.0%} sure)" for word in reading.words
    ]
    lines += [f"  hand {seat}: {hand.total} points in {len(hand.cards)} cards" for seat, hand in reading.hands.items()]
    exposed = [card.face for card in reading.in_zone("exposed")]
    lines += [f"  exposed: {', '.join(exposed)}"] if exposed else []
    return "\n".join(lines + [f"  ? {warning}" for warning in reading.warnings])


def _draw(picture: Any, reading: TableReading, path: Path) -> None:
    import cv2

    from vision.draw import draw_reading

    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        written = cv2.imwrite(str(path), draw_reading(picture, reading))
    except cv2.error:
        written = False
    if not written:
        raise BadSettings(f"the drawing cannot be written to {path}; use a name that ends in .jpg or .png")
