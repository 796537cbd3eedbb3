"""A program that takes the club's messages: it keeps each one, and answers as a test says."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import Message
from http.client import parse_headers
from ipaddress import ip_address
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any, BinaryIO

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Answer = Callable[[BinaryIO, BinaryIO], None]


def with_status(line: str, *headers: str) -> Answer:
    """Answer with this status, such as `204 No Content`, and these headers."""
    said = "\r\n".join((f"HTTP/1.1 {line}", *headers, "Content-Length: 0", "", "")).encode()

    def answer(_asked: BinaryIO, out: BinaryIO) -> None:
        out.write(said)

    return answer


def never(asked: BinaryIO, _out: BinaryIO) -> None:
    """Wait until the club has gone."""
    asked.read(1)


def without_end(begin: bytes, piece: bytes) -> Answer:
    """Answer with a beginning and a piece, again and again, until the club has gone."""

    def answer(_asked: BinaryIO, out: BinaryIO) -> None:
        out.write(begin)
        while True:
            out.write(piece)

    return answer


@dataclass
class Receiver:
    """What came in, and how it is answered."""

    port: int = 0
    answer: Answer = field(default_factory=lambda: with_status("204 No Content"))
    messages: list[tuple[str, Message, bytes]] = field(default_factory=list)
    """The path, headers and body of each message."""

    def take(self, asked: BinaryIO, out: BinaryIO) -> None:
        path = asked.readline().split()[1].decode()
        headers = parse_headers(asked)
        self.messages.append((path, headers, asked.read(int(headers["Content-Length"]))))
        self.answer(asked, out)


@contextmanager
def receiving(certificate: tuple[Path, Path] | None = None) -> Iterator[Receiver]:
    """Give a receiver that listens on this machine, encrypted if it has a certificate and its key."""
    receiver = Receiver()
    secure = None
    if certificate is not None:
        secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        secure.load_cert_chain(*certificate)

    class Handler(StreamRequestHandler):
        def setup(self) -> None:
            if secure is not None:
                self.request = secure.wrap_socket(
                    self.request, server_side=True, do_handshake_on_connect=False
                )
            super().setup()

        def handle(self) -> None:
            receiver.take(self.rfile, self.wfile)  # type: ignore[arg-type]

        def finish(self) -> None:
            with suppress(OSError):
                super().finish()
            self.request.close()

    class Server(ThreadingTCPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            """The club has gone, which is what these tests are about."""

    with Server(("127.0.0.1", 0), Handler) as server:
        receiver.port = server.server_address[1]
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield receiver
        finally:
            server.shutdown()


def certificate_for(name: str, folder: Path) -> tuple[Path, Path]:
    """Return the files of a certificate that nobody else has signed, and of its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    about = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    names = [x509.DNSName(name), x509.IPAddress(ip_address("127.0.0.9"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(about)
        .issuer_name(about)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return files
