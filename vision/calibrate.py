"""Measures a lens from pictures of a board: the printed one with markers, or any chessboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import BadPicture
from engine.markers import BOARD, DICTIONARY
from vision.lens import Lens
from vision.plane import FOCAL_EXPECTED

Grey = NDArray[np.uint8]
Array = NDArray[np.float64]

LEAST_PICTURES = 4
LEAST_CORNERS = 12
"""Corners of the board that a picture must show to say anything."""
LEAST_SQUARE = 12.0
"""Px that a square of the board must measure in the picture: below, its corners cannot be told."""
SHARP = 0.4
"""Least sharpness of a picture (see :func:`_sharpness`): below, it is blurred by the focus or by motion."""
MOST_OFF = 1.0
"""Px (of a picture 1500 wide) that the board's corners may be off on average in one picture."""
FOCAL_SURE = 0.02
"""How unsure the focal length may be, as a share of it: pictures that show the board lying all alike leave it open."""
TURNED = 0.3
"""How differently the board must lie in two of the pictures: about the tangent of the angle between."""
REACH = 0.65
"""How far from the picture's middle corners must have been seen, as a share of half its diagonal: it is towards the
picture's corners that a lens bends most."""


@dataclass(frozen=True)
class Sighting:
    """A board in one picture: corners in mm on the board (N, 2) and px in the picture (N, 2)."""

    name: str
    size: tuple[int, int]
    board_mm: Array
    px: Array


@dataclass(frozen=True)
class Unfit:
    """A picture that cannot be used, and why."""

    name: str
    why: str


@dataclass(frozen=True)
class Measured:
    """A measured lens, by how many px its pictures' corners are off on average, which pictures served, which not."""

    lens: Lens
    off_px: float
    used: tuple[str, ...]
    unfit: tuple[Unfit, ...]


def measure_lens(pictures: Mapping[str, Grey], chessboard: tuple[int, int] | None = None) -> Measured:
    """Measures the lens that took grey pictures, given by name.

    :param chessboard: inner corners across and down of a chessboard; None for the printed board with markers.
    :raises BadPicture: too few of the pictures are fit, or all of them together do not tell the lens; the message says
        why, and what to do.
    """
    looked = [find_board(name, grey, chessboard) for name, grey in pictures.items()]
    unfit = [item for item in looked if isinstance(item, Unfit)]
    seen = [item for item in looked if isinstance(item, Sighting)]
    if seen:
        size = max({item.size for item in seen}, key=lambda one: sum(item.size == one for item in seen))
        other = [item for item in seen if item.size != size]
        unfit += [Unfit(item.name, f"it is {_x(item.size)}, and the others are {_x(size)}") for item in other]
        seen = [item for item in seen if item.size == size]
    while len(seen) >= LEAST_PICTURES:
        lens, off, focal_off = _solved(seen)
        limit = MOST_OFF * max(lens.width, lens.height) / 1500.0
        worst = int(np.argmax(off))
        if off[worst] <= limit:
            _check(lens, focal_off, seen)
            return Measured(lens, float(np.sqrt(np.mean(np.square(off)))), tuple(i.name for i in seen), tuple(unfit))
        why = f"its corners are {off[worst]:.1f} px off; the board was bent, or it or the camera moved"
        unfit.append(Unfit(seen.pop(worst).name, why))
    raise BadPicture(
        f"a lens is measured from {LEAST_PICTURES} fit pictures at least, and there are {len(seen)}"
        + "".join(f"; {item.name}: {item.why}" for item in unfit)
    )


def find_board(name: str, grey: Grey, chessboard: tuple[int, int] | None = None) -> Sighting | Unfit:
    """Finds the board in a grey picture, or says why the picture is unfit."""
    found = _printed_board(grey) if chessboard is None else _chessboard(grey, chessboard)
    if found is None:
        what = "the printed board" if chessboard is None else f"a chessboard of {_x(chessboard)} inner corners"
        return Unfit(name, f"{what} is not to be seen; show more of it, flat, in even light and larger")
    board_mm, px = found
    if len(px) < LEAST_CORNERS:
        return Unfit(name, f"only {len(px)} corners of the board are to be seen, of {LEAST_CORNERS} needed")
    across = cv2.findHomography(board_mm, px)[0]
    if across is None or not np.isfinite(across).all():
        return Unfit(name, "the board's corners lie in one line; show it more from above")
    square = _square_px(board_mm, px)
    if square < LEAST_SQUARE:
        return Unfit(name, f"a square of the board measures only {square:.0f} px; hold it nearer to the camera")
    sharp = _sharpness(grey, px, square)
    if sharp < SHARP:
        return Unfit(name, "it is blurred; focus the camera, and hold the board still in good light")
    return Sighting(name, (grey.shape[1], grey.shape[0]), board_mm, px)


@cache
def _board() -> tuple[cv2.aruco.CharucoBoard, cv2.aruco.CharucoDetector]:
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    board = cv2.aruco.CharucoBoard(
        (BOARD.columns, BOARD.rows), BOARD.square_mm, BOARD.marker_mm, dictionary, np.array(BOARD.numbers)
    )
    return board, cv2.aruco.CharucoDetector(board)


