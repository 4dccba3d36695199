"""The errors of the Steward. Each leaf also inherits the builtin it specialises; messages say what to do next."""

from __future__ import annotations


class StewardError(Exception):
    """Base of every error the Steward raises on purpose."""


class BadPack(StewardError, ValueError):
    """A pack file does not add up or holds an unknown face; the message names the line."""


class BadSettings(StewardError, ValueError):
    """A setting or house rule has a name or value that does not exist."""


class BadWords(StewardError, ValueError):
    """A club's word list is empty, no text, or not one word a line; the message names the line."""


class BadRecord(StewardError, ValueError):
    """An event, journal line or recording could not be understood."""


class BadPicture(StewardError, ValueError):
    """A picture is missing, truncated, too small, too large or not a picture."""


class Missing(StewardError, RuntimeError):
    """A part of the machine or an installed file is absent; the message says how to get it."""


class Conflict(StewardError, RuntimeError):
    """Somebody else appended to the stream first."""


class DiskFull(StewardError, OSError):
    """The disk is full: nothing was appended. Make room and ask again."""


class JournalFailed(StewardError, OSError):
    """The journal cannot be read or written; the message says why."""


class Refused(StewardError, ValueError):
    """A command that the rules do not allow in this state. ``reason`` is a key the screens translate."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
