"""A phone or a camera in the network, by its address: a video of JPEG pictures (MJPEG), or one picture at a time.

The camera's thread reads as fast as pictures come and keeps the newest, undecoded; whoever looks decodes only that one.
A user and password in the address (``http://ann:secret@10.0.0.5/video``) are sent only when the camera asks for them,
and told to nobody.
"""

from __future__ import annotations

import http.client
import logging
import re
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import SplitResult, unquote, urlsplit

from engine.errors import BadPicture, BadSettings
from pi.cameras import Frame, Newest

log = logging.getLogger("steward.camera")

MOST_BYTES = 20_000_000
"""A picture from the network may have so many bytes; a good one of 12 megapixels has a quarter of it."""
MOST_LINE, MOST_LINES = 8192, 50
CHUNK = 65536
BAD_IN_A_ROW = 5
PAUSES = (0.5, 1.0, 2.0, 5.0)
"""Seconds before the camera is asked again, longer each time that it fails in a row."""
SEE = "see that the phone or camera is on, in the same network, and its address is right"


@dataclass(frozen=True, slots=True)
class _Sent:
    data: bytes
    taken_at: float


class _Failed(Exception):
    """The camera did not do as it should; the text says what, and what to do."""


class _Reply(Protocol):
    def read1(self, most: int) -> bytes: ...


