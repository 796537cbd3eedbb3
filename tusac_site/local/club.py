"""Runs a club: starts all its processes in order, watches them, and stops them."""

import errno
import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from games.common import own_address
from games.common.installation import IS_CHECKOUT, ROOT
from tusac_site.local import address, broker, embedded
from tusac_site.local.children import Child, raise_file_limit, tail
from tusac_site.local.welcome import welcome
from tusac_site.operations.task_schedule import LATER, PLAY

CELERY = (sys.executable, "-m", "celery", "-A", "tusac_site")

LONGEST_START = 300.0
"""Seconds that broker and web server may each take until they answer. One that ends is told at once; where a machine
was short of time, a minute was not enough."""
STOP_GRACE = 4.0
"""Seconds that the servers have to end by themselves; uvicorn cuts open streams after three."""
TICK = 0.1
"""Seconds between two looks at the children."""


class CannotStart(Exception):
    """Raised when the club cannot start; the message is for the console."""


class Stopped(Exception):
    """Raised when the club is asked to stop while it starts."""


WORKER_OPTIONS = ("--without-gossip", "--without-mingle", "--loglevel", "INFO")


def worker_commands(processes: str) -> list[tuple[str, list[str]]]:
    """Return the names and command lines of two Celery workers: one for play, one for tasks that can wait.

    `processes` is how many tasks of play run at the same time. The other worker runs at low priority, since an
    analysis would use the whole processor.
    """
    play = [*CELERY, "worker", "--queues", ",".join(PLAY), "--hostname", "play@%h"]
    later = ["nice", "-n", "10", *CELERY, "worker", "--queues", LATER, "--hostname", "later@%h"]
    return [
        ("worker", [*play, "--concurrency", processes, *WORKER_OPTIONS]),
        ("later", [*later, "--concurrency", "2", *WORKER_OPTIONS]),
    ]


def say(text: str) -> None:
    """Print a line immediately, even if the output is a pipe."""
    print(text, flush=True)


