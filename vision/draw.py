"""Draws a reading into its picture: the evidence, for people to check."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table import BACK, SeenCard, TableReading, letter_of

Colour = tuple[int, int, int]

SURE: Colour = (60, 170, 40)
DOUBTFUL: Colour = (0, 110, 255)
FACE_DOWN: Colour = (200, 140, 60)
EXPOSED: Colour = (190, 60, 170)
WORD: Colour = (150, 30, 30)
PAPER: Colour = (255, 255, 255)

SURE_FROM = 0.95


def draw_reading(picture_bgr: NDArray[np.uint8], reading: TableReading) -> NDArray[np.uint8]:
    """Gives a copy of the picture with every card outlined, lettered and given its confidence in per cent, every word
    named above its row, and doubtful cards marked with a thick outline and a question mark."""
    canvas = picture_bgr.copy()
    unit = max(canvas.shape[1] / 1536.0, 0.4)
    for card in reading.cards:
        _draw_card(canvas, card, unit)
    for word in reading.words:
        row = reading.word_cards(word)
        centres = np.array([np.mean(card.corners, axis=0) for card in row])
        doubtful = any(card.confidence < SURE_FROM for card in row)
        colour = DOUBTFUL if doubtful else WORD
        cv2.polylines(canvas, [np.rint(centres).astype(np.int32)], False, colour, _px(2, unit), cv2.LINE_AA)
        cv2.circle(canvas, _point(centres[0]), _px(5, unit), colour, -1, cv2.LINE_AA)
        highest = np.array(row[len(row) // 2].corners)[:2].mean(axis=0)
        label = f"{word.text}{'?' if doubtful else ''} {word.confidence:.0%} {word.faces}"
        _label(canvas, label, highest, colour, 0.8 * unit)
    for index, (seat, hand) in enumerate(sorted(reading.hands.items())):
        text = f"hand {seat}: {hand.total} in {len(hand.cards)}"
        _label(canvas, text, np.array([12.0 * unit, (34.0 + 34.0 * index) * unit]), WORD, 0.9 * unit, centred=False)
    lines = [*(["covered: not read"] if reading.covered else []), *reading.warnings]
    for index, text in enumerate(lines):
        at = np.array([12.0 * unit, canvas.shape[0] - (16.0 + 30.0 * index) * unit])
        _label(canvas, text, at, DOUBTFUL, 0.6 * unit, centred=False)
    return canvas


def _draw_card(canvas: NDArray[np.uint8], card: SeenCard, unit: float) -> None:
    corners = np.array(card.corners)
    doubtful = card.face != BACK and card.confidence < SURE_FROM
    colour = DOUBTFUL if doubtful else SURE
    if not doubtful and card.zone in ("stock", "exposed"):
        colour = FACE_DOWN if card.zone == "stock" else EXPOSED
    cv2.polylines(
        canvas, [np.rint(corners).astype(np.int32)], True, colour, _px(4 if doubtful else 2, unit), cv2.LINE_AA
    )
    top = corners[:2].mean(axis=0)
    cv2.circle(canvas, _point(top), _px(4, unit), colour, -1, cv2.LINE_AA)
    if card.face == BACK:
        return
    label = f"{letter_of(card.face)}{'?' if doubtful else ''} {round(100 * card.confidence)}"
    if doubtful and card.alternatives:
        label += f" {letter_of(card.alternatives[0][0])}"
    _label(canvas, label, corners[2:].mean(axis=0), colour, 0.5 * unit)


def _label(
    canvas: NDArray[np.uint8], text: str, at: NDArray[np.float64], colour: Colour, size: float, centred: bool = True
) -> None:
    size = max(size, 0.35)
    thick = max(1, round(2 * size))
    (width, height), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    x = int(at[0] - width / 2) if centred else int(at[0])
    x = int(np.clip(x, 2, max(canvas.shape[1] - width - 2, 2)))
    y = int(np.clip(at[1] + height / 2, height + 2, canvas.shape[0] - below - 2))
    cv2.rectangle(canvas, (x - 2, y - height - 2), (x + width + 2, y + below), PAPER, -1)
    cv2.putText(canvas, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, colour, thick, cv2.LINE_AA)


def _px(width: float, unit: float) -> int:
    return max(1, round(width * unit))


def _point(at: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(at[0])), round(float(at[1]))
