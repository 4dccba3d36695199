"""The people who sign in with a name and a password, and the codes by which players sit down."""

from __future__ import annotations

import hashlib
import hmac
import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from secrets import token_urlsafe

from werkzeug.security import check_password_hash, generate_password_hash

from engine.errors import BadSettings, StewardError
from web.roles import Role

log = logging.getLogger("steward.accounts")

SHORTEST, LONGEST = 8, 200
"""Characters of a password; hashing a longer one would only keep the machine busy."""

MOST_NAME = 24
MOST_ACCOUNTS = 200

STEWARD = "steward"
"""The account that is meant when no name is given."""

RESERVED = frozenset(
    {
        "desk",
        "camera",
        "button",
        "card",
        "machine",
        "clock",
        "settings",
        "viewer",
        "follow",
        "table",
        "drive",
        "badge",
        "recording",
    }
)
"""Names by which the journal calls parts of the machine; nobody may sign as one of them."""

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""What codes are made of: no letter or figure that is taken for another one."""

CODE = 8
"""Signs of a code: 40 bits, against which a guesser has a few tries a minute."""

_one_at_a_time = threading.Lock()
# A hash takes 32 MB for a moment: many at once would push a small machine out of memory.


class BadAccount(BadSettings):
    """An account cannot be made or changed like that. ``key`` and ``values`` are the sentence that a page shows."""

    def __init__(self, key: str, message: str, **values: object) -> None:
        super().__init__(message)
        self.key = f"accounts.wrong.{key}"
        self.values = values


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who signs in. ``hash`` is Werkzeug's hash of his password."""

    name: str
    role: Role
    hash: str

    def mark(self) -> str:
        """Gives what a signed-in session holds; another password makes it worthless."""
        return hashlib.sha256(b"steward" + self.hash.encode()).hexdigest()[:24]

    def has(self, password: str) -> bool:
        """Tells whether a password is the right one."""
        with _one_at_a_time:
            return len(password) <= LONGEST and check_password_hash(self.hash, password)


def account(name: str, role: Role, password: str) -> Account:
    """Makes an account of a new password. Raises :class:`BadAccount` for a name or a password that will not do."""
    called = checked_name(name)
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadAccount(
            "length", f"a password has {SHORTEST} to {LONGEST} signs; choose another", low=SHORTEST, high=LONGEST
        )
    if password.casefold() == called.casefold():
        raise BadAccount("same", "a password that is the name itself is none; choose another")
    with _one_at_a_time:
        return Account(called, role, generate_password_hash(password))


def checked_name(name: str) -> str:
    """Gives an account's name with single blanks. Raises :class:`BadAccount` for one that cannot be used."""
    called = " ".join(name.split())
    if not called.isprintable() or not 2 <= len(called) <= MOST_NAME:
        message = f"{called[:40]!r} is no name for an account; give one of 2 to {MOST_NAME} letters"
        raise BadAccount("name", message, most=MOST_NAME)
    if called.casefold() in RESERVED or called.isdecimal():
        message = f"the journal calls something else {called!r}; give the account another name"
        raise BadAccount("reserved", message, name=called)
    return called


class Accounts:
    """Those who may sign in. May be asked from any thread.

    :param fixed: accounts that the configuration gives; nobody changes them here.
    :param read: gives those that are kept, whenever it is asked (another program may have changed them).
    :param write: keeps them.
    """

    def __init__(
        self,
        fixed: Iterable[Account] = (),
        *,
        read: Callable[[], Iterable[Account]] | None = None,
        write: Callable[[tuple[Account, ...]], None] | None = None,
    ) -> None:
        self._fixed = {one.name.casefold(): one for one in fixed}
        self._read = read
        self._write = write
        self._lock = threading.Lock()
        self._kept: dict[str, Account] = {one.name.casefold(): one for one in read()} if read is not None else {}
        self._had_any = bool(self._fixed or self._kept)

    def all(self) -> Mapping[str, Account]:
        """Gives the accounts by their names in small letters; a file that cannot be read changes nothing."""
        if self._read is not None:
            try:
                self._kept = {one.name.casefold(): one for one in self._read()}
            except StewardError as error:
                log.error("%s; the accounts stay as they were", error)
        found = {**self._kept, **self._fixed}
        self._had_any = self._had_any or bool(found)
        return found

    def any(self) -> bool:
        """Tells whether there is or was one. A file that is lost must not let everybody in."""
        return bool(self.all()) or self._had_any

    def find(self, name: str) -> Account | None:
        """Gives an account by its name, however it is written; no name means :data:`STEWARD`."""
        return self.all().get((" ".join(name.split()) or STEWARD).casefold())

    @cached_property
    def nobody(self) -> Account:
        """An account that nobody has the password of, to be checked in the place of one that does not exist."""
        return account("nobody", Role.VIEWER, token_urlsafe(30))

    def changes(self) -> bool:
        """Tells whether accounts can be kept here."""
        return self._write is not None

    def put(self, new: Account) -> None:
        """Keeps an account, in the place of one of the same name.

        Raises :class:`BadAccount` where accounts cannot be kept, and when no organiser would be left.
        """
        self._change({new.name.casefold(): new})

    def drop(self, name: str) -> None:
        """Forgets an account. Raises :class:`BadAccount` as :meth:`put` does, and for one that is not kept here."""
        self._change({}, name.casefold())

    def _change(self, put: Mapping[str, Account], drop: str = "") -> None:
        with self._lock:
            before = {name: one for name, one in self.all().items() if name not in self._fixed}
            if self._write is None or any(name in self._fixed for name in (*put, drop)):
                raise BadAccount("fixed", "that account is set in the configuration; change it there")
            if drop and drop not in before:
                raise BadAccount("unknown", f"there is no account {drop!r}", name=drop)
            after = {name: one for name, one in {**before, **put}.items() if name != drop}
            if len(after) > MOST_ACCOUNTS:
                raise BadAccount("many", f"there are {MOST_ACCOUNTS} accounts already; drop one first")
            if not any(one.role is Role.ORGANISER for one in (*after.values(), *self._fixed.values())):
                raise BadAccount("last", "somebody must be organiser; give another account that role first")
            self._write(tuple(after.values()))
            self._kept = after
            self._had_any = True


def fits(given: str, right: str) -> bool:
    """Tells whether two codes are the same, however they are written, in the same time whatever they are."""
    return hmac.compare_digest(plain(given).encode("utf-8", "replace"), plain(right).encode())


def plain(code: str) -> str:
    """Gives a code without blanks and hyphens, in capitals."""
    return "".join(sign for sign in code.upper() if sign.isalnum())[:64]


def code_of(secret: bytes, *about: str) -> str:
    """Gives the code of a place, such as one seat of one game: the same as long as the secret and the place are."""
    told = "\x1f".join(about).encode("utf-8", "surrogatepass")
    digest = hmac.new(secret, b"code\x1f" + told, hashlib.sha256).digest()
    number = int.from_bytes(digest[:8], "big")
    signs = "".join(LETTERS[number >> 5 * n & 31] for n in range(CODE))
    return f"{signs[:4]}-{signs[4:]}"