class IpCamera(Newest):
    """A camera in the network; it is asked again whenever it fails.

    :param address: an http or https address of a video (MJPEG) or a picture. Raises :class:`BadSettings` for another.
    :param now: gives the table time.
    :param patience: seconds without a picture after which a camera that gave some counts as lost.
    :param wait: seconds at most to be connected, to be answered, and for one picture to come whole.
    :param every: seconds between two pictures where it gives one at a time.
    """

    def __init__(
        self,
        address: str,
        now: Callable[[], float],
        *,
        patience: float = 20.0,
        wait: float = 5.0,
        every: float = 0.2,
        most_bytes: int = MOST_BYTES,
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        parts = _checked(address)
        host = parts.netloc.rpartition("@")[2]
        super().__init__(f"camera at {host}", patience)
        self._address = parts._replace(netloc=host, fragment="").geturl()
        self._opener = _opener(self._address, parts.username, parts.password)
        self._now = now
        self._wait = wait
        self._every = every
        self._most_bytes = most_bytes
        self._pauses = pauses
        self._failed = ""
        self._thread.start()

    def frames(self) -> Iterator[Frame]:
        """Iterates the newest frames.

        Raises :class:`Missing` when the camera cannot be had at the first try, sends what is no picture, or has sent
        nothing for ``patience`` seconds.
        """
        from vision.picture import picture_of

        bad = 0
        for sent in self._each():
            try:
                image = picture_of(sent.data, self.name)
            except BadPicture as error:
                bad += 1
                log.info("%s", error)
                if bad >= BAD_IN_A_ROW:
                    self._lose(f"{self.name} sends no good pictures; {SEE} (the last: {error})")
                continue
            bad = 0
            yield Frame(image, sent.taken_at, self.name)

    def _why(self) -> str:
        return f"{self.name} {self._failed or f'has sent no picture for {self._patience:g} s; {SEE}'}"

    def _grab(self) -> None:
        failures = 0
        while not self._closed.is_set():
            before = self._newest
            try:
                self._look()
            except _Failed as error:
                self._failed = str(error)
                log.info("%s %s", self.name, error)
                if self._newest is None:
                    self._lose(self._why())
                    return
                failures = 0 if self._newest is not before else failures + 1
                self._closed.wait(self._pauses[min(failures, len(self._pauses) - 1)])
            else:
                failures = 0
                self._closed.wait(self._every)

    def _look(self) -> None:
        """Asks once: takes one picture, or a video to its end. Raises :class:`_Failed`."""
        try:
            with self._opener.open(self._address, timeout=self._wait) as reply:
                kind = reply.headers.get_content_type()
                stream = _Stream(reply, self._wait, self._most_bytes, self._closed.is_set)
                if kind.startswith("multipart/"):
                    self._video(stream, reply.headers.get_param("boundary"))
                elif kind.startswith("text/"):
                    raise _Failed("answers with a page; give the address of the video or the picture itself")
                else:
                    self._take(stream.rest())
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise _Failed(_said(error, self._wait)) from error

    def _video(self, stream: _Stream, boundary: Any) -> None:
        if not isinstance(boundary, str) or not boundary.strip("-"):
            raise _Failed("sends a video without saying where its pictures end; choose MJPEG in its settings")
        # Many cameras name the boundary with the dashes that belong before it.
        mark = b"--" + boundary.strip().lstrip("-").encode("latin-1", "replace")
        stream.until(mark)
        while not self._closed.is_set():
            length = _length(stream)
            if length is None:
                self._take(_trimmed(stream.until(mark)))
            else:
                self._take(stream.exactly(length))
                stream.until(mark)

    def _take(self, data: bytes) -> None:
        if data and not self._closed.is_set():
            self._failed = ""
            self._put(_Sent(data, self._now()))


class _Stream:
    """What a camera sends, as far as it has come; one picture must come within ``wait`` seconds."""

    def __init__(self, reply: _Reply, wait: float, most: int, closed: Callable[[], bool]) -> None:
        self._reply = reply
        self._wait = wait
        self._most = most
        self._closed = closed
        self._held = bytearray()

    def until(self, mark: bytes, most: int | None = None) -> bytes:
        """Takes what comes before a mark, and the mark away."""
        end, ends, seen = -1, self._ends(), 0
        while (end := self._held.find(mark, max(0, seen - len(mark)))) < 0:
            seen = len(self._held)
            self._fill(ends, most)
        found = bytes(self._held[:end])
        del self._held[: end + len(mark)]
        return found

    def exactly(self, length: int) -> bytes:
        """Takes so many bytes."""
        if length > self._most:
            raise _Failed(self._too_large())
        ends = self._ends()
        while len(self._held) < length:
            self._fill(ends)
        found = bytes(self._held[:length])
        del self._held[:length]
        return found

    def rest(self) -> bytes:
        """Takes all until the camera ends."""
        ends = self._ends()
        while self._more(ends):
            pass
        return bytes(self._held)

    def _ends(self) -> float:
        return time.monotonic() + self._wait

    def _fill(self, ends: float, most: int | None = None) -> None:
        if most is not None and len(self._held) > most:
            raise _Failed("sends what is no video of pictures; choose MJPEG in its settings")
        if not self._more(ends):
            raise _Failed(f"stopped sending; {SEE}")

    def _more(self, ends: float) -> bool:
        if self._closed():
            raise _Failed("was closed")
        if time.monotonic() > ends:
            raise TimeoutError
        chunk = self._reply.read1(CHUNK)
        self._held += chunk
        if len(self._held) > self._most + CHUNK:
            raise _Failed(self._too_large())
        return bool(chunk)

    def _too_large(self) -> str:
        return f"sends a picture of more than {self._most / 1e6:g} MB; choose a smaller one in its settings"


def _length(stream: _Stream) -> int | None:
    """Takes a picture's head; gives the picture's length in bytes if it is said."""
    length = None
    for number in range(MOST_LINES):
        line = stream.until(b"\n", MOST_LINE).strip()
        if number == 0 and line == b"--":
            raise _Failed(f"ended its video; {SEE}")
        if number and not line:
            return length
        if found := re.fullmatch(rb"(?i)content-length:\s*(\d{1,12})", line):
            length = int(found[1])
    raise _Failed("sends what is no video of pictures; choose MJPEG in its settings")


def _trimmed(data: bytes) -> bytes:
    """Gives a JPEG without what stands after its end."""
    end = data.rfind(b"\xff\xd9")
    return data[: end + 2] if end >= 0 else data


def _checked(address: str) -> SplitResult:
    """Takes an address apart. Raises :class:`BadSettings`, which never repeats it: it may hold a password."""
    try:
        parts = urlsplit(address)
        sound = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        sound = False
    if not sound or re.search(r"\s", address) or not address.isprintable():
        raise BadSettings(
            "the camera's address is none; write http://HOST:PORT/PATH, "
            "and / @ : ? # in a password as %2F %40 %3A %3F %23"
        )
    if parts.scheme not in ("http", "https"):
        raise BadSettings(f"no camera is read by {parts.scheme}; choose MJPEG in its settings, or a picture by http")
    return parts


def _opener(address: str, user: str | None, password: str | None) -> urllib.request.OpenerDirector:
    """Gives what asks the camera: without a proxy, and with the password for its own address alone."""
    handlers: list[urllib.request.BaseHandler] = [urllib.request.ProxyHandler({})]
    if user is not None:
        known = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        known.add_password(None, address, unquote(user), unquote(password or ""))
        handlers += [urllib.request.HTTPBasicAuthHandler(known), urllib.request.HTTPDigestAuthHandler(known)]
    return urllib.request.build_opener(*handlers)


def _said(error: Exception, wait: float) -> str:
    """Says why a camera was not had, and what to do."""
    if isinstance(error, urllib.error.HTTPError):
        error.close()
        if error.code in (401, 403):
            return "asks for another user and password; write them into its address: http://USER:PASSWORD@HOST/PATH"
        return f"answers {error.code} to the path in its address; see in its manual where the video is"
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(cause, ssl.SSLCertVerificationError):
        return "has a certificate that is not trusted; use http, or name the certificate in SSL_CERT_FILE"
    if isinstance(cause, TimeoutError):
        return f"has not answered within {wait:g} s; {SEE}"
    why = getattr(cause, "strerror", None)
    return f"is not reached ({str(why).lower()}); {SEE}" if why else f"does not speak as a camera should; {SEE}"
