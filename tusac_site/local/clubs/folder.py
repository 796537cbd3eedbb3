"""The folder of all clubs of this machine (`TUSAC_CLUBS`), and each club's folder: its settings, keys and data."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from games.common import own_address
from tusac_site.local.clubs.small import RUNNING
from tusac_site.local.embedded import private_directory, write_private
from tusac_site.operations.club_keys import FILES, make_missing

SETTINGS: Final = "club.env"
STOPPED: Final = "stopped"
FIRST_PORT: Final = 8101
_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
_LABEL: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_OF_THE_MACHINE: Final = (
    "PATH",
    "HOME",
    "LANG",
    "TZ",
    "TMPDIR",
    "TUSAC_CLOCK_AHEAD",
    "TUSAC_LOG_LEVEL",
)
"""Variables that a club has from the machine; the rest might be the secrets of another one."""
_ITS_OWN: Final = re.compile(
    r"TUSAC_(?:VAR|LOG_SIGNED|PRODUCTION|SUPERVISED)|HOST|REDIS_URL(?:_FILE)?"
    r"|(?:SECRET_KEY|TUSAC_DEAL_KEY|TUSAC_LOG_KEY)(?:_FILE)?"
)
"""Variables that follow from where the club is, and that its settings therefore cannot say."""


class BadClub(Exception):
    """Raised when a club cannot be made, found or started; the message says why, and what to do."""


@dataclass(frozen=True)
class ClubFolder:
    """One club's folder: `club.env`, `keys/`, `signed/`, `var/`, and `stopped` if the club is not to run."""

    path: Path

    @property
    def name(self) -> str:
        """Return the club's name on this machine."""
        return self.path.name

    @property
    def var(self) -> Path:
        """Return the folder of the club's own data."""
        return self.path / "var"

    @property
    def is_wanted(self) -> bool:
        """Return whether the club should be running."""
        return not (self.path / STOPPED).exists()

    @property
    def version(self) -> str:
        """The version of the software that the club is running; empty if it is not serving."""
        try:
            said = (self.var / RUNNING).read_text(encoding="ascii")
        except FileNotFoundError:
            return ""
        return said if self.pid else ""

    @property
    def since(self) -> int:
        """When the club began to serve, in nanoseconds; 0 if it is not serving.

        It tells one start of the club from the next.
        """
        try:
            return (self.var / RUNNING).stat().st_mtime_ns
        except FileNotFoundError:
            return 0

    @property
    def pid(self) -> int:
        """The id of the process that runs the club, which holds its lock; 0 if none does."""
        return held_by(self.var)

    def want(self, *, running: bool) -> None:
        """Set whether the club should run; `tusac clubs run` then starts or stops it."""
        if running:
            (self.path / STOPPED).unlink(missing_ok=True)
        else:
            write_private(self.path / STOPPED, "")

    def said(self) -> dict[str, str]:
        """Return the settings in `club.env`. Raises BadClub if one is unreadable, not allowed there, or missing."""
        found = {}
        for number, line in enumerate(self._lines(), 1):
            name, is_said, value = (part.strip() for part in line.partition("="))
            if not name or name.startswith("#"):
                continue
            if not is_said or not name.isidentifier():
                raise BadClub(
                    f"{self.path / SETTINGS}, line {number}: write NAME=value, not {line!r}."
                )
            if _ITS_OWN.fullmatch(name):
                raise BadClub(
                    f"{self.path / SETTINGS}, line {number}: leave {name} out. Each club has its own, in its folder."
                )
            found[name] = value
        for name in ("TUSAC_SITE", "PORT"):
            if not found.get(name):
                raise BadClub(f"{self.path / SETTINGS} lacks {name}. Put that line back.")
        if not found["PORT"].isdecimal():
            raise BadClub(f"{self.path / SETTINGS}: PORT is a number, not {found['PORT']!r}.")
        try:
            found["TUSAC_SITE"] = _read_site(found["TUSAC_SITE"])
        except (ValueError, BadClub):
            raise BadClub(
                f"{self.path / SETTINGS}: TUSAC_SITE is https:// and the name that browsers open, as in "
                f"https://san-jose.example, not {found['TUSAC_SITE']!r}."
            ) from None
        return found

    def claims(self) -> dict[str, str]:
        """Return the settings in `club.env` as they are written, so that a new club avoids them.

        Unlike `said` it accepts faulty lines; empty if the file cannot be read.
        """
        try:
            lines = [line.partition("=") for line in self._lines()]
        except BadClub:
            return {}
        return {name.strip(): value.strip() for name, _is_said, value in lines}

    def _lines(self) -> list[str]:
        try:
            return (self.path / SETTINGS).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise BadClub(f"{self.path / SETTINGS} cannot be read: {error}.") from error

    def environment(self, machine: Mapping[str, str] = os.environ) -> dict[str, str]:
        """Return the whole environment of the club's processes. Raises BadClub."""
        inherited = {
            name: value
            for name, value in machine.items()
            if name in _OF_THE_MACHINE or name.startswith(("LC_", "LD_", "PYTHON"))
        }
        places = {
            "TUSAC_PRODUCTION": "1",
            "TUSAC_VAR": str(self.var),
            "TUSAC_LOG_SIGNED": str(self.path / "signed"),
            **{f"{key}_FILE": str(self.path / "keys" / name) for key, name in FILES.items()},
        }
        return {**inherited, **self.said(), **places}


