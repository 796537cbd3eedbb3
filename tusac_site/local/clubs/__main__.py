"""`python -m tusac_site.local.clubs`: the command `tusac clubs`."""

import sys

from tusac_site.local.clubs.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
