"""Posts a message once: to a checked IP address, within ten seconds, reading only the status of the answer."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from threading import Timer
from typing import Final

from notices.models import Delivery
from notices.webhooks.targets import PATIENCE, Target, Undelivered, numbers_of, target_of

WHOLE: Final = 10.0
"""Seconds for a whole attempt after the name server's answer, however slowly the other side talks."""


def post(url: str, body: bytes, headers: Mapping[str, str], *, own_network: bool) -> int:
    """Post a message and return the status if it means success. Raises Undelivered otherwise.

    Redirects are not followed, and the body of the answer is never read.
    """
    try:
        target = target_of(url)
    except ValueError:
        raise Undelivered(Delivery.Fault.UNKNOWN) from None
    numbers = numbers_of(target, own_network=own_network)
    connection = _Connection(target, numbers)
    watch = Timer(WHOLE, connection.cut)
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", target.path, body, {**headers, "Host": target.host_header})
        status = connection.getresponse().status
    except (OSError, HTTPException, ValueError) as error:
        raise Undelivered(connection.fault_of(error)) from error
    finally:
        watch.cancel()
        connection.close()
    if not 200 <= status < 300:
        moved = 300 <= status < 400
        raise Undelivered(Delivery.Fault.MOVED if moved else Delivery.Fault.REFUSED, status)
    return status


class _Connection(HTTPConnection):
    """A connection to one of the given IP addresses, encrypted if the URL asks for it."""

    def __init__(self, target: Target, numbers: Sequence[str]) -> None:
        super().__init__(target.host, target.port, timeout=PATIENCE)
        self._target = target
        self._numbers = numbers
        self._is_cut = False

    def connect(self) -> None:
        """Connect to the first IP address that answers; only the first two are tried."""
        self.sock = self._first()
        if self._is_cut:
            raise TimeoutError
        if self._target.secure:
            # The handshake by itself: before it the socket is known here and can be cut.
            self.sock = ssl.create_default_context().wrap_socket(
                self.sock, server_hostname=self._target.host, do_handshake_on_connect=False
            )
            self.sock.do_handshake()

    def _first(self) -> socket.socket:
        first, *others = ((number, self._target.port) for number in self._numbers[:2])
        try:
            return socket.create_connection(first, PATIENCE)
        except OSError:
            if not others:
                raise
        return socket.create_connection(others[0], PATIENCE)

    def cut(self) -> None:
        """End the connection from another thread, so that waiting for it ends immediately."""
        self._is_cut = True
        if self.sock is not None:
            with suppress(OSError):
                # Not by the socket's own method, which takes the encryption away under the reader.
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)

    def fault_of(self, error: Exception) -> Delivery.Fault:
        """Return the kind of fault that this error means."""
        fault = Delivery.Fault
        if self._is_cut or isinstance(error, TimeoutError):
            return fault.SILENT
        if isinstance(error, ssl.SSLCertVerificationError):
            return fault.CERTIFICATE
        # A connection that ends without an answer is an error of both kinds.
        return fault.UNREACHABLE if isinstance(error, OSError) else fault.STRANGE
