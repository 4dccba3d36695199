"""Tiles on a board lie in a lattice and all one way: what is found of it tells where the others are.

The finder looks at each tile by itself, and on a board seen aslant its boxes are askew and some tiles are missed. The
lattice through the tiles that were found lays every box right, tells the squares where one may have been missed, and
lets all the tiles say together which way they are read. Packs whose tiles lie loose have no lattice and stay as found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import CLASSES, HEIGHT, UPSIDE_DOWN, WIDTH, rectify
from vision.find import Found
from vision.lattice import LEAST_TILES, Array, Floats, Lattice, fit_lattice
from vision.outline import straightened
from vision.pieces import ReadsFaces

LEAST_SHARE = 0.75
"""The share of the clear tiles that must lie in the lattice for it to be a board's."""

ALIGNED = 0.55
"""How well they must lie along its lines: the mean cosine of four times the angle between. Loose tiles lie anyhow."""

CLEAR, CLEAR_NONE = 0.8, 0.1
"""A tile is read clearly when its letter is this sure, and its being none this unlikely."""

TILE_NONE = 0.5
"""What looks less like a tile than this does not tell where the lattice lies."""

ADDED_NONE = 0.2
"""The most doubt whether there is a tile on a square on which none was found."""

ADDED_SURE = 0.5
"""How surely its letter must be read, when there is one."""

LIKE_COLOUR, LIKE_INK = 1.3, 0.85
"""A square looks like the clear tiles when its colour is no farther from theirs than this, in their spread, and its
letter at least so much darker than its ground as theirs."""

LEAST_SPREAD = 4.0
"""Of the tiles' colours, in levels."""

LIKE_NONE = 0.2
"""The most doubt whether a square that looks like the tiles holds one."""

AGREE = 0.7
"""The share of clear tiles that must read the board's way."""

AGAINST = 0.02
"""What is left to a letter that lies otherwise than the board's."""

GROWTHS = 4
"""How often the squares beside tiles are looked at, the ones just added among them."""

APART = 1.2
"""A piece whose centre lies nearer to a tile's than so many of its half sides is the same."""

SCORE = 0.6
"""The finder's score of a tile that is known by its square."""

_NONE = CLASSES.index("NONE")
_UP = np.array([name not in ("BACK", "NONE") and not name.endswith(UPSIDE_DOWN) for name in CLASSES])
_DOWN = np.array([name.endswith(UPSIDE_DOWN) for name in CLASSES])
_BESIDE = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])


def read_board(
    picture_bgr: NDArray[np.uint8], pieces: Sequence[Found], chances: NDArray[np.float32], reads: ReadsFaces
) -> tuple[tuple[Found, ...], NDArray[np.float32]]:
    """Lays pieces that lie on a board on its lattice, reads them anew, all one way, and adds those that were missed.

    Gives the pieces and their chances (N, classes); the very same when there is no lattice.
    """
    board = _lattice_of(pieces, chances)
    turn = _turn(picture_bgr, board, reads) if board is not None else None
    if board is None or turn is None:
        return tuple(pieces), chances
    look = _Look(picture_bgr, board, pieces, turn, reads)
    squares = sorted(board.pieces)
    tiles = look.at(squares)
    tints = _tints(picture_bgr, [tile for tile, _ in tiles])
    clear = np.array([row[_NONE] < CLEAR_NONE and row.max() > CLEAR for _, row in tiles])
    usual = tints[clear] if clear.sum() >= LEAST_TILES // 2 else tints
    taken = {
        square: (tile, _trusted(row) if like else row)
        for square, (tile, row), like in zip(squares, tiles, _alike(tints, usual), strict=True)
    }
    looked = set(squares)
    for _ in range(GROWTHS):
        beside = sorted({(x + int(a), y + int(b)) for x, y in taken for a, b in _BESIDE} - looked)
        looked.update(beside)
        tiles = look.at(beside)
        likes = _alike(_tints(picture_bgr, [tile for tile, _ in tiles]), usual)
        added = {
            square: (tile, _trusted(row) if like else row)
            for square, (tile, row), like in zip(beside, tiles, likes, strict=True)
            if (like or row[_NONE] < ADDED_NONE) and row[_UP].max() > ADDED_SURE * (1 - row[_NONE])
        }
        if not added:
            break
        taken |= added
    laid = [taken[square][0] for square in sorted(taken)]
    rest = [k for k, piece in enumerate(pieces) if all(_apart(piece, tile) for tile in laid)]
    rows = np.array([taken[square][1] for square in sorted(taken)], np.float32)
    return (*laid, *(pieces[k] for k in rest)), np.concatenate([rows, chances[rest]])


def _lattice_of(pieces: Sequence[Found], chances: NDArray[np.float32]) -> Lattice | None:
    """Gives the lattice of what looks like tiles; None when the clear ones among them lie otherwise."""
    tiles = np.flatnonzero(chances[:, _NONE] < TILE_NONE).tolist()
    if len(tiles) < LEAST_TILES:
        return None
    centres = np.array([pieces[k].centre for k in tiles], np.float64)
    areas = np.array([pieces[k].u[0] * pieces[k].v[1] - pieces[k].u[1] * pieces[k].v[0] for k in tiles])
    board = fit_lattice(centres, 2 * np.sqrt(np.abs(areas)))
    if board is None:
        return None
    clear = set(np.flatnonzero((chances[tiles, _NONE] < CLEAR_NONE) & (chances[tiles].max(axis=1) > CLEAR)).tolist())
    within = [(square, k) for square, k in board.pieces.items() if k in clear]
    if len(within) < max(LEAST_TILES, LEAST_SHARE * len(clear)):
        return None
    lines = board.quads([square for square, _ in within])
    lines = lines[:, 1] - lines[:, 0]
    own = np.array([pieces[tiles[k]].u for _, k in within])
    turns = np.arctan2(lines[:, 1], lines[:, 0]) - np.arctan2(own[:, 1], own[:, 0])
    if float(np.cos(4 * turns).mean()) < ALIGNED:
        return None
    return Lattice(board.to_px, {square: tiles[k] for square, k in board.pieces.items()}, board.side)


