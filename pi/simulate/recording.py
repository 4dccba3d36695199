"""Writes a simulated deal down as a recording, with its pictures and what is true."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engine.errors import BadRecord
from pi.places import new_folder
from pi.recording import FORMAT
from pi.simulate.director import Simulation
from pi.simulate.picture import Painter
from pi.simulate.told import ToldSimulation
from pi.simulate.told_picture import TablePainter


def write_recording(
    folder: Path, played: Simulation | ToldSimulation, told: Callable[[int, int], None] = lambda n, of: None
) -> None:
    """Writes a deal, or a game whose acts are told, into a new folder; ``told`` hears of each picture that is drawn,
    and of how many.

    Raises :class:`BadRecord` when the folder holds something already or cannot be written, and
    :class:`engine.errors.Missing` when pictures cannot be drawn here.
    """
    shots: Sequence[Any] = played.shots
    painter: Any = Painter(played.seed) if isinstance(played, Simulation) else TablePainter(played.seed, played.pack)
    new_folder(folder)
    try:
        (folder / "frames").mkdir()
        names = []
        for number, shown in enumerate(shots):
            told(number + 1, len(shots))
            names.append(f"frames/{number:04d}.jpg")
            hand = () if isinstance(played, Simulation) else (shown.hand,)
            _write(folder / names[-1], painter.paint(shown.scene, number, *hand))
        frames = [{"t": shown.t, "file": name} for shown, name in zip(shots, names, strict=True)]
        _lines(folder / "frames.jsonl", frames)
        _lines(
            folder / "presses.jsonl", [{"t": item.t, "seat": item.seat, "press": item.press} for item in played.presses]
        )
        _lines(folder / "truth.jsonl", [_with_frame(line, played) for line in played.truth])
        (folder / "recording.toml").write_text(_toml(played), encoding="utf-8")
    except OSError as error:
        raise BadRecord(f"nothing can be written into {folder}: {error.strerror}") from error


def _with_frame(line: dict[str, Any], played: Simulation | ToldSimulation) -> dict[str, Any]:
    """Gives a line of a deal's truth with the number of the picture that shows it first."""
    if isinstance(played, ToldSimulation):
        return line
    shown = next((n for n, shot in enumerate(played.shots) if shot.t == line["t"] and not shot.scene.has_hand), None)
    return line if shown is None or line["type"] not in ("move", "hands") else {**line, "frame": shown}


def _write(path: Path, picture: Any) -> None:
    import cv2

    if not cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 90]):
        raise BadRecord(f"the picture {path} cannot be written; see whether the disk is full")


def _lines(path: Path, lines: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def _toml(played: Simulation | ToldSimulation) -> str:
    name = played.game if isinstance(played, ToldSimulation) else "lexicon"
    lines = [f"# simulated from seed {played.seed}", f"format = {FORMAT}", f"game = {json.dumps(name)}"]
    names = ["rules", "language", "pack", *(["dealer"] if played.dealer is not None else [])]
    lines += [f"{name} = {json.dumps(getattr(played, name))}" for name in names]
    lines += ["", "[seats]", *(f"{seat} = {json.dumps(name)}" for seat, name in played.seats)]
    if played.house:
        lines += ["", "[house]", *(f"{name} = {json.dumps(value)}" for name, value in played.house.items())]
    return "\n".join(lines) + "\n"
