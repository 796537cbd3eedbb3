"""The command `tusac clubs`: add, list, start, stop, upgrade and run the clubs of this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from argparse import REMAINDER, ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from tusac_site.local.children import tail
from tusac_site.local.clubs import proxy
from tusac_site.local.clubs.folder import BadClub, ClubFolder, Clubs, clubs_directory, held_by
from tusac_site.local.clubs.host import HOST, Host

LONGEST_WAIT: Final = 600.0
"""Seconds that a command waits for each club to start or stop: a large one takes minutes to migrate."""
LOOK_EVERY: Final = 0.2


def main(arguments: Sequence[str]) -> int:
    """Do what the command line asks. Returns the exit code."""
    asked = _parser().parse_args(arguments)
    clubs = Clubs(clubs_directory())
    try:
        return COMMANDS[asked.command](clubs, asked)
    except BadClub as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except OSError as error:
        sys.stderr.write(
            f"Cannot write to {error.filename or clubs.path}: {error.strerror}. TUSAC_CLUBS names the folder of all "
            "clubs; it must be yours.\n"
        )
        return 2


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "tusac clubs", description="Many clubs on this machine, each of its own."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    add = commands.add_parser(
        "add", help="make a club, start it, and print the link for its first owner"
    )
    add.add_argument("name", help="what the club is called on this machine, as san-jose")
    add.add_argument(
        "--host", required=True, help="the name that browsers open, as san-jose.example"
    )
    add.add_argument(
        "--database",
        default="",
        help="its PostgreSQL database; a file in its folder if none is given",
    )
    commands.add_parser("list", help="say which clubs there are, and how each of them is")
    for name, words in (
        ("start", "start a club that was stopped"),
        ("stop", "stop a club; it stays stopped"),
    ):
        commands.add_parser(name, help=words).add_argument("name")
    commands.add_parser("upgrade", help="restart each club in turn with the version installed now")
    commands.add_parser("run", help="run all clubs until Ctrl-C")
    manage = commands.add_parser("manage", help="run a command for administrators on one club")
    manage.add_argument("name")
    manage.add_argument("words", nargs=REMAINDER, help="the command, as: backup, first_owner, help")
    return parser


def _add(clubs: Clubs, asked: Namespace) -> int:
    club = clubs.add(asked.name, asked.host, asked.database)
    print(
        f"The club {club.name} is made: {club.path}. Copy its keys to a safe place, apart from its data."
    )
    left = proxy.write(clubs)
    code = _started(clubs, [club])
    if club.version:
        code = _manage(clubs, Namespace(name=club.name, words=["first_owner"]))
    print(left)
    return code


def _list(clubs: Clubs, _asked: Namespace) -> int:
    for club in clubs.all():
        try:
            said = club.said()
        except BadClub as error:
            print(f"{club.name:<20} {_state(club)}. {error}")
        else:
            print(f"{club.name:<20} {said['TUSAC_SITE']:<40} {said['PORT']:>5}  {_state(club)}")
    return 0


def _state(club: ClubFolder) -> str:
    if club.version:
        return f"running, version {club.version}"
    if club.pid:
        return "starting"
    return "is down" if club.is_wanted else "stopped"


def _start(clubs: Clubs, asked: Namespace) -> int:
    club = clubs.club(asked.name)
    clubs.environment(club)  # says what is wrong with it here, not in a log
    club.want(running=True)
    return _started(clubs, [club])


def _stop(clubs: Clubs, asked: Namespace) -> int:
    club = clubs.club(asked.name)
    club.want(running=False)
    if not _wait(lambda: not club.pid):
        print(f"{club.name} has not stopped yet.")
        return 1
    print(f"{club.name} is stopped, with all of its data in {club.path}.")
    return 0


def _upgrade(clubs: Clubs, _asked: Namespace) -> int:
    print(proxy.write(clubs))
    wanted = [club for club in clubs.all() if club.is_wanted]
    able = [club for club in wanted if _can_start(clubs, club)]
    before = {club.name: club.since for club in able}
    if pid := held_by(clubs.path / HOST):
        os.kill(pid, signal.SIGHUP)
    return _started(clubs, able, before) or int(able != wanted)


def _can_start(clubs: Clubs, club: ClubFolder) -> bool:
    """Return whether a club's settings let it start, and print what is wrong with them if they do not."""
    try:
        clubs.environment(club)
    except BadClub as error:
        print(f"{club.name} is not started: {error}")
        return False
    return True


def _started(
    clubs: Clubs, wanted: Sequence[ClubFolder], before: dict[str, int] | None = None
) -> int:
    """Wait until these clubs run, and print how it went. Returns the exit code.

    A club that is in `before` must have started again since the time given there.
    """
    if not held_by(clubs.path / HOST):
        print(
            f"No clubs run here now. Start all of them with: TUSAC_CLUBS={clubs.path} tusac clubs run"
        )
        return 0
    code = 0
    for club in wanted:
        then = (before or {}).get(club.name, 0)
        if _wait(partial(_serves, club, then)):
            print(f"{club.name} is running, version {club.version}.")
        else:
            log = club.var / "log" / "club.log"
            print(f"{club.name} has not started:\n{tail(log)}\nIts log: {log}")
            code = 1
    return code


def _serves(club: ClubFolder, then: int) -> bool:
    return bool(club.version) and club.since != then


def _wait(done: Callable[[], object]) -> bool:
    """Wait until `done` returns true; return False if that takes longer than `LONGEST_WAIT`."""
    end = time.monotonic() + LONGEST_WAIT
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(LOOK_EVERY)
    return True


def _run(clubs: Clubs, _asked: Namespace) -> int:
    return Host(clubs).run()


def _manage(clubs: Clubs, asked: Namespace) -> int:
    club = clubs.club(asked.name)
    command = [sys.executable, "-m", "tusac_site.local.cli", "manage", *asked.words]
    return subprocess.run(command, env=clubs.environment(club), check=False).returncode


COMMANDS: Final[dict[str, Callable[[Clubs, Namespace], int]]] = {
    "add": _add,
    "list": _list,
    "start": _start,
    "stop": _stop,
    "upgrade": _upgrade,
    "run": _run,
    "manage": _manage,
}