@dataclass(frozen=True)
class Clubs:
    """The folder of all clubs."""

    path: Path

    def all(self) -> list[ClubFolder]:
        """Return every club, by name."""
        found = self.path.glob(f"*/{SETTINGS}") if self.path.is_dir() else ()
        return [
            ClubFolder(file.parent) for file in sorted(found) if _NAME.fullmatch(file.parent.name)
        ]

    def club(self, name: str) -> ClubFolder:
        """Return the club of this name. Raises BadClub."""
        for club in self.all():
            if club.name == name:
                return club
        names = ", ".join(club.name for club in self.all()) or "none yet"
        raise BadClub(f"There is no club {name!r} in {self.path}. There are: {names}.")

    def add(self, name: str, host: str, database: str = "") -> ClubFolder:
        """Make a club: its folder, settings and keys, whole or not at all. Raises BadClub."""
        name, host = read_name(name), read_host(host)
        with self._locked():
            others = {club.name: club.claims() for club in self.all()}
            if (self.path / name).exists():
                raise BadClub(
                    f"There is a club {name} already, and nothing was changed. Choose another name."
                )
            settings = {
                "TUSAC_SITE": f"https://{host}",
                "PORT": str(self._free_port(others)),
                **({"DATABASE_URL": database} if database else {}),
            }
            _refuse_common(name, settings, others)
            fresh = private_directory(self.path / f".new-{name}")
            try:
                write_private(
                    fresh / SETTINGS, "".join(f"{key}={said}\n" for key, said in settings.items())
                )
                for part in ("keys", "signed", "var"):
                    private_directory(fresh / part)
                make_missing(fresh / "keys", settings)
                fresh.rename(self.path / name)
            finally:
                shutil.rmtree(fresh, ignore_errors=True)
        return ClubFolder(self.path / name)

    def environment(self, club: ClubFolder) -> dict[str, str]:
        """Return a club's environment variables.

        Raises BadClub if its settings are faulty, or if another club has the same address, port or database.
        """
        others = {}
        for other in self.all():
            if other.name < club.name:  # one of the two goes on
                with suppress(
                    BadClub
                ):  # what is wrong with another club keeps this one from nothing
                    others[other.name] = other.said()
        found = club.environment()
        _refuse_common(club.name, found, others)
        return found

    def make(self) -> None:
        """Make the folder if it is missing. The proxy may read it, but no club's folder."""
        self.path.mkdir(mode=0o755, parents=True, exist_ok=True)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self.make()
        with (self.path / ".lock").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _free_port(self, others: Mapping[str, Mapping[str, str]]) -> int:
        taken = {int(said["PORT"]) for said in others.values() if said.get("PORT", "").isdecimal()}
        return next(
            port for port in range(FIRST_PORT, 65536) if port not in taken and _nobody_listens(port)
        )


def clubs_directory() -> Path:
    """Return the folder of all clubs: `TUSAC_CLUBS`, otherwise `clubs` in the current folder."""
    return Path(os.environ.get("TUSAC_CLUBS") or "clubs").resolve()


def held_by(var: Path) -> int:
    """Return the id of the process that holds the supervisor's lock in this directory; 0 if none does.

    `embedded.take_lock` sets the lock.
    """
    try:
        with (var / "run" / "supervisor.lock").open("r+", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return int(file.read().partition(" ")[0] or 0)
    except (OSError, ValueError):
        pass
    return 0


def read_name(said: str) -> str:
    """Return a club's name if it is valid. Raises BadClub otherwise."""
    if not _NAME.fullmatch(said):
        raise BadClub(
            f"{said!r} is no name for a club, and nothing was changed. Use small letters from a to z, digits and "
            "hyphens, 40 at most, as in san-jose."
        )
    return said


def read_host(said: str) -> str:
    """Return a host in the form that browsers send: lower case, other scripts encoded. Raises BadClub."""
    host = said.strip().lower().rstrip(".")
    try:
        host = host.encode("idna").decode("ascii")
    except UnicodeError:
        host = ""
    labels = host.split(".")
    fits = len(host) <= 253 and len(labels) > 1 and all(_LABEL.fullmatch(label) for label in labels)
    if not fits or labels[-1].isdecimal():
        raise BadClub(
            f"{said!r} is no host, and nothing was changed. Give the name that browsers open, without https:// and "
            "without a port, as in: --host san-jose.example"
        )
    return host


def _read_site(said: str) -> str:
    """Return a club's address with its host as browsers send it. Raises ValueError or BadClub."""
    parts = urlsplit(own_address.read(said))
    if parts.scheme != "https":
        raise ValueError(said)
    return f"https://{read_host(parts.hostname or '')}" + (f":{parts.port}" if parts.port else "")


def _nobody_listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return True
    return False


def _refuse_common(
    name: str, said: Mapping[str, str], others: Mapping[str, Mapping[str, str]]
) -> None:
    """Raise BadClub if a club has the same address, port or database as another one."""
    for variable in ("TUSAC_SITE", "PORT", "DATABASE_URL", "DATABASE_URL_FILE"):
        ours = _compared(variable, said)
        for other, theirs in others.items():
            if ours and ours == _compared(variable, theirs):
                value = f" ({said[variable]})" if variable in ("TUSAC_SITE", "PORT") else ""
                raise BadClub(
                    f"{name} has the same {variable} as {other}{value}, so it is not started. Each club needs its own."
                )


def _compared(variable: str, said: Mapping[str, str]) -> str:
    """Return the value of a setting in the form that is compared between clubs: for `TUSAC_SITE` only the host."""
    value = said.get(variable, "")
    if variable != "TUSAC_SITE":
        return value
    with suppress(ValueError, BadClub):
        return read_host(urlsplit(value if "//" in value else f"//{value}").hostname or "")
    return ""
