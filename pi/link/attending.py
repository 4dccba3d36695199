"""A table's whole side of the link: it joins the hub once, finds it again, and follows its drive."""

from __future__ import annotations

import contextlib
import logging
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import BadSettings
from engine.games.protocol import Recorded
from engine.journal import SqliteJournal
from engine.link.side import Role
from engine.state import TableState
from pi.books import open_journal
from pi.link.finding import find
from pi.link.house import code_parts
from pi.link.joining import Credentials, join, keep_credentials, read_credentials
from pi.link.obeying import Obeying
from pi.link.post import address
from pi.link.table import NAME, TableLink, journal_name
from pi.station import Station

log = logging.getLogger("steward.link")

FIND = "find"
"""In the place of an address: look for the hub on the network."""

STREAM = "table"
PATIENCE = 15.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What a table was told about its hub: its address (or ``find``), the join code, if any, and the table's number."""

    hub: str
    code: str = ""
    number: int = 0


def admitted(asked: Asked, path: Path) -> Credentials:
    """Gives a table's credentials, and joins for them if there are none yet or another code is given.

    :param path: the table's journal, beside which they are kept.

    Raises :class:`BadSettings` when the hub must be joined first, or refuses.
    """
    kept = path.with_name(path.name + ".credentials")
    given = read_credentials(kept)
    if asked.code and (given is None or (given.code, given.number) != ("-".join(code_parts(asked.code)), asked.number)):
        if not asked.number:
            raise BadSettings("which table of the drive is this? Give its number with --number")
        event, _ = code_parts(asked.code)
        where = find(event) if asked.hub == FIND else address(asked.hub)
        given, name = join(where, asked.code, asked.number)
        if name:
            _take_over(path, name, given)
        keep_credentials(kept, given)  # only now: a table that has not got back all it wrote must not write on
    if given is None:
        raise BadSettings("this table has not joined the drive yet; give the code on the hub's screen with --join CODE")
    if asked.number and asked.number != given.number:
        raise BadSettings(f"this is table {given.number} of the drive; to make it another, join again with --join CODE")
    if asked.hub == FIND:
        with contextlib.suppress(Exception):  # where it is not found it may be where it was
            given = _moved(given, find(given.event).host)
    else:
        where = address(asked.hub)
        given = replace(given, host=where.host, port=where.port, tls=where.tls)
    return given


@contextlib.contextmanager
def attending(station: Station[TableState], path: Path, given: Credentials) -> Iterator[TableLink]:
    """Has a table follow the drive of its hub for as long as the context lasts."""
    with contextlib.ExitStack() as stack:
        own = stack.enter_context(open_journal(path))  # a second time, to read: the table never waits for the link
        copies = stack.enter_context(open_journal(path.with_name(path.name + ".hub")))
        obeying = Obeying(station, copies, given.number)

        def shown(text: str) -> None:
            station.note("hub", text or "connected")
            obeying.look()

        link = stack.enter_context(
            TableLink(
                own, copies, given.event, given.device, given.where, given.password,
                stream=STREAM, name=journal_name(own), now=station.now, kept=obeying.look, shown=shown,
                certificate=given.certificate,
            )
        )  # fmt: skip
        station.note("hub", f"{given.where} is looked for")

        def recorded(_: Recorded) -> None:
            link.grew()
            obeying.look()

        station.subscribe(recorded, "link")
        obeying.start(link)
        stack.callback(obeying.close)
        yield link


def _take_over(path: Path, name: str, given: Credentials) -> None:
    """Fetches what this table has recorded before, where its own journal is lost: a new Pi goes on where the old one
    stood, and one that was ended meanwhile takes the rest. A journal of its own that holds anything is left as it is.
    """
    with open_journal(path) as own:
        if own.last(STREAM) and (own.last_checkpoint(NAME) or {}).get("name") != name:
            return
        own.checkpoint(NAME, {"name": name})
        with (
            _nowhere() as copies,
            TableLink(
                own, copies, given.event, given.device, given.where, given.password,
                stream=STREAM, name=name, now=time.monotonic, certificate=given.certificate, role=Role.RESTORES,
            ) as link,
        ):  # fmt: skip
            if not link.wait_until_written(PATIENCE):
                raise BadSettings(
                    f"the hub does not give back what table {given.number} recorded; try again in half a minute"
                )
        log.warning("table %d goes on with the %d events that the hub held", given.number, own.last(STREAM))


@contextlib.contextmanager
def _nowhere() -> Iterator[SqliteJournal]:
    with tempfile.TemporaryDirectory(prefix="steward-") as folder, open_journal(Path(folder) / "copies") as journal:
        yield journal


def _moved(given: Credentials, host: str) -> Credentials:
    return replace(given, host=host)
