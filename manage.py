#!/usr/bin/env python
"""Django's command line: `python manage.py help` lists every command of the club."""

import sys

from tusac_site.local.cli import manage

if __name__ == "__main__":
    manage(sys.argv)
