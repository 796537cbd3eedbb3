"""The command `tusac` of an installed wheel: `run`, `backup`, `manage` and `clubs`."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from games.common.installation import var_directory
from tusac_site.version import __version__


def manage(arguments: Sequence[str]) -> None:
    """Run one of Django's commands; `arguments` begin with the program's name. May raise SystemExit.

    Contradictory settings and an unreachable database are reported in one line, without a traceback.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tusac_site.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        execute_from_command_line([*arguments])
    except (ImproperlyConfigured, OperationalError) as error:
        if "--traceback" in arguments:
            raise
        told = "" if isinstance(error, ImproperlyConfigured) else "The database does not do that: "
        sys.exit(f"{told}{str(error).strip()}")


def main() -> None:
    """Do what the command line asks; without arguments, start the club. Raises SystemExit with the exit code."""
    asked = sys.argv[1:]
    if asked[:1] == ["manage"]:
        return manage(["tusac manage", *asked[1:]])
    if asked[:1] == ["backup"]:
        return manage(["tusac manage", *asked])
    if asked[:1] == ["clubs"]:
        from tusac_site.local.clubs.commands import main as clubs

        sys.exit(clubs(asked[1:]))
    parser = ArgumentParser(
        "tusac",
        description="Club software for the card game Tứ Sắc: a whole club on this computer.",
    )
    parser.add_argument("--version", action="version", version=f"Tusac {__version__}")
    parser.add_argument(
        "command",
        nargs="?",
        choices=("run", "backup", "manage", "clubs"),
        default="run",
        help="start the club until Ctrl-C (the usual); `backup [FILE]` saves all of it in one file; "
        "`manage help` lists the commands for administrators; `clubs --help` is for many clubs on one machine",
    )
    parser.add_argument("--host", help="the address to listen at (HOST)")
    parser.add_argument("--port", help="the port, 8000 if none is given (PORT)")
    options = parser.parse_args(asked)
    for name in ("host", "port"):
        if given := getattr(options, name):
            os.environ[name.upper()] = given
    from tusac_site.local.__main__ import main as run

    print(f"The club's data is in {var_directory()} (TUSAC_VAR names another folder).", flush=True)
    sys.exit(run())


if __name__ == "__main__":
    main()
