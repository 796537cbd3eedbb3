"""Forks this process to start children, so that they share the memory of its loaded code."""

import os
import runpy
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NoReturn

from tusac_site.local.children import Child, Process
from tusac_site.local.embedded import die_with_parent

_LOOK_EVERY = 0.05


class Fork:
    """A process forked from this one, even if it has become another program; implements `Process`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit code if the process has ended, None otherwise."""
        if self.returncode is None:
            try:
                ended, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:  # none of this process's children
                self.returncode = -signal.SIGKILL
            else:
                self.returncode = os.waitstatus_to_exitcode(status) if ended else None
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end and return its exit code. Raises subprocess.TimeoutExpired."""
        end = time.monotonic() + timeout if timeout is not None else None
        while (code := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            time.sleep(_LOOK_EVERY)
        return code

    def terminate(self) -> None:
        """Send SIGTERM."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)


@dataclass
class ForkedChild(Child):
    """A child that runs `python -m MODULE …` in a fork of this process instead of a new Python.

    Use it only in a process with one thread, which has opened no connection and has read no secrets except the
    child's.
    """

    closes: Sequence[IO[str]] = ()
    """Files of this process that are not the child's, such as a lock."""

    def launch(self, log: IO[bytes]) -> Process:
        """Fork this process; the child's output goes to `log`."""
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if not pid:
            self._become(log)
        return Fork(pid)

    def _become(self, log: IO[bytes]) -> NoReturn:
        """Run the child's module in the forked process, and exit."""
        code = 1
        try:
            os.setsid()
            die_with_parent()
            for number in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            nothing = os.open(os.devnull, os.O_RDONLY)
            for ours, theirs in ((nothing, 0), (log.fileno(), 1), (log.fileno(), 2)):
                os.dup2(ours, theirs)
            for file in self.closes:
                file.close()
            os.environ.clear()
            os.environ.update(self.env, TUSAC_SUPERVISED="1")
            os.chdir(self.cwd)
            with suppress(OSError):  # what `ps` and `top` call it (Linux)
                Path("/proc/self/comm").write_text(self.name)
            module, *arguments = self.command[2:]
            sys.argv = [module, *arguments]
            runpy.run_module(module, run_name="__main__", alter_sys=True)
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        except (
            BaseException
        ):  # said in the club's log; nothing of the program that it is a copy of may go on here
            traceback.print_exc()
        finally:
            with suppress(OSError):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code)
