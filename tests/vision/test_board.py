"""Tiles on a board lie in a lattice, all one way; loose tiles do not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.cards import load_pack
from vision.board import read_board
from vision.faces import CLASSES, read_faces
from vision.lattice import fit_lattice
from vision.pieces import find_pieces, read_pieces
from vision.reader import Reader
from vision.render import surfaces
from vision.render.camera import Camera
from vision.render.looks import PackLook
from vision.render.packs import draw
from vision.render.table import Placed, compose, spread
from vision.render.typefaces import BUILT_IN

ACROSS = {0: "CABINET", 2: "KERB", 4: "LINGER"}
DOWN = {0: "CKL", 3: "IWX", 5: "EAR"}
TILE = PackLook(
    face=BUILT_IN, width=19.0, height=19.0, cap=10.0, corner="none", border="none", kind="tile", thickness=4.0
)


def squares() -> dict[tuple[int, int], str]:
    laid = {(x, y): letter for y, word in ACROSS.items() for x, letter in enumerate(word)}
    for x, word in DOWN.items():
        for y, letter in enumerate(word):
            laid.setdefault((x, 2 * y), letter)
    laid[0, 1] = laid[0, 3] = "I"
    return laid


def board_picture(tilt: float = 0.0, roll: float = 0.0):
    rng = np.random.default_rng(3)
    camera = Camera((960, 960), 1500.0, 520.0, tilt, 30.0, roll)
    laid = [Placed(draw(TILE, face), (x - 3) * 20.0, (y - 2) * 20.0, role="tile") for (x, y), face in squares().items()]
    composed = compose(spread(surfaces.felt(rng), camera), laid, camera, rng)
    image = cv2.GaussianBlur(np.clip(composed.image, 0, 255).astype(np.uint8), (0, 0), 0.7)
    return image, composed.things


def lattice(rng: np.random.Generator, share: float = 1.0):
    matrix = np.array([[40.0, 6.0, 90.0], [-4.0, 36.0, 60.0], [0.004, 0.01, 1.0]])
    at = np.array([(x, y) for x in range(9) for y in range(9) if (x * y) % 3 == 0 and rng.random() < share], float)
    points = np.column_stack([at, np.ones(len(at))]) @ matrix.T
    return points[:, :2] / points[:, 2:]


def test_a_lattice_seen_aslant_is_found_through_gaps():
    points = lattice(np.random.default_rng(1), 0.8)
    board = fit_lattice(points + np.random.default_rng(2).normal(0, 1.0, points.shape), np.full(len(points), 33.0))
    assert board is not None
    assert len(board.pieces) == len(points)
    centres = board.quads(list(board.pieces)).mean(axis=1)
    assert np.abs(centres - points[list(board.pieces.values())]).max() < 4.0


@pytest.mark.parametrize("seed", range(5))
def test_loose_tiles_have_no_lattice(seed):
    points = np.random.default_rng(seed).uniform(0, 500, (40, 2))
    board = fit_lattice(points, np.full(40, 40.0))
    assert board is None or len(board.pieces) < 24


@pytest.mark.parametrize(("tilt", "roll"), [(0.0, 0.0), (40.0, 0.0), (30.0, 90.0), (20.0, 180.0)])
def test_a_board_is_read_however_the_camera_stands(tilt, roll):
    image, things = board_picture(tilt, roll)
    read = Reader(load_pack("letters")).read(image)
    centres = np.array([np.mean(card.corners, axis=0) for card in read.cards])
    faces = [read.cards[int(np.hypot(*(centres - thing.corners.mean(axis=0)).T).argmin())].face for thing in things]
    assert "".join(faces) == "".join(squares().values())


def test_a_tile_that_was_missed_is_found_on_its_square():
    image, things = board_picture(30.0)
    pieces, chances = read_pieces(image, find_pieces(image).found)
    missed = things[3].corners.mean(axis=0)
    kept = [k for k, piece in enumerate(pieces) if np.hypot(*(np.array(piece.centre) - missed)) > 12]
    assert len(kept) < len(pieces)
    found, rows = read_board(image, [pieces[k] for k in kept], chances[kept], read_faces)
    nearest = int(np.argmin([np.hypot(*(np.array(piece.centre) - missed)) for piece in found]))
    assert CLASSES[int(rows[nearest].argmax())] == things[3].face


def test_what_lies_in_no_lattice_stays_as_it_was_found():
    assert read_board(np.zeros((90, 90, 3), np.uint8), (), np.zeros((0, len(CLASSES)), np.float32), read_faces)[0] == ()