def _printed_board(grey: Grey) -> tuple[Array, Array] | None:
    board, detector = _board()
    corners, numbers, _, _ = detector.detectBoard(grey)
    if numbers is None or len(numbers) == 0:
        return None
    places = np.asarray(board.getChessboardCorners(), np.float64)[np.ravel(numbers), :2]
    return places, np.asarray(corners, np.float64).reshape(-1, 2) + 0.5


def _chessboard(grey: Grey, inner: tuple[int, int]) -> tuple[Array, Array] | None:
    flags = cv2.CALIB_CB_EXHAUSTIVE + cv2.CALIB_CB_ACCURACY
    shown, corners = cv2.findChessboardCornersSB(grey, inner, flags=flags)
    if not shown:
        return None
    places = np.stack(np.meshgrid(np.arange(inner[0]), np.arange(inner[1])), axis=-1).reshape(-1, 2)
    return places.astype(np.float64) * BOARD.square_mm, np.asarray(corners, np.float64).reshape(-1, 2) + 0.5


def _square_px(board_mm: Array, px: Array) -> float:
    """Gives the side of a square of the board in the picture, where it is least."""
    apart_mm = np.hypot(*(board_mm[:, None] - board_mm[None]).transpose(2, 0, 1))
    neighbours = np.argwhere((apart_mm > 0.5 * BOARD.square_mm) & (apart_mm < 1.2 * BOARD.square_mm))
    if not len(neighbours):
        return 0.0
    return float(np.percentile(np.hypot(*(px[neighbours[:, 0]] - px[neighbours[:, 1]]).T), 10))


def _sharpness(grey: Grey, px: Array, square: float) -> float:
    """Gives how much of the step from black to white comes within two px where it is steepest near a corner of the
    board; 1 is a clean edge. The median over the corners."""
    reach = max(4, round(square / 3))
    found = []
    for x, y in np.floor(px).astype(int):
        patch = grey[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1].astype(np.float32)
        if min(patch.shape) < 5:
            continue
        low, high = np.percentile(patch, [5, 95])
        # The steepest few, so that a speck of noise does not pass for an edge.
        steps = np.concatenate([np.abs(patch[:, 2:] - patch[:, :-2]).ravel(), np.abs(patch[2:] - patch[:-2]).ravel()])
        found.append(float(np.percentile(steps, 97) / max(high - low, 1.0)))
    return float(np.median(found)) if found else 0.0


def _solved(seen: Sequence[Sighting]) -> tuple[Lens, list[float], float]:
    """Gives the lens, by how many px each picture's corners are off on average, and how unsure the focal length is."""
    flat = [np.column_stack([item.board_mm, np.zeros(len(item.px))]).astype(np.float32) for item in seen]
    px = [item.px.astype(np.float32) for item in seen]
    size = seen[0].size
    # The third radial term follows the noise of a few pictures.
    _, matrix, bend, _, _, spread, _, off = cv2.calibrateCameraExtended(
        flat, px, size, np.eye(3), np.zeros(5), flags=cv2.CALIB_FIX_K3
    )
    k1, k2, p1, p2, k3 = (float(value) for value in np.ravel(bend)[:5])
    lens = Lens(
        *size,
        focal=(float(matrix[0, 0]), float(matrix[1, 1])),
        centre=(float(matrix[0, 2]), float(matrix[1, 2])),
        bend=(k1, k2, p1, p2, k3),
    )
    return lens, [float(value) for value in np.ravel(off)], float(np.ravel(spread)[0]) / lens.focal[0]


def _check(lens: Lens, focal_off: float, seen: Sequence[Sighting]) -> None:
    """Refuses what the pictures leave open."""
    leans = np.array([_lean(item) for item in seen])
    if focal_off > FOCAL_SURE or np.hypot(*(leans[:, None] - leans).transpose(2, 0, 1)).max() < TURNED:
        raise BadPicture(
            "the pictures show the board lying too much alike to tell how wide the lens sees; take some with the board "
            "(or the camera) tilted by some 30 degrees, to different sides"
        )
    middle = np.array([lens.width, lens.height]) / 2
    reach = max(float(np.hypot(*(item.px - middle).T).max()) for item in seen) / float(np.hypot(*middle))
    if reach < REACH:
        raise BadPicture(
            "the board was never near the picture's corners, where a lens bends most; take some pictures with it there"
        )


def _lean(item: Sighting) -> Array:
    """Gives how the board leans away from the camera: (2,), the direction and about the tangent, whatever the lens.

    It is told by how far off the horizon of the board's plane runs.
    """
    homography = cv2.findHomography(item.board_mm, item.px - np.array(item.size) / 2)[0]
    a, b, c = np.linalg.inv(homography).T @ np.array([0.0, 0.0, 1.0])
    lean: Array = np.array([a, b]) / c * max(item.size) * FOCAL_EXPECTED
    return lean


def _x(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"