@dataclass
class Club:
    """All processes of a club: broker, web server, worker, beat. `run()` returns the exit code."""

    var: Path
    host: str = "127.0.0.1"
    port: int = 8000
    children: list[Child] = field(default_factory=list)
    _asked_to_stop: bool = False

    @property
    def address(self) -> str:
        """Return the address at which a browser on this machine finds the club."""
        host = "127.0.0.1" if self.host in {own_address.EVERYWHERE, "::", ""} else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def run(self) -> int:
        """Start the club, watch it until SIGINT, SIGTERM or SIGHUP, and stop it. Return the exit code.

        It is 0 after a requested stop.
        """
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        try:
            held = embedded.take_lock(self.var, self.address)
        except embedded.AlreadyRunning as error:
            say(str(error))
            return 1
        except OSError as error:
            say(embedded.not_writable(self.var / "run", error))
            return 1
        with held:
            try:
                self._start()
                self._watch()
            except Stopped:
                pass
            except (CannotStart, broker.NoBroker) as error:
                say(str(error))
                return 1
            except (
                OSError
            ) as error:  # a directory in it that belongs to somebody else, or a full disk
                say(embedded.not_writable(Path(error.filename or self.var), error))
                return 1
            finally:
                self._stop()
        return 0

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._asked_to_stop = True

    # --- starting ---------------------------------------------------------------------------------

    def _start(self) -> None:
        self._check_port()
        raise_file_limit()
        env = {**os.environ, "TUSAC_VAR": str(self.var), "PYTHONUNBUFFERED": "1"}
        env |= {"HOST": self.host, "PORT": str(self.port)}
        if not env.get("SECRET_KEY") and not env.get("TUSAC_PRODUCTION"):
            embedded.secret_key(self.var)
        site = self._own_address(env)
        if not (env.get("REDIS_URL") or env.get("REDIS_URL_FILE")):
            env["REDIS_URL"] = self._start_broker(env)
        self._prepare(env)
        # The processes of one evening count together; see tusac_site/operations/metrics.py.
        env["PROMETHEUS_MULTIPROC_DIR"] = str(self._empty_directory("metrics"))
        self._prepared(env)
        web = self._add_servers(env)
        web.start()
        self._wait(lambda: self._healthy(web), LONGEST_START, "The web server did not answer", web)
        for child in self.children:  # afterwards: pages come back first, and bots can wait
            if child.process is None:
                child.start()
        accounts, first = self.var / "demo_accounts.txt", self.var / embedded.FIRST_OWNER
        if accounts.exists():
            say(f"\nThe demo club's accounts ({accounts}): duty, login, password\n")
            say(accounts.read_text(encoding="utf-8"))
        self._say_where(site)
        if first.exists():
            link = self.address + first.read_text(encoding="ascii")
            say(
                f"This club is new. Open this link to become its owner; it works only once.\n\n    {link}\n"
            )
            say("Tusac is running: open that link in a browser. Ctrl-C stops it.")
        else:
            say(f"Tusac is running: open {self.address} in a browser. Ctrl-C stops it.")

    def _prepared(self, env: dict[str, str]) -> None:
        """Do nothing; subclasses may do something here, between the preparation and the servers."""

    def _add_servers(self, env: dict[str, str]) -> Child:
        """Add the web server, the workers and beat as children. Return the web server's."""
        web = self._add(
            "web",
            [
                *[sys.executable, "-m", "uvicorn", "tusac_site.asgi:application"],
                *["--host", self.host, "--port", str(self.port)],
                *["--workers", env.get("WEB_WORKERS") or "1"],
                # Without it an open live stream would hold the server up for ever.
                *["--timeout-graceful-shutdown", "3"],
                *["--http", "tusac_site.connections:Patient"],
                *["--lifespan", "off", "--no-access-log", "--no-server-header"],
            ],
            env,
        )
        for name, command in self._workers(env):
            self._add(name, command, env)
        return web

    def _workers(self, env: dict[str, str]) -> list[tuple[str, list[str]]]:
        """Return the names and command lines of the workers, and of beat."""
        # No pid file: one that a killed beat left behind would keep the next from starting.
        beat = [*CELERY, "beat", "--loglevel", "INFO", "--pidfile="]
        return [*worker_commands(env.get("CELERY_WORKERS") or "2"), ("beat", beat)]

    def _own_address(self, env: dict[str, str]) -> str:
        """Return the address that the club's links begin with: the configured one, else a proposed one.

        Empty in production if none is configured. Raises CannotStart if the stored one is no address.
        """
        try:
            if env.get("TUSAC_SITE") or env.get("TUSAC_PRODUCTION"):
                return env.get("TUSAC_SITE", "")
            return address.proposed(self.var, self.host, self.port, self._addresses())
        except ValueError as error:
            raise CannotStart(f"{error} It is kept in {self.var / own_address.FILE}.") from error

    def _say_where(self, site: str) -> None:
        """Print the addresses at which phones find the club; nothing if `site` is empty."""
        if site:
            reached = own_address.sites(self.host, self.port, self._addresses())
            say(welcome(own_address.read(site), reached, self.host))

    def _addresses(self) -> list[str]:
        return own_address.addresses_of_this_machine()

    def _empty_directory(self, name: str) -> Path:
        path = embedded.private_directory(self.var / "run" / name)
        for file in path.iterdir():
            file.unlink()
        return path

    def _add(self, name: str, command: list[str], env: dict[str, str]) -> Child:
        child = self._child(name, command, env)
        self.children.append(child)
        return child

    def _child(self, name: str, command: list[str], env: dict[str, str]) -> Child:
        return Child(name, command, self.var / "log" / f"{name}.log", env, ROOT)

    def _check_port(self) -> None:
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    other = "make run PORT=" if IS_CHECKOUT else "tusac run --port "
                    raise CannotStart(
                        f"Port {self.port} is taken by another program: stop it, or "
                        f"choose another port, as in: {other}{self.port + 1}"
                    ) from error
                raise CannotStart(
                    f"Cannot listen on {self.host} port {self.port}: {error.strerror}."
                ) from error

    def _start_broker(self, env: dict[str, str]) -> str:
        server = broker.find_server()
        path = embedded.socket_path(self.var)
        child = self._add(
            "broker", broker.command(server, path, broker.data_directory(server, self.var)), env
        )
        child.start()
        self._wait(lambda: broker.answers(path), LONGEST_START, "The broker did not answer", child)
        return f"unix://{path}"

    def _prepare(self, env: dict[str, str]) -> None:
        """Run the preparation and wait for it; a stop request meanwhile ends it. Raises CannotStart if it fails."""
        command = [sys.executable, "-m", "tusac_site.local.prepare"]
        child = self._child("prepare", command, env)
        child.start()
        try:
            while child.running:
                self._pause()
        finally:
            child.ask_to_stop()
            child.wait_until(time.monotonic() + STOP_GRACE)
        if child.process is not None and child.process.returncode != 0:
            raise CannotStart(
                f"The preparation of the database or of the static files failed:\n"
                f"{tail(child.log_path)}\nIts log: {child.log_path}"
            )

    def _healthy(self, web: Child) -> bool:
        """Return whether our own web server answers: a stranger on the port does not count."""
        if not web.running:
            return False
        request = urllib.request.Request(self.address + "healthz", headers={"Host": "localhost"})  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except urllib.error.HTTPError:
            return True  # it answers; production may refuse the name "localhost"
        except OSError:
            return False

    def _wait(self, done: Callable[[], bool], seconds: float, failure: str, child: Child) -> None:
        deadline = time.monotonic() + seconds
        while not done():
            if not child.running or time.monotonic() > deadline:
                raise CannotStart(f"{failure}:\n{tail(child.log_path)}\nIts log: {child.log_path}")
            self._pause()

    def _pause(self) -> None:
        if self._asked_to_stop:
            raise Stopped
        time.sleep(TICK)

    # --- watching and stopping --------------------------------------------------------------------

    def _watch(self) -> None:
        while not self._asked_to_stop:
            for child in self.children:
                fall = child.look_after()
                if fall:
                    say(fall)
            time.sleep(TICK)

    def _stop(self) -> None:
        """Stop the broker last, after the processes that send it messages."""
        started = [child for child in self.children if child.process is not None]
        if not started:
            return
        say("Stopping.")
        for group in (
            [child for child in started if child.name != "broker"],
            [child for child in started if child.name == "broker"],
        ):
            for child in group:
                child.ask_to_stop()
            deadline = time.monotonic() + STOP_GRACE
            for child in group:
                child.wait_until(deadline)
        say("Tusac has stopped; nothing is lost.")
