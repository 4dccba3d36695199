"""``steward hub``: the drive of a hall, its pages, and the tables that join it over the network."""

from __future__ import annotations

import argparse
import contextlib
import logging
import re
import sys
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from engine.errors import Missing
from engine.journal_postgres import is_postgres
from pi.books import alone, journal_at, open_store
from pi.certificates import authority
from pi.config import Settings, read_settings
from pi.drive.reading import named
from pi.drive.station import STREAM, DriveStation
from pi.ending import told_to_end, wait_for_the_end
from pi.home_assistant import drive_told, told_at_home
from pi.machine import kept_secret
from pi.passwords import accounts_of, first_password
from pi.places import data_folder, write_whole
from pi.serving import Server, open_browser
from web.app import create_app

log = logging.getLogger("steward.hub")

JOIN_CODE = "join-code"
"""The file, for its owner only, that holds the join code where no screen shows it."""

VIEWERS = 400
"""Who may watch the drive live; score cards look now and then, and take no place."""


def run_hub(args: argparse.Namespace) -> int:
    """Runs a hub until it is told to end; gives the exit code."""
    settings = read_settings(args.config)
    settings = replace(settings, port=args.port or settings.port, host=args.host or settings.host)
    with contextlib.ExitStack() as stack:
        ended = stack.enter_context(told_to_end())
        first_password(settings)
        where, folder = _places(args.journal or settings.journal)
        if args.journal and is_postgres(args.journal) and urlsplit(args.journal).password:
            print(
                "Whoever is signed in on this machine can read the database's password in the list of programs; "
                "put it into ~/.pgpass, or the whole address into STEWARD_JOURNAL or the configuration (journal = …)"
            )
        if not is_postgres(where):
            stack.enter_context(alone(Path(where)))
        journal = stack.enter_context(contextlib.closing(open_store(where)))
        desk = stack.enter_context(DriveStation(journal))
        home, port, language = settings.home_assistant, settings.port, settings.language
        at_home = told_at_home(home, lambda: drive_told(desk.state(), desk.now()), "drive", port, language)
        stack.enter_context(at_home)
        server = stack.enter_context(Server(pages(desk, settings, folder), settings.host, settings.port))
        linked(stack, desk, where, folder, event=args.event, host=settings.host, tls=args.tls)
        if plain := server.about():
            print(plain)
        if not desk.state().name:
            print(f"No drive is set up in {named(where)} yet: do it on the page, or name the journal of another")
        print(f"The drive is at {server.url}/drive", flush=True)
        if not args.no_browser and sys.stdout.isatty():
            open_browser(f"{server.url}/drive")
        wait_for_the_end(ended, lambda: server.alive() and desk.alive())
    return 0


def pages(desk: DriveStation, settings: Settings, folder: Path) -> Any:
    """Gives the drive's pages; what signs their sessions is kept in ``folder``."""
    return create_app(
        None,
        drive=desk,
        secret=kept_secret(folder / "pages.secret"),
        accounts=accounts_of(settings),
        authority=authority(),
        viewers=VIEWERS,
    )


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
    code = hosting.join_code
    if not sys.stdout.isatty():  # a service's words are kept in a log, which more people read than may let tables in
        code = f"CODE (it is in {folder / JOIN_CODE})"
        write_whole(folder / JOIN_CODE, f"{hosting.join_code}\n".encode(), 0o600)
    print(f"Tables join with: steward table --hub {reach} --number N --join {code}", flush=True)


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
