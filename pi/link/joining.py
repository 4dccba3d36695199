"""Letting a new table in: it shows the join code, and is given credentials of its own, once."""

from __future__ import annotations

import json
import logging
import queue
import re
import secrets
import ssl
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.errors import BadRecord, BadSettings, Missing
from pi.link.access import JOIN, topic, user_of
from pi.link.house import House, code_parts
from pi.link.post import Address, Post
from pi.places import write_whole

log = logging.getLogger("steward.hub")

PATIENCE = 15.0
"""Seconds that a table waits to be let in."""

_WHO = re.compile(r"[0-9a-f]{32}")
MOST_TABLES = 2000


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a table signs in with. ``certificate`` is the broker's own, where it speaks TLS; ``code`` is the join code
    that it was let in by."""

    event: str
    device: str
    password: str
    host: str
    port: int
    tls: bool = False
    certificate: str = ""
    code: str = ""

    @property
    def where(self) -> Address:
        """Where the broker is."""
        return Address(self.host, self.port, self.tls)

    @property
    def number(self) -> int:
        """The table's number in the drive."""
        return number_of(self.device) or 0


def device_of(number: int) -> str:
    """Gives a table's name at the broker."""
    return f"t{number}"


def number_of(device: str) -> int | None:
    """Gives the number of a table; None when it is no table's name."""
    found = re.fullmatch(r"t([1-9][0-9]{0,4})", device)
    return int(found.group(1)) if found else None


def read_credentials(path: Path) -> Credentials | None:
    """Reads what a table was given; None when it has not joined yet. Raises :class:`BadRecord` for another file."""
    try:
        return Credentials(**json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        raise BadRecord(f"{path} holds no credentials of a table ({error}); move it away and join again") from error


def keep_credentials(path: Path, given: Credentials) -> None:
    """Keeps what a table was given where only the owner can read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(asdict(given), indent=1).encode(), 0o600)


def join(where: Address, code: str, number: int) -> tuple[Credentials, str]:
    """Asks a hub to be let in as a table of its drive; gives what to sign in with, and the name of the journal that
    this table wrote before; empty when it has none.

    Raises :class:`BadSettings` when the hub refuses, and :class:`Missing` when it does not answer.
    """
    event, secret = code_parts(code)
    if not 1 <= number <= MOST_TABLES:
        raise BadSettings(f"{number} is no table's number; it lies between 1 and {MOST_TABLES}")
    certificate = _certificate(where) if where.tls else ""
    who = secrets.token_hex(16)
    answers: queue.Queue[bytes] = queue.Queue()
    why: list[str] = []
    post = Post(
        where,
        user_of(event, JOIN),
        secret,
        (topic(event, "joined", who),),
        lambda name, data: answers.put(data),
        lambda up, reason: why.append(reason),
        certificate=certificate,
        name=who,
    )
    try:
        if not post.wait(PATIENCE / 2):
            told = next((reason for reason in why if "not in" in reason), "")
            if told:
                raise BadSettings(f"{told}: the join code is another; see it on the hub's screen")
            raise Missing(f"no hub answers at {where}; is it running, and on this network?")
        post.send(topic(event, "join", who), json.dumps({"table": number}).encode())
        answer = _read(answers.get(timeout=PATIENCE))
    except queue.Empty as error:
        raise Missing(f"the hub at {where} does not answer; is 'steward hub' running there?") from error
    finally:
        post.close()
    if not isinstance(answer.get("password"), str):
        raise BadSettings(f"the hub does not let this table in: {answer.get('refused') or 'it does not say why'}")
    given = Credentials(
        event,
        device_of(number),
        answer["password"],
        where.host,
        where.port,
        where.tls,
        certificate,
        f"{event}-{secret}",
    )
    name = str(answer.get("journal") or "")
    return given, name if re.fullmatch(r"[0-9a-f]{8}", name) else ""


class Doorkeeper:
    """Answers those who ask to be let in, in a thread of its own. Whoever asks has shown the join code to the broker.

    :param admit: has the broker know the accounts that there are now.
    :param busy: tells whether a device is being used just now: its place is not given to another.
    :param wrote: gives the stream that a device wrote last, if any.
    """

    def __init__(
        self,
        house: House,
        admit: Callable[[], None],
        answer: Callable[[str, bytes], None],
        busy: Callable[[str], bool],
        wrote: Callable[[str], str | None],
    ) -> None:
        self._house = house
        self._admit = admit
        self._answer = answer
        self._busy = busy
        self._wrote = wrote
        self._asked: queue.Queue[tuple[str, bytes] | None] = queue.Queue(maxsize=500)
        self._thread = threading.Thread(target=self._run, name="doorkeeper", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Lets nobody in any more."""
        self._asked.put(None)
        self._thread.join(timeout=5)

    def ask(self, who: str, data: bytes) -> None:
        """Takes a request; never waits."""
        try:
            self._asked.put_nowait((who, data))
        except queue.Full:
            log.warning("too many ask to be let in at once")

    def _run(self) -> None:
        while (asked := self._asked.get()) is not None:
            who, data = asked
            if not _WHO.fullmatch(who):
                continue
            try:
                answer = self._let_in(data)
            except Exception:
                log.exception("a table could not be let in")
                answer = {"refused": "the hub cannot write its accounts down; see its log"}
            self._answer(who, json.dumps(answer).encode())

    def _let_in(self, data: bytes) -> dict[str, str]:
        try:
            number = json.loads(data[:500])["table"]
        except (ValueError, TypeError, KeyError):
            return {"refused": "the request is none that this hub understands"}
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MOST_TABLES:
            return {"refused": "that is no table's number"}
        device = device_of(number)
        if self._busy(device):
            return {"refused": f"table {number} is here already; end it there first, or take another number"}
        password = self._house.issue(device)
        self._admit()
        log.warning("table %d was let in", number)
        return {"password": password, "journal": (self._wrote(device) or "").rpartition("/")[2]}


def _read(answer: bytes) -> dict[str, Any]:
    try:
        data = json.loads(answer)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _certificate(where: Address) -> str:
    """Gets the broker's certificate at the first meeting: from then on no other is trusted."""
    try:
        return ssl.get_server_certificate((where.host, where.port), timeout=PATIENCE / 2)
    except (OSError, ValueError) as error:
        raise Missing(f"no hub that speaks TLS answers at {where}: {error}") from error
