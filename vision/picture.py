"""Loads a picture from a file, or says in one line what is wrong with it and what to do."""

from __future__ import annotations

import os
import stat
import struct
import sys
import tempfile
import zlib
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import BadPicture

Picture = NDArray[np.uint8]

LEAST_SIDE = 64
MOST_PIXELS = 60_000_000
MOST_BYTES = 200_000_000


def load_picture(path: str | os.PathLike[str]) -> Picture:
    """Loads a JPEG, PNG, WebP or BMP file as (height, width, 3) BGR, turned upright as its EXIF data says.

    Grey, 16-bit and see-through pictures are converted.

    :raises BadPicture: the file is missing, a directory, not readable, cut short, not a picture, under 64 px on a
        side, or over 60 megapixels (told from its header, before any of it is decoded).
    """
    return picture_of(_read(Path(path)), str(path))


def picture_of(data: bytes, path: str) -> Picture:
    """Gives the picture of a file's bytes, as :func:`load_picture` does; ``path`` is what its errors call it."""
    kind = _kind(data)
    if kind is None:
        raise BadPicture(f"{path}: not a picture that can be read; save it as JPEG, PNG, WebP or BMP")
    try:
        width, height = _SIZES[kind](data)
    except (IndexError, struct.error, ValueError):
        raise BadPicture(f"{path}: the {kind} header is damaged or cut short; copy the picture again") from None
    if min(width, height) < LEAST_SIDE:
        raise BadPicture(f"{path}: {width}x{height} pixels is too small to show a table; take a larger picture")
    if width * height > MOST_PIXELS:
        raise BadPicture(
            f"{path}: {width}x{height} is {width * height / 1e6:.0f} megapixels, more than the "
            f"{MOST_PIXELS // 1_000_000} that are read; make it smaller first"
        )
    if not _WHOLE[kind](data):
        raise BadPicture(f"{path}: the picture is cut short; copy it again from the camera")
    picture = _decode(data)
    if picture is None:
        raise BadPicture(f"{path}: the picture is damaged and cannot be decoded; copy it again from the camera")
    return picture


def _read(path: Path) -> bytes:
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise BadPicture(f"{path}: is a folder; name the pictures in it, for example {path}/*.jpg")
        if not stat.S_ISREG(status.st_mode):
            raise BadPicture(f"{path}: is not an ordinary file; name a picture file")
        if status.st_size == 0:
            raise BadPicture(f"{path}: the file is empty; copy the picture again")
        if status.st_size > MOST_BYTES:
            raise BadPicture(f"{path}: {status.st_size / 1e6:.0f} MB is too large for a picture; make it smaller first")
        return path.read_bytes()
    except BadPicture:
        raise
    except FileNotFoundError:
        raise BadPicture(f"{path}: there is no such file; check the name") from None
    except PermissionError:
        raise BadPicture(f"{path}: may not be read; give yourself the right to read it (chmod u+r)") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadPicture(f"{path}: cannot be read ({reason}); copy the picture again") from error


def _kind(data: bytes) -> str | None:
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    return "BMP" if data.startswith(b"BM") else None


def _jpeg_segments(data: bytes) -> tuple[tuple[int, int], int]:
    """Gives a JPEG's (width, height) and where its first scan begins; thumbnails inside segments are stepped over."""
    at, size = 2, (0, 0)
    while True:
        if data[at] != 0xFF:
            raise ValueError("a segment does not begin with a marker")
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        (length,) = struct.unpack_from(">H", data, at + 2)
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            size = (width, height)
        at += 2 + length
        if marker == 0xDA:
            return size, at


def _jpeg_size(data: bytes) -> tuple[int, int]:
    return _jpeg_segments(data)[0]


def _jpeg_whole(data: bytes) -> bool:
    # Within the scans an FF is always followed by 00 or a restart mark: FF D9 can only be the picture's end.
    return data.find(b"\xff\xd9", _jpeg_segments(data)[1]) >= 0


def _png_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _png_whole(data: bytes) -> bool:
    at = 8
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        body, end = data[at + 4 : at + 8 + length], at + 12 + length
        if end > len(data) or struct.unpack_from(">I", data, end - 4)[0] != zlib.crc32(body):
            return False
        if body[:4] == b"IEND":
            return True
        at = end
    return False


def _webp_size(data: bytes) -> tuple[int, int]:
    form = data[12:16]
    if form == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if form == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _webp_whole(data: bytes) -> bool:
    return len(data) >= 8 + int(struct.unpack_from("<I", data, 4)[0])


def _bmp_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<ii", data, 18)
    return abs(width), abs(height)


def _bmp_whole(data: bytes) -> bool:
    (start,) = struct.unpack_from("<I", data, 10)
    (bits,) = struct.unpack_from("<H", data, 28)
    (packed,) = struct.unpack_from("<I", data, 30)
    width, height = _bmp_size(data)
    return packed in (1, 2) or len(data) >= start + (width * bits + 31) // 32 * 4 * height


_SIZES = {"JPEG": _jpeg_size, "PNG": _png_size, "WebP": _webp_size, "BMP": _bmp_size}
_WHOLE = {"JPEG": _jpeg_whole, "PNG": _png_whole, "WebP": _webp_whole, "BMP": _bmp_whole}
_DAMAGE = (b"Premature end", b"Corrupt JPEG", b"premature end", b"libpng error", b"bad Huffman", b"Unsupported marker")


def _decode(data: bytes) -> Picture | None:
    """Decodes; gives None when the decoder fails or complains of damage.

    The C libraries fill damaged parts with grey and tell only the standard error stream, so that is caught meanwhile
    (and whatever else came out is passed on).
    """
    encoded = np.frombuffer(data, np.uint8)
    with tempfile.TemporaryFile() as caught:
        sys.stderr.flush()
        try:
            kept = os.dup(2)
        except OSError:  # no standard error at all, as under some service managers
            kept = -1
        try:
            if kept >= 0:
                os.dup2(caught.fileno(), 2)
            picture = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
        except cv2.error:
            picture = None
        finally:
            if kept >= 0:
                os.dup2(kept, 2)
                os.close(kept)
        caught.seek(0)
        said = caught.read()
    if any(word in said for word in _DAMAGE):
        return None
    if picture is not None and said:
        sys.stderr.write(said.decode("utf-8", "replace"))
    return None if picture is None else np.ascontiguousarray(picture, dtype=np.uint8)
