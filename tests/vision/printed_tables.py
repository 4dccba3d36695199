"""Pictures of tables with printed things on them, by the renderer's own camera, and through a lens that bends."""

from __future__ import annotations

import cv2
import numpy as np
import pypdfium2

from vision.lens import Lens
from vision.render import light, surfaces
from vision.render.sprite import Sprite, with_alpha
from vision.render.table import compose, spread


def photographed(things, camera, seed=0, surface=surfaces.felt, lens: Lens | None = None):
    """Gives the picture (BGR) and what is true of the things."""
    rng = np.random.default_rng(seed)
    picture = compose(spread(surface(rng), camera), things, camera, rng)
    image = light.sensed(light.lit(picture.image, rng), rng)
    image = np.clip(image, 0, 255).astype(np.uint8)
    return image if lens is None else seen_through(image, lens), picture.things


def seen_through(image, lens: Lens):
    """Gives a picture as a lens would have bent it: the lens' picture is cut out of the middle of a larger one."""
    beyond = (np.array(image.shape[1::-1]) - (lens.width, lens.height)) / 2
    # Worked out for every eighth px and spread between them.
    rows, columns = np.mgrid[0 : lens.height + 8 : 8, 0 : lens.width + 8 : 8]
    coarse = (lens.straight(np.stack([columns, rows], axis=-1) + 0.5) - 0.5 + beyond).astype(np.float32)
    ys, xs = (np.mgrid[: lens.height, : lens.width] / 8).astype(np.float32)
    from_where = cv2.remap(coarse, xs, ys, cv2.INTER_LINEAR)
    return cv2.remap(image, from_where[..., 0], from_where[..., 1], cv2.INTER_LINEAR)


def printed(pdf: bytes, px_per_mm: float = 4.0) -> Sprite:
    """Gives the first page of a PDF as a sheet of paper to lay on the table."""
    page = pypdfium2.PdfDocument(pdf)[0]
    rgb = np.array(page.render(scale=px_per_mm * 25.4 / 72).to_pil().convert("RGB"))
    return Sprite(with_alpha(rgb[..., ::-1], np.full(rgb.shape[:2], 255, np.uint8)), px_per_mm)


def grey(picture):
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
