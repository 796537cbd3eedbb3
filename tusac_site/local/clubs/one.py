"""Runs the club that the environment describes until SIGTERM: `python -m tusac_site.local.clubs.one`."""

import os
import sys

from games.common.installation import var_directory
from tusac_site.local.clubs.small import SmallClub

if __name__ == "__main__":
    sys.exit(SmallClub(var_directory(), "127.0.0.1", int(os.environ["PORT"])).run())
