"""Pictures of tables with printed things on them, by the renderer's own camera, and through a lens that bends."""

from __future__ import annotations

import cv2
import numpy as np

from vision.lens import Lens
from vision.render import light, surfaces
from vision.render.table import compose, spread


def photographed(things, camera, seed=0, surface=surfaces.felt, lens: Lens | None = None):
    """Gives the picture (BGR) and what is true of the things."""
    rng = np.random.default_rng(seed)
    picture = compose(spread(surface(rng), camera), things, camera, rng)
    image = light.sensed(light.lit(picture.image, rng), rng)
    image = np.clip(image, 0, 255).astype(np.uint8)
    return image if lens is None else seen_through(image, lens), picture.things


def seen_through(image, lens: Lens):
    """Gives a picture as a lens would have bent it."""
    height, width = image.shape[:2]
    # Worked out for every eighth px and spread between them.
    rows, columns = np.mgrid[0 : height + 8 : 8, 0 : width + 8 : 8]
    coarse = (lens.straight(np.stack([columns, rows], axis=-1) + 0.5) - 0.5).astype(np.float32)
    ys, xs = (np.mgrid[:height, :width] / 8).astype(np.float32)
    from_where = cv2.remap(coarse, xs, ys, cv2.INTER_LINEAR)
    return cv2.remap(image, from_where[..., 0], from_where[..., 1], cv2.INTER_LINEAR)


def grey(picture):
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
