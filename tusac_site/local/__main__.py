"""Runs the club on this machine until Ctrl-C, as set up by the environment: `python -m tusac_site.local`."""

import os
import sys

from games.common.installation import var_directory
from games.common.own_address import addresses_of_this_machine, listens_at
from tusac_site.local.club import Club
from tusac_site.local.embedded import NotWritable, own_directory


def main() -> int:
    """Read HOST, PORT and TUSAC_VAR from the environment and run the club. Returns the exit code."""
    port = os.environ.get("PORT") or "8000"
    if not port.isdecimal() or not 0 < int(port) < 65536:
        print(f"PORT must be a number from 1 to 65535, not {port!r}.")
        return 2
    var = var_directory()
    try:
        narrowed = own_directory(var)
    except NotWritable as error:
        print(error)
        return 2
    if narrowed:
        print(narrowed)
    host = os.environ.get("HOST", "")
    if os.environ.get("TUSAC_PRODUCTION") or os.environ.get("TUSAC_DEBUG"):
        host = host or "127.0.0.1"  # behind a proxy; or pages that show what went wrong inside
    return Club(var, listens_at(host, addresses_of_this_machine()), int(port)).run()


if __name__ == "__main__":
    sys.exit(main())
