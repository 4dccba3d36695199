"""What the command line says: any text on any terminal, and what went wrong in one line."""

from __future__ import annotations

import codecs
import json
import re
import sys
from typing import TextIO

_QUOTED_BYTE = re.compile(r"\\udc([89a-f][0-9a-f])")


def ready() -> None:
    """Has the standard streams write what their encoding lacks as JSON does (``\\u00e9``) instead of failing on it, so
    that JSON lines stay JSON everywhere."""
    codecs.register_error("steward", _escaped)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="steward")


def say(message: str, err: TextIO | None = None) -> None:
    """Says in one line, on stderr, what went wrong."""
    err = err or sys.stderr
    if err is not None:  # it may be closed; what goes wrong is no output
        print(f"steward: {one_line(message)}", file=err, flush=True)


def one_line(text: str) -> str:
    """Gives a text as one line to be read: without line ends and the like, and with the bytes of a file's name that
    are no text as ``\\xff``, also where they stand in quotation marks."""
    text = _QUOTED_BYTE.sub(r"\\x\1", text)
    readable = text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in " ".join(readable.split()))


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end
