"""``steward password``: who may sign in to the dashboard, kept in a file of its own beside the journals."""

from __future__ import annotations

import argparse
import getpass
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from werkzeug.security import generate_password_hash

from engine.errors import BadSettings
from pi.config import Settings
from pi.places import data_folder, data_place, write_whole
from web.accounts import STEWARD, Account, Accounts, account
from web.guard import is_loopback
from web.roles import NAMES, Role

FILE = "accounts.json"
FORMAT = 1

NO_FILE = "is no file of accounts; put it right, or delete it and set the passwords anew"


def run(args: argparse.Namespace) -> int:
    """Does what the command asks; gives the exit code."""
    accounts = kept_accounts()
    if args.list:
        for kept in accounts.all().values():
            print(f"{kept.name}: {kept.role.name.lower()}")
        return 0
    if args.drop:
        accounts.drop(args.name)
        print(f"{args.name} can no longer sign in")
        return 0
    before = accounts.find(args.name)
    role = NAMES[args.role] if args.role else before.role if before else Role.ORGANISER
    new = account(args.name, role, asked_for(args.name))
    accounts.put(new)
    print(f"{new.name} signs in as {role.name.lower()} from now on; a Steward that runs knows it already")
    return 0


def asked_for(name: str) -> str:
    """Asks for a new password, twice and unseen on a terminal; otherwise it is the first line of the input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    given = getpass.getpass(f"New password for {name}: ")
    if getpass.getpass("The same once more: ") != given:
        raise BadSettings("the two passwords are not the same; nothing was changed")
    return given


def first_password(settings: Settings) -> None:
    """Asks for the first password where other machines are to be let in and there is none; there is no default one."""
    if is_loopback(settings.host) or accounts_of(settings).any() or not sys.stdin.isatty():
        return
    print(f"The pages will be open to the network on {settings.host}; whoever acts there needs a password.")
    kept_accounts().put(account(STEWARD, Role.ORGANISER, asked_for(STEWARD)))


def accounts_of(settings: Settings | None = None) -> Accounts:
    """Gives who may sign in: those in the file, and the one that the configuration or the variable
    ``STEWARD_PASSWORD`` gives a password."""
    given = os.environ.get("STEWARD_PASSWORD", "")
    hashed = generate_password_hash(given) if given else (settings.password_hash if settings else "")
    return kept_accounts((Account(STEWARD, Role.ORGANISER, hashed),) if hashed else ())


def kept_accounts(fixed: Iterable[Account] = ()) -> Accounts:
    """Gives the accounts of the file in the data folder, and ``fixed`` ones. Raises :class:`BadSettings`."""
    return Accounts(fixed, read=lambda: read(data_place() / FILE), write=lambda all_: write(data_folder() / FILE, all_))


def read(path: Path) -> tuple[Account, ...]:
    """Reads a file of accounts; none is an empty one. Raises :class:`BadSettings`."""
    try:
        data = json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise BadSettings(f"{path} cannot be read ({error.strerror}); give this user the right to it") from error
    except ValueError as error:
        raise BadSettings(f"{path} {NO_FILE}") from error
    try:
        if data["format"] != FORMAT:
            raise BadSettings(f"{path} was written by another Steward (format {data['format']}); use that one")
        return tuple(_one(line) for line in data["accounts"])
    except (KeyError, TypeError) as error:
        raise BadSettings(f"{path} {NO_FILE}") from error


def _one(line: Any) -> Account:
    name, hashed = line["name"], line["hash"]
    if not isinstance(name, str) or not isinstance(hashed, str):
        raise TypeError("an account's name and hash are texts")
    return Account(name, NAMES[line["role"]], hashed)


def write(path: Path, accounts: Iterable[Account]) -> None:
    """Writes a file of accounts, whole or not at all, to be read by nobody else. Raises OSError."""
    lines = [{"name": one.name, "role": one.role.name.lower(), "hash": one.hash} for one in accounts]
    write_whole(path, json.dumps({"format": FORMAT, "accounts": lines}, indent=1).encode() + b"\n", 0o600)
