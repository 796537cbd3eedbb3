"""Runs child processes that log to files, are restarted when they crash, and die with their parent."""

import os
import resource
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Protocol

from tusac_site.local.embedded import die_with_parent, private_directory

FIRST_PAUSE = 0.5
"""Seconds before a fallen child is started again; doubled with each fall in a row."""
LONGEST_PAUSE = 15.0
STEADY_AFTER = 30.0
"""Seconds after which a child counts as steady, and its next fall as a first one."""
LONGEST_LOG = 5_000_000
"""Bytes after which a log file is put aside at the next start; one older file is kept."""


MOST_FILES = 8192
"""Files and connections that a child may have open, where the machine grants it: each live stream is one."""


def raise_file_limit() -> None:
    """Let this process and its children open more files than a login shell usually allows (1024)."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def open_log(path: Path) -> IO[bytes]:
    """Open a log file for appending; a long one is renamed to `<name>.1` first."""
    private_directory(path.parent)
    if path.exists() and path.stat().st_size > LONGEST_LOG:
        path.replace(path.with_name(path.name + ".1"))
    return path.open("ab")


def tail(path: Path, lines: int = 15) -> str:
    """Return the last lines of a log file, for a message on the console."""
    if not path.exists():
        return ""
    return "\n".join(path.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])


class Process(Protocol):
    """The part of `subprocess.Popen` that a child uses."""

    @property
    def pid(self) -> int:
        """Return the process number."""

    @property
    def returncode(self) -> int | None:
        """The exit code; None as long as neither `poll` nor `wait` has seen the process end."""

    def poll(self) -> int | None:
        """Return the exit code if the process has ended, None otherwise."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end and return its exit code. Raises subprocess.TimeoutExpired."""

    def terminate(self) -> None:
        """Send SIGTERM."""


@dataclass
class Child:
    """One process of the club: its command, its log, and its state.

    It runs in a session of its own, so that a Ctrl-C in the terminal reaches only the supervisor, which then stops the
    children in order.
    """

    name: str
    command: Sequence[str]
    log_path: Path
    env: Mapping[str, str]
    cwd: Path
    process: Process | None = None
    falls: int = 0
    _started_at: float = field(default=0.0, repr=False)
    _due_at: float | None = field(default=None, repr=False)

    def start(self) -> None:
        """Start the process now."""
        with open_log(self.log_path) as log:
            self.process = self.launch(log)
        self._started_at = time.monotonic()
        self._due_at = None

    def launch(self, log: IO[bytes]) -> Process:
        """Create the process, whose output goes to `log`."""
        return subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**self.env, "TUSAC_SUPERVISED": "1"},
            cwd=self.cwd,
            start_new_session=True,
            # Safe here: the supervisor has one thread. The child must ask for itself, between
            # fork and exec; there is no argument of Popen for it.
            preexec_fn=die_with_parent,
        )

    @property
    def running(self) -> bool:
        """Return whether the process is alive."""
        return self.process is not None and self.process.poll() is None

    def look_after(self) -> str | None:
        """Restart the process after a pause if it has crashed.

        Returns a sentence for the console when it notices the crash, otherwise None.
        """
        now = time.monotonic()
        if self._due_at is not None:
            if now >= self._due_at:
                self.start()
            return None
        if self.running:
            if self.falls and now - self._started_at > STEADY_AFTER:
                self.falls = 0
            return None
        self.falls += 1
        pause = min(FIRST_PAUSE * 2 ** (self.falls - 1), LONGEST_PAUSE)
        self._due_at = now + pause
        self.signal_group(signal.SIGKILL)  # what the fallen process may have left behind
        code = self.process.returncode if self.process else None
        return (
            f"The {self.name} process stopped by itself (exit code {code}); "
            f"it starts again in {pause:g} s. Its log: {self.log_path}"
        )

    def ask_to_stop(self) -> None:
        """Send SIGTERM to the process, but not to its children."""
        self._due_at = None
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def wait_until(self, deadline: float) -> None:
        """Wait until the process has ended or `deadline` (monotonic seconds), then kill what is left of its group."""
        if self.process is None:
            return
        try:
            self.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.signal_group(signal.SIGKILL)
            self.process.wait()
        # A group outlives its leader: pool processes of a worker that was killed, for one.
        self.signal_group(signal.SIGKILL)

    def signal_group(self, number: signal.Signals) -> None:
        """Send a signal to every remaining process of the child's group."""
        if self.process is None:
            return
        try:
            os.killpg(self.process.pid, number)
        except (ProcessLookupError, PermissionError):
            # Nobody is left; macOS says EPERM where only unreaped processes are.
            return
