"""Sheets as a person would hold them: their pages in pixels, their sizes and their words."""

from __future__ import annotations

import io

import numpy as np
import pypdfium2


def pages_bgr(pdf: bytes, scale: float) -> list[np.ndarray]:
    """Gives the pages in colour, ``scale`` px a millimetre."""
    return [
        np.ascontiguousarray(np.array(page.render(scale=scale * 25.4 / 72).to_pil().convert("RGB"))[:, :, ::-1])
        for page in pypdfium2.PdfDocument(io.BytesIO(pdf))
    ]


def sizes_mm(pdf: bytes) -> set[tuple[float, float]]:
    """Gives the sizes that the pages have."""
    return {
        tuple(round(side / 72 * 25.4, 1) for side in page.get_size()) for page in pypdfium2.PdfDocument(io.BytesIO(pdf))
    }


def words_of(pdf: bytes) -> list[str]:
    """Gives the text of each page."""
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(io.BytesIO(pdf))]
