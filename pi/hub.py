"""``steward hub``: the drive of a hall, and the tables that join it over the network."""

from __future__ import annotations

import argparse
import contextlib
import logging
import re
import unicodedata
from pathlib import Path

from engine.errors import Missing
from engine.journal_postgres import is_postgres
from pi.books import alone, journal_at, open_store
from pi.drive.station import STREAM, DriveStation
from pi.ending import told_to_end, wait_for_the_end
from pi.places import data_folder

log = logging.getLogger("steward.hub")


def add_hub(one: argparse.ArgumentParser) -> None:
    """Adds what ``steward hub`` can be told."""
    one.add_argument(
        "journal", metavar="JOURNAL", nargs="?",
        help="the drive's journal, or the postgresql:// URL of a database (default: the usual place)",
    )  # fmt: skip
    one.add_argument("--event", metavar="NAME", help="what the tables know the drive by (default: its own name)")
    one.add_argument("--host", default="127.0.0.1", help="the address to listen on; 0.0.0.0 lets other machines in")
    one.add_argument("--tls", action="store_true", help="have the tables speak TLS with the hub")
    one.set_defaults(run=run_hub)


def run_hub(args: argparse.Namespace) -> int:
    """Runs a hub until it is told to end; gives the exit code."""
    with contextlib.ExitStack() as stack:
        ended = stack.enter_context(told_to_end())
        where, folder = _places(args.journal)
        if not is_postgres(where):
            stack.enter_context(alone(Path(where)))
        journal = stack.enter_context(contextlib.closing(open_store(where)))
        desk = stack.enter_context(DriveStation(journal))
        linked(stack, desk, where, folder, event=args.event, host=args.host, tls=args.tls)
        wait_for_the_end(ended, desk.alive)
    return 0


def linked(
    stack: contextlib.ExitStack,
    desk: DriveStation,
    where: str,
    folder: Path,
    *,
    event: str | None = None,
    host: str = "127.0.0.1",
    tls: bool = False,
) -> None:
    """Lets tables join the drive until the stack is closed; without a broker the drive goes on by itself."""
    from pi.link.hosting import hosted

    own = stack.enter_context(contextlib.closing(open_store(where)))
    copies = stack.enter_context(
        contextlib.closing(open_store(where if is_postgres(where) else str(folder / "tables.journal")))
    )
    try:
        hosting = stack.enter_context(
            hosted(desk, own, copies, folder, event or event_of(desk.state().name), host=host, tls=tls, stream=STREAM)
        )
    except Missing as error:
        print(f"{error}; scores are entered by hand")
        return
    reach = hosting.where if not hosting.open else f"mqtt{'s' if tls else ''}://<this machine>:{hosting.where.port}"
    print(f"Tables join with: steward table --hub {reach} --number N --join {hosting.join_code}", flush=True)


def event_of(name: str) -> str:
    """Gives the name of a drive as it can stand in a topic."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:30].strip("-") or "drive"


def _places(journal: str | None) -> tuple[str, Path]:
    """Gives where the drive's journal is, and the folder of what belongs to it."""
    if journal and is_postgres(journal):
        return journal, _made(data_folder() / "hub")
    path = journal_at(Path(journal) if journal else data_folder() / "drive.journal")
    return str(path), _made(path.with_name(path.name + ".hub"))


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