def _trusted(row: NDArray[np.float32]) -> NDArray[np.float32]:
    """The chances (classes,) of a square that surely holds a tile: doubt whether it does is doubt of its letter."""
    doubt = float(row[_NONE]) - LIKE_NONE
    if doubt <= 0:
        return row
    trusted = row + _UP * np.float32(doubt / _UP.sum())
    trusted[_NONE] = LIKE_NONE
    return np.asarray(trusted, np.float32)


def _tints(picture_bgr: NDArray[np.uint8], tiles: Sequence[Found]) -> Array:
    """The ground's colour and how much darker the ink is, of each tile: (N, 3), in levels."""
    crops = rectify(picture_bgr, np.array([tile.corners for tile in tiles], np.float32).reshape(-1, 4, 2))
    inner = np.ascontiguousarray(crops[:, HEIGHT // 4 : HEIGHT * 3 // 4, WIDTH // 8 : WIDTH * 7 // 8])
    shape = (len(tiles), -1, 3)
    lab = cv2.cvtColor(inner.reshape(-1, inner.shape[2], 3), cv2.COLOR_BGR2LAB).reshape(shape).astype(np.float64)
    ground = np.median(lab, axis=1)
    return np.column_stack([ground[:, 1:], ground[:, 0] - np.percentile(lab[..., 0], 6, axis=1)])


def _alike(tints: Floats, usual: Floats) -> NDArray[np.bool_]:
    """Tells which squares (N, 3) look like the usual tiles (M, 3)."""
    middle = np.median(usual, axis=0)
    spread = np.maximum(1.5 * np.median(np.abs(usual - middle), axis=0), LEAST_SPREAD)
    away = np.hypot(*((tints - middle) / spread)[:, :2].T)
    alike: NDArray[np.bool_] = (away <= LIKE_COLOUR) & (tints[:, 2] >= LIKE_INK * middle[2])
    return alike


def _apart(piece: Found, tile: Found) -> bool:
    """Whether a piece is another than a tile, by the distance of their centres in half sides of the tile."""
    half = np.sqrt(abs(tile.u[0] * tile.v[1] - tile.u[1] * tile.v[0]))
    return bool(np.hypot(piece.centre[0] - tile.centre[0], piece.centre[1] - tile.centre[1]) > APART * half)


@dataclass(frozen=True)
class _Look:
    """Looks at squares of a board that is turned by `turn` quarters."""

    picture_bgr: NDArray[np.uint8]
    board: Lattice
    pieces: Sequence[Found]
    turn: int
    reads: ReadsFaces

    def at(self, squares: Sequence[tuple[int, int]]) -> list[tuple[Found, NDArray[np.float32]]]:
        """Gives the tile as it would lie on each square, and its chances (classes,).

        Tiles lie loosely on their squares, and the face network wants them in the middle: each is read where the
        finder and where the outline network put it, and on its outline.
        """
        if not squares:
            return []
        lattice = self.board.quads(squares, self.turn)
        outline = np.array([tile.corners for tile in straightened(self.picture_bgr, [_tile(quad) for quad in lattice])])
        centred = lattice + (outline.mean(axis=1) - lattice.mean(axis=1))[:, None]
        found = centred.copy()
        for k, square in enumerate(squares):
            if square in self.board.pieces:
                found[k] = lattice[k] + (self.pieces[self.board.pieces[square]].centre - lattice[k].mean(axis=0))
        quads = np.concatenate([centred, outline, found])
        read = self.reads(self.picture_bgr, quads).reshape(3, len(squares), -1).mean(axis=0)
        read[:, _DOWN] *= AGAINST
        read /= read.sum(axis=1, keepdims=True)
        return [(_tile(quad), row) for quad, row in zip(centred, read, strict=True)]


def _tile(quad: Array) -> Found:
    centre = quad.mean(axis=0)
    u, v = (quad[1] + quad[2] - quad[0] - quad[3]) / 4, (quad[2] + quad[3] - quad[0] - quad[1]) / 4
    return Found(
        (float(centre[0]), float(centre[1])), (float(u[0]), float(u[1])), (float(v[0]), float(v[1])), SCORE, 0.0
    )


def _turn(picture_bgr: NDArray[np.uint8], board: Lattice, reads: ReadsFaces) -> int | None:
    """Gives by how many quarters the board is turned, when its tiles agree on one."""
    ways = []
    for turn in (0, 1):
        read = reads(picture_bgr, board.quads(sorted(board.pieces), turn))
        ways += [read[:, _UP].max(axis=1), read[:, _DOWN].max(axis=1)]
    best = np.array(ways)[[0, 2, 1, 3]]
    clear = best.max(axis=0) > 0.5
    if clear.sum() < LEAST_TILES // 2:
        return None
    turn = int(np.log(np.maximum(best[:, clear], 1e-3)).sum(axis=1).argmax())
    # H, I, N, O, S, X and Z share their chance between two ways.
    agree = best[turn, clear] > 0.4 * best[:, clear].max(axis=0)
    return turn if float(agree.mean()) >= AGREE else None
