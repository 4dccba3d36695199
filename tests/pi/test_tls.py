"""``steward tls``: the pages over TLS, as a client that trusts the machine's own authority has them."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import ssl
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request
from waitress.server import create_server

from engine.errors import BadSettings
from pi.certificates import AUTHORITY, CERTIFICATE, context, make, names
from pi.cli import main
from pi.relay import Relay

NAMES = ["table.local", "localhost", "127.0.0.1", "192.168.1.20"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an authority and a certificate."""
    found = tmp_path_factory.mktemp("data") / "tls"
    make(found, NAMES)
    return found


@pytest.fixture
def trusting(folder: Path) -> ssl.SSLContext:
    """A client that trusts the authority."""
    return ssl.create_default_context(cafile=str(folder / AUTHORITY))


@pytest.fixture
def served(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Relay]:
    """Pages that tell who asks, behind the relay."""
    monkeypatch.setenv("STEWARD_DATA", str(folder.parent))
    app = Flask("told")

    @app.route("/", methods=["GET", "POST"])
    def told() -> dict[str, Any]:
        return {"from": request.remote_addr, "secure": request.is_secure, "bytes": len(request.get_data())}

    @app.get("/long")
    def long() -> Any:
        return (b"x" * 65536 for _ in range(64))

    server = create_server(app, host="127.0.0.1", port=0, threads=4)
    made = context()
    assert made is not None
    relay = Relay(made, "127.0.0.1", 0, server.effective_port)
    app.wsgi_app = relay.seen_by(app.wsgi_app)  # type: ignore[assignment,method-assign,arg-type]
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield relay
    relay.close()
    server.task_dispatcher.shutdown(cancel_pending=True, timeout=1)
    server.close()
    thread.join(timeout=5)


def test_the_pages_answer_to_the_names_of_their_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a machine that was given a name of its own would refuse whoever asks for it by that name."""
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path))
    assert names() == frozenset()
    make(tmp_path / "tls", ["localhost", "steward.club.example", "192.168.1.20"])
    assert names() == {"localhost", "steward.club.example"}


def test_a_port_that_another_has_is_refused_and_nothing_runs_on(served: Relay, folder: Path) -> None:
    made = context()
    assert made is not None
    with pytest.raises(OSError, match="in use"):
        Relay(made, "127.0.0.1", served.port, 1)
    assert [thread.name for thread in threading.enumerate()].count("tls") == 1


async def relayed(served: Relay) -> int:
    made = context()
    assert made is not None
    other = Relay(made, "127.0.0.1", 0, served.port)
    other.close()
    return other.port


def test_it_can_be_started_where_another_event_loop_runs(served: Relay) -> None:
    with ThreadPoolExecutor(1) as threads:  # in a thread of its own, for a browser's tests leave a loop in this one
        assert threads.submit(asyncio.run, relayed(served)).result(20) != served.port


def asked(relay: Relay, trusting: ssl.SSLContext, address: str = "/", **more: Any) -> bytes:
    connection = http.client.HTTPSConnection("localhost", relay.port, context=trusting, timeout=20)
    try:
        connection.request("POST" if more else "GET", address, **more)
        return connection.getresponse().read()
    finally:
        connection.close()


def test_pages_are_had_over_tls_and_know_who_asks(served: Relay, trusting: ssl.SSLContext) -> None:
    assert json.loads(asked(served, trusting)) == {"from": "127.0.0.1", "secure": True, "bytes": 0}
    assert json.loads(asked(served, trusting, body=b"y" * 200_000))["bytes"] == 200_000


def test_a_long_answer_comes_whole(served: Relay, trusting: ssl.SSLContext) -> None:
    assert len(asked(served, trusting, "/long")) == 65536 * 64


def test_who_says_he_comes_from_elsewhere_is_not_believed(served: Relay, trusting: ssl.SSLContext) -> None:
    told = json.loads(asked(served, trusting, body=b"", headers={"X-Forwarded-For": "10.9.9.9", "Forwarded": "for=x"}))
    assert told["from"] == "127.0.0.1"


def test_plain_http_and_rubbish_get_nothing_and_harm_nobody(served: Relay, trusting: ssl.SSLContext) -> None:
    for rubbish in (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\x16\x03\x01" + b"\xff" * 300, b""):
        with socket.create_connection(("127.0.0.1", served.port), timeout=20) as sock:
            sock.sendall(rubbish)
            if rubbish:
                assert b"200 OK" not in sock.recv(1000)
    assert json.loads(asked(served, trusting))["secure"]


def test_a_client_that_does_not_know_the_authority_turns_away(served: Relay) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        asked(served, ssl.create_default_context())


def test_the_authority_vouches_for_this_machine_only(folder: Path) -> None:
    with pytest.raises(BadSettings, match=r"may not vouch for bank\.example; --new makes one that may"):
        make(folder, ["bank.example"])
    with pytest.raises(BadSettings, match=r"may not vouch for 8\.8\.8\.8"):
        make(folder, ["8.8.8.8"])


def test_a_name_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="is neither a name nor an address"):
        make(tmp_path, ["a name/with more"])


def test_keys_are_read_by_their_owner_only(folder: Path) -> None:
    assert all(path.stat().st_mode & 0o077 == 0 for path in folder.glob("*.key"))
    assert folder.stat().st_mode & 0o077 == 0


def test_the_certificate_is_made_anew_and_the_authority_stays(tmp_path: Path) -> None:
    make(tmp_path, NAMES)
    before = {name: (tmp_path / name).read_bytes() for name in (AUTHORITY, CERTIFICATE)}
    make(tmp_path, NAMES)
    assert (tmp_path / AUTHORITY).read_bytes() == before[AUTHORITY]
    assert (tmp_path / CERTIFICATE).read_bytes() != before[CERTIFICATE]
    make(tmp_path, NAMES, anew=True)
    assert (tmp_path / AUTHORITY).read_bytes() != before[AUTHORITY]


def test_a_certificate_outlives_a_year_of_drives(tmp_path: Path) -> None:
    from cryptography import x509

    make(tmp_path, NAMES, now=datetime(2026, 1, 1, tzinfo=UTC))
    made = x509.load_pem_x509_certificate((tmp_path / CERTIFICATE).read_bytes())
    assert made.not_valid_before_utc < datetime(2026, 1, 1, tzinfo=UTC)
    assert made.not_valid_after_utc == datetime(2027, 2, 2, tzinfo=UTC)


def test_the_command_makes_the_certificates_and_takes_them_out_of_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path))
    assert context() is None
    assert main(["tls"]) == 0
    assert context() is not None
    assert "/authority.crt" in capsys.readouterr().out
    assert main(["tls", "--off"]) == 0
    assert context() is None
    assert "plain http" in capsys.readouterr().out


def test_a_spoilt_certificate_is_said_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path))
    make(tmp_path / "tls", NAMES)
    (tmp_path / "tls" / CERTIFICATE).write_text("nothing")
    with pytest.raises(BadSettings, match="'steward tls' makes another"):
        context()
