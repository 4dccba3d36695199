"""``steward tls``: an authority of this machine's own, and the certificate with which its pages go over TLS."""

from __future__ import annotations

import argparse
import ipaddress
import socket
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BadSettings
from pi.places import data_folder, data_place, write_whole

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256

AUTHORITY, AUTHORITY_KEY, CERTIFICATE, KEY = "authority.crt", "authority.key", "steward.crt", "steward.key"

PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "fc00::/7", "fe80::/10",
           "::1/128")  # fmt: skip
"""The networks that the authority may vouch for: a phone that trusts it trusts it for no other place in the world."""

AUTHORITY_LIFE, LIFE = timedelta(days=3650), timedelta(days=397)


def run(args: argparse.Namespace) -> int:
    """Makes the certificates, or takes them out of use; gives the exit code."""
    folder = data_folder() / "tls"
    if args.off:
        for name in (CERTIFICATE, KEY):
            (folder / name).unlink(missing_ok=True)
        print("The pages go over plain http from the next start: whoever listens in the network can read passwords")
        return 0
    names = [*own_names(), *(name.lower() for name in args.names)]
    make(folder, names, anew=args.new)
    print(f"From the next start that lets the network in (--host) the pages are at https:// for {', '.join(names)}")
    print(f"Phones warn until they trust {folder / AUTHORITY}; they find it at /authority.crt on the dashboard")
    return 0


def own_names() -> list[str]:
    """Gives the names and the address by which this machine is asked for in its network."""
    from web.codes import own_address

    host = socket.gethostname().lower().split(".")[0]
    return list(dict.fromkeys([f"{host}.local", host, "localhost", "127.0.0.1", own_address()]))


def make(folder: Path, names: Sequence[str], *, anew: bool = False, now: datetime | None = None) -> None:
    """Makes a certificate for ``names``, and before it the authority if there is none or it is wanted ``anew``.

    Raises :class:`BadSettings` for a name that is none, or that the authority may not vouch for.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

    now = now or datetime.now(UTC)
    alternatives = [_general(name) for name in names]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if anew or not (folder / AUTHORITY_KEY).exists():
        _make_authority(folder, names, now)
    issuer, issuer_key = _authority(folder)
    permitted = issuer.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    for name, alternative in zip(names, alternatives, strict=True):
        if not any(_within(alternative, place) for place in permitted):
            raise BadSettings(f"this machine's authority may not vouch for {name}; --new makes one that may")
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = (
        x509.CertificateBuilder()
        .subject_name(_called("Steward"))
        .issuer_name(issuer.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(min(now + LIFE, issuer.not_valid_after_utc))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.ExtendedKeyUsage([x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), critical=False)
        .sign(issuer_key, _sha256())
    )
    _write(folder / KEY, _pem(key))
    _write(folder / CERTIFICATE, _pem(certificate))


def _make_authority(folder: Path, names: Sequence[str], now: datetime) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    places: list[x509.GeneralName] = [x509.IPAddress(ipaddress.ip_network(net)) for net in PRIVATE]
    for name in ("local", *names):
        place = _general(name)
        places.append(x509.IPAddress(ipaddress.ip_network(place.value)) if isinstance(place, x509.IPAddress) else place)
    called = _called(f"Steward of {socket.gethostname()[:40]}")
    usage = x509.KeyUsage(
        key_cert_sign=True, crl_sign=True, digital_signature=False, content_commitment=False, key_encipherment=False,
        data_encipherment=False, key_agreement=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    certificate = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + AUTHORITY_LIFE)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=places, excluded_subtrees=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, _sha256())
    )
    _write(folder / AUTHORITY_KEY, _pem(key))
    _write(folder / AUTHORITY, _pem(certificate))


def _authority(folder: Path) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        certificate = x509.load_pem_x509_certificate((folder / AUTHORITY).read_bytes())
        key = load_pem_private_key((folder / AUTHORITY_KEY).read_bytes(), None)
    except (OSError, ValueError) as error:
        raise BadSettings(f"the authority in {folder} cannot be used; 'steward tls --new' makes another") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise BadSettings(f"the authority in {folder} is not the Steward's own; 'steward tls --new' makes another")
    return certificate, key


def _general(name: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        pass
    labels = name.split(".")
    if len(name) > 200 or not all(part.isascii() and part.replace("-", "").isalnum() for part in labels):
        raise BadSettings(f"{name!r} is neither a name nor an address of a machine")
    return x509.DNSName(name)


def _within(name: x509.GeneralName, place: x509.GeneralName) -> bool:
    from cryptography import x509

    if isinstance(name, x509.IPAddress) and isinstance(place, x509.IPAddress):
        return not isinstance(name.value, (ipaddress.IPv4Network, ipaddress.IPv6Network)) and name.value in place.value  # type: ignore[operator]
    if isinstance(name, x509.DNSName) and isinstance(place, x509.DNSName):
        return name.value == place.value or name.value.endswith(f".{place.value}")
    return False


def _called(name: str) -> x509.Name:
    from cryptography import x509

    return x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, name)])


def _sha256() -> SHA256:
    from cryptography.hazmat.primitives.hashes import SHA256

    return SHA256()


def _pem(what: x509.Certificate | ec.EllipticCurvePrivateKey) -> bytes:
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    if isinstance(what, x509.Certificate):
        return what.public_bytes(Encoding.PEM)
    return what.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _write(path: Path, data: bytes) -> None:
    write_whole(path, data, 0o600 if path.suffix == ".key" else 0o644)


def authority() -> bytes | None:
    """Gives the authority's certificate, for phones to take (None: the pages do not go over TLS)."""
    folder = data_place() / "tls"
    try:
        return (folder / AUTHORITY).read_bytes() if (folder / CERTIFICATE).exists() else None
    except OSError:
        return None


def names() -> frozenset[str]:
    """Gives the names that the certificate was made for; the pages answer to them (none: no certificate was made)."""
    from cryptography import x509

    path = data_place() / "tls" / CERTIFICATE
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
        told = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return frozenset()
    return frozenset(name.lower() for name in told.get_values_for_type(x509.DNSName))


def context() -> ssl.SSLContext | None:
    """Gives what a server needs to speak TLS (None: no certificate was made).

    Raises :class:`BadSettings` when there is one that cannot be used.
    """
    folder = data_place() / "tls"
    if not (folder / CERTIFICATE).exists():
        return None
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        made.load_cert_chain(folder / CERTIFICATE, folder / KEY)
    except (OSError, ssl.SSLError) as error:
        raise BadSettings(f"the certificate in {folder} cannot be used; 'steward tls' makes another") from error
    return made
