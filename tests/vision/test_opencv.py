"""Of OpenCV only that is called which its versions 4.11 and 5 both have, and no window: the wheel without a screen has
them by name, but cannot open one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

ROOT = Path(__file__).parents[2]
SOURCES = [path for part in ("engine", "vision", "pi", "web") for path in sorted((ROOT / part).rglob("*.py"))]
WINDOWS = {"imshow", "namedWindow", "waitKey", "waitKeyEx", "destroyWindow", "destroyAllWindows", "selectROI",
           "setMouseCallback", "createTrackbar", "getWindowProperty", "resizeWindow", "moveWindow"}  # fmt: skip
MOVED = {"ml", "HOGDescriptor", "CascadeClassifier", "aruco.detectMarkers", "aruco.interpolateCornersCharuco",
         "aruco.estimatePoseSingleMarkers", "aruco.drawMarker", "aruco.DetectorParameters_create"}  # fmt: skip
"""What version 4.7 or 5 took out of the main package."""


def called(tree: ast.AST) -> Iterator[str]:
    """Iterates what a module takes from cv2, with its dots."""
    for node in ast.walk(tree):
        name, one = [], node
        while isinstance(one, ast.Attribute):
            name.append(one.attr)
            one = one.value
        if name and isinstance(one, ast.Name) and one.id == "cv2":
            yield ".".join(reversed(name))
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "cv2":
            before = "".join(f"{part}." for part in (node.module or "").split(".")[1:])
            yield from (before + alias.name for alias in node.names)


USED = {name for path in SOURCES for name in called(ast.parse(path.read_text(encoding="utf-8")))}


def test_what_is_called_is_found():
    assert {"cvtColor", "aruco.ArucoDetector", "error"} <= USED
    assert set(called(ast.parse("from cv2 import imshow\nfrom cv2.aruco import drawMarker"))) & (WINDOWS | MOVED)


@pytest.mark.parametrize("gone", sorted(WINDOWS | MOVED))
def test_no_window_and_nothing_that_moved_is_called(gone):
    assert not {name for name in USED if name == gone or name.startswith(f"{gone}.")}


def test_all_that_is_called_is_there():
    for name in USED:
        one = cv2
        for part in name.split("."):
            assert hasattr(one, part), f"this OpenCV has no cv2.{name}"
            one = getattr(one, part)
